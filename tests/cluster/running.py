"""Schedulers and workers as users start them, each in a process of its own, and which processes are whose."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from tests.support.needs import needed
from tests.support.running import environment

ROOT = Path(__file__).parents[2]
FoundT = TypeVar("FoundT")


def awaited(found: Callable[[], FoundT], seconds: float = 60) -> FoundT:
    """The first thing found that is true; raises AssertionError after some seconds."""
    end = time.monotonic() + seconds
    while not (there := found()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return there


class Process(int):
    """The number of a process, with the time at which it started: a long run of tests uses all numbers, and the system
    gives them again."""

    started: bytes

    @classmethod
    def of(cls, number: int) -> Process:
        """The process that has a number now."""
        process = cls(number)
        process.started = _started(number)
        return process


def processes() -> dict[int, str]:
    """Every process that has not ended, with its command."""
    return {number: _command(number) for number in map(Process.of, _numbers()) if _there(number)}


def _numbers() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208 - asked often, and quicker


def _there(number: int) -> bool:
    """True where a process has not ended."""
    if isinstance(number, Process) and number.started != _started(number):
        return False
    status = _status(number)
    return bool(status) and status[0] != b"Z"


def _started(number: int) -> bytes:
    return b" ".join(_status(number)[19:20])


def _status(number: int) -> list[bytes]:
    """The fields of /proc/pid/stat from the state of a process on (proc(5))."""
    return _read(f"/proc/{number}/stat").rpartition(b")")[2].split()


def _command(number: int) -> str:
    return _read(f"/proc/{number}/cmdline").replace(b"\0", b" ").decode()


def _read(path: str) -> bytes:
    """A file of the system's, nothing of a process that has gone."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - asked often, and quicker
            return file.read()
    except OSError:
        return b""


def descendants(ancestor: int) -> dict[int, str]:
    """The processes under one, with their commands."""
    found: dict[int, str] = {}
    waiting = [ancestor]
    while waiting:
        tasks = f"/proc/{waiting.pop()}/task"
        with suppress(OSError):
            for task in os.listdir(tasks):  # noqa: PTH208
                for number in map(Process.of, map(int, _read(f"{tasks}/{task}/children").split())):
                    if _there(number):
                        found[number] = _command(number)
                        waiting.append(number)
    return found


def rows_at_work(ancestor: int) -> list[int]:
    """The processes under one that measure rows."""
    return [process for process, command in descendants(ancestor).items() if "vsym.cli.worker" in command]


def gone(numbers: Sequence[int]) -> bool:
    """True where all of these processes have ended."""
    return not any(_there(number) for number in numbers)


@dataclass(frozen=True)
class Cluster:
    """The scheduler at an address, and its workers of one thread each."""

    address: str
    scheduler: Process
    workers: tuple[Process, ...]


@contextmanager
def cluster_of(workers: int, folder: Path) -> Iterator[Cluster]:
    """A cluster of this machine, which keeps its files in a folder; its members have ended after the block."""
    needed("cluster")
    command = [sys.executable, "-m", "tests.cluster.members", str(folder), str(workers)]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        started = json.loads(process.stdout.readline())
        scheduler, *others = map(Process.of, started["members"])
        yield Cluster(started["address"], scheduler, tuple(others))


@contextmanager
def worker(address: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A worker of one thread, for which the packages in a folder come first."""
    needed("cluster")
    local = ("--nthreads", "1", "--no-nanny", "--host", "127.0.0.1", "--local-directory", str(folder))
    command = [sys.executable, "-m", "distributed.cli.dask_worker", "--no-dashboard", address, *local]
    with subprocess.Popen(
        command, cwd=folder, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            yield process
        finally:
            process.kill()
