"""A suggested change of the text makes a program of it that has the scalarset or ringset, with the same quotient."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.support.composing import run_by
from tests.support.drawn import chosen
from tests.support.hand_programs import LOCK, RING
from tests.support.loading import load_program
from tests.support.present import present
from tests.support.running import EXAMPLES
from vsym.basics.limits import UNLIMITED
from vsym.checking.findings.suggestions import Patch, Suggestion, as_ringset, as_scalarset, suggestions
from vsym.checking.findings.types import type_symmetries
from vsym.checking.groups.choosing import asked_group
from vsym.checking.groups.detecting import program_symmetry
from vsym.checking.groups.given import is_proved
from vsym.checking.question import MDD, Strategy
from vsym.checking.ways import way
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.exchange.generators import rotation
from vsym.models.program.program import Program
from vsym.models.program.types import Range
from vsym.symmetry.declared.soundness import misuses
from vsym.system.report import Silence


def _suggested(text: str) -> Suggestion | None:
    """The only suggestion for a program."""
    program = load_program(text)
    symmetry = program_symmetry(program, UNLIMITED)
    several = [*suggestions(program, symmetry, type_symmetries(symmetry))]
    assert len(several) < 2
    return several[0] if several else None


def _scalarset(text: str, name: str) -> tuple[Patch, ...] | None:
    """The change that makes a scalarset of a range, whether its elements are interchangeable or not."""
    program = load_program(text)
    types = (step[0] for slot in program.layout.slots for step in slot.path if isinstance(step, tuple))
    one = as_scalarset(program, next(one for one in types if isinstance(one, Range) and one.name == name))
    return None if one is None else one.changes


def _applied(text: str, changes: Sequence[Patch]) -> str:
    lines = text.splitlines()
    for patch in changes:
        assert lines[patch.line - 1] == patch.before
        lines[patch.line - 1] = patch.after
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("declared", "after"),
    [
        ("Proc: 1..N;", "Proc: scalarset(N);"),
        ("Proc: 0 .. N - 1;", "Proc: scalarset(N);"),
        ("Proc: 1 .. N - 1;", "Proc: scalarset(N - 1);"),
        ("Proc : 5..7 ;", "Proc : scalarset(3) ;"),
        ("Proc: 1..3", "Proc: scalarset(3)"),
        ("Proc: enum { red, blue };", "Proc: scalarset(2);"),
    ],
)
def test_the_declaration_alone_changes(declared: str, after: str) -> None:
    suggestion = present(_suggested(LOCK.replace("Proc: scalarset(N);", declared)))
    assert suggestion.changes == (Patch(3, f"type {declared}", f"type {after}"),)
    assert (suggestion.keyword, suggestion.hindrance) == ("scalarset", None)


def test_no_change_is_suggested_where_the_scalarset_would_be_misused() -> None:
    assert _scalarset(RING, "place") is None
    last = "for q: Proc do if state[q] = idle then owner := q end end; state[p] := want end;"
    assert _scalarset(LOCK.replace("scalarset(N)", "1..N").replace("state[p] := want end;", last), "Proc") is None


@pytest.mark.parametrize("declared", ["\n  1..N", "enum {\n red, blue }"])
def test_no_change_is_suggested_where_no_line_declares_the_type(declared: str) -> None:
    assert _suggested(LOCK.replace("scalarset(N)", declared)) is None


def test_an_enumeration_of_which_the_text_names_a_member_stays_one() -> None:
    text = LOCK.replace("scalarset(N)", "enum { red, blue }")
    assert _suggested(f"{text}\ninvariant forall p: Proc do p = red | p = blue end;") is None


_TURNED = """const N: %d;
type Seat: 0 .. N - 1;
var at: Seat; idle: array [Seat] of boolean; steps: 0 .. N;
ruleset s: Seat do
  startstate at := s; for t: Seat do idle[t] := true end; steps := 0 end;
  rule "on" idle[at] ==> at := (at + 1) %% N; steps := (s - at + N) %% N end;
  rule "work" s = (at + N - 1)%%N ==> idle[(s+1) %% N] := !idle[2 * 0 + (s + (N - 2)) %% N] end
end;
liveness forall s: Seat do idle[s] -> !idle[(s + 1) %% N] end;
"""


def test_a_range_that_is_turned_could_be_a_ringset() -> None:
    """Sums lose `% N`, and brackets that nobody needs; a number of steps keeps both."""
    suggestion = present(_suggested(_TURNED % 4))
    assert suggestion.keyword == "ringset"
    assert [patch.line for patch in suggestion.changes] == [2, 6, 7, 9]
    assert [patch.after.strip() for patch in suggestion.changes] == [
        "type Seat: ringset(N);",
        'rule "on" idle[at] ==> at := at + 1; steps := (s - at + N) % N end;',
        'rule "work" s = at + N - 1 ==> idle[s+1] := !idle[2 * 0 + (s + (N - 2))] end',
        "liveness forall s: Seat do idle[s] -> !idle[s + 1] end;",
    ]


def test_a_range_from_1_is_turned_by_one_more() -> None:
    text = (_TURNED % 3).replace("0 .. N - 1", "1..N").replace("at := (at + 1) % N", "at := at % N + 1")
    text = re.sub(r" s = .* end$", " at := (at + N - 2) % N + 1 end", text, flags=re.MULTILINE)
    text = re.sub(r"liveness.*", "", text)
    changes = [patch.after.strip() for patch in present(_suggested(text)).changes]
    assert "at := at + 1;" in changes[1]
    assert changes[2] == 'rule "work" at := (at + N - 2) + 1 end'


@pytest.mark.parametrize(
    ("was", "becomes", "refused"),
    [
        ("idle[at] ==>", "idle[at] & (N = 1 -> at = 0) ==>", "0"),
        ("idle[at] ==>", "idle[at] & (N = 1 -> at < 1) ==>", "at"),
        ("steps := (s - at + N) % N", "for t: Seat do if N = 1 then at := t end end", "at"),
    ],
)
def test_what_vsym_would_refuse_stands_at_its_place_in_the_text_as_it_is(was: str, becomes: str, refused: str) -> None:
    text = (_TURNED % 3).replace(was, becomes)
    one = present(_suggested(text))
    hindrance = present(one.hindrance)
    assert (one.keyword, one.changes, hindrance.span.source.text, hindrance.span.text) == ("ringset", (), text, refused)
    assert text[: hindrance.span.start].count("\n") == 5


@pytest.mark.parametrize(
    ("was", "becomes"), [("at := s; for", "at := 0; for"), ("idle[at] ==>", "idle[at] & at < 2 ==>")]
)
def test_a_range_is_no_ringset_where_a_rotation_is_no_symmetry(was: str, becomes: str) -> None:
    """Somebody starts, or goes first."""
    assert _suggested((_TURNED % 4).replace(was, becomes)) is None


@pytest.mark.parametrize(
    "more",
    [
        "invariant forall s: Seat do s - at < 3 end;",
        "ruleset s: Seat do rule s - at = 1 ==> idle[s] := true end; rule s - at = -3 ==> idle[s] := true end; end;",
    ],
)
def test_no_ringset_is_suggested_that_makes_another_program(more: str) -> None:
    """A difference below 0 is another number in a ring, for a property, or for the rule that fires."""
    program = load_program(_TURNED % 4 + more)
    symmetry = program_symmetry(program, UNLIMITED)
    of = next(one.type for one in type_symmetries(symmetry) if one.type.name == "Seat")
    assert isinstance(of, Range)
    assert is_proved(symmetry, rotation(program.layout, of).map, "it", "here")
    assert as_ringset(program, symmetry, of) is None


_PETERSON, _TOKEN = ((EXAMPLES / "programs" / f"{name}.m").read_text("utf-8") for name in ("peterson", "token"))


_SUGGESTED = {
    "lock": LOCK.replace("scalarset(N)", "1..N"),
    "turned": _TURNED % 4,
    "peterson": _PETERSON,
    "token": _TOKEN,
}


def _orbits(program: Program, quotient: Quotient) -> int:
    """The orbits of a program's states, on decision diagrams: a program in C takes longer to be compiled."""
    up_to = Strategy("within").up_to(program, quotient, MDD, UNLIMITED)
    found = run_by(program, way(MDD, quotient, up_to=up_to))
    return present(found.explorations[0].orbits if quotient else present(found.reached).states)


@pytest.mark.parametrize("name", chosen(["lock", "turned"], _SUGGESTED))
def test_what_is_suggested_has_the_quotient_of_what_it_declares(name: str) -> None:
    text = _SUGGESTED[name]
    suggestion = present(_suggested(text))
    before, after = load_program(text), load_program(_applied(text, suggestion.changes))
    assert not misuses(after)
    declared_type = suggestion.type.name
    assert [str(one.name) for one in after.scalarsets] + [str(one.name) for one in after.ringsets] == [declared_type]
    turned = suggestion.keyword == "ringset"
    states = []
    for program, group in (
        (before, f"rotate {declared_type}" if turned else "detected"),
        (after, None),
        (before, "none"),
    ):
        bare = replace(program, properties=())
        (run,) = asked_group(bare, group, UNLIMITED, Silence()).runs
        states.append(_orbits(bare, run.quotient))
    quotient, declared, plain = states
    assert quotient == declared < plain
