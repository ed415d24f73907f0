"""Standard output and output files that fail, and terminals."""

from __future__ import annotations

import os
import resource
import stat
import subprocess
from pathlib import Path

import pytest

from tests.support.running import EXAMPLES, PROGRAM, Afresh, Ran, entered, environment, on_a_terminal, program

FULL = Path("/dev/full")


def _to(target: int | None, *arguments: str) -> Ran:
    """Run with standard output going to a file descriptor, or closed where that is None."""
    closing = ["sh", "-c", 'exec "$@" >&-', "sh"] if target is None else []
    done = subprocess.run(
        [*closing, PROGRAM, *arguments],
        stdout=target,
        stderr=subprocess.PIPE,
        text=True,
        cwd=EXAMPLES,
        env=environment(),
        timeout=120,
        check=False,
    )
    return Ran(done.returncode, "", done.stderr)


@pytest.mark.parametrize(
    "arguments",
    [["check", "rw.gsst", "--json"], ["--help"]],
    ids=" ".join,
)
def test_a_full_disk_behind_standard_output(arguments: list[str]) -> None:
    with FULL.open("wb") as full:
        ran = _to(full.fileno(), *arguments)
    assert ran.status == 2
    assert ran.err.startswith("vsym: ")
    assert "No space left on device" in ran.err
    assert ran.err.count("\n") == 1


def test_closed_standard_output() -> None:
    ran = _to(None, "check", "rw.gsst")
    assert ran.status == 2
    assert ran.err == "vsym: standard output is closed; `-o FILE` writes to a file\n"


def test_a_reader_who_stops_early_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ran = _to(writing, "check", "crowd.gsst", "--prop", "all_in")
    os.close(writing)
    assert (ran.status, ran.err) == (10, "")


def test_a_device_given_as_output_is_written_to_and_stays(afresh: Afresh) -> None:
    ran = afresh(["check", "rw.gsst", "-o", str(FULL)], EXAMPLES)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "vsym: cannot write to /dev/full: No space left on device\n"
    assert stat.S_ISCHR(FULL.stat().st_mode)


def test_a_file_keeps_its_content_when_the_new_one_does_not_fit(tmp_path: Path) -> None:
    output = tmp_path / "model.smv"
    output.write_text("precious")
    ran = program(
        *("emit-smv", "rw.gsst", "-o", output),
        before=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
        PYTHONDONTWRITEBYTECODE="1",
    )
    assert ran == Ran(2, "", f"vsym: cannot write to {output}: File too large\n")
    assert output.read_text() == "precious"
    assert [path.name for path in tmp_path.iterdir()] == ["model.smv"]


def test_an_output_file_keeps_its_permissions_and_a_link_stays_a_link(tmp_path: Path, afresh: Afresh) -> None:
    output, link = tmp_path / "model.smv", tmp_path / "link.smv"
    output.write_text("old")
    output.chmod(0o640)
    link.symlink_to(output)
    assert afresh(["emit-smv", "rw.gsst", "-o", str(link)], EXAMPLES).status == 0
    assert link.is_symlink()
    assert output.read_text().startswith("-- rw")
    assert stat.S_IMODE(output.stat().st_mode) == 0o640


def test_an_output_file_in_no_directory(tmp_path: Path, afresh: Afresh) -> None:
    ran = afresh(["emit-smv", "rw.gsst", "-o", str(tmp_path / "none" / "model.smv")], EXAMPLES)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"vsym: cannot write to {tmp_path / 'none' / 'model.smv'}: No such file or directory\n"


def test_progress_is_shown_on_a_terminal_after_a_second() -> None:
    ran = on_a_terminal(
        "explore", "grw.gsst", "--engine", "explicit", awaited=r"% of at most 4\.2 \* 10\^12", run=entered
    )
    assert ran.status == 130


def test_quick_work_and_quiet_work_show_no_progress() -> None:
    assert "\x1b[2K" not in on_a_terminal("explore", "grw.gsst", "--timeout", "1.1", "-q").err
    ran = on_a_terminal("explore", "rw.gsst")
    assert "% of at most" not in ran.err
    assert "\x1b[32mfully virtually symmetric" in ran.err
    assert max(len(line) for line in ran.err.split("\r\n")) <= 100
