"""JSON Schema of types: the values that it accepts, those that it refuses, and its descriptions of fields."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias

import jsonschema
import pytest
from typing_extensions import TypedDict

from vsym.basics.schema import schema
from vsym.basics.shapes import Amount, Count, Keywords, Positive, fields, when


class Named(TypedDict):
    """A thing
    with a name."""

    name: Annotated[str, Keywords(pattern="^[a-z]+$")]
    """Its name, in
    small letters."""


class Tree(Named):
    """A tree with measures."""

    colour: Literal["green", "red"] | None
    """null: bare."""
    branches: list[Tree]
    leaves: dict[str, Count]
    ends: tuple[Positive, str]
    height: NotRequired[Amount | None]


class Stone(Named):
    """A stone."""

    rolls: bool
    moss: str | None


Thing: TypeAlias = (
    Tree | Annotated[Stone, Keywords(**when("name", "slate", fields(moss="null"), fields(moss="string")))]
)
LEAF = {"name": "leaf", "colour": None, "branches": [], "leaves": {"a": 0}, "ends": [1, "x"]}
TREE = {"name": "oak", "colour": "green", "branches": [LEAF], "leaves": {}, "ends": [2, "y"], "height": 1.5}
STONE = {"name": "slate", "rolls": False, "moss": None}
VALIDATOR = jsonschema.Draft202012Validator(schema(Thing))


def test_the_schema_is_one_and_takes_what_is_of_the_types() -> None:
    jsonschema.Draft202012Validator.check_schema(schema(Thing))
    for value in (LEAF, TREE, STONE, {**STONE, "name": "flint", "moss": "some"}, {**TREE, "height": None}):
        VALIDATOR.validate(value)


@pytest.mark.parametrize(
    "value",
    [
        {**LEAF, "surprise": 1},
        {**LEAF, "rolls": True},
        {name: value for name, value in LEAF.items() if name != "colour"},
        {**LEAF, "name": "LEAF"},
        {**LEAF, "colour": "blue"},
        {**LEAF, "leaves": {"a": -1}},
        {**LEAF, "ends": [1]},
        {**LEAF, "ends": [0, "x"]},
        {**LEAF, "height": -0.5},
        {**LEAF, "branches": [STONE]},
        {**STONE, "rolls": 0},
        {**STONE, "moss": "some"},
        {**STONE, "name": "flint"},
    ],
    ids=str,
)
def test_it_refuses_all_else(value: object) -> None:
    assert not VALIDATOR.is_valid(value)


def test_fields_are_described_by_docstrings_also_where_they_are_inherited() -> None:
    definitions = schema(Thing)["$defs"]
    assert definitions["Tree"]["properties"]["colour"]["description"] == "null: bare."
    for name in ("Tree", "Stone"):
        assert definitions[name]["properties"]["name"]["description"] == "Its name, in small letters."
    assert definitions["Stone"]["description"] == "A stone."
    assert "title" not in definitions["Tree"]["properties"]["colour"]
    assert schema(Named)["$defs"]["Named"]["description"] == "A thing with a name."
