"""Systems of tokens that move around a ring, of any size."""

from __future__ import annotations

from tests.system.systems import at, variable
from vsym.logic.formula import compare
from vsym.logic.terms import Linear, Named, linear
from vsym.system.system import Event, System


def ring(tokens: int, places: int) -> System:
    """Tokens that move from p0 to p1 and on, from the last place back to p0; all begin in p0."""
    names = [f"p{number}" for number in range(places)]
    everyone = Linear(tuple((Named(name), 1) for name in names))
    return System(
        name="ring",
        variables=tuple(variable(name, 0, tokens) for name in names),
        domain=compare(everyone, "=", Linear((), tokens)),
        initial=at("p0", "=", tokens),
        events=tuple(move(one, other) for one, other in zip(names, [*names[1:], names[0]], strict=True)),
    )


def move(one: str, other: str) -> Event:
    """A token moves from one place to another."""
    return Event(
        f"{one}_{other}", f"{one} -> {other}", at(one, ">=", 1), ((one, shifted(one, -1)), (other, shifted(other, 1)))
    )


def shifted(name: str, by: int) -> Linear:
    """The value of a variable and a number."""
    return linear([(Named(name), 1)], by)
