"""The shapes of documents: their JSON Schema is one, and refuses what no command writes."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from tests.support.running import Vsym, document, validator

pytestmark = pytest.mark.usefixtures("in_examples")


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(validator().schema)


def test_the_schema_refuses_what_is_wrong(vsym: Vsym) -> None:
    found = document(vsym("check", "mutex.gsst", "--json", "--engine", "explicit"))
    place = {"code": None, "file": None, "line": None, "column": None}
    changes: list[dict[str, Any]] = [
        {"schema_version": 1},
        {"kind": "program"},
        {"surprise": 1},
        {"properties": [{"name": "p"}]},
        {"exploration": "no"},
        {"diagnostics": []},
        {"diagnostics": [{**place, "message": "both", "hint": None}]},
    ]
    assert [change for change in changes if validator().is_valid({**found, **change})] == []


def test_the_schema_refuses_a_verdict_without_what_shows_it(vsym: Vsym) -> None:
    text = vsym("check", "rw_broken.gsst", "--json", "--engine", "explicit").out
    no_path: dict[str, Any] = {"kind": "witness", "loop": None, "states": []}
    changes: list[tuple[str, dict[str, Any]]] = [
        ("property", {"verdict": "unknown"}),
        ("property", {"verdict": "unknown", "reason": "time", "trace": no_path}),
        ("property", {"verdict": "holds up to k"}),
        ("property", {"steps": 3}),
        ("transition", {"witness": None}),
        ("transition", {"verdict": "symmetric"}),
    ]
    assert validator().is_valid(json.loads(text))
    for part, change in changes:
        found = json.loads(text)
        [broken] = [one for one in found["symmetry"]["transitions"] if one["verdict"] == "broken"]
        (found["properties"][0] if part == "property" else broken).update(change)
        assert not validator().is_valid(found), change
