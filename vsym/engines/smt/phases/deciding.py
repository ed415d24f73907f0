"""Verdicts on properties of threshold systems by paths in phases, each proof checked by a fresh solver."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from vsym.arithmetic.cubes import least_solution
from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import UndecidedError
from vsym.engines.smt.certificate import scope_of, scope_text
from vsym.engines.smt.open_sizes import size_of, smallest
from vsym.engines.smt.phases import METHOD
from vsym.engines.smt.phases.asked import refutable, refuting_paths
from vsym.engines.smt.phases.certificate import shape_name
from vsym.engines.smt.phases.formula import Paths
from vsym.engines.smt.phases.fragment import OutsideError, Thresholds, thresholds
from vsym.engines.smt.phases.path import path_of, reader
from vsym.engines.smt.problem import NAME, Problem
from vsym.engines.smt.system import TransitionSystem, Unrolling
from vsym.engines.smt.z3_queries import failing_goal
from vsym.logic.folding import satisfied
from vsym.logic.formula import Formula
from vsym.logic.lasso_semantics import true_along
from vsym.logic.properties import Property
from vsym.system.result import Proof, SystemPath, Verdict
from vsym.system.system import System

EFFORT = 2_000_000
"""Z3's own count of the work on a question for a path of fewer steps."""


@frozen
class Phases:
    """The properties of one system that paths in phases decide."""

    problem: Problem

    @cached_property
    def thresholds(self) -> Thresholds | str:
        """The system as a threshold system, or why it is none."""
        try:
            return thresholds(self.problem.system)
        except OutsideError as outside:
            return str(outside)

    def verdict(self, prop: Property) -> Verdict | str:
        """The verdict on a property, or why it is left to others; raises UndecidedError."""
        try:
            several = self._paths(prop)
        except OutsideError as outside:
            return str(outside)
        proofs, left = self._proofs(prop.name, several)
        if not left:
            return self._holds(proofs, several)
        return self._violated(prop, left)

    def proof_of_ranges(self, name: str) -> Mapping[str, str] | None:
        """The proof, by its name, that no event is enabled that is an error; None where that is not known. Raises
        UndecidedError."""
        try:
            several = self._paths(None)
        except OutsideError:
            return None
        proofs, left = self._proofs(name, several)
        return None if left else proofs

    def _paths(self, prop: Property | None) -> tuple[Paths, ...]:
        if isinstance(self.thresholds, str):
            raise OutsideError(self.thresholds)
        return paths(self.thresholds, self.problem.transitions, prop)

    def _proofs(self, name: str, several: tuple[Paths, ...]) -> tuple[Mapping[str, str], Sequence[Paths]]:
        """The proof about each shape, as a fresh solver has found it valid, and the shapes that have a path."""
        proofs: dict[str, str] = {}
        left: list[Paths] = []
        for shaped, one in named(name, several):
            scope = scope_of(shaped, one)
            if failing_goal([scope], self.problem.budget) is None:
                proofs[shaped] = scope_text(scope)
            else:
                left.append(one)
        return proofs, left

    def _holds(self, proofs: Mapping[str, str], several: tuple[Paths, ...]) -> Verdict:
        most = max(one.rule.length for one in several)
        explanation = f"no path in {most} {'phase' if most == 1 else 'phases'} refutes it"
        proof = Proof(None, {**self.problem.ranges(), **proofs}, explanation)
        return Verdict("holds", NAME, 0.0, method=METHOD, proof=proof)

    def _violated(self, prop: Property, left: Sequence[Paths]) -> Verdict | str:
        """The verdict where shapes have paths: a shortest one of all, or the smallest size with one. One of a weaker
        shape may refute nothing: it is held against the property."""
        found = [one for shape in left if (one := self._found(prop, shape)) is not None]
        least = min((one.order for one in found), default=())
        shown = [one for one in found if one.refutes]
        if not shown:
            return "a path in phases may refute it, if its steps come in another order"
        best = min(shown, key=lambda one: one.order)
        if self.problem.system.parameters:
            smallest = best.order == least
            return Verdict("violated", NAME, 0.0, method=METHOD, values=best.values, smallest=smallest)
        shortest = best.order == least and all(one.shortest for one in found)
        said = METHOD if shortest else f"{METHOD}; there may be a shorter path"
        return Verdict("violated", NAME, 0.0, path=best.path, method=said)

    def _found(self, prop: Property, one: Paths) -> _Found | None:
        """A path of the smallest size, or a shortest one, of a shape that has some; None where a solver differs."""
        if not self.problem.system.parameters:
            return self._shortest(prop, one)
        unrolling, manager = Unrolling(one.system), one.system.manager
        with Session(one.system.environment, self.problem.budget) as session:
            session.add(one.claims(unrolling))
            values = smallest(self.problem, session)
            if values is None:
                return None
            near = [abs(value) for value in values.values()]
            order = (size_of(self.problem.system, values), sum(near), *near)
            if not one.weaker:
                return _Found(order, values, None, refutes=True, shortest=True)
            at = [manager.Equals(symbol, manager.Int(values[symbol.symbol_name()])) for symbol in one.given.parameters]
            solution = session.model(unrolling.symbols(one.rule.length), *at)
        refutes = solution is not None and _refutes(self.problem, prop, path_of(one, solution, values), values)
        return _Found(order, values, None, refutes=refutes, shortest=True)

    def _shortest(self, prop: Property, one: Paths) -> _Found | None:
        unrolling = Unrolling(one.system)
        moves = [unrolling.at(symbol, place) for place in range(one.rule.length) for _, symbol in one.times]
        manager, objective = one.system.manager, [(symbol, 1) for symbol in moves]
        with Session(one.system.environment, self.problem.budget) as session:
            session.add(one.claims(unrolling))
            symbols = unrolling.symbols(one.rule.length)
            solution = least_solution(one.system.environment, session, symbols, objective, 0, effort=EFFORT)
            if solution is None:
                return None
            length = sum(solution[symbol] for symbol in moves)
            shorter = manager.LE(manager.Plus([manager.Int(1 - length), *moves]), manager.Int(0))
            try:
                with session.effort(EFFORT):
                    shortest = not session.satisfiable(shorter)
            except UndecidedError:
                shortest = False
        path = path_of(one, solution, {})
        refutes = not one.weaker or _refutes(self.problem, prop, path, {})
        return _Found((path.length,), {}, path, refutes=refutes, shortest=shortest)


@frozen
class _Found:
    """A path of a shape: the values of the parameters there, and whether it refutes the property; a smaller `order` is
    better."""

    order: tuple[int, ...]
    values: Mapping[str, int]
    path: SystemPath | None
    refutes: bool
    shortest: bool


def _refutes(problem: Problem, prop: Property, path: SystemPath, values: Mapping[str, int]) -> bool:
    """True where a path, with every state on the way, refutes a property that phases take."""
    formula, loop = refutable(prop), path.loop
    if formula is None or loop is None or path.times is not None:
        return False

    def judge(predicate: Formula, place: int) -> bool:
        return satisfied(predicate, reader(problem.system, path.states[place], values))

    return not true_along(formula, len(path.states) - 1, loop, judge)


def paths(system: Thresholds, transitions: TransitionSystem, prop: Property | None) -> tuple[Paths, ...]:
    """The paths of each shape that refutes a property, or leads to an error where that is None; raises OutsideError."""
    return tuple(Paths(system, transitions, one.shape, one.to_the_end) for one in refuting_paths(system, prop))


def expected_paths(
    name: str, prop: Property | None, system: System, transitions: TransitionSystem
) -> Iterator[tuple[str, Paths]]:
    """The paths that must not be there for a property to hold, by the names of the proofs; raises OutsideError."""
    yield from named(name, paths(thresholds(system), transitions, prop))


def named(name: str, several: Sequence[Paths]) -> Iterator[tuple[str, Paths]]:
    """The paths of each shape, by the name of the proof that there are none."""
    for number, one in enumerate(several, 1):
        yield shape_name(name, number, len(several)), one
