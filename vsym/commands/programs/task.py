"""A program and what is asked of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import Options, TraceStyle
from vsym.composition.asked_group import asked_group
from vsym.composition.program_check import restricted
from vsym.composition.program_stages import Explorer, explorer
from vsym.engines.compiled.settings import Settings
from vsym.models.program.program import Program
from vsym.show.text.progress import Narrator


@frozen
class Task:
    """A program, the name of its file, and under which limits it is explored."""

    options: Options
    program: Program
    file: str
    budget: Budget
    narrator: Narrator

    @property
    def trace(self) -> TraceStyle:
        """How much of each state a trace shows."""
        return self.options.trace or "diff"

    def explorer(self) -> Explorer:
        """The engine asked for, up to the group asked for.

        Raises DiagnosticError where a scalarset is used unsoundly, RefusedError where the engine cannot do it or the
        group is none of the program, UndecidedError where symmetries cannot be detected, and OSError.
        """
        options = self.options
        chosen = asked_group(self.program, options.group, self.budget, self.narrator)
        checkpoint, resume = (None if file is None else Path(file) for file in (options.checkpoint, options.resume))
        settings = Settings(options.first, compact=options.compact, checkpoint=checkpoint, resume=resume)
        made = explorer(options.engine, chosen.quotient, settings)
        return replace(made, notes=(*made.notes, *chosen.notes), unproved=chosen.unproved)


def task(options: Options, program: Program, file: str, budget: Budget, narrator: Narrator) -> Task:
    """What is asked of a program with the properties asked for; raises RefusedError where it does not have one."""
    return Task(options, restricted(program, options.properties), file, budget, narrator)
