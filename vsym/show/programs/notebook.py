"""Programs and what is known of them as values that notebooks show as the command line does."""

from __future__ import annotations

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.checking.programs import CheckedProgram, ProgramOutcome
from vsym.models.program.program import Program
from vsym.models.program.replaying import ProgramPath
from vsym.show.notebook import Displayed, Findings
from vsym.show.programs import text
from vsym.show.text.story import Story


@frozen(repr=False)
class LoadedProgram(Displayed, Program):
    """A program, shown in one line."""

    def told(self) -> Story:
        """The program in one line."""
        return [text.program_line(self)]


@frozen(repr=False)
class ProgramTrace(Displayed):
    """A path that shows why a property of a program is violated, or that it holds: a table, in a notebook as lanes."""

    program: Program
    outcome: ProgramOutcome
    path: ProgramPath

    def told(self) -> Story:
        """One row per state: the rule that leads to it, and what it changes."""
        return [text.trace(self.program, self.outcome, self.path, "diff")]

    def _repr_html_(self) -> str:
        """What IPython displays: a lane for each element of a scalarset."""
        from vsym.show.page.rendering import lanes
        from vsym.show.programs.lanes import swim_lanes

        return lanes(swim_lanes(self.program, self.outcome, self.path))


@frozen(repr=False)
class ProgramResult(Findings, Displayed, CheckedProgram):
    """What is known of a program, shown as `vsym check` shows it."""

    def trace(self, name: str) -> ProgramTrace:
        """The path that shows the verdict on a property; raises RefusedError where there is none."""
        outcome = self.outcome_of(name)
        if outcome.path is None:
            raise RefusedError(f"`{name}` {outcome.verdict.outcome}, and no path shows it")
        return ProgramTrace(self.program, outcome, outcome.path)

    def told(self) -> Story:
        """The whole story, with the traces of what is violated."""
        return text.verification(self, "diff", everything=False, quiet=False)
