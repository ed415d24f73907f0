"""CTL with fairness on a system's reachable states, with evidence; other LTL by an automaton."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from vsym.basics.limits import REASONS, Interruption
from vsym.diagrams import StateSet
from vsym.engines.diagrams.paths import lasso, short, shortest
from vsym.engines.diagrams.saturation import STOPS, Saturated, interruption_by, with_accidents
from vsym.engines.diagrams.sets import Valuation
from vsym.logic.ctl import Node, Predicate, Reduction, forbidden, is_told, reduce, wanted
from vsym.logic.explaining import Route, endless, explain
from vsym.logic.formula import TRUE, Formula, Temporal, negate
from vsym.logic.ltl import recurring
from vsym.logic.properties import Property
from vsym.logic.reachability import in_ctl, reachability
from vsym.system.result import SystemPath, Verdict
from vsym.system.step import Vector

NAME = "mdd"


def decide(saturated: Saturated, properties: Sequence[Property]) -> list[Verdict]:
    """The verdict on each property; the limits are those of the encoding.

    A CTL property holds where it holds in every initial state, an LTL one where it holds on every fair path from one.
    """
    formulas = [in_ctl(prop) for prop in properties]
    reduction = reduce([_FOR_EVER, *(TRUE if formula is None else formula for formula in formulas)])
    valuation = saturated.valuation(reduction)
    verdicts: list[Verdict] = []
    stopped = saturated.interrupted
    for prop, formula, root in zip(properties, formulas, reduction.roots[1:], strict=True):
        decide_one = partial(_branching, valuation, saturated.initial, root, prop)
        if formula is None:
            decide_one = partial(_linear, saturated, prop.formula)
        if stopped is None:
            verdict, stopped = _limited(decide_one)
        else:
            verdict = Verdict("unknown", NAME, 0.0, reason=REASONS[stopped])
        verdicts.append(verdict)
    return with_accidents(saturated, valuation, properties, verdicts)


_FOR_EVER = Temporal("EG", (TRUE,))


def _limited(decide_one: Callable[[], tuple[bool, SystemPath | None]]) -> tuple[Verdict, Interruption | None]:
    """The verdict on one property, and the interruption of the work on all of them, if there was one.

    Out of memory ends one property only: the next may be easier.
    """
    started = time.monotonic()
    try:
        holds, path = decide_one()
    except STOPS as stop:
        stopped = interruption_by(stop)
        verdict = Verdict("unknown", NAME, time.monotonic() - started, reason=REASONS[stopped])
        return verdict, None if stopped == "memory" else stopped
    return Verdict("holds" if holds else "violated", NAME, time.monotonic() - started, path=path), None


def _branching(valuation: Valuation, initial: StateSet, root: int, prop: Property) -> tuple[bool, SystemPath | None]:
    """Tells if the node `root`, that of the property, holds in every initial state; with a path that shows the verdict,
    if there is one."""
    holds, route = _explained(valuation, initial, root)
    if route is None:
        return holds, None
    if prop.logic == "ltl" and reachability(prop) is None:
        route = endless(_ValuedSets(valuation), route, valuation.reduction.roots[0])
    return holds, valuation.path(route, "witness" if holds else "counterexample")


def _explained(valuation: Valuation, initial: StateSet, root: int) -> tuple[bool, Route[Vector] | None]:
    sets = _ValuedSets(valuation)
    never, once = forbidden(sets.nodes, root), wanted(sets.nodes, root)
    if never is None and (once is None or initial.count() != 1):
        failing = initial - valuation.extent(root)
        if failing:
            return False, explain(sets, root, False, failing)
        informative = initial and is_told(sets.nodes, root, True)
        return True, explain(sets, root, True, initial) if informative else None
    # The reachable states decide an AG, and an EF from one state: no fixpoint is needed, and no search backward.
    if never is not None:
        failing = valuation.extent(never) & valuation.fair
        return not failing, _way(sets, initial, failing, never) if failing else None
    assert once is not None
    fulfilling = valuation.extent(once) & valuation.fair
    if fulfilling:
        return True, _way(sets, initial, fulfilling, once)
    return False, Route((valuation.encoding.pick(initial),))


def _way(sets: _ValuedSets, initial: StateSet, goal: StateSet, node: int) -> Route[Vector]:
    """A path to one of `goal`, and on from there if a path can explain why the node holds there."""
    path = sets.way(initial, None, goal, node)
    assert path is not None
    return explain(sets, node, True, sets.only(path[-1])).after(path)


def _linear(saturated: Saturated, formula: Formula) -> tuple[bool, SystemPath | None]:
    """Tells if the automaton of the negation accepts no fair path of the system, with a counterexample otherwise.

    A predicate that the negation requires infinitely often is a condition on the paths; where it requires nothing else,
    there is no automaton beside the system.
    """
    from vsym.logic.automaton import translate

    rest, conditions = recurring(negate(formula))
    if rest != TRUE:
        saturated = saturated.beside(translate(rest, saturated.encoding.turn.check))
    valuation = saturated.valuation(Reduction((), ()), conditions)
    fair = valuation.globally(saturated.states)
    starts = saturated.initial & fair
    return not starts, valuation.path(lasso(valuation, starts, fair), "counterexample") if starts else None


class _ValuedSets:
    """The sets of a valuation as `StateSets`; the valuation also lets paths end only where a fair one goes on."""

    def __init__(self, valuation: Valuation) -> None:
        self._valuation = valuation

    @property
    def nodes(self) -> Sequence[Node]:
        """The nodes of the reduced formulas."""
        return self._valuation.reduction.nodes

    def one(self, states: StateSet) -> Vector:
        """The first state in the order of the levels."""
        return self._valuation.encoding.pick(states)

    def only(self, state: Vector) -> StateSet:
        """The set of one state."""
        return self._valuation.encoding.single(state)

    def among(self, states: StateSet, number: int, positive: bool) -> StateSet | None:
        """The given states in which the node holds, or fails; None where there are none. Every node is known in all
        states."""
        extent = self._valuation.extent(number)
        return (states & extent if positive else states - extent) or None

    def successors(self, starts: StateSet, operand: int) -> StateSet:
        """The successors in the extent of the node from which a fair path starts."""
        return self._valuation.after(starts) & self._valuation.extent(operand) & self._valuation.fair

    def predecessor(self, starts: StateSet, state: Vector) -> Vector:
        """The first of those that lead to the state."""
        return self.one(self._valuation.before(self.only(state)) & starts)

    def shortest(self, starts: StateSet, left: int, right: int) -> Sequence[Vector]:
        """A path found from both ends, which nothing restricts where `left` is true.

        It is a shortest path where the goal is a predicate. To states where a temporal formula holds, a path of many
        steps may be longer than necessary.
        """
        goal = self._valuation.extent(right) & self._valuation.fair
        inside = None if self.nodes[left] == Predicate(TRUE) else self._valuation.extent(left)
        path = self.way(starts, inside, goal, right)
        assert path is not None
        return path

    def way(self, starts: StateSet, inside: StateSet | None, goal: StateSet, number: int) -> tuple[Vector, ...] | None:
        """A path to `goal`, where node `number` holds; a shortest one if that is a predicate."""
        search = shortest if isinstance(self.nodes[number], Predicate) else short
        return search(self._valuation, starts, inside, goal)

    def lasso(self, starts: StateSet, number: int) -> Route[Vector]:
        """A lasso inside the extent of the EG."""
        return lasso(self._valuation, starts, self._valuation.extent(number))
