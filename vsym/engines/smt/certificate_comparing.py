"""What a certificate file defines, held against what a system asks for."""

from __future__ import annotations

from collections.abc import Collection

from pysmt.fnode import FNode

from vsym.basics.limits import Budget
from vsym.engines.smt.certificate import Certificate
from vsym.engines.smt.certificate_reading import UnreadableError
from vsym.engines.smt.certificate_rules import Induction
from vsym.engines.smt.certificate_text import Scope, scope_of
from vsym.engines.smt.congruences import with_quotients
from vsym.engines.smt.sexpr import trees
from vsym.engines.smt.system import TransitionSystem


def compare_induction(
    scope: Scope, system: TransitionSystem, predicate: FNode, budget: Budget, *, free: Collection[str]
) -> None:
    """A proof of what holds in every reachable state, which may speak of quotients; raises UnreadableError as `compare`
    does, and UndecidedError."""
    if not isinstance(scope.rule, Induction):
        raise UnreadableError(f"`{scope.name}` is proved by another rule than one for reachable states")
    if len(scope.variables) > len(system.variables):
        system, _ = with_quotients(system, budget)
    wanted = scope_of(scope.name, Certificate(system, predicate, predicate, scope.rule.depth, scope.rule.simple))
    compare(scope, wanted, same_rule=scope.rule.depth == 1, free=free)


def compare(scope: Scope, wanted: Scope, *, same_rule: bool, free: Collection[str]) -> None:
    """Raise UnreadableError where a scope has other variables or definitions than are wanted, those that are `free`
    left out, or with `same_rule` other steps."""
    if (scope.parameters, scope.variables) != (wanted.parameters, wanted.variables):
        raise UnreadableError(f"`{scope.name}` has other variables than the model")
    if same_rule and scope.rule != wanted.rule:
        raise UnreadableError(f"`{scope.name}` has other steps than the model")
    for claim, formula in wanted.definitions.items():
        if claim not in free and trees(formula) != trees(scope.definitions[claim]):
            raise UnreadableError(f"the definition of `{scope.symbol(claim)}` is not that of the model")
