"""Hints that let the members of a scalarset come into play one after another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from operator import or_

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.logic.formula import Formula, compare, conjunction, disjunction
from vsym.logic.terms import Linear
from vsym.models.program.layout import Layout
from vsym.models.program.program import Program
from vsym.models.program.types import Scalarset
from vsym.reductions.programs.predicates import bits
from vsym.reductions.programs.starts import starts
from vsym.system.system import System


@frozen
class Activation:
    """A hint: that each of some slots has a code that it may start with, as bits; `text` says so in words."""

    text: str
    codes: tuple[tuple[int, int], ...]

    def predicate(self, system: System) -> Formula:
        """The hint on the system that the program is."""
        return conjunction(
            disjunction(
                compare(Linear(((system.variables[slot].atom, 1),), 0), "=", Linear((), code)) for code in bits(allowed)
            )
            for slot, allowed in self.codes
        )


def activations(program: Program, budget: Budget) -> tuple[Activation, ...]:
    """That all members of a scalarset beyond the first, the second, … are as they may start, in this order; of the
    scalarset with the most elements that have slots of their own.

    Raises RefusedError where there is none, or the starts say nothing of its slots; and at the budget's limits.
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


def _activations(of: Scalarset, owners: Mapping[int, int], told: Mapping[int, int]) -> Iterator[Activation]:
    for active in range(1, of.size):
        still = tuple((slot, codes) for slot, codes in told.items() if owners[slot] >= active)
        first, last = (of.text(of.base + place) for place in (active, of.size - 1))
        who = first if first == last else f"{first} to {last}"
        yield Activation(f"{who} as at the start", still)


def _owners(layout: Layout, of: Scalarset) -> dict[int, int]:
    """The slots of elements of a scalarset, each with the place of the last element that it is of, from 0."""
    found = {}
    for slot in layout.slots:
        places = [step[1] - of.base for step in slot.path if isinstance(step, tuple) and step[0] == of]
        if places:
            found[slot.offset] = max(places)
    return found
