"""A certificate held against a system: every definition but the invariant must be the one that the system asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.smt.certificate_comparing import compare_induction
from vsym.engines.smt.certificate_reading import UnreadableError
from vsym.engines.smt.certificate_text import Scope
from vsym.engines.smt.liveness.certificate_model import compare_possible, compare_progress
from vsym.engines.smt.liveness.rules import RankRule, StrategyRule
from vsym.engines.smt.problem import RANGE
from vsym.engines.smt.sexpr import Tree, trees
from vsym.engines.smt.starts import exactly
from vsym.engines.smt.system import TransitionSystem, transition_system
from vsym.logic.formula import negate
from vsym.logic.progress import progress
from vsym.logic.properties import Property
from vsym.logic.reachability import reachability
from vsym.system.system import System

FREE = ("invariant",)
"""What a proof of what holds in every reachable state is free to choose."""


@frozen
class Proven:
    """A property that holds, or one that is violated: from an initial state, or where the parameters have `values`."""

    name: str
    holds: bool
    values: Mapping[str, int]


def proven(scopes: Sequence[Scope], system: System, budget: Budget) -> tuple[Proven, ...]:
    """What a certificate says of a system, if its goals are valid.

    Raises UnreadableError where it is not one of this system, RefusedError as `transition_system` does, UndecidedError.
    """
    transitions = transition_system(system)
    known = {prop.name: prop for prop in system.properties}
    found: list[Proven] = []
    manager = transitions.environment.formula_manager
    if transitions.errors and RANGE not in {scope.name for scope in scopes}:
        raise UnreadableError(f"`{RANGE}` is not proved, and all else rests on it")
    of_progress = _of_progress(scopes, known)
    rest = {scope.name for several in of_progress.values() for scope in several}
    for scope in (one for one in scopes if one.name not in rest):
        if scope.name == RANGE and transitions.errors:
            never = manager.Not(manager.Or(list(transitions.errors.values())))
            compare_induction(scope, transitions, never, budget, free=FREE)
            continue
        question = reachability(known[scope.name]) if scope.name in known else None
        if question is None:
            raise UnreadableError(f"`{scope.name}` is not a property of the model that a certificate can prove")
        predicate = transitions.formula(negate(question.target))
        if question.kind == "reached" and isinstance(scope.rule, StrategyRule) and not system.fairness:
            compare_possible(scope, manager.Not(predicate), transitions, budget)
            found.append(Proven(scope.name, True, {}))
            continue
        narrowed, values = transitions, dict[str, int]()
        if question.kind == "reached":
            narrowed, values = _narrowed(scope, transitions)
        if question.kind == "initially never":
            narrowed = replace(transitions, steps=())
        compare_induction(scope, narrowed, predicate, budget, free=FREE)
        if question.kind == "reached" and not _starts(narrowed, budget):
            raise UnreadableError(f"`{scope.name}` is about a state that is not an initial one")
        found.append(Proven(scope.name, question.kind != "reached", values))
    for name, several in of_progress.items():
        compare_progress(known[name], several, transitions, system.fairness, budget)
        found.append(Proven(name, True, {}))
    return tuple(found)


def _of_progress(scopes: Sequence[Scope], known: Mapping[str, Property]) -> Mapping[str, list[Scope]]:
    """What belongs to the proof of each property of progress: it is called as that is, with more after a comma."""
    # A stated rank proves a property, too, that constants have made one of reachability.
    ranked = {scope.name for scope in scopes if isinstance(scope.rule, RankRule)}
    found: dict[str, list[Scope]] = {}
    for scope in scopes:
        name = scope.name.partition(",")[0]
        if name in known and (progress(known[name]) is not None or name in ranked):
            found.setdefault(name, []).append(scope)
    return found


def _narrowed(scope: Scope, system: TransitionSystem) -> tuple[TransitionSystem, dict[str, int]]:
    """The system at the size, or from the one initial state, from which an `EF` is said to be violated."""
    manager = system.environment.formula_manager
    claim, symbols = ("domain", system.parameters) if system.parameters else ("initial", system.variables)
    values = _values(trees(scope.definitions[claim])[0])
    known = {symbol: values[symbol.symbol_name()] for symbol in symbols if symbol.symbol_name() in values}
    if len(known) < len(symbols):
        raise UnreadableError(f"`{scope.name}` does not say where it is violated")
    if not system.parameters:
        return replace(system, initial=manager.And([system.initial, exactly(system, known)])), {}
    sizes = [manager.Equals(symbol, manager.Int(value)) for symbol, value in known.items()]
    return replace(system, domain=manager.And([system.domain, *sizes])), values


def _values(tree: Tree) -> dict[str, int]:
    """The numbers that the last conjuncts of a formula give to symbols."""
    found: dict[str, int] = {}
    while isinstance(tree, tuple) and tree[0] == "and":
        for part in tree[1:]:
            match part:
                case ("=", str(symbol), str(digits)) if digits.isdecimal():
                    found[symbol] = int(digits)
                case ("=", str(symbol), ("-", str(digits))) if digits.isdecimal():
                    found[symbol] = -int(digits)
        tree = tree[-1]
    return found


def _starts(system: TransitionSystem, budget: Budget) -> bool:
    with Session(system.environment, budget) as session:
        return session.satisfiable(system.domain, system.initial)
