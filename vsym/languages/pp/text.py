"""A parsed `.pp` file as a `Text`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget
from vsym.languages.declared import DeclaredText
from vsym.languages.pp.declarations import File
from vsym.languages.pp.elaborate import elaborate, observation
from vsym.languages.pp.inputs import names, open_inputs
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import Observation
from vsym.models.text import Parameters

if TYPE_CHECKING:
    from vsym.languages.parsing import Parser


@frozen
class PpText(DeclaredText[File]):
    """The declarations of a file, and conditions as hints beside them, which `elaborate` gives their meaning."""

    @staticmethod
    def parser() -> Parser[File]:
        """The parser of the language."""
        from vsym.languages.pp.parse import PARSER

        return PARSER

    @property
    def kind(self) -> str:
        """The kind of its models."""
        return "processes"

    @cached_property
    def parameters(self) -> Parameters:
        """The file's own parameters, the number of agents, and the number of those that start in each initial state."""
        return Parameters((*(one.name.text for one in self.file.parameters), *names(self.file)))

    def at(self, values: Mapping[str, int], budget: Budget = UNLIMITED) -> Model:
        """The model with these values of some parameters; raises what `Text` says."""
        return elaborate(self.file, values, budget=budget, hints=self.hints)

    def open(self, names: Sequence[str], values: Mapping[str, int], budget: Budget = UNLIMITED) -> Model:
        """The model with some inputs left open, all of them for `n`; raises what `Text` says."""
        self.parameters.require_open(names, values)
        return elaborate(self.file, values, open_inputs(self.file, names, values), budget, self.hints)

    def observation(self, written: str, values: Mapping[str, int], budget: Budget = UNLIMITED) -> Observation:
        """The value of an expression in any state; raises what `Text` says."""
        name = self.unused("observed")
        wider = self.with_expression(written, f"define {name} = {written}", budget)
        return observation(wider.file, values, name, budget)


text = PpText.parsed
