"""The shapes of JSON as types: a `TypedDict` for each object, with a docstring below each field.

Code that writes JSON returns these types, and imports them for type checking alone. `vsym.basics.schema` makes a JSON
Schema of them, in which `Keywords` stand for what types cannot say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeAlias


class Keywords:
    """Keywords of JSON Schema about a value beside its type, as in `Annotated[int, Keywords(minimum=0)]`."""

    def __init__(self, **keywords: object) -> None:
        self.keywords = keywords

    def __repr__(self) -> str:
        return f"Keywords({', '.join(f'{name}={value!r}' for name, value in self.keywords.items())})"

    def __get_pydantic_json_schema__(self, core: Any, handler: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        """The schema of the type with these keywords, as Pydantic asks for it."""
        return {**handler(core), **self.keywords}


def when(
    field: str, value: str, then: Mapping[str, object], otherwise: Mapping[str, object] | None = None
) -> Mapping[str, object]:
    """The rule that an object with a value in a field meets `then`, and any other one `otherwise`."""
    rule = {"if": {"properties": {field: {"const": value}}, "required": [field]}, "then": then}
    return rule if otherwise is None else {**rule, "else": otherwise}


def fields(**types: str) -> Mapping[str, object]:
    """The condition that fields of an object have values of these types of JSON."""
    return {"properties": {name: {"type": one} for name, one in types.items()}}


Count: TypeAlias = Annotated[int, Keywords(minimum=0)]
"""A number of things, 0 or more."""

Positive: TypeAlias = Annotated[int, Keywords(minimum=1)]
"""A number of things or a place, 1 or more."""

Amount: TypeAlias = Annotated[float, Keywords(minimum=0)]
"""An amount that is measured, in seconds or bytes."""
