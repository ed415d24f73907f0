"""`vsym lab --export`: a page that goes through a model's states by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from vsym.basics.limits import Budget
from vsym.basics.options import HOLDS, RefusedError
from vsym.checking.program_misuses import misused_scalarsets
from vsym.checking.stages import joint_direct
from vsym.commands.answer import Answer
from vsym.models.counting.model import Model
from vsym.models.program.program import Program
from vsym.models.text import AnyText, ProgramText
from vsym.reductions.direct import classes
from vsym.show.page.handout import html, page
from vsym.show.page.listing import listing
from vsym.show.programs.text import program_line
from vsym.show.text.lines import system_line
from vsym.stepping.handout import Handout, handout
from vsym.stepping.namings import ambiguous, of_processes, of_program
from vsym.stepping.processes import ProcessStepper
from vsym.stepping.programs import ProgramStepper
from vsym.system.report import Report

STATES = 2_000
"""How many states a page has at most."""


def exported(text: AnyText, values: Mapping[str, int], budget: Budget, report: Report) -> Answer:
    """The page of a model, of which it says whether its states are all.

    Raises DiagnosticError for errors of the model, RefusedError where it has no start, UndecidedError at a limit.
    """
    if isinstance(text, ProgramText):
        program = text.at(values, budget)
        found, line = _of_program(program, budget, report), program_line(program)
    else:
        model = text.at(values, budget)
        found, line = _of_processes(model, budget, report), system_line(model)
    if not found.scenes:
        raise RefusedError(f"{found.title} has no initial state without an error")
    system = line.plain.removeprefix(f"{found.title}: ")
    written = html(page(found, f"{system}.", listing(text.source)), found)
    notes = () if found.complete else (f"the page has the {len(found.scenes):,} states nearest to the start",)
    return Answer(HOLDS, raw=written, notes=notes)


def _of_processes(model: Model, budget: Budget, report: Report) -> Handout:
    """Up to exchanges of processes that no step and not `init` tells apart: then each keeps what it can do."""
    bare = replace(model, properties=(), lemmas=(), fairness=(), ranks=())
    stepper = ProcessStepper(joint_direct(bare, classes(bare), budget, report))
    return handout(stepper, of_processes(stepper), STATES, budget)


def _of_program(program: Program, budget: Budget, report: Report) -> Handout:
    """Up to permutations of scalarsets that are used soundly, where their elements have names of their own."""
    report.say("looking for what tells elements apart")
    misused = {one for misuse in misused_scalarsets(program, budget) for one in misuse.scalarsets}
    stepper = ProgramStepper(program, tuple(one for one in program.scalarsets if one not in misused))
    if ambiguous(stepper):
        stepper = ProgramStepper(program, ())
    return handout(stepper, of_program(stepper), STATES, budget)
