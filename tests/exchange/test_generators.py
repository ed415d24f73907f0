"""Generators in files: permutations of an index type's elements by name."""

from __future__ import annotations

import pytest

from tests.loading import load_program
from vsym.basics.options import RefusedError
from vsym.exchange.generators import generators
from vsym.models.program.renaming import renamed

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
