"""What is known of a program's symmetry before any verdict: its group, what its properties leave of it, and what its
types are."""

from __future__ import annotations

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.options import RefusedError
from vsym.composition.group_description import GroupDescription, described
from vsym.composition.program_symmetry import ProgramSymmetry, program_symmetry
from vsym.composition.scalarset_patch import Patch, scalarset_patch
from vsym.composition.type_symmetry import TypeSymmetry, type_symmetries
from vsym.models.program.program import DEADLOCK, ERRORS, Program
from vsym.models.program.types import Range
from vsym.system.report import Report

FEW = 2
"""Up to how many rules may break the symmetry of a type that is otherwise symmetric, to be worth a word."""


@frozen
class KeptGroup:
    """The group that is left by what the properties say of states; None where it is not known, for a `reason`."""

    group: GroupDescription | None
    reason: str | None = None


@frozen
class DetectedGroup:
    """A program's group, what its properties leave of it (None where there are none), its index types, and the ranges
    among them that could be scalarsets, with the change that makes them such."""

    symmetry: ProgramSymmetry
    group: GroupDescription
    kept: KeptGroup | None
    types: tuple[TypeSymmetry, ...]
    patches: tuple[tuple[Range, Patch], ...]

    @property
    def near_misses(self) -> tuple[TypeSymmetry, ...]:
        """The types that are symmetric but for few rules: most rules are not among them."""
        rules = len(self.symmetry.program.rules)
        return tuple(
            one
            for one in self.types
            if one.breaking and not one.start and len(one.breaking) <= FEW and 2 * len(one.breaking) < rules
        )


def detected_group(program: Program, budget: Budget, report: Report) -> DetectedGroup:
    """What is known of a program's symmetry; raises what `program_symmetry` raises."""
    report.say("looking for symmetries")
    symmetry = program_symmetry(program, budget)
    group = described(symmetry.detected)
    names = [prop.name for prop in program.properties if prop.name not in (ERRORS, DEADLOCK)]
    kept = _kept(program, names, group, budget, report) if names else None
    report.say("looking at index types")
    types = type_symmetries(symmetry)
    ranges = [one.type for one in types if one.symmetric and isinstance(one.type, Range)]
    patches = ((of, patch) for of in ranges if (patch := scalarset_patch(program, of)))
    return DetectedGroup(symmetry, group, kept, types, tuple(patches))


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
