"""A certificate held against a system: every definition but the invariant must be the one that the system asks for.

Of a certificate of progress that is all but ranks, lemmas and choices.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal, Protocol

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.smt.certificate import Certificate, Certified, Induction, Scope, scope_of
from vsym.engines.smt.certificate_reading import Tree, UnreadableError, trees
from vsym.engines.smt.invariants import with_quotients
from vsym.engines.smt.liveness.certificate import (
    RankCertificate,
    RankRule,
    StrategyCertificate,
    StrategyRule,
    lemma_name,
)
from vsym.engines.smt.liveness.deciding import justice_name, part_name
from vsym.engines.smt.liveness.pending import Awaited, pending
from vsym.engines.smt.phases.certificate import PhaseRule
from vsym.engines.smt.phases.deciding import expected_paths
from vsym.engines.smt.phases.fragment import OutsideError
from vsym.engines.smt.problem import RANGE, exactly
from vsym.engines.smt.system import TransitionSystem, transition_system
from vsym.logic.formula import TRUE, negate
from vsym.logic.progress import Progress, awaited, progress
from vsym.logic.properties import Fairness, Property
from vsym.logic.reachability import reachability
from vsym.system.system import System


@frozen
class Proven:
    """A property that holds, or one that is violated: from an initial state, or where the parameters have `values`."""

    name: str
    holds: bool
    values: Mapping[str, int]


class Meeting(Protocol):
    """A comparison of a scope with the one that its system expects, in which the `free` claims may have any formula."""

    def __call__(self, scope: Scope, expected: Scope, *, same_rule: bool, free: Collection[str]) -> None:
        """Raises UnreadableError where the scope cannot be one of the system."""


def compare(scope: Scope, expected: Scope, *, same_rule: bool, free: Collection[str]) -> None:
    """Raise UnreadableError where a scope's variables or definitions differ from those expected, except the `free`
    ones, or with `same_rule` its steps."""
    if (scope.parameters, scope.variables) != (expected.parameters, expected.variables):
        raise UnreadableError(f"`{scope.name}` has other variables than the model")
    if same_rule and scope.rule != expected.rule:
        raise UnreadableError(f"`{scope.name}` has other steps than the model")
    for claim, formula in expected.definitions.items():
        if claim not in free and trees(formula) != trees(scope.definitions[claim]):
            raise UnreadableError(f"the definition of `{scope.symbol(claim)}` is not that of the model")


def proven(scopes: Sequence[Scope], system: System, budget: Budget, meeting: Meeting = compare) -> tuple[Proven, ...]:
    """The claims of a certificate on a system, if its goals are valid. Raises UnreadableError where it is not one of
    this system, RefusedError as `transition_system` does, UndecidedError."""
    transitions = transition_system(system)
    properties = {prop.name: prop for prop in system.properties}
    lemmas: list[Proven] = []
    manager = transitions.manager
    if transitions.errors and RANGE not in {scope.name for scope in scopes}:
        raise UnreadableError(f"`{RANGE}` is not proved, and everything else rests on it")
    by_phases = _by_phases(scopes, (RANGE, *properties))
    for name, several in by_phases.items():
        prop = None if name == RANGE else properties[name]
        _meet_phases(name, prop, several, system, transitions, meeting)
        if prop is not None:
            lemmas.append(Proven(name, True, {}))
    of_progress = _of_progress([one for one in scopes if not isinstance(one.rule, PhaseRule)], properties)
    rest = {scope.name for several in (*of_progress.values(), *by_phases.values()) for scope in several}
    for scope in (one for one in scopes if one.name not in rest):
        if scope.name == RANGE and transitions.errors:
            never = manager.Not(manager.Or(list(transitions.errors.values())))
            _meet_induction(scope, transitions, never, budget, meeting)
            continue
        question = reachability(properties[scope.name]) if scope.name in properties else None
        if question is None:
            raise UnreadableError(f"`{scope.name}` is not a property of the model that a certificate can prove")
        predicate = transitions.formula(negate(question.target))
        if question.kind == "reached" and isinstance(scope.rule, StrategyRule) and not system.fairness:
            goal = Awaited(None, manager.Not(predicate))
            _meet({scope.name: scope}, scope.name, "possible", goal, transitions, (), budget, meeting)
            lemmas.append(Proven(scope.name, True, {}))
            continue
        narrowed, values = transitions, dict[str, int]()
        if question.kind == "reached":
            narrowed, values = _narrowed(scope, transitions)
        if question.kind == "initially never":
            narrowed = replace(transitions, steps=())
        _meet_induction(scope, narrowed, predicate, budget, meeting)
        if question.kind == "reached":
            with Session(narrowed.environment, budget) as session:
                if not session.satisfiable(narrowed.domain, narrowed.initial):
                    raise UnreadableError(f"`{scope.name}` is about a state that is not an initial one")
        lemmas.append(Proven(scope.name, question.kind != "reached", values))
    for name, several in of_progress.items():
        _meet_progress(properties[name], several, transitions, system.fairness, budget, meeting)
        lemmas.append(Proven(name, True, {}))
    places = {owner(scope.name, properties): place for place, scope in reversed(list(enumerate(scopes)))}
    return tuple(sorted(lemmas, key=lambda one: places[one.name]))


def owner(name: str, properties: Iterable[str]) -> str | None:
    """The property whose proof has a scope of this name: the property's own name, or that with more after a comma."""
    return max((one for one in properties if name == one or name.startswith(f"{one}, ")), key=len, default=None)


def _by_phases(scopes: Sequence[Scope], names: Sequence[str]) -> Mapping[str, list[Scope]]:
    """The scopes that claim that no paths in phases exist, by the property that such paths would refute."""
    several: dict[str, list[Scope]] = {}
    for scope in (one for one in scopes if isinstance(one.rule, PhaseRule)):
        name = owner(scope.name, names)
        if name is None:
            raise UnreadableError(f"`{scope.name}` is not a property of the model that a certificate can prove")
        several.setdefault(name, []).append(scope)
    return several


def _meet_phases(
    name: str,
    prop: Property | None,
    scopes: Sequence[Scope],
    system: System,
    transitions: TransitionSystem,
    meeting: Meeting,
) -> None:
    """The meeting of the proofs that no path in phases refutes a property, or leads to an error where that is None."""
    try:
        expected = dict(expected_paths(name, prop, system, transitions))
    except OutsideError as outside:
        raise UnreadableError(f"`{name}` is proved by phases, which do not suit the model: {outside}") from outside
    if sorted(expected) != sorted(scope.name for scope in scopes):
        raise UnreadableError(f"`{name}` has other shapes than the model")
    for scope in scopes:
        meeting(scope, scope_of(scope.name, expected[scope.name]), same_rule=True, free=())


def _of_progress(scopes: Sequence[Scope], properties: Mapping[str, Property]) -> Mapping[str, list[Scope]]:
    """The scopes of the proof of each property of progress."""
    # A stated rank also proves a property that constants have turned into one of reachability.
    ranked = {scope.name for scope in scopes if isinstance(scope.rule, RankRule)}
    several: dict[str, list[Scope]] = {}
    for scope in scopes:
        name = owner(scope.name, properties)
        if name is not None and (progress(properties[name]) is not None or name in ranked):
            several.setdefault(name, []).append(scope)
    return several


def _narrowed(scope: Scope, system: TransitionSystem) -> tuple[TransitionSystem, dict[str, int]]:
    """The system at the size, or from the one initial state, at which the certificate claims that an `EF` is violated,
    and the values of that size."""
    manager = system.manager
    claim, symbols = ("domain", system.parameters) if system.parameters else ("initial", system.variables)
    values = values_in(trees(scope.definitions[claim])[0])
    state = {symbol: values[symbol.symbol_name()] for symbol in symbols if symbol.symbol_name() in values}
    if len(state) < len(symbols):
        raise UnreadableError(f"`{scope.name}` does not say where it is violated")
    if not system.parameters:
        return replace(system, initial=manager.And([system.initial, exactly(system, state)])), {}
    sizes = [manager.Equals(symbol, manager.Int(value)) for symbol, value in state.items()]
    return replace(system, domain=manager.And([system.domain, *sizes])), values


def values_in(tree: Tree) -> dict[str, int]:
    """The numbers that the last conjuncts of a formula give to symbols."""
    values: dict[str, int] = {}
    while isinstance(tree, tuple) and tree[0] == "and":
        for part in tree[1:]:
            match part:
                case ("=", str(symbol), str(digits)) if digits.isdecimal():
                    values[symbol] = int(digits)
                case ("=", str(symbol), ("-", str(digits))) if digits.isdecimal():
                    values[symbol] = -int(digits)
        tree = tree[-1]
    return values


def _meet_induction(
    scope: Scope,
    system: TransitionSystem,
    predicate: FNode,
    budget: Budget,
    meeting: Meeting,
    *,
    free: Collection[str] = ("invariant",),
) -> None:
    """The meeting of a proof that a predicate holds in every reachable state; the proof is `free` to choose an
    invariant and may use quotients."""
    if not isinstance(scope.rule, Induction):
        raise UnreadableError(f"`{scope.name}` is proved by another rule than one for reachable states")
    if len(scope.variables) > len(system.variables):
        system, _ = with_quotients(system, budget)
    expected = scope_of(scope.name, Certificate(system, predicate, predicate, scope.rule.depth, scope.rule.simple))
    meeting(scope, expected, same_rule=scope.rule.depth == 1, free=free)


def _meet_progress(
    prop: Property,
    scopes: Sequence[Scope],
    system: TransitionSystem,
    fairness: Sequence[Fairness],
    budget: Budget,
    meeting: Meeting,
) -> None:
    """Raise UnreadableError where scopes do not prove a property of progress of the system. Raises UndecidedError as
    well."""
    given = {scope.name: scope for scope in scopes}
    questions = dict(_asked(prop, fairness))
    justice = [system.formula(one.formula) for one in fairness]
    for name, question in questions.items():
        if name not in given:
            raise UnreadableError(f"`{name}` is not proved, and the property is not without it")
        trigger = None if question.trigger is None else system.formula(question.trigger)
        awaited = Awaited(trigger, system.formula(question.goal))
        _meet(given, name, question.kind, awaited, system, justice, budget, meeting)
    for name in given:
        if name not in questions and name.rpartition(", lemma ")[0] not in questions:
            raise UnreadableError(f"`{name}` is no part of the property")


def _asked(prop: Property, fairness: Sequence[Fairness]) -> Iterator[tuple[str, Progress]]:
    """The questions to be proved, by their names."""
    questions = awaited(prop)
    if questions is None:
        raise UnreadableError(f"`{prop.name}` is proved by another rule than its property asks for")
    for number, question in enumerate(questions.parts, 1):
        yield part_name(prop.name, number, len(questions.parts)), question
    if any(question.kind == "possible" for question in questions.parts):
        for number, constraint in enumerate(fairness, 1):
            yield justice_name(prop.name, number), Progress("possible", TRUE, constraint.formula)


def _meet(
    given: Mapping[str, Scope],
    name: str,
    kind: Literal["inevitable", "possible"],
    awaited: Awaited,
    system: TransitionSystem,
    justice: Sequence[FNode],
    budget: Budget,
    meeting: Meeting,
) -> None:
    scope, manager = given[name], system.manager
    zero, true = manager.Int(0), manager.TRUE()
    expected: Certified
    match scope.rule, kind:
        case RankRule(levels=levels, lemmas=lemmas), "inevitable":
            whole = pending(system, awaited)
            expected = RankCertificate(whole, awaited, (true,) * lemmas, (zero,) * levels, system, tuple(justice), zero)
        case StrategyRule(chosen=chosen, levels=levels, lemmas=lemmas), "possible":
            whole = system
            numbers = [number for number, _ in chosen]
            if any(number >= len(system.steps) for number in numbers):
                raise UnreadableError(f"`{name}` has other steps than the model")
            expected = StrategyCertificate(
                system, awaited, (true,) * lemmas, (zero,) * levels, true, dict.fromkeys(numbers, true)
            )
        case _:
            raise UnreadableError(f"`{name}` is proved by another rule than its property asks for")
    free = [claim for claim in scope.definitions if claim.split()[0] in ("rank", "unmet", "lemma", "region", "chosen")]
    meeting(scope, scope_of(name, expected), same_rule=True, free=free)
    for number in range(1, lemmas + 1):
        lemma = given.get(lemma_name(name, number))
        if lemma is None:
            raise UnreadableError(f"`{lemma_name(name, number)}` is not proved, and `{name}` rests on it")
        _meet_induction(lemma, whole, true, budget, meeting, free=("invariant", "predicate"))
        if trees(lemma.definitions["predicate"]) != trees(scope.definitions[f"lemma {number}"]):
            raise UnreadableError(f"`{lemma.name}` proves something else than `{name}` rests on")
