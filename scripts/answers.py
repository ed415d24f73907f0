"""Writes the types by which the lab's page is checked, of those in vsym/lab/shapes.py: `scripts/answers.py [FILE]`."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from vsym.basics.schema import schema
from vsym.lab.shapes import Answers

FILE = Path(__file__).parent.parent / "web" / "page" / "answers.d.ts"

_HEAD = """// What the server answers, by verb: scripts/answers.py writes it, of the shapes in vsym/lab/shapes.py.
"""
_PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}

_Schema: TypeAlias = Mapping[str, Any]


def types() -> str:
    """A type for each definition, in the order of their names."""
    every = sorted(schema(Answers)["$defs"].items())
    return _HEAD + "".join(f"\nexport type {name} = {_type(one)};\n" for name, one in every)


def _type(one: _Schema) -> str:
    """The type of a schema; raises KeyError for a schema that no shape has."""
    if "$ref" in one:
        return str(one["$ref"]).rpartition("/")[2]
    if "anyOf" in one:
        return " | ".join(map(_type, one["anyOf"]))
    if "const" in one or "enum" in one:
        return " | ".join(map(json.dumps, one.get("enum", [one.get("const")])))
    if one == {}:
        return "unknown"
    if one["type"] == "array":
        if "prefixItems" in one:
            return f"[{', '.join(map(_type, one['prefixItems']))}]"
        return f"({_type(one['items'])})[]"
    if one["type"] == "object":
        return _object(one)
    return _PLAIN[one["type"]]


def _object(one: _Schema) -> str:
    required, inside = one.get("required", ()), one.get("additionalProperties")
    fields = [
        f"{name}{'' if name in required else '?'}: {_type(field)}" for name, field in one.get("properties", {}).items()
    ]
    if isinstance(inside, dict):
        fields.append(f"[name: string]: {_type(inside)}")
    return f"{{ {'; '.join(fields)} }}" if fields else "Record<string, never>"


def main() -> None:
    """One file."""
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    file.write_text(types(), encoding="utf-8")


if __name__ == "__main__":
    main()
