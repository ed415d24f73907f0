"""Engines in processes of their own."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from tests.cluster.running import Process, awaited, gone
from tests.system.systems import SIX_IN_A_RING, of
from vsym.basics.limits import REASONS, Budget
from vsym.engines.protocol import Answer
from vsym.engines.registry import engine
from vsym.engines.subprocess_engine import Decided, Ending, Failure, SubprocessEngine
from vsym.system.report import Silence
from vsym.system.result import ErrorReached
from vsym.system.system import System

MEGABYTES = 1000

RING = f"""{SIX_IN_A_RING}ctl back: AG EF #A = n
ctl never: AG #F < n
"""

OVERFLOW = """system overflow
states A, B
group P of 3
shared x : 0..2 = 0
init A
trans A -> B do x := x + 1
invariant low: x <= 2
"""


def _ended(name: str, system: System, megabytes: int = MEGABYTES, deadline: float | None = None) -> Ending:
    endings: queue.SimpleQueue[tuple[SubprocessEngine, Ending | Decided]] = queue.SimpleQueue()
    racer = SubprocessEngine(name, system, system.properties, Budget(deadline=deadline), megabytes, endings)
    by, ending = endings.get()
    while isinstance(ending, Decided):
        by, ending = endings.get()
    assert by is racer
    racer.stop()
    return ending


@pytest.mark.parametrize("name", ["explicit", "mdd"])
def test_the_answer_is_that_of_the_engine_here(name: str) -> None:
    system = of(RING, n=4)
    ending = _ended(name, system)
    assert isinstance(ending, Answer)
    here = engine(name).verify(system, system.properties, Budget(), Silence())
    assert [(one.outcome, one.path) for one in ending.verdicts] == [(one.outcome, one.path) for one in here.verdicts]
    assert [one.outcome for one in ending.verdicts] == ["holds", "violated"]


def test_a_violation_is_said_while_the_engine_goes_on() -> None:
    """There are so many states that the engine would need days for the other property."""
    system = of(f"{SIX_IN_A_RING}ctl never: AG #F < 1\nctl always: AG #F <= n\n", n=90)
    said: queue.SimpleQueue[tuple[SubprocessEngine, Ending | Decided]] = queue.SimpleQueue()
    racer = SubprocessEngine("explicit", system, system.properties, Budget(spare=0), MEGABYTES, said)
    by, decided = said.get()
    racer.stop()
    assert by is racer
    assert isinstance(decided, Decided)
    assert (decided.name, decided.verdict.outcome, decided.depth) == ("never", "violated", 5)


def test_an_error_that_is_reached_is_one_here() -> None:
    ending = _ended("explicit", of(OVERFLOW))
    assert isinstance(ending, ErrorReached)
    assert ending.path.length == 2


def test_what_an_engine_does_not_accept_is_a_bug_and_said_to_be_one() -> None:
    system = of(RING + "ctl soon: AX #A = 1\n", n=4)
    ending = _ended("smt", system)
    assert isinstance(ending, Failure)
    assert ending.bug
    assert "VS421" in ending.reason


def test_what_cannot_be_passed_on_is_a_bug_and_no_wait_without_end() -> None:
    system = of(RING, n=4)
    budget = replace(Budget(), solver=lambda: "no function goes into a message")  # type: ignore[arg-type]
    endings: queue.SimpleQueue[tuple[SubprocessEngine, Ending | Decided]] = queue.SimpleQueue()
    SubprocessEngine("explicit", system, system.properties, budget, MEGABYTES, endings)
    ending = endings.get()[1]
    assert isinstance(ending, Failure)
    assert ending.bug
    assert "cannot be passed on" in ending.reason


def test_the_memory_is_its_own() -> None:
    ending = _ended("explicit", of(RING, n=40), megabytes=1)
    assert isinstance(ending, Answer)
    assert {one.reason for one in ending.verdicts if one.outcome == "unknown"} == {REASONS["memory"]}


def test_the_deadline_is_that_of_its_owner() -> None:
    ending = _ended("explicit", of(RING, n=40), megabytes=1, deadline=time.monotonic())
    assert isinstance(ending, Answer)
    assert {one.reason for one in ending.verdicts} == {REASONS["time"]}


def test_one_that_the_system_kills_ran_out_of_memory() -> None:
    endings: queue.SimpleQueue[tuple[SubprocessEngine, Ending | Decided]] = queue.SimpleQueue()
    system = of(RING, n=60)
    racer = SubprocessEngine("explicit", system, system.properties, Budget(), MEGABYTES, endings)
    os.kill(racer.process_number, signal.SIGKILL)
    assert endings.get()[1] == Failure(REASONS["memory"])


OWNER = """
import queue, sys
from tests.engines.test_subprocess_engine import RING, MEGABYTES
from tests.system.systems import of
from vsym.basics.limits import Budget
from vsym.engines.subprocess_engine import SubprocessEngine
system = of(RING, n=90)
racer = SubprocessEngine("explicit", system, system.properties, Budget(), 100 * MEGABYTES, queue.SimpleQueue())
print(racer.process_number, flush=True)
sys.stdin.read()
"""


def test_none_outlives_its_owner() -> None:
    """Without the kill, the engine would work for longer than the test waits: its memory lasts for minutes."""
    owner = subprocess.Popen([sys.executable, "-c", OWNER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None
    process = Process.of(int(owner.stdout.readline()))
    owner.kill()
    owner.communicate()
    awaited(lambda: gone([process]))
