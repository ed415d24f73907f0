"""A parsed `.sys` file as a `Text`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import Diagnostic, DiagnosticError, Source
from vsym.languages.systems.declarations import File, Node, Parameter
from vsym.languages.systems.elaborate import elaborate, observation
from vsym.languages.systems.expressions import Observation
from vsym.models.text import Parameters
from vsym.models.transition.model import TransitionModel


@frozen
class SystemText:
    """The declarations of a file, and conditions as hints beside them, which `elaborate` gives their meaning."""

    source: Source
    file: File
    hints: tuple[Node, ...] = ()

    @property
    def kind(self) -> str:
        """The kind of its models."""
        return "system"

    @property
    def parameters(self) -> Parameters:
        """Its parameters in the order of their declarations."""
        return Parameters(tuple(one.name.text for one in self._declared))

    @property
    def _declared(self) -> tuple[Parameter, ...]:
        return tuple(one for one in self.file.declarations if isinstance(one, Parameter))

    def at(self, values: Mapping[str, int], budget: Budget = UNLIMITED) -> TransitionModel:
        """The model with these values of some parameters; raises what `Text` says."""
        return elaborate(self.file, values, budget, self.hints)

    def open(self, names: Sequence[str], values: Mapping[str, int], _budget: Budget = UNLIMITED) -> TransitionModel:
        """Raises DiagnosticError: the parameters of a system are numbers. Raises RefusedError as `Text` says."""
        self.parameters.require_open(names, values)
        hint = "`--for-all` leaves open only numbers of processes, in .gsst models and programs"
        raise DiagnosticError(
            Diagnostic("VS431", one.span, f"`{one.name.text}` cannot be left open: a system has one size", hint)
            for one in self._declared
            if one.name.text in names
        )

    def beside(self, source: Source, budget: Budget = UNLIMITED) -> SystemText:
        """The same text with the declarations of another one behind its own; raises what `parse` does."""
        from vsym.languages.systems.parse import PARSER

        others = PARSER.parse(source, budget).declarations
        return replace(self, file=replace(self.file, declarations=(*self.file.declarations, *others)))

    def with_hints(self, hints: Sequence[str]) -> SystemText:
        """The same text with conditions as hints; raises what `Text` says."""
        from vsym.languages.systems.parse import PARSER

        return replace(self, hints=PARSER.hints(hints))

    def observation(self, written: str, values: Mapping[str, int], budget: Budget = UNLIMITED) -> Observation:
        """The value of an expression in any state; raises what `Text` says."""
        wider = self.beside(Source("<expression>", f"fairness {written}"), budget)
        if len(wider.file.declarations) != len(self.file.declarations) + 1:
            raise RefusedError(f"`{written}` is more than one expression")
        return observation(wider.file, values, budget)


def text(source: Source, budget: Budget) -> SystemText:
    """The text that a source is; raises DiagnosticError with every syntax error that was found, LimitReachedError."""
    from vsym.languages.systems.parse import PARSER

    return SystemText(source, PARSER.parse(source, budget))
