"""Sizes of a system with open parameters: the smallest of some kind, the system at one, and how it is called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pysmt.fnode import FNode

from vsym.arithmetic.cubes import smallest_instance
from vsym.arithmetic.solver import Session
from vsym.engines.smt.problem import Problem
from vsym.engines.smt.system import TransitionSystem
from vsym.logic.terms import Atom, Linear, Named, value
from vsym.system.system import System


def smallest(problem: Problem, session: Session) -> Mapping[str, int] | None:
    """The smallest size for which the session's assertions have a solution; raises UndecidedError."""
    size = _size(problem.system)
    solution = smallest_instance(problem.transitions.environment, session, (), problem.system.parameters, size)
    return None if solution is None else problem.values(solution)


def smallest_start(problem: Problem, *conditions: FNode) -> Mapping[str, int] | None:
    """The smallest size with an initial state that satisfies the conditions, None if there is none; raises
    UndecidedError."""
    system = problem.transitions
    with Session(system.environment, problem.budget) as session:
        session.add([system.domain, system.initial, *conditions])
        return smallest(problem, session)


def at_size(system: TransitionSystem, values: Mapping[str, int]) -> TransitionSystem:
    """The system at one size."""
    manager = system.environment.formula_manager
    sizes = [manager.Equals(symbol, manager.Int(values[symbol.symbol_name()])) for symbol in system.parameters]
    return replace(system, domain=manager.And([system.domain, *sizes]))


def size_text(system: System, values: Mapping[str, int]) -> str:
    """A size in words: how many processes there are, or the parameters where nothing is counted."""
    if not system.sums:
        return ", ".join(f"{name} = {number}" for name, number in values.items())
    known: Mapping[Atom, int] = {Named(name): number for name, number in values.items()}
    return f"{value(_size(system), lambda atom: known[atom])} processes"


def _size(system: System) -> Linear:
    """The number of processes: what all sums of variables come to."""
    size = Linear()
    for total in system.sums:
        size += total.total
    return size
