"""The compiled engine ends at its limits wherever it is: in the middle of a state, and where it does not heed them."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cluster.running import awaited, descendants, gone
from tests.engines.compiled.endless import ENDLESS
from tests.engines.compiled.test_programs import program, verified
from tests.running import PROGRAM, environment
from vsym.basics.limits import REASONS, UNLIMITED, Budget, LimitReachedError
from vsym.engines.compiled import process
from vsym.engines.compiled.compiler import binary
from vsym.engines.compiled.questions import questions
from vsym.engines.compiled.source import source
from vsym.models.program.program import Program
from vsym.system.report import Progress, Silence


def compiled(subject: Program) -> Path:
    """The program of a program with all its properties, as the engine compiles it."""
    return binary(source(subject, questions(subject.properties, fair=False, everywhere=True).asked).model)


@pytest.mark.parametrize("name", ENDLESS)
def test_the_deadline_ends_a_state_that_takes_for_ever(name: str) -> None:
    subject = program(ENDLESS[name])
    compiled(subject)
    answer = verified(subject, budget=UNLIMITED.within(0.2))
    assert answer.reached is not None
    assert (answer.reached.complete, answer.reached.interrupted) == (False, "time")
    assert {(one.outcome, one.reason) for one in answer.verdicts} == {("unknown", REASONS["time"])}


def test_memory_ends_a_state_with_too_many_successors() -> None:
    answer = verified(program(ENDLESS["successors"]), budget=Budget(megabytes=2))
    assert answer.reached is not None
    assert (answer.reached.complete, answer.reached.interrupted) == (False, "memory")
    assert 10_000 < answer.reached.states < 1_000_000


@contextmanager
def endless(name: str, folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A check by the installed program, and its process that explores, which has begun to."""
    file = folder / "endless.m"
    file.write_text(ENDLESS[name])
    with subprocess.Popen(
        [PROGRAM, "check", file], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment(), text=True
    ) as running:
        try:
            yield running, awaited(lambda: _exploring(running.pid))
        finally:
            running.kill()


def _exploring(ancestor: int) -> int:
    """The process of a compiled program that has worked for a tenth of a second, 0 where there is none yet."""
    for number, command in descendants(ancestor).items():
        if "/vsym/programs/" in command:
            fields = Path(f"/proc/{number}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
            return number if int(fields[11]) >= 10 else 0
    return 0


@pytest.mark.parametrize("name", ["loop", "start"])
def test_ctrl_c_ends_a_state_that_takes_for_ever(name: str, tmp_path: Path) -> None:
    with endless(name, tmp_path) as (running, explorer):
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=60)
        assert (running.returncode, "not all of them: interrupted" in out) == (130, True), out
        # What is true of each of no initial states may not be so of those that were not found.
        assert "holds" not in out
        assert gone([explorer])


def deaf(folder: Path) -> Path:
    """A program that tells of progress twice and then heeds nothing."""
    file = folder / "deaf"
    progress = '{"type": "progress", "states": 1, "frontier": 1, "depth": 0, "seconds": 0.1}'
    file.write_text(f"#!/bin/sh\ntrap '' INT ALRM\necho '{progress}'\necho '{progress}'\nwhile :; do sleep 60; done\n")
    file.chmod(0o755)
    return file


class _Impatient(Silence):
    """Presses Ctrl-C whenever it hears of progress."""

    def explored(self, _: Progress) -> None:
        raise KeyboardInterrupt


def test_a_program_that_does_not_heed_its_deadline_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "GRACE", 0.0)
    with (
        process.running(deaf(tmp_path), {}, Budget(deadline=0.0)) as running,
        pytest.raises(LimitReachedError) as limit,
    ):
        running.search(Silence(), lambda *_: None)
    assert limit.value.interruption == "time"


def test_a_second_ctrl_c_ends_a_program_that_does_not_heed_the_first(tmp_path: Path) -> None:
    with process.running(deaf(tmp_path), {}, UNLIMITED) as running, pytest.raises(KeyboardInterrupt):
        running.search(_Impatient(), lambda *_: None)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("memory", "many"),
        ("memory", "12x"),
        ("memory", "-1"),
        ("memory", "99999999999999999999"),
        ("bound", "4294967296"),
        ("seconds", "nan"),
        ("seconds", "1 s"),
        ("first", ""),
        ("unknown", "1"),
    ],
)
def test_a_number_is_read_to_its_end(option: str, value: str) -> None:
    made = compiled(program(ENDLESS["loop"]))
    said = option if option == "unknown" else value
    options: dict[str, object] = {option: value}
    with process.running(made, options, UNLIMITED) as running, pytest.raises(RuntimeError, match=f"request {said}"):
        running.search(Silence(), lambda *_: None)
