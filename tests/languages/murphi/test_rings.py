"""Arithmetic of ringsets, against Python's modulo; a program with a ringset beside the same one in plain numbers."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.support.composing import run_by
from tests.support.rumur import rumur
from tests.support.running import EXAMPLES
from tests.symmetry.declared.equivariance import program_of, reached
from vsym.models.program.semantics import Semantics

SUMS = """const N: %d; K: 2 * N + 1;
type Ring: ringset(N);
var p: Ring; q: Ring; plus: Ring; minus: Ring; twice: Ring; steps: 0 .. N; k: -K .. K;
ruleset i: Ring; j: Ring do startstate p := i; q := j; plus := i; minus := i; twice := i; steps := 0; k := 0; end; end;
ruleset n: -K .. K do rule
  k := n; plus := p + n; minus := p - n; twice := 1 + p + n - %d; steps := p - q;
end; end;
"""


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_sums_and_differences_are_those_modulo_the_size(size: int) -> None:
    program = program_of(SUMS % (size, 2 * size - 1))
    offsets = {slot.text: slot for slot in program.layout.slots}
    looked_at = 0
    for state in reached(program, size * size):
        for fired in Semantics(program).fire(state):
            assert fired.state is not None
            p, q, plus, minus, twice, steps, k = (
                offsets[name].type.value(fired.state[offsets[name].offset])
                for name in ("p", "q", "plus", "minus", "twice", "steps", "k")
            )
            assert (plus, minus, steps) == ((p + k) % size, (p - k) % size, (p - q) % size)
            assert twice == (1 + p + k - (2 * size - 1)) % size
            looked_at += 1
    assert looked_at == size * size * (4 * size + 3)


DINNER = (EXAMPLES / "programs" / "dinner.m").read_text("utf-8")


def _in_numbers(text: str) -> str:
    """The same without a ringset, as other tools read it."""
    text = re.sub(r"ringset\(N\)", "0 .. N - 1", text)
    text = re.sub(r"\[(\w+) \+ 1\]", r"[(\1 + 1) % N]", text)
    return re.sub(r"\[(\w+) - 1\]", r"[(\1 + N - 1) % N]", text)


def test_a_program_in_plain_numbers_reaches_the_same_states() -> None:
    theirs = _in_numbers(DINNER)
    assert "ringset" not in theirs.partition("const N")[2]
    assert theirs.count("% N") == 3
    states = {*reached(program_of(DINNER), 1000)}
    assert len(states) == 118
    assert states == {*reached(program_of(theirs), 1000)}


def test_rumur_counts_the_states_of_the_program_in_plain_numbers(tmp_path: Path) -> None:
    assert shutil.which("rumur"), "scripts/install-rumur.sh"
    theirs = rumur(_in_numbers(DINNER), "off", "stuttering", tmp_path)
    assert (theirs.states, theirs.fired) == (118, 300)


ONE_IS_UNDEFINED = """type Ring: ringset(2);
var a: array [Ring] of boolean; b: boolean;
ruleset i: Ring do startstate undefine a; a[i] := true; b := false; end; end;
rule !b ==> b := exists j: Ring do a[j] end; end;
"""


@pytest.mark.parametrize(
    ("engine", "ring", "states"),
    [
        ("interpreted", "ringset(2)", 2),
        ("compiled", "ringset(2)", 2),
        ("explicit", "ringset(2)", 2),
        ("interpreted", "0 .. 1", 3),
    ],
)
def test_an_element_that_is_undefined_is_an_error_wherever_a_ring_begins(engine: str, ring: str, states: int) -> None:
    """In a range, the search stops at the first element if that decides."""
    reached = run_by(program_of(ONE_IS_UNDEFINED.replace("ringset(2)", ring)), engine).reached
    assert reached is not None
    assert reached.states == states
