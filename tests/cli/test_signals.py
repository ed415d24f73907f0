"""Signals, from the first import to the end: one line, the status of the signal, and nothing left behind.

At the end the program calls registered functions and flushes its output, and takes nothing apart.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.drawn import chosen
from tests.support.running import Ran, program
from vsym.cli.program import MODULES

CODE = """
import os, signal, sys

_, module, number, *arguments = sys.argv

class Signalling:
    def find_spec(self, name, path=None, target=None):
        if name == module:
            os.kill(os.getpid(), int(number))

sys.meta_path.insert(0, Signalling())
sys.argv[:] = ["vsym", *arguments]
from vsym.cli import main
main()
"""
"""The program, which gets a signal just when it imports a module."""

ARGUMENTS = {
    "check": ["rw.gsst"],
    "abstract": ["rw.gsst"],
    "symmetry": ["rw.gsst"],
    "explore": ["rw.gsst"],
    "new": ["--help"],
}


def signalled(module: str, number: signal.Signals, *arguments: str, code: str = CODE) -> Ran:
    """Run the program, with a signal as it imports a module."""
    command = (sys.executable, "-c", code, module, str(number.value))
    return program(*arguments, command=command, stdin="", seconds=60)


@pytest.mark.parametrize("command", chosen(sorted(MODULES)[::4], sorted(MODULES)))
def test_every_command_may_be_interrupted_while_its_module_is_loaded(command: str) -> None:
    ran = signalled(f"vsym.cli.{MODULES[command]}", signal.SIGINT, command, *ARGUMENTS.get(command, []))
    assert ran == Ran(130, "", "vsym: interrupted\n")


@pytest.mark.parametrize(
    ("module", "number"),
    [
        ("vsym.cli.exiting", signal.SIGTERM),
        ("click", signal.SIGHUP),
        ("vsym.cli.program", signal.SIGTERM),
        ("vsym.commands.check", signal.SIGINT),
        ("vsym.engines.explicit.engine", signal.SIGHUP),
    ],
)
def test_the_status_is_that_of_the_signal_whatever_is_loaded(module: str, number: signal.Signals) -> None:
    ran = signalled(module, number, "check", "rw.gsst", "--engine", "explicit")
    assert (ran.status, "Traceback" in ran.err) == (128 + number, False)
    assert "interrupted" in ran.out + ran.err


def test_a_signal_after_the_end_changes_nothing_that_is_written() -> None:
    sent = "os.kill(os.getpid(), int(number))"
    later = CODE.replace(sent, "import atexit; atexit.register(os.kill, os.getpid(), int(number))")
    assert later != CODE
    ran = signalled("vsym.basics.resources", signal.SIGTERM, "explain", "VS203", code=later)
    assert (ran.status, ran.err) == (143, "vsym: interrupted\n")
    assert ran.out.startswith("VS203")


def test_who_ignores_a_signal_goes_on_ignoring_it() -> None:
    code = f"import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n{CODE}"
    ran = signalled("click", signal.SIGHUP, "explain", "VS203", code=code)
    assert (ran.status, ran.err) == (0, "")


def test_work_that_is_ended_leaves_no_process_and_no_folder(tmp_path: Path) -> None:
    """The stand-in for NuSMV ends vsym once it runs itself, in a folder that vsym has made for it."""
    stand_in, folder = tmp_path / "NuSMV", tmp_path / "temporary"
    folder.mkdir()
    stand_in.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/pid\nkill -TERM $PPID\nexec sleep 60\n")
    stand_in.chmod(0o755)
    ran = program("check", "rw.gsst", "--engine", "nusmv", VSYM_NUSMV=str(stand_in), TMPDIR=str(folder))
    assert (ran.status, "Traceback" in ran.err) == (143, False), ran.err
    assert list(folder.iterdir()) == []
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


LEAVING = """
import atexit, sys
from vsym.cli.exiting import Leaving

class Kept:
    def __del__(self):
        print("taken apart")

with Leaving():
    atexit.register(print, "called")
    kept = Kept()
    print("written")
    sys.exit({status})
"""


@pytest.mark.parametrize(
    ("status", "ended"),
    [
        ("7", Ran(7, "written\ncalled\n", "")),
        ("'no number'", Ran(1, "written\ncalled\ntaken apart\n", "no number\n")),
    ],
)
def test_it_ends_with_the_status_after_everything_else_and_python_takes_what_is_no_number(
    status: str, ended: Ran
) -> None:
    assert program(command=(sys.executable, "-c", LEAVING.format(status=status))) == ended


def test_output_that_cannot_be_written_is_told_by_python() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-c", LEAVING.format(status="None")]
        left = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert left.returncode != 0
    assert "No space left on device" in left.stderr
