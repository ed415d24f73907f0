"""Files that vsym keeps between runs; it works as well where they are missing, broken or read-only."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.running import EXAMPLES, Refused, Vsym
from vsym import load
from vsym.basics import resources
from vsym.basics.limits import UNLIMITED
from vsym.basics.resources import Section, find, sections
from vsym.basics.source import DiagnosticError, Source
from vsym.languages.parsing import Grammar
from vsym.languages.registry import parsed
from vsym.models.program.program import Program
from vsym.symmetry.declared.soundness import misuses


def test_the_parser_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    text = (EXAMPLES / "populations" / "majority.pp").read_text("utf-8")
    tree = Grammar("pp").tree(text, 0, UNLIMITED)
    (kept,) = (tmp_path / "vsym").glob("pp.lalr-*")
    assert kept.stat().st_size > 10_000
    kept.write_text("broken", encoding="utf-8")
    assert Grammar("pp").tree(text, 0, UNLIMITED) == tree
    assert kept.stat().st_size > 10_000


def test_where_no_directory_can_be_made_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(file))
    assert resources.cache_file("pp.lalr") is None
    text = (EXAMPLES / "populations" / "majority.pp").read_text("utf-8")
    assert Grammar("pp").tree(text, 0, UNLIMITED).data == "start"


ROOT = Path(__file__).parents[2]
_CODE = re.compile(r"VS\d{3}")
_MARKED = re.compile(r"(?://|--) (VS\d{3})$")
_ASSUMED = {"states ": "states N, T, C\n", "group ": "group R of 2\ngroup W of 2\n", "init ": "init N\n"}
"""Declarations for examples that have none of their own."""


def _completed(example: str) -> str:
    missing = [text for word, text in _ASSUMED.items() if not re.search(rf"^ *{word}", example, re.MULTILINE)]
    head = "" if example.startswith("system ") else "system s\n"
    return head + example + "".join(missing)


def _examples(language: str) -> list[tuple[Section, str]]:
    fence = re.compile(rf"```{language}\n((?:.*\n)*?)```")
    return [(section, example) for section in sections() for example in fence.findall(section.text)]


_REFUSED = [(section, example) for section, example in _examples("gsst") if "// VS" in example]
_ACCEPTED = [example for _, example in _examples("gsst") if "// VS" not in example]
_PROGRAMS = _examples("murphi")


def test_every_code_has_a_section_and_no_other() -> None:
    used = {code for path in (ROOT / "vsym").rglob("*.py") for code in _CODE.findall(path.read_text("utf-8"))}
    assert {section.names[0] for section in sections() if _CODE.fullmatch(section.names[0])} == used


@pytest.mark.parametrize(("section", "example"), _REFUSED, ids=[section.title for section, _ in _REFUSED])
def test_the_marked_line_is_refused_with_the_code(
    section: Section, example: str, tmp_path: Path, refused: Refused
) -> None:
    text = _completed(example)
    [(line, code)] = [(n, m[1]) for n, said in enumerate(text.splitlines(), 1) if (m := _MARKED.search(said))]
    assert code == section.names[0]
    model = tmp_path / "model.gsst"
    model.write_text(text, encoding="utf-8")
    err = refused("check", str(model))
    assert re.search(rf"model\.gsst:{line}:\d+: error\[{code}\]", err), err
    assert set(_CODE.findall(err.replace(example, ""))) == {code}


@pytest.mark.parametrize("example", _ACCEPTED, ids=lambda example: example.splitlines()[-1])
def test_what_follows_is_accepted(example: str, tmp_path: Path, vsym: Vsym) -> None:
    model = tmp_path / "model.gsst"
    model.write_text(_completed(example), encoding="utf-8")
    assert load(model).size > 0
    if "lemma" in example or "respects" in example or "level +" in example:
        assert vsym("check", str(model)).status == 0


@pytest.mark.parametrize(("section", "example"), _PROGRAMS, ids=[section.title for section, _ in _PROGRAMS])
def test_the_marked_line_of_a_program_is_refused_and_no_other(section: Section, example: str) -> None:
    marked = [(line, m[1]) for line, said in enumerate(example.splitlines(), 1) if (m := _MARKED.search(said))]
    assert {code for _, code in marked} <= {section.names[0]}
    text = f"{example}var x: 0..3; b: boolean;\nstartstate x := 0; b := true; end;\n"
    try:
        program = parsed(Source("model.m", text)).at({})
        assert isinstance(program, Program)
        diagnostics = tuple(misuse.diagnostic for misuse in misuses(program))
    except DiagnosticError as error:
        diagnostics = error.diagnostics
    assert [(one.span.source.position(one.span.start)[0], one.code) for one in diagnostics] == marked


def test_a_section_is_found_by_each_of_its_names_however_they_are_written() -> None:
    names = [name for section in sections() for name in section.names]
    assert len({name.casefold() for name in names}) == len(names)
    for section in sections():
        assert all(find(f" {name.upper().replace(' ', '-')} ") == section for name in section.names)
    assert find("nothing of the kind") is None


def test_what_a_section_refers_to_exists() -> None:
    texts = [" ".join(section.text.split()) for section in sections()]
    referred = [name for text in texts for names in re.findall(r"See: ([^.]*)\.", text) for name in names.split(", ")]
    assert len(referred) > 40
    for name in referred:
        assert find(name) is not None, name
