"""Broken texts are diagnosed, and nothing else happens to them."""

from __future__ import annotations

from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from tests.engines.contract import drawn_quickly
from tests.languages.ta.test_language import TEXT
from vsym.basics.source import DiagnosticError, Source
from vsym.languages.ta import LANGUAGE

WORDS = (
    *LANGUAGE.vocabulary(),
    *"(){}[]!-&|=<:,.\\#'~$;",
    *("->", "==", "[]", "<>", "&&", "||", "N", "sent", "V0", "1", "0", "\n", " "),
)


@drawn_quickly(25)
@given(st.integers(0, len(TEXT)), st.integers(0, 40), st.lists(st.sampled_from(WORDS), max_size=8))
def test_a_changed_text_is_a_model_or_has_diagnostics(start: int, removed: int, words: list[str]) -> None:
    text = TEXT[:start] + " ".join(words) + TEXT[start + removed :]
    source = Source("test.ta", text)
    assert "".join(value for _, value in LANGUAGE.tokens(text)) == text
    naming = LANGUAGE.named(source)
    assert all(place.text == one.name for one in naming.names for place in one.places)
    with suppress(DiagnosticError):
        read = LANGUAGE.parsed(source)
        assert LANGUAGE.naming_of(read).names == naming.names
        assert naming.whole
        styled = LANGUAGE.formatted(source)
        assert LANGUAGE.formatted(Source("test.ta", styled)) == styled
        with suppress(DiagnosticError):
            read.at({})


@drawn_quickly(25)
@given(st.lists(st.sampled_from(WORDS), max_size=40))
def test_words_in_any_order_are_diagnosed(words: list[str]) -> None:
    source = Source("test.ta", " ".join(words))
    LANGUAGE.named(source)
    with suppress(DiagnosticError):
        LANGUAGE.parsed(source).at({})


def test_formulas_that_are_too_deep_are_refused_at_once() -> None:
    text = "skel d { parameters N; locations (1) { a: [0]; } inits (1) { a == N; } specifications (1) { p: %s; } }"
    for formula in ("(" * 300 + "N", "!" * 300 + "N > 1", "N > 1 -> " * 300 + "N > 1"):
        with suppress(DiagnosticError):
            LANGUAGE.parsed(Source("test.ta", text % formula)).at({})
            raise AssertionError(formula[:10])
    wide = text % " && ".join(["a >= 0"] * 1500)
    assert LANGUAGE.parsed(Source("test.ta", wide)).at({}).size == 1
