"""Up to which group a program is explored: the declared permutations of scalarsets, detected symmetries, or given
ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget, UndecidedError
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError
from vsym.composition.group_names import DECLARED, DEFAULT, DETECTED, NONE
from vsym.composition.program_misuses import misused_scalarsets
from vsym.engines.compiled.quotient.action import joint
from vsym.engines.compiled.quotient.quotient import PLAIN_STATES, Quotient, quotient
from vsym.groups.group import Group
from vsym.groups.permutations import Permutation
from vsym.models.program.group import SymmetryGroup
from vsym.models.program.literals import LiteralMap
from vsym.models.program.program import DEADLOCK, ERRORS, Program
from vsym.models.program.renaming import Renaming
from vsym.models.program.types import Scalarset
from vsym.reductions.programs.symmetries import symmetry_of
from vsym.symmetry.declared.formulas import symmetric_scalarsets

if TYPE_CHECKING:
    from vsym.composition.program_symmetry import ProgramSymmetry
    from vsym.system.symmetry import Symmetry


@frozen
class ChosenGroup:
    """The quotient by a group, and what is to be said of it.

    Where a generator is not proved, `unproved` says so: no verdict follows.
    """

    quotient: Quotient = PLAIN_STATES
    notes: tuple[str, ...] = ()
    unproved: str | None = None


def chosen_group(program: Program, budget: Budget, name: str = DEFAULT) -> ChosenGroup:
    """The group of a name of `GROUPS`.

    Raises DiagnosticError where a scalarset is used unsoundly; and, where symmetries are to be detected and nothing
    else is to do, RefusedError and UndecidedError where they cannot be.
    """
    declared = sound_scalarsets(program, budget)
    if name == NONE:
        return ChosenGroup()
    if name == DECLARED:
        return ChosenGroup(Quotient(declared))
    try:
        found = _detected(program, budget)
    except (RefusedError, UndecidedError) as error:
        if name == DETECTED:
            raise
        return ChosenGroup(Quotient(declared), (f"symmetries are not detected: {error}",))
    by = quotient(program.layout, found if name == DETECTED else _joined(program, declared, found))
    return ChosenGroup(by, () if by else ("no symmetry is detected",))


def sound_scalarsets(program: Program, budget: Budget = UNLIMITED) -> tuple[Scalarset, ...]:
    """The scalarsets of a program whose elements no property names; raises DiagnosticError where one is used unsoundly.

    A property that names elements does so where a quantifier stands around temporal operators.
    """
    misused = misused_scalarsets(program, budget)
    if misused:
        raise DiagnosticError(misuse.diagnostic for misuse in misused)
    symmetric = program.scalarsets
    for formula in (*(one.formula for one in program.properties), *(one.formula for one in program.fairness)):
        symmetric = symmetric_scalarsets(formula, symmetric)
    return symmetric


def given_group(program: Program, maps: Sequence[LiteralMap], file: str, budget: Budget) -> ChosenGroup:
    """The group that given maps generate; each is held against the program before.

    Raises RefusedError where one is no symmetry of the program or does not keep what a property says, and what
    detection raises where the program cannot be looked at.
    """
    known = _known(program, budget)
    group = quotient(program.layout, SymmetryGroup((), tuple(maps), known.detection.domains))
    for number, one in enumerate(maps, 1):
        outcome = _outcome(known, symmetry_of(one), f"{file}: generator {number}")
        if outcome != "proved":
            unproved = f"it is not proved that generator {number} of {file} is a symmetry"
            return ChosenGroup(group, unproved=unproved)
    return ChosenGroup(group)


def _detected(program: Program, budget: Budget) -> SymmetryGroup:
    """The detected symmetries that are proved."""
    known = _known(program, budget)
    maps = zip(known.detected.generators, known.maps, strict=True)
    proved = (
        one
        for symmetry, one in maps
        if known.detected.checked == "proved" or _outcome(known, symmetry, program.name) == "proved"
    )
    return SymmetryGroup((), tuple(proved), known.detection.domains)


def _known(program: Program, budget: Budget) -> ProgramSymmetry:
    """What is known of a program's symmetries that keep its properties and its fairness."""
    from vsym.composition.program_symmetry import program_symmetry

    names = [prop.name for prop in program.properties if prop.name not in (ERRORS, DEADLOCK)]
    known = program_symmetry(program, budget, names)
    system = known.lowered.system
    missing = {*names} - {prop.name for prop in system.properties}
    if missing or len(system.fairness) != len(program.fairness):
        raise RefusedError("it is not known which symmetries keep the properties")
    return known


def _outcome(known: ProgramSymmetry, symmetry: Symmetry, place: str) -> str:
    """Whether a symmetry is proved or `open`; raises RefusedError where it is none."""
    from vsym.composition.program_symmetry import kept_formulas
    from vsym.composition.type_symmetry import restricted
    from vsym.symmetry.detected.detection import predicates

    detection = known.detection
    try:
        finding = detection.prover.finding(restricted(symmetry, detection.domains))
    except ValueError as error:
        raise RefusedError(f"{place} takes a slot to one that does not have the same values") from error
    if finding.outcome == "refuted":
        where = "the start states" if finding.event is None else f"`{known.lowered.system.events[finding.event].label}`"
        raise RefusedError(f"{place} is no symmetry: it does not keep {where}")
    outcomes: list[str] = [finding.outcome]
    kept = restricted(symmetry, detection.domains)
    for what, formula in kept_formulas(known.lowered):
        outcomes += (detection.prover.keeps(kept, [part]) for part in predicates(formula))
        if "refuted" in outcomes:
            raise RefusedError(f"{place} is a symmetry, but does not keep {what}")
    return "proved" if set(outcomes) == {"proved"} else "open"


def _joined(program: Program, declared: tuple[Scalarset, ...], found: SymmetryGroup) -> SymmetryGroup:
    """Declared and detected symmetries together; scalarsets stay such where the others leave alone what they
    permute."""
    moved = [one for one in declared if one.size > 1]
    if not moved or not found.generators:
        return replace(found, scalarsets=declared)
    domains = found.codes(program.layout)
    own = [one for scalarset in moved for one in _permutations(program, scalarset)]
    if not all(_permutes(one, domains) for one in own):
        return SymmetryGroup(declared)
    every = joint((*own, *found.generators), domains)
    permutations = [Permutation.of(images) for images in every.images]
    known = Group(len(every.points), tuple(permutations[: len(own)]))
    more = tuple(
        one
        for one, permutation in zip(found.generators, permutations[len(own) :], strict=True)
        if permutation not in known
    )
    if set(joint(own, domains).slots).isdisjoint(joint(more, domains).slots):
        return SymmetryGroup(declared, more, found.domains)
    return SymmetryGroup((), (*own, *more), found.domains)


def _permutations(program: Program, scalarset: Scalarset) -> Iterator[LiteralMap]:
    """Permutations that generate all of a scalarset's elements."""
    size = scalarset.size
    for places in ((1, 0, *range(2, size)), (*range(1, size), 0)):
        yield Renaming(program.layout, {scalarset.number: places}).literal_map()


def _permutes(one: LiteralMap, domains: Sequence[tuple[int, ...]]) -> bool:
    """Whether a map takes the domain of each slot onto that of another."""
    slots = zip(one.slots, one.codes, domains, strict=True)
    return all(tuple(sorted(codes[code] for code in domain)) == domains[target] for target, codes, domain in slots)
