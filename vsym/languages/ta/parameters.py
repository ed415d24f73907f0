"""Small values for parameters that have none, as the assumptions allow them: for all that needs a size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement

from vsym.logic.folding import satisfied
from vsym.logic.formula import Comparison, Formula, conjuncts
from vsym.logic.terms import Atom, Linear, Named

_LARGEST = 1_000
_SUM = 12


def small_values(
    names: Sequence[str], given: Mapping[str, int], assumptions: Sequence[Formula], size: Linear
) -> Mapping[str, int] | None:
    """Values of all parameters with which the assumptions hold and there is a process, beside the `given` ones: none
    of them 0 where that can be. None where none is at hand."""
    wanted = [
        *(part for one in assumptions for part in conjuncts(one)),
        Comparison(Linear(size.terms), ">=", 1 - size.constant),
    ]
    for values in (*_raised(names, given, wanted), *_tried(names, given)):
        if all(satisfied(one, _reader(values)) for one in wanted):
            return values
    return None


def _raised(names: Sequence[str], given: Mapping[str, int], wanted: Sequence[Formula]) -> Iterator[dict[str, int]]:
    """From 1, and then from 0, each inequality that does not hold raises a parameter until it does."""
    for least in (1, 0):
        values = {name: given.get(name, least) for name in names}
        while (broken := next((one for one in wanted if not satisfied(one, _reader(values))), None)) is not None:
            raised = _raising(broken, values, given)
            if raised is None or values[raised] >= _LARGEST:
                break
            values[raised] += 1
        else:
            yield values


def _raising(broken: Formula, values: Mapping[str, int], given: Mapping[str, int]) -> str | None:
    """The first parameter whose raise brings a comparison nearer to being true."""
    if not isinstance(broken, Comparison):
        return None
    sign = 1 if sum(by * _reader(values)(atom) for atom, by in broken.left.terms) < broken.bound else -1
    names = {atom.name for atom, by in broken.left.terms if isinstance(atom, Named) and by * sign > 0}
    return next((name for name in values if name in names and name not in given), None)


def _tried(names: Sequence[str], given: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """Values whose sum is small, one after the other."""
    free = [name for name in names if name not in given]
    for total in range(_SUM + 1):
        for ends in combinations_with_replacement(range(total + 1), max(0, len(free) - 1)):
            cuts = [0, *ends, total]
            pairs = zip(free, cuts, cuts[1:], strict=False)
            yield {**given, **{name: high - low for name, low, high in pairs}}


def _reader(values: Mapping[str, int]) -> Callable[[Atom], int]:
    def value_of(atom: Atom) -> int:
        assert isinstance(atom, Named)
        return values[atom.name]

    return value_of
