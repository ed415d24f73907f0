"""The runs that decide a program's properties up to virtual symmetry, as far as that is larger than another group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from vsym.basics.limits import Budget
from vsym.checking.groups.detecting import literal_map
from vsym.checking.groups.instances import Instance, PlannedRun
from vsym.checking.groups.virtual import VirtualSymmetry
from vsym.engines.compiled.quotient.quotient import PLAIN_STATES, Quotient, quotient
from vsym.models.program.program import DEADLOCK, ERRORS, Program
from vsym.models.program.renaming import SymmetryGroup
from vsym.symmetry.detected.virtual.group import Virtual
from vsym.system.symmetry import Symmetry

MOST_RUNS = 6
"""The most runs up to virtual symmetry."""


class VirtualRuns:
    """The runs of a program up to its virtual symmetry, and those of other groups that decide the other properties."""

    def __init__(self, program: Program, symmetry: VirtualSymmetry, ordinary: Sequence[PlannedRun], budget: Budget):
        self._program, self._symmetry, self._ordinary, self._budget = program, symmetry, tuple(ordinary), budget
        self._quotients: dict[frozenset[object], Quotient] = {}

    def runs(self, *, together: bool) -> tuple[PlannedRun, ...]:
        """The runs: one up to the symmetries that keep all properties if they are decided `together`; those of the
        other group alone where no virtual one is larger."""
        places = range(len(self._program.properties))
        parts = [[*places]] if together else self._parts(places)
        chosen = [(part, group) for part in parts if (group := self._larger(part)) is not None]
        if not chosen:
            return self._ordinary
        virtual = [self._run(part, group) for part, group in chosen]
        taken = {place for part, _ in chosen for place in part}
        rest = []
        for run in self._ordinary:
            left = [one.place for one in run.instances if one.place not in taken]
            if left:
                # Conditions end in errors in the run that looks at them.
                errors = self._fails(left)
                own = (one for one in run.instances if one.place in left or (errors and self._is_errors(one.place)))
                rest.append(replace(run, instances=tuple(own)))
        return (*sorted(virtual, key=lambda one: -one.quotient.order), *rest)

    def _parts(self, places: Sequence[int]) -> list[list[int]]:
        """The properties by the exchanges that each keeps, those that keep the most first."""
        by_group: dict[frozenset[object], list[int]] = {}
        for place in self._budget.paced(places, every=1):
            by_group.setdefault(frozenset(self._keeping([place]).proved), []).append(place)
        parts = sorted(by_group.values(), key=lambda part: -len(self._keeping(part).proved))
        while len(parts) > MOST_RUNS:
            parts = [*parts[:-2], [*parts[-2], *parts[-1]]]
        return parts

    def _fails(self, places: Sequence[int]) -> bool:
        return self._symmetry.may_fail({self._program.properties[place].name for place in places})

    def _is_errors(self, place: int) -> bool:
        return self._program.properties[place].name == ERRORS

    @cached_property
    def _assumed(self) -> frozenset[str]:
        return frozenset(prop.name for prop in self._symmetry.assumed)

    def _names(self, places: Sequence[int]) -> frozenset[str]:
        """The names of some properties with those of all that a run for them asks: deadlocks, which it counts, errors,
        and the invariants that the proof assumes."""
        return self._assumed | {DEADLOCK, ERRORS, *(self._program.properties[place].name for place in places)}

    def _keeping(self, places: Sequence[int]) -> Virtual:
        """The group that some properties keep, with all that a run for them is about."""
        return self._symmetry.keeping(self._names(places))

    def _larger(self, part: Sequence[int]) -> Virtual | None:
        """The virtual group that some properties keep, where it is larger than that of the other runs, and orbits have
        one representative each."""
        group = self._keeping(part)
        if not group.beyond:
            return None
        own = self._quotient(group)
        exact = all(factor.exact for factor in own.factors)
        return group if exact and own.order > max(self._other(place).order for place in part) else None

    def _other(self, place: int) -> Quotient:
        """The smallest of the other groups up to which a property is decided."""
        own = (run.quotient for run in self._ordinary if any(one.place == place for one in run.instances))
        return min(own, key=lambda one: one.order, default=PLAIN_STATES)

    def _quotient(self, group: Virtual) -> Quotient:
        key = frozenset[object](group.proved)
        if key not in self._quotients:
            self._quotients[key] = self._generated(group.generators, virtual=True)
        return self._quotients[key]

    def _generated(self, generators: Sequence[Symmetry], *, virtual: bool) -> Quotient:
        domains = self._symmetry.detection.domains
        maps = tuple(literal_map(self._program, domains, one) for one in generators)
        return quotient(self._program.layout, SymmetryGroup((), maps, domains), virtual=virtual)

    def _run(self, part: Sequence[int], group: Virtual) -> PlannedRun:
        properties = self._program.properties
        places = [place for place, prop in enumerate(properties) if prop.name in self._assumed or place in part]
        errors = self._fails(places)
        instances = tuple(
            Instance(place, prop)
            for place, prop in enumerate(properties)
            if place in places or (errors and self._is_errors(place))
        )
        if not self._assumed:
            return PlannedRun(instances, self._quotient(group))
        instead = self._generated(self._symmetry.ordinary(self._names(part)), virtual=self._symmetry.widened)
        return PlannedRun(instances, self._quotient(group), tuple(sorted(self._assumed)), instead)
