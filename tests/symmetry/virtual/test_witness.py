"""Witnesses: pairs of states of processes, checked against the definition; the paper's own one comes out exactly."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

import vsym
from tests.support.present import present
from tests.symmetry.virtual.judging import RW_BROKEN, TWO_GROUPS, identified, judged, processes, relations_of
from vsym.basics.limits import Budget
from vsym.logic.formula import TRUE
from vsym.models.counting.model import Model
from vsym.models.counting.processes import LISTED, Processes
from vsym.models.counting.semantics import State, Step, steps
from vsym.symmetry.virtual.decision import minimal_pair
from vsym.symmetry.virtual.identification import Decided, decide_relations
from vsym.symmetry.virtual.matrix import Frame
from vsym.symmetry.virtual.question import OrbitPair
from vsym.symmetry.virtual.witness import Witness, orbit, witness_of


def _witnesses(decided: Decided) -> list[Witness]:
    return [witness for witness in decided.witnesses if witness is not None]


def _steps_to(model: Model, state: State, target: State, blocks: list[Processes]) -> list[Step]:
    """The steps from a state into the target's orbit."""
    wanted = (orbit(model, target, blocks), target.shared)
    return [step for step in steps(model, state) if (orbit(model, step.target, blocks), step.target.shared) == wanted]


def _assert_genuine(model: Model, witness: Witness, blocks: list[Processes]) -> None:
    """Condition (1) of Theorem 3 fails here."""
    assert witness.target is not None
    assert [step for step in steps(model, witness.enabled) if step.process == witness.moves] != []
    assert any(step.target == witness.target for step in steps(model, witness.enabled))
    assert witness.disabled.shared == witness.enabled.shared
    assert orbit(model, witness.disabled, blocks) == orbit(model, witness.enabled, blocks)
    assert (witness.permutation == ()) == (model.size > LISTED)
    if witness.permutation:
        permuted = tuple(witness.enabled.locations[image - 1] for image in witness.permutation)
        assert permuted == witness.disabled.locations
        for block in blocks:
            assert {witness.permutation[process - 1] for process in block} == set(block)
    assert _steps_to(model, witness.disabled, witness.target, blocks) == []


LEAVING = """
system leaving
states N, T
group W of 1
group Q of 1
group V of 1
shared free : bool = true
shared level : 0..0 = 0
init N
trans N -> T {
  W: true do level := level - 1
  Q: true do free := false
  V: true
}
trans N -> T
"""


def test_a_line_that_leaves_a_range_is_no_step_of_a_transition_s_other_lines() -> None:
    """Only Q can change `free`, and only W leaves a range, by the same transition; all have the other one."""
    changing, leaving = _witnesses(identified(LEAVING))
    assert changing.target is not None
    assert (changing.moves, dict(changing.target.shared)) == (2, {"free": 0, "level": 0})
    assert changing.disabled.locations[1] == "T"
    assert (leaving.moves, leaving.target, leaving.disabled.locations[0]) == (1, None, "T")


def test_the_witness_of_section_4_3() -> None:
    decided = identified(RW_BROKEN)
    assert decided.witnesses == (
        None,
        Witness(State(("N", "N", "T")), 3, State(("T", "N", "N")), (3, 2, 1), State(("N", "N", "C"))),
        None,
    )
    (witness,) = _witnesses(decided)
    _assert_genuine(decided.model, witness, [decided.model.processes])


def test_no_process_of_the_second_state_moves_without_need() -> None:
    """A reader inside and a writer change places; every other process stays in its place."""
    states = "system s\nstates N, T, C\ngroup R of 3\ngroup W of 2\ninit N\n"
    decided = identified(f"{states}trans N -> T\ntrans T -> C {{ R: #C[W] = 0 W: #C = 0 }}\ntrans C -> N\n")
    (witness,) = _witnesses(decided)
    _assert_genuine(decided.model, witness, [decided.model.processes])
    assert sum(process != image for process, image in enumerate(witness.permutation, 1)) == 2


@pytest.mark.parametrize(
    "text",
    [
        TWO_GROUPS + "trans A -> B if #A[R] >= 1\n",
        TWO_GROUPS + "trans A -> B { R: true }\n",
        TWO_GROUPS + "trans A -> B { R: #A[W] >= 1  W: #A[R] >= 2 & #B >= 1 }\n",
        TWO_GROUPS + "shared x : 0..2 = 0\ntrans A -> B do x := #A[R]\ntrans B -> A { R: x >= 1 }\n",
        TWO_GROUPS + "shared x : 0..2 = 0\ntrans A -> B { R: true do x := 1  W: x > 0 }\n",
        RW_BROKEN.replace("param readers = 1", "param readers = 3"),
    ],
)
def test_every_witness_is_one(text: str) -> None:
    decided = identified(text)
    found = _witnesses(decided)
    assert len(found) == sum(decision.verdict == "broken" for decision in decided.decisions) >= 1
    for witness in found:
        _assert_genuine(decided.model, witness, [decided.model.processes])


def test_the_mover_s_step_is_the_one_that_is_missing() -> None:
    """Two are in A: a reader and a writer, or two writers. The writers' step is there in both states."""
    text = "system s\nstates A, B\ngroup R of 1\ngroup W of 2\nshared x : 0..1 = 0\ninit A\n"
    decided = identified(text + "trans A -> B { W: x = 0  R: x = 0 do x := 1 }\n")
    (witness,) = _witnesses(decided)
    _assert_genuine(decided.model, witness, [decided.model.processes])
    assert witness.moves == 1
    assert sorted(witness.enabled.locations[1:]) == ["A", "B"]


def test_a_witness_permutes_inside_blocks() -> None:
    text = "system s\nstates A, B\ngroup P[k in 1..4] of 1\ninit A\ntrans A -> B { P[1..2]: true  P[4]: true }\n"
    model = vsym.load(text)
    blocks = [processes(1, 2), processes(3, 4)]
    (decision,) = judged(model, blocks)
    witness = witness_of(model, decision.relation, present(decision.pair), blocks)
    _assert_genuine(model, witness, blocks)
    assert witness.moves == 4
    assert witness.permutation == (1, 2, 4, 3)


def test_a_step_that_leaves_a_range_has_no_target() -> None:
    text = TWO_GROUPS + "shared x : 0..1 = 0\ntrans A -> B { R: true do x := x + 1  W: x = 0 do x := x + 1 }\n"
    (witness,) = _witnesses(identified(text))
    assert witness.target is None
    assert dict(witness.enabled.shared) == {"x": 1}
    assert witness.moves in processes(1, 2)
    assert witness.enabled.locations[witness.moves - 1] == "A"
    assert "A" not in witness.disabled.locations[:2]


def test_a_joint_step_that_leaves_a_range_has_a_partner_and_no_target() -> None:
    over = "do x := x + 1"
    joint = f"trans A -> B with A -> B {{ R with R: true {over}; else: x = 0 {over} }}\n"
    (witness,) = _witnesses(identified(f"{TWO_GROUPS}shared x : 0..1 = 0\n{joint}"))
    assert witness.target is None
    assert dict(witness.enabled.shared) == {"x": 1}
    assert {witness.moves, witness.partner} == {1, 2}
    assert witness.enabled.locations[:2] == ("A", "A")
    assert witness.disabled.locations[:2] != ("A", "A")


def test_what_is_not_a_witness_is_our_bug() -> None:
    """In the last pair the writer may go in one state and not in the other, but no permutation relates the two."""
    model = vsym.load(RW_BROKEN)
    decision = judged(model)[1]
    pair = present(decision.pair)
    for wrong in (
        replace(pair, disabled=pair.enabled),
        replace(pair, enabled=pair.disabled),
        replace(pair, disabled=dict.fromkeys(pair.disabled, 0)),
    ):
        with pytest.raises(AssertionError):
            witness_of(model, decision.relation, wrong, [model.processes])


def test_more_processes_than_are_listed() -> None:
    decided = identified(RW_BROKEN.replace("readers = 1", "readers = 700").replace("writers = 2", "writers = 700"))
    (witness,) = _witnesses(decided)
    assert len(witness.enabled.locations) == 1400
    _assert_genuine(decided.model, witness, [decided.model.processes])


def test_the_orbit_of_a_state_is_its_counters() -> None:
    model = vsym.load(RW_BROKEN)
    state = State(("T", "N", "T"))
    assert orbit(model, state, [model.processes]) == ((1, 2, 0),)
    assert orbit(model, state, [processes(1, 1), processes(2, 3)]) == ((0, 1, 0), (1, 1, 0))


def test_states_that_are_not_both_initial_may_be_unreachable() -> None:
    [somewhere], [everywhere] = (
        _witnesses(identified(text))
        for text in (RW_BROKEN, TWO_GROUPS.replace("init A", "init any") + "trans A -> B if #A[R] >= 1\n")
    )
    assert somewhere.may_be_unreachable(vsym.load(RW_BROKEN))
    assert not everywhere.may_be_unreachable(vsym.load(TWO_GROUPS.replace("init A", "init any")))


def _checks(number: int) -> Budget:
    """A budget that allows `number` looks at the clock."""
    return Budget(deadline=number, clock=itertools.count(1).__next__)


def test_a_limit_leaves_the_verdict_and_no_witness() -> None:
    """The last look at the clock is where the definition confirms the witness on one local transition after another."""
    model = vsym.load(_LONG)
    looks = itertools.count(1)
    whole = decide_relations(model, Budget(deadline=1e6, clock=looks.__next__), print)
    cut = decide_relations(model, _checks(next(looks) - 1), print)
    assert len(_witnesses(whole)) == 1
    assert _witnesses(cut) == []
    assert [one.verdict for one in cut.decisions] == [one.verdict for one in whole.decisions]
    assert (cut.blocks, cut.undecided) == (whole.blocks, ())


def _inside(first: int, second: int) -> dict[tuple[str, int], int]:
    """The counts with `first` of 200 processes in A in one column, and `second` of 200 in the other."""
    return {("A", 0): first, ("B", 0): 200 - first, ("A", 1): second, ("B", 1): 200 - second}


def test_a_limit_leaves_the_pair_as_it_was_found() -> None:
    """The chain of exchanges between the two states takes longer than the clock allows."""
    model = vsym.load(_FAR)
    (relation,) = relations_of(model)
    frame = Frame(("A", "B"), ("A", "B"), (processes(1, 200), processes(201, 400)))
    pair = OrbitPair(model.processes, frame, _inside(200, 0), _inside(0, 200), {})
    near = minimal_pair(relation, pair, [model.processes], TRUE, Budget())
    assert near != pair
    assert minimal_pair(relation, pair, [model.processes], TRUE, _checks(1)) == pair


_LONG = RW_BROKEN + "".join(f"trans N -> T if #N = {number}\n" for number in range(100))

_FAR = "system s\nstates A, B\ngroup P of 200\ngroup Q of 200\ninit A\ntrans A -> B if #A[P] >= 100\n"
