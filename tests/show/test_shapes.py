"""The shapes of documents: their JSON Schema is one, and refuses what no command writes."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from tests.support.running import Vsym, document, validator

pytestmark = pytest.mark.usefixtures("in_examples")


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(validator().schema)


@pytest.mark.parametrize(
    "change",
    [
        {"schema_version": 1},
        {"kind": "program"},
        {"surprise": 1},
        {"properties": [{"name": "p"}]},
        {"exploration": "no"},
        {"diagnostics": []},
        {
            "diagnostics": [
                {"code": None, "file": None, "line": None, "column": None, "message": "both", "hint": None},
            ]
        },
    ],
    ids=str,
)
def test_the_schema_refuses_what_is_wrong(change: dict[str, Any], vsym: Vsym) -> None:
    found = document(vsym("check", "mutex.gsst", "--json", "--engine", "explicit"))
    assert not validator().is_valid({**found, **change})


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("property", {"verdict": "unknown"}),
        (
            "property",
            {"verdict": "unknown", "reason": "time", "trace": {"kind": "witness", "loop": None, "states": []}},
        ),
        ("property", {"verdict": "holds up to k"}),
        ("property", {"steps": 3}),
        ("transition", {"witness": None}),
        ("transition", {"verdict": "symmetric"}),
    ],
    ids=str,
)
def test_the_schema_refuses_a_verdict_without_what_shows_it(part: str, change: dict[str, Any], vsym: Vsym) -> None:
    found = document(vsym("check", "rw_broken.gsst", "--json", "--engine", "explicit"))
    [broken] = [one for one in found["symmetry"]["transitions"] if one["verdict"] == "broken"]
    (found["properties"][0] if part == "property" else broken).update(change)
    assert not validator().is_valid(found)
