"""Adaptive, orbit and plain exploration against the brute-force oracle on generated models, state by state."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from vsym.methods import Prepared, prepare

from tests import oracle, oracle_temporal
from tests.engines.adaptive.represented import breadth_first, distances, orbit, searched
from tests.generated import Generated, models
from tests.loading import load
from tests.replaying import check_replay, concrete
from vsym import methods, pipeline
from vsym.basics.limits import Budget
from vsym.basics.source import DiagnosticError, Source
from vsym.engines.adaptive import properties
from vsym.engines.adaptive.search import Explored
from vsym.engines.explicit.exploration import explore
from vsym.models.counting.model import Model
from vsym.reductions.direct import direct_system, friends

MODELS = 120


@given(models())
@settings(max_examples=MODELS, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
def test_what_is_reached_is_what_the_oracle_reaches(drawn: Generated) -> None:
    lemmas = [formula for _, formula in drawn.model.lemmas]
    whole = oracle.structure(drawn.model)
    try:
        model = load(Source("drawn.gsst", drawn.text))
    except DiagnosticError as refused:
        # A count over an empty group is a constant, and an assignment of one may be seen to leave its range.
        assume([found.code for found in refused.diagnostics] != ["VS311"])
        raise
    if not oracle.inductive(whole, lemmas):
        with pytest.raises(DiagnosticError) as refusal:
            _prepared(model)
        assert {found.code for found in refusal.value.diagnostics} == {"VS320"}
        return
    structure = oracle.structure(drawn.model, lemmas) if lemmas else whole
    ready = _prepared(model)
    if oracle.reachable_overflows(structure):
        for method in ("plain", "orbit", "adaptive"):
            with pytest.raises(DiagnosticError) as refusal:
                methods.explore(ready, method, pipeline.Limits(), pipeline.Silence())
            assert [found.code for found in refusal.value.diagnostics] == ["VS330"]
        return
    expected = breadth_first(structure)
    found = searched(ready)
    assert distances(found) == expected
    _check_expansions(found)
    _check_orbits(ready, expected)
    _check_figures(structure, ready, expected)
    _check_verdicts(drawn, structure, ready)


def _prepared(model: Model) -> Prepared:
    return prepare(model, Budget(), lambda _: None)


def _check_expansions(found: Explored) -> None:
    """A state that one at no larger distance subsumes is not expanded."""
    nodes = found.reached.nodes
    depths: list[int] = []
    for node in nodes:
        depths.append(0 if node.parent < 0 else depths[node.parent] + 1)
    for parent in {node.parent for node in nodes if node.parent >= 0}:
        layer_end = depths.index(depths[parent] + 1)
        assert not found.reached.is_subsumed(parent, layer_end)


def _check_orbits(ready: Prepared, expected: dict[oracle.State, int]) -> None:
    """The orbits that standard symmetry reduction reaches are those of the reachable states, at their distances."""
    model = ready.model
    blocks = friends(model, ready.edges)
    exploration = explore(direct_system(model, ready.edges, blocks))
    width = len(model.states)
    found: dict[oracle.State, int] = {}
    depths: list[int] = []
    for number, vector in enumerate(exploration.stepper.layout.unpack(exploration.keys)):
        parent = int(exploration.parents[number])
        depths.append(0 if parent < 0 else depths[parent] + 1)
        counts = [vector[i * width : (i + 1) * width] for i in range(len(blocks))]
        for locations in orbit(model, blocks, counts):
            found[oracle.State(locations, vector[len(blocks) * width :])] = depths[-1]
    assert found == expected


def _check_figures(structure: oracle.Structure, ready: Prepared, expected: dict[oracle.State, int]) -> None:
    stuck = oracle.deadlocks(structure)
    depth = max(expected.values(), default=0)
    for method in ("plain", "orbit", "adaptive"):
        explored, path = methods.explore(ready, method, pipeline.Limits(), pipeline.Silence())
        assert explored.complete
        assert explored.depth is not None
        # A state may be found anew in a larger orbit, which no single one found before subsumes.
        assert explored.depth == depth or (method == "adaptive" and explored.depth > depth)
        assert bool(explored.deadlocks) == bool(stuck)
        if method == "plain":
            assert (explored.states, explored.deadlocks) == (len(expected), len(stuck))
        assert (path is not None) == bool(stuck)
        if path is not None:
            check_replay(structure, path)
            assert concrete(path.states[-1]) in stuck
            assert len(path.steps) == min(expected[state] for state in stuck)


def _check_verdicts(drawn: Generated, structure: oracle.Structure, ready: Prepared) -> None:
    model = ready.model
    names = [prop.name for prop in model.properties if properties.accepts(model, prop) is None]
    if not names:
        return
    verified = methods.verify(ready, names, pipeline.Limits(), pipeline.Silence())
    formulas = dict(drawn.model.properties)
    for outcome in verified.outcomes:
        holds = oracle_temporal.satisfied(structure, formulas[outcome.property.name])
        assert outcome.verdict.outcome == ("holds" if holds else "violated")
        if outcome.trace is not None:
            check_replay(structure, outcome.trace)
