"""Generators in files: permutations of an index type's elements by name."""

from __future__ import annotations

import json
from random import Random

import pytest

from tests.engines.compiled.literal_groups import program
from tests.support.loading import load_program
from vsym.basics.options import RefusedError
from vsym.exchange.documents import parsed
from vsym.exchange.generators import generators, read, written
from vsym.models.program.renaming import LiteralMap, renamed

TEXT = """
type Proc: scalarset(3); Seat: 0..2; Who: union { Proc, enum { nobody } };
var on: array [Proc] of boolean; at: array [Seat] of Seat; who: Who;
startstate clear on; clear at; who := nobody; end;
rule "nothing" true ==> end;
"""


def test_scalarsets_are_permuted_in_indices_and_values() -> None:
    program = load_program(TEXT)
    layout = program.layout
    (swap,) = generators(layout, b"swap Proc Proc_1 3 -- the outer ones\n\n", "file")
    assert swap.name == "generator 1 (swap Proc Proc_1 3)"
    for state in ((1, 2, 1, 1, 2, 3, 1), (1, 1, 2, 3, 3, 0, 4)):
        assert swap.map.state(state) == renamed(program, state, {0: (2, 1, 0)})


def test_ranges_are_permuted_by_their_numbers() -> None:
    layout = load_program(TEXT).layout
    swap, turn = generators(layout, b"swap Seat 0 2\nrotate Seat", "file")
    assert swap.map.state((1, 1, 1, 1, 2, 0, 4)) == (1, 1, 1, 0, 2, 3, 4)
    assert turn.map.state((1, 1, 1, 1, 2, 0, 4)) == (1, 1, 1, 0, 2, 3, 4)
    assert turn.map.state((1, 1, 1, 1, 1, 0, 4)) == (1, 1, 1, 0, 2, 2, 4)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("swop Proc 1 2", "file:2: a line is `swap TYPE ELEMENT ELEMENT` or `rotate TYPE`, not `swop Proc 1 2`; did"),
        ("swap Proc 1", "file:2: a line is"),
        ("rotate Pros", "file:2: there is no type `Pros`; did you mean `Proc`?"),
        ("swap Proc 1 4", "file:2: `Proc` has no element `4`; it has Proc_1 to Proc_3"),
        ("swap Seat 0 3", "file:2: `Seat` has no element `3`; it has 0 to 2"),
    ],
)
def test_what_is_no_generator_is_refused_with_its_line(line: str, said: str) -> None:
    with pytest.raises(RefusedError) as caught:
        generators(load_program(TEXT).layout, f"rotate Proc\n{line}\n".encode(), "file")
    assert str(caught.value).startswith(said)


SUBJECT = program("""
type id: scalarset(2);
var owner: id; left: 0..2; right: 0..2; flag: array [id] of boolean;
startstate left := 0; right := 0; end;
rule true ==> left := right; end;
""")


def drawn(random: Random) -> LiteralMap:
    """Any permutation of the literals of slots of one type."""
    slots = list(range(SUBJECT.layout.width))
    if random.random() < 0.6:
        slots[1:3] = random.sample(slots[1:3], 2)
    if random.random() < 0.6:
        slots[3:5] = random.sample(slots[3:5], 2)
    sizes = [slot.type.cardinality + 1 for slot in SUBJECT.layout.slots]
    codes = (random.sample(range(size), size) if random.random() < 0.5 else range(size) for size in sizes)
    return LiteralMap(tuple(slots), tuple(map(tuple, codes)))


@pytest.mark.parametrize("seed", range(20))
def test_a_map_comes_back(seed: int) -> None:
    maps = tuple(drawn(Random(10 * seed + number)) for number in range(3))
    text = json.dumps({"group": {"generators": [written(SUBJECT.layout, one) for one in maps]}}).encode()
    assert read(SUBJECT.layout, parsed(text, "file"), "file") == maps


def test_values_have_the_program_s_names() -> None:
    pairs = [("owner=id_1", "owner=id_2"), ("left=undefined", "left=2")]
    exchanged = read(SUBJECT.layout, [[[*pair] for one in pairs for pair in (one, one[::-1])]], "file")
    assert [one.codes[0] for one in exchanged] == [(0, 2, 1)]
    assert [one.codes[1] for one in exchanged] == [(3, 1, 2, 0)]
    assert written(SUBJECT.layout, exchanged[0], [frozenset({1, 2}), *[frozenset({1})] * 4]) == [
        ("owner=id_1", "owner=id_2"),
        ("owner=id_2", "owner=id_1"),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[", "file:1:2: this is not JSON"),
        ("{}", "it has no `generators`"),
        ("3", "not a list of maps"),
        ('[[["owner"]]]', "generator 1: .* is not a pair of literals"),
        ('[[["owned", "owner"]]]', "no slot `owned`; did you mean `owner`"),
        ('[[["owner=id_3", "owner=id_1"]]]', "`owner` is never `id_3`"),
        ('[[["left", "right"]]]', "2 slots become `right`"),
        ('[[["left", "right"], ["left", "left"]]]', "`left` becomes `right` and `left`"),
        ('[[["left", "left=1"]]]', "a value on one side alone"),
        ('[[["left=0", "left=1"], ["left=0", "left=2"]]]', "`left=0` becomes two literals"),
        ('[[["left=0", "left=1"], ["left=2", "left=1"]]]', "two values of `left` become one"),
    ],
)
def test_what_is_no_map_is_refused(text: str, message: str) -> None:
    with pytest.raises(RefusedError, match=message):
        read(SUBJECT.layout, parsed(text.encode(), "file"), "file")
