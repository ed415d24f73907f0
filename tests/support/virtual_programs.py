"""Programs for the oracle of virtual symmetry: steps by the plain semantics, maps of literals from their definition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from tests.support.oracle_virtual import ERROR, Closed, Map
from vsym.models.program import types
from vsym.models.program.layout import Step
from vsym.models.program.program import Program
from vsym.models.program.semantics import Semantics, State


def closed(
    program: Program, generators: Sequence[Map[State]], assumed: Callable[[State], bool] = lambda _: True
) -> Closed[State]:
    """The closed states of a program under maps. An error of a guard or of a firing leads to ERROR."""
    semantics = Semantics(replace(program, properties=()))
    starts = [start.state for start in semantics.starts() if start.state is not None]

    def successors(state: State) -> Iterator[State | None]:
        fired, faults = semantics.around(state)
        yield from (one.state for one in fired if one.state is not None)
        yield from (ERROR for _ in faults)

    return Closed(starts, successors, generators, assumed=assumed)


def exchanges(program: Program, name: str) -> list[Map[State]]:
    """The exchanges of neighbours of a type with a name, as indices and as values."""
    steps = {step for slot in program.layout.slots for step in slot.path if isinstance(step, tuple)}
    named = [slot.type for slot in program.layout.slots] + [of for of, _ in steps]
    of = next(of for of in named if not isinstance(of, types.Union) and of.name == name)
    values = list(of.values())
    return [_exchange(program, of, *pair) for pair in pairwise(values)]


def _exchange(program: Program, of: types.Simple, first: int, second: int) -> Map[State]:
    other = {first: second, second: first}

    def stepped(step: Step) -> Step:
        return (of, other.get(step[1], step[1])) if isinstance(step, tuple) and step[0] == of else step

    slots = program.layout.slots
    at = {slot.path: slot.offset for slot in slots}
    become = [at[tuple(map(stepped, slot.path))] for slot in slots]

    def image(state: State) -> State:
        moved = list(state)
        for slot, code in zip(slots, state, strict=True):
            value = slot.type.value(code) if code else None
            moved[become[slot.offset]] = slot.type.code(other[value]) if slot.type == of and value in other else code
        return tuple(moved)

    return image
