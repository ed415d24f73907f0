"""Whether a formula is true along one path without an end, by its definition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, assert_never

from vsym.logic.folding import Algebra, fold, satisfied
from vsym.logic.formula import Comparison, Formula, TemporalOperator
from vsym.logic.terms import Atom

Values: TypeAlias = tuple[bool, ...]
"""The truth of a formula at each position."""


def true_along(formula: Formula, states: Sequence[Callable[[Atom], int]], loop: int) -> bool:
    """Whether an LTL formula is true at the first of some states, the last of which is followed by the one at `loop`.

    States are given by the values of their atoms. The quantifiers of CTL are passed over: a CTL formula that speaks of
    all paths only is refuted by a path along which this is false, though not each that is refuted is so by one path.
    """
    path = _Path(len(states), loop)
    algebra = Algebra[Values](
        lambda constant: (constant,) * path.length,
        lambda comparison: _compared(comparison, states),
        lambda operand: tuple(not value for value in operand),
        lambda operands: tuple(all(found[place] for found in operands) for place in range(path.length)),
        lambda operands: tuple(any(found[place] for found in operands) for place in range(path.length)),
        lambda one, other: tuple(left == right for left, right in zip(one, other, strict=True)),
        path.tense,
    )
    return fold(formula, algebra)[0]


def _compared(comparison: Comparison, states: Sequence[Callable[[Atom], int]]) -> Values:
    return tuple(satisfied(comparison, value_of) for value_of in states)


class _Path:
    """The positions of a path, of which `loop` follows the last."""

    def __init__(self, length: int, loop: int) -> None:
        self.length = length
        self._next = (*range(1, length), loop)

    def tense(self, operator: TemporalOperator, operands: Sequence[Values]) -> Values:
        """A temporal operator on operands that are known."""
        never, always = (False,) * self.length, (True,) * self.length
        left, right = operands[0], operands[-1]
        match operator:
            case "X" | "AX" | "EX":
                return tuple(left[after] for after in self._next)
            case "F" | "AF" | "EF":
                return self._until(always, right, never)
            case "G" | "AG" | "EG":
                return self._until(right, never, always)
            case "U" | "AU" | "EU":
                return self._until(left, right, never)
            case "W" | "AW" | "EW":
                return self._until(left, right, always)
            case "R" | "AR" | "ER":
                both = tuple(one and other for one, other in zip(left, right, strict=True))
                return self._until(right, both, always)
        assert_never(operator)

    def _until(self, left: Values, right: Values, first: Values) -> Values:
        """`right`, or `left` and the same at the next position: the fixpoint of that from `first` on."""
        found = list(first)
        # What the loop says of its beginning is known after the first time round.
        for place in [*reversed(range(self.length))] * 2:
            found[place] = right[place] or (left[place] and found[self._next[place]])
        return tuple(found)
