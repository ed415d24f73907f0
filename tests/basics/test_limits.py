"""Limits of work: the checks of a budget, the errors that they raise, and the thread that watches the limits."""

from __future__ import annotations

import threading
import time
from mmap import mmap

import pytest

from tests.support.memory import fresh
from vsym.basics import limits as watch
from vsym.basics.limits import (
    OWN_BYTES,
    UNLIMITED,
    Budget,
    Interruption,
    LimitReachedError,
    UndecidedError,
    alarmed,
    watched,
)
from vsym.basics.memory import held

PASSED = Budget(deadline=0.0)


def test_a_budget_says_which_limit_was_reached() -> None:
    UNLIMITED.check()
    with pytest.raises(LimitReachedError, match="time") as time_up:
        PASSED.check()
    assert (time_up.value.interruption, isinstance(time_up.value, UndecidedError)) == ("time", True)
    full = Budget()
    full.interruption.exhaust(exhausted=True)
    with pytest.raises(LimitReachedError, match="memory"):
        full.check()
    full.interruption.exhaust(exhausted=False)
    full.check()


def test_paced_work_is_cut_between_items() -> None:
    done: list[int] = []
    with pytest.raises(LimitReachedError):
        done.extend(PASSED.paced(range(100), 10))
    assert done == list(range(10))
    assert list(PASSED.paced(range(9), 10)) == list(range(9))


def test_memory_stops_the_solver_at_work() -> None:
    stopped: list[bool] = []
    interruption = Budget().interruption
    with interruption.stopping(lambda: stopped.append(True)):
        interruption.exhaust(exhausted=False)
        assert not stopped
        interruption.exhaust(exhausted=True)
    interruption.exhaust(exhausted=True)
    assert stopped == [True]


def _awaited(budget: Budget, work: list[mmap] | None) -> Interruption | None:
    """The limit at which the watch ends work that never checks its budget; None if the work is over before."""
    ended = threading.Event()
    limits: list[Interruption] = []

    def end(limit: Interruption) -> None:
        limits.append(limit)
        ended.set()

    with watched(budget, end):
        # Both limits of the watch are about work, so it has to go on until then.
        while work is not None and not ended.is_set():
            if len(work) < 4 * OWN_BYTES // 10_000_000:
                work.append(fresh(10_000_000))
    return limits[0] if limits else None


def test_work_that_takes_much_more_memory_than_it_may_is_ended() -> None:
    assert _awaited(Budget(megabytes=1), []) == "memory"


def test_work_that_goes_on_after_the_deadline_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "START", 0.0)
    monkeypatch.setattr(watch, "OVERTIME", 0.05)
    assert _awaited(Budget(deadline=time.monotonic(), megabytes=10_000), []) == "time"


def test_what_python_itself_takes_is_not_counted() -> None:
    """A budget is for the work alone: even one that is smaller than any process refuses nothing far below its limit."""
    assert held() > 1_000_000
    assert _awaited(Budget(megabytes=1), None) is None


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> threading.Semaphore:
    """Released after each look of the watch at the memory."""
    looks = threading.Semaphore(0)

    def counted() -> int:
        now = held()
        looks.release()
        return now

    monkeypatch.setattr(watch, "held", counted)
    return looks


def test_the_shortest_limit_leaves_time_for_a_small_model(
    looks: threading.Semaphore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "START", 1_000_000.0)
    monkeypatch.setattr(watch, "OVERTIME", 0.0)
    limits: list[Interruption] = []
    with watched(PASSED, limits.append):
        for _ in range(5):
            assert looks.acquire(timeout=60)
    assert limits == []


def test_what_little_the_work_takes_is_within_what_python_itself_may(looks: threading.Semaphore) -> None:
    budget = Budget(megabytes=1)
    with watched(budget):
        # The first look is before the work.
        assert looks.acquire(timeout=60)
        taken = fresh(OWN_BYTES // 2)
        for _ in range(3):
            assert looks.acquire(timeout=60)
        assert not budget.interruption.exhausted
    assert taken


def test_work_that_asks_is_told_of_too_much_memory() -> None:
    budget = Budget(megabytes=1)
    taken: list[mmap] = []

    def work() -> None:
        while True:
            budget.check()
            if len(taken) < 30:
                taken.append(fresh(10_000_000))

    with watched(budget), pytest.raises(LimitReachedError, match="memory"):
        work()
    budget.check()


def test_processor_time_does_not_pass_while_others_work() -> None:
    budget = Budget().of_processor(0.1)
    time.sleep(0.2)
    budget.check()
    while budget.left > 0:
        pass
    with pytest.raises(LimitReachedError, match="time"):
        budget.check()


def test_less_time_is_never_more_than_is_left() -> None:
    assert PASSED.within(60).left < 0
    assert PASSED.of_processor(60).left < 0
    assert Budget(deadline=time.monotonic() + 60).within(0).left <= 0
    assert Budget().left > Budget().within(60).left


def test_a_solver_that_knows_no_clock_is_stopped_at_the_deadline_of_its_question() -> None:
    budget, stopped = Budget().of_processor(60), threading.Event()
    with alarmed(budget):
        with budget.interruption.stopping(stopped.set, budget.deadline):
            assert not stopped.wait(0.05)
        with budget.interruption.stopping(stopped.set, budget.within(0).deadline):
            assert stopped.wait(60)
