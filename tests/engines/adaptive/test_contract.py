"""The adaptive engine passes the contract, on generated models."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import assume, given, settings

from tests.engines.adaptive.represented import breadth_first, counted, depths, distances, searched
from tests.engines.contract import Contract, Subject
from tests.support import oracle, oracle_temporal
from tests.support.composing import explored
from tests.support.drawn import DRAWN, loaded, many
from tests.support.generated import Generated, models
from tests.support.replaying import check_replay, concrete
from vsym.basics.limits import Budget
from vsym.basics.source import DiagnosticError
from vsym.checking.adaptive import annotated
from vsym.checking.stages import Prepared, prepared
from vsym.engines.adaptive.processes import Annotated
from vsym.engines.adaptive.stepper import Explored
from vsym.logic.properties import Property
from vsym.models.counting.processes import Processes
from vsym.models.counting.semantics import State
from vsym.reductions.counters.abstraction import abstract
from vsym.reductions.direct import friends, view
from vsym.reductions.protocol import Method
from vsym.system.report import Silence
from vsym.system.result import Path, Verdict


class TestAdaptive(Contract):
    """The adaptive engine; its subjects are models, and its paths theirs."""

    name = "adaptive"

    def draw(self, draw: Callable[..., Any]) -> Subject:
        drawn, subject, structure = self._drawn(draw)
        assume(not oracle.reachable_overflows(structure))
        formulas = dict(drawn.model.properties)

        def check(_: Property, verdict: Verdict) -> None:
            assert verdict.path is not None
            check_replay(structure, verdict.path)

        def holds(prop: Property) -> bool:
            return oracle_temporal.satisfied(structure, formulas[prop.name])

        return Subject(subject, subject.model.properties, holds, check)

    def draw_error(self, draw: Callable[..., Any]) -> Any:
        _, subject, structure = self._drawn(draw)
        reachable = oracle.reachable_overflows(structure)

        def check(edge: int, path: Path[Any, Any]) -> None:
            check_replay(structure, path)
            assert subject.edges[edge].overflow
            assert concrete(path.states[-1]) in {state for state, _ in reachable}

        return (subject, subject.model.properties), bool(reachable), check

    def _drawn(self, draw: Callable[..., Any]) -> tuple[Generated, Annotated, oracle.Structure]:
        drawn = draw(models())
        ready, structure = _prepared(drawn)
        return drawn, annotated(ready), structure


def _prepared(drawn: Generated) -> tuple[Prepared, oracle.Structure]:
    """The edges of a model whose lemmas are inductive, and its structure under these by the oracle."""
    lemmas = [formula for _, formula in drawn.model.lemmas]
    whole = oracle.structure(drawn.model)
    model = loaded(drawn)
    assume(oracle.inductive(whole, lemmas))
    return prepared(model, Budget(), Silence()), oracle.structure(drawn.model, lemmas) if lemmas else whole


METHODS: tuple[Method, ...] = ("plain", "orbit", "adaptive")


@given(models())
@settings(DRAWN, max_examples=many(8))
def test_what_is_reached_is_what_the_oracle_reaches(drawn: Generated) -> None:
    ready, structure = _prepared(drawn)
    if oracle.reachable_overflows(structure):
        for method in METHODS:
            with pytest.raises(DiagnosticError) as refusal:
                explored(ready.model, method=method)
            assert [found.code for found in refusal.value.diagnostics] == ["VS330"]
        return
    expected = breadth_first(structure)
    found = searched(ready)
    assert distances(found) == expected
    _check_expansions(found)
    # The orbits that standard symmetry reduction reaches are those of the reachable states, at their least distances.
    classes = friends(ready.model, ready.edges)
    orbits = _by_orbit(ready, classes, counted(ready.model, ready.edges, classes))
    assert orbits == _by_orbit(ready, classes, expected)
    _check_figures(structure, ready, expected, max(orbits.values(), default=0))


def _by_orbit(
    ready: Prepared, classes: Sequence[Processes], states: Mapping[oracle.State, int]
) -> dict[tuple[int, ...], int]:
    """The least distance of the states of each orbit."""
    least: dict[tuple[int, ...], int] = {}
    names = [variable.name for variable in ready.model.shared]
    for (locations, shared), distance in states.items():
        state = State(locations, tuple(zip(names, shared, strict=True)))
        orbit = abstract(view(ready.model, classes), state)
        least[orbit] = min(distance, least.get(orbit, distance))
    return least


def _check_expansions(found: Explored) -> None:
    """A state that one at no larger distance subsumes is not expanded."""
    depth = depths(found)
    for parent in {node.parent for node in found.reached.nodes if node.parent >= 0}:
        layer_end = depth.index(depth[parent] + 1)
        assert not found.reached.is_subsumed(parent, layer_end)


def _check_figures(
    structure: oracle.Structure, ready: Prepared, expected: dict[oracle.State, int], of_orbits: int
) -> None:
    stuck = oracle.deadlocks(structure)
    for method in METHODS:
        depth = of_orbits if method == "orbit" else max(expected.values(), default=0)
        found = explored(ready.model, method=method)
        reached, path = found.reached, None if found.deadlock is None else found.deadlock.path
        assert reached is not None
        assert reached.complete
        assert reached.depth is not None
        # A state may be found anew in a larger orbit, which no single one found before subsumes.
        assert reached.depth == depth or (method == "adaptive" and reached.depth > depth)
        assert bool(reached.deadlocks) == bool(stuck)
        if method == "plain":
            assert (reached.states, reached.deadlocks) == (len(expected), len(stuck))
        assert (path is not None) == bool(stuck)
        if path is not None:
            check_replay(structure, path)
            assert concrete(path.states[-1]) in stuck
            assert len(path.steps) == min(expected[state] for state in stuck)
