"""Threshold systems: systems whose events add constants and only go on, under guards that change few times (theory,
section 12). vsym recognises them by their events, in any input language."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias, assert_never

from pysmt.fnode import FNode
from pysmt.typing import INT

from vsym.arithmetic.environment import Environment, translate
from vsym.basics.frozen import frozen
from vsym.engines.smt.readable import readable
from vsym.engines.smt.system import symbol_name
from vsym.logic.formula import (
    FALSE,
    OPPOSITE,
    TRUE,
    And,
    Comparison,
    Formula,
    Iff,
    Not,
    Or,
    Temporal,
    Truth,
    conjunction,
    conjuncts,
    disjunction,
)
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.system.system import Event, System, Variable

Way: TypeAlias = Literal["rising", "falling"]


class OutsideError(Exception):
    """A system, or a property of it, is not one for phases; the text is the reason."""


@frozen
class Move:
    """An event, by its number, that changes variables by constants other than 0. It is possible where `guard` holds,
    and the state after it is in the ranges of its variables and satisfies `after`, which no move but those that ask for
    it can make false."""

    event: int
    guard: Formula
    changes: Mapping[str, int]
    after: Formula = TRUE


@frozen
class Thresholds:
    """A system whose moves are in an order in which each comes after those that raise a variable that it lowers. The
    guards are in positive form (`in_positive_form`), of comparisons each of which no move makes false, or none makes
    true."""

    system: System
    moves: tuple[Move, ...]

    def goes(self, predicate: Formula, way: Way) -> bool:
        """True of a predicate in positive form that no move makes false (`rising`), or true (`falling`)."""
        match predicate:
            case Truth():
                return True
            case And(operands) | Or(operands):
                return all(self.goes(part, way) for part in operands)
            case Comparison():
                up = (predicate.operator == ">=") == (way == "rising")
                changes = (_change(predicate, move) for move in self.moves)
                return all((change >= 0) if up else (change <= 0) for change in changes)
        raise AssertionError(predicate)

    def is_fixed(self, predicate: Formula) -> bool:
        """True of a predicate in positive form whose comparisons each rise or fall."""
        return all(self.goes(one, "rising") or self.goes(one, "falling") for one in comparisons(predicate))

    def can_change(self, comparison: Comparison) -> bool:
        """True of a comparison that some move changes the terms of."""
        return any(_change(comparison, move) for move in self.moves)

    def within_ranges(self, predicate: Formula) -> Formula:
        """The same in positive form, or of F and G, with a truth value for each comparison that ranges decide."""
        match predicate:
            case And(operands):
                return conjunction(map(self.within_ranges, operands))
            case Or(operands):
                return disjunction(map(self.within_ranges, operands))
            case Temporal(operator, (inner,)):
                return Temporal(operator, (self.within_ranges(inner),))
            case Comparison(left, operator, bound):
                return self._decided(left, operator == ">=", Linear((), bound), predicate)
        return predicate

    def _decided(self, left: Linear, least: bool, bound: Linear, comparison: Formula) -> Formula:
        low, high = self._ends(left)
        true, false = (low, high) if least else (high, low)
        one = Linear((), 1)
        if true is not None and (_at_most(bound, true) if least else _at_most(true, bound)):
            return TRUE
        if false is not None and (_at_most(false, bound - one) if least else _at_most(bound + one, false)):
            return FALSE
        return comparison

    def _ends(self, term: Linear) -> tuple[Linear | None, Linear | None]:
        """The least and the greatest value of a term as its ranges say, each None where there are several."""
        variables = {variable.name: place for place, variable in enumerate(self.system.variables)}
        inside = [(variables[a.name], by) for a, by in term.terms if isinstance(a, Named) and a.name in variables]
        factors = {by for _, by in inside}
        if len(factors) != 1:
            return None, None
        [factor], places = factors, {place for place, _ in inside}
        ranges = [self.system.variables[place] for place in places]
        low = sum((one.low for one in ranges), Linear())
        high = ranges[0].high if len(ranges) == 1 else None
        for total in self.system.sums:
            if places <= set(total.places) and all(self.system.variables[one].low == Linear() for one in total.places):
                high = total.total
        rest = term - linear([(self.system.variables[place].atom, factor) for place in places])
        ends = [None if end is None else rest + end * factor for end in (low, high)]
        return (ends[0], ends[1]) if factor > 0 else (ends[1], ends[0])


def thresholds(system: System) -> Thresholds:
    """The system as a threshold system; raises OutsideError."""
    moves = [
        Move(number, _asked(system, event, changes), changes)
        for number, event in enumerate(system.events)
        if event.error is None and (changes := _constants(event))
    ]
    ordered = Thresholds(system, tuple(_asking_after(_in_order(system, moves))))
    for move in ordered.moves:
        for comparison in comparisons(move.guard):
            if not ordered.is_fixed(comparison):
                label = system.events[move.event].label
                raise OutsideError(f"`{label}` asks for {text(comparison)}, which can become true and false again")
    return ordered


def in_positive_form(formula: Formula, positive: bool = True) -> Formula:
    """The formula, or its negation, of `<=` and `>=`, conjunction, disjunction and LTL's F and G; raises OutsideError
    for other operators of time."""
    match formula:
        case Truth(value):
            return Truth(value == positive)
        case Comparison(left, operator, bound):
            if not positive:
                operator, by = OPPOSITE[operator]
                bound += by
            match operator:
                case "<=" | ">=":
                    return Comparison(left, operator, bound)
                case "=":
                    return And((Comparison(left, "<=", bound), Comparison(left, ">=", bound)))
                case "!=":
                    return Or((Comparison(left, "<=", bound - 1), Comparison(left, ">=", bound + 1)))
            assert_never(operator)
        case Not(operand):
            return in_positive_form(operand, not positive)
        case And(operands) | Or(operands):
            parts = (in_positive_form(part, positive) for part in operands)
            return conjunction(parts) if isinstance(formula, And) == positive else disjunction(parts)
        case Iff(left, right):
            signs = (True, False)
            pairs = ((in_positive_form(left, sign), in_positive_form(right, sign == positive)) for sign in signs)
            return disjunction(map(conjunction, pairs))
        case Temporal("F" | "G" as operator, (operand,)):
            turned: Literal["F", "G"] = "G" if operator == "F" else "F"
            return Temporal(operator if positive else turned, (in_positive_form(operand, positive),))
        case Temporal(operator, _):
            raise OutsideError(f"it has `{operator}`, and phases take `F` and `G` alone")
    assert_never(formula)


def text(predicate: Formula) -> str:
    """A predicate as the language writes it."""
    environment = Environment()

    def symbol(atom: Atom) -> FNode:
        assert isinstance(atom, Named)
        return environment.formula_manager.Symbol(symbol_name(atom.name), INT)

    return f"`{readable(translate(environment, predicate, symbol))}`"


def comparisons(predicate: Formula) -> Iterator[Comparison]:
    """The comparisons of a predicate in positive form."""
    match predicate:
        case Comparison():
            yield predicate
        case And(operands) | Or(operands):
            for part in operands:
                yield from comparisons(part)


def _change(comparison: Comparison, move: Move) -> int:
    """The number by which a move changes the left side."""
    terms = comparison.left.terms
    return sum(by * move.changes.get(atom.name, 0) for atom, by in terms if isinstance(atom, Named))


def _asking_after(moves: Sequence[Move]) -> Iterator[Move]:
    """The moves, with some falling comparisons taken from their guards and required after them (theory, Theorem 31).

    These are the comparisons that are in the guards of exactly those moves that change the left side, all by the same
    number.
    """
    asking: dict[Formula, set[int]] = {}
    for place, move in enumerate(moves):
        for part in conjuncts(move.guard):
            asking.setdefault(part, set()).add(place)
    moved: dict[Formula, Formula] = {}
    for part, places in asking.items():
        if isinstance(part, Comparison):
            changes = {place: change for place, move in enumerate(moves) if (change := _change(part, move))}
            by = min(changes.values(), default=0)
            falls = (by > 0) == (part.operator == "<=")
            if falls and changes.keys() == places and set(changes.values()) == {by}:
                moved[part] = replace(part, bound=part.bound + by)
    for move in moves:
        guard = [part for part in conjuncts(move.guard) if part not in moved]
        after = [moved[part] for part in conjuncts(move.guard) if part in moved]
        yield replace(move, guard=conjunction(guard), after=conjunction(after))


def _constants(event: Event) -> dict[str, int]:
    """The change of each variable that an event changes; raises OutsideError where that is no constant."""
    changes: dict[str, int] = {}
    for name, term in event.update:
        change = term - linear([(Named(name), 1)]) if isinstance(term, Linear) else None
        if change is None or change.terms:
            raise OutsideError(f"`{event.label}` changes `{name}` by what is no constant")
        if change.constant:
            changes[name] = change.constant
    return changes


def _asked(system: System, event: Event, changes: Mapping[str, int]) -> Formula:
    """The guard without conditions that the ranges after the event imply anyway: that processes are there to move."""
    variables = {variable.name: variable for variable in system.variables}
    parts = conjuncts(in_positive_form(event.guard))
    lowered = frozenset(
        name
        for one in system.events
        for name, term in one.update
        if isinstance(term, Linear) and (term - linear([(Named(name), 1)])).constant < 0
    )
    return conjunction(part for part in parts if not _follows(part, variables, changes, lowered))


def _follows(
    part: Formula, variables: Mapping[str, Variable], changes: Mapping[str, int], lowered: frozenset[str]
) -> bool:
    """True where a comparison with one variable follows from its range after a change. A variable that is raised first
    and lowered later has its greatest value in between, so the upper end counts only where nothing lowers it."""
    if not isinstance(part, Comparison):
        return False
    named = [(atom.name, by) for atom, by in part.left.terms if isinstance(atom, Named) and atom.name in variables]
    if len(named) != 1:
        return False
    (name, by), variable = named[0], variables[named[0][0]]
    if abs(by) != 1 or name not in changes:
        return False
    # by · v + rest (>= or <=) bound, as v >= least or v <= most.
    rest = part.left - linear([(Named(name), by)])
    limit = (Linear((), part.bound) - rest) * by
    if (part.operator == ">=") == (by == 1):
        return changes[name] < 0 and _at_most(limit, variable.low - Linear((), changes[name]))
    return changes[name] > 0 and name not in lowered and _at_most(variable.high - Linear((), changes[name]), limit)


def _at_most(one: Linear, other: Linear) -> bool:
    difference = one - other
    return not difference.terms and difference.constant <= 0


def _in_order(system: System, moves: Sequence[Move]) -> tuple[Move, ...]:
    """The moves in an order in which those that raise a variable come before those that lower it; raises
    OutsideError."""
    lowering: dict[str, list[int]] = {}
    for place, move in enumerate(moves):
        for name, by in move.changes.items():
            if by < 0:
                lowering.setdefault(name, []).append(place)
    after = [sorted({f for name, by in m.changes.items() if by > 0 for f in lowering.get(name, ())}) for m in moves]
    for place, move in enumerate(moves):
        if after[place] and min(move.changes.values()) > 0:
            label, lower = (system.events[moves[one].event].label for one in (place, after[place][0]))
            raise OutsideError(f"`{label}` raises for nothing what `{lower}` lowers")
    before = [0] * len(moves)
    for following in after:
        for place in following:
            before[place] += 1
    ready = [place for place, number in enumerate(before) if not number]
    heapq.heapify(ready)
    order: list[int] = []
    while ready:
        order.append(heapq.heappop(ready))
        for place in after[order[-1]]:
            before[place] -= 1
            if not before[place]:
                heapq.heappush(ready, place)
    if len(order) < len(moves):
        left = set(range(len(moves))).difference(order)
        labels = (f"`{system.events[moves[place].event].label}`" for place in _cycle(after, left))
        raise OutsideError(f"processes can go round, by {' and '.join(labels)}")
    return tuple(moves[place] for place in order)


def _cycle(after: Sequence[Sequence[int]], left: set[int]) -> list[int]:
    """A cycle among places each of which is after another one."""
    before = {place: next(one for one in sorted(left) if place in after[one]) for place in left}
    path = [min(left)]
    while before[path[-1]] not in path:
        path.append(before[path[-1]])
    return path[path.index(before[path[-1]]) :][::-1]
