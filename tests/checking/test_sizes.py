"""Verdicts at all sizes, checked against the oracle at each small one, on generated models."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from hypothesis import HealthCheck, Phase, given, settings

from tests.support import oracle, oracle_symmetry, oracle_temporal
from tests.support.composing import checked, explicitly
from tests.support.composing import decided as identified_here
from tests.support.drawn import many
from tests.support.generated_sizes import At, OpenGenerated, open_models
from tests.support.loading import load, load_open
from tests.support.replaying import abstract_steps, check_replay
from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.source import DiagnosticError, Source
from vsym.checking.answer import Outcome
from vsym.checking.sizes import verified_for_all
from vsym.checking.stages import identified, reduced
from vsym.logic.folding import satisfied
from vsym.logic.terms import Atom
from vsym.models.counting.counts import Count, name_of
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.symmetry.virtual.identification import Decided
from vsym.system.report import Silence

MODELS = 3
"""The number of drawn models, of which the first is always the simplest."""

PROCESSES = 4
LARGEST = 8
"""The most processes for which the oracle enumerates all states; at a larger size, vsym itself is the reference."""

SIZES = "system sizes\nparam a, b, k = 0\nstates A\ngroup P of 1\ninit A\nctl inside: {}\n"
"""A model whose formula names values of the parameters; nothing else in it matters."""

SECONDS = 5.0
"""Seconds for one model. Tests skip all that is undecided by then, and its amount depends on the machine."""


@given(drawn=open_models() | open_models(progress=True))
@settings(max_examples=many(MODELS), deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
def test_what_is_said_of_all_sizes_is_true_at_each(drawn: OpenGenerated) -> None:
    """Symmetry, blocks, guards and verdicts at every size; witnesses and counterexamples at theirs, the smallest."""
    opened = load_open(Source("drawn.gsst", drawn.text), {}, tuple(one.name for one in drawn.parameters))
    structures = [_Structure.of(drawn, at) for at in drawn.sizes(PROCESSES)]
    try:
        decided = identified(opened, _budget(), Silence())
    except DiagnosticError as refusal:
        _check_codes(refusal, {"VS311", "VS320", "VS322"})
        return
    for here in structures:
        assert oracle.inductive(oracle.structure(here.model), [formula for _, formula in here.model.lemmas])
    _check_symmetry(drawn, structures, decided)
    try:
        _, smaller = reduced(opened, decided, _budget(), Silence())
    except UndecidedError:
        return
    for here in structures:
        _check_steps(here, smaller.counters)
    try:
        outcomes = verified_for_all(opened, smaller, _budget(), Silence(), checked)
    except DiagnosticError as refusal:
        _check_codes(refusal, {"VS330"})
        return
    _check_verdicts(drawn, structures, outcomes)


def _budget() -> Budget:
    return Budget(deadline=time.monotonic() + SECONDS)


def _check_codes(refusal: DiagnosticError, codes: set[str]) -> None:
    assert {one.code for one in refusal.diagnostics} <= codes


class _Structure(NamedTuple):
    """A drawn model at one size."""

    at: At
    model: oracle.Model
    structure: oracle.Structure

    @staticmethod
    def of(drawn: OpenGenerated, at: At) -> _Structure:
        model = drawn.model(at)
        return _Structure(at, model, oracle.structure(model, [formula for _, formula in model.lemmas]))

    def blocks(self, blocks: tuple[Processes, ...]) -> oracle_symmetry.Blocks:
        return tuple(processes for block in blocks if (processes := self.at.processes(block)))


def _check_symmetry(drawn: OpenGenerated, structures: list[_Structure], decided: Decided) -> None:
    sound = {(d.relation.source, d.relation.target) for d in decided.decisions}
    smallest = dict[oracle_symmetry.Arrow, int]()
    for decision, instance in zip(decided.decisions, decided.instances, strict=True):
        arrow = (decision.relation.source, decision.relation.target)
        assert decision.verdict != "undecided"
        assert (instance is not None) == (decision.verdict == "broken")
        if instance is not None:
            sound.discard(arrow)
            smallest[arrow] = min(instance.model.size, smallest.get(arrow, instance.model.size))
            if instance.model.size > LARGEST:
                assert not identified_here(instance.model).full
                continue
            here = _Structure.of(drawn, drawn.here(dict(instance.values)))
            assert arrow in oracle_symmetry.broken(here.structure, oracle_symmetry.one_block(here.model))
    for here in structures:
        everyone = oracle_symmetry.one_block(here.model)
        broken = oracle_symmetry.broken(here.structure, everyone)
        assert sound.isdisjoint(broken)
        assert all(smallest[arrow] <= here.model.size for arrow in broken)
        assert oracle_symmetry.virtually_symmetric(here.structure, here.blocks(decided.blocks))


def _check_steps(here: _Structure, system: CounterSystem) -> None:
    """The abstract transitions lead from every counter state exactly where the existential abstraction leads."""
    blocks = tuple(block.processes for block in system.blocks)
    filled = [block for block in blocks if here.at.processes(block)]
    expected = oracle_symmetry.abstract_steps(here.structure, here.blocks(blocks))
    states = oracle_symmetry.abstract_states(here.structure, here.blocks(blocks), here.structure.steps)
    for state in states:
        value_of = _reader(here, system, filled, state)
        found = {
            (source, target, filled.index(blocks[block])): outcomes
            for (source, target, block), outcomes in abstract_steps(system, value_of).items()
        }
        assert found == {key: set(steps[state]) for key, steps in expected.items() if state in steps}


def _reader(
    here: _Structure, system: CounterSystem, filled: list[Processes], state: oracle_symmetry.AbstractState
) -> Callable[[Atom], int]:
    shared = {**dict(zip((v.name for v in system.shared), state.shared, strict=True)), **here.at.values}

    def value_of(variable: Atom) -> int:
        if isinstance(variable, Count):
            if variable.processes not in filled:
                return 0
            return state.counters[filled.index(variable.processes)][system.states.index(variable.state)]
        return shared[name_of(variable)]

    return value_of


def _check_verdicts(drawn: OpenGenerated, structures: list[_Structure], outcomes: Sequence[Outcome]) -> None:
    for outcome in outcomes:
        verdict, name = outcome.verdict, outcome.property.name
        if verdict.outcome == "holds":
            assert all(_holds(here, name) for here in structures)
        if verdict.exactly is not None:
            assert all(_holds(here, name) == _is_in(verdict.exactly, here.at.values) for here in structures)
        if verdict.values is not None:
            bounds = {one.name: (one.least, one.most or verdict.values[one.name]) for one in drawn.parameters}
            assert all(least <= verdict.values[name] <= most for name, (least, most) in bounds.items())
            at = drawn.here(verdict.values)
            if len(at.everyone) > LARGEST:
                assert explicitly(load(Source("drawn.gsst", drawn.text), verdict.values), name) == "violated"
                continue
            there = _Structure.of(drawn, at)
            assert not _holds(there, name)
            if outcome.run is not None:
                assert dict(outcome.run.model.parameters).items() >= verdict.values.items()
                check_replay(there.structure, outcome.run.path)
            if verdict.smallest:
                smaller = (here for here in structures if here.model.size < there.model.size)
                assert all(_holds(here, name) for here in smaller)
    if all(outcome.verdict.outcome != "unknown" for outcome in outcomes):
        assert not any(oracle.reachable_overflows(here.structure) for here in structures)


def _holds(here: _Structure, name: str) -> bool:
    return oracle_temporal.satisfied(here.structure, dict(here.model.properties)[name])


def _is_in(sizes: str, values: Mapping[str, int]) -> bool:
    """Tells if values of the parameters are among the sizes that a text names."""
    subject = load_open(Source("sizes.gsst", SIZES.format(sizes)), {}, tuple("abk"))
    [prop] = subject.model.properties
    return satisfied(prop.formula, lambda atom: {"a": 0, "b": 0, "k": 0, **values}[name_of(atom)])
