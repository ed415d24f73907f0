"""The memory of the machine, or of the container where that allows less."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.memory import fresh
from vsym.basics.memory import GARBAGE, SHARE, available, default_memory, held

MACHINE = available(Path("/nowhere"))


def _system(root: Path, cgroup: str, **files: str) -> Path:
    (root / "proc/self").mkdir(parents=True)
    (root / "proc/self/cgroup").write_text(cgroup, encoding="utf-8")
    for place, text in files.items():
        path = root / "sys/fs/cgroup" / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


@pytest.mark.parametrize(
    ("cgroup", "files", "least"),
    [
        ("0::/\n", {"memory.max": "1000000\n"}, 1_000_000),
        ("0::/a/b\n", {"a/b/memory.max": "1000000\n", "a/memory.max": "max\n"}, 1_000_000),
        ("0::/a/b\n", {"a/b/memory.max": "2000000\n", "a/memory.max": "1000000\n"}, 1_000_000),
        # Inside a container, the path is the host's.
        ("0::/docker/abc\n", {"memory.max": "1000000\n"}, 1_000_000),
        ("9:cpu,cpuacct:/\n4:memory:/x\n", {"memory/x/memory.limit_in_bytes": "1000000\n"}, 1_000_000),
        ("4:memory:/docker/abc\n", {"memory/memory.limit_in_bytes": "1000000\n"}, 1_000_000),
        ("0::/\n", {}, MACHINE),
        ("0::/\n", {"memory.max": "max\n"}, MACHINE),
        ("4:memory:/\n", {"memory/memory.limit_in_bytes": "9223372036854771712\n"}, MACHINE),
        ("9:cpu:/\n", {"cpu/memory.limit_in_bytes": "1000000\n"}, MACHINE),
    ],
)
def test_a_container_may_allow_less_than_the_machine_has(
    tmp_path: Path, cgroup: str, files: dict[str, str], least: int
) -> None:
    assert available(_system(tmp_path, cgroup, **files)) == least


def test_the_default_is_a_part_of_it() -> None:
    assert default_memory() == int(SHARE * available()) == int(0.6 * available())


def test_what_this_process_holds_grows_with_what_it_takes() -> None:
    before = held()
    taken = fresh(50_000_000)
    assert held() - before > 40_000_000
    assert len(taken) == 50_000_000


PROGRAM = """
import gc, json, os
from vsym.basics.memory import start
start()
import numpy
print(json.dumps([gc.get_threshold()[0], len(os.listdir("/proc/self/task"))]))
"""


def test_garbage_is_looked_for_seldom_and_numpy_starts_no_threads() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60, check=True)
    assert json.loads(done.stdout) == [GARBAGE, 1]
