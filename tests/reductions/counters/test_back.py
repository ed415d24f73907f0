"""Paths of counters made concrete: lassos, stuttering, and traces that are none."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from tests.support.composing import reduced
from tests.support.present import present
from tests.symmetry.virtual.judging import RW, RW_BROKEN
from vsym.models.counting.locations import located
from vsym.models.counting.semantics import ModelPath, State, is_initial, step_of
from vsym.models.protocol import ReplayError
from vsym.reductions.counters import back
from vsym.reductions.counters.abstraction import abstract, concretize
from vsym.reductions.counters.reduced import Reduced
from vsym.system.result import Path, SystemPath
from vsym.system.step import Vector

ONCE = "system once\nstates A, B\ngroup P of 2\nshared left : 0..2 = 2\ninit A\ntrans A -> B do left := left - 1\n"


def _index(rw: Reduced, source: str, block: int = 0) -> int:
    return next(n for n, t in enumerate(rw.counters.transitions) if (t.source, t.block) == (source, block))


def _concrete(smaller: Reduced, trace: SystemPath) -> ModelPath:
    """The way back, checked against the definition: a path of the concrete structure with the trace's counters."""
    model = smaller.model
    same, path = smaller.lifted(trace)
    assert same == trace
    assert is_initial(model, path.states[0])
    assert [abstract(smaller.counters, state) for state in path.states] == [*trace.states]
    assert (path.kind, path.loop) == (trace.kind, trace.loop)
    for before, step, after in zip(path.states, path.steps, path.states[1:], strict=False):
        if step is None:
            assert before == after
        else:
            taken = present(step_of(model, before, step.process, step.transition))
            assert taken.target == step.target == after
    return path


def _entering(rw: Reduced) -> SystemPath:
    """Two wait, one enters and leaves: a lasso from the second state on."""
    wait, enter, leave = (_index(rw, source) for source in "NTC")
    states = ((3, 0, 0), (2, 1, 0), (1, 2, 0), (1, 1, 1), (2, 1, 0))
    return Path("counterexample", states, (wait, wait, enter, leave), loop=1)


def test_a_lasso() -> None:
    rw = reduced(RW)
    trace = _entering(rw)
    path = _concrete(rw, trace)
    entered = present(path.steps[2])
    # Process 1, the reader, waits first; only then is it the writer's turn.
    assert path.states[2] == State(("T", "T", "N"))
    assert entered.process == 2


def test_the_loop_s_counters_repeat_though_its_processes_need_not() -> None:
    system = reduced("system s\nstates A, B\ngroup P of 2\ninit A\ntrans A -> B\ntrans B -> A\n")
    trace = Path("witness", ((2, 0), (1, 1), (0, 2), (1, 1)), (0, 0, 1), loop=1)
    path = _concrete(system, trace)
    assert path.states[1] == State(("B", "A"))
    assert path.states[3] == State(("A", "B"))


def test_several_blocks() -> None:
    broken = reduced(RW_BROKEN)
    trace = Path(
        "witness",
        ((1, 0, 0, 2, 0, 0), (1, 0, 0, 1, 1, 0), (0, 1, 0, 1, 1, 0), (0, 0, 1, 1, 1, 0)),
        (_index(broken, "N", 1), _index(broken, "N", 0), _index(broken, "T", 0)),
    )
    path = _concrete(broken, trace)
    assert [step.process for step in path.steps if step is not None] == [2, 1, 1]


def test_a_deadlock_stutters() -> None:
    once = reduced(ONCE)
    trace = Path("counterexample", ((2, 0, 2), (1, 1, 1), (0, 2, 0), (0, 2, 0)), (0, 0, None), loop=2)
    path = _concrete(once, trace)
    assert path.steps[-1] is None


def test_an_initial_state_alone_is_a_trace() -> None:
    once = reduced(ONCE)
    path = _concrete(once, Path("witness", ((2, 0, 2),), ()))
    assert path.states == (State(("A", "A"), (("left", 2),)),)


@pytest.mark.parametrize(
    ("changed", "vector", "complaint"),
    [
        (0, (2, 1, 0), "does not start in an initial state"),
        (3, (1, 2, 0), "the abstraction takes `T -> C`, but no process can"),
        (4, (1, 2, 0), "the abstraction takes `C -> N`, but no process can"),
    ],
)
def test_a_tampered_state_is_our_bug(changed: int, vector: tuple[int, ...], complaint: str) -> None:
    rw = reduced(RW)
    trace = _entering(rw)
    states = (*trace.states[:changed], vector, *trace.states[changed + 1 :])
    with pytest.raises(ReplayError, match=complaint):
        rw.lifted(replace(trace, states=states, loop=None))


@pytest.mark.parametrize("loop", [0, 2, 3])
def test_a_tampered_loop_is_our_bug(loop: int) -> None:
    rw = reduced(RW)
    with pytest.raises(ReplayError, match="the loop of the path does not close"):
        rw.lifted(replace(_entering(rw), loop=loop))


def test_a_step_that_is_not_enabled_is_our_bug() -> None:
    rw = reduced(RW)
    wait, enter = _index(rw, "N"), _index(rw, "T")
    states = ((3, 0, 0), (2, 1, 0), (2, 0, 1), (1, 1, 1), (1, 0, 2))
    with pytest.raises(ReplayError, match="the abstraction takes `T -> C`, but no process can"):
        rw.lifted(Path("witness", states, (wait, enter, wait, enter)))


@pytest.mark.parametrize(
    ("states", "steps", "complaint"),
    [
        (((2, 0, 2), (2, 0, 2)), (None,), "a step is enabled"),
        (((2, 0, 2), (1, 1, 2)), (None,), "a step is enabled"),
        (((2, 0, 2), (1, 1, 1), (0, 2, 0), (1, 1, 0)), (0, 0, None), "does not lead where"),
        (((2, 0, 2), (1, 1, 2)), (0,), "but no process can"),
    ],
    ids=["stutter", "stutter with a change", "change in a deadlock", "shared value"],
)
def test_a_stutter_or_a_value_that_is_wrong_is_our_bug(
    states: tuple[Vector, ...], steps: tuple[int | None, ...], complaint: str
) -> None:
    with pytest.raises(ReplayError, match=complaint):
        reduced(ONCE).lifted(Path("witness", states, steps))


def test_states_and_vectors() -> None:
    broken, once = reduced(RW_BROKEN), reduced(ONCE)
    assert concretize(broken.model, broken.counters, (0, 0, 1, 1, 1, 0)) == State(("C", "N", "T"))
    assert abstract(broken.counters, State(("C", "T", "N"))) == (0, 0, 1, 1, 1, 0)
    assert abstract(once.counters, State(("A", "B"), (("left", 1),))) == (1, 1, 1)


TEXT = """system turns
param left = 3
param right = 4
states N, T, C
group L of left
group R of right
shared x : 0..1000000000 = 0
init N
trans N -> T { L: x < 1000000000 do x := x + 1; R: #N[L] = 0 & x < 1000000000 do x := x + 1 }
trans T -> C if #C < 5
"""


def _moves(sizes: tuple[int, int], times: tuple[int, int]) -> SystemPath:
    n = sum(sizes)
    middle = (n - times[0], times[0], 0, times[0])
    return Path(
        "witness",
        ((n, 0, 0, 0), middle, (middle[0], middle[1] - times[1], times[1], times[0])),
        (0, 1),
        times=times,
    )


def test_each_step_that_is_left_out_can_be_taken() -> None:
    turns = reduced(TEXT)
    assert len(turns.counters.blocks) == 1
    path, concrete = turns.lifted(_moves((3, 4), (6, 5)))
    assert concrete.times is not None
    assert sum(concrete.times) == 11
    assert path.times == concrete.times
    assert [abstract(turns.counters, state) for state in concrete.states] == list(path.states)
    stops = zip(concrete.steps, concrete.times, itertools.pairwise(concrete.states), strict=True)
    for step, times, (state, after) in stops:
        assert step is not None
        for process in range(step.process, step.process + times):
            taken = present(step_of(turns.model, state, process, step.transition))
            state = taken.target
        assert (list(state.locations), state.shared) == (list(after.locations), after.shared)


def test_a_thousand_million_steps_stop_a_few_times_only() -> None:
    half = 500_000_000
    turns = reduced(TEXT, left=half, right=half)
    _, concrete = turns.lifted(_moves((half, half), (2 * half, 5)))
    assert sum(present(concrete.times)) == 2 * half + 5
    assert len(concrete.steps) <= 4
    assert located(concrete.states[-1].locations).count("C") == 5


def test_more_steps_than_the_guard_allows_are_refused() -> None:
    turns = reduced(TEXT)
    with pytest.raises(ReplayError):
        turns.lifted(_moves((3, 4), (7, 6)))


GAP = "system gap\nparam n = 4\nstates N, T\ngroup P of n\ninit N\ntrans N -> T if {guard}\n"


def _all_move(n: int) -> SystemPath:
    return Path("witness", ((n, 0), (0, n)), (0,), times=(n,))


@pytest.mark.parametrize("guard", ["#T != 2", "#T <= 1 | #T >= 3", "!(#T = 2)"])
def test_a_guard_that_holds_at_both_ends_only_lets_nobody_through(guard: str) -> None:
    """The first of four may move and the last might, but nobody moves where two have done so."""
    with pytest.raises(ReplayError):
        reduced(GAP.format(guard=guard)).lifted(_all_move(4))


def test_a_path_of_too_many_stops_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Under a guard that is not convex each process moves alone: six stops are one too many where five may be."""
    gap = reduced(GAP.format(guard="#T != 7"), n=6)
    assert gap.lifted(_all_move(6))[1].times == (1,) * 6
    monkeypatch.setattr(back, "MOVES", 5)
    with pytest.raises(ReplayError, match="cannot be replayed"):
        gap.lifted(_all_move(6))
    assert len(gap.lifted(replace(_all_move(6), states=((6, 0), (1, 5)), times=(5,)))[1].steps) == 5


def test_a_loop_of_repeated_steps_begins_at_its_stop() -> None:
    """Under guards that are not convex there is a stop for each process, also before the loop."""
    there_and_back = reduced(f"{GAP.format(guard='#T != 7')}trans T -> N if #N != 7\n", n=3)
    states = ((3, 0), (0, 3), (3, 0), (0, 3))
    path, concrete = there_and_back.lifted(Path("witness", states, (0, 1, 0), loop=1, times=(3, 3, 3)))
    assert path.loop == concrete.loop == 3
    assert path.states[3] == path.states[-1] == (0, 3)
    assert len(path.states) == 10


JOINT = """system joint
states N, T, C
group R of 3
group W of 4
init N
trans a: N -> T with N -> C
"""


@pytest.mark.parametrize(("mover", "partner"), [(0, 0), (0, 1), (1, 0), (1, 1)])
@pytest.mark.parametrize("times", [None, 1, 3])
def test_mover_and_partner_are_of_the_blocks_that_the_step_names(mover: int, partner: int, times: int | None) -> None:
    joint = reduced(f"{JOINT}invariant few: #T[W] <= 9\n")
    number = next(
        number for number, one in enumerate(joint.counters.transitions) if (one.block, one.other) == (mover, partner)
    )
    many = times or 1
    if mover == partner:
        many = min(many, (3, 4)[mover] // 2)
    after = [3, 0, 0, 4, 0, 0]
    for block, state in ((mover, 1), (partner, 2)):
        after[3 * block] -= many
        after[3 * block + state] += many
    trace: SystemPath = Path(
        "witness", ((3, 0, 0, 4, 0, 0), tuple(after)), (number,), times=None if times is None else (many,)
    )
    path, concrete = joint.lifted(trace)
    assert abstract(joint.counters, concrete.states[-1]) == path.states[-1] == tuple(after)
    assert sum(concrete.times or (1,)) == many


def test_those_who_move_together_are_different_processes() -> None:
    joint = reduced(JOINT)
    with pytest.raises(ReplayError):
        joint.lifted(Path("witness", ((7, 0, 0), (0, 3, 3)), (0,), times=(4,)))
    path, concrete = joint.lifted(Path("witness", ((7, 0, 0), (1, 3, 3)), (0,), times=(3,)))
    assert path.states[-1] == (1, 3, 3)
    assert sum(present(concrete.times)) == 3
