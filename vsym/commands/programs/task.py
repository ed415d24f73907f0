"""A program and what is asked of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import Options, TraceStyle
from vsym.checking.asked_check import checked_as_asked
from vsym.checking.asked_group import asked_group
from vsym.checking.asked_store import asked_store
from vsym.checking.program_check import check_program, restricted
from vsym.checking.program_runs import Checking
from vsym.checking.programs import CheckedProgram
from vsym.checking.strategy import MDD, Strategy
from vsym.checking.up_to import UpTo
from vsym.engines.compiled.settings import Settings
from vsym.models.program.program import Program
from vsym.show.text.progress import Narrator

if TYPE_CHECKING:
    from vsym.checking.program_sizes import Sized


@frozen
class Task:
    """A program, the name of its file, and under which limits it is explored; `sized` where the program has a
    size that counters alone can have."""

    options: Options
    program: Program
    file: str
    budget: Budget
    narrator: Narrator
    sized: Sized | None = None

    @property
    def trace(self) -> TraceStyle:
        """How much of each state a trace shows."""
        return self.options.trace or "diff"

    def checked(self, checking: Checking = check_program) -> CheckedProgram:
        """What is known of the program by the engine asked for, up to the group asked for.

        Raises DiagnosticError where a scalarset is used unsoundly, RefusedError where the engine cannot do it or the
        group is none of the program, UndecidedError where symmetries cannot be detected, and OSError.
        """
        options = self.options
        if options.counted:
            from vsym.commands.programs.counting import checked_as_counters

            return checked_as_counters(self.program, options, self.budget, self.narrator, checking, self.sized)
        store = asked_store(options)
        return checked_as_asked(
            self.program,
            options.engine,
            options.group,
            self._strategy,
            self.budget,
            self.narrator,
            settings=Settings(compact=options.compact),
            trusted=options.trust_group,
            store=store,
            checking=checking,
        )

    @property
    def up_to(self) -> UpTo:
        """How decision diagrams explore up to what all properties keep, by representatives as they are met if no
        strategy is asked for; raises what `checked` does."""
        options = self.options
        strategy = replace(self._strategy, strategy=options.strategy or "representatives")
        strategy.require_meaning(MDD)
        chosen = asked_group(
            self.program,
            options.group,
            self.budget,
            self.narrator,
            together=True,
            trusted=options.trust_group,
            asymmetric=True,
        )
        proved, kept = chosen.unproved is None, chosen.starts_kept
        quotient = chosen.runs[0].quotient
        up_to = strategy.up_to(self.program, quotient, MDD, self.budget, proved=proved, starts_kept=kept)
        assert up_to is not None
        return up_to

    @property
    def _strategy(self) -> Strategy:
        options = self.options
        return Strategy(
            options.strategy, bool(options.hints), automatic=options.automatic is not None, rounds=options.rounds
        )


def task(
    options: Options, program: Program, file: str, budget: Budget, narrator: Narrator, sized: Sized | None = None
) -> Task:
    """What is asked of a program with the properties asked for; raises RefusedError where it does not have one."""
    chosen = restricted(program, options.properties)
    return Task(options, chosen, file, budget, narrator, None if sized is None else replace(sized, program=chosen))
