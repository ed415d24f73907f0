"""Systems for the tests of engines: written by hand, and lowered from models."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from tests.support.composing import reduced
from vsym.basics.source import Source, Span
from vsym.logic.formula import TRUE, Formula, Temporal, TemporalOperator, compare, conjunction
from vsym.logic.properties import Fairness, Property
from vsym.logic.terms import Linear, Named, linear
from vsym.system.system import Case, Event, Quotient, Remainder, System, Variable

HERE = Span(Source("<test>", ""), 0, 0)

SIX_IN_A_RING = """system ring
param n = 24
states A, B, C, D, E, F
group P of n
init A
trans A -> B
trans B -> C
trans C -> D
trans D -> E
trans E -> F
trans F -> A
"""
"""A model too large for the explicit engine to be the first choice; tests append its properties."""


def of(model: str, **parameters: int) -> System:
    """The counter system of a model as engines see it."""
    return reduced(model, **parameters).system


def at(name: str, operator: str, bound: int) -> Formula:
    """A comparison of a variable with a number."""
    return compare(linear([(Named(name), 1)]), operator, Linear((), bound))  # type: ignore[arg-type]


def asked(logic: Literal["ctl", "ltl", "invariant"], formula: Formula, name: str = "p") -> Property:
    """A property of any form."""
    return Property(name, logic, formula, "", HERE)


def ctl(operator: TemporalOperator, *operands: Formula) -> Property:
    """A property of CTL, named by its operator."""
    return Property(operator, "ctl", Temporal(operator, operands), operator, HERE)


def ltl(operator: TemporalOperator, *operands: Formula) -> Property:
    """A property of LTL, named by its operator."""
    return Property(operator, "ltl", Temporal(operator, operands), operator, HERE)


def invariant(name: str, formula: Formula) -> Property:
    """An invariant."""
    return Property(name, "invariant", formula, name, HERE)


def fairness(*predicates: Formula) -> tuple[Fairness, ...]:
    """Fairness constraints."""
    return tuple(Fairness(predicate, "", HERE) for predicate in predicates)


def variable(name: str, low: int, high: int) -> Variable:
    """A variable with numbers as its ends."""
    return Variable(name, Linear((), low), Linear((), high), about=name)


X, Y, Z = (linear([(Named(name), 1)]) for name in "xyz")


def registers() -> System:
    """Two registers and a third: a reset, a swap, a case by value, a quotient and a remainder, none of them `± 1`.

    From (0, 3, 0), `swap` exchanges x and y, `reset` clears a full x, `load` sets z by the value of x, `halve`
    divides y, and `wrap` counts z modulo 3.
    """
    zero = Linear()
    return System(
        name="registers",
        variables=(variable("x", 0, 3), variable("y", 0, 3), variable("z", 0, 4)),
        domain=TRUE,
        initial=conjunction([at("x", "=", 0), at("y", "=", 3), at("z", "=", 0)]),
        events=(
            Event("swap", "swap", compare(X, "!=", Y), (("x", Y), ("y", X))),
            Event("reset", "reset", at("x", "=", 3), (("x", zero),)),
            Event(
                "load",
                "load",
                at("z", "=", 0),
                (("z", Case(((at("x", ">=", 3), Linear((), 4)), (at("x", "=", 0), Linear((), 2))), X)),),
            ),
            Event("halve", "halve", at("y", ">=", 2), (("y", Quotient(Y, 2)),)),
            Event("wrap", "wrap", at("z", ">=", 2), (("z", Remainder(Z + X, 3)),)),
        ),
    )


def tokens() -> System:
    """Four tokens in three places: one or two of them move at once, two places swap theirs, and there is a flag."""
    a, b, c, state = (linear([(Named(name), 1)]) for name in ("a", "b", "c", "flag"))
    one, two = Linear((), 1), Linear((), 2)
    flag = Variable("flag", Linear(), one, boolean=True, about="flag")
    return System(
        name="tokens",
        variables=(*(variable(name, 0, 4) for name in "abc"), flag),
        domain=conjunction([compare(a + b + c, "=", Linear((), 4)), compare(a + c, "<=", Linear((), 4))]),
        initial=conjunction([at("b", "=", 4), at("flag", "=", 0)]),
        events=(
            Event("take", "take", at("b", ">=", 1), (("b", b - one), ("c", c + one), ("flag", one - state))),
            Event("give", "give", at("c", ">=", 2), (("c", c - two), ("b", b + two))),
            Event(
                "turn", "turn", at("a", "=", 0), (("a", c), ("c", a), ("flag", Case(((at("c", ">=", 3), one),), state)))
            ),
            Event("odd", "odd", at("a", ">=", 1), (("flag", Remainder(a + c, 2)), ("a", a - one), ("c", c + one))),
        ),
    )


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


def move(one: str, other: str, guard: Formula = TRUE) -> Event:
    """A token moves from one place to another."""
    update = ((one, shifted(one, -1)), (other, shifted(other, 1)))
    return Event(f"{one}_{other}", f"{one} -> {other}", conjunction([at(one, ">=", 1), guard]), update)


def shifted(name: str, by: int) -> Linear:
    """The value of a variable and a number."""
    return linear([(Named(name), 1)], by)


def readers_and_writers(processes: int, states: int) -> System:
    """p0 → … → pm−2, then pm−1 for one process at a time, and back to p0; all begin in p0."""
    whole = ring(processes, states)
    alone = move(f"p{states - 2}", f"p{states - 1}", at(f"p{states - 1}", "=", 0))
    return replace(whole, events=(*whole.events[:-2], alone, whole.events[-1]))
