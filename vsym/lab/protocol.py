"""The requests of the page: a verb, and values by names; places in a text. The answers are as shapes.py says."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeGuard

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.basics.source import Span
from vsym.subprocesses.columns import units, within
from vsym.subprocesses.process import Reason

if TYPE_CHECKING:
    from vsym.lab import shapes

Record: TypeAlias = dict[str, Any]
"""A JSON object."""

Kind: TypeAlias = Literal["text", "texts", "number", "numbers", "truth", "state", "states"]

MOST = 500
"""The most states, or expressions, of a request."""

_TEXT: Mapping[str, Kind] = MappingProxyType({"text": "text", "version": "number"})

_OPTIONAL: Mapping[str, Kind] = MappingProxyType(
    {
        "state": "state",
        "states": "states",
        "random": "number",
        "seed": "number",
        "goal": "text",
        "watched": "texts",
        "lesson": "text",
        "overwrite": "truth",
        "language": "text",
        "parameters": "numbers",
        "transition": "text",
    }
)

VERBS: Mapping[str, Mapping[str, Kind]] = MappingProxyType(
    {
        "tokens": _TEXT,
        "lint": _TEXT,
        "hover": {**_TEXT, "offset": "number"},
        "check": _TEXT,
        "steps": _TEXT,
        "picture": {**_TEXT, "what": "text"},
        "explain": {"name": "text"},
        "cancel": {},
        "save": _TEXT,
    }
)
"""The verbs of requests, and the values that they need; others may be left out."""


@frozen
class Request:
    """A verb with its values."""

    verb: str
    values: Mapping[str, Any]

    @staticmethod
    def of(verb: str, body: object) -> Request:
        """A request as JSON has it; raises RefusedError where it is none."""
        if verb not in VERBS or not isinstance(body, dict):
            raise RefusedError(f"`{verb}` is not a request")
        kinds = {**_OPTIONAL, **VERBS[verb]}
        for name in VERBS[verb]:
            if name not in body:
                raise RefusedError(f"`{verb}` needs `{name}`")
        for name, value in body.items():
            if name not in kinds or not _is(kinds[name], value):
                raise RefusedError(f"`{verb}`: `{str(name)[:40]}` is wrong")
        return Request(verb, body)


def _is(kind: Kind, value: object) -> bool:
    match kind:
        case "text":
            return isinstance(value, str)
        case "number":
            return _is_integer(value) and value >= 0
        case "numbers":
            return isinstance(value, dict) and len(value) <= MOST and all(map(_is_integer, value.values()))
        case "truth":
            return isinstance(value, bool)
        case "state":
            return value is None or isinstance(value, dict)
        case "texts":
            return isinstance(value, list) and len(value) <= MOST and all(_is("text", one) for one in value)
        case "states":
            return isinstance(value, list) and len(value) <= MOST and all(isinstance(one, dict) for one in value)


def _is_integer(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**53


def problem(kind: Reason, message: str) -> shapes.Reply:
    """The answer that there is none, and why."""
    return {"problem": {"kind": kind, "message": message}}


@frozen
class Places:
    """The places of a text."""

    text: str

    def units(self, offset: int) -> int:
        """The number of units before an offset."""
        return units(self.text[:offset])

    def offset(self, number: int) -> int:
        """The offset of the character that `number` units precede, at most the text's end; for a place inside a
        character, the offset of that character."""
        return within(self.text, number)

    def stretch(self, span: Span) -> shapes.Stretch:
        """A stretch, as `from` and `to`."""
        return {"from": self.units(span.start), "to": self.units(span.end)}
