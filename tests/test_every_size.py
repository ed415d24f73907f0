"""What is said of all sizes, held against the oracle at each small one, on generated models."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

from hypothesis import HealthCheck, Phase, given, settings
from vsym.every_size.identify import Identified, identify, reduce_for_all
from vsym.every_size.verify import Shown, Verified, verify_for_all

from tests import oracle, oracle_symmetry, oracle_temporal
from tests.generated_sizes import At, OpenGenerated, open_models
from tests.loading import load_open
from tests.replaying import check_replay
from vsym import pipeline
from vsym.basics.limits import Budget
from vsym.basics.source import DiagnosticError, Source
from vsym.logic.formula import satisfied
from vsym.logic.terms import Atom, Named, value
from vsym.models.counting.counts import Count, name_of
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.abstraction import CounterSystem

MODELS = 15
PROCESSES = 4
SECONDS = 20.0


def _silent(_: str) -> None:
    return None


@given(open_models())
@settings(max_examples=MODELS, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
def test_what_is_said_of_all_sizes_is_true_at_each(drawn: OpenGenerated) -> None:
    """Symmetry, blocks, guards and verdicts at every size; witnesses and counterexamples at theirs, the smallest."""
    opened = load_open(Source("drawn.gsst", drawn.text), {}, tuple(one.name for one in drawn.parameters))
    structures = [_Structure.of(drawn, at) for at in drawn.sizes(PROCESSES)]
    try:
        identified = identify(opened, _budget(), _silent)
    except DiagnosticError as refusal:
        _check_codes(refusal, {"VS311", "VS320"})
        return
    for here in structures:
        assert oracle.inductive(oracle.structure(here.model), [formula for _, formula in here.model.lemmas])
    _check_symmetry(drawn, structures, identified)
    counted, system = reduce_for_all(identified, _budget(), _silent)
    for here in structures:
        _check_steps(here, counted, system)
    try:
        verified = verify_for_all(counted, system, _budget(), pipeline.Limits(), pipeline.Silence())
    except DiagnosticError as refusal:
        _check_codes(refusal, {"VS330"})
        return
    _check_verdicts(drawn, structures, verified)


def _budget() -> Budget:
    return Budget(deadline=time.monotonic() + SECONDS)


def _check_codes(refusal: DiagnosticError, codes: set[str]) -> None:
    assert {found.code for found in refusal.diagnostics} <= codes


class _Structure(NamedTuple):
    """A drawn model at one size."""

    at: At
    model: oracle.Model
    structure: oracle.Structure

    @staticmethod
    def of(drawn: OpenGenerated, at: At) -> _Structure:
        model = drawn.model(at)
        return _Structure(at, model, oracle.structure(model, [formula for _, formula in model.lemmas]))

    def processes(self, groups: Processes) -> frozenset[int]:
        """The processes of the groups that these stand for."""
        members = list(self.at.groups.values())
        return frozenset().union(*(members[number - 1] for number in groups))

    def blocks(self, blocks: tuple[Processes, ...]) -> oracle_symmetry.Blocks:
        return tuple(processes for block in blocks if (processes := self.processes(block)))


def _check_symmetry(drawn: OpenGenerated, structures: list[_Structure], identified: Identified) -> None:
    decided = identified.decided
    sound = {(d.relation.source, d.relation.target) for d in decided.decisions}
    for decision, instance in zip(decided.decisions, identified.instances, strict=True):
        arrow = (decision.relation.source, decision.relation.target)
        assert decision.verdict != "undecided"
        assert (instance is not None) == (decision.verdict == "broken")
        if instance is not None:
            sound.discard(arrow)
            here = _Structure.of(drawn, drawn.here(dict(instance.values)))
            assert arrow in oracle_symmetry.broken(here.structure, oracle_symmetry.one_block(here.model))
    smallest = {
        arrow: min(
            instance.model.size
            for decision, instance in zip(decided.decisions, identified.instances, strict=True)
            if instance is not None and (decision.relation.source, decision.relation.target) == arrow
        )
        for arrow in {(d.relation.source, d.relation.target) for d in decided.decisions if d.verdict == "broken"}
    }
    for here in structures:
        everyone = oracle_symmetry.one_block(here.model)
        broken = oracle_symmetry.broken(here.structure, everyone)
        assert sound.isdisjoint(broken)
        assert all(smallest[arrow] <= here.model.size for arrow in broken)
        assert oracle_symmetry.virtually_symmetric(here.structure, here.blocks(decided.blocks))


def _check_steps(here: _Structure, counted: Identified, system: CounterSystem) -> None:
    """The abstract transitions lead from every counter state exactly where the existential abstraction leads."""
    filled = [block for block in counted.decided.blocks if here.processes(block)]
    expected = oracle_symmetry.abstract_steps(here.structure, here.blocks(counted.decided.blocks))
    states = oracle_symmetry.abstract_states(here.structure, here.blocks(counted.decided.blocks), here.structure.steps)
    for state in states:
        value_of = _reader(here, system, filled, state)
        found: dict[tuple[str, str, int], set[tuple[int, ...]]] = {}
        for transition in system.transitions:
            if satisfied(transition.guard, value_of):
                results = {variable.name: value_of(Named(variable.name)) for variable in system.shared}
                results.update({a.variable: value(a.value, value_of) for a in transition.update})
                outcome = oracle.OVERFLOW if transition.overflow else tuple(results.values())
                place = filled.index(system.blocks[transition.block].processes)
                found.setdefault((transition.source, transition.target, place), set()).add(outcome)
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


def _check_verdicts(drawn: OpenGenerated, structures: list[_Structure], verified: Verified) -> None:
    for judged in verified.judged:
        finding, name = judged.finding, judged.property.name
        if finding.outcome == "holds":
            assert all(_holds(here, name) for here in structures)
        if finding.values is not None:
            there = _Structure.of(drawn, drawn.here(finding.values))
            assert _inside(drawn, finding.values)
            assert not _holds(there, name)
            assert judged.shown is not None
            _check_trace(there, judged.shown)
            if finding.smallest:
                smaller = (here for here in structures if here.model.size < there.model.size)
                assert all(_holds(here, name) for here in smaller)
    if all(judged.finding.outcome != "unknown" for judged in verified.judged):
        assert not any(oracle.reachable_overflows(here.structure) for here in structures)


def _holds(here: _Structure, name: str) -> bool:
    return oracle_temporal.satisfied(here.structure, dict(here.model.properties)[name])


def _inside(drawn: OpenGenerated, values: Mapping[str, int]) -> bool:
    return all(one.least <= values[one.name] <= (one.most or values[one.name]) for one in drawn.parameters)


def _check_trace(there: _Structure, shown: Shown) -> None:
    if shown.outcome.trace is not None:
        check_replay(there.structure, shown.outcome.trace)
