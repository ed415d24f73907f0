"""The language of threshold automata: the meaning of a text, its one style, its names and its colours."""

from __future__ import annotations

import pytest
from lark import Token

from tests.languages.layouts import scattered
from tests.support.drawn import many
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError, Source
from vsym.languages.ta import LANGUAGE
from vsym.languages.ta.parse import PARSER
from vsym.logic.formula import TRUE, And, Comparison, Or, Temporal, conjunction
from vsym.logic.terms import Linear, Named
from vsym.models.counting.counts import Count
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes

TEXT = """/* Echoes. */
skel Proc {
  local pc; // nobody reads it
  shared sent, lost;
  parameters N, T, F;
  define ENOUGH == T + 1 - F;
  assumptions (2) {
    N > 3 * T;
    T >= F; T >= 1;
  }
  locations (0) { V0: [0]; V1: [1]; AC: [2, 3]; }
  inits (0) {
    (V0 + V1) == N - F;
    AC == 0; /* nobody */
    sent == 0;
    lost <= 1;
  }
  rules (8) {
    3: V1 -> AC when (true) do { sent' == sent + 1; unchanged(lost); };
    3: V0 -> AC when (sent >= ENOUGH && !(lost =! 0)) do { sent' == 1 + sent; lost' == lost + 2; };
    7: AC -> AC when (true) do { };
  }
  specifications (0) {
    few: F == 0 -> [](sent <= N);
    all: <>[](V1 == 0) -> V0 == 0 -> <>(AC != 0);
  }
}
"""

EVERYONE = Processes.of([(1, 3)])


def loaded(text: str, **values: int) -> Model:
    """The model of a text."""
    model: Model = LANGUAGE.parsed(Source("echo.ta", text)).at(values)
    return model


def count(state: str) -> Linear:
    """The number of processes in a local state, of three."""
    return Linear(((Count(state, EVERYONE), 1),))


def test_a_text_is_a_model_of_counted_processes() -> None:
    model = loaded(TEXT, N=4, T=1, F=1)
    assert (model.name, model.parameters) == ("echo", (("N", 4), ("T", 1), ("F", 1)))
    assert [(one.name, one.processes) for one in model.groups] == [("Proc", EVERYONE)]
    assert model.states == ("V0", "V1", "AC")
    assert [(one.name, one.low, one.high, one.initial, one.anywhere) for one in model.shared] == [
        ("sent", 0, 3, 0, False),
        ("lost", 0, 7, 0, True),
    ]
    first, second, loop, *others = model.transitions
    assert (first.label, second.label, loop.label) == ("rule 3: V1 -> AC", "rule 3.2: V0 -> AC", "rule 7: AC -> AC")
    assert [one.label for one in others] == ["stutter: V0 -> V0", "stutter: V1 -> V1"]
    [line] = second.lines
    sent, lost = (Linear(((Named(name), 1),)) for name in ("sent", "lost"))
    assert line.guard == conjunction([Comparison(sent, ">=", 1), Comparison(lost, "=", 0)])
    assert [(one.variable, one.value) for one in line.update] == [
        ("sent", sent + Linear((), 1)),
        ("lost", lost + Linear((), 2)),
    ]
    assert loop.lines[0].guard == TRUE
    assert not loop.lines[0].update


def test_specifications_bind_as_in_bymc() -> None:
    few, every = loaded(TEXT, N=4, T=1, F=1).properties
    assert few.formula == TRUE
    assert (few.logic, every.text) == ("ltl", "<>[](V1 == 0) -> V0 == 0 -> <>(AC != 0)")
    text = TEXT.replace("V0 == 0 ->", "V0 == 0 && N > 0 || [] ! V1 == 0 ->").replace("<>[](V1 == 0) -> ", "")
    [_, other] = loaded(text, N=4, T=1, F=1).properties
    assert isinstance(other.formula, Or)
    *_, last = other.formula.operands
    assert last == Temporal("F", (Comparison(count("AC"), "!=", 0),))


def test_all_parameters_can_be_open() -> None:
    text = LANGUAGE.parsed(Source("echo.ta", TEXT))
    model = text.open(["N", "T", "F"], {})
    assert model.sizes.parameters == ("N", "T", "F")
    n, t, f = (Linear(((Named(name), 1),)) for name in "NTF")
    assert model.sizes.groups == (n - f,)
    assert isinstance(model.sizes.domain, And)
    # That N - F is not negative follows from the assumptions, and so does that N and T are not.
    assert model.sizes.domain.operands[1:] == (
        Comparison(f - t, "<=", 0),
        Comparison(t, ">=", 1),
        Comparison(f, ">=", 0),
    )
    assert [one.ends[1] for one in model.shared] == [n - f, (n - f) * 2 + Linear((), 1)]
    part = text.open(["N"], {"T": 2})
    assert (part.sizes.parameters, part.parameters) == (("N",), (("T", 2), ("F", 1)))


@pytest.mark.parametrize(
    ("assumptions", "given", "expected"),
    [
        ("N > 3 * T; T >= F; T >= 1;", {}, (4, 1, 1)),
        ("N > 3 * T; T >= F; T >= 1;", {"T": 2}, (7, 2, 1)),
        ("N == 3 * T + 1; T > F;", {}, (7, 2, 1)),
        ("F == 0;", {}, (1, 0, 0)),
        ("N > 2 * F; T >= 0; F < 1;", {}, (1, 0, 0)),
        ("N != 3; N >= 3; F <= 0;", {}, (4, 0, 0)),
        ("N + T <= 3; T >= 1; F == T;", {}, (2, 1, 1)),
    ],
)
def test_parameters_that_are_not_set_are_small(
    assumptions: str, given: dict[str, int], expected: tuple[int, int, int]
) -> None:
    text = TEXT.replace("N > 3 * T;\n    T >= F; T >= 1;", assumptions)
    assert tuple(value for _, value in loaded(text, **given).parameters) == expected


@pytest.mark.parametrize(
    ("given", "code"),
    [({"M": 1}, "VS204"), ({"N": 3, "T": 1}, "VS306"), ({"F": -1}, "VS306"), ({"N": 10**19}, "VS305")],
)
def test_values_that_cannot_be(given: dict[str, int], code: str) -> None:
    with pytest.raises(DiagnosticError, match=code):
        loaded(TEXT, **{"T": 1, "F": 1, **given})


def test_the_style_is_one_and_keeps_comments() -> None:
    styled = LANGUAGE.formatted(Source("echo.ta", TEXT))
    assert LANGUAGE.formatted(Source("echo.ta", styled)) == styled
    assert "    T >= F;\n    T >= 1;\n  }\n  locations (0) { V0: [0]; V1: [1]; AC: [2, 3]; }\n" in styled
    assert "AC == 0; /* nobody */" in styled
    assert loaded(styled, N=4) == loaded(TEXT, N=4)


def test_a_long_rule_has_its_clauses_in_lines_of_their_own() -> None:
    guard = " && ".join(f"sent + lost >= {number} * T" for number in range(6))
    styled = LANGUAGE.formatted(Source("echo.ta", TEXT.replace("sent >= ENOUGH", guard)))
    assert "    3: V0 -> AC\n        when (sent + lost >= 0 * T\n          && sent + lost >= 1 * T\n" in styled
    assert "\n        do { sent' == 1 + sent; lost' == lost + 2; };\n" in styled
    assert LANGUAGE.formatted(Source("echo.ta", styled)) == styled
    assert max(map(len, styled.split("\n"))) <= 100


@pytest.mark.parametrize("seed", range(many(6)))
def test_comments_anywhere_are_kept(seed: int) -> None:
    tokens = list(PARSER.tree(Source("echo.ta", TEXT)).scan_values(lambda one: isinstance(one, Token)))
    loose = scattered(TEXT, sorted(tokens, key=lambda one: one.start_pos or 0), seed, (2, 8, 40)[seed % 3])
    styled = LANGUAGE.formatted(Source("echo.ta", loose))
    assert LANGUAGE.formatted(Source("echo.ta", styled)) == styled
    model, same = loaded(TEXT, N=4), loaded(styled, N=4)
    assert same.transitions == model.transitions
    assert [one.formula for one in same.properties] == [one.formula for one in model.properties]


def test_names_are_found_with_their_uses_also_in_broken_texts() -> None:
    for text, whole in ((TEXT, True), (TEXT.replace("few: F", "few: == F"), False)):
        naming = LANGUAGE.named(Source("echo.ta", text))
        assert naming.whole == whole
        kinds = {one.name: (one.kind, len(one.uses)) for one in naming.names}
        assert kinds["ENOUGH"] == ("definition", 1)
        assert kinds["sent"] == ("shared variable", 7 if whole else 6)
        assert kinds["V1"] == ("local state", 3 if whole else 2)
        assert kinds["T"] == ("parameter", 4)
    items = [one.title for one in LANGUAGE.named(Source("echo.ta", TEXT)).items]
    assert items[-6:] == ["inits", "3: V1 -> AC", "3: V0 -> AC", "7: AC -> AC", "few", "all"]


def test_guards_are_found() -> None:
    assert [one.span.text for one in LANGUAGE.guards(Source("echo.ta", TEXT))] == ["(sent >= ENOUGH && !(lost =! 0))"]


def test_tokens_are_the_text() -> None:
    tokens = [*LANGUAGE.tokens(TEXT)]
    assert "".join(value for _, value in tokens) == TEXT
    coloured = {value: str(kind) for kind, value in tokens}
    assert coloured["<>"] == coloured["[]"] == "Token.Operator"
    assert coloured["F"] == "Token.Name"
    assert all("Error" not in str(kind) for kind, _ in tokens)


def test_an_observation_is_a_number_or_a_condition() -> None:
    text, values = LANGUAGE.parsed(Source("echo.ta", TEXT)), {"N": 4, "T": 1, "F": 1}
    state = next(iter(loaded(TEXT, **values).semantics.initial()))
    assert text.observation("2 * V0 + ENOUGH + N", values).told(state) == "11"
    assert text.observation("V0 == N - 1 && sent == 0", values).told(state) == "true"
    with pytest.raises(DiagnosticError, match="VS201"):
        text.observation("VO", values)
    with pytest.raises(DiagnosticError, match="VS315"):
        text.observation("<>(V0 == 0)", values)
    with pytest.raises(RefusedError):
        text.observation("V0; define x == 3", values)


@pytest.mark.parametrize(("guard", "stutters"), [("sent >= 0", False), ("sent + T >= 0", False), ("sent >= 1", True)])
def test_a_loop_that_is_always_possible_needs_no_other(guard: str, stutters: bool) -> None:
    model = loaded(TEXT.replace("7: AC -> AC when (true)", f"7: AC -> AC when ({guard})"))
    assert ("stutter: AC -> AC" in [one.label for one in model.transitions]) == stutters


def test_declarations_can_stand_beside_a_text() -> None:
    text = LANGUAGE.parsed(Source("echo.ta", TEXT))
    wider = text.beside(Source("more", "specifications (1) { none: [](AC == 0); }"))
    assert [one.name for one in wider.at({}).properties] == ["few", "all", "none"]


def test_definitions_and_parameters_that_nothing_names_are_told() -> None:
    text = TEXT.replace("sent >= ENOUGH", "sent >= 1").replace("N, T, F", "N, T, F, K")
    assert [one.message for one in loaded(text).warnings] == [
        "the definition `ENOUGH` is never used",
        "the parameter `K` is never used",
    ]
