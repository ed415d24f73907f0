"""Protocols in which one process moves and all others may move with it, as systems of any number of processes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.system.systems import at, invariant
from vsym.basics.frozen import frozen
from vsym.logic.formula import Formula, compare, conjunction, negate
from vsym.logic.terms import Linear, Named, linear
from vsym.system.system import Event, System, Variable

SIZE = linear([(Named("n"), 1)])


@frozen
class Move:
    """A process goes from one local state to another, if a guard holds; all others go where `others` takes them."""

    source: str
    target: str
    others: Mapping[str, str]
    guard: tuple[Formula, ...] = ()


def system(states: str, moves: Sequence[Move], *never: Formula, size: int | None = None) -> System:
    """Processes that all start in the first state; each formula is one that must never hold."""
    parameters = () if size is not None else ("n",)
    total = SIZE if size is None else Linear((), size)
    variables = tuple(Variable(state, Linear(), total) for state in states)
    count = compare(linear([(Named(state), 1) for state in states]), "=", total)
    start = conjunction(
        [compare(linear([(Named(states[0]), 1)]), "=", total), *(at(state, "=", 0) for state in states[1:])]
    )
    events = tuple(_event(states, number, move) for number, move in enumerate(moves))
    asked = tuple(invariant(f"p{number}", negate(formula)) for number, formula in enumerate(never))
    domain = [count] if size is not None else [count, at("n", ">=", 1)]
    return System("broadcast", variables, conjunction(domain), start, events, asked, parameters=parameters)


def _event(states: str, number: int, move: Move) -> Event:
    terms: dict[str, list[tuple[Named, int]]] = {state: [] for state in states}
    change = dict.fromkeys(states, 0)
    for state in states:
        terms[move.others.get(state, state)].append((Named(state), 1))
    left = move.others.get(move.source, move.source)
    change[left] -= 1
    change[move.target] += 1
    update = tuple((state, linear(terms[state], change[state])) for state in states)
    changed = tuple((state, term) for state, term in update if term != linear([(Named(state), 1)]))
    return Event(f"e{number}", f"e{number}", conjunction([at(move.source, ">=", 1), *move.guard]), changed)


def both(one: str, other: str) -> Formula:
    """A process in each of two states."""
    return conjunction([at(one, ">=", 1), at(other, ">=", 1)])


INVALIDATE = {"S": "I", "E": "I", "M": "I"}
ALONE = (at("S", "=", 0), at("E", "=", 0), at("M", "=", 0))

MESI = (
    Move("I", "E", {}, ALONE),
    Move("I", "S", {"E": "S", "M": "S"}),
    Move("E", "M", {}),
    Move("S", "M", INVALIDATE),
    Move("I", "M", INVALIDATE),
    Move("M", "I", {}),
    Move("E", "I", {}),
    Move("S", "I", {}),
)
"""The states are ISEM; a block is read alone only where nobody else has it."""

COHERENT = (at("M", ">=", 2), both("M", "S"), both("M", "E"), both("E", "S"), at("E", ">=", 2))
"""Conditions that must never hold in MESI."""
