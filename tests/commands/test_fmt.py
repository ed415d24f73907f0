"""`vsym fmt` on files and on standard input."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.support.running import Ran, Vsym

UNTIDY = "system  s // one\nstates A,B\n"
TIDY = "system s  // one\nstates A, B\n"
LOOSE = "Var x:0..1 -- one\n;startstate x:=0 End"
NEAT = "var x: 0 .. 1;  -- one\nstartstate x := 0; end;\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("name", "untidy", "tidy"), [("a.gsst", UNTIDY, TIDY), ("a.m", LOOSE, NEAT)])
def test_files_are_formatted_in_place(vsym: Vsym, tmp_path: Path, name: str, untidy: str, tidy: str) -> None:
    file = tmp_path / name
    file.write_text(untidy, encoding="utf-8")
    file.chmod(0o640)
    assert vsym("fmt", name) == Ran(0, f"{name} is formatted\n", "")
    assert file.read_text("utf-8") == tidy
    assert file.stat().st_mode & 0o777 == 0o640
    os.utime(file, (1, 1))
    assert vsym("fmt", name) == Ran(0, f"{name} is unchanged\n", "")
    assert file.stat().st_mtime == 1
    assert vsym("fmt", "-q", name) == Ran(0, "", "")


def test_standard_input_is_of_the_language_that_its_name_says(
    vsym: Vsym, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "typed"
    for name, untidy, tidy in ((None, UNTIDY, TIDY), ("x.gsst", UNTIDY, TIDY), ("x.m", LOOSE, NEAT)):
        file.write_text(untidy, encoding="utf-8")
        with file.open(encoding="utf-8") as typed:
            monkeypatch.setattr(sys, "stdin", typed)
            assert vsym("fmt", "-", *(() if name is None else ("--stdin-filename", name))) == Ran(0, tidy, "")
    with file.open(encoding="utf-8") as typed:
        monkeypatch.setattr(sys, "stdin", typed)
        assert vsym("fmt", "-", "--check", "--stdin-filename", "x.m") == Ran(10, "x.m would change\n", "")
    file.write_text("var x: 0 .. ;\n", encoding="utf-8")
    with file.open(encoding="utf-8") as typed:
        monkeypatch.setattr(sys, "stdin", typed)
        assert "x.m:1:13: error[VS105]" in vsym("fmt", "-", "--stdin-filename", "x.m").err
    ran = vsym("fmt", "a.m", "--stdin-filename", "x.m")
    assert (ran.status, ran.err) == (2, "vsym: --stdin-filename names standard input: give `-` as the file\n")


def test_asking_changes_nothing(vsym: Vsym, tmp_path: Path) -> None:
    file = tmp_path / "a.gsst"
    file.write_text(UNTIDY, encoding="utf-8")
    assert vsym("fmt", "--check", "a.gsst") == Ran(10, "a.gsst would change\n", "")
    difference = vsym("fmt", "--diff", "a.gsst")
    assert difference.status == 0
    assert difference.out.endswith("-states A,B\n+system s  // one\n+states A, B\n")
    assert vsym("fmt", "--diff", "--check", "a.gsst").status == 10
    assert file.read_text("utf-8") == UNTIDY
    file.write_bytes(TIDY.replace("\n", "\r\n").encode())
    assert vsym("fmt", "--check", "a.gsst").status == 10
    file.write_bytes(TIDY.encode())
    assert vsym("fmt", "--check", "--diff", "a.gsst") == Ran(0, "", "")


def test_a_file_with_an_error_stays_as_it_is_and_others_do_not_suffer(vsym: Vsym, tmp_path: Path) -> None:
    for name, text in (("a", UNTIDY), ("b", "system s\nstates A,,B\n"), ("c", UNTIDY)):
        (tmp_path / f"{name}.gsst").write_text(text, encoding="utf-8")
    ran = vsym("fmt", "a.gsst", "b.gsst", "missing.gsst", "c.gsst")
    assert ran.status == 2
    assert "b.gsst:2:10: error[VS105]" in ran.err
    assert "missing.gsst: error[VS101]" in ran.err
    assert (tmp_path / "b.gsst").read_text("utf-8") == "system s\nstates A,,B\n"
    assert [(tmp_path / f"{name}.gsst").read_text("utf-8") for name in "ac"] == [TIDY, TIDY]


def test_another_file(vsym: Vsym, tmp_path: Path) -> None:
    (tmp_path / "a.gsst").write_text(UNTIDY, encoding="utf-8")
    assert vsym("fmt", "a.gsst", "-o", "b.gsst") == Ran(0, "b.gsst is formatted\n", "")
    assert (tmp_path / "b.gsst").read_text("utf-8") == TIDY
    assert (tmp_path / "a.gsst").read_text("utf-8") == UNTIDY
    assert vsym("fmt", "a.gsst", "-o", "-") == Ran(0, TIDY, "")
    assert vsym("fmt", "a.gsst", "b.gsst", "-o", "c.gsst").status == 2
    assert vsym("fmt", "a.gsst", "-o", "no/such/directory").status == 2
