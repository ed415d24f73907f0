"""A program and what is asked of it."""

from __future__ import annotations

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import Options, TraceStyle
from vsym.composition.program_check import restricted
from vsym.composition.program_stages import program_engine, symmetric
from vsym.engines.protocol import Engine
from vsym.models.program.program import Program
from vsym.models.program.quotient import Quotient
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

    def quotient(self, *, plain: bool = False) -> Quotient:
        """The program up to permutations of its scalarsets, or where it is `plain` or symmetry is off, as it is.

        Raises DiagnosticError where a scalarset is used unsoundly.
        """
        sound = symmetric(self.program, self.budget)
        return Quotient(self.program) if plain or self.options.symmetry == "off" else sound

    def engine(self) -> Engine[Quotient]:
        """The engine asked for; raises RefusedError for one that does not explore programs."""
        return program_engine(self.options.engine)


def task(options: Options, program: Program, file: str, budget: Budget, narrator: Narrator) -> Task:
    """What is asked of a program with the properties asked for; raises RefusedError where it does not have one."""
    return Task(options, restricted(program, options.properties), file, budget, narrator)
