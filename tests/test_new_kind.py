"""A kind of model that no table of the package names is checked, explored, drawn and gone through all the same."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tests.support.running import EXAMPLES, Vsym, document
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import Source
from vsym.commands.step.session import SessionModel
from vsym.lab import checking, linting, picturing, walking
from vsym.languages import registry
from vsym.languages.protocol import Descriptor, Language
from vsym.languages.systems import LANGUAGE
from vsym.languages.systems.text import SystemText
from vsym.lsp import jobs
from vsym.lsp.jobs import Job
from vsym.models.text import AnyText
from vsym.models.transition.model import TransitionModel
from vsym.reductions.registry import REDUCTIONS
from vsym.system.report import Silence

TEXT = (EXAMPLES / "systems" / "lamps.sys").read_text("utf-8")
NAMES = "model.toy", "model.sys"

CHANGING = ("file", "kind", "seconds", "disabled")
"""Fields in which documents on the same model differ. Only systems explain why an event is not possible."""


class Toy(TransitionModel):
    """A system by another name, of a kind that nothing knows."""

    kind: ClassVar[str] = "toy"


class ToyText(SystemText):
    """A text that stands for one."""

    @property
    def kind(self) -> str:
        """The kind of its models."""
        return "toy"

    def at(self, values: Mapping[str, int], budget: Budget = UNLIMITED) -> Toy:
        """The model with these values of some parameters."""
        model = super().at(values, budget)
        return Toy(**{one.name: getattr(model, one.name) for one in fields(model)})


class ToyLanguage(Language):
    """The language of systems under another suffix."""

    def parsed(self, source: Source, budget: Budget = UNLIMITED) -> AnyText:
        """The text."""
        text = super().parsed(source, budget)
        assert isinstance(text, SystemText)
        toy: Any = ToyText(text.source, text.file)
        known: AnyText = toy
        return known


@pytest.fixture(autouse=True)
def kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Registers a new kind, which takes a language and a reduction."""
    toys = ToyLanguage(LANGUAGE.package, Descriptor("toys", "Toy", (".toy",), "//"))
    monkeypatch.setattr(registry, "LANGUAGES", {**registry.LANGUAGES, ".toy": toys})
    monkeypatch.setattr("vsym.reductions.registry.REDUCTIONS", {**REDUCTIONS, "toy": "vsym.reductions.identity"})


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """The same text as a toy and as a system, in the working directory: a long path may end in the next line."""
    for name in NAMES:
        tmp_path.joinpath(name).write_text(TEXT, "utf-8")
    monkeypatch.chdir(tmp_path)
    return NAMES


def alike(value: Any) -> Any:
    """A document without the fields in which the two kinds differ, and with one file name for both."""
    if isinstance(value, dict):
        return {name: alike(one) for name, one in value.items() if name not in CHANGING}
    if isinstance(value, str):
        return value.replace("model.toy", "model.sys")
    return [alike(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    "command",
    [
        "check",
        "check --engine mdd",
        "explore",
        "explore --method all",
        "symmetry",
        "draw",
        "emit-smv",
        "report",
    ],
)
def test_documents_say_of_it_what_they_say_of_a_system(vsym: Vsym, files: tuple[str, str], command: str) -> None:
    name, *options = command.split()
    toy, system = (document(vsym(name, file, *options, "--json")) for file in files)
    assert (toy["kind"], system["kind"]) == ("toy", "system")
    assert alike(toy) == alike(system)


def test_it_is_told_and_formatted(vsym: Vsym, files: tuple[str, str]) -> None:
    for command in ("check --trace full", "explore", "symmetry"):
        name, *options = command.split()
        toy, system = (re.sub(r" *[0-9.]+ m?s| +", " ", vsym(name, file, *options).out) for file in files)
        assert toy.replace("model.toy", "model.sys") == system
    assert vsym("fmt", "--check", files[0]).status == 0


def test_it_is_gone_through() -> None:
    subject = SessionModel(registry.parsed(Source("model.toy", TEXT)), {}, Budget(), 60.0, Silence())
    assert subject.counterexample("first").verdict == "violated"


@pytest.mark.parametrize(
    ("module", "values"), [(linting, {}), (checking, {}), (walking, {}), (picturing, {"what": "states"})]
)
def test_the_page_answers(module: Any, values: dict[str, Any]) -> None:
    toy, system = (module.answer(Source(f"model{suffix}", TEXT), values, Budget()) for suffix in (".toy", ".sys"))
    assert alike(toy) == alike(system)


def test_the_editor_is_answered() -> None:
    toy, system = (
        Job("verdicts", Source(f"model{suffix}", TEXT), start=0, end=len(TEXT)) for suffix in (".toy", ".sys")
    )
    assert jobs.findings(toy, Budget()) == ()
    assert jobs.group(toy, Budget()) == jobs.group(system, Budget()) == "group C3, 3 symmetries, proved"
    assert jobs.symmetry(toy, Budget()) == jobs.symmetry(system, Budget())
    assert jobs.verdicts(toy, Budget()).outcomes == jobs.verdicts(system, Budget()).outcomes
