"""What is known of a program's symmetry before any verdict: its group, what its properties leave of it, and what its
types are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.options import RefusedError
from vsym.composition.group_description import GroupDescription, KeptGroup, described
from vsym.composition.program_symmetry import ProgramSymmetry, held_against, literal_map, program_symmetry
from vsym.composition.scalarset_patch import Patch, scalarset_patch
from vsym.composition.type_symmetry import TypeSymmetry, type_symmetries
from vsym.models.program.program import DEADLOCK, ERRORS, Program, Rule
from vsym.models.program.types import Range
from vsym.symmetry.detected.deep import deepened
from vsym.system.report import Report
from vsym.system.symmetry import Symmetry

FEW = 2
"""Up to how many rules may break the symmetry of a type that is otherwise symmetric, to be worth a word."""


@frozen
class DeepSearch:
    """What was found beyond the graph: how many generators, and candidates that only few rules do not keep."""

    added: int
    near_misses: tuple[tuple[Symmetry, tuple[Rule, ...]], ...]


@frozen
class DetectedGroup:
    """A program's group, what its properties leave of it (None where there are none), what was found beyond the graph
    (None where nothing was looked for), its index types, and the ranges among them that could be scalarsets, with the
    change that makes them such."""

    symmetry: ProgramSymmetry
    group: GroupDescription
    kept: KeptGroup | None
    deep: DeepSearch | None
    types: tuple[TypeSymmetry, ...]
    patches: tuple[tuple[Range, Patch], ...]

    @property
    def near_misses(self) -> tuple[TypeSymmetry, ...]:
        """The types that are symmetric but for few rules: most rules are not among them."""
        program = self.symmetry.program
        return tuple(one for one in self.types if not one.start and _are_few(one.breaking, program))


def detected_group(program: Program, budget: Budget, report: Report, *, deep: bool = False) -> DetectedGroup:
    """What is known of a program's symmetry, if `deep` also beyond the graph; raises what `program_symmetry` raises."""
    report.say("looking for symmetries")
    symmetry = program_symmetry(program, budget)
    search = None
    if deep:
        report.say("looking for symmetries beyond the graph")
        symmetry, search = _deepened(symmetry, budget)
    group = described(symmetry.detected)
    names = [prop.name for prop in program.properties if prop.name not in (ERRORS, DEADLOCK)]
    kept = _kept(program, names, group, budget, report) if names else None
    report.say("looking at index types")
    types = type_symmetries(symmetry)
    ranges = [one.type for one in types if one.symmetric and isinstance(one.type, Range)]
    patches = ((of, patch) for of in ranges if (patch := scalarset_patch(program, of)))
    return DetectedGroup(symmetry, group, kept, search, types, tuple(patches))


def _deepened(symmetry: ProgramSymmetry, budget: Budget) -> tuple[ProgramSymmetry, DeepSearch]:
    """The symmetries with those beyond the graph."""
    found = deepened(symmetry.detection, symmetry.detected, budget)
    program, domains = symmetry.program, found.detected.literals.domains
    firings = symmetry.lowered.firings
    missed = (
        (one.candidate, tuple(dict.fromkeys(program.rules[firings[event].rule] for event in one.events)))
        for one in found.near_misses
    )
    few = tuple((candidate, rules) for candidate, rules in missed if _are_few(rules, program))
    maps = (*symmetry.maps, *(literal_map(program, domains, one) for one in found.added))
    held_against(program, domains, maps, len(firings))
    return replace(symmetry, detected=found.detected, maps=maps), DeepSearch(len(found.added), few)


def _are_few(breaking: Sequence[Rule], program: Program) -> bool:
    """Whether rules that break a symmetry are so few that it is nearly one."""
    return 0 < len(breaking) <= FEW and 2 * len(breaking) < len(program.rules)


def _kept(program: Program, names: list[str], group: GroupDescription, budget: Budget, report: Report) -> KeptGroup:
    if group.order == 1:
        return KeptGroup(group)
    report.say("looking at what the properties leave")
    try:
        known = program_symmetry(program, budget, names)
    except (RefusedError, UndecidedError) as error:
        return KeptGroup(None, str(error))
    missing = {*names} - {prop.name for prop in known.lowered.system.properties}
    if missing:
        return KeptGroup(None, f"it is not known what `{sorted(missing)[0]}` says of states")
    return KeptGroup(described(known.detected))
