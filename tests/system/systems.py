"""Systems for the tests of engines: written by hand, and lowered from models."""

from __future__ import annotations

from tests.composing import reduced
from vsym.basics.source import Source, Span
from vsym.logic.formula import TRUE, Formula, Temporal, TemporalOperator, compare, conjunction
from vsym.logic.properties import Property
from vsym.logic.terms import Linear, Named, linear
from vsym.system.system import Event, System, Variable
from vsym.system.terms import Case, Quotient, Remainder

HERE = Span(Source("<test>", ""), 0, 0)


def of(model: str, **parameters: int) -> System:
    """The counter system of a model as engines see it."""
    return reduced(model, **parameters).system


def at(name: str, operator: str, bound: int) -> Formula:
    """A comparison of a variable with a number."""
    return compare(linear([(Named(name), 1)]), operator, Linear((), bound))  # type: ignore[arg-type]


def ctl(operator: TemporalOperator, *operands: Formula) -> Property:
    """A property of CTL, named by its operator."""
    return Property(operator, "ctl", Temporal(operator, operands), operator, HERE)


def ltl(operator: TemporalOperator, *operands: Formula) -> Property:
    """A property of LTL, named by its operator."""
    return Property(operator, "ltl", Temporal(operator, operands), operator, HERE)


def invariant(name: str, formula: Formula) -> Property:
    """An invariant."""
    return Property(name, "invariant", formula, name, HERE)


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
