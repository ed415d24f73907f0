"""The rank of a proof as values: the weight of each variable, level by level and case by case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pysmt.fnode import FNode
from pysmt.simplifier import Simplifier

from vsym.engines.smt.linear import Sum, linear_sum
from vsym.engines.smt.liveness.outcome import Inevitable, Possible
from vsym.engines.smt.problem import Problem
from vsym.engines.smt.readable import readable
from vsym.system.result import ProvedRank, Weights


def proved_rank(problem: Problem, proved: Inevitable | Possible) -> ProvedRank:
    """The rank of a proof about the system of a problem."""
    symbols = zip(problem.system.variables, problem.transitions.variables, strict=True)
    names = {symbol: variable.name for variable, symbol in symbols}
    names |= {symbol: symbol.symbol_name() for symbol in problem.transitions.parameters}
    goal = readable(proved.awaited.goal)
    awaited = readable(problem.transitions.environment.formula_manager.Not(proved.awaited.goal))

    def weights(where: FNode | None, total: Sum) -> Weights:
        said = None if where is None else readable(where)
        of = {names[symbol]: by for symbol, by in total.coefficients.items()}
        return Weights(None if said == awaited else said, of, total.constant)

    simplifier = proved.system.environment.simplifier
    levels = tuple(tuple(weights(*case) for case in cases(level, simplifier)) for level in proved.rank)
    if isinstance(proved, Possible):
        chosen = dict.fromkeys(proved.system.steps[number].label for number in proved.chosen)
        return ProvedRank("possible", goal, levels, tuple(chosen))
    until = unmet(proved, [one.text for one in problem.system.fairness])
    return ProvedRank("inevitable", goal, levels, tuple(dict.fromkeys(proved.meanwhile)), until)


def cases(level: FNode, simplifier: Simplifier) -> Iterator[tuple[FNode | None, Sum]]:
    """The sums that a level of a rank is, each with where, None for what is left; where nothing counts is left out.

    The simplifier is that of the level's environment.
    """
    several = level.is_ite()
    while level.is_ite():
        where, there, level = level.args()
        where = simplifier.simplify(where)
        if where.is_true():
            yield None, linear_sum(there)
            return
        yield where, linear_sum(there)
    rest = linear_sum(level)
    if rest.coefficients or rest.constant or not several:
        yield None, rest


def unmet(proved: Inevitable, justice: Sequence[str]) -> tuple[str, ...]:
    """The constraints that may be false while the rank stays as it is, of those with these texts."""
    return tuple(text for number, text in enumerate(justice, 1) if _mentions(proved.unmet, number))


def _mentions(term: FNode, number: int) -> bool:
    if term.is_ite():
        return any(_mentions(part, number) for part in term.args()[1:])
    return bool(term.constant_value() == number)
