"""Findings in a text, and the text after a fix."""

from __future__ import annotations

import pytest

from tests.lsp.opened import applied, example, found, opened
from vsym.languages.findings import fix
from vsym.lsp.findings import actions, shown

MODEL = """system s
param n = 2
states A, B
group P of n
shared free : bool = true
init A
trans A -> B if {guard} do {update}
trans B -> A
invariant few: #B <= n
"""
RULES = """var x: boolean; y: 0..3;
startstate begin x := false; y := 0; end;
rule {guard} ==> begin {update}; end;
"""


def model(guard: str = "free", update: str = "free := false") -> str:
    return MODEL.format(guard=guard, update=update)


def program(guard: str = "!x", update: str = "x := true") -> str:
    return RULES.format(guard=guard, update=update)


FIXES = [
    ("model.gsst", model("fre"), model("free")),
    ("model.gsst", model("(#B = m)").replace("param n", "param max_n").replace("= m)", "= max_m)"), None),
    ("model.gsst", model().replace("init A", "init a"), model()),
    ("model.gsst", model(update="free = false"), model()),
    ("model.gsst", model("free && #B = 0"), model("free & #B = 0")),
    ("model.gsst", model("free || #B = 0"), model("free | #B = 0")),
    ("model.gsst", model("free /\\ #B = 0"), model("free & #B = 0")),
    ("model.gsst", model("#B == 0"), model("#B = 0")),
    ("model.gsst", model("#B <> 1"), model("#B != 1")),
    ("model.gsst", model("~free"), model("!free")),
    ("model.gsst", model("#B mod 2 = 0"), model("#B % 2 = 0")),
    ("model.m", program(update="x = true"), program()),
    ("model.m", program("y <> 1"), program("y != 1")),
    ("model.m", program("!x and y = 0"), program("!x & y = 0")),
    ("model.m", program("not x"), program("! x")),
    ("model.m", program("!x | z = 0"), None),
    ("model.m", program("!x & yy = 0").replace("y: 0", "yyy: 0").replace("y := 0", "yyy := 0"), None),
]


@pytest.mark.parametrize(("file", "wrong", "right"), FIXES, ids=range(len(FIXES)))
def test_a_fix_puts_right_what_its_hint_says(file: str, wrong: str, right: str | None) -> None:
    document = opened(wrong, file)
    problems = found(document)
    assert problems
    fixes = [one for one in actions(document, problems, 0, len(wrong)) if one.edit is not None]
    if right is None:
        better = [found(opened(applied(document, one.edit), file)) for one in fixes]
        assert all(len(after) < len(problems) for after in better)
        return
    (only,) = fixes
    text = applied(document, only.edit)
    assert text == right
    assert found(opened(text, file)) == ()


def test_only_what_is_marked_is_fixed() -> None:
    document = opened(model("fre"))
    place = document.source.text.index("fre d")
    assert actions(document, found(document), 0, place - 1) == []
    assert len(actions(document, found(document), place, place)) == 1


def test_a_hint_that_says_more_than_a_word_is_no_fix() -> None:
    document = opened(model(update="free++"))
    (problem,) = found(document)
    assert "an assignment is written" in (problem.hint or "")
    assert fix(document.source, problem) is None


def test_an_error_is_marked_where_it_is() -> None:
    text = "/* ü \N{GRINNING FACE} */ system s states A group P of x init A"
    (marked,) = shown(opened(text), found(opened(text)))
    assert marked.code == "VS201"
    assert marked.range.start.character == text.index("x init") + 1
    assert marked.message.startswith("`x` is not a parameter")


def test_a_long_error_is_marked_in_one_line() -> None:
    document = opened("system s\nstates A\ngroup P of 2\ninit A\nfor i in 1..2 {\n  param x = 2\n\n}\n")
    for marked in shown(document, found(document)):
        assert marked.range.start.line == marked.range.end.line


def test_a_warning_is_no_error() -> None:
    document = opened(model().replace("param n = 2", "param n = 2, unused = 3"))
    (problem,) = found(document)
    assert problem.warning
    assert document.source.text[problem.start : problem.end] == "unused"


def test_an_error_has_the_place_of_a_text_with_other_line_ends() -> None:
    text = model("fre")
    for ends in ("\r\n", "\r"):
        other = opened(text.replace("\n", ends))
        assert shown(other, found(other)) == shown(opened(text), found(opened(text)))


def test_what_tells_elements_of_a_scalarset_apart_is_found() -> None:
    from tests.lsp.opened import decided

    document = example("programs/misuse.m")
    assert found(document) == ()
    known = decided(document)
    assert [one.code for one in known.findings] == ["VS361"]
    assert sorted(one.verdict for one in known.judged) == ["broken", "symmetric"]
