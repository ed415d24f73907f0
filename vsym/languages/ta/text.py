"""A parsed `.ta` file as a `Text`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NoReturn, Self

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import Source
from vsym.languages.declared import DeclaredText
from vsym.languages.ta.automaton import Automaton, automaton
from vsym.languages.ta.elaborate import elaborate, observation
from vsym.languages.ta.syntax import File
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import Observation
from vsym.models.text import Parameters

if TYPE_CHECKING:
    from vsym.languages.parsing import Parser

_NOTHING = re.compile(r"(?:\s|//[^\n]*|(?>/\*.*?\*/))*+", re.DOTALL)
"""Comments, and nothing else."""


@frozen
class AutomatonText(DeclaredText[File]):
    """The declarations of a file, which `elaborate` gives their meaning."""

    @staticmethod
    def parser() -> Parser[File]:
        """The parser of the language."""
        from vsym.languages.ta.parse import PARSER

        return PARSER

    @property
    def kind(self) -> str:
        """The kind of its models."""
        return "processes"

    @cached_property
    def parameters(self) -> Parameters:
        """Its parameters in the order of their declarations; `check` leaves those open that no option sets."""
        names = tuple(one.text for one in self.file.names("parameters"))
        stated = [" ".join(one.span.text.split()) for one in self.file.conditions("assumptions")]
        return Parameters(names, tuple((name, "; ".join(stated)) for name in names if stated), unset=True)

    @cached_property
    def automaton(self) -> Automaton:
        """Its meaning at every size; raises DiagnosticError."""
        return automaton(self.file)[0]

    def at(self, values: Mapping[str, int], budget: Budget = UNLIMITED) -> Model:
        """The model with these values of some parameters, and small ones of the others; raises what `Text` says."""
        budget.check()
        return elaborate(self.automaton, values)

    def open(self, names: Sequence[str], values: Mapping[str, int], budget: Budget = UNLIMITED) -> Model:
        """The model with some parameters left without a value; raises what `Text` says."""
        budget.check()
        self.parameters.require_open(names, values)
        return elaborate(self.automaton, values, tuple(names))

    def beside(self, source: Source, budget: Budget = UNLIMITED) -> Self:
        """The same text, followed by the declarations of another one; raises what `parse` does."""
        return self if _NOTHING.fullmatch(source.text) else super().beside(source, budget)

    def with_hints(self, _hints: Sequence[str]) -> NoReturn:
        """Raises RefusedError: a threshold automaton states no conditions of states."""
        raise RefusedError(
            "--hint is for .gsst, .pp, .sys and .m models, and this is a .ta model; --hints auto makes hints"
        )

    def observation(self, written: str, values: Mapping[str, int], budget: Budget = UNLIMITED) -> Observation:
        """The value of an expression in any state; raises what `Text` says."""
        name = self.unused("observed")
        wider = self.with_expression(written, f"define {name} == {written};", budget)
        return observation(wider.file, values, name)


text = AutomatonText.parsed
