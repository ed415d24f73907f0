"""Schedulers and workers as users start them, each in a process of its own, and which processes are whose."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from tests.running import environment

FoundT = TypeVar("FoundT")


def awaited(found: Callable[[], FoundT], seconds: float = 60) -> FoundT:
    """What is found as soon as there is something."""
    end = time.monotonic() + seconds
    while not (there := found()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return there


def processes() -> dict[int, tuple[int, str]]:
    """Every process that has not ended, with the one that has started it and its command."""
    found = {}
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                status = (process / "stat").read_text().rpartition(")")[2].split()
                command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
            if status[0] != "Z":
                found[int(process.name)] = int(status[1]), command
    return found


def descendants(ancestor: int) -> dict[int, str]:
    """The processes under one, with their commands."""
    there = processes()
    found: dict[int, str] = {}
    for _ in there:
        more = {one: command for one, (owner, command) in there.items() if owner == ancestor or owner in found}
        if more == found:
            break
        found = more
    return found


def rows_at_work(ancestor: int) -> list[int]:
    """The processes under one that measure rows."""
    return [process for process, command in descendants(ancestor).items() if "vsym.cli.worker" in command]


def gone(numbers: Sequence[int]) -> bool:
    """Whether all of these processes have ended."""
    return not set(numbers) & processes().keys()


@contextmanager
def scheduler(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A scheduler, and its address; without options, for this machine alone."""
    file = folder / "scheduler.json"
    asked = options or ("--host", "127.0.0.1")
    with _member("scheduler", folder, "--port", "0", "--scheduler-file", str(file), *asked) as process:
        yield process, awaited(lambda: _address(file))


def _address(file: Path) -> str:
    try:
        found: str = json.loads(file.read_text("utf-8"))["address"]
    except (OSError, ValueError):
        return ""
    return found


@contextmanager
def worker(address: str, folder: Path, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """A worker of one thread, for which the packages in a folder come first."""
    local = ("--nthreads", "1", "--no-nanny", "--host", "127.0.0.1", "--local-directory", str(folder))
    with _member("worker", folder, address, *local, *options) as process:
        yield process


@contextmanager
def _member(kind: str, folder: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--no-dashboard", *arguments]
    with subprocess.Popen(
        command, cwd=folder, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            yield process
        finally:
            process.kill()
