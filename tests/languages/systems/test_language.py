"""The language of systems: the meaning of a text, its one style, its names and its colours."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.engines.contract import drawn_quickly
from tests.languages.systems.writing import written
from tests.system.generated import systems as drawn_systems
from tests.system.generated import systems_with_errors as drawn_systems_with_errors
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError, Source
from vsym.languages.systems import LANGUAGE
from vsym.logic.folding import replace_comparisons
from vsym.logic.formula import And, Comparison, Formula, Temporal, Truth, conjunction
from vsym.logic.terms import Linear, Named
from vsym.models.transition.model import TransitionModel, states
from vsym.system.system import Case, Quotient, Remainder, System, Term

TEXT = """// A lift.
system lift

param top = 3
var floor : 0..top
var door  : {shut, open}
var called: bool
domain called -> floor < top
init floor = 0 & door = shut & !called
event call "somebody calls" if floor < top do called := true
event go if called & door = shut do floor := top, called := false
event turn do door := (door + 1) % 2 /* it opens, it shuts */
event fall if floor > top error "it falls"
fairness door = open
ctl comes: AG (called -> AF floor = top)
ltl opens: G F door = open
invariant live: !deadlock
"""


def loaded(text: str, **values: int) -> TransitionModel:
    """The model of a text."""
    found: TransitionModel = LANGUAGE.parsed(Source("test.sys", text)).at(values)
    return found


def test_a_text_is_a_system() -> None:
    model = loaded(TEXT, top=2)
    system = model.system
    assert (system.name, model.parameters) == ("lift", (("top", 2),))
    assert [(one.name, one.range, one.words, one.boolean) for one in system.variables] == [
        ("floor", (0, 2), (), False),
        ("door", (0, 1), ("shut", "open"), False),
        ("called", (0, 1), (), True),
    ]
    assert [one.name for one in system.events] == ["call", "go", "turn", "fall"]
    assert [one.label for one in system.events][:2] == ["somebody calls", "go"]
    assert dict(system.events[2].update) == {"door": Remainder(Linear(((Named("door"), 1),), 1), 2)}
    assert (system.events[3].error, system.events[3].update) == ("it falls", ())
    assert [(one.name, one.logic, one.text) for one in system.properties] == [
        ("comes", "ctl", "AG (called -> AF floor = top)"),
        ("opens", "ltl", "G F door = open"),
        ("live", "invariant", "!deadlock"),
    ]


def test_a_term_is_a_case_a_quotient_or_a_remainder() -> None:
    text = "system t\nvar x : 0..9\nvar b : bool\ninit x = 0\nevent e do x := if b then x / 2 else 3, b := x = 1 & !b\n"
    [event] = loaded(text).system.events
    x, b = Named("x"), Named("b")
    is_b = Comparison(Linear(((b, 1),)), "=", 1)
    condition = conjunction([Comparison(Linear(((x, 1),)), "=", 1), Comparison(Linear(((b, 1),)), "!=", 1)])
    assert dict(event.update) == {
        "x": Case(((is_b, Quotient(Linear(((x, 1),)), 2)),), Linear((), 3)),
        "b": Case(((condition, Linear((), 1)),), Linear()),
    }


@pytest.mark.parametrize(
    ("event", "names"),
    [
        ("if x < 3 do x := x + 1", ["e"]),
        ("do x := x + 1", ["e", "e_outside"]),
        ("do x := (x + 1) % 4", ["e"]),
        ("if x + y < 3 do x := x + y + 1", ["e"]),
        ("do x := y, y := x", ["e"]),
        ("if x = 0 do y := y + 1", ["e"]),
    ],
)
def test_an_event_that_can_leave_a_range_or_the_domain_is_an_error_where_it_does(event: str, names: list[str]) -> None:
    text = f"system t\nvar x : 0..3\nvar y : 0..3\ndomain x + y <= 3 | x = 3\ninit x = 0\nevent e {event}\n"
    if "y :=" in event or "% 4" in event:
        text = text.replace("domain x + y <= 3 | x = 3", "domain y <= 3")
        names = names if "x = 0" not in event else ["e", "e_outside"]
    elif "(x" not in event and "x + y" not in event:
        text = text.replace("domain x + y <= 3 | x = 3", "domain y = 0")
    assert [one.name for one in loaded(text).system.events] == names


def test_operators_bind_as_in_all_formulas() -> None:
    model = loaded(TEXT + "ltl p: !floor = 1 U floor = 2 & G door = open\nctl q: E [floor = 1 & called U called]\n")
    *_, first, second = model.properties
    assert isinstance(first.formula, And)
    assert isinstance(second.formula, Temporal)
    assert second.formula.operator == "EU"


def test_the_style_is_one_and_keeps_comments() -> None:
    loose = TEXT.replace("var door  :", "var   door:").replace(" do ", "\n  do ")
    styled = LANGUAGE.formatted(Source("test.sys", loose))
    assert LANGUAGE.formatted(Source("test.sys", styled)) == styled
    assert "// A lift.\nsystem lift" in styled
    assert "/* it opens, it shuts */" in styled
    assert loaded(styled).system == loaded(TEXT).system


def test_a_long_event_has_its_clauses_in_lines_of_their_own() -> None:
    guard = " & ".join(f"floor != {number}" for number in range(8))
    text = TEXT + f"event far if {guard} do floor := if called then 1 else 2, door := open, called := false\n"
    styled = LANGUAGE.formatted(Source("test.sys", text))
    assert "event far\n    if floor != 0\n      & floor != 1\n" in styled
    assert max(map(len, styled.split("\n"))) <= 100
    assert LANGUAGE.formatted(Source("test.sys", styled)) == styled


def test_the_operators_of_a_long_formula_stand_below_its_beginning() -> None:
    alternatives = " | ".join(f"floor = {number}" for number in range(12))
    styled = LANGUAGE.formatted(Source("test.sys", TEXT + f"invariant somewhere: {alternatives}\n"))
    assert "invariant somewhere:\n    floor = 0\n    | floor = 1\n    | floor = 2\n" in styled
    assert LANGUAGE.formatted(Source("test.sys", styled)) == styled


def test_names_are_found_with_their_uses_also_in_broken_texts() -> None:
    for text, whole in ((TEXT, True), (TEXT + "event broken if do\n", False)):
        found = LANGUAGE.named(Source("test.sys", text))
        assert found.whole == whole
        kinds = {one.name: (one.kind, len(one.uses)) for one in found.names}
        assert kinds["top"] == ("parameter", 6)
        assert kinds["open"] == ("value", 2)
        assert kinds["called"] == ("variable", 6)
        assert kinds["go"] == ("transition", 0)
        assert [one.title for one in found.items if one.kind in ("start", "fairness")] == ["init", "door = open"]


def test_guards_are_found() -> None:
    assert [one.span.text for one in LANGUAGE.guards(Source("test.sys", TEXT))] == [
        "floor < top",
        "called & door = shut",
        "floor > top",
    ]


def test_tokens_are_the_text() -> None:
    tokens = [*LANGUAGE.tokens(TEXT)]
    assert "".join(value for _, value in tokens) == TEXT
    coloured = {value: str(kind) for kind, value in tokens}
    assert coloured["G"] == "Token.Operator.Word"
    assert coloured['"it falls"'] == "Token.Literal.String"
    assert all("Error" not in str(kind) for kind, _ in tokens)


def test_what_is_observed_is_a_number_or_a_condition() -> None:
    text = LANGUAGE.parsed(Source("test.sys", TEXT))
    assert text.observation("floor + 2 * door", {}).told((1, 1, 0)) == "3"
    assert text.observation("floor = 1 & called", {}).told((1, 1, 0)) == "false"
    assert text.observation("called", {}).told((1, 1, 1)) == "true"
    with pytest.raises(DiagnosticError, match="VS201"):
        text.observation("flor", {})
    with pytest.raises(RefusedError):
        text.observation("floor init floor = 1", {})


def test_parameters_are_numbers() -> None:
    text = LANGUAGE.parsed(Source("test.sys", TEXT))
    with pytest.raises(DiagnosticError, match="VS431"):
        text.open(["top"], {})
    with pytest.raises(DiagnosticError, match="VS204"):
        text.at({"tops": 1})
    with pytest.raises(DiagnosticError, match="VS103"):
        LANGUAGE.parsed(Source("test.sys", " "))
    with pytest.raises(DiagnosticError, match="VS110"):
        loaded("// nothing\n")


def _folded(formula: Formula) -> Formula:
    """A formula in its normal form."""
    return replace_comparisons(formula, lambda comparison: comparison)


def _term(term: Term) -> Term:
    """A term in which cases are in one list, and conditions in normal form."""
    match term:
        case Case(((condition, value), *branches), otherwise):
            rest = _term(Case(tuple(branches), otherwise)) if branches else _term(otherwise)
            known = _folded(condition)
            if isinstance(known, Truth):
                return _term(value) if known.value else rest
            if isinstance(rest, Case):
                return Case(((known, _term(value)), *rest.branches), rest.otherwise)
            return Case(((known, _term(value)),), rest)
        case Quotient(inner, divisor):
            return Quotient(_term(inner), divisor)
        case Remainder(inner, divisor):
            return Remainder(_term(inner), divisor)
    return term


def _bare(system: System) -> System:
    """A system in its normal form, without the parts that a text lacks: the subjects of variables, the names and texts
    of properties, the texts of fairness constraints, and the assignments of an error."""
    events = (
        replace(
            one,
            guard=_folded(one.guard),
            update=() if one.error else tuple((name, _term(value)) for name, value in one.update),
        )
        for one in system.events
    )
    properties = (
        replace(one.rewritten(_folded), name=f"p{number}", text="", minor=0)
        for number, one in enumerate(system.properties)
    )
    return replace(
        system,
        variables=tuple(replace(one, about="") for one in system.variables),
        domain=_folded(system.domain),
        initial=_folded(system.initial),
        events=tuple(events),
        properties=tuple(properties),
        fairness=tuple(replace(one, formula=_folded(one.formula), text="") for one in system.fairness),
    )


@drawn_quickly(15)
@given(st.data())
def test_a_drawn_system_written_as_text_and_read_back_is_the_same(data: Any) -> None:
    system = data.draw(st.one_of(drawn_systems(fairness=True), drawn_systems_with_errors()))
    assume(next(states(system.variables, conjunction([system.domain, system.initial])), None) is not None)
    text = written(system)
    assert _bare(loaded(text).system) == _bare(system)
    assert loaded(LANGUAGE.formatted(Source("test.sys", text))) == loaded(text)


def test_words_that_are_not_written_to_their_end_have_a_name() -> None:
    naming = LANGUAGE.named(Source("x.sys", "system s\nvar a : {off, on\n"))
    assert "a" in {one.name for one in naming.names}
