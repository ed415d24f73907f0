"""Systems drawn at random: shifts, resets, copies, cases, quotients, remainders, sums that steps keep, and errors."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from hypothesis import strategies as st

from tests.support.choosing import one_of
from tests.system.systems import HERE, at, variable
from vsym.logic.formula import TRUE, Formula, Iff, Temporal, TemporalOperator, compare, conjunction, disjunction, negate
from vsym.logic.properties import Fairness, Property
from vsym.logic.terms import Linear, Named, linear
from vsym.system.system import Case, Event, Quotient, Remainder, System, Term, Variable

CTL_UNARY: tuple[TemporalOperator, ...] = ("AX", "EX", "AF", "EF", "AG", "EG")
CTL_BINARY: tuple[TemporalOperator, ...] = ("AU", "EU", "AW", "EW", "AR", "ER")
LTL_UNARY: tuple[TemporalOperator, ...] = ("X", "F", "G")
LTL_BINARY: tuple[TemporalOperator, ...] = ("U", "W", "R")
OPERATORS: tuple[Literal["<=", ">=", "=", "!="], ...] = ("<=", ">=", "=", "!=")


@st.composite
def systems(draw: st.DrawFn, *, fairness: bool = True) -> System:
    """A small system with properties of every logic; without an event that is an error."""
    high = draw(st.integers(1, 3))
    pair = draw(st.booleans())
    variables = [variable("x", 0, high), variable("y", 0, high), variable("z", draw(st.integers(-1, 0)), 2)]
    domain: Formula = TRUE
    if pair:
        both = linear([(Named("x"), 1), (Named("y"), 1)])
        domain = compare(both, "=", Linear((), high))
    count = draw(st.integers(1, 4))
    events = tuple(_event(draw, f"e{number}", variables, kept=pair) for number in range(count))
    initial = conjunction([domain, _start(draw, variables)])
    constraints = [_predicate(draw, variables) for _ in range(draw(st.integers(0, 2)) if fairness else 0)]
    system = System("drawn", tuple(variables), domain, initial, events)
    properties = tuple(_property(draw, variables, number) for number in range(5))
    justice = tuple(Fairness(found, "", HERE) for found in constraints)
    return replace(system, properties=properties, fairness=justice)


@st.composite
def systems_with_errors(draw: st.DrawFn) -> System:
    """A small system of which one event is an error."""
    system = draw(systems(fairness=False))
    number = draw(st.integers(0, len(system.events) - 1))
    event = replace(system.events[number], error="an error", update=())
    return replace(system, events=(*system.events[:number], event, *system.events[number + 1 :]))


def _start(draw: st.DrawFn, variables: list[Variable]) -> Formula:
    """One state, or some."""
    fixed = [at(one.name, "=", draw(st.integers(*one.range))) for one in variables[: draw(st.integers(1, 3))]]
    return conjunction(fixed)


def _event(draw: st.DrawFn, name: str, variables: list[Variable], *, kept: bool) -> Event:
    """An event; where x + y is `kept`, it moves one from x to y or back, exchanges them, or leaves them alone."""
    guard, update = _predicate(draw, variables), dict[str, Term]()
    if kept and draw(st.booleans()):
        guard = conjunction([guard, _moved(draw, variables, update)])
    elif not kept:
        for one in variables[:2]:
            if draw(st.booleans()):
                guard = conjunction([guard, _assigned(draw, one, variables, update)])
    if draw(st.booleans()):
        guard = conjunction([guard, _assigned(draw, variables[2], variables, update)])
    return Event(name, name, guard, tuple(update.items()))


def _moved(draw: st.DrawFn, variables: list[Variable], update: dict[str, Term]) -> Formula:
    x, y = (linear([(one.atom, 1)]) for one in variables[:2])
    match one_of(draw, "there", "back", "exchange"):
        case "there":
            update |= {"x": x + Linear((), -1), "y": y + Linear((), 1)}
            return at("x", ">=", 1)
        case "back":
            update |= {"x": x + Linear((), 1), "y": y + Linear((), -1)}
            return at("y", ">=", 1)
        case _:
            update |= {"x": y, "y": x}
            return TRUE


def _assigned(draw: st.DrawFn, one: Variable, variables: list[Variable], update: dict[str, Term]) -> Formula:
    """An assignment, and the condition under which it stays in its range."""
    low, high = one.range
    here, other = linear([(one.atom, 1)]), one_of(draw, *variables)
    read = linear([(other.atom, 1)])
    number = Linear((), draw(st.integers(low, high)))
    match one_of(draw, "up", "down", "number", "copy", "case", "quotient", "remainder"):
        case "up":
            update[one.name] = here + Linear((), 1)
            return compare(here, "<=", Linear((), high - 1))
        case "down":
            update[one.name] = here + Linear((), -1)
            return compare(here, ">=", Linear((), low + 1))
        case "number":
            update[one.name] = number
        case "copy":
            update[one.name] = read
            return conjunction([compare(read, ">=", Linear((), low)), compare(read, "<=", Linear((), high))])
        case "case":
            update[one.name] = Case(((_predicate(draw, variables), number),), here)
        case "quotient":
            update[one.name] = Quotient(here, 2)
        case _:
            update[one.name] = Remainder(read, high + 1)
    return TRUE


def _predicate(draw: st.DrawFn, variables: list[Variable]) -> Formula:
    parts = []
    for _ in range(draw(st.integers(1, 2))):
        count = draw(st.integers(0, 2))
        left = linear([(one_of(draw, *variables).atom, one_of(draw, 1, 1, -1, 2)) for _ in range(count)])
        operator = one_of(draw, *OPERATORS)
        part = compare(left, operator, Linear((), draw(st.integers(-1, 3))))
        parts.append(negate(part) if draw(st.booleans()) else part)
    return _joined(draw, parts)


def _joined(draw: st.DrawFn, parts: list[Formula]) -> Formula:
    joined = conjunction if draw(st.booleans()) else disjunction
    return Iff(parts[0], parts[-1]) if draw(st.integers(0, 9)) == 0 else joined(parts)


def _property(draw: st.DrawFn, variables: list[Variable], number: int) -> Property:
    name = f"p{number}"
    if number == 0:
        return Property(name, "invariant", _predicate(draw, variables), name, HERE)
    if number == 1:
        operator = one_of(draw, *CTL_UNARY, *CTL_BINARY)
        operands = tuple(_predicate(draw, variables) for _ in range(1 + (operator in CTL_BINARY)))
        return Property(name, "ctl", Temporal(operator, operands), name, HERE)
    if number == 2:
        return Property(name, "ctl", _temporal(draw, variables, CTL_UNARY, CTL_BINARY, 2), name, HERE)
    return Property(name, "ltl", _temporal(draw, variables, LTL_UNARY, LTL_BINARY, number - 1), name, HERE)


def _temporal(
    draw: st.DrawFn,
    variables: list[Variable],
    unary: tuple[TemporalOperator, ...],
    binary: tuple[TemporalOperator, ...],
    depth: int,
) -> Formula:
    if not depth:
        return _predicate(draw, variables)
    match draw(st.integers(0, 5)):
        case 0:
            return negate(_temporal(draw, variables, unary, binary, depth - 1))
        case 1:
            return _joined(draw, [_temporal(draw, variables, unary, binary, left) for left in (0, depth - 1)])
        case 2:
            operands = [_temporal(draw, variables, unary, binary, left) for left in (depth // 2, depth - 1)]
            return Temporal(one_of(draw, *binary), tuple(operands[:: one_of(draw, 1, -1)]))
        case _:
            return Temporal(one_of(draw, *unary), (_temporal(draw, variables, unary, binary, depth - 1),))
