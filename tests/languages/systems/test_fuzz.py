"""Broken texts are diagnosed, and nothing else happens to them."""

from __future__ import annotations

from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from tests.engines.contract import drawn_quickly
from tests.languages.systems.test_language import TEXT
from vsym.basics.source import DiagnosticError, Source
from vsym.languages.systems import LANGUAGE

WORDS = (
    *LANGUAGE.vocabulary(),
    *"(){}[]!-&|=<:,.\\#\"'~$",
    *("..", ":=", "->", "x", "floor", "door", "1", "0", "\n", " "),
)


@drawn_quickly(40)
@given(st.integers(0, len(TEXT)), st.integers(0, 40), st.lists(st.sampled_from(WORDS), max_size=8))
def test_a_changed_text_is_a_model_or_has_diagnostics(start: int, removed: int, words: list[str]) -> None:
    text = TEXT[:start] + " ".join(words) + TEXT[start + removed :]
    source = Source("test.sys", text)
    assert "".join(value for _, value in LANGUAGE.tokens(text)) == text
    naming = LANGUAGE.named(source)
    assert all(place.text == one.name for one in naming.names for place in one.places)
    with suppress(DiagnosticError):
        read = LANGUAGE.parsed(source)
        assert LANGUAGE.naming_of(read).names == naming.names
        assert naming.whole
        styled = LANGUAGE.formatted(source)
        assert LANGUAGE.formatted(Source("test.sys", styled)) == styled
        with suppress(DiagnosticError):
            read.at({})


@drawn_quickly(25)
@given(st.lists(st.sampled_from(WORDS), max_size=40))
def test_words_in_any_order_are_diagnosed(words: list[str]) -> None:
    source = Source("test.sys", " ".join(words))
    LANGUAGE.named(source)
    with suppress(DiagnosticError):
        LANGUAGE.parsed(source).at({})


def test_what_is_too_deep_or_too_large_is_refused_at_once() -> None:
    deep = "system d\nvar b : bool\ninit b\ninvariant i: "
    for formula in ("(" * 300 + "b", "!" * 300 + "b", "if b then b else " * 300 + "b", "b <-> " * 300 + "b"):
        with suppress(DiagnosticError):
            LANGUAGE.parsed(Source("test.sys", f"{deep}{formula}\n")).at({})
            raise AssertionError(formula[:10])
    wide = f"{deep}{' & '.join(['b'] * 1500)}\n"
    assert LANGUAGE.parsed(Source("test.sys", wide)).at({}).name == "d"
