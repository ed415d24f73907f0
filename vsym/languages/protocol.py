"""What every language offers: texts that have parameters and stand for models, a style, colours, a model to begin with.

Nothing outside this folder knows more of a language than this; `registry.py` has the list of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from vsym.basics.options import RefusedError
from vsym.basics.source import Source, did_you_mean
from vsym.models.counting.model import Model

if TYPE_CHECKING:
    from pygments.token import _TokenType

Token: TypeAlias = "tuple[_TokenType, str]"
"""A piece of a text with its kind, as Pygments has them."""


@dataclass(frozen=True)
class Parameters:
    """The names of a text's parameters, in its order."""

    names: tuple[str, ...]

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
                raise RefusedError(f"`{name}` cannot have all values and the value of `-D {name}={values[name]}`")


class Text(Protocol):
    """A text without errors of syntax: a model for every choice of values for its parameters."""

    @property
    def source(self) -> Source:
        """Where it is from."""

    @property
    def parameters(self) -> Parameters:
        """Its parameters, each with a value of its own where none is given."""

    def at(self, values: Mapping[str, int]) -> Model:
        """The model with these values of some parameters; raises DiagnosticError with every error that was found."""

    def open(self, names: Sequence[str], values: Mapping[str, int]) -> Model:
        """The model with some parameters left without a value, and with these values of others.

        Raises RefusedError for a name that no parameter has or that is given a value, and DiagnosticError with every
        error that was found, among them uses of these parameters where only a number can stand.
        """


class Language(Protocol):
    """A language that models are written in; the module of its name in this folder is one."""

    def parsed(self, source: Source, /) -> Text:
        """The text; raises DiagnosticError with every syntax error that was found."""

    def formatted(self, source: Source, /) -> str:
        """The same model with the same comments in the one style; raises DiagnosticError for errors of syntax."""

    def starter(self, name: str, /) -> str:
        """A commented model of that name to begin with; it has errors where no model can have the name."""

    def tokens(self, text: str, /, *, formula: bool = False) -> Iterator[Token]:
        """The pieces of a model's text, or of a single temporal formula, to be coloured; together they are the text."""
