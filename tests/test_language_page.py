"""docs/language.md covers the whole language: it lacks no word of the grammar, and vsym accepts its examples."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.expectations import expectations
from tests.support.loading import load
from vsym.basics.source import Source
from vsym.languages.gsst.highlighting import CONSTANTS
from vsym.logic.formula import Truth

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "language.md").read_text("utf-8")
BLOCKS = re.findall(r"^```gsst\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
BASE, *FRAGMENTS = BLOCKS
_SIGNS = {"#", "{", "}", "[", "]", "(", ")", "|", ":", ";", ",", "..", ":=", "="}


def _words() -> set[str]:
    """The words and signs that stand in quotes in the grammar, and the words inside its patterns."""
    found: set[str] = set()
    for name in ("formula.lark", "gsst.lark"):
        text = re.sub(r"^(?://.*|%.*)$", "", (ROOT / "grammars" / name).read_text("utf-8"), flags=re.MULTILINE)
        found |= set(re.findall(r'"([^"\s]+)"', text))
        found |= {word for group in re.findall(r"\(\?[:!]*\(?\??:?([a-zA-Z|]+)\)", text) for word in group.split("|")}
    return {word.replace("\\\\", "\\") for word in found} - _SIGNS


def test_every_word_of_the_grammar_is_on_the_page() -> None:
    words = {*_words(), *CONSTANTS}
    assert {"respects", "lemma", "AX", "not", "sum", "min", "fairness", "%"} <= words
    missing = [word for word in sorted(words) if not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", PAGE)]
    assert missing == []


@pytest.mark.parametrize("fragment", FRAGMENTS, ids=lambda text: text.split("\n")[0])
def test_every_fragment_is_accepted(fragment: str) -> None:
    base = BASE.replace("init N\n", "") if re.search(r"^init ", fragment, re.MULTILINE) else BASE
    whole = fragment if "system " in fragment else f"{base}{fragment}"
    assert load(Source("page.gsst", whole)).size > 0


def test_comments_that_are_tests_are_read() -> None:
    assert len(expectations(FRAGMENTS[-1])) == 4


def test_quotient_and_remainder_are_what_the_page_says() -> None:
    model = load(Source("page.gsst", f"{BASE}invariant rounded: -7 / 2 = -4 & -7 % 2 = 1 & 7 % -2 = -1\n"))
    (rounded,) = model.properties
    assert rounded.formula == Truth(True)
