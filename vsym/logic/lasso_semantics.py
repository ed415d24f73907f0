"""The meaning of one path for a formula: LTL exactly along a path without an end, CTL as far as one path can."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias, assert_never

from vsym.logic import ctl
from vsym.logic.folding import Algebra, fold
from vsym.logic.formula import Formula, TemporalOperator

Values: TypeAlias = tuple[bool, ...]
"""The truth of a formula at each position."""

Judge: TypeAlias = Callable[[Formula, int], bool | None]
"""The truth of a predicate at a position of a path; None where evaluating it ends in an error of the model."""


def true_along(formula: Formula, length: int, loop: int, judge: Judge) -> bool:
    """True where an LTL formula is at the first of `length` positions, the last of which is followed by `loop`.

    The quantifiers of CTL are passed over: a CTL formula that speaks of all paths only is refuted by a path along which
    this is false, though not each that is refuted is so by one path.
    """
    algebra = Algebra[Values](
        lambda constant: (constant,) * length,
        lambda comparison: tuple(bool(judge(comparison, place)) for place in range(length)),
        lambda operand: tuple(not value for value in operand),
        lambda operands: tuple(all(truths[place] for truths in operands) for place in range(length)),
        lambda operands: tuple(any(truths[place] for truths in operands) for place in range(length)),
        lambda one, other: tuple(left == right for left, right in zip(one, other, strict=True)),
        _Path(length, loop).tense,
    )
    return fold(formula, algebra)[0]


def shows(formula: Formula, positive: bool, length: int, loop: int | None, judge: Judge, *, goes_on: bool) -> bool:
    """True where a path shows that a CTL formula holds (`positive`) or fails at its first position, as far as it can.

    With a `loop`, that position follows the last one and the path is fair; without one the path is a beginning, which
    `goes_on` says has a fair continuation in any case. The path itself must show what some path is to do (EX, EU, EG):
    a predicate that it reaches, or that is true on all of a loop. Not checked, since one path cannot show it: what all
    paths are to do, beyond not being refuted by this path; all parts but one of a conjunction of such claims; the left
    side of an until and the operand of an EG where these are temporal; equivalences of temporal formulas; and, of a
    path without a loop, that it has a fair continuation.
    """
    reduction = ctl.reduce([formula])
    sides = _Sides(reduction.nodes, _Path(length, loop), judge, goes_on=goes_on)
    return sides.shown[reduction.roots[0]][positive][0]


class _Path:
    """The positions of a path. `loop` is the position that follows the last one; None where no position follows."""

    def __init__(self, length: int, loop: int | None) -> None:
        self.length, self.loop = length, loop
        self.never, self.always = (False,) * length, (True,) * length

    def tense(self, operator: TemporalOperator, operands: Sequence[Values]) -> Values:
        """A temporal operator along a path without an end, on operands that are known."""
        left, right = operands[0], operands[-1]
        match operator:
            case "X" | "AX" | "EX":
                return self.after(left, False)
            case "F" | "AF" | "EF":
                return self.until(self.always, right, False)
            case "G" | "AG" | "EG":
                return self.until(right, self.never, True)
            case "U" | "AU" | "EU":
                return self.until(left, right, False)
            case "W" | "AW" | "EW":
                return self.until(left, right, True)
            case "R" | "AR" | "ER":
                return self.until(right, tuple(map(all, zip(left, right, strict=True))), True)
        assert_never(operator)

    def after(self, operand: Values, beyond: bool) -> Values:
        """The operand at the next position; `beyond` where the path ends."""
        return (*operand[1:], beyond if self.loop is None else operand[self.loop])

    def until(self, left: Values, right: Values, beyond: bool) -> Values:
        """`right`, or `left` and the same at the next position; `beyond` where the path ends, and, on a loop, where
        `right` is never true."""
        truths = [beyond] * (self.length + 1)
        # The truth at the beginning of the loop is known after the first round.
        for _ in range(1 if self.loop is None else 2):
            if self.loop is not None:
                truths[-1] = truths[self.loop]
            for place in reversed(range(self.length)):
                truths[place] = right[place] or (left[place] and truths[place + 1])
        return tuple(truths[:-1])


class _Sides:
    """Of each node, first that it fails and then that it holds: where the path shows that as far as one can (`shown`),
    and where it does not refute it (`open`)."""

    def __init__(self, nodes: Sequence[ctl.Node], path: _Path, judge: Judge, *, goes_on: bool) -> None:
        self.shown: list[tuple[Values, Values]] = []
        self.open: list[tuple[Values, Values]] = []
        self._nodes, self._path, self._goes_on = nodes, path, goes_on
        for node in nodes:
            match node:
                case ctl.Predicate(formula):
                    values = [judge(formula, place) for place in range(path.length)]
                    self.shown.append((_are(values, False), _are(values, True)))
                    self.open.append((_are(values, False, None), _are(values, True, None)))
                case ctl.Negation(operand):
                    self.shown.append(self.shown[operand][::-1])
                    self.open.append(self.open[operand][::-1])
                case ctl.Equivalence():
                    self.shown.append((path.always, path.always))
                    self.open.append((path.always, path.always))
                case ctl.Conjunction(operands):
                    self.shown.append((self._some(self.shown, operands, False), self._both(operands, True)))
                    self.open.append((self._some(self.open, operands, False), self._all(self.open, operands, True)))
                case ctl.Disjunction(operands):
                    self.shown.append((self._both(operands, False), self._some(self.shown, operands, True)))
                    self.open.append((self._all(self.open, operands, False), self._some(self.open, operands, True)))
                case ctl.ExistsNext() | ctl.ExistsUntil() | ctl.ExistsGlobally():
                    unrefuted = self._nowhere(node)
                    self.shown.append((unrefuted, self._somewhere(node)))
                    self.open.append((unrefuted, path.always))
                case _:
                    assert_never(node)

    def _somewhere(self, node: ctl.ExistsNext | ctl.ExistsUntil | ctl.ExistsGlobally) -> Values:
        """The positions at which the path shows that some path is as the node says."""
        path = self._path
        match node:
            case ctl.ExistsNext(operand):
                return path.after(self.shown[operand][True], False)
            case ctl.ExistsUntil(left, right):
                return path.until(self.open[left][True], self.shown[right][True], False)
            case ctl.ExistsGlobally(operand):
                return path.until(self.open[operand][True], path.never, path.loop is not None)
        assert_never(node)

    def _nowhere(self, node: ctl.ExistsNext | ctl.ExistsUntil | ctl.ExistsGlobally) -> Values:
        """The positions at which the path itself is none that is as the node says."""
        path = self._path
        if not self._goes_on:
            return path.always
        match node:
            case ctl.ExistsNext(operand):
                return path.after(self.open[operand][False], True)
            case ctl.ExistsUntil(left, right):
                here, missing = self.open[right][False], self.open[left][False]
                return path.until(here, tuple(map(all, zip(here, missing, strict=True))), True)
            case ctl.ExistsGlobally(operand):
                return path.until(path.always, self.open[operand][False], path.loop is None)
        assert_never(node)

    def _both(self, operands: Sequence[int], side: bool) -> Values:
        """All operands as far as a path can show them: those that speak of one state or of all paths, and one of those
        that a path can explain, where there are any."""
        parts = [number for number in operands if ctl.is_told(self._nodes, number, side)]
        others = self._all(self.shown, [number for number in operands if number not in parts], side)
        if not parts:
            return others
        columns = zip(others, self._all(self.open, parts, side), self._some(self.shown, parts, side), strict=True)
        return tuple(map(all, columns))

    def _all(self, sides: list[tuple[Values, Values]], operands: Sequence[int], side: bool) -> Values:
        return tuple(map(all, self._columns(sides, operands, side)))

    def _some(self, sides: list[tuple[Values, Values]], operands: Sequence[int], side: bool) -> Values:
        return tuple(map(any, self._columns(sides, operands, side)))

    def _columns(
        self, sides: list[tuple[Values, Values]], operands: Sequence[int], side: bool
    ) -> Iterator[tuple[bool, ...]]:
        """The operands at each position."""
        return (tuple(sides[number][side][place] for number in operands) for place in range(self._path.length))


def _are(values: Sequence[bool | None], *truths: bool | None) -> Values:
    return tuple(value in truths for value in values)
