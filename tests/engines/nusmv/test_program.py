"""Running NuSMV: limits, crashes, signals, and where it is looked for."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engines.nusmv.checks import program, verdicts
from tests.system.systems import at, ctl, readers_and_writers
from vsym.basics.limits import Budget
from vsym.engines.nusmv import engine as nusmv
from vsym.engines.nusmv.program import run
from vsym.system.report import Silence
from vsym.system.result import Verdict

# A property that NuSMV decides at once, and one that takes it as many rounds as there are steps.
MUTEX_AND_MORE = (ctl("AG", at("p9", "<=", 1)), ctl("AF", at("p9", ">=", 1)))


def verify_with(program: Path) -> tuple[Verdict, ...]:
    return verdicts(readers_and_writers(3, 10), MUTEX_AND_MORE, with_program=program)


def stand_in(directory: Path, body: str) -> Path:
    """A program that does something else in NuSMV's place."""
    file = directory / "stand-in"
    file.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    file.chmod(0o755)
    return file


def test_a_time_limit_keeps_what_was_decided(tmp_path: Path) -> None:
    """It comes long after the first answer, and long before the end."""
    slow = stand_in(tmp_path, "echo '-- specification is true' > result0; exec sleep 100000")
    mutex, entered = verdicts(readers_and_writers(3, 10), MUTEX_AND_MORE, 2, with_program=slow)
    assert mutex.outcome == "holds"
    assert (entered.outcome, entered.reason) == ("unknown", "the time limit was reached")


def test_a_crash_is_no_verdict(tmp_path: Path) -> None:
    said = verify_with(stand_in(tmp_path, "echo '-- specification is true' > result0; kill -SEGV $$"))
    assert [verdict.outcome for verdict in said] == ["holds", "unknown"]
    assert said[1].reason == "NuSMV was ended by SIGSEGV"


def test_ctrl_c_keeps_what_was_decided(tmp_path: Path) -> None:
    said = verify_with(stand_in(tmp_path, "echo '-- specification is true' > result0; kill -INT $PPID; sleep 60"))
    assert [verdict.outcome for verdict in said] == ["holds", "unknown"]
    assert said[1].reason == "interrupted"


def test_a_model_that_nusmv_refuses_is_our_bug(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="cannot assign value 4"):
        verify_with(stand_in(tmp_path, "echo 'file model.smv: line 3: cannot assign value 4' >&2; exit 1"))
    with pytest.raises(RuntimeError, match="no idea"):
        verify_with(stand_in(tmp_path, "echo 'no idea' >&2; exit 1"))


def test_nusmv_is_held_to_the_memory_limit(tmp_path: Path) -> None:
    """The limit comes once the program runs, so this one waits until it has one."""
    waiting = stand_in(tmp_path, f"until [ $(ulimit -v) != unlimited ]; do :; done; ulimit -v > {tmp_path}/limit")
    run(waiting, tmp_path, 20.0, 50_000_000_000, backward=True)
    assert int((tmp_path / "limit").read_text(encoding="utf-8")) == 50_000_000_000 // 1024


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_leaves_nothing_running(tmp_path: Path, number: signal.Signals) -> None:
    """The signal may come while the program is being started: it sends it itself."""
    sleeper = stand_in(tmp_path, f"echo $$ > {tmp_path}/pid; kill -{number.value} $PPID; exec sleep 60")
    code = (
        "import sys; from pathlib import Path; from vsym.engines.nusmv.program import run;"
        "run(Path(sys.argv[1]), Path(sys.argv[2]), None, 10**9, backward=True)"
    )
    ended = subprocess.run([sys.executable, "-c", code, sleeper, tmp_path], stderr=subprocess.DEVNULL, check=False)
    assert ended.returncode != 0
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text(encoding="utf-8")), 0)


def test_where_nusmv_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = stand_in(tmp_path, "exit 0")
    monkeypatch.setenv("VSYM_NUSMV", str(own))
    assert nusmv.find() == own
    monkeypatch.setenv("VSYM_NUSMV", str(tmp_path / "nothing"))
    assert nusmv.find() is None
    with pytest.raises(nusmv.NuSMVMissing, match=r"scripts/install-nusmv\.sh"):
        nusmv.ENGINE.verify(readers_and_writers(3, 10), MUTEX_AND_MORE, Budget(), Silence())
    monkeypatch.delenv("VSYM_NUSMV")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert nusmv.find() is None
    own.rename(tmp_path / "nuXmv")
    assert nusmv.find() == tmp_path / "nuXmv"


def test_version(tmp_path: Path) -> None:
    assert nusmv.version(program()).startswith(("NuSMV 2.", "nuXmv "))
    with pytest.raises(RuntimeError, match="does not say"):
        nusmv.version(stand_in(tmp_path, "echo hello"))


def test_an_unwritable_temporary_directory_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "missing"))
    with pytest.raises(OSError, match="missing"):
        verify_with(program())
