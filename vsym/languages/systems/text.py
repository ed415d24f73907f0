"""A parsed `.sys` file as a `Text`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import Diagnostic, DiagnosticError
from vsym.languages.declared import DeclaredText
from vsym.languages.systems.declarations import File, Parameter
from vsym.languages.systems.elaborate import elaborate, observation
from vsym.languages.systems.expressions import Observation
from vsym.models.text import Parameters
from vsym.models.transition.model import TransitionModel

if TYPE_CHECKING:
    from vsym.languages.parsing import Parser


@frozen
class SystemText(DeclaredText[File]):
    """The declarations of a file, with conditions as hints; `elaborate` gives them their meaning."""

    @staticmethod
    def parser() -> Parser[File]:
        """The parser of the language."""
        from vsym.languages.systems.parse import PARSER

        return PARSER

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

    def observation(self, written: str, values: Mapping[str, int], budget: Budget = UNLIMITED) -> Observation:
        """The value of an expression in any state; raises what `Text` says."""
        wider = self.with_expression(written, f"fairness {written}", budget)
        return observation(wider.file, values, budget)


text = SystemText.parsed
