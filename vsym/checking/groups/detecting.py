"""The symmetries of a program: found on the system that it is, proved there, and run on the program itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle, islice
from random import Random

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.checking.groups.instances import states_asked
from vsym.logic.formula import FALSE, Formula
from vsym.logic.properties import Property
from vsym.models.program.program import Program
from vsym.models.program.renaming import LiteralMap
from vsym.models.program.semantics import Semantics, State
from vsym.reductions.programs.lowering import Lowered, lowered
from vsym.symmetry.detected.detection import Detected, Detection, SymmetryError
from vsym.symmetry.detected.domains import support
from vsym.symmetry.detected.forms import Values
from vsym.system.symmetry import Symmetry

DRAWN = 4
"""The most random states on which each generator is run."""

LOOKS = 1000
"""The most events that such runs examine."""

READS = 10_000
"""The most variables that these read together; where one run needs more, generators are run on the system alone."""


@frozen
class ProgramSymmetry:
    """The symmetries of a program as they were detected, and each generator as a map of the program's literals. The
    program has the properties that they keep, and no others."""

    program: Program
    lowered: Lowered
    detection: Detection
    detected: Detected
    maps: tuple[LiteralMap, ...]


def program_symmetry(
    program: Program, budget: Budget, properties: Sequence[Property] = (), *, with_properties: bool = True
) -> ProgramSymmetry:
    """The symmetries of a program with some properties alone: those that keep these and its fairness; without
    `with_properties`, those that keep its fairness as a whole, with all that the program states in the system.

    Raises RefusedError where something cannot be run symbolically, UndecidedError where the program is too large or a
    limit is reached, and SymmetryError for a generator that is none (our bug).
    """
    program = replace(program, properties=tuple(properties))
    system = lowered(program, budget)
    if not with_properties:
        all_lowered(system)
    detection = detection_of(system, budget)
    detected = detection.detected(kept_formulas(system) if with_properties else ())
    maps = tuple(literal_map(program, detected.literals.domains, symmetry) for symmetry in detected.generators)
    held = system if with_properties else replace(system, program=replace(program, properties=()))
    held_against(held, detected.literals.domains, maps)
    return ProgramSymmetry(program, system, detection, detected, maps)


def detection_of(system: Lowered, budget: Budget) -> Detection:
    """A lowered program, prepared for the detection and proof of symmetries; raises as `Detection` does, and
    RefusedError where every start state ends in an error."""
    if system.system.initial == FALSE:
        raise RefusedError(
            f"every start state of {system.program.name} ends in an error: there are no states to compare"
        )
    # Events of different rules must not be exchanged where fairness names rules.
    labels = tuple(firing.rule for firing in system.firings) if system.program.fair_rules else ()
    return Detection(system.system, budget, labels)


def all_lowered(system: Lowered) -> Lowered:
    """A program as a system that states all that it states; raises RefusedError for another one."""
    program = system.program
    stated_count, lowered_count = (len(one.properties) + len(one.fairness) for one in (program, system.system))
    if lowered_count < stated_count:
        raise RefusedError("it is unknown which symmetries keep the properties")
    return system


def kept_formulas(system: Lowered) -> tuple[Formula, ...]:
    """The formulas that a symmetry has to keep so that all verdicts on orbits are those on states: those of the
    properties, the states where their conditions end in errors, which are errors of the program, and each fairness
    constraint by itself. A path through orbits does not say which of two exchanged constraints it visits."""
    formulas = (states_asked(prop) for prop in system.system.properties)
    fair = (one.formula for one in system.system.fairness)
    return (*formulas, *fair, *(wrong.where for wrong in system.wrong))


def literal_map(program: Program, domains: Sequence[Values], symmetry: Symmetry) -> LiteralMap:
    """A symmetry of the system that a program is as a map of the program's literals.

    Codes that a slot never has go to codes that the image never has, as far as there are any, and else to 0.
    """
    slots = program.layout.slots
    targets, codes = [], []
    for cell, slot in enumerate(slots):
        target = symmetry.cell(cell)
        taken = {code: symmetry.value(cell, code) for code in domains[cell]}
        rest = iter(sorted(set(range(slots[target].type.cardinality + 1)) - set(taken.values())))
        targets.append(target)
        codes.append(tuple(taken[c] if c in taken else next(rest, 0) for c in range(slot.type.cardinality + 1)))
    return LiteralMap(tuple(targets), tuple(codes))


def held_against(system: Lowered, domains: Sequence[Values], maps: Sequence[LiteralMap]) -> None:
    """Raise SymmetryError where the successors of a state's image are not the images of its successors, by the plain
    semantics of the program.

    Each map in its turn is run on random states, so few that the run examines the program's events about `LOOKS` times
    at most, and reads at most `READS` variables.
    """
    # Where conditions end in errors may be kept only in states that are reachable, which these need not be.
    bare = replace(system.program, properties=(), fairness=())
    semantics, drawing = Semantics(bare), Random(len(maps))
    columns = [sorted(domain) for domain in domains]
    reads = 2 * sum(1 + len(support(event)) for event in system.system.events)
    runs = min(DRAWN * len(maps), max(1, LOOKS // max(1, len(system.firings))), READS // max(1, reads))
    for one in islice(cycle(maps), runs):
        state = tuple(drawing.choice(column) for column in columns)
        here = {(label, one.state(then) if then else None) for label, then in _around(semantics, state)}
        if here != set(_around(semantics, one.state(state))):
            raise SymmetryError(f"a generator does not keep the firings of {state}: {one}")


def _around(semantics: Semantics, state: State) -> Iterator[tuple[bool, State | None]]:
    """The states to which firings in a state lead, and whether there is an error among them."""
    every, faults = semantics.around(state)
    for fired in every:
        yield fired.fault is not None, fired.state
    yield bool(faults), None
