"""The manifest of a store is as its schema says, and is read back as what was written."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import jsonschema
import pytest

from tests.engines.stored.running import grid, stored
from vsym.engines.stored.files import MANIFEST, StoreError
from vsym.engines.stored.manifest import manifest, sealed

SCHEMA = json.loads(resources.files("vsym.engines.stored").joinpath("schema.json").read_text("utf-8"))


def test_a_manifest_is_as_the_schema_says_and_is_read_back(tmp_path: Path) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    stored(tmp_path / "store", grid(), parts=4)
    data = (tmp_path / "store" / MANIFEST).read_bytes()
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(data))
    known = manifest(data, "store", MANIFEST)
    assert known.text() == data
    assert known.complete
    assert known.answers
    record = json.loads(data)
    del record["sha256"]
    assert manifest(sealed(record), "store", MANIFEST) == known
    text, given = json.dumps(record), json.dumps(record["files"][0]["name"])
    for name in ("../../elsewhere", "level-1", "manifest.json", "/etc/passwd"):
        # No store gives such a name; it stands wherever the file is named, and the checksum is right.
        renamed = json.loads(text.replace(given, json.dumps(name)))
        with pytest.raises(StoreError, match="damaged"):
            manifest(sealed(renamed), "store", MANIFEST)
