"""A group of symmetries in words: its factors, and the things that each permutes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vsym.basics.frozen import frozen
from vsym.checking.answer import Instances
from vsym.groups.connected import least_connected
from vsym.groups.group import Group
from vsym.groups.naming.structure import Structure, structure
from vsym.groups.permutations import Permutation
from vsym.symmetry.detected.detection import Detected
from vsym.symmetry.detected.forms import Cell
from vsym.symmetry.detected.literals import Literals


@frozen
class Exchanged:
    """Values that are exchanged in some variables, which may be exchanged too: of the `cells`, those in each of the
    `orbits`."""

    cells: tuple[Cell, ...]
    orbits: tuple[tuple[int, ...], ...]


@frozen
class FactorDescription:
    """A factor of the group by its name and its order: the orbits of variables that it permutes, and of values."""

    text: str
    order: int
    cells: tuple[tuple[Cell, ...], ...]
    values: tuple[Exchanged, ...]


@frozen
class GroupDescription:
    """A group by its name, a product of factors, with the orbits of variables under all of it.

    The `data` are the symmetries that leave every variable in its place: None where all do, or only the identity.
    """

    text: str
    order: int
    certain: bool
    factors: tuple[FactorDescription, ...]
    data: FactorDescription | None
    cells: tuple[tuple[Cell, ...], ...]


@frozen
class KeptBy:
    """The number of symmetries that a property leaves by itself, or the instance of it that leaves the fewest."""

    name: str
    order: int
    instances: Instances


@frozen
class KeptGroup:
    """The subgroup that keeps all properties' conditions on states; None where it is not known, for a `reason`."""

    group: GroupDescription | None
    reason: str | None = None
    by_property: tuple[KeptBy, ...] = ()


def described(detected: Detected) -> GroupDescription:
    """The group of detected symmetries."""
    literals, group = detected.literals, detected.group
    named = structure(group)
    factors = tuple(_described(literals, one.kind.text, one.kind.order, one.generators) for one in named.factors)
    whole = _described(literals, named.text, named.order, group.generators)
    return GroupDescription(named.text, named.order, named.certain, factors, _data(literals, group, whole), whole.cells)


def _data(literals: Literals, group: Group, whole: FactorDescription) -> FactorDescription | None:
    """The symmetries that permute values alone: the stabiliser of all variables as points of their own."""
    if not whole.cells:
        return None
    degree, count = group.degree, len(literals.domains)
    joined = Group(degree + count, tuple(_with_cells(literals, one, count) for one in group.generators), group.bound)
    fixed = joined.stabiliser(range(degree, degree + count))
    generators = tuple(Permutation.moving(degree, dict(one.moves)) for one in fixed.generators if one.moves)
    if not generators:
        return None
    inner: Structure = structure(Group(degree, generators, fixed.order if fixed.certain else None))
    return _described(literals, inner.text, inner.order, generators)


def _with_cells(literals: Literals, one: Permutation, count: int) -> Permutation:
    """A permutation of literals as one that moves the variables too, as points after the literals."""
    moves = dict(one.moves)
    for literal, image in one.moves:
        (cell, _), (target, _) = literals.all[literal], literals.all[image]
        moves[one.degree + cell] = one.degree + target
    return Permutation.moving(one.degree + count, moves)


def _described(literals: Literals, text: str, order: int, generators: Sequence[Permutation]) -> FactorDescription:
    moves = [move for one in generators for move in one.moves]
    cells = _orbits(len(literals.domains), ((literals.all[p][0], literals.all[q][0]) for p, q in moves))
    exchanged: dict[tuple[Cell, ...], list[tuple[int, ...]]] = {}
    for orbit in _orbits(len(literals.all), moves):
        concerned = tuple(dict.fromkeys(literals.all[literal][0] for literal in orbit))
        taken = tuple(sorted({literals.all[literal][1] for literal in orbit}))
        if len(taken) > 1:
            exchanged.setdefault(concerned, []).append(taken)
    alike: dict[tuple[tuple[int, ...], ...], list[Cell]] = {}
    for concerned, every in exchanged.items():
        alike.setdefault(tuple(dict.fromkeys(every)), []).extend(concerned)
    values = tuple(Exchanged(tuple(sorted(of)), orbits) for orbits, of in alike.items())
    return FactorDescription(text, order, cells, values)


def _orbits(count: int, moves: Iterable[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """The orbits that moves make of 0, 1, …, `count` - 1, but for points by themselves."""
    orbits: dict[int, list[int]] = {}
    for point, least in enumerate(least_connected(count, moves)):
        orbits.setdefault(least, []).append(point)
    return tuple(tuple(orbit) for orbit in orbits.values() if len(orbit) > 1)
