"""Linear terms over atoms, which formulas compare. An atom is opaque here, but for the normal form of a sum of its
kind, so that every kind of model has atoms of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar, TypeVar

from vsym.basics.frozen import frozen

A = TypeVar("A", bound="Atom")


class Atom:
    """A variable of linear terms. In a normal form the kinds of atoms stand in the order of their `rank`."""

    rank: ClassVar[int]

    @classmethod
    def normal(cls: type[A], weights: Mapping[A, int]) -> Iterable[tuple[A, int]]:
        """The sum of these atoms of one kind in its normal form, as it is where there is only one atom of the kind;
        weights of 0 may be left in it."""
        return weights.items()


@frozen
class Named(Atom):
    """A variable that its name identifies: a shared variable, a parameter, a variable of a system. A Boolean one is 0
    or 1."""

    rank = 1
    name: str

    @classmethod
    def normal(cls, weights: Mapping[Named, int]) -> Iterable[tuple[Named, int]]:
        """By name."""
        return sorted(weights.items(), key=lambda item: item[0].name)


@frozen
class Linear:
    """Σ coefficient · atom + constant. Build it with `linear`, which keeps the normal form: no coefficient is 0, and
    the atoms are in a fixed order, so that equal functions written alike compare equal."""

    terms: tuple[tuple[Atom, int], ...] = ()
    constant: int = 0

    def __add__(self, other: Linear) -> Linear:
        if not other.terms:
            return Linear(self.terms, self.constant + other.constant)
        return linear((*self.terms, *other.terms), self.constant + other.constant)

    def __mul__(self, factor: int) -> Linear:
        # A multiple of a normal form is one.
        terms = tuple((atom, factor * coefficient) for atom, coefficient in self.terms) if factor else ()
        return Linear(terms, factor * self.constant)

    def __sub__(self, other: Linear) -> Linear:
        return self + other * -1


def linear(terms: Iterable[tuple[Atom, int]], constant: int = 0) -> Linear:
    """The normal form of Σ coefficient · atom + constant."""
    kinds: dict[type[Atom], dict[Atom, int]] = {}
    for atom, coefficient in terms:
        weights = kinds.setdefault(type(atom), {})
        weights[atom] = weights.get(atom, 0) + coefficient
    ordered = sorted(kinds.items(), key=lambda kind: kind[0].rank) if len(kinds) > 1 else kinds.items()
    return Linear(tuple(item for kind, weights in ordered for item in kind.normal(weights) if item[1]), constant)


def value(term: Linear, value_of: Callable[[Atom], int]) -> int:
    """The value of a linear term where its atoms have the given values."""
    total = term.constant
    for atom, coefficient in term.terms:
        total += coefficient * value_of(atom)
    return total
