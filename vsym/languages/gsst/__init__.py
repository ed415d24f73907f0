"""The front end: from the text of a `.gsst` file to a model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from vsym.basics.options import RefusedError
from vsym.basics.source import Source, did_you_mean
from vsym.models.counting.model import Model

if TYPE_CHECKING:
    from vsym.languages.gsst.declarations import File


def load(source: Source, overrides: Mapping[str, int] = MappingProxyType({})) -> Model:
    """The model that a text describes, with some of its parameters overridden.

    Raises DiagnosticError with every error that could be found.
    """
    # The parser generator is imported only where something is parsed.
    from vsym.languages.gsst.elaborate import elaborate
    from vsym.languages.gsst.parse import parse

    return elaborate(parse(source), overrides)


@dataclass(frozen=True)
class OpenModel:
    """A model with parameters left without a value, and the same model for any of their values."""

    model: Model
    file: File
    overrides: Mapping[str, int]

    def instance(self, values: Mapping[str, int]) -> Model:
        """The model with these values; raises DiagnosticError for values that it cannot have."""
        from vsym.languages.gsst.elaborate import elaborate

        return elaborate(self.file, {**self.overrides, **values})


def load_open(source: Source, overrides: Mapping[str, int], kept: tuple[str, ...]) -> OpenModel:
    """The model that a text describes, with the parameters `kept` left without a value.

    Raises RefusedError for a name that no parameter has or that is overridden, and
    DiagnosticError with every error that could be found, among them uses of these parameters where only a
    number can stand.
    """
    from vsym.languages.gsst.declarations import Parameter
    from vsym.languages.gsst.elaborate import elaborate
    from vsym.languages.gsst.parse import parse

    file = parse(source)
    known = [declared.name.text for declared in file.declarations if isinstance(declared, Parameter)]
    for name in kept:
        if name not in known:
            hint = did_you_mean(name, known) or f"it has: {', '.join(known) or 'none'}"
            raise RefusedError(f"--for-all: the model has no parameter `{name}`; {hint}")
        if name in overrides:
            raise RefusedError(f"`{name}` cannot have all values and the value of `-D {name}={overrides[name]}`")
    return OpenModel(elaborate(file, overrides, kept), file, overrides)
