"""A parsed `.gsst` file as a `Text`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from vsym.basics.frozen import frozen
from vsym.basics.source import Source
from vsym.languages.gsst.declarations import File, Parameter
from vsym.languages.gsst.elaborate import elaborate
from vsym.languages.gsst.parse import parse
from vsym.models.counting.model import Model
from vsym.models.text import Parameters


@frozen
class GsstText:
    """The declarations of a file, which `elaborate` gives their meaning."""

    source: Source
    file: File

    @cached_property
    def parameters(self) -> Parameters:
        """Its parameters in the order of their declarations."""
        declared = (one for one in self.file.declarations if isinstance(one, Parameter))
        return Parameters(tuple(parameter.name.text for parameter in declared))

    def at(self, values: Mapping[str, int]) -> Model:
        """The model with these values of some parameters; raises DiagnosticError with every error that was found."""
        return elaborate(self.file, values)

    def open(self, names: Sequence[str], values: Mapping[str, int]) -> Model:
        """The model with some parameters left without a value; raises RefusedError and DiagnosticError."""
        self.parameters.require_open(names, values)
        return elaborate(self.file, values, tuple(names))


def text(source: Source) -> GsstText:
    """The text that a source is; raises DiagnosticError with every syntax error that was found."""
    return GsstText(source, parse(source))
