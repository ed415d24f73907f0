"""Verdicts on properties of threshold systems by paths in phases, each proof checked by a fresh solver."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from pysmt.fnode import FNode

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
from vsym.engines.smt.problem import NAME, Problem, unfolded
from vsym.engines.smt.system import TransitionSystem, Unrolling
from vsym.engines.smt.z3_queries import failing_goal
from vsym.logic.folding import satisfied
from vsym.logic.formula import Formula
from vsym.logic.lasso_semantics import true_along
from vsym.logic.properties import Property
from vsym.logic.terms import Atom, Named
from vsym.system.result import Path, Proof, SystemPath, Verdict
from vsym.system.step import Vector
from vsym.system.system import System

EFFORT = 2_000_000
"""Z3's own count of the work on a question for a path of fewer steps."""


@frozen
class Phases:
    """The properties of one system that paths in phases decide."""

    problem: Problem

    @cached_property
    def thresholds(self) -> Thresholds | str:
        """The system as a threshold system, or the reason why it is none."""
        try:
            return thresholds(self.problem.system)
        except OutsideError as outside:
            return str(outside)

    def verdict(self, prop: Property) -> Verdict | str:
        """The verdict on a property, or the reason why it is left to others; raises UndecidedError."""
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
        refutes = solution is not None and _refutes(self.problem, prop, _path_of(one, solution, values), values)
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
        path = _path_of(one, solution, {})
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
        return satisfied(predicate, _reader(problem.system, path.states[place], values))

    return not true_along(formula, len(path.states) - 1, loop, judge)


def _path_of(paths: Paths, solution: Mapping[FNode, int], values: Mapping[str, int]) -> SystemPath:
    """The path of the system where its parameters have the values that a solution gives them; one that goes to the end
    stays in its last state."""
    unrolling, system = Unrolling(paths.system), paths.thresholds.system
    places = {variable.name: place for place, variable in enumerate(system.variables)}
    first = unrolling.copies(0)
    states: list[Vector] = [tuple(solution[first[symbol]] for symbol in paths.given.variables)]
    steps: list[int | None] = []
    times: list[int] = []
    for place in range(paths.rule.length):
        copies = unrolling.copies(place)
        for move, symbol in paths.times:
            number = solution[copies[symbol]]
            if number:
                after = list(states[-1])
                for name, by in move.changes.items():
                    after[places[name]] += by * number
                states.append(tuple(after))
                steps.append(move.event)
                times.append(number)
    path: SystemPath = unfolded(Path("counterexample", tuple(states), tuple(steps), times=_several(times)))
    return _stayed(path, paths, values) if paths.ends else path


def _stayed(path: SystemPath, paths: Paths, values: Mapping[str, int]) -> SystemPath:
    """The path, staying in its last state for ever: by an event that changes nothing, or as none is enabled."""
    system, last, moving = paths.thresholds.system, path.states[-1], {move.event for move in paths.thresholds.moves}
    idle = ((n, one.guard) for n, one in enumerate(system.events) if one.error is None and n not in moving)
    value_of = _reader(system, last, values)
    step = next((number for number, guard in idle if satisfied(guard, value_of)), None)
    times = None if path.times is None else (*path.times, 1)
    return replace(path, states=(*path.states, last), steps=(*path.steps, step), loop=len(path.states) - 1, times=times)


def _reader(system: System, state: Vector, values: Mapping[str, int]) -> Callable[[Atom], int]:
    """The values of variables in a state, and of parameters."""
    places = system.positions

    def value_of(atom: Atom) -> int:
        assert isinstance(atom, Named)
        return state[places[atom]] if atom in places else values[atom.name]

    return value_of


def _several(times: Sequence[int]) -> tuple[int, ...] | None:
    return None if all(number == 1 for number in times) else tuple(times)


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
