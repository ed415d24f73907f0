"""The group up to which vsym decides each property of a program: declared permutations of scalarsets, detected
symmetries or given ones, as far as they keep the property."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING

from vsym.basics import files
from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget, UndecidedError
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError, did_you_mean
from vsym.checking.groups.instances import PlannedRun, stated, whole_run
from vsym.checking.groups.names import AUTO, DECLARED, DEFAULT, DETECTED, GROUPS, NONE, VIRTUAL
from vsym.engines.compiled.quotient.quotient import PLAIN_STATES, Quotient, quotient
from vsym.exchange.generators import WORDS, generators, rotation
from vsym.models.program.program import Program
from vsym.models.program.renaming import SymmetryGroup
from vsym.models.program.statements import For
from vsym.models.program.types import Scalarset
from vsym.symmetry.declared.formulas import symmetric_scalarsets
from vsym.symmetry.declared.soundness import Misuse, misuses
from vsym.system.report import Report

if TYPE_CHECKING:
    from vsym.checking.groups.detecting import ProgramSymmetry
    from vsym.exchange.generators import Generator
    from vsym.logic.formula import Formula
    from vsym.reductions.programs.lowering import Lowered
    from vsym.system.symmetry import Symmetry


@frozen
class ChosenGroup:
    """The runs that decide all properties, that up to the largest group first, and notes on them.

    Where a generator is not proved, `unproved` says so: no verdict follows. Unless `starts_kept`, start states may
    become others. Where the program was `lowered` to know it, that is handed on.
    """

    runs: tuple[PlannedRun, ...]
    notes: tuple[str, ...] = ()
    unproved: str | None = None
    starts_kept: bool = True
    lowered: Lowered | None = None


def assuming_nothing(chosen: ChosenGroup) -> ChosenGroup:
    """The same for an engine that cannot decide beforehand whether an invariant holds which virtual symmetry assumes:
    other symmetries instead of these, with a note."""
    names = dict.fromkeys(f"`{name}`" for run in chosen.runs for name in run.assumed)
    if not names:
        return chosen
    runs = tuple(
        run if run.instead is None else replace(run, quotient=run.instead, assumed=(), instead=None)
        for run in chosen.runs
    )
    note = f"--store assumes no invariant: virtual symmetry that rests on {', '.join(names)} is not used"
    return replace(chosen, runs=runs, notes=(*chosen.notes, note))


def chosen_group(
    program: Program,
    budget: Budget,
    name: str = DEFAULT,
    *,
    together: bool = False,
    virtual: bool = True,
    rotated: bool = True,
) -> ChosenGroup:
    """The group of a name of `GROUPS`, or its subgroups that keep properties; if `together`, the one that keeps all of
    them, in one run. All known symmetries include `virtual` ones where the engine explores up to such. For engines that
    use generators, declared ringsets may be `rotated`.

    Raises DiagnosticError where a scalarset is used unsoundly; and, where symmetries are to be detected and nothing
    else is to do, RefusedError and UndecidedError where they cannot be.
    """
    if name == VIRTUAL:
        return _virtual(program, (), budget, together=together)
    declared = _interchangeable(program, budget)
    if name == NONE:
        return ChosenGroup((whole_run(program, PLAIN_STATES),))
    if name == DECLARED:
        return _up_to_declared(program, declared, budget, together=together, rotated=rotated)
    try:
        symmetry = _known(program, budget)
        proved = _proved(symmetry)
    except (RefusedError, UndecidedError) as error:
        if name == DETECTED:
            raise
        chosen = _up_to_declared(program, declared, budget, together=together, rotated=rotated)
        return replace(chosen, notes=(*chosen.notes, f"no symmetry is detected: {error}"))
    if name == AUTO and virtual:
        from vsym.checking.groups.classes import FEW_STATES

        # A program of few states is explored once.
        few = prod(map(len, symmetry.detection.domains)) <= FEW_STATES
        return _virtual(program, declared, budget, together=together or few, symmetry=symmetry)
    return _detected(program, symmetry, proved, () if name == DETECTED else declared, budget, together=together)


def given_group(
    program: Program,
    given: Sequence[Generator],
    file: str,
    budget: Budget,
    *,
    together: bool = False,
    trusted: bool = False,
    asymmetric: bool = False,
) -> ChosenGroup:
    """The group that given maps generate, or its subgroup that keeps properties; vsym first checks each map against the
    program. `asymmetric` maps need only take steps to steps, wherever they take reachable states.

    Raises DiagnosticError and RefusedError where one is no symmetry of the program, and as detection does; but if they
    are `trusted`, vsym uses them all the same, and no verdict follows.
    """
    from vsym.checking.groups.given import proved_group
    from vsym.checking.groups.planning import planned_runs

    maps = tuple(one.map for one in given)
    alike = True
    try:
        proved = proved_group(_known(program, budget), given, file, budget, asymmetric=asymmetric)
        symmetry, why, alike = proved.symmetry, proved.unproved, proved.starts_kept
        group = SymmetryGroup((), maps, symmetry.detection.domains)
        if why is None:
            runs = planned_runs(program, symmetry.lowered, group, (), budget, together=together, alike=alike)
            chosen = replace(_noted(runs, group), starts_kept=alike, lowered=symmetry.lowered)
            if alike or not any(run.quotient for run in runs):
                return chosen
            note = f"{file} does not map start states to start states"
            note += ": vsym counts orbits, but not how much of each is reached"
            return replace(chosen, notes=(*chosen.notes, note))
    except (DiagnosticError, RefusedError, UndecidedError):
        if not trusted:
            raise
        why, group = f"the generators of {file} are trusted, not proved to be symmetries", SymmetryGroup((), maps)
    return ChosenGroup((whole_run(program, quotient(program.layout, group)),), unproved=why, starts_kept=alike)


def sound_scalarsets(program: Program, budget: Budget = UNLIMITED) -> tuple[Scalarset, ...]:
    """The scalarsets of a program whose elements no property names; raises DiagnosticError where one is used unsoundly.

    A property that names elements does so where a quantifier stands around temporal operators.
    """
    symmetric = _interchangeable(program, budget)
    for formula in (*(one.formula for one in program.properties), *(one.formula for one in program.fairness)):
        symmetric = symmetric_scalarsets(formula, symmetric)
    return symmetric


def _interchangeable(program: Program, budget: Budget) -> tuple[Scalarset, ...]:
    """The scalarsets of a program; raises DiagnosticError where one is used unsoundly."""
    if misused := misused_scalarsets(program, budget):
        raise DiagnosticError(misuse.diagnostic for misuse in misused)
    return program.scalarsets


def _up_to_declared(
    program: Program, declared: tuple[Scalarset, ...], budget: Budget, *, together: bool, rotated: bool
) -> ChosenGroup:
    """All permutations of scalarsets and rotations of ringsets, or those that keep properties which name elements."""
    if program.dialect.scalarset == "range" or all(ring.cardinality == 1 for ring in program.ringsets):
        return _up_to_scalarsets(program, declared, budget, together=together)
    if rotated:
        return _up_to_rotations(program, declared, budget, together=together)
    chosen = _up_to_scalarsets(program, declared, budget, together=together)
    note = "this engine does not rotate ringsets; --engine compiled and mdd do"
    return replace(chosen, notes=(*chosen.notes, note))


def _up_to_scalarsets(
    program: Program, declared: tuple[Scalarset, ...], budget: Budget, *, together: bool
) -> ChosenGroup:
    """All permutations of scalarsets, or those that keep properties which name elements, as far as that is seen."""
    unnamed = sound_scalarsets(program, budget)
    if together or unnamed == declared:
        return ChosenGroup((whole_run(program, Quotient(unnamed)),))

    from vsym.checking.groups.detecting import all_lowered
    from vsym.checking.groups.planning import planned_runs
    from vsym.reductions.programs.lowering import lowered

    try:
        system = all_lowered(lowered(replace(program, properties=stated(program)), budget))
        return ChosenGroup(planned_runs(program, system, SymmetryGroup(declared), declared, budget), lowered=system)
    except (RefusedError, UndecidedError) as error:
        note = f"scalarsets whose elements a property names are not permuted: {error}"
        return ChosenGroup((whole_run(program, Quotient(unnamed)),), (note,))


def _up_to_rotations(
    program: Program, declared: tuple[Scalarset, ...], budget: Budget, *, together: bool
) -> ChosenGroup:
    """The same with rotations of ringsets, each proved to be a symmetry of the program before it is used."""
    from vsym.checking.groups.given import is_proved

    try:
        rotations = [rotation(program.layout, ring) for ring in program.ringsets]
        symmetry = _known(program, budget)
        maps = tuple(one.map for one in rotations if is_proved(symmetry, one.map, one.name, program.name))
    except (RefusedError, UndecidedError) as error:
        chosen = _up_to_scalarsets(program, declared, budget, together=together)
        return replace(chosen, notes=(*chosen.notes, f"ringsets are not rotated: {error}"))
    group = SymmetryGroup((), maps, symmetry.detection.domains)
    return _detected(program, symmetry, group, declared, budget, together=together)


def _detected(
    program: Program,
    symmetry: ProgramSymmetry,
    proved: SymmetryGroup,
    declared: tuple[Scalarset, ...],
    budget: Budget,
    *,
    together: bool,
) -> ChosenGroup:
    from vsym.checking.groups.planning import joined, planned_runs

    def searched(formulas: Sequence[Formula]) -> tuple[Symmetry, ...]:
        again = symmetry.detection.detected(formulas)
        return again.generators if again.checked == "proved" else ()

    group = joined(program, declared, proved)
    searching = searched if group.domains else None
    runs = planned_runs(program, symmetry.lowered, group, declared, budget, searching, together=together)
    return replace(_noted(runs, group), lowered=symmetry.lowered)


def _virtual(
    program: Program,
    declared: tuple[Scalarset, ...],
    budget: Budget,
    *,
    together: bool,
    symmetry: ProgramSymmetry | None = None,
) -> ChosenGroup:
    """The virtual symmetries of a program where they are more than the declared and the detected ones, property by
    property; where the program's symmetry is known already, a reason that nothing more is found is a note."""
    from vsym.checking.groups.virtual import virtual_symmetry
    from vsym.checking.groups.virtual_runs import VirtualRuns

    detected = symmetry or _known(program, budget)
    chosen = _detected(program, detected, _proved(detected), declared, budget, together=together)
    try:
        virtual = virtual_symmetry(program, detected, budget)
        runs = VirtualRuns(program, virtual, chosen.runs, budget).runs(together=together)
    except (RefusedError, UndecidedError) as error:
        if symmetry is None:
            raise
        budget.check()
        return replace(chosen, notes=(*chosen.notes, f"no virtual symmetry is sought: {error}"))
    if not any(run.quotient.virtual for run in runs):
        if symmetry is not None:
            return chosen
        # Without properties there is no invariant that a proof may assume.
        why = "" if stated(program) else "; where states are counted alone, none assumes an invariant"
        note = f"no virtual symmetry is larger than the detected ones{why}"
        return replace(chosen, notes=(*chosen.notes, note))
    return replace(chosen, runs=runs, notes=())


def _noted(runs: tuple[PlannedRun, ...], group: SymmetryGroup) -> ChosenGroup:
    """The runs, with a note if no run permutes anything."""
    if any(run.quotient for run in runs):
        return ChosenGroup(runs)
    return ChosenGroup(runs, ("the properties keep no symmetry" if group else "no symmetry is detected",))


def _proved(symmetry: ProgramSymmetry) -> SymmetryGroup:
    from vsym.checking.groups.given import is_proved

    proved = (
        one
        for number, one in enumerate(symmetry.maps, 1)
        if symmetry.detected.checked == "proved"
        or is_proved(symmetry, one, f"generator {number}", symmetry.program.name)
    )
    return SymmetryGroup((), tuple(proved), symmetry.detection.domains)


def _known(program: Program, budget: Budget) -> ProgramSymmetry:
    """The symmetries of a program that keep its fairness as a whole."""
    from vsym.checking.groups.detecting import program_symmetry

    return program_symmetry(program, budget, stated(program), with_properties=False)


def asked_group(
    program: Program,
    name: str | None,
    budget: Budget,
    report: Report,
    *,
    together: bool = False,
    trusted: bool = False,
    asymmetric: bool = False,
    virtual: bool = True,
    rotated: bool = True,
) -> ChosenGroup:
    """The group of a name of `GROUPS`, of the generators in a file of that name or in the name itself (`rotate Seat`),
    the usual one for None, or its subgroups that keep properties; if `together`, the one that keeps all of them; unless
    `virtual`, an ordinary one; unless `rotated`, one that leaves declared ringsets. Generators of a user that are
    `trusted` are used without a proof, and where they may be `asymmetric`, it is enough that they keep the steps.

    Raises DiagnosticError where a scalarset is used unsoundly, RefusedError where there is no such file or the group is
    none of the program, UndecidedError where symmetries cannot be detected, and OSError.
    """
    chosen = DEFAULT if name is None else name
    if trusted and chosen in GROUPS:
        raise RefusedError("--trust-group is for --group FILE; vsym proves the generators that it finds itself")
    if chosen == VIRTUAL and not virtual:
        raise RefusedError(
            "--group virtual is for --engine compiled, --engine mdd and --store; others explore state by state"
        )
    if chosen not in (DECLARED, NONE):
        report.say("looking for symmetries")
    if chosen in GROUPS:
        return chosen_group(program, budget, chosen, together=together, virtual=virtual, rotated=rotated)
    content, place = _generators(chosen)
    given = generators(program.layout, content, place)
    return given_group(program, given, place, budget, together=together, trusted=trusted, asymmetric=asymmetric)


def _generators(chosen: str) -> tuple[bytes, str]:
    """The lines of a file with its name, or those that stand in the option itself, between semicolons."""
    if Path(chosen).is_file():
        return files.read_regular(chosen, files.GENERATORS), chosen
    if chosen.split()[:1] in ([word] for word in WORDS):
        return chosen.replace(";", "\n").encode(), "--group"
    hint = did_you_mean(chosen, GROUPS) or f"without a file, give one of {', '.join(GROUPS)}, or `rotate TYPE`"
    raise RefusedError(f"--group {chosen}: there is no such file; {hint}")


def misused_scalarsets(program: Program, budget: Budget) -> tuple[Misuse, ...]:
    """Every use that tells elements apart, or is not known not to."""

    def exchangeable(loop: For, scratch: Collection[int]) -> bool:
        # PySMT is loaded for this alone, which few programs need.
        from vsym.reductions.programs.commuting import turns_commute

        return turns_commute(program, loop, scratch, budget)

    return misuses(program, exchangeable)
