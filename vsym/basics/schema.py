"""The JSON Schema of types: of a `TypedDict` with its docstrings, or of anything made of those."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from pydantic import ConfigDict, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from typing_extensions import get_original_bases, is_typeddict

if TYPE_CHECKING:
    from pydantic_core.core_schema import TypedDictSchema

_CONFIG = ConfigDict(extra="forbid", use_attribute_docstrings=True)


def schema(of: Any) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a type; objects have no other fields than the types name."""
    # Pydantic takes settings for types around a TypedDict, not for one itself.
    made = TypeAdapter(list[of], config=_CONFIG).json_schema(schema_generator=_Generator)
    return {"$schema": _Generator.schema_dialect, **made["items"], "$defs": made.get("$defs", {})}


def text(of: Any) -> str:
    """The JSON Schema of a type as text."""
    return json.dumps(schema(of), indent=2, ensure_ascii=False) + "\n"


class _Generator(GenerateJsonSchema):
    """Schemas without titles for fields, in which inherited fields are described as their own class does."""

    def field_title_should_be_set(self, _: Any) -> bool:
        return False

    def typed_dict_schema(self, schema: TypedDictSchema) -> dict[str, Any]:
        made = super().typed_dict_schema(schema)
        of: Any = schema["cls"]
        texts = {name: text for base in get_original_bases(of) if is_typeddict(base) for name, text in _texts(base)}
        for name, field in made["properties"].items():
            if name in texts and "description" not in field:
                field["description"] = texts[name]
        for one in (made, *made["properties"].values()):
            if "description" in one:
                one["description"] = " ".join(one["description"].split())
        return made


@cache
def _texts(of: Any) -> tuple[tuple[str, str], ...]:
    """The fields of a TypedDict with their descriptions."""
    fields = schema(of)["$defs"][of.__name__]["properties"]
    return tuple((name, field["description"]) for name, field in fields.items() if "description" in field)
