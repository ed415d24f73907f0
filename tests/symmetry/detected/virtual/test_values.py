"""Exchanges of values that join a virtual group, each by itself: those that join reached states, and are proved."""

from __future__ import annotations

from tests.symmetry.detected.virtual.small import Step, asking, of_values, system
from tests.system.systems import at
from vsym.basics.limits import UNLIMITED
from vsym.logic.formula import TRUE, Formula
from vsym.symmetry.detected.virtual.group import Virtual, virtual_group
from vsym.symmetry.detected.virtual.values import Sample, with_values
from vsym.system.system import System

WRITTEN: tuple[Step, ...] = (
    ({"x": 0}, {"x": 1, "y": 0}),
    ({"x": 1}, {"x": 0, "z": 1}),
    ({"x": 1}, {"x": 0, "y": 1}),
    ({"x": 0}, {"x": 1, "z": 0}),
)
"""Steps that write y and z depending on x; no step reads them."""


def joined(model: System, *cells: int, inside: Formula = TRUE, start: tuple[int, ...] = (0, 0, 0)) -> Virtual:
    """The group of exchanges of the two values of some variables, beside no other group."""
    group = virtual_group(*asking(model), inside)
    rows = [of_values(model, cell, (0, 1)) for cell in cells]
    return with_values(group, rows, Sample(model, [start], UNLIMITED))


def test_values_that_are_never_read_join() -> None:
    model = system({"x": 2, "y": 2, "z": 2}, *WRITTEN)
    group = joined(model, 0, 1, 2)
    assert [row.name for row in group.rows.rows] == ["y", "z"]
    assert group.proved == {(0, 0): {(0, 0)}, (1, 0): {(1, 0)}}
    assert group.beyond == ((0, 0), (1, 0))
    assert group.keeping([at("y", "=", 0)]).exchanges == ((1, 0),)


def test_values_that_join_no_reached_states_do_not() -> None:
    model = system({"x": 2, "y": 2, "z": 2}, *WRITTEN[:2])
    assert not joined(model, 1).rows.rows
    assert [row.name for row in joined(model, 2).rows.rows] == ["z"]


def test_values_join_only_if_they_keep_what_is_assumed() -> None:
    model = system({"x": 2, "y": 2, "z": 2}, *WRITTEN)
    assert not joined(model, 1, inside=at("y", "=", 0)).rows.rows
    assert [row.name for row in joined(model, 1, inside=at("z", "=", 0)).rows.rows] == ["y"]
