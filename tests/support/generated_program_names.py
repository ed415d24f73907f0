"""Names in scope of the drawn programs' statements, and drawn places and expressions over them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, NamedTuple, TypeAlias, TypeVar

from tests.support import oracle_programs as tree
from tests.support.oracle_program_types import Array, Elements, Int, Names, OneOf, Record, Simple, Type, values

T = TypeVar("T")


class Kind(NamedTuple):
    """The purpose of drawn programs.

    `strict` programs are for rumur, which lacks unions, multisets, `choose` and priorities and refuses undefined
    arguments. In `symmetric` programs only equality tells the elements of a scalarset apart. With `effects`, guards and
    properties call functions that change variables.
    """

    strict: bool = False
    symmetric: bool = False
    effects: bool = False

    @property
    def wild(self) -> bool:
        """All of the language, and errors."""
        return not self.strict and not self.symmetric


SIMPLE = (Int, Names, Elements, OneOf)


@dataclass(frozen=True)
class Root:
    """A name for a place: its type, and whether it may be written."""

    type: Type
    writable: bool = True


@dataclass(frozen=True)
class Entry:
    """An entry of a multiset, as chosen."""

    place: tree.Place
    name: str
    type: Type


@dataclass(frozen=True)
class Words:
    """Names in scope. `binders` have a value each; `kind` is that of the program, `types` are its named ones.

    Inside a loop over a scalarset, `loop` is the name that it binds. Only rules and start states are `assuming`: a
    condition may call no routine that drops what calls it.
    """

    kind: Kind
    types: tuple[Type, ...]
    roots: dict[str, Root] = field(default_factory=dict)
    binders: dict[str, Simple] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()
    routines: tuple[tuple[tree.Routine, bool], ...] = ()
    numbers: dict[str, int] = field(default_factory=dict)
    careful: bool = True
    assuming: bool = True

    def fresh(self, prefix: str) -> str:
        """A name that is not used yet."""
        self.numbers[prefix] = self.numbers.get(prefix, -1) + 1
        return f"{prefix}{self.numbers[prefix]}"

    def having(self, name: str, of: Type, *, writable: bool = True) -> Words:
        """The words with one more name for a place."""
        return replace(self, roots={**self.roots, name: Root(of, writable)})

    def binding(self, name: str, of: Simple) -> Words:
        """The words with one more name for a value."""
        return replace(self, binders={**self.binders, name: of})

    def read_only(self) -> Words:
        """The words with all places read-only."""
        return replace(self, roots={name: Root(root.type, False) for name, root in self.roots.items()})


def chance(draw: Random, percent: int) -> bool:
    """True so often."""
    return draw.randrange(100) < percent


def one(draw: Random, options: Sequence[T]) -> T:
    """One of several."""
    return draw.choice(options)


def weighed(draw: Random, options: Sequence[tuple[int, T]]) -> T:
    """One of several, as often as its weight says."""
    number = draw.randrange(sum(weight for weight, _ in options))
    for weight, option in options:
        number -= weight
        if number < 0:
            return option
    raise AssertionError


Step: TypeAlias = "str | Simple"
Way: TypeAlias = "tuple[tree.Place, tuple[Step, ...], Type, bool]"
"""A place to start from, the fields and indices to go on with, the type that is there, whether it may be written."""


def ways(words: Words, *, write: bool = False) -> Iterator[Way]:
    """Every place there is, with indices left open."""
    for name, root in words.roots.items():
        if root.writable or not write:
            yield from _below(words, tree.Name(name), (), root.type, root.writable)
    for entry in words.entries:
        yield from _below(words, tree.At(entry.place, tree.Name(entry.name)), (), entry.type, True)


def _below(words: Words, start: tree.Place, steps: tuple[Step, ...], of: Type, writable: bool) -> Iterator[Way]:
    yield start, steps, of, writable
    if isinstance(of, Record):
        for name, part in of.fields:
            yield from _below(words, start, (*steps, name), part, writable)
    elif isinstance(of, Array) and indices(words, of.index):
        yield from _below(words, start, (*steps, of.index), of.element, writable)


def indices(words: Words, of: Simple) -> list[tree.Expression]:
    """Expressions that may be an index of a type."""
    bound: list[tree.Expression] = [tree.Name(name) for name, known in words.binders.items() if fits(known, of)]
    held: list[tree.Expression] = [tree.Name(name) for name, root in words.roots.items() if fits(root.type, of)]
    written: list[tree.Expression] = (
        [] if isinstance(of, Elements) else [tree.Literal_(value) for value in literals(of)]
    )
    return [*bound, *bound, *written, *held]


def literals(of: Simple) -> list[Any]:
    """The values that can be written."""
    if isinstance(of, OneOf):
        return [value for member in of.members if not isinstance(member, Elements) for value in values(member)]
    return [] if isinstance(of, Elements) else values(of)


def fits(source: Type, target: Type) -> bool:
    """Tells if every value of a simple type is one of another."""
    match source, target:
        case Int(low, high), Int(least, most):
            return least <= low and high <= most
        case ((Names() | Elements()), OneOf(members)):
            return source in members
    return source == target


def filled(draw: Random, words: Words, way: Way) -> tree.Place:
    """A place with its indices drawn."""
    place = way[0]
    for step in way[1]:
        place = tree.Dot(place, step) if isinstance(step, str) else tree.At(place, _index(draw, words, step))
    return place


def _index(draw: Random, words: Words, of: Simple) -> tree.Expression:
    if not words.careful and isinstance(of, Int) and chance(draw, 10):
        return tree.Infix("+", one(draw, indices(words, of)), tree.Literal_(draw.randint(-1, 1)))
    return one(draw, indices(words, of))


def place_of(
    draw: Random, words: Words, wanted: Callable[[Type], bool], *, write: bool = False
) -> tuple[tree.Place, Type] | None:
    """A place of a wanted type, if there is one."""
    options = [way for way in ways(words, write=write) if wanted(way[2])]
    if not options:
        return None
    way = one(draw, options)
    return filled(draw, words, way), way[2]
