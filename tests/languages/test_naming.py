"""Names of texts: renaming any of them in the examples keeps the meaning; broken texts keep the parts that parse."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.support.drawn import TIMES
from tests.support.running import EXAMPLES
from vsym.basics.source import Source
from vsym.languages.naming import Named, Naming
from vsym.languages.registry import language, parsed

EVERY = sorted(one for suffix in ("gsst", "m", "pp") for one in EXAMPLES.rglob(f"*.{suffix}"))
FILES = EVERY if TIMES > 1 else EVERY[::8]


def named(text: str, file: str = "model.gsst") -> Naming:
    return language(file).named(Source(file, text))


def one(naming: Naming, name: str, kind: str) -> Named:
    (found,) = [one for one in naming.names if (one.name, one.kind) == (name, kind)]
    return found


def renamed(text: str, names: Iterable[tuple[Named, str]]) -> str:
    places = sorted(((place.start, place.end, new) for one, new in names for place in one.places), reverse=True)
    for start, end, new in places:
        text = text[:start] + new + text[end:]
    return text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_name_of_an_example_can_be_another(path: Path) -> None:
    """A use that was not found would be a name that is not declared, or one of another name's."""
    text = path.read_text(encoding="utf-8")
    found = named(text, path.name)
    assert [place.text for one in found.names for place in one.places if place.text != one.name] == []
    fresh = renamed(text, ((one, f"fresh{number}") for number, one in enumerate(found.names)))
    parsed(Source(path.name, fresh)).at({})
    again = named(fresh, path.name)
    assert [one.name for one in again.names] == [f"fresh{number}" for number in range(len(found.names))]
    assert [len(one.uses) for one in again.names] == [len(one.uses) for one in found.names]


SPACES = """system s
param Q = 2
states Q[1..2], A
group Q of 3
shared v[i in 1..2] : {G2, R2} = if i = Q then R2 else G2
init A
trans A -> Q[1] if #Q[2][Q] = 0 & v[(Q)] = R2
for i in 1..Q { invariant p[i]: v[i] != R2 | all of Q in A }
rank p[1]: #A
"""


def test_a_name_means_what_its_place_says() -> None:
    """The same word may be a parameter, a family of local states and a group."""
    found = named(SPACES)

    def used(name: str, kind: str) -> list[str]:
        starts = [place.start for place in one(found, name, kind).uses]
        return [f"{Source('', SPACES).position(start)[0]}:{SPACES[start - 1 : start + 2]}" for start in starts]

    assert used("Q", "parameter") == ["5: Q ", "7:(Q)", "8:.Q "]
    assert used("Q", "local state") == ["7: Q[", "7:#Q["]
    assert used("Q", "group") == ["7:[Q]", "8: Q "]
    assert used("p", "property") == ["9: p["]
    assert used("R2", "value") == ["5: R2", "7: R2", "8: R2"]
    indices = [one for one in found.names if one.kind == "index"]
    assert [len(one.uses) for one in indices] == [1, 2]


SCOPES = """const n: 2;
type id: scalarset(n); cell: record n: id; full: boolean; end;
var cells: array [id] of cell;
procedure fill(var c: cell; n: id); begin c.n := n; c.full := true; end;
ruleset n: id do alias c: cells[n] do
rule "fill" !c.full ==> var n: boolean; begin n := true; fill(c, c.n); end;
end; end;
startstate begin for i: id do clear cells[i]; end; end;
--! fair "fill"
--! ctl filled: AF (forall i: id do cells[i].full end)
"""


def test_an_inner_name_hides_an_outer_one() -> None:
    found = named(SCOPES, "model.m")
    kinds = [(one.kind, len(one.uses)) for one in found.names if one.name == "n"]
    assert kinds == [("constant", 1), ("field", 2), ("variable", 1), ("index", 1), ("variable", 1)]
    assert len(one(found, "full", "field").uses) == 3
    assert len(one(found, "fill", "rule").uses) == len(one(found, "fill", "procedure").uses) == 1
    assert [len(one.uses) for one in found.names if one.name == "i"] == [1, 1]


def test_what_parses_of_a_broken_text_is_known() -> None:
    text = "system s\nstates A, B\ngroup P of\ninit A\ntrans A -> B if\ntrans B -> A\nctl live: AF #A = 0\n"
    found = named(text)
    assert [one.name for one in found.names] == ["s", "A", "B", "live"]
    assert [item.title for item in found.all_items()] == ["s", "A", "B", "init", "B -> A", "live"]
    assert named("") == named("]]") == named("system\n/* no end") == Naming()


def test_a_program_that_does_not_end_is_known_as_far_as_it_goes() -> None:
    text = """var x: boolean;
startstate begin x := false; end;
rule "set" !x ==> begin x := ; end;
rule "clear" x ==> begin x := false; end;"""
    found = named(text, "model.m")
    assert [one.name for one in found.names] == ["x", "clear"]
    assert len(one(found, "x", "variable").uses) == 3


NESTED = """const n: 2;
type id: scalarset(n); wrong: array;
var x: boolean;
ruleset p: id do
  rule "one" x ==> var y: ; begin y := x; end;
  rule "two" x ==> begin x := false; end;
  ruleset q: id do
    rule "three" p = q ==> begin x := ; end;
    rule "four" p = q ==> begin x := true;
"""


def test_what_stands_around_and_beside_errors_is_known() -> None:
    """Each error costs the section or the rule that it is in; an unclosed construct ends with the text."""
    found = named(NESTED, "model.m")
    assert [one.name for one in found.names] == ["n", "x", "p", "two", "q", "four"]
    assert [item.title for item in found.all_items()] == ["n", "x", "ruleset p: id", "two", "ruleset q: id", "four"]
    assert not found.whole
    closed = named(NESTED + "end; end; end;", "model.m")
    assert [one.names for one in (closed, found)] == [closed.names, found.names]
    text = "system s\nfor i in 1..2 {\n  trans a: A -> \n  trans b: A -> B\n  trans c: A -> (\nstates A, B\nsystem t\n"
    assert [one.name for one in named(text).names] == ["s", "i", "b", "A", "B", "t"]
    assert [one.name for one in named(text[: text.index("  trans c")]).names] == ["s", "i", "b"]


def test_names_of_an_earlier_text_move_with_a_change() -> None:
    before = "system s\nstates A, B\ngroup P of 3\ninit A\n"
    after = "system s\nstates A, $$ B\ngroup P of 3\ninit A\n"
    carried = named(before).carried(before, Source("model.gsst", after))
    assert [place.text for one in carried.names for place in one.places] == ["s", "A", "A", "B", "P"]
    assert [item.place.text for item in carried.items] == ["s", "A", "B", "P", "init"]
    shorter = "system s\nstates A\ngroup P of 3\ninit A\n"
    assert [one.name for one in named(before).carried(before, Source("", shorter)).names] == ["s", "A", "P"]


def test_names_that_are_not_read_are_those_of_before() -> None:
    before, after = "system s\nparam n = 3\n", "system s\nparam n = \nstates A\n"
    found = named(after).completed(named(before).carried(before, Source("model.gsst", after)))
    assert sorted(one.name for one in found.names) == ["A", "n", "s"]
