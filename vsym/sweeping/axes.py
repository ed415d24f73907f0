"""The values that a sweep gives to parameters: `q=1:1:50`, `q=1:50`, `q=1,2,5`, `q=7`, and their product."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError, StrategyName

ROWS = 100_000
"""The most rows of a sweep."""

Values: TypeAlias = tuple[tuple[str, int], ...]
"""A value for each parameter that a sweep names, in the order in which it names them."""

_INTEGER = r"[+-]?[0-9]{1,4000}"
_PIECE = re.compile(rf"\s*({_INTEGER})\s*(?::\s*({_INTEGER})\s*)?(?::\s*({_INTEGER})\s*)?")


@frozen
class Axis:
    """A parameter with its values in the order in which they were given, and how they were written."""

    name: str
    values: tuple[int, ...]
    written: str

    @property
    def ranged(self) -> bool:
        """True where it has several values."""
        return len(self.values) > 1


def axis(name: str, written: str) -> Axis:
    """The values of a list of numbers and of ranges `first:last` or `first:step:last`, each value once.

    Raises RefusedError for a text that is none, a range without values, and more than `ROWS` values.
    """
    values: list[int] = []
    for piece in written.split(","):
        match = _PIECE.fullmatch(piece)
        if match is None:
            raise RefusedError(
                f"-D {name}={written}: `{piece}` is neither a number nor a range; write {name}=7, {name}=1:50, "
                f"{name}=first:step:last or {name}=1,2,5"
            )
        first, middle, last = match.groups()
        if middle is None:
            values.append(int(first))
            continue
        step, end = (1, int(middle)) if last is None else (int(middle), int(last))
        values += _range(f"-D {name}={written}", int(first), step, end, ROWS - len(values))
    return Axis(name, tuple(dict.fromkeys(values)), written.replace(" ", ""))


def _range(text: str, first: int, step: int, last: int, left: int) -> range:
    if step == 0:
        raise RefusedError(f"{text}: a step of 0 goes nowhere; write first:step:last, as in 1:2:9")
    if (last - first) * step < 0:
        back = f"{first}:{-step}:{last}"
        raise RefusedError(f"{text}: there is no value from {first} to {last} in steps of {step}; did you mean {back}?")
    count = (last - first) // step + 1
    if count > left:
        raise RefusedError(f"{text}: this has more than {ROWS:,} values; take a larger step")
    return range(first, first + count * step, step)


def axis_of(name: str, values: int | str | Iterable[int]) -> Axis:
    """The axis that a program gives, as a text of the command line or as values; raises as `axis` and `listed`."""
    if isinstance(values, str):
        return axis(name, values)
    return listed(name, [values] if isinstance(values, int) else values)


def listed(name: str, values: Iterable[int]) -> Axis:
    """The axis of values that a program gives; a `range` is written as the command line writes it.

    Raises RefusedError where there are no values or more than `ROWS`.
    """
    chosen: list[int] = []
    for value in values:
        chosen.append(value)
        if len(chosen) > ROWS:
            raise RefusedError(f"`{name}` has more than {ROWS:,} values")
    if not chosen:
        raise RefusedError(f"`{name}` has no values")
    written = ",".join(str(value) for value in chosen)
    if isinstance(values, range) and len(chosen) > 1:
        written = f"{chosen[0]}:{values.step}:{chosen[-1]}"
    return Axis(name, tuple(dict.fromkeys(chosen)), written)


def check_size(axes: Sequence[Axis]) -> None:
    """Raise RefusedError where the product has more than `ROWS` rows."""
    count = prod(len(one.values) for one in axes)
    if count > ROWS:
        factors = " * ".join(f"{len(one.values)}" for one in axes if one.ranged)
        raise RefusedError(f"these ranges have {count:,} combinations ({factors}); a sweep takes at most {ROWS:,}")


def rows(axes: Sequence[Axis]) -> Iterator[Values]:
    """Every combination, the last parameter changing fastest."""
    for values in product(*(one.values for one in axes)):
        yield tuple(zip((one.name for one in axes), values, strict=True))


def corners(axes: Sequence[Axis]) -> list[Values]:
    """The combinations of first and last values, of as many parameters as keep them few, first ones first."""
    ends: list[Axis] = []
    for one in axes:
        few = 2 ** sum(end.ranged for end in ends) < 8
        ends.append(Axis(one.name, (one.values[0], one.values[-1]) if few else one.values[:1], one.written))
    return list(dict.fromkeys(rows(ends)))


@frozen
class Settings:
    """Properties (all, if none is named), the engine and solver, and limits: seconds and MB, each for a single row.
    vsym explores states up to a `group`: its name, or None for the default. Decision diagrams explore programs by a
    `strategy`, or None for the default. With `counted`, programs are explored as counter models."""

    properties: tuple[str, ...] = ()
    engine: str = "auto"
    solver: str = "z3"
    timeout: float | None = None
    memory: int | None = None
    group: str | None = None
    strategy: StrategyName | None = None
    counted: Literal["counters"] | None = None
