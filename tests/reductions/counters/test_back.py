"""Paths of counters made concrete: lassos, stuttering, and traces that are none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.composing import reduced
from tests.symmetry.virtual.judging import RW, RW_BROKEN
from vsym.models.counting.semantics import ModelPath, State, is_initial, step_of
from vsym.models.protocol import ReplayError
from vsym.reductions.counters.reduced import Reduced
from vsym.reductions.counters.vectors import abstract, concretize
from vsym.system.result import Path, SystemPath
from vsym.system.step import Vector

ONCE = "system once\nstates A, B\ngroup P of 2\nshared left : 0..2 = 2\ninit A\ntrans A -> B do left := left - 1\n"


def _index(rw: Reduced, source: str, block: int = 0) -> int:
    return next(n for n, t in enumerate(rw.counters.transitions) if (t.source, t.block) == (source, block))


def _concrete(smaller: Reduced, trace: SystemPath) -> ModelPath:
    """The way back, held against the definition: a path of the concrete structure with the trace's counters."""
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
            taken = step_of(model, before, step.process, step.transition)
            assert taken is not None
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
    entered = path.steps[2]
    assert entered is not None
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
        (3, (1, 2, 0), "no process can take `T -> C`"),
        (4, (1, 2, 0), "no process can take `C -> N`"),
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
    with pytest.raises(ReplayError, match="no process can take `T -> C`"):
        rw.lifted(Path("witness", states, (wait, enter, wait, enter)))


@pytest.mark.parametrize(
    ("states", "steps", "complaint"),
    [
        (((2, 0, 2), (2, 0, 2)), (None,), "a step is enabled"),
        (((2, 0, 2), (1, 1, 2)), (None,), "a step is enabled"),
        (((2, 0, 2), (1, 1, 1), (0, 2, 0), (1, 1, 0)), (0, 0, None), "leads elsewhere"),
        (((2, 0, 2), (1, 1, 2)), (0,), "no process can take"),
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
