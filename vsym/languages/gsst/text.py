"""A parsed `.gsst` file as a `Text`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import Source
from vsym.languages.gsst.declarations import File, ParameterDeclaration
from vsym.languages.gsst.elaborate import elaborate, observation
from vsym.languages.gsst.syntax import Expression
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import Observation
from vsym.models.text import Parameters


@frozen
class GsstText:
    """The declarations of a file, and conditions as hints beside them, which `elaborate` gives their meaning."""

    source: Source
    file: File
    hints: tuple[Expression, ...] = ()

    @property
    def kind(self) -> str:
        """The kind of its models."""
        return "processes"

    @cached_property
    def parameters(self) -> Parameters:
        """Its parameters in the order of their declarations."""
        declared = [one for one in self.file.declarations if isinstance(one, ParameterDeclaration)]
        domains = (
            (parameter.name.text, " ".join(one.domain.span.text.split()))
            for one in declared
            if one.domain is not None
            for parameter in one.parameters
        )
        names = tuple(parameter.name.text for parameter in self.file.parameters)
        return Parameters(names, tuple(domains))

    def at(self, values: Mapping[str, int], budget: Budget = UNLIMITED) -> Model:
        """The model with these values of some parameters; raises what `Text` says."""
        return elaborate(self.file, values, budget=budget, hints=self.hints)

    def open(self, names: Sequence[str], values: Mapping[str, int], budget: Budget = UNLIMITED) -> Model:
        """The model with some parameters left without a value; raises what `Text` says."""
        self.parameters.require_open(names, values)
        return elaborate(self.file, values, tuple(names), budget, self.hints)

    def beside(self, source: Source, budget: Budget = UNLIMITED) -> GsstText:
        """The same text with the declarations of another one behind its own; raises what `parse` does."""
        from vsym.languages.gsst.parse import PARSER

        others = PARSER.parse(source, budget).declarations
        return replace(self, file=replace(self.file, declarations=(*self.file.declarations, *others)))

    def with_hints(self, hints: Sequence[str]) -> GsstText:
        """The same text with conditions as hints; raises what `Text` says."""
        from vsym.languages.gsst.parse import PARSER

        return replace(self, hints=PARSER.hints(hints))

    def observation(self, written: str, values: Mapping[str, int], budget: Budget = UNLIMITED) -> Observation:
        """The value of an expression in any state; raises what `Text` says."""
        name = "observed"
        while name in self.source.text:
            name += "_"
        wider = self.beside(Source("<expression>", f"define {name} = {written}"), budget)
        if len(wider.file.declarations) != len(self.file.declarations) + 1:
            raise RefusedError(f"`{written}` is more than one expression")
        return observation(wider.file, values, name, budget)


def text(source: Source, budget: Budget) -> GsstText:
    """The text that a source is; raises DiagnosticError with every syntax error that was found, LimitReachedError."""
    from vsym.languages.gsst.parse import PARSER

    return GsstText(source, PARSER.parse(source, budget))
