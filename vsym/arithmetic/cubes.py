"""Answers that a person can read: predicates as cubes of comparisons, and solutions that make a sum smallest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from pysmt.fnode import FNode
from pysmt.typing import INT

from vsym.arithmetic.environment import Environment
from vsym.arithmetic.solver import Session
from vsym.basics.limits import UndecidedError
from vsym.logic.formula import And, Comparison, Formula, Iff, Not, Or, Temporal, Truth, negate
from vsym.logic.terms import Linear, Named

Cube = tuple[Comparison, ...]
"""A conjunction of comparisons."""


class TooManyCubesError(Exception):
    """The disjunctive normal form is larger than asked for."""


def normal_form(formula: Formula, positive: bool = True) -> Formula:
    """The predicate, or its negation, without Not and Iff, negation pushed into the comparisons."""
    match formula:
        case Truth() | Comparison():
            return formula if positive else negate(formula)
        case Not(operand):
            return normal_form(operand, not positive)
        case And(operands) | Or(operands):
            parts = tuple(normal_form(operand, positive) for operand in operands)
            return And(parts) if isinstance(formula, And) == positive else Or(parts)
        case Iff(left, right):
            signs = ((True, positive), (False, not positive))
            return Or(tuple(And((normal_form(left, here), normal_form(right, there))) for here, there in signs))
        case Temporal(operator):
            raise TypeError(f"{operator} is about paths, not a state")
    assert_never(formula)


def cubes(formula: Formula, limit: int) -> list[Cube]:
    """The cubes of a predicate in the normal form above; raises TooManyCubesError past `limit`."""
    match formula:
        case Truth(value):
            return [()] if value else []
        case Comparison():
            return [(formula,)]
        case Or(operands):
            return _within((cube for operand in operands for cube in cubes(operand, limit)), limit)
        case And(operands):
            product: list[Cube] = [()]
            for operand in operands:
                factors = cubes(operand, limit)
                product = _within(((*cube, *factor) for cube in product for factor in factors), limit)
            return product
    raise TypeError(f"not in negation normal form: {type(formula).__name__}")


def _within(several: Iterable[Cube], limit: int) -> list[Cube]:
    """The cubes, each once and without repetitions."""
    distinct: dict[Cube, None] = {}
    for cube in several:
        distinct[tuple(dict.fromkeys(cube))] = None
        if len(distinct) > limit:
            raise TooManyCubesError
    return list(distinct)


def without_inequality(comparison: Comparison) -> Formula:
    """`t != k` as `t <= k − 1 or t >= k + 1`; any other comparison as it is."""
    if comparison.operator != "!=":
        return comparison
    below = Comparison(comparison.left, "<=", comparison.bound - 1)
    above = Comparison(comparison.left, ">=", comparison.bound + 1)
    return Or((below, above))


Solution = Mapping[FNode, int]
"""The values of integer symbols."""

Sum = Sequence[tuple[FNode, int]]
"""Σ coefficient · symbol."""


def least_solution(
    environment: Environment,
    session: Session,
    symbols: Sequence[FNode],
    objective: Sum,
    bound: int,
    *also: FNode,
    effort: int | None = None,
) -> Solution | None:
    """A solution of the session's assertions and of `also`, with the least value of `objective`, which is >= `bound`.

    `symbols` are those whose values it has, all of the objective's among them. None where there is no solution; where
    the time ends, or a smaller one takes more work than `effort`, the best one found until then. Raises UndecidedError
    if there is none yet.
    """
    best = session.model(symbols, *also)
    if best is None or not objective:
        return best
    manager = environment.formula_manager
    total = manager.Plus([manager.Times(manager.Int(factor), symbol) for symbol, factor in objective])
    least, most = bound, _value(objective, best)
    while least < most:
        middle = (least + most) // 2
        try:
            with session.effort(effort):
                better = session.model(symbols, *also, manager.LE(total, manager.Int(middle)))
        except UndecidedError:
            break
        if better is None:
            least = middle + 1
        else:
            best, most = better, _value(objective, better)
    return best


def smallest_instance(
    environment: Environment, session: Session, symbols: Sequence[FNode], parameters: Sequence[str], size: Linear
) -> Solution | None:
    """A solution with the least `size`, a term over `parameters`, and among these one with them nearest to 0. Of
    several such ones the first parameters are nearest. Raises UndecidedError as `least_solution` does."""
    manager = environment.formula_manager
    sizes = {name: manager.Symbol(name, INT) for name in parameters}
    total = [(sizes[part.name], factor) for part, factor in size.terms if isinstance(part, Named)]
    smallest = least_solution(environment, session, [*symbols, *sizes.values()], total, -size.constant)
    if smallest is None:
        return None
    distances = [manager.Symbol(f"|{name}|", INT) for name in parameters]
    limits = [
        limit
        for symbol, distance in zip(sizes.values(), distances, strict=True)
        for limit in (manager.LE(symbol, distance), manager.GE(manager.Plus(symbol, distance), manager.Int(0)))
    ]
    if total:
        sized = manager.Plus([manager.Times(manager.Int(factor), symbol) for symbol, factor in total])
        limits.append(manager.LE(sized, manager.Int(_value(total, smallest))))
    variables = [*symbols, *sizes.values(), *distances]
    for objective in ([(distance, 1) for distance in distances], *([(distance, 1)] for distance in distances)):
        try:
            nearest = least_solution(environment, session, variables, objective, 0, *limits)
        except UndecidedError:
            break
        if nearest is None:
            raise AssertionError("a solution is lost when it is made smaller")
        smallest = nearest
        parts = [symbol for symbol, _ in objective]
        limits.append(manager.LE(manager.Plus(parts), manager.Int(_value(objective, nearest))))
    return smallest


def _value(objective: Sum, solution: Solution) -> int:
    return sum(factor * solution[symbol] for symbol, factor in objective)
