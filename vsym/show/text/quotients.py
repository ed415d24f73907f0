"""Up to which group states are one, on a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import factorial, prod
from typing import TYPE_CHECKING

from rich.text import Text

from vsym.basics.numbers import number, plural, writable
from vsym.show.documents import Record, Value

if TYPE_CHECKING:
    from vsym.models.program.group import Factor

_WAYS: Mapping[str, str] = {
    "sorting": "by sorting",
    "least image": "by least images",
    "local search": "by local search",
}


def quotient_line(
    factors: Sequence[Factor],
    *,
    exact: bool,
    state: str = "state",
    beside: str = "",
    permutations: int = 1,
    ways: bool = True,
    proved: bool = True,
) -> Text:
    """What the factors of a group are called, and what is known of how states of an orbit are made one.

    `beside` are permutations of something else, so many. Decision diagrams make states of an orbit one in `ways` of
    their own, of which nothing is said here.
    """
    parts = [beside] if beside else []
    parts += (f"{one.name}, order {number(one.order)}{f' ({_WAYS[one.strategy]})' if ways else ''}" for one in factors)
    most = permutations * prod(one.order for one in factors)
    several = "" if exact or not ways else ", of some of which several are stored"
    said = f" under {' and '.join(parts)}: orbits of up to {plural(most, state)}{several}"
    return Text.assemble(("symmetric", "green") if proved else ("not proved to be symmetric", "yellow"), said)


def quotient_record(
    factors: Sequence[Factor], *, exact: bool, scalarsets: Sequence[tuple[str, int]] = ()
) -> Record | None:
    """The order of the group, whether one state is stored of each orbit, the factors, and the names of the scalarsets
    of some sizes that it permutes besides; None where there is nothing but the identity."""
    permutations = prod(factorial(size) for _, size in scalarsets)
    if not factors and permutations == 1:
        return None
    each: list[Value] = [
        {"text": one.name, "order": writable(one.order), "strategy": one.strategy, "exact": one.exact}
        for one in factors
    ]
    order = permutations * prod(one.order for one in factors)
    names: list[Value] = [name for name, _ in scalarsets]
    return {"order": writable(order), "exact": exact, "scalarsets": names, "factors": each}
