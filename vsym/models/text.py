"""A text as all but its language see it: parameters, and a model for every choice of their values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import Source, Span, did_you_mean

if TYPE_CHECKING:
    from vsym.logic.formula import Formula
    from vsym.models.program.program import Dialect

ModelT = TypeVar("ModelT", covariant=True)


@frozen
class Parameters:
    """The names of a text's parameters, in its order, and the conditions on the values of some of them, as written.

    Where they are `unset`, the text gives them no values, and a verdict holds for all values of those that no option
    sets.
    """

    names: tuple[str, ...]
    domains: tuple[tuple[str, str], ...] = ()
    unset: bool = False

    def left_open(self, values: Mapping[str, int]) -> tuple[str, ...]:
        """The parameters that a check leaves open with these values of some: where they are unset, all others."""
        return tuple(name for name in self.names if name not in values) if self.unset else ()

    def require(self, name: str, option: str) -> None:
        """Raise RefusedError, which begins with the option that names it, where no parameter has this name."""
        if name not in self.names:
            hint = did_you_mean(name, self.names) or f"it has: {', '.join(self.names) or 'none'}"
            raise RefusedError(f"{option}: the model has no parameter `{name}`; {hint}")

    def require_open(self, names: Sequence[str], values: Mapping[str, int]) -> None:
        """Raise RefusedError where one of the names is that of no parameter, or of one that has a value."""
        for name in names:
            self.require(name, "--for-all")
            if name in values:
                raise RefusedError(f"`--for-all` leaves `{name}` open, but `-D {name}={values[name]}` sets it")


class Text(Protocol[ModelT]):
    """A text without errors of syntax: a model for every choice of values for its parameters."""

    @property
    def source(self) -> Source:
        """The source of the text."""

    @property
    def kind(self) -> str:
        """The kind of its models."""

    @property
    def parameters(self) -> Parameters:
        """Its parameters, each with a value of its own where none is given."""

    def at(self, values: Mapping[str, int], budget: Budget = UNLIMITED) -> ModelT:
        """The model with these values of some parameters.

        Raises DiagnosticError with every error that was found, LimitReachedError at a limit of the budget.
        """

    def open(self, names: Sequence[str], values: Mapping[str, int], budget: Budget = UNLIMITED) -> ModelT:
        """The model with some parameters left without a value, and with these values of others.

        Raises RefusedError for a name that no parameter has or that is given a value, and DiagnosticError with every
        error that was found, among them uses of these parameters where only a number can stand; LimitReachedError at a
        limit of the budget.
        """

    def beside(self, source: Source, budget: Budget = UNLIMITED) -> Self:
        """The same text, followed by the declarations of another one, each reported at its place.

        Raises DiagnosticError with every syntax error that was found there, LimitReachedError.
        """

    def with_hints(self, hints: Sequence[str], /) -> Self:
        """The same text with conditions as hints in place of its own, each reported at the place `--hint N`.

        Raises DiagnosticError for an invalid condition, RefusedError for a blank one.
        """

    def observation(self, written: str, values: Mapping[str, int], budget: Budget = UNLIMITED) -> Observation:
        """The value of an expression in any state of the model with these values of some parameters.

        Raises DiagnosticError with every error that was found, LimitReachedError, and RefusedError for an expression
        that is no value.
        """


class Observation(Protocol):
    """A number, a truth value or the value of an enumeration that every state has."""

    @property
    def condition(self) -> Formula | None:
        """The predicate of a truth value; None for any other value."""

    def told(self, state: Any, /) -> str:
        """The value in a state as the language writes it, or the error in which the expression ends there."""


@runtime_checkable
class ProgramText(Text[Any], Protocol):
    """The text of a program, which is understood in a dialect."""

    def with_dialect(self, dialect: Dialect) -> ProgramText:
        """The same text in another dialect."""

    def beside_size(self, name: str) -> list[Span]:
        """The places at which a constant is named beside its declaration, and as the size of one scalarset."""

    def ring_size(self, name: str) -> Span | None:
        """The place at which a constant is the size of a ringset, None where it is none."""


AnyText: TypeAlias = Text[Any]
"""A text in any language."""
