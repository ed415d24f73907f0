"""Behaviour of a system, by brute force on its plain semantics, and the oracle's verdicts on its properties."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property

from tests.logic.ltl_formulas import atoms, to_oracle
from tests.support import oracle_ltl
from vsym.logic.formula import TRUE, Formula, Temporal, conjunction
from vsym.logic.properties import Property
from vsym.logic.reachability import reachability
from vsym.system import step
from vsym.system.result import SystemPath
from vsym.system.step import Vector
from vsym.system.system import System


@dataclass(frozen=True)
class Structure:
    """The reachable states in the order in which a queue finds them, with their steps; a deadlocked state has none."""

    system: System
    initial: tuple[Vector, ...]
    steps: dict[Vector, tuple[tuple[int, Vector], ...]]

    @cached_property
    def successors(self) -> dict[Vector, frozenset[Vector]]:
        """Every state with where it goes, a deadlocked one to itself."""
        return {state: frozenset(target for _, target in steps) or {state} for state, steps in self.steps.items()}  # type: ignore[misc]

    @property
    def deadlocked(self) -> list[Vector]:
        """The states in which nothing is enabled."""
        return [state for state, steps in self.steps.items() if not steps]


@cache
def structure(system: System) -> Structure:
    """Every reachable state, the initial ones by trying all vectors within the ranges."""
    everything = itertools.product(*(range(low, high + 1) for low, high in system.ranges))
    initial = tuple(vector for vector in everything if step.is_initial(system, vector))
    reached: dict[Vector, tuple[tuple[int, Vector], ...]] = {}
    queue = list(initial)
    for state in queue:
        if state not in reached:
            reached[state] = tuple(step.steps(system, state))
            queue += [target for _, target in reached[state]]
    return Structure(system, initial, reached)


def distances(whole: Structure, inside: Formula = TRUE) -> dict[Vector, int]:
    """The number of steps from an initial state to each state, by steps from states in `inside` alone."""
    distance = dict.fromkeys(whole.initial, 0)
    queue = list(distance)
    for state in queue:
        for target in whole.successors[state] - distance.keys() if step.holds(whole.system, inside, state) else ():
            distance[target] = distance[state] + 1
            queue.append(target)
    return distance


def holds(whole: Structure, prop: Property) -> bool:
    """Tells if a property holds in every initial state, on the fair paths."""
    if prop.logic == "ltl":
        return _holds_linearly(_Asked(whole), prop.formula)
    formula = Temporal("AG", (prop.formula,)) if prop.logic == "invariant" else prop.formula
    return satisfying(whole, formula).issuperset(whole.initial)


def satisfying(whole: Structure, formula: Formula) -> frozenset[Vector]:
    """The states that satisfy a formula of CTL, on the fair paths."""
    return _satisfying(_Asked(whole), formula)


@dataclass(frozen=True, eq=False)
class _Asked:
    """A structure, the same as another one only where that is the same value: a part of a system is not its whole."""

    whole: Structure

    def __hash__(self) -> int:
        return id(self.whole)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked) and self.whole is other.whole


# The tests check every engine and strategy on the same systems: the oracle decides each once.
@cache
def _holds_linearly(asked: _Asked, formula: Formula) -> bool:
    whole = asked.whole
    return oracle_ltl.ltl_holds(_graph(whole, formula), whole.initial, to_oracle(formula))


@cache
def _satisfying(asked: _Asked, formula: Formula) -> frozenset[Vector]:
    return frozenset(oracle_ltl.ctl_satisfying(_graph(asked.whole, formula), to_oracle(formula)))


def _graph(whole: Structure, formula: Formula) -> oracle_ltl.Graph[Vector]:
    justice = tuple(constraint.formula for constraint in whole.system.fairness)
    true = {state: _true_in(whole.system, state, (*atoms(formula), *justice)) for state in whole.steps}
    return oracle_ltl.Graph(whole.successors, true, justice)


def _true_in(system: System, state: Vector, predicates: Iterable[Formula]) -> frozenset[Formula]:
    return frozenset(predicate for predicate in predicates if step.holds(system, predicate, state))


def check_path(whole: Structure, path: SystemPath) -> None:
    """The path is one of the system, from an initial state, and its loop closes; repeated steps are unfolded."""
    state = path.states[0]
    assert state in whole.initial
    for place, (number, target) in enumerate(zip(path.steps, path.states[1:], strict=True)):
        for _ in range(1 if path.times is None else path.times[place]):
            if number is None:
                assert not whole.steps[state]
            else:
                assert step.is_enabled(whole.system, number, state)
                state = step.after(whole.system, number, state)
        assert state == target
    if path.loop is not None:
        assert path.loop < len(path.states) - 1
        assert path.states[path.loop] == path.states[-1]


def check_shows(whole: Structure, prop: Property, path: SystemPath) -> None:
    """The path shows the verdict, as far as that can be seen: it ends in a state in question, or is a lasso; fair."""
    question = reachability(prop)
    system = whole.system
    if path.loop is not None:
        around = path.states[path.loop :]
        assert all(any(step.holds(system, one.formula, state) for state in around) for one in system.fairness)
    elif path.steps:
        assert path.states[-1] in satisfying(whole, Temporal("EG", (TRUE,)))
    if question is not None and question.kind in ("never", "reached") and path.kind == _kind(question.kind):
        assert any(step.holds(system, question.target, state) for state in path.states)
    if prop.logic == "ltl" and question is None:
        assert path.loop is not None
        word = [_true_in(system, state, atoms(prop.formula)) for state in path.states[:-1]]
        assert not oracle_ltl.on_word(to_oracle(prop.formula), word, path.loop)[0]


def check_shortest(whole: Structure, prop: Property, path: SystemPath) -> None:
    """A path to a state in question is a shortest to one with a fair future; to reach it, where there is one start."""
    question = reachability(prop)
    if question is None or path.kind != _kind(question.kind) or path.loop is not None:
        return
    if question.kind == "never" or len(whole.initial) == 1:
        goal = conjunction([question.target, Temporal("EG", (TRUE,))])
        assert path.length == min(distances(whole)[state] for state in satisfying(whole, goal))


def _kind(kind: str) -> str:
    return "counterexample" if kind == "never" else "witness"
