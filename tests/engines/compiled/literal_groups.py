"""Groups of literal maps for tests: maps by the slots and values that they move, orbits by brute force, and programs
that have a group."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

from tests.support.oracle import closure
from vsym.basics.limits import UNLIMITED
from vsym.basics.source import Source
from vsym.languages.murphi.text import text
from vsym.models.program.program import Program
from vsym.models.program.renaming import LiteralMap
from vsym.models.program.semantics import Semantics, State


def program(model: str) -> Program:
    """A program from its text."""
    return text(Source("model.m", model), UNLIMITED).at({})


def moving(
    cardinalities: Sequence[int], slots: Mapping[int, int], codes: Mapping[int, Mapping[int, int]]
) -> LiteralMap:
    """The map that moves these slots, and in these slots these codes."""
    kept = (tuple(range(cardinality + 1)) for cardinality in cardinalities)
    changed = (tuple(codes.get(slot, {}).get(code, code) for code in row) for slot, row in enumerate(kept))
    return LiteralMap(tuple(slots.get(slot, slot) for slot in range(len(cardinalities))), tuple(changed))


def named(
    subject: Program, *moves: Mapping[str, str], values: Mapping[str, Mapping[str, str]] | None = None
) -> LiteralMap:
    """The map that moves slots and, in some of them before they move, values, all by their names; -`x` may stand for
    every slot whose name begins with it."""
    names = {slot.text: slot for slot in subject.layout.slots}
    slots = {names[one].offset: names[other].offset for each in moves for one, other in each.items()}
    codes: dict[int, dict[int, int]] = {}
    for start, changes in (values or {}).items():
        for name, slot in names.items():
            if name.startswith(start):
                numbers = {slot.type.text(value): slot.type.code(value) for value in slot.type.values()}
                codes[slot.offset] = {numbers[one]: numbers[other] for one, other in changes.items()}
    return moving([slot.type.cardinality for slot in subject.layout.slots], slots, codes)


def orbit(maps: Iterable[LiteralMap], state: State) -> set[State]:
    """All that maps make of a state, one after the other."""
    maps = tuple(maps)
    return {*closure([state], lambda before: (one.state(before) for one in maps))}


def orbits(maps: Iterable[LiteralMap], states: Iterable[State]) -> list[set[State]]:
    """The orbits of states."""
    maps = tuple(maps)
    left, found = set(states), []
    while left:
        found.append(orbit(maps, min(left)))
        left -= found[-1]
    return found


def reachable(subject: Program) -> set[State]:
    """All states of a program by its definition."""
    semantics = Semantics(subject)
    starts = (one.state for one in semantics.starts() if one.state is not None)
    return {*closure(starts, lambda state: (one.state for one in semantics.fire(state) if one.state is not None))}


_MOST_IMAGES = 12
"""The most images of a part; the program leaves out parts with more, which take too long to compile."""


def drawn_program(random: Random, maps: Sequence[LiteralMap], slots: int, values: int) -> Program:
    """A program on variables `x0`, `x1`, … of `values` values each, none ever undefined, that the maps leave as it is:
    it has all images of each rule, start and case of a property, if these are not too many."""

    def literal() -> tuple[int, int]:
        return random.randrange(slots), random.randint(1, values)

    def closed(part: tuple[tuple[int, int], ...], *, whole: bool = False) -> list[tuple[tuple[int, int], ...]]:
        def images(before: tuple[tuple[int, int], ...]) -> Iterator[tuple[tuple[int, int], ...]]:
            for one in maps:
                image = ((one.slots[slot], one.codes[slot][code]) for slot, code in before)
                yield tuple(sorted(image) if whole else image)

        found = closure([part], images)
        return sorted(found) if whole or len(found) <= _MOST_IMAGES else []

    def conjunction(part: Iterable[tuple[int, int]]) -> str:
        return " & ".join(f"x{slot} = {code}" for slot, code in part)

    lines = [f"var {'; '.join(f'x{slot}: 1..{values}' for slot in range(slots))};"]
    start = tuple((slot, random.randint(1, values)) for slot in range(slots))
    for number, part in enumerate(closed(start, whole=True)):
        lines.append(f'startstate "{number}" {" ".join(f"x{slot} := {code};" for slot, code in part)} end;')
    for number in range(random.randint(2, 4)):
        size = random.randint(1, 2)
        for part in closed((*(literal() for _ in range(size)), literal(), literal())):
            body = " ".join(f"x{slot} := {code};" for slot, code in part[size:])
            lines.append(f'rule "{number}" {conjunction(part[:size])} ==> {body} end;')
    cases = [
        " | ".join(f"({conjunction(part)})" for part in closed((literal(), literal()))) or "true" for _ in range(3)
    ]
    lines += [
        f'invariant "never" !({cases[0]});',
        f"--! ltl often: G F ({cases[1]})",
        f"--! ctl back: AG EF ({cases[2]})",
        f"--! ltl rest: F G ({cases[2]})",
    ]
    return program("\n".join(lines))
