"""The picture of a group shows the group's action by numbers and lines, and says which parts it leaves out."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from string import ascii_lowercase

import pytest

from tests.show.pictures.shapes import check_legible, drawing, luminance
from tests.support.composing import reduced
from tests.support.hand_programs import LOCK, RING
from tests.support.loading import load_program
from tests.support.running import EXAMPLES
from vsym.basics.limits import UNLIMITED
from vsym.checking.findings.table import GroupTable, Moves, group_table
from vsym.checking.groups.counters import counter_group
from vsym.checking.groups.detecting import program_symmetry
from vsym.models.program.program import Program
from vsym.show.counter_group import wording as counter_wording
from vsym.show.pictures.dot import dot, hex_of
from vsym.show.pictures.group import ARROWS, ROOM, group
from vsym.show.pictures.mermaid import mermaid
from vsym.show.pictures.picture import Picture, color
from vsym.show.program_group import wording


@cache
def _made(text: str, **values: int) -> tuple[Program, GroupTable]:
    program = load_program(text, values)
    words = wording(program)
    return program, group_table(program_symmetry(program, UNLIMITED).detected, words.names, words.value, ROOM)


def _drawn(program: Program, table: GroupTable) -> Picture:
    return group(program.name, wording(program), table)


def _picture(text: str, **values: int) -> Picture:
    return _drawn(*_made(text, **values))


def _example(name: str, **values: int) -> Picture:
    return _picture((EXAMPLES / "programs" / f"{name}.m").read_text("utf-8"), **values)


def test_a_column_is_a_variable_with_its_values_and_their_orbits() -> None:
    picture = _picture(LOCK)
    labels = {node.name: node.label for node in picture.nodes}
    columns = {cluster.label: [labels[name] for name in cluster.nodes] for cluster in picture.clusters}
    assert columns["state[Proc_1]"] == columns["state[Proc_3]"] == ["idle (1)", "want (2)", "crit (3)"]
    assert columns["owner"] == ["undefined", "Proc_1 (4)", "Proc_2 (4)", "Proc_3 (4)"]
    assert "lock" not in columns
    assert all(cluster.row == "column" for cluster in picture.clusters)
    assert any("no symmetry changes them: 1 variable." in line for line in picture.caption)


def test_literals_of_one_orbit_have_one_colour() -> None:
    picture = _picture(LOCK)
    colors: dict[str, set[str]] = {}
    for node in picture.nodes:
        colors.setdefault(node.label.partition("(")[2], set()).add(node.stroke.color)
    assert all(len(of) == 1 for of in colors.values())
    assert colors[""] == {"grey"}
    assert len({color for of in colors.values() for color in of}) == len(colors)


def test_an_exchange_is_a_line_without_arrowhead_and_a_cycle_has_arrows() -> None:
    exchanged, turned = _picture(LOCK), _picture(RING)
    assert [(edge.directed, edge.label) for edge in exchanged.edges] == [(False, "a")] * 2 + [(False, "b")] * 2
    assert [(edge.directed, edge.label) for edge in turned.edges] == [(True, "a")] * 8
    assert len({edge.source for edge in turned.edges}) == len({edge.target for edge in turned.edges}) == 8


def test_each_factor_has_a_line_and_a_letter_of_its_own() -> None:
    picture = _example("token")
    assert {(edge.label, edge.stroke.line) for edge in picture.edges} == {("a", "solid"), ("b", "dashed")}
    assert any("(a of C3, b of S2)" in line for line in picture.caption)
    assert picture.title == "program: C3 × S2"


def test_short_arrays_stand_side_by_side() -> None:
    picture = _picture(LOCK)
    assert [len(rank) for rank in picture.ranks] == [4]
    assert [len(rank) for rank in _picture(RING).ranks] == [4, 4]


def test_what_is_left_out_is_said() -> None:
    assert _picture(LOCK).left_out == ()
    large = _picture(RING, N=12)
    assert large.left_out[0] == "16 of the 24 variables that symmetries move"
    assert large.left_out[1].endswith("of 24 lines")
    names = {node.name for node in large.nodes} | {cluster.name for cluster in large.clusters}
    assert all({edge.source, edge.target} <= names for edge in large.edges)
    program, table = _made(LOCK)
    more = _drawn(program, replace(table, moves=(*table.moves, Moves(2, "S2", {}), Moves(3, "S2", {}))))
    assert more.left_out == ("2 of 4 generators",)


def test_values_that_are_not_shown_are_counted() -> None:
    labels = [node.label for node in _picture(LOCK, N=10).nodes]
    assert "… 3 more" in labels


def test_what_is_not_proved_is_not_said_to_be() -> None:
    program, table = _made(LOCK)
    said = "Generators are tested on some states, not proved."
    assert said not in _drawn(program, table).caption
    assert said in _drawn(program, replace(table, proved=False)).caption


def test_what_takes_a_value_to_another_of_its_variable_stands_beside_it() -> None:
    """As lines, these would lie above each other where several generators act so."""
    peterson = _example("peterson")
    assert {edge.label for edge in peterson.edges if edge.source.startswith(("slot 6 ", "slot 7 "))} == {"a", "b"}
    lines = [text.text for text in drawing(peterson).texts]
    assert [line for line in lines if line[1:4] == " ↔ "] == ["a ↔ 1", "a ↔ 0", "b ↔ 2", "b ↔ 1"] * 2
    assert "a → Agent_2" in dot(_example("token")) or "a → 1" in dot(_example("token"))


def test_every_generator_is_drawn_and_has_a_letter() -> None:
    """Also where all lines together are too many."""
    for name, values in (("peterson", {}), ("lock", {}), ("hypercube", {"D": 2})):
        program, table = _made((EXAMPLES / "programs" / f"{name}.m").read_text("utf-8"), **values)
        picture = _drawn(program, table)
        assert {edge.label for edge in picture.edges} == set(ascii_lowercase[: len(table.moves)])
        texts = [text.text.partition(" ")[0] for text in drawing(picture).texts]
        assert {*ascii_lowercase[: len(table.moves)]} <= {*texts}
    program, table = _made(LOCK, N=6)
    many = Moves(1, "S6", {(0, value): (1, value) for value in range(ARROWS)})
    picture = _drawn(program, replace(table, moves=(many, *table.moves[1:])))
    assert {edge.label for edge in picture.edges} >= {*ascii_lowercase[1 : len(table.moves)]}


def test_orbits_have_colours_of_their_own_however_many_there_are() -> None:
    picture = _example("cache")
    colors: dict[str, str] = {}
    for node in picture.nodes:
        if orbit := node.label.partition("(")[2]:
            assert colors.setdefault(orbit, node.stroke.color) == node.stroke.color
    assert len(colors) == len({*colors.values()}) == 25
    several = [hex_of(color(number)) for number in range(192)]
    assert len({*several}) == 192
    assert min(1.05 / (luminance(one) + 0.05) for one in several) > 3.5


def test_mermaid_has_the_values_one_below_another() -> None:
    written = mermaid(_picture(LOCK))
    assert '"state[Proc#95;1]"' in written
    assert "direction TB" in written


@pytest.mark.parametrize(
    ("name", "values"),
    [("peterson", {}), ("token", {}), ("hypercube", {"D": 3}), ("three_tier", {}), ("cache", {})],
)
def test_the_drawing_is_legible(name: str, values: dict[str, int]) -> None:
    check_legible(_example(name, **values))


def test_counters_that_rotate_are_drawn_as_variables_are() -> None:
    found = counter_group(reduced("examples/philosophers.gsst"), UNLIMITED)
    words = counter_wording(found)
    picture = group("philosophers", words, group_table(found.detected, words.names, words.value, ROOM))
    assert [cluster.label for cluster in picture.clusters if "#Eat" in cluster.label] == [
        f"#Eat[Seat[{seat}]]" for seat in range(1, 6)
    ]
    assert [(edge.directed, edge.label) for edge in picture.edges] == [(True, "a")] * 15
    assert picture.title == "philosophers: C5"
