"""Hints that let the members of a scalarset come into play one after another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import or_

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.logic.formula import Formula, compare, conjunction, disjunction
from vsym.logic.terms import Atom, Linear
from vsym.models.program.layout import Layout
from vsym.models.program.program import Program
from vsym.models.program.types import Scalarset
from vsym.reductions.programs.predicates import bits
from vsym.reductions.programs.starts import starts
from vsym.system.system import System


@frozen
class Activation:
    """A hint: that of some sets of slots all of one set have codes that they may start with, as bits; `text` says so in
    words."""

    text: str
    alternatives: tuple[tuple[tuple[int, int], ...], ...]

    def predicate(self, system: System) -> Formula:
        """The hint on the system that the program is."""
        return disjunction(
            conjunction(_among(system.variables[slot].atom, codes) for slot, codes in alternative)
            for alternative in self.alternatives
        )


def _among(atom: Atom, codes: int) -> Formula:
    return disjunction(compare(Linear(((atom, 1),), 0), "=", Linear((), code)) for code in bits(codes))


def activations(program: Program, budget: Budget) -> tuple[Activation, ...]:
    """That all elements of a scalarset but one, but two, … are as they may start, in this order; of the scalarset with
    the most elements that have slots of their own.

    Those that are as at the start follow each other: so they do where a group has sorted the elements by what they
    have, and one more of them can come into play at either end. Raises RefusedError where there is no such scalarset,
    or the starts say nothing of its slots; and at the budget's limits.
    """
    owners = {one: _owners(program.layout, one) for one in program.scalarsets if one.size > 1}
    chosen = max(
        (one for one, own in owners.items() if own), key=lambda one: (one.size, len(owners[one])), default=None
    )
    if chosen is None:
        raise RefusedError("--hints auto: no scalarset has elements with variables of their own; give hints by --hint")
    boxes = starts(program, budget).boxes
    begun = {slot: reduce(or_, (box[slot] for box in boxes), 0) for slot in owners[chosen]}
    told = {
        slot: codes for slot, codes in begun.items() if codes != (2 << program.layout.slots[slot].type.cardinality) - 1
    }
    if not told:
        raise RefusedError(f"--hints auto: the variables of elements of `{chosen.name}` may start with any value")
    return tuple(_activations(chosen, owners[chosen], told))


def _activations(of: Scalarset, owners: Mapping[int, frozenset[int]], told: Mapping[int, int]) -> Iterator[Activation]:
    for still in range(of.size - 1, 0, -1):
        windows = (range(first, first + still) for first in range(of.size - still + 1))
        alternatives = (tuple((slot, codes) for slot, codes in told.items() if owners[slot] & {*w}) for w in windows)
        yield Activation(f"{still} of {of.name} as at the start", tuple(alternatives))


def _owners(layout: Layout, of: Scalarset) -> dict[int, frozenset[int]]:
    """The slots of elements of a scalarset, each with the places of these, from 0."""
    found = {}
    for slot in layout.slots:
        places = frozenset(step[1] - of.base for step in slot.path if isinstance(step, tuple) and step[0] == of)
        if places:
            found[slot.offset] = places
    return found
