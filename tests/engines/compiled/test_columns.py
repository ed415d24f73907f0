"""Wide states in columns: held against the oracle, the interpreter and the store without columns."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.decided_programs import checked, decided, expected, folded, sound
from tests.engines.compiled.models import FAIR, FAULTS, MANY, UNIONS, WIDE
from tests.engines.compiled.test_programs import program, told, verified
from tests.generated_program_names import Kind
from tests.generated_programs import drawn, seeds
from vsym.basics.limits import Budget
from vsym.engines.interpreted.engine import InterpretedEngine
from vsym.system.report import Silence

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
@pytest.mark.parametrize("seed", seeds(3))
def test_drawn_programs(seed: int) -> None:
    subject = drawn(Random(seed), Kind())
    assert decided(checked(subject, "compiled")) == expected(subject)
    subject = sound(Random(seed), Kind(symmetric=True))
    assert decided(checked(subject, "compiled", quotient=True)) == folded(subject)


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize("model", [FAIR, FAULTS, MANY, UNIONS, WIDE])
def test_programs_written_by_hand(model: str) -> None:
    """With formulas on paths and fairness, for which the graph is read."""
    subject = program(model)
    assert told(verified(subject)) == told(InterpretedEngine().verify(subject, subject.properties, Budget(), Silence()))


@pytest.mark.parametrize(("flag", "most"), [("-DMANY=65536u", 25), ("-DMANY=1073741824u", 33), ("-DCOLUMNS=0", 65)])
def test_a_column_of_many_words(flag: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """More words than two bytes number: as little repeats they stand in the rows, unless numbers of three are asked
    for."""
    monkeypatch.setattr("vsym.engines.compiled.compiler.FLAGS", (*QUICK, flag))
    answer = verified(program(TREE))
    assert answer.reached is not None
    assert answer.reached.states == 69_999
    assert answer.reached.bytes_per_state is not None
    assert most - 2 < answer.reached.bytes_per_state < most
    verdict = answer.verdicts[-1]
    assert verdict.path is not None
    assert verdict.path.states[-1][40] == 70_000
    assert verdict.path.length == 16


def test_states_of_one_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every state has the hash of every other, and every word that of the others in its column."""
    compiler = tmp_path / "cc"
    compiler.write_text(
        """#!/bin/sh
for text; do case $text in *.c) break;; esac; done
grep -q 'return hash ^ hash >> 32;' "$text" && grep -q 'uint64_t hash = ((uint64_t)product' "$text" || exit 1
sed -i 's/return hash ^ hash >> 32;/return 7;/; s/hash = ((uint64_t)product/hash = 0 * ((uint64_t)product/' "$text"
exec cc "$@"
"""
    )
    compiler.chmod(0o755)
    monkeypatch.setenv("CC", f"{compiler} {' '.join(NARROW)}")
    subject = program(UNIONS)
    assert told(verified(subject)) == told(InterpretedEngine().verify(subject, subject.properties, Budget(), Silence()))


def test_no_more_memory_than_it_may_take() -> None:
    reached = verified(program(TREE), budget=Budget(megabytes=1)).reached
    assert reached is not None
    assert reached.interrupted == "memory"
    assert reached.bytes_per_state is not None
    assert 900_000 < reached.states * reached.bytes_per_state < 1_200_000
