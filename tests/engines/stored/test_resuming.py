"""Explorations that are cut short, or killed, and go on: always the store of the one that nothing disturbed."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.cluster.running import awaited, processes
from tests.engines.compiled.test_programs import told
from tests.engines.stored.running import contents, grid, local, model, stored
from tests.running import FRESH
from vsym.basics.limits import UNLIMITED, Budget
from vsym.engines.stored.exploring import Limits, Narration, explore
from vsym.engines.stored.files import LOCK, MANIFEST, StoreError
from vsym.engines.stored.working import executable, text_of
from vsym.system.report import Progress, Silence

ROUTE: dict[str, Any] = {"parts": 2, "together": 20}
"""How states are divided, so that some levels are one step and some are two."""


class _Impatient(Silence):
    """Presses Ctrl-C after some levels."""

    def __init__(self, levels: int) -> None:
        self._left = levels

    def explored(self, _: Progress) -> None:
        self._left -= 1
        if not self._left:
            raise KeyboardInterrupt


def test_what_was_cut_short_goes_on(folder: Path) -> None:
    """At a bound, at a limit of time, by Ctrl-C: the finished levels are counted, and one goes on behind them."""
    subject = grid()
    whole = stored(folder / "whole", subject, **ROUTE)
    some, resumed = folder / "some", False
    for budget, report, reason, depth in (
        (Budget(bound=2), Silence(), "bound", 1),
        (UNLIMITED, _Impatient(3), "keyboard", 4),
        (Budget(deadline=0.0), Silence(), "time", 4),
    ):
        found = stored(some, subject, budget=budget, report=report, resume=resumed, **ROUTE).reached
        assert found is not None
        assert (found.complete, found.interrupted, found.depth) == (False, reason, depth)
        assert not (some / LOCK).exists()
        resumed = True
    assert told(stored(some, subject, resume=True, **ROUTE)) == told(whole)
    assert contents(some) == contents(folder / "whole")
    # What is complete is asked once more, and stays as it is.
    assert told(stored(some, subject, resume=True, **ROUTE)) == told(whole)
    assert contents(some) == contents(folder / "whole")


def test_killed_at_some_moments(folder: Path) -> None:
    """Between any two things that are done to files, by SIGKILL; neither a process nor a file of theirs is left."""
    subject, random = grid(), Random(17)
    whole = stored(folder / "whole", subject, **ROUTE)
    some = folder / "some"
    some.mkdir()
    ended = []
    for _ in range(6):
        process = FRESH.Process(target=_killed, args=(some, random.randint(1, 60)))
        process.start()
        process.join(60)
        ended.append(process.exitcode)
    assert ended == [-signal.SIGKILL] * 6
    found = stored(some, subject, resume=(some / MANIFEST).exists(), **ROUTE)
    assert told(found) == told(whole)
    assert contents(some) == contents(folder / "whole")
    program = str(executable(text_of(model())))
    awaited(lambda: not any(program in command for command in processes().values()))


def _killed(folder: Path, moment: int) -> None:
    """Explore, and end by a signal when so many things have been done to the files of a folder."""
    left = moment

    def count(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal left
        if event not in ("open", "os.rename", "os.remove", "subprocess.Popen"):
            return
        if event != "subprocess.Popen" and str(folder) not in str(arguments[0]):
            return
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)

    subject = grid()
    sys.addaudithook(count)
    stored(folder, subject, resume=(folder / MANIFEST).exists(), **ROUTE)


def test_a_worker_that_is_killed_costs_its_step_alone(folder: Path, tmp_path: Path) -> None:
    """Every third process is killed once it has been told what to do."""
    stored(folder / "whole", grid(), **ROUTE)
    program = tmp_path / "program"
    limits = Limits(UNLIMITED, lambda _: False, ROUTE["together"])
    real = executable(text_of(model()))
    counted = f"echo >> {program}.told; cat > {program}.$$; [ $(($(wc -l < {program}.told) % 3)) = 0 ] && kill -9 $$"
    program.write_text(f'#!/bin/sh\n{counted}\nexec {real} "$@" < {program}.$$\n')
    program.chmod(0o755)
    some = folder / "some"
    with local(some, program) as (store, workers):
        assert explore(store, workers, limits, Narration(Silence())) is None
    assert contents(some) == contents(folder / "whole")
    program.write_text("#!/bin/sh\ncat > /dev/null\nkill -9 $$\n")
    with local(folder / "none", program) as (store, workers), pytest.raises(StoreError, match="want of memory"):
        explore(store, workers, limits, Narration(Silence()))
    assert {file.name for file in (folder / "none").iterdir()} == {MANIFEST, "program.c"}
