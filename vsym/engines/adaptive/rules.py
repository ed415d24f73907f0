"""The rules of a program in an adaptive search: the instances that have to run in a state, and their effects."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from vsym.basics.frozen import frozen
from vsym.engines.adaptive.columns import Column, Columns
from vsym.engines.adaptive.partitions import Partitions
from vsym.logic.folding import with_values
from vsym.logic.formula import FALSE, Formula
from vsym.models.counting.processes import Processes
from vsym.models.program.faults import FaultError
from vsym.models.program.program import Program
from vsym.models.program.semantics import Fired, Firing, Semantics, State


class Instance(NamedTuple):
    """An instance of a rule, and the elements that it names, from 0 and in the order of its choices.

    Exchanging two elements inside a cell of its edge gives the instance that names the other one; None where that is
    not known.
    """

    firing: Firing
    elements: tuple[int, ...] | None


@frozen
class RuleEdge:
    """Instances of a rule whose steps together are the same after exchanging elements inside a cell of `partition`.

    Without a rule these are all instances of all rules, which are not listed. Where none of the `guards` holds, over
    the slots by their names, no instance fires or ends in an error.
    """

    rule: int | None
    instances: tuple[Instance, ...]
    partition: tuple[Processes, ...]
    guards: tuple[Formula, ...]


@frozen(eq=False)
class Group:
    """Edges that respect the same partition, by its number."""

    partition: int
    instances: tuple[Instance, ...]
    guards: tuple[Formula, ...]


class Rules:
    """The rules of a program, run on the states of one search; with `together`, all of them in each state."""

    def __init__(self, program: Program, columns: Columns, *, together: bool) -> None:
        # Conditions are read with the partitions that they respect, not in each part that an edge is read in.
        self.semantics = Semantics(replace(program, properties=(), fairness=()))
        self._deadlock, self._together = program.dialect.deadlock, together
        self._names = [program.layout.slots[slot].text for slot in columns.shared]
        self._open: dict[tuple[Group, Column], bool] = {}

    def is_open(self, group: Group, codes: Column) -> bool:
        """False where no instance of a group of edges fires or ends in an error, as the codes that no element has
        show."""
        key = group, codes
        if key not in self._open:
            # A slot that holds an element has a code that differs inside an orbit.
            values = dict(zip(self._names, codes, strict=False))
            self._open[key] = any(with_values(guard, values) != FALSE for guard in group.guards)
        return self._open[key]

    def is_idle(self, fired: Fired) -> bool:
        """True for a firing that a deadlock may have, by the dialect's rule."""
        return self._deadlock == "stuttering" and fired.unchanged and fired.fault is None

    def fired(
        self, group: Group, state: State, columns: Sequence[int] | None, cells: Sequence[Processes]
    ) -> Iterator[Fired | None]:
        """The outcomes of some instances that fire in a state, None for a guard that ends in an error.

        Where the local states of the elements are given, one instance stands for all that only differ in elements of
        one cell in the same local state.
        """
        if self._together:
            fired, faults = self.semantics.around(state)
            yield from fired
            yield from (None for _ in range(len(faults) - sum(one.fault is not None for one in fired)))
            return
        alike = defaultdict[tuple[int, int], list[int]](list)
        for number, cell in enumerate(cells):
            for element in cell:
                own = element if columns is None else columns[element - 1]
                alike[number, own].append(element - 1)
        members = {element: one for one in alike.values() for element in one}
        for firing, elements in group.instances:
            if elements is None or _is_first(elements, members):
                try:
                    outcome = self.semantics.fired(firing, state)
                except FaultError:
                    yield None
                    continue
                if outcome is not None:
                    yield outcome


def _is_first(elements: Sequence[int], alike: Mapping[int, Sequence[int]]) -> bool:
    """True where each of some elements is the first of those alike to it that are not among the elements before it, or
    is one of these."""
    used: set[int] = set()
    for element in elements:
        if element in used:
            continue
        if element != next(one for one in alike[element] if one not in used):
            return False
        used.add(element)
    return True


def grouped(edges: Iterable[RuleEdge], partitions: Partitions) -> Iterator[Group]:
    """The edges that respect the same partition, together."""
    groups = defaultdict[int, list[RuleEdge]](list)
    for edge in edges:
        groups[partitions.number(edge.partition)].append(edge)
    for partition, alike in groups.items():
        instances = (instance for edge in alike for instance in edge.instances)
        yield Group(partition, tuple(instances), tuple(guard for edge in alike for guard in edge.guards))
