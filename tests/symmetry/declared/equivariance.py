"""The definition of interchangeable elements of scalarsets, state by state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from vsym.basics.limits import UNLIMITED
from vsym.basics.source import Source
from vsym.languages.murphi.text import text
from vsym.models.program.program import Program
from vsym.models.program.renaming import Permutations, renamed
from vsym.models.program.semantics import Fired, Semantics, State
from vsym.models.program.types import Scalarset


def program_of(model: str) -> Program:
    """The program that a Murphi model is."""
    return text(Source("<test>", model), UNLIMITED).at({})


def generators(scalarsets: Sequence[Scalarset]) -> Iterator[Permutations]:
    """Permutations of which all permutations of some scalarsets are made: a transposition and a cycle of each."""
    for one in scalarsets:
        places = (*range(one.size),)
        yield {one.number: (*places[1:2], *places[:1], *places[2:])}
        yield {one.number: (*places[1:], *places[:1])}


def reached(program: Program, most: int) -> list[State]:
    """Reachable states, each once, starts first; at most `most` of them."""
    semantics = Semantics(program)
    states = dict.fromkeys(fired.state for fired in semantics.starts() if fired.state is not None)
    frontier = [*states]
    while frontier and len(states) < most:
        new = (fired.state for state in frontier for fired in semantics.fire(state))
        frontier = [state for state in dict.fromkeys(new) if state is not None and state not in states]
        states |= dict.fromkeys(frontier)
    return [*states][:most]


def told_apart(program: Program, states: Iterable[State], scalarsets: Sequence[Scalarset]) -> State | None:
    """A state of which some permutation of scalarsets does other things than the state, permuted; None where none of
    them does. The starts are compared too."""
    semantics = Semantics(program)
    for permutation in generators(scalarsets):
        starts = _outcomes(program, semantics.starts(), {})
        if starts != _outcomes(program, semantics.starts(), permutation):
            return (0,) * program.layout.width
        for state in states:
            image = renamed(program, state, permutation)
            if _outcomes(program, semantics.fire(image), {}) != _outcomes(program, semantics.fire(state), permutation):
                return state
            if bool(semantics.faults(image)) != bool(semantics.faults(state)):
                return state
    return None


def _outcomes(program: Program, fired: Iterable[Fired], permutation: Permutations) -> Counter[object]:
    """The results of firings, with the states permuted."""
    return Counter(
        (one.firing.rule, one.fault is None, one.state and renamed(program, one.state, permutation)) for one in fired
    )
