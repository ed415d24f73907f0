"""The wheel, installed into a fresh environment with its dependencies, runs an example from anywhere."""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from hatchling.bridge.app import Application
from packaging.requirements import Requirement

from vsym.basics.schema import schema
from vsym.show.shapes.documents import Document

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "rw.gsst"
LEFT_OUT = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")


def _run(*command: str | Path, cwd: Path, status: int = 0) -> str:
    # Nothing of this checkout is in the way, and each program finds the modules that those before it have compiled.
    environment = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=environment, timeout=600, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


def _built(folder: Path) -> Path:
    # With the build backend of `pyproject.toml`, which is installed here and which pip would install once more.
    script = "import sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])"
    _run(sys.executable, "-c", script, folder, cwd=ROOT)
    [built] = folder.glob("vsym-*.whl")
    return built


def _require_what_is_no_python(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names, written = set(archive.namelist()), archive.read("vsym/show/schema.json")
    assert json.loads(written) == schema(Document)
    expected = {f"vsym/{path.relative_to(ROOT)}" for folder in ("grammars", "templates") for path in _files(folder)}
    assert expected
    assert expected <= names
    assert "vsym/py.typed" in names
    assert {"vsym/docs/errors.md", "vsym/docs/terms.md"} <= names
    assert {f"vsym/{one.relative_to(ROOT)}" for one in (ROOT / "docs" / "tutorial").glob("*.md")} <= names
    assert "vsym/examples/programs/hanoi.m" in names
    # The editor is among these where it was built.
    web = (one for folder in ("alone", "page") for one in (ROOT / "web" / folder).rglob("*") if one.is_file())
    assert {f"vsym/{one.relative_to(ROOT)}" for one in web} <= names
    assert not [name for name in names if not name.startswith("vsym")]


def _files(folder: str) -> list[Path]:
    return [path for path in (ROOT / folder).rglob("*") if path.suffix in (".lark", ".j2", ".css", ".js")]


def _needed(requirements: Iterable[str]) -> set[str]:
    """The distributions that an installation without extras requires, directly and indirectly."""
    waiting, known = [*requirements], set[str]()
    while waiting:
        required = Requirement(waiting.pop())
        if required.name not in known and (required.marker is None or required.marker.evaluate({"extra": ""})):
            assert required.specifier.contains(importlib.metadata.version(required.name))
            known.add(required.name)
            waiting += importlib.metadata.requires(required.name) or ()
    return known


def _link(name: str, packages: Path) -> None:
    """Link a distribution that is installed here into an environment: copying all of Z3 would take longer."""
    installed = importlib.metadata.distribution(name)
    for top in {path.parts[0] for path in installed.files or () if path.parts[0] not in ("..", "__pycache__")}:
        if not (packages / top).exists():
            (packages / top).symlink_to(Path(str(installed.locate_file(top))))


@pytest.mark.slow
def test_the_wheel_runs_an_example_in_a_fresh_environment(tmp_path: Path) -> None:
    """The test inspects the contents first. The wheel takes long to build, and so there is one test of it."""
    wheel = _built(tmp_path)
    _require_what_is_no_python(wheel)
    fresh = tmp_path / "fresh"
    venv.create(fresh)
    python = fresh / "bin" / "python"
    _run(
        sys.executable,
        "-m",
        "pip",
        "--python",
        python,
        "install",
        "--quiet",
        "--no-deps",
        "--no-compile",
        wheel,
        cwd=tmp_path,
    )
    [packages] = fresh.glob("lib/python*/site-packages")
    [carried] = importlib.metadata.distributions(path=[str(packages)])
    assert carried.requires
    description = str(carried.read_text("METADATA"))
    assert "continue with the tutorial" in " ".join(description.lower().split())
    assert not re.search(r"\]\((?!https?:)", description)
    for name in _needed(carried.requires):
        _link(name, packages)
    model = tmp_path / "rw.gsst"
    model.write_text(EXAMPLE.read_text("utf-8"), encoding="utf-8")
    program = fresh / "bin" / "vsym"
    document = json.loads(_run(program, "check", "rw.gsst", "--json", "--engine", "explicit", cwd=tmp_path))
    verdicts = {prop["name"]: prop["verdict"] for prop in document["properties"]}
    assert verdicts == {"mutex": "holds", "possible": "holds", "entered": "holds"}
    script = (
        "import vsym; checked = vsym.check(vsym.load('rw.gsst', writers=3), engine='explicit')\n"
        "from pygments.lexers import get_lexer_by_name; lexer = get_lexer_by_name('gsst').name\n"
        "print(vsym.__file__, lexer, [outcome.verdict.outcome for outcome in checked.outcomes])\n"
        "from vsym.cli import main\n"
        "for command in ('report rw.gsst -o report.html', 'lab rw.gsst --export lab.html', 'emit-smv rw.gsst'):\n"
        "    try: main(command.split())\n"
        "    except SystemExit as ended: assert not ended.code, ended\n"
    )
    said, *printed = _run(python, "-c", script, cwd=tmp_path).splitlines()
    assert said.startswith(str(fresh))
    assert said.endswith(" GSST ['holds', 'holds', 'holds']")
    assert "MODULE main" in printed
    for page in ("report.html", "lab.html"):
        assert "class Stepper {" in (tmp_path / page).read_text("utf-8")


def test_links_lead_to_the_repository_once_it_has_an_address() -> None:
    linked = runpy.run_path(str(ROOT / "scripts" / "readme_hook.py"))["linked"]
    text = "![orbits](docs/rw.svg) [terms](docs/terms.md#orbit), [a site](https://example.org), [below](#start)"
    assert linked(text, "") == "orbits terms, [a site](https://example.org), [below](#start)"
    assert linked(text, "https://example.org/vsym") == (
        "![orbits](https://example.org/vsym/raw/main/docs/rw.svg) "
        "[terms](https://example.org/vsym/blob/main/docs/terms.md#orbit), "
        "[a site](https://example.org), [below](#start)"
    )


def _warnings(root: Path, monkeypatch: pytest.MonkeyPatch, *, npm: bool) -> list[str]:
    """The warnings of the build's hook in a checkout without an editor."""
    found = spec_from_file_location("build_hook", ROOT / "scripts" / "build_hook.py")
    assert found is not None
    assert found.loader is not None
    hook = module_from_spec(found)
    found.loader.exec_module(hook)
    tools = root / "tools"
    tools.mkdir()
    if npm:
        _program(tools / "npm", "exit 0")
    for name in ("sh", "mkdir"):
        (tools / name).symlink_to(str(shutil.which(name)))
    monkeypatch.setenv("PATH", str(tools))
    application = Application()
    warned: list[str] = []
    monkeypatch.setattr(application, "display_warning", warned.append)
    hook.BuildHook(str(root), {}, None, None, "", "sdist", application).initialize("standard", {})
    return warned


def _program(path: Path, does: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{does}\n")
    path.chmod(0o755)


def test_a_build_builds_the_editor_with_npm_and_goes_on_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, npm, status, reason in (
        ("a", False, 0, "npm is missing"),
        ("b", True, 1, "no network"),
        ("c", True, 0, ""),
    ):
        root = tmp_path / name
        _program(root / "scripts" / "build-web.sh", f"echo no network; mkdir -p {root}/web/page; exit {status}")
        with monkeypatch.context() as changed:
            warned = _warnings(root, changed, npm=npm)
        assert [reason in one and "scripts/build-web.sh" in one for one in warned] == [True] * bool(reason)
        assert (root / "web").exists() == npm
