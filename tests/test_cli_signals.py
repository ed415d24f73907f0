"""Signals, from the first import to the end: one line, the status of the signal, and nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.running import EXAMPLES, PROGRAM, environment
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


def signalled(module: str, number: signal.Signals, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program, with a signal as it imports a module."""
    return subprocess.run(
        [sys.executable, "-c", CODE, module, str(number.value), *arguments],
        capture_output=True,
        text=True,
        cwd=EXAMPLES,
        env=environment(),
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("command", sorted(MODULES))
def test_every_command_may_be_interrupted_while_its_module_is_loaded(command: str) -> None:
    ran = signalled(f"vsym.cli.{MODULES[command]}", signal.SIGINT, command, *ARGUMENTS.get(command, []))
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "vsym: interrupted\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize(
    "module",
    ["vsym.cli.exiting", "click", "vsym.cli.program", "vsym.commands.check", "vsym.engines.explicit.engine"],
)
def test_the_status_is_that_of_the_signal_whatever_is_loaded(module: str, number: signal.Signals) -> None:
    ran = signalled(module, number, "check", "rw.gsst", "--engine", "explicit")
    assert (ran.returncode, "Traceback" in ran.stderr) == (128 + number, False)
    assert "interrupted" in ran.stdout + ran.stderr


def test_a_signal_after_the_end_changes_nothing_that_is_written() -> None:
    sent = "os.kill(os.getpid(), int(number))"
    later = CODE.replace(sent, "import atexit; atexit.register(os.kill, os.getpid(), int(number))")
    assert later != CODE
    command = [sys.executable, "-c", later, "vsym.basics.resources", "15", "explain", "VS203"]
    ran = subprocess.run(command, capture_output=True, text=True, env=environment(), timeout=60, check=False)
    assert (ran.returncode, ran.stderr) == (143, "vsym: interrupted\n")
    assert ran.stdout.startswith("VS203")


def test_who_ignores_a_signal_goes_on_ignoring_it() -> None:
    code = f"import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n{CODE}"
    command = [sys.executable, "-c", code, "click", str(signal.SIGHUP.value), "explain", "VS203"]
    ran = subprocess.run(command, capture_output=True, text=True, env=environment(), timeout=60, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_work_that_is_ended_leaves_no_process_and_no_folder(tmp_path: Path) -> None:
    """The stand-in for NuSMV ends vsym once it runs itself, in a folder that vsym has made for it."""
    stand_in, folder = tmp_path / "NuSMV", tmp_path / "temporary"
    folder.mkdir()
    stand_in.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/pid\nkill -TERM $PPID\nexec sleep 60\n")
    stand_in.chmod(0o755)
    ran = subprocess.run(
        [PROGRAM, "check", "rw.gsst", "--engine", "nusmv"],
        capture_output=True,
        text=True,
        cwd=EXAMPLES,
        env=environment(VSYM_NUSMV=str(stand_in), TMPDIR=str(folder)),
        timeout=60,
        check=False,
    )
    assert (ran.returncode, "Traceback" in ran.stderr) == (143, False), ran.stderr
    assert list(folder.iterdir()) == []
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)
