"""The protocol of models of every kind, for any form of state: properties, a definition, and words.

Each kind of model has a folder here. Its text, its reductions and its richer pictures use more of it; all other code
needs only this protocol.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeAlias, TypeVar

from vsym.basics.options import RefusedError
from vsym.basics.source import ModelWarning, Source, did_you_mean
from vsym.logic.formula import Formula
from vsym.logic.observer import Never
from vsym.logic.properties import Fairness, Property

if TYPE_CHECKING:
    from vsym.models.shapes import Facts

Columns: TypeAlias = tuple[tuple[str, str], ...]

StateT = TypeVar("StateT")
StepT = TypeVar("StepT")
Taken = TypeVar("Taken", covariant=True)
Shown = TypeVar("Shown", contravariant=True)
Written = TypeVar("Written", contravariant=True)


class ReplayError(Exception):
    """A path is not one of the model, or does not show its claim: a bug in vsym, never an error of the user."""


class Semantics(Protocol[StateT, Taken]):
    """The definition of a model: its transition system, slow and plain, by which paths are replayed."""

    def initial(self) -> Iterator[StateT]:
        """Every initial state."""

    def steps(self, state: StateT, /) -> Iterator[tuple[Taken, StateT]]:
        """Every step from a state, with where it leads; none where the system is stuck."""

    def holds(self, predicate: Formula, state: StateT, /) -> bool:
        """Tells if a predicate holds in a state; raises TypeError on a temporal operator."""


class Words(Protocol[Shown, Written]):
    """The spelling of a model, its states and its steps, in the words of its text."""

    @property
    def extent(self) -> str:
        """The size of the model, as a line goes on behind its name: `3 variables, 5 events; n = 2`."""

    @property
    def facts(self) -> Facts:
        """The entries of a document behind the model's name and parameters."""

    def columns(self, state: Shown, /) -> Columns:
        """A state as names with values; the names are those of every state, in the same order."""

    def changes(self, before: Shown | None, after: Shown, /) -> Columns:
        """The columns in which a state differs from the one before it; of a first state, those worth showing."""

    def step(self, step: Written, /) -> str:
        """A step in a line."""


class Model(Protocol[StateT, StepT]):
    """A model of any kind."""

    @property
    def kind(self) -> str:
        """The name of its kind, as registries have it."""

    @property
    def name(self) -> str:
        """The system's name."""

    @property
    def parameters(self) -> tuple[tuple[str, int], ...]:
        """The parameters with their values."""

    @property
    def properties(self) -> tuple[Property, ...]:
        """The properties to be verified."""

    @property
    def nevers(self) -> tuple[Never, ...]:
        """The regular safety properties to be verified, each beside its observer (`registry.observed`)."""

    @property
    def fairness(self) -> tuple[Fairness, ...]:
        """The constraints that fair paths meet again and again."""

    @property
    def hints(self) -> tuple[Property, ...]:
        """The predicates from which a search for representatives may take its first steps, in their order."""

    @property
    def warnings(self) -> tuple[ModelWarning, ...]:
        """The warnings about parts of its text that serve no purpose."""

    @property
    def source(self) -> Source:
        """The text from which it was read."""

    def asking(self, names: Collection[str], /) -> Self:
        """The model with the named properties alone, regular ones among them; raises RefusedError, with a hint, for a
        name that none has."""

    def stating(self, properties: Sequence[Property], fairness: Sequence[Fairness] | None = None, /) -> Self:
        """The model with these properties in place of its own, and without ranks and regular properties. Fairness
        constraints replace its own where they are given."""

    @property
    def semantics(self) -> Semantics[StateT, StepT]:
        """Its definition."""

    @property
    def words(self) -> Words[StateT, StepT]:
        """Its words."""


AnyModel: TypeAlias = Model[Any, Any]
"""A model of any kind."""


def without_ranks(model: Any) -> Any:
    """The model with its properties alone, regular ones among them."""
    stated = model.stating(model.properties)
    return replace(stated, nevers=model.nevers) if model.nevers else stated


def differing(before: Columns, after: Columns) -> Columns:
    """The columns of a state in which it differs from another one."""
    return tuple(new for old, new in zip(before, after, strict=True) if old != new)


def require_properties(name: str, properties: Sequence[Property | Never], names: Collection[str]) -> None:
    """Raise RefusedError, with a hint, for the first of some names that no property of the model of a name has."""
    own = [prop.name for prop in properties]
    for one in names:
        if one not in own:
            hint = did_you_mean(one, own) or f"it has: {', '.join(own) or 'none'}"
            raise RefusedError(f"`{name}` has no property `{one}`; {hint}")
