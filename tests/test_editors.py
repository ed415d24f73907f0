"""The extension for Visual Studio Code, as far as it can be read without building it, which .ci/run does."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from vsym import __version__
from vsym.languages.registry import LANGUAGES
from vsym.lsp.serving import made
from vsym.subprocesses.process import Limits

EDITOR = Path(__file__).parent.parent / "editors" / "vscode"
SOURCE = (EDITOR / "src" / "extension.js").read_text(encoding="utf-8")


def _read(name: str) -> Any:
    return json.loads((EDITOR / name).read_text(encoding="utf-8"))


def test_what_it_is_built_with_is_known_to_the_byte() -> None:
    """Exact versions with their hashes, from wherever npm gets its packages."""
    package, lock = _read("package.json"), _read("package-lock.json")
    wanted = package["devDependencies"]
    assert [version for version in wanted.values() if not re.fullmatch(r"\d+\.\d+\.\d+", version)] == []
    assert lock["packages"][""]["devDependencies"] == wanted
    locked = {name: one for name, one in lock["packages"].items() if name}
    assert [name for name, one in locked.items() if "integrity" not in one] == []
    assert [name for name, one in locked.items() if "resolved" in one] == []
    assert {name: locked[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    assert "omit-lockfile-registry-resolved=true" in (EDITOR / ".npmrc").read_text(encoding="utf-8")


def test_a_workspace_cannot_choose_the_program() -> None:
    package = _read("package.json")
    settings = package["contributes"]["configuration"]["properties"]
    assert {one["scope"] for one in settings.values()} == {"machine"}
    trust = package["capabilities"]["untrustedWorkspaces"]
    assert (trust["supported"], trust["restrictedConfigurations"]) == ("limited", ["vsym.command"])
    assert {one["enablement"] for one in package["contributes"]["commands"]} == {"isWorkspaceTrusted"}


def test_its_commands_are_there_and_are_none_of_the_server_s() -> None:
    declared = {one["command"] for one in _read("package.json")["contributes"]["commands"]}
    assert declared == set(re.findall(r'"(vsym\.\w+)": ', SOURCE))
    assert not declared & set(made(Limits()).protocol.fm.commands)


def test_it_claims_the_languages_of_the_registry_and_their_files() -> None:
    """A name for editors, the suffixes of files, the mark of comments, colours, and the commands on a file."""
    contributed = _read("package.json")["contributes"]
    languages = dict.fromkeys(one.descriptor for one in LANGUAGES.values())
    claimed = {one["id"]: (one["aliases"], one["extensions"]) for one in contributed["languages"]}
    assert claimed == {one.name: ([one.title, one.name], [*one.suffixes]) for one in languages}
    marks = {one["id"]: _read(one["configuration"])["comments"]["lineComment"] for one in contributed["languages"]}
    assert marks == {one.name: one.comment for one in languages}
    colours = {one["language"]: (one["scopeName"], _read(one["path"])["scopeName"]) for one in contributed["grammars"]}
    assert colours == {one.name: (f"source.{one.name}", f"source.{one.name}") for one in languages}
    when = " || ".join(f"editorLangId == {one.name}" for one in languages)
    assert {one["when"] for one in contributed["menus"]["commandPalette"]} == {when}
    names = re.search(r"const LANGUAGES = (.*);", SOURCE)
    assert names is not None
    assert json.loads(names[1]) == [one.name for one in languages]


def test_its_settings_are_read_and_its_version_is_vsym_s() -> None:
    package = _read("package.json")
    settings = package["contributes"]["configuration"]["properties"]
    assert {f"vsym.{name}" for name in re.findall(r'setting\("(\w+)"\)', SOURCE)} == set(settings)
    assert package["version"] == __version__


@pytest.mark.parametrize("page", ["docs/editors.md", "editors/vscode/README.md"])
def test_the_pages_name_the_file_that_is_built(page: str) -> None:
    package = _read("package.json")
    text = (EDITOR.parents[1] / page).read_text(encoding="utf-8")
    assert f"code --install-extension dist/{package['name']}-{package['version']}.vsix" in text
