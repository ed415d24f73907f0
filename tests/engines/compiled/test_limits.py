"""The compiled engine ends at its limits wherever it is: in the middle of a state, and where it does not heed them."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cluster.running import awaited, descendants, gone
from tests.engines.compiled.models import ENDLESS, FAIR, FAULTS, MANY, UNIONS, WIDE
from tests.engines.compiled.test_compiler import compiler
from tests.engines.compiled.test_programs import interpreted, program, told, verified
from tests.support.decided_programs import checked, decided, expected, folded, of_seed, sound_of_seed
from tests.support.drawn import chosen
from tests.support.generated_program_names import Kind
from tests.support.generated_programs import seeds
from tests.support.present import present
from tests.support.running import started
from vsym.basics.limits import REASONS, UNLIMITED, Budget, LimitReachedError
from vsym.engines.compiled import process
from vsym.engines.compiled.compiler import FAST, binary
from vsym.engines.compiled.search import questions
from vsym.engines.compiled.source import source
from vsym.models.program.program import Program
from vsym.system.report import Progress, Silence


def compiled(subject: Program) -> Path:
    """The program of a program with all its properties, as the engine compiles it."""
    return binary(source(subject, questions(subject.properties, fair=False, everywhere=True).targets), FAST)


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("name", chosen(("instances", "loop", "guard", "starts"), ENDLESS))
def test_the_deadline_ends_a_state_that_takes_for_ever(name: str) -> None:
    subject = program(ENDLESS[name])
    compiled(subject)
    answer = verified(subject, budget=UNLIMITED.within(0.2))
    assert answer.reached is not None
    assert (answer.reached.complete, answer.reached.interrupted) == (False, "time")
    assert {(one.outcome, one.reason) for one in answer.verdicts} == {("unknown", REASONS["time"])}


@pytest.mark.usefixtures("plain")
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
    with started("check", file, errors=subprocess.STDOUT) as running:
        yield running, awaited(lambda: _exploring(running.pid))


def _exploring(ancestor: int) -> int:
    """The process of a compiled program that has worked for a tenth of a second, 0 where there is none yet."""
    for number, command in descendants(ancestor).items():
        if "/vsym/programs/" in command:
            fields = Path(f"/proc/{number}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
            return number if int(fields[11]) >= 10 else 0
    return 0


@pytest.mark.parametrize("name", chosen(["start"], ["loop", "start"]))
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


QUICK = "-std=gnu11", "-O0"
NARROW = "-DCOLUMNS=1", "-DMANY=3"
"""Columns for states of any width, which are soon plain where little repeats."""

TREE = """
var before: array [0..39] of 0..9; x: 0..69999; after: array [0..39] of 0..9;
startstate
  for i: 0..39 do before[i] := i % 10; after[i] := 9 - i % 10; end; x := 1;
end;
rule "left" 2 * x <= 69999 ==> x := 2 * x; end;
rule "right" 2 * x < 69999 ==> x := 2 * x + 1; end;
invariant "last" x != 69999;
"""


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Columns in all programs."""
    monkeypatch.setattr("vsym.engines.compiled.compiler.FLAGS", (*QUICK, *NARROW))


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize("seed", seeds(2))
def test_drawn_programs(seed: int) -> None:
    """Columns hold states or representatives: every other program is explored orbit by orbit."""
    if seed % 2:
        subject = sound_of_seed(seed, Kind(symmetric=True))
        assert decided(checked(subject, "compiled", quotient=True)) == folded(subject)
    else:
        subject = of_seed(seed, Kind())
        assert decided(checked(subject, "compiled")) == expected(subject)


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize("model", chosen([FAIR, MANY], [FAIR, FAULTS, MANY, UNIONS, WIDE]))
def test_programs_written_by_hand(model: str) -> None:
    """With formulas on paths and fairness, for which the graph is read."""
    subject = program(model)
    assert told(verified(subject)) == told(interpreted(subject))


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(
    ("flag", "most"), [("-DMANY=65536u", 25), ("-DMANY=1073741824u", 33), *chosen([], [("-DCOLUMNS=0", 65)])]
)
def test_a_column_of_many_words(flag: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two bytes cannot number so many words. As few repeat, the words stand in the rows, unless the flag allows numbers
    of three bytes."""
    monkeypatch.setattr("vsym.engines.compiled.compiler.FLAGS", (*QUICK, flag))
    answer = verified(program(TREE))
    assert answer.reached is not None
    assert answer.reached.states == 69_999
    assert most - 2 < present(answer.reached.bytes_per_state) < most
    verdict = answer.verdicts[-1]
    assert verdict.path is not None
    assert verdict.path.states[-1][40] == 70_000
    assert verdict.path.length == 16


def test_states_of_one_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every state has the hash of every other, and every word that of the others in its column."""
    script = """
grep -q "int main" "$text" || exec cc "$@"
grep -q 'return hash ^ hash >> 32;' "$text" && grep -q 'uint64_t hash = ((uint64_t)product' "$text" || exit 1
sed -i 's/return hash ^ hash >> 32;/return 7;/; s/hash = ((uint64_t)product/hash = 0 * ((uint64_t)product/' "$text"
"""
    monkeypatch.setenv("CC", f"{compiler(tmp_path, script)} {' '.join(NARROW)}")
    subject = program(UNIONS)
    assert told(verified(subject)) == told(interpreted(subject))


@pytest.mark.usefixtures("plain")
def test_no_more_memory_than_it_may_take(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vsym.engines.compiled.compiler.FLAGS", (*QUICK, "-DMANY=65536u"))
    reached = present(verified(program(TREE), budget=Budget(megabytes=1)).reached)
    assert reached.interrupted == "memory"
    assert 900_000 < reached.states * present(reached.bytes_per_state) < 1_200_000
