"""Programs that are nothing but variables, states of them, and what permutations make of these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from random import Random

from vsym.basics.source import Source, Span
from vsym.models.program.expressions import Variable
from vsym.models.program.layout import Slot
from vsym.models.program.program import Dialect, Program
from vsym.models.program.renaming import renamed
from vsym.models.program.semantics import State, sorted_multisets
from vsym.models.program.types import (
    BOOLEAN,
    PRESENCE,
    Array,
    Enum,
    Multiset,
    Range,
    Record,
    Scalarset,
    Simple,
    Type,
    Union,
)

NOWHERE = Span(Source("<test>", ""), 0, 0)


def program_of(*types: Type, scalarsets: Sequence[Scalarset] = ()) -> Program:
    """A program without rules that has a variable of each type."""
    variables = tuple(Variable(f"v{number}", one, number) for number, one in enumerate(types))
    return Program("test", (), tuple(scalarsets), variables, (), (), (), (), (), (), (), Dialect(), NOWHERE)


def drawn_program(random: Random, *, total: int = 6) -> Program:
    """Two or three scalarsets, some of size 1, and variables of any type over them."""
    sizes: list[int] = []
    for _ in range(random.choice((1, 2, 2, 3))):
        sizes.append(random.randint(1, min(4, total - sum(sizes))) if sum(sizes) < total else 1)
    bases = [20 * (number + 1) for number in range(len(sizes))]
    sets = [Scalarset(number, size, bases[number], f"S{number}") for number, size in enumerate(sizes)]
    enum = Enum(("a", "b", "c"), 10)
    simple: list[Simple] = [
        Range(0, 1),
        BOOLEAN,
        enum,
        *sets,
        *sets,
        Union((enum, sets[0])),
        Union((sets[-1], enum, *sets[:-1])),
    ]

    def drawn(depth: int) -> Type:
        kind = random.choice(("simple", "array", "array", "record", "multiset")) if depth else "simple"
        match kind:
            case "array":
                return Array(random.choice(simple), drawn(depth - 1))
            case "record":
                return Record((("x", drawn(depth - 1)), ("y", drawn(depth - 1))))
            case "multiset":
                return Multiset(random.randint(1, 3), drawn(depth - 1))
        return random.choice(simple)

    types = [drawn(random.choice((0, 1, 2, 2, 3))) for _ in range(random.randint(1, 4))]
    program = program_of(*types, scalarsets=sets)
    return program if program.layout.width <= 150 else drawn_program(random, total=total)


def drawn_state(random: Random, program: Program) -> State:
    """A state with repetitions, so that it has symmetries of its own; multisets in order, without rests of entries."""
    few = random.random() < 0.7
    codes = [_code(random, slot, few) for slot in program.layout.slots]
    for bag in program.layout.bags:
        for entry in range(bag.offset, bag.offset + bag.size * (1 + bag.width), 1 + bag.width):
            if not codes[entry]:
                codes[entry : entry + 1 + bag.width] = [0] * (1 + bag.width)
    return sorted_multisets(codes, program.layout)


def _code(random: Random, slot: Slot, few: bool) -> int:
    if slot.type == PRESENCE:
        return random.randint(0, 1)
    high = (
        min(2, slot.type.cardinality) if few and not isinstance(slot.type, Scalarset | Union) else slot.type.cardinality
    )
    return random.randint(0, high)


def all_renamed(program: Program, state: State, scalarsets: Sequence[Scalarset]) -> Iterator[State]:
    """The images of a state under every choice of permutations of some scalarsets."""
    for chosen in product(*(permutations(range(one.size)) for one in scalarsets)):
        yield renamed(program, state, {one.number: places for one, places in zip(scalarsets, chosen, strict=True)})
