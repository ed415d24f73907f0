"""A model with parameters left open, beside the text that has its instances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vsym.languages.protocol import Text
from vsym.models.counting.model import Model


@dataclass(frozen=True)
class OpenModel:
    """A model with parameters left without a value, and the same model for any of their values."""

    model: Model
    text: Text
    values: Mapping[str, int]

    def instance(self, values: Mapping[str, int]) -> Model:
        """The model with these values; raises DiagnosticError for values that it cannot have."""
        return self.text.at({**self.values, **values})


def opened(text: Text, names: Sequence[str], values: Mapping[str, int]) -> OpenModel:
    """The model of a text with some parameters open and with values of others; raises what `Text.open` raises."""
    return OpenModel(text.open(names, values), text, values)
