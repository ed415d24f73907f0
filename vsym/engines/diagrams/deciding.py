"""CTL with fairness on the reachable states of a system, LTL on those of its product with an automaton."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from vsym.basics.limits import REASONS, Interruption
from vsym.diagrams import StateSet
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.explaining import ValuedSets
from vsym.engines.diagrams.limits import STOPS, interruption_by
from vsym.engines.diagrams.paths import as_path, lasso, shortest
from vsym.engines.diagrams.saturation import Saturated
from vsym.engines.diagrams.sets import Valuation
from vsym.engines.diagrams.vacuity import with_accidents
from vsym.logic.ctl import Reduction, reduce
from vsym.logic.explaining import Route, explain
from vsym.logic.formula import Formula, Not, Temporal
from vsym.logic.properties import Property
from vsym.logic.shape import forbidden, is_told, wanted
from vsym.system.result import PathKind, SystemPath, Verdict

NAME = "mdd"


def decide(saturated: Saturated, properties: Sequence[Property]) -> list[Verdict]:
    """The verdict on each property; the limits are those of the encoding.

    A CTL property holds where it holds in every initial state, an LTL one where it holds on every fair path from one.
    """
    reduction = reduce([_as_ctl(prop) for prop in properties if prop.logic != "ltl"])
    valuation = Valuation(saturated.encoding, saturated.states, reduction)
    roots = iter(reduction.roots)
    verdicts: list[Verdict] = []
    stopped = saturated.interrupted
    for prop in properties:
        decide_one = partial(_linear, saturated, prop)
        if prop.logic != "ltl":
            decide_one = partial(_branching, valuation, saturated.initial, next(roots))
        if stopped is None:
            verdict, stopped = _limited(decide_one)
        else:
            verdict = Verdict("unknown", NAME, 0.0, reason=REASONS[stopped])
        verdicts.append(verdict)
    return with_accidents(saturated, valuation, properties, verdicts)


def _as_ctl(prop: Property) -> Formula:
    return Temporal("AG", (prop.formula,)) if prop.logic == "invariant" else prop.formula


def _limited(decide_one: Callable[[], tuple[bool, SystemPath | None]]) -> tuple[Verdict, Interruption | None]:
    """The verdict on one property, and what ended the work on all of them if something did.

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


def _branching(valuation: Valuation, initial: StateSet, root: int) -> tuple[bool, SystemPath | None]:
    never, once = forbidden(valuation.reduction.nodes, root), wanted(valuation.reduction.nodes, root)
    if never is None and (once is None or initial.count() != 1):
        failing = initial - valuation.extent(root)
        return not failing, _path(valuation, initial, failing, root)
    # What is reachable decides an AG, and an EF from one state: no fixpoint is needed, and no search backward.
    if never is not None:
        failing = valuation.extent(never) & valuation.fair
        return not failing, _way(valuation, initial, failing, never, "counterexample") if failing else None
    assert once is not None
    fulfilling = valuation.extent(once) & valuation.fair
    if fulfilling:
        return True, _way(valuation, initial, fulfilling, once, "witness")
    return False, as_path(valuation.encoding, Route((valuation.encoding.pick(initial),)), "counterexample")


def _linear(saturated: Saturated, prop: Property) -> tuple[bool, SystemPath | None]:
    """No fair path of the system is one that the automaton of the negation accepts."""
    from vsym.logic.automaton import translate

    alone = saturated.encoding
    automaton = translate(Not(prop.formula), alone.check or _go_on)
    encoding = Encoding(alone.system, automaton=automaton, max_bytes=alone.max_bytes, check=alone.check)
    valuation = Valuation(encoding, encoding.reachable(), Reduction((), ()))
    fair = valuation.globally(valuation.reachable)
    starts = encoding.initial() & fair
    if not starts:
        return True, None
    return False, as_path(encoding, lasso(valuation, starts, fair), "counterexample")


def _go_on() -> None:
    return None


def _path(valuation: Valuation, initial: StateSet, failing: StateSet, root: int) -> SystemPath | None:
    sets = ValuedSets(valuation)
    if failing:
        return as_path(valuation.encoding, explain(sets, root, False, failing), "counterexample")
    if initial and is_told(sets.nodes, root, True):
        return as_path(valuation.encoding, explain(sets, root, True, initial), "witness")
    return None


def _way(valuation: Valuation, initial: StateSet, goal: StateSet, node: int, kind: PathKind) -> SystemPath:
    """A shortest path to one of `goal`, and on from there if a path can explain why the node holds there."""
    path = shortest(valuation, initial, None, goal)
    assert path is not None
    sets = ValuedSets(valuation)
    return as_path(valuation.encoding, explain(sets, node, True, sets.only(path[-1])).after(path), kind)
