"""Places in texts, and the form of a diagnostic."""

from __future__ import annotations

import json
import os
import unicodedata

import pytest

from vsym.basics.source import Diagnostic, DiagnosticError, Source, Span, did_you_mean, visible

SOURCE = Source("rw.gsst", "system rw\n\ttrans N -> Wr\n\nlast")


def test_positions_count_from_one() -> None:
    """A line break ends its line; offsets outside of the text are those of its ends."""
    places = [SOURCE.position(offset) for offset in (0, 8, 9, 10, 25, 26, 29, 99, -3)]
    assert places == [(1, 1), (1, 9), (1, 10), (2, 1), (3, 1), (4, 1), (4, 4), (4, 5), (1, 1)]


def test_lines_come_without_their_ends() -> None:
    assert [SOURCE.line(number) for number in range(1, 5)] == ["system rw", "\ttrans N -> Wr", "", "last"]
    assert Source("dos", "one\r\ntwo").line(1) == "one"


def test_a_span_knows_its_text_and_place() -> None:
    span = Span(SOURCE, 22, 24)
    assert (span.text, str(span)) == ("Wr", "rw.gsst:2:13")
    assert span == Span(Source("other", ""), 22, 24)


def test_a_diagnostic_shows_the_line_with_a_caret_under_the_place() -> None:
    shown = Diagnostic("VS202", Span(SOURCE, 22, 24), "`Wr` is not a local state", "did you mean `W`?")
    said = "rw.gsst:2:13: error[VS202]: `Wr` is not a local state"
    assert str(shown) == f"{said}\n  \ttrans N -> Wr\n  \t           ^^\n  hint: did you mean `W`?"


def test_the_caret_stays_inside_the_line() -> None:
    assert str(Diagnostic("VS105", Span(SOURCE, 26, 99), "no")).endswith("  last\n  ^^^^")
    assert str(Diagnostic("VS105", Span(SOURCE, 30, 30), "no")).endswith("  last\n      ^")


def test_of_a_long_line_the_part_around_the_place_is_shown() -> None:
    source = Source("long", "x" * 5000 + "HERE" + "y" * 5000)
    _, line, caret = str(Diagnostic("VS105", Span(source, 5000, 5004), "no")).split("\n")
    assert len(line) < 200
    assert line[caret.index("^") :].startswith("HERE")
    assert caret.count("^") == 4


def test_without_text_there_is_no_line_to_show() -> None:
    shown = Diagnostic("VS101", Span(Source("none.gsst", ""), 0, 0), "there is no such file", "is the path right?")
    assert str(shown) == "none.gsst: error[VS101]: there is no such file\n  hint: is the path right?"


def test_an_error_carries_its_diagnostics_once_each_in_the_order_of_the_text() -> None:
    late, early = (Diagnostic("VS105", Span(SOURCE, start, start + 1), "no") for start in (12, 3))
    error = DiagnosticError([late, early, late])
    assert error.diagnostics == (early, late)
    assert str(error) == f"{early}\n{late}"


@pytest.mark.parametrize(
    ("word", "hint"),
    [("reders", "did you mean `readers`?"), ("w", "did you mean `W`?"), ("nothing", None), ("Wr", "did you mean `W`?")],
)
def test_the_nearest_name_is_proposed(word: str, hint: str | None) -> None:
    assert did_you_mean(word, ["readers", "writers", "W"]) == hint


def test_what_acts_is_escaped_and_the_rest_stays() -> None:
    assert visible("\x1b[31m\x7f\x9b1m\u202e\r") == r"\u001b[31m\u007f\u009b1m\u202e\u000d"
    assert visible("tab\tline\nÄ ¬ ∀ 🙂 עברית") == "tab\tline\nÄ ¬ ∀ 🙂 עברית"
    assert visible(visible("\x1b")) == visible("\x1b")


def test_every_character_of_control_and_direction_is_escaped() -> None:
    turning = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}
    for number in range(0x10000):
        character = chr(number)
        acts = unicodedata.category(character) in ("Cc", "Cs") or unicodedata.bidirectional(character) in turning
        if acts and character not in "\t\n":
            assert visible(character) == f"\\u{number:04x}"


def test_documents_keep_their_values() -> None:
    name = os.fsdecode(b"na\xefve\x1b\x9b.gsst") + "\u202e\x85"
    written = visible(json.dumps(name, ensure_ascii=False))
    assert written.encode().isascii()
    assert json.loads(written) == name
