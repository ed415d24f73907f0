"""A certificate of progress held against a system: all but ranks, lemmas and choices must be what that asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from pysmt.fnode import FNode

from vsym.basics.limits import Budget
from vsym.engines.smt.certificate_comparing import compare, compare_induction
from vsym.engines.smt.certificate_reading import UnreadableError
from vsym.engines.smt.certificate_text import Certified, Scope, scope_of
from vsym.engines.smt.liveness.certificate import RankCertificate, StrategyCertificate, lemma_name
from vsym.engines.smt.liveness.deciding import justice_name, part_name
from vsym.engines.smt.liveness.pending import Awaited, pending
from vsym.engines.smt.liveness.rules import RankRule, StrategyRule
from vsym.engines.smt.sexpr import trees
from vsym.engines.smt.system import TransitionSystem
from vsym.logic.formula import TRUE, Formula
from vsym.logic.progress import Progress, awaited
from vsym.logic.properties import Fairness, Property


def compare_progress(
    prop: Property, scopes: Sequence[Scope], system: TransitionSystem, fairness: Sequence[Fairness], budget: Budget
) -> None:
    """Raise UnreadableError where scopes are not what proves a property of progress of the system.

    Raises UndecidedError as well.
    """
    given = {scope.name: scope for scope in scopes}
    asked = dict(_asked(prop, fairness))
    justice = [system.formula(one.formula) for one in fairness]
    for name, question in asked.items():
        if name not in given:
            raise UnreadableError(f"`{name}` is not proved, and the property is not without it")
        awaited = Awaited(_formula(system, question.trigger), system.formula(question.goal))
        _compare(given, name, question.kind, awaited, system, justice, budget)
    for name in given:
        owner = name.partition(", lemma ")[0]
        if owner not in asked:
            raise UnreadableError(f"`{name}` is no part of the property")


def compare_possible(scope: Scope, goal: FNode, system: TransitionSystem, budget: Budget) -> None:
    """Raise UnreadableError where a scope is not what proves that a goal can be reached from every initial state.

    Raises UndecidedError as well.
    """
    _compare({scope.name: scope}, scope.name, "possible", Awaited(None, goal), system, (), budget)


def _asked(prop: Property, fairness: Sequence[Fairness]) -> Iterator[tuple[str, Progress]]:
    """What has to be proved, by its name."""
    questions = awaited(prop)
    assert questions is not None
    for number, question in enumerate(questions.parts, 1):
        yield part_name(prop.name, number, len(questions.parts)), question
    if any(question.kind == "possible" for question in questions.parts):
        for number, constraint in enumerate(fairness, 1):
            yield justice_name(prop.name, number), Progress("possible", TRUE, constraint.formula)


def _compare(
    given: Mapping[str, Scope],
    name: str,
    kind: Literal["inevitable", "possible"],
    awaited: Awaited,
    system: TransitionSystem,
    justice: Sequence[FNode],
    budget: Budget,
) -> None:
    scope, manager = given[name], system.environment.formula_manager
    zero, true = manager.Int(0), manager.TRUE()
    wanted: Certified
    match scope.rule, kind:
        case RankRule(levels=levels, lemmas=lemmas), "inevitable":
            whole = pending(system, awaited)
            wanted = RankCertificate(whole, awaited, (true,) * lemmas, (zero,) * levels, system, tuple(justice), zero)
        case StrategyRule(chosen=chosen, levels=levels, lemmas=lemmas), "possible":
            whole = system
            numbers = [number for number, _ in chosen]
            if any(number >= len(system.steps) for number in numbers):
                raise UnreadableError(f"`{name}` has other steps than the model")
            wanted = StrategyCertificate(
                system, awaited, (true,) * lemmas, (zero,) * levels, true, dict.fromkeys(numbers, true)
            )
        case _:
            raise UnreadableError(f"`{name}` is proved by another rule than its property asks for")
    free = [claim for claim in scope.definitions if claim.split()[0] in ("rank", "unmet", "lemma", "region", "chosen")]
    compare(scope, scope_of(name, wanted), same_rule=True, free=free)
    for number in range(1, lemmas + 1):
        lemma = given.get(lemma_name(name, number))
        if lemma is None:
            raise UnreadableError(f"`{lemma_name(name, number)}` is not proved, and `{name}` rests on it")
        compare_induction(lemma, whole, true, budget, free=("invariant", "predicate"))
        if trees(lemma.definitions["predicate"]) != trees(scope.definitions[f"lemma {number}"]):
            raise UnreadableError(f"`{lemma.name}` proves something else than `{name}` rests on")


def _formula(system: TransitionSystem, trigger: Formula | None) -> FNode | None:
    return None if trigger is None else system.formula(trigger)
