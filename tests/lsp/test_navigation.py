"""Going to where names are declared and used, and renaming them."""

from __future__ import annotations

import pytest

from tests.lsp.opened import applied, example, found, opened
from vsym.basics.options import RefusedError
from vsym.lsp.navigation import definition, highlights, references, rename, renamed_place

TEXT = """system s
param n = 2, m = 1
define few = #B <= n
states A, B
group P of n + m
init A
trans A -> B if few & (forall i in 1..n: m >= i - 3)
"""


def place(text: str, part: str, word: str) -> int:
    return text.index(part) + part.index(word)


def test_a_name_leads_to_its_declaration_and_its_uses() -> None:
    document = opened(TEXT)
    offset = place(TEXT, "of n", "n")
    there = definition(document, offset)
    assert there is not None
    assert document.places.offset(there.range.start) == place(TEXT, "n = 2", "n")
    parts = ("n = 2", "<= n", "of n", "..n")
    expected = [place(TEXT, part, "n") for part in parts]
    with_declaration = references(document, offset, declared=True)
    assert [document.places.offset(one.range.start) for one in with_declaration] == expected
    assert references(document, offset, declared=False) == with_declaration[1:]
    assert [one.range for one in highlights(document, offset)] == [one.range for one in with_declaration]


def test_no_name_leads_nowhere() -> None:
    document = opened(TEXT)
    offset = TEXT.index("system") + 2
    assert definition(document, offset) is None
    assert references(document, offset, declared=True) == highlights(document, offset) == []
    assert renamed_place(document, offset) is None
    assert rename(document, offset, "other") is None


def test_a_renamed_text_means_the_same() -> None:
    document = opened(TEXT)
    edit = rename(document, place(TEXT, "of n", "n"), "size")
    text = applied(document, edit)
    assert text == TEXT.replace("n = 2", "size = 2").replace("<= n", "<= size").replace("of n", "of size").replace(
        "..n", "..size"
    )
    assert found(opened(text)) == ()
    assert applied(document, rename(document, place(TEXT, "of n", "n"), "n")) == TEXT


@pytest.mark.parametrize("name", ["m", "few", "i", "states", "1st", "a b", "", "F"])
def test_a_name_that_is_taken_or_none_is_refused(name: str) -> None:
    document = opened(TEXT)
    with pytest.raises(RefusedError, match="`"):
        rename(document, place(TEXT, "of n", "n"), name)


def test_a_name_that_an_inner_one_would_hide_is_refused() -> None:
    text = "var x: boolean;\nstartstate begin x := false; end;\nrule x ==> var y: boolean; begin y := x; x := !y; end;"
    document = opened(text, "model.m")
    with pytest.raises(RefusedError, match="something else"):
        rename(document, text.index("x"), "y")
    assert rename(document, text.index("x"), "z") is not None


def test_a_broken_text_is_not_renamed() -> None:
    document = opened(TEXT.replace("param n", "param n,"))
    with pytest.raises(RefusedError, match="syntax errors"):
        rename(document, TEXT.index("s\n"), "other")


def test_what_is_wrong_besides_names_does_not_matter() -> None:
    text = TEXT.replace("<= n", "<= nn")
    document = opened(text)
    assert found(document)
    assert rename(document, place(text, "of n", "n"), "size") is not None


def test_a_rule_is_renamed_in_its_quotation_marks() -> None:
    document = example("programs/lock.m")
    rule = next(one for one in document.names.names if one.kind == "rule")
    edit = rename(document, rule.place.start, "another name")
    assert found(opened(applied(document, edit), "lock.m")) == ()
