"""The names that a file declares: each once in its name space."""

from __future__ import annotations

from vsym.basics.source import Span
from vsym.languages.gsst.syntax import Identifier
from vsym.languages.problems import Problems

TEMPORAL_LETTERS = frozenset("AEFGRUWX")


class Names:
    """What has been declared so far, for the message about a second declaration.

    Parameters, shared variables and definitions share one name space; local states, groups, properties and lemmas
    have one each.
    """

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self._declared: dict[tuple[str, str], tuple[str, Span]] = {}

    def has(self, name: str, kind: str) -> bool:
        """Whether something of a kind with a name space of its own is declared under a name."""
        return (kind, name) in self._declared

    def declare_value(self, name: Identifier, kind: str) -> bool:
        """Declare a parameter, shared variable or definition; whether it may be called so, reported where not."""
        if name.text in TEMPORAL_LETTERS:
            message = f"`{name.text}` is a temporal operator and cannot be the name of a {kind}"
            self._problems.add("VS206", name.span, message, "local states and groups may be called so")
            return False
        return self.declare(name.text, name.span, kind, "value")

    def declare(self, name: str, span: Span, kind: str, space: str | None = None) -> bool:
        """Declare a name in a name space, by default its kind's own; whether it is new, reported where not."""
        key = space or kind, name
        if key not in self._declared:
            self._declared[key] = kind, span
            return True
        first_kind, first = self._declared[key]
        hint = f"the first is the {first_kind} at {first}"
        if first == span:
            hint = f"it stands inside a `for`: give it an index, as in `{span.text}[i]`"
        self._problems.add("VS205", span, f"`{name}` is declared twice", hint)
        return False
