"""The paths of a shape as one formula for all sizes, in phases in which guards keep their values (theory, Theorem 31).

In a phase, each move is taken some number of times, in the order of the moves. States stand between phases, with
variables of their own for the numbers of times and for the events that have happened.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from pysmt.fnode import FNode
from pysmt.typing import INT

from vsym.basics.frozen import frozen
from vsym.engines.smt.phases.certificate import PhaseRule
from vsym.engines.smt.phases.fragment import Move, Thresholds
from vsym.engines.smt.phases.shapes import Shape
from vsym.engines.smt.phases.switches import Switches, falling_part, switches
from vsym.engines.smt.system import TransitionSystem, Unrolling
from vsym.logic.formula import FALSE, TRUE, Comparison, Formula, Or, conjunction, conjuncts, disjunction, negate
from vsym.logic.terms import Linear, Named


@frozen
class Paths:
    """The paths of a shape, as states between phases of a system with more variables than the given one.

    A phase takes moves whose guards hold at its beginning. It is calm, or takes one move at most. With `ends`, the last
    state is one that a fair path stays in.
    """

    thresholds: Thresholds
    given: TransitionSystem
    shape: Shape
    ends: bool

    @cached_property
    def events(self) -> tuple[tuple[Shape, int], ...]:
        """The events of the shape, the start first, each with the number of the one that it is inside."""
        return tuple(self.shape.tree())

    @cached_property
    def always(self) -> tuple[tuple[_Condition, ...], ...]:
        """The conditions that hold from each event on."""
        return tuple(_conditions(self.thresholds, event.always) for event, _ in self.events)

    @cached_property
    def switches(self) -> Switches:
        """The conditions that change on the paths, at most once each."""
        several = [one.fixed for several in self.always for one in several if not one.monotone]
        return switches(self.thresholds, several)

    @property
    def weaker(self) -> bool:
        """True where paths may be among them that do not refute the property."""
        loose = any(one.loose for several in self.always for one in several)
        return loose or any(event.weaker for event, _ in self.events)

    @property
    def rule(self) -> PhaseRule:
        """The rule of a proof that there is no such path."""
        return PhaseRule(self.switches.phases + len(self.events) - 1)

    @cached_property
    def times(self) -> tuple[tuple[Move, FNode], ...]:
        """The number of times of each move in the phase that begins in a state."""
        return tuple((one, self._symbol(f"times {one.event}")) for one in self.thresholds.moves)

    @cached_property
    def happened(self) -> tuple[FNode | None, ...]:
        """The variable of each event: 1 once it has happened, else 0; None for the start."""
        return (None, *(self._symbol(f"event {number}") for number in range(1, len(self.events))))

    @cached_property
    def system(self) -> TransitionSystem:
        """The system with these variables; it has no steps but phases."""
        manager = self.given.manager
        more = [*(symbol for _, symbol in self.times), *(one for one in self.happened if one is not None)]
        bounds = [manager.GE(symbol, manager.Int(0)) for symbol in more]
        bounds += [manager.LE(one, manager.Int(1)) for one in self.happened if one is not None]
        return replace(
            self.given,
            variables=(*self.given.variables, *more),
            domain=manager.And([self.given.domain, *bounds]),
            steps=(),
            errors={},
        )

    def claims(self, unrolling: Unrolling) -> Iterator[FNode]:
        """The assertions of the rule's only goal, on the states of an unrolling of `system`."""
        for goal in self.rule.goals():
            for claim in goal.claims:
                formula = self.definition(claim.name, unrolling, claim.places)
                yield formula if len(claim.places) > 1 else unrolling.at(formula, claim.places[0])

    def definition(self, claim: str, unrolling: Unrolling, places: tuple[int, ...] = (0, 1)) -> FNode:
        """The formula of a claim, of two states of a path if it speaks of two, else of the system's symbols."""
        manager = self.given.manager
        match claim:
            case "domain":
                return self.system.domain
            case "initial":
                return manager.And([self.given.initial, self._at_place(), *self._begun()])
            case "end":
                return manager.And([*self._all_happened(), *(self._staying() if self.ends else ())])
            case "phase":
                calm = manager.And(list(self._calm(unrolling, *places)))
                if self.switches.twice:
                    calm = manager.Or(calm, self._single(unrolling, places[0]))
                return manager.And([*self._taken(unrolling, *places), calm, self._last(unrolling, *places)])
        raise KeyError(claim)

    def _begun(self) -> Iterator[FNode]:
        """The start, and the events that happen there."""
        manager = self.given.manager
        for number, (event, _) in enumerate(self.events):
            yield manager.Implies(self._has(number), self.given.formula(event.here))

    def _symbol(self, name: str) -> FNode:
        return self.given.manager.Symbol(name, INT)

    def _all_happened(self) -> Iterator[FNode]:
        manager = self.given.manager
        yield from (manager.Equals(one, manager.Int(1)) for one in self.happened if one is not None)
        yield self.given.formula(conjunction(event.end for event, _ in self.events))

    def _staying(self) -> Iterator[FNode]:
        """A path stays: by an event that changes nothing, or as none is enabled; and it is fair."""
        yield self.given.formula(staying(self.thresholds))
        yield from (self.given.formula(one.formula) for one in self.thresholds.system.fairness)

    def _has(self, number: int) -> FNode:
        """The event has happened."""
        symbol, manager = self.happened[number], self.given.manager
        return manager.TRUE() if symbol is None else manager.Equals(symbol, manager.Int(1))

    def _at_place(self) -> FNode:
        """The demands of events on each state: an event happens after the one that it is inside, and conditions that
        hold always hold from there on."""
        manager, parts = self.given.manager, list[FNode]()
        for number, (event, parent) in enumerate(self.events):
            parts.append(manager.Implies(self._has(number), self._has(parent)))
            parts.append(manager.Implies(self._has(number), self.given.formula(event.always)))
        return manager.And(parts)

    def _taken(self, unrolling: Unrolling, place: int, after: int) -> Iterator[FNode]:
        """The formulas that the moves lead from one state to another, with guards that hold in the first, and that the
        demands of events hold."""
        manager = self.given.manager
        effects: dict[str, list[FNode]] = {}
        for move, symbol in self.times:
            times = unrolling.at(symbol, place)
            for name, by in move.changes.items():
                effects.setdefault(name, []).append(manager.Times(manager.Int(by), times))
            for predicate, at in ((move.guard, place), (move.after, after)):
                if predicate != TRUE:
                    holds = unrolling.at(self.given.formula(predicate), at)
                    yield manager.Or(manager.LE(times, manager.Int(0)), holds)
        for variable, symbol in zip(self.thresholds.system.variables, self.given.variables, strict=True):
            moved = manager.Plus([unrolling.at(symbol, place), *effects.get(variable.name, ())])
            yield manager.Equals(unrolling.at(symbol, after), moved)
        yield unrolling.at(self._at_place(), after)
        for number, symbol in enumerate(self.happened):
            if symbol is not None:
                before, then = unrolling.at(symbol, place), unrolling.at(symbol, after)
                yield manager.LE(before, then)
                here = unrolling.at(self.given.formula(self.events[number][0].here), after)
                yield manager.Or(manager.GE(before, then), here)

    def _calm(self, unrolling: Unrolling, place: int, after: int) -> Iterator[FNode]:
        """The formulas that the order of the moves of a phase does not matter: guards, and conditions that always hold,
        hold to the end."""
        manager = self.given.manager
        for move, symbol in self.times:
            falling = falling_part(self.thresholds, move.guard)
            if falling != TRUE:
                holds = unrolling.at(self.given.formula(falling), after)
                yield manager.Or(manager.LE(unrolling.at(symbol, place), manager.Int(0)), holds)
        for number, several in enumerate(self.always):
            for one in several:
                if one.empty is None:
                    continue
                raisers = [symbol for move, symbol in self.times if any(move.changes.get(v, 0) > 0 for v in one.empty)]
                still = [manager.LE(unrolling.at(symbol, place), manager.Int(0)) for symbol in raisers]
                free = manager.Or(manager.Not(self._has(number)), self.given.formula(one.fixed))
                yield manager.Or(unrolling.at(free, place), manager.And(still))
        yield from self._same(unrolling, self.switches.kept, place, after)

    def _single(self, unrolling: Unrolling, place: int) -> FNode:
        """A phase of one move, or none."""
        manager, moves = self.given.manager, [unrolling.at(symbol, place) for _, symbol in self.times]
        return manager.LE(manager.Plus(moves), manager.Int(1)) if moves else manager.TRUE()

    def _last(self, unrolling: Unrolling, place: int, after: int) -> FNode:
        """The end of moves: where no switch changes and no event happens, no move comes later, or a single one that
        changes a switch: copies of a path are left out."""
        manager = self.given.manager
        every = (*self.switches.rising, *self.switches.twice)
        nothing = [*self._same(unrolling, every, place, after), *self._none_happens(unrolling, place, after)]
        still = [manager.LE(unrolling.at(symbol, after), manager.Int(0)) for _, symbol in self.times]
        later = self._single(unrolling, after) if self.switches.twice else manager.And(still)
        return manager.Or(manager.Not(manager.And(nothing)), later)

    def _same(self, unrolling: Unrolling, several: Sequence[Formula], place: int, after: int) -> Iterator[FNode]:
        for formula in map(self.given.formula, several):
            yield self.given.manager.Iff(unrolling.at(formula, place), unrolling.at(formula, after))

    def _none_happens(self, unrolling: Unrolling, place: int, after: int) -> Iterator[FNode]:
        manager = self.given.manager
        for symbol in self.happened:
            if symbol is not None:
                yield manager.Equals(unrolling.at(symbol, place), unrolling.at(symbol, after))


def staying(thresholds: Thresholds) -> Formula:
    """A path can stay in a state for ever."""
    moving = {move.event for move in thresholds.moves}
    regular = [(number, event.guard) for number, event in enumerate(thresholds.system.events) if event.error is None]
    idle = [guard for number, guard in regular if number not in moving]
    stuck = conjunction(negate(guard) for _, guard in regular)
    return disjunction([*idle, stuck])


@frozen
class _Condition:
    """A condition that holds from somewhere on: `fixed`, whose comparisons each change at most once, or the variables
    `empty` are all 0. It is `monotone` if it changes at most once itself. One that is `loose` can change more often:
    phases ask for it at their ends alone."""

    fixed: Formula
    empty: tuple[str, ...] | None
    monotone: bool
    loose: bool = False


def _conditions(thresholds: Thresholds, predicate: Formula) -> tuple[_Condition, ...]:
    """A predicate in positive form as a conjunction of conditions."""
    return tuple(_condition(thresholds, part) for part in conjuncts(predicate))


def _condition(thresholds: Thresholds, condition: Formula) -> _Condition:
    if thresholds.is_fixed(condition):
        return _Condition(condition, None, any(thresholds.goes(condition, way) for way in ("rising", "falling")))
    parts = condition.operands if isinstance(condition, Or) else (condition,)
    moving = [part for part in parts if not thresholds.is_fixed(part)]
    names = _emptied(thresholds, moving[0]) if len(moving) == 1 else None
    if names is None:
        return _Condition(TRUE, None, monotone=True, loose=True)
    fixed = disjunction(part for part in parts if part is not moving[0])
    return _Condition(fixed, names, fixed == FALSE)


def _emptied(thresholds: Thresholds, condition: Formula) -> tuple[str, ...] | None:
    """The variables that a comparison says to be 0, where it says that of variables from 0 on; else None."""
    lows = {variable.name: variable.low for variable in thresholds.system.variables}
    if not isinstance(condition, Comparison) or (condition.operator, condition.bound) != ("<=", 0):
        return None
    names = []
    for atom, by in condition.left.terms:
        if by < 0 or not isinstance(atom, Named) or lows.get(atom.name) != Linear():
            return None
        names.append(atom.name)
    return tuple(names)
