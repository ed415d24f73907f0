"""Folders, pipes and endless devices where a command reads a file: each is refused by name, none is waited for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.running import Refused, Vsym
from vsym.basics.options import RefusedError
from vsym.cli.lab import _Opened

pytestmark = pytest.mark.usefixtures("in_examples")

MODELS = [
    ["check"],
    ["symmetry"],
    ["explore"],
    ["draw"],
    ["fmt", "--check"],
    ["step", "--script", os.devnull],
    ["emit-smv"],
]

ENDLESS = [
    ["replay", "rw.gsst", "/dev/zero"],
    ["step", "rw.gsst", "--trace", "/dev/zero"],
    ["step", "rw.gsst", "--script", "/dev/zero"],
    ["verify-certificate", "/dev/zero"],
    ["grade", "rw.gsst", "--against", "/dev/zero"],
]


@pytest.mark.parametrize("command", MODELS, ids=lambda command: command[0])
@pytest.mark.parametrize(("file", "code"), [("/dev/zero", "VS104"), (".", "VS101")])
def test_a_model_that_is_no_file(command: list[str], file: str, code: str, refused: Refused) -> None:
    assert refused(command[0], file, *command[1:]).startswith(f"{file}: error[{code}]")


@pytest.mark.parametrize("arguments", ENDLESS, ids=" ".join)
def test_a_file_without_an_end_is_not_read_to_it(arguments: list[str], refused: Refused) -> None:
    err = refused(*arguments)
    assert "/dev/zero" in err
    assert " more than " in err


@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_a_manifest_that_is_no_file(kind: str, vsym: Vsym, refused: Refused, tmp_path: Path) -> None:
    store = tmp_path / "store"
    assert vsym("explore", "programs/spinlock.m", "--store", store).status == 0
    manifest = store / "manifest.json"
    assert manifest.is_file()
    manifest.unlink()
    match kind:
        case "pipe":
            os.mkfifo(manifest)
        case "device":
            manifest.symlink_to("/dev/zero")
        case _:
            manifest.mkdir()
    assert str(manifest) in refused("explore", "programs/spinlock.m", "--store", store, "--resume")


def test_the_lab_s_file_that_became_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "precious.gsst"
    inside.mkdir()
    outside.write_text("precious")
    monkeypatch.chdir(inside)
    file, other = inside / "model.gsst", inside / "other.gsst"
    for path in (file, other):
        path.write_text("old")
    opened = _Opened(file)
    assert opened.read() == "old"
    file.unlink()
    file.symlink_to(other)
    opened.save("through")
    assert (file.is_symlink(), other.read_text()) == (True, "through")
    file.unlink()
    opened.save("once more")
    assert file.read_text() == "once more"
    file.unlink()
    file.symlink_to(outside)
    with pytest.raises(RefusedError, match="is outside the folder"):
        opened.save("lost")
    assert outside.read_text() == "precious"
