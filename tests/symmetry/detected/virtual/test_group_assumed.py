"""Invariants that a proof assumes: only those that it needs, and that the exchange keeps."""

from __future__ import annotations

from tests.symmetry.detected.virtual.small import asking, of_values, system
from tests.system.systems import at
from vsym.logic.formula import Formula, disjunction
from vsym.symmetry.detected.virtual.group import virtual_group, with_invariants

MODEL = system({"x": 2, "y": 2}, ({"x": 0, "y": 1}, {"y": 0}))
"""With y = 1, a step distinguishes the values of x."""

NEVER = at("y", "=", 0)
"""A predicate that the exchange keeps and that excludes this step."""

OTHER = disjunction([at("x", "=", 1), at("y", "=", 0)])
"""A predicate that excludes the step as well, but that the exchange does not keep."""


def test_an_invariant_is_assumed_where_its_violation_refutes_an_exchange() -> None:
    questions, rows = asking(MODEL, of_values(MODEL, 0, (0, 1)))
    group, assumed = with_invariants(MODEL, [OTHER, NEVER], lambda inside: virtual_group(questions, rows, inside))
    assert (group.exchanges, assumed) == (((0, 0),), (1,))


def test_an_invariant_that_others_make_needless_is_left_out() -> None:
    """The state that refutes the exchange violates both."""
    weaker = disjunction([at("y", "=", 0), at("z", "=", 0)])
    model = system({"x": 2, "y": 2, "z": 2}, ({"x": 0, "y": 1, "z": 1}, {"y": 0}))
    questions, rows = asking(model, of_values(model, 0, (0, 1)))

    def assumed(*invariants: Formula) -> tuple[int, ...]:
        return with_invariants(model, invariants, lambda inside: virtual_group(questions, rows, inside))[1]

    assert (assumed(NEVER), assumed(weaker)) == ((0,), (0,))
    assert assumed(NEVER, weaker) in ((0,), (1,))


def test_without_an_invariant_that_is_kept_nothing_is_assumed() -> None:
    questions, rows = asking(MODEL, of_values(MODEL, 0, (0, 1)))
    group, assumed = with_invariants(MODEL, [OTHER], lambda inside: virtual_group(questions, rows, inside))
    assert (group.exchanges, assumed) == ((), ())


def test_what_needs_no_invariant_assumes_none() -> None:
    questions, rows = asking(MODEL, of_values(MODEL, 1, (0, 1)))
    assert with_invariants(MODEL, [NEVER], lambda inside: virtual_group(questions, rows, inside))[1] == ()
