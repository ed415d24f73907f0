"""Abstract traces made concrete: lassos, stuttering, and traces that are none."""

from __future__ import annotations

from dataclasses import replace

import pytest
from vsym.reductions.counters.lifting import lift

from tests.reductions.counters.reduced import reduced
from tests.symmetry.virtual.judging import RW, RW_BROKEN
from vsym.models.counting.model import Model
from vsym.models.counting.replaying import ReplayError
from vsym.models.counting.semantics import ModelPath, State, is_initial, step_of
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.vectors import abstract, concretize
from vsym.system.result import Path, SystemPath

ONCE = "system once\nstates A, B\ngroup P of 2\nshared left : 0..2 = 2\ninit A\ntrans A -> B do left := left - 1\n"


def _index(system: CounterSystem, source: str, block: int = 0) -> int:
    return next(n for n, t in enumerate(system.transitions) if (t.source, t.block) == (source, block))


def _assert_path(model: Model, system: CounterSystem, trace: SystemPath, path: ModelPath) -> None:
    """A path of the concrete structure with the trace's counters."""
    assert is_initial(model, path.states[0])
    assert [abstract(system, state) for state in path.states] == [*trace.states]
    assert (path.kind, path.loop) == (trace.kind, trace.loop)
    for before, step, after in zip(path.states, path.steps, path.states[1:], strict=False):
        if step is None:
            assert before == after
        else:
            taken = step_of(model, before, step.process, step.transition)
            assert taken is not None
            assert taken.target == step.target == after


def _entering(system: CounterSystem) -> SystemPath:
    """Two wait, one enters and leaves: a lasso from the second state on."""
    wait, enter, leave = (_index(system, source) for source in "NTC")
    states = ((3, 0, 0), (2, 1, 0), (1, 2, 0), (1, 1, 1), (2, 1, 0))
    return Path("counterexample", states, (wait, wait, enter, leave), loop=1)


def test_a_lasso() -> None:
    model, system = reduced(RW)
    trace = _entering(system)
    path = lift(model, system, trace)
    _assert_path(model, system, trace, path)
    entered = path.steps[2]
    assert entered is not None
    # Process 1, the reader, waits first; only then is it the writer's turn.
    assert path.states[2] == State(("T", "T", "N"))
    assert entered.process == 2


def test_the_loop_s_counters_repeat_though_its_processes_need_not() -> None:
    model, system = reduced("system s\nstates A, B\ngroup P of 2\ninit A\ntrans A -> B\ntrans B -> A\n")
    trace = Path("witness", ((2, 0), (1, 1), (0, 2), (1, 1)), (0, 0, 1), loop=1)
    path = lift(model, system, trace)
    _assert_path(model, system, trace, path)
    assert path.states[1] == State(("B", "A"))
    assert path.states[3] == State(("A", "B"))


def test_several_blocks() -> None:
    model, system = reduced(RW_BROKEN)
    trace = Path(
        "witness",
        ((1, 0, 0, 2, 0, 0), (1, 0, 0, 1, 1, 0), (0, 1, 0, 1, 1, 0), (0, 0, 1, 1, 1, 0)),
        (_index(system, "N", 1), _index(system, "N", 0), _index(system, "T", 0)),
    )
    path = lift(model, system, trace)
    _assert_path(model, system, trace, path)
    assert [step.process for step in path.steps if step is not None] == [2, 1, 1]


def test_a_deadlock_stutters() -> None:
    model, system = reduced(ONCE)
    trace = Path("counterexample", ((2, 0, 2), (1, 1, 1), (0, 2, 0), (0, 2, 0)), (0, 0, None), loop=2)
    path = lift(model, system, trace)
    _assert_path(model, system, trace, path)
    assert path.steps[-1] is None


def test_an_initial_state_alone_is_a_trace() -> None:
    model, system = reduced(ONCE)
    path = lift(model, system, Path("witness", ((2, 0, 2),), ()))
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
    model, system = reduced(RW)
    trace = _entering(system)
    states = (*trace.states[:changed], vector, *trace.states[changed + 1 :])
    with pytest.raises(ReplayError, match=complaint):
        lift(model, system, replace(trace, states=states, loop=None))


@pytest.mark.parametrize("loop", [0, 2, 3])
def test_a_tampered_loop_is_our_bug(loop: int) -> None:
    model, system = reduced(RW)
    with pytest.raises(ReplayError, match="loop does not close"):
        lift(model, system, replace(_entering(system), loop=loop))


def test_a_step_that_is_not_enabled_is_our_bug() -> None:
    model, system = reduced(RW)
    wait, enter = _index(system, "N"), _index(system, "T")
    states = ((3, 0, 0), (2, 1, 0), (2, 0, 1), (1, 1, 1), (1, 0, 2))
    with pytest.raises(ReplayError, match="no process can take `T -> C`"):
        lift(model, system, Path("witness", states, (wait, enter, wait, enter)))


def test_a_stutter_where_something_is_enabled_is_our_bug() -> None:
    model, system = reduced(ONCE)
    for states in (((2, 0, 2), (2, 0, 2)), ((2, 0, 2), (1, 1, 2))):
        with pytest.raises(ReplayError, match="a step is enabled"):
            lift(model, system, Path("witness", states, (None,)))


def test_a_stutter_that_changes_the_counters_is_our_bug() -> None:
    model, system = reduced(ONCE)
    with pytest.raises(ReplayError, match="stuck"):
        lift(model, system, Path("witness", ((2, 0, 2), (1, 1, 1), (0, 2, 0), (1, 1, 0)), (0, 0, None)))


def test_a_shared_value_that_the_step_does_not_leave_is_our_bug() -> None:
    model, system = reduced(ONCE)
    with pytest.raises(ReplayError):
        lift(model, system, Path("witness", ((2, 0, 2), (1, 1, 2)), (0,)))


def test_states_and_vectors() -> None:
    _, system = reduced(RW_BROKEN)
    model, _ = reduced(RW_BROKEN)
    state = concretize(model, system, (0, 0, 1, 1, 1, 0))
    assert state == State(("C", "N", "T"))
    assert abstract(system, State(("C", "T", "N"))) == (0, 0, 1, 1, 1, 0)
    _, shared = reduced(ONCE)
    assert abstract(shared, State(("A", "B"), (("left", 1),))) == (1, 1, 1)
