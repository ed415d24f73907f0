"""Temporary folders go with their owners: with the block, by SIGTERM, and at the latest with the next run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from vsym.basics.temporary import temporary_folder

OWNER = """
import sys
from pathlib import Path
from vsym.basics.temporary import temporary_folder
with temporary_folder("test", Path(sys.argv[1])) as folder:
    (folder / "file").write_text("kept")
    print(folder, flush=True)
    sys.stdin.read()
"""


def owner(place: Path) -> tuple[subprocess.Popen[str], Path]:
    """A process that has a temporary folder there until its input ends, and the folder."""
    process = subprocess.Popen(
        [sys.executable, "-c", OWNER, place], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    return process, Path(process.stdout.readline().strip())


def test_a_folder_goes_with_its_block(tmp_path: Path) -> None:
    with temporary_folder("test", tmp_path) as folder:
        assert [*folder.iterdir()] == []
        (folder / "file").write_text("")
    assert [*tmp_path.iterdir()] == []
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


def test_a_folder_goes_when_its_owner_is_asked_to_end(tmp_path: Path) -> None:
    process, folder = owner(tmp_path)
    assert folder.exists()
    process.terminate()
    process.communicate()
    assert (process.returncode, [*tmp_path.iterdir()]) == (143, [])


def test_the_next_run_sweeps_what_a_killed_one_has_left(tmp_path: Path) -> None:
    killed, left = owner(tmp_path)
    other, kept = owner(tmp_path)
    killed.kill()
    killed.communicate()
    assert (left / "file").exists()
    made, empty = tmp_path / "vsym-test-made", tmp_path / "vsym-test-empty"
    for one in (made, empty, tmp_path / "other"):
        one.mkdir()
    (made / "owner").touch()
    with temporary_folder("test", tmp_path) as folder:
        assert not left.exists()
        # Folders in use, folders just being made, and one that is not ours.
        assert {one.name for one in tmp_path.iterdir()} == {
            kept.parent.name,
            folder.parent.name,
            *("vsym-test-made", "vsym-test-empty", "other"),
        }
        assert (kept / "file").read_text() == "kept"
    os.utime(made, (1, 1))
    with temporary_folder("test", tmp_path):
        assert not made.exists()
    other.communicate("")
    assert not kept.exists()
