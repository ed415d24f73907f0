"""No input may end in anything but a program or diagnostics."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.languages.error_files import error_files
from tests.languages.layouts import mutated, pieces
from tests.languages.murphi.texts import FRAME, program
from tests.support.drawn import DRAWN, many
from tests.support.present import present
from vsym.basics.source import DiagnosticError
from vsym.models.program.program import Dialect, Program
from vsym.models.program.semantics import Semantics

_SNIPPETS = (Path(__file__).parent / "snippets.txt").read_text("utf-8").splitlines()[1:]
_STARTER = (Path(__file__).parents[3] / "templates" / "starter.m").read_text("utf-8").replace("$name", "new")
SEEDS = [
    _STARTER,
    FRAME,
    FRAME + "choose m: net do rule net[m].one = 1 ==> multisetremove(m, net) end end;\n--! ctl k: AG (x = 1 -> AF b)\n",
    *(path.read_text("utf-8") for path in error_files("murphi")),
    *(line.split("\t")[3] for line in _SNIPPETS),
]
FRAGMENTS = sorted({piece for seed in SEEDS for piece in pieces(seed) if piece.strip()} | {"\0", "\U0001f600"})


def _outcome(text: str, dialect: Dialect) -> Program | None:
    try:
        found = program(text, dialect)
    except DiagnosticError as error:
        # Rendering has to work for every place and every character.
        return None if "error[VS" in str(error) else pytest.fail(f"no diagnostics for {text!r}")
    hash(found)
    return found


@settings(DRAWN, max_examples=many(15))
@given(
    mutated(SEEDS, FRAGMENTS),
    st.builds(Dialect, st.sampled_from(["strict", "lenient"]), st.sampled_from(["symmetric", "range"])),
)
@example("", Dialect())
@example("--! fair", Dialect())
@example("--! ctl k:", Dialect())
@example("type T: T; var x: T; startstate end;", Dialect())
@example("const N: N; startstate end;", Dialect())
@example("type T: record a: T end; var x: T; startstate end;", Dialect())
@example("function f(f: 0..f): f; begin return f end; startstate end;", Dialect())
@example(
    "type P: scalarset(3); U: union { P, enum { a } }; var u: U; startstate u := 1 end;", Dialect(scalarset="range")
)
def test_any_text_is_a_program_or_has_diagnostics(text: str, dialect: Dialect) -> None:
    found = _outcome(text, dialect)
    if found is not None:
        states = [fired.state for fired in islice(Semantics(found).starts(), 3) if fired.state is not None]
        for state in states:
            assert len(state) == found.layout.width
            for fired in Semantics(found).fire(state)[:20]:
                codes = zip(fired.state or (), found.layout.slots, strict=False)
                assert all(0 <= code <= slot.type.cardinality for code, slot in codes)


@given(st.text(alphabet='var x:01.;startsendule=>[](){}"-!/* \n', max_size=60))
def test_any_characters_are_a_program_or_have_diagnostics(text: str) -> None:
    _outcome(text, Dialect())


@pytest.mark.parametrize("depth", [40, 85])
def test_what_is_deep_and_accepted_can_be_run(depth: int) -> None:
    for written in ("!" * depth + "b", "b ? c : " * depth + "b", "forall i: 0..0 do " * depth + "b" + " end" * depth):
        found = _outcome(f"{FRAME}startstate b := true; c := true end; rule {written} ==> b := false end;", Dialect())
        semantics = Semantics(present(found))
        *_, last = semantics.starts()
        assert len(semantics.fire(present(last.state))) == (0 if written[0] == "!" and depth % 2 else 1)
