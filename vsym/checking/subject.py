"""What is to be verified: a model of one size, or of all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import did_you_mean
from vsym.models.counting.model import Model

if TYPE_CHECKING:
    from vsym.models.text import Text


@frozen
class Subject:
    """A model, and where it leaves parameters open, the same model for any of their values."""

    model: Model
    instance: Callable[[Mapping[str, int]], Model] | None = None

    @staticmethod
    def of(
        text: Text[Model], values: Mapping[str, int], open_names: Sequence[str] = (), budget: Budget = UNLIMITED
    ) -> Subject:
        """What a text stands for with these values of parameters and the others named left open.

        Raises DiagnosticError with every error that was found, RefusedError for names that cannot be left open, and
        LimitReachedError.
        """
        if not open_names:
            return Subject(text.at(values, budget))
        return Subject(text.open(open_names, values, budget), lambda chosen: text.at({**values, **chosen}, budget))

    def restricted(self, names: Sequence[str]) -> Subject:
        """The model with the named properties alone (all, if none is named), as the others may tell processes apart.

        Raises RefusedError for a name that no property has.
        """
        known = [prop.name for prop in self.model.properties]
        for name in names:
            if name not in known:
                hint = did_you_mean(name, known) or f"it has: {', '.join(known) or 'none'}"
                raise RefusedError(f"`{self.model.name}` has no property `{name}`; {hint}")
        return replace(self, model=self.model.asking(names)) if names else self
