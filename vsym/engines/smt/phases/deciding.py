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
from vsym.engines.smt.phases.asked import refuting_paths
from vsym.engines.smt.phases.certificate import shape_name
from vsym.engines.smt.phases.formula import Paths
from vsym.engines.smt.phases.fragment import OutsideError, Thresholds, thresholds
from vsym.engines.smt.phases.path import path_of
from vsym.engines.smt.problem import NAME, Problem
from vsym.engines.smt.system import TransitionSystem, Unrolling
from vsym.engines.smt.z3_queries import failing_goal
from vsym.logic.properties import Property
from vsym.system.result import Proof, SystemPath, Verdict
from vsym.system.system import System

METHOD = "phases"

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
        return self._violated(several) or self._holds(prop.name, several)

    def proof_of_ranges(self, name: str) -> Mapping[str, str] | None:
        """The proof, by its name, that no event is enabled that is an error; None where that is not known. Raises
        UndecidedError."""
        try:
            return self._proofs(name, self._paths(None))
        except OutsideError:
            return None

    def _paths(self, prop: Property | None) -> tuple[Paths, ...]:
        if isinstance(self.thresholds, str):
            raise OutsideError(self.thresholds)
        return paths(self.thresholds, self.problem.transitions, prop)

    def _proofs(self, name: str, several: tuple[Paths, ...]) -> Mapping[str, str] | None:
        """The proof about each shape, as a fresh solver has found it valid; None where one has a path."""
        proofs: dict[str, str] = {}
        for shaped, one in named(name, several):
            scope = scope_of(shaped, one)
            if failing_goal([scope], self.problem.budget) is not None:
                return None
            proofs[shaped] = scope_text(scope)
        return proofs

    def _holds(self, name: str, several: tuple[Paths, ...]) -> Verdict:
        proofs = self._proofs(name, several)
        if proofs is None:
            raise AssertionError(f"solvers differ on whether `{name}` has a path in phases")
        most = max(one.rule.changes + 1 for one in several)
        explanation = f"no path in {most} {'phase' if most == 1 else 'phases'} refutes it"
        return Verdict(
            "holds", NAME, 0.0, method=METHOD, proof=Proof(None, {**self.problem.ranges(), **proofs}, explanation)
        )

    def _violated(self, several: tuple[Paths, ...]) -> Verdict | None:
        """A violated property with a shortest path, or at its smallest size; None where there is no path of any
        shape."""
        if self.problem.system.parameters:
            sizes = [values for one in several if (values := self._smallest(one)) is not None]
            if not sizes:
                return None
            return Verdict("violated", NAME, 0.0, method=METHOD, values=min(sizes, key=self._order), smallest=True)
        found = [pair for one in several if (pair := self._shortest(one)) is not None]
        if not found:
            return None
        path = min((path for path, _ in found), key=lambda path: path.length)
        said = METHOD if all(shortest for _, shortest in found) else f"{METHOD}; there may be a shorter path"
        return Verdict("violated", NAME, 0.0, path=path, method=said)

    def _smallest(self, one: Paths) -> Mapping[str, int] | None:
        """The smallest size with a path, None where there is none."""
        with Session(one.system.environment, self.problem.budget) as session:
            session.add(one.claims(Unrolling(one.system)))
            return smallest(self.problem, session)

    def _shortest(self, one: Paths) -> tuple[SystemPath, bool] | None:
        """A path, and whether it is known to be a shortest one; None where there is none."""
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
        return path_of(one, solution), shortest

    def _order(self, values: Mapping[str, int]) -> tuple[int, ...]:
        """Fewer processes first, then parameters nearer to 0."""
        near = [abs(value) for value in values.values()]
        return size_of(self.problem.system, values), sum(near), *near


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
