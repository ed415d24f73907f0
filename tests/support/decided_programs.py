"""Verdicts and figures of drawn programs, by vsym's engines and by the oracle."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import NamedTuple

from tests.support.composing import run_by
from tests.support.generated_program_names import Kind
from tests.support.generated_programs import Drawn, drawn
from tests.support.interpreted_programs import read
from tests.support.oracle_programs_exploration import orbits
from vsym.basics.limits import Budget
from vsym.checking.answer import Checked
from vsym.checking.groups.choosing import sound_scalarsets
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.symmetry.declared.soundness import misuses


class Decided(NamedTuple):
    """The numbers of states, of firings, of firings to the farthest state and of deadlocks, and the verdicts."""

    states: int
    rules_fired: int | None
    depth: int | None
    deadlocks: int
    verdicts: dict[str, str]


def checked(program: Drawn, name: str, *, quotient: bool = False, spare: int | None = None) -> Checked:
    """A drawn program checked by an engine, with its paths replayed; up to permutations of its scalarsets where
    `quotient`, and with `spare` states to spare."""
    read_program = read(program)
    scalarsets = sound_scalarsets(read_program) if quotient else ()
    return run_by(read_program, name, Quotient(scalarsets), budget=Budget(spare=spare))


def decided(result: Checked) -> Decided:
    """The figures and verdicts of an engine."""
    reached = result.reached
    assert reached is not None
    assert reached.complete
    verdicts = {one.property.name: one.verdict.outcome for one in result.outcomes}
    return Decided(reached.states, reached.rules_fired, reached.depth, reached.deadlocks, {**verdicts})


def expected(program: Drawn) -> Decided:
    """The figures and verdicts of the oracle, state by state."""
    found = program.explored
    verdicts = {"errors": bool(found.troubles), "deadlock": bool(found.deadlocks)}
    implied = {name: "violated" if wrong else "holds" for name, wrong in verdicts.items()}
    depth = max(len(found.levels) - 1, 0)
    return Decided(len(found.states), found.fired, depth, len(found.deadlocks), {**implied, **found.verdicts})


def folded(program: Drawn) -> Decided:
    """The figures and verdicts of the oracle, counting states that permutations of scalarsets exchange as one."""
    found, classes = program.explored, orbits(program.program, program.explored)
    fired = sum(found.firings[next(iter(orbit))] for orbit in classes)
    stuck = sum(1 for orbit in classes if orbit & found.deadlocks)
    return expected(program)._replace(states=len(classes), rules_fired=fired, deadlocks=stuck)


@cache
def of_seed(seed: int, kind: Kind) -> Drawn:
    """The program of a kind that a seed draws, once for all engines that it checks."""
    return drawn(Random(seed), kind)


@cache
def sound_of_seed(seed: int, kind: Kind) -> Drawn:
    """The program of a kind that a seed draws, whose scalarsets are seen to be used soundly."""
    return sound(Random(seed), kind)


def sound(draw: Random, kind: Kind) -> Drawn:
    """A drawn program whose scalarsets are seen to be used soundly; few are not."""
    while True:
        program = drawn(draw, kind)
        if not misuses(read(program)):
            return program


def without_multisets(draw: Random, kind: Kind) -> Drawn:
    """A drawn program that can be run symbolically."""
    while True:
        program = drawn(draw, kind)
        if not read(program).layout.bags:
            return program
