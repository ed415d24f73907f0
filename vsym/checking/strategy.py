"""How decision diagrams are asked to explore a program, and what of that has no meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError, StrategyName

if TYPE_CHECKING:
    from vsym.basics.limits import Budget
    from vsym.checking.groups.diagrams import UpTo
    from vsym.engines.compiled.quotient.quotient import Quotient
    from vsym.models.program.program import Program

STRATEGIES: tuple[StrategyName, ...] = ("full", "after", "within", "representatives")
"""How decision diagrams may go about a group, each by itself."""

MDD = "mdd"
"""The engine that has strategies."""


@frozen
class Strategy:
    """A strategy, and what some of them are told: whether the program was given `hints` of its own for this, or
    `automatic` ones are to be made; None and False for what was not asked.

    Hints are for `representatives`, which they ask for.
    """

    strategy: StrategyName | None = None
    hints: bool = False
    automatic: bool = False

    def require_meaning(self, engine: str) -> None:
        """Raise RefusedError, with what to do, for what the engine or the strategy does not take."""
        names: tuple[StrategyName, ...] = get_args(StrategyName)
        if self.strategy not in (None, *names):
            raise RefusedError(f"there is no strategy `{self.strategy}`; there are: {', '.join(names)}")
        given = {
            "--strategy": self.strategy is not None,
            "--hint": self.hints,
            "--hints": self.automatic,
        }
        asked = [option for option, is_given in given.items() if is_given]
        if asked and engine != MDD:
            raise RefusedError(
                f"{asked[0]} says how decision diagrams explore, and --engine {engine} has none: add --engine {MDD}"
            )
        if self.hints and self.automatic:
            raise RefusedError("--hint and --hints auto do not go together: hints are given, or made")
        hint = "--hint" if self.hints else "--hints" if self.automatic else None
        if hint is not None and self.strategy not in (None, "auto", "representatives"):
            raise RefusedError(f"{hint} is for --strategy representatives; {self.strategy} takes no hints")

    def up_to(
        self,
        program: Program,
        quotient: Quotient,
        engine: str,
        budget: Budget,
        *,
        proved: bool = True,
        starts_kept: bool = True,
    ) -> UpTo | None:
        """How decision diagrams go about a quotient; None where nothing is asked of them and every state is by
        itself. Raises RefusedError where no hints can be made, and for multisets."""
        hinted = self.hints or self.automatic
        if engine != MDD or not (quotient or hinted or self.strategy):
            return None

        if program.layout.bags:
            of = program.layout.bags[0].path[0]
            raise RefusedError(f"--engine {MDD} runs no program with multisets, such as `{of}`: --engine compiled does")

        from vsym.checking.groups.diagrams import UpTo, generators
        from vsym.reductions.programs.starts import activations

        strategy = "representatives" if hinted else self.strategy or "auto"
        automatic = activations(program, budget) if self.automatic else ()
        hints = () if self.automatic else program.hints
        maps = generators(program.layout, quotient)
        return UpTo(maps, proved, strategy, hints, automatic, starts_kept)
