"""`vsym check --watch`: each file is checked again when it changes, and what the change has changed is said.

Files are looked at a few times a second. A check has a process of its own, which ends when its file changes under it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import NoReturn, TypeAlias

from vsym.basics.options import HOLDS, INTERRUPTED
from vsym.cli.delivery import print_text
from vsym.cli.ending import Attempt
from vsym.cli.failures import complain

EVERY = 0.2
"""How many seconds pass between two looks at the files."""

_GRACE = 2.0
"""How many seconds a check has to end that is no longer wanted."""

Print: TypeAlias = tuple[int, int] | None
"""When a file was changed last, in nanoseconds, and its size; None where there is none."""


def watch(files: tuple[str, ...], checked: Callable[[str], Attempt]) -> NoReturn:
    """Check each file, and again whenever it changes, until Ctrl-C: then raise KeyboardInterrupt."""
    # What each check needs is loaded once, so that the processes begin with it.
    import vsym.commands.checking
    import vsym.commands.programs.checking  # noqa: F401

    seen: dict[str, Print] = {}
    known: dict[str, Mapping[str, str]] = {}
    while True:
        for file in [name for name in files if (now := fingerprint(name)) is not None and now != seen.get(name)]:
            seen[file] = fingerprint(file)
            verdicts = _checked(file, seen[file], checked)
            if verdicts is None:
                continue
            for line in differences(known.get(file), verdicts):
                print_text(f"{line}\n", HOLDS)
            known[file] = verdicts
            complain(f"watching {', '.join(files)}; Ctrl-C ends", HOLDS)
        time.sleep(EVERY)


def fingerprint(file: str) -> Print:
    """What tells that a file has changed."""
    try:
        status = Path(file).stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def differences(before: Mapping[str, str] | None, now: Mapping[str, str]) -> Iterator[str]:
    """What is said of properties otherwise than before: nothing the first time."""
    if before is None:
        return
    for name, verdict in now.items():
        if name not in before:
            yield f"new: {name} {verdict}"
        elif before[name] != verdict:
            yield f"changed: {name} {before[name]} → {verdict}"
    yield from (f"gone: {name}" for name in before if name not in now)


def verdicts_of(attempt: Attempt) -> Mapping[str, str] | None:
    """The verdict on each property, None where the model has an error."""
    if attempt.answer is None:
        return None
    properties = attempt.answer.record.get("properties")
    told = properties if isinstance(properties, list) else []
    return {str(one["name"]): str(one["verdict"]) for one in told if isinstance(one, dict)}


def _checked(file: str, asked: Print, checked: Callable[[str], Attempt]) -> Mapping[str, str] | None:
    """What a process of its own finds out, and has written; None where that is nothing, or the file has changed."""
    fork = multiprocessing.get_context("fork")
    ours, theirs = fork.Pipe(duplex=False)
    process = fork.Process(target=_check, args=(file, checked, theirs))
    process.start()
    theirs.close()
    try:
        while not ours.poll(EVERY):
            if fingerprint(file) not in (asked, None):
                complain(f"{file} has changed", HOLDS)
                return None
        found: Mapping[str, str] | None = ours.recv()
    except EOFError:
        # It ended at a limit that its work did not heed, and has said so.
        found = None
    finally:
        _end(process)
    return found


def _check(file: str, checked: Callable[[str], Attempt], told: Connection) -> None:
    attempt = checked(file)
    if attempt.status != INTERRUPTED:
        told.send(verdicts_of(attempt))
    told.close()


def _end(process: BaseProcess) -> None:
    """Wait for a process that has told what it found, and end one that has not."""
    process.join(_GRACE / 4)
    if process.is_alive() and process.pid is not None:
        os.kill(process.pid, signal.SIGINT)
        process.join(_GRACE)
    if process.is_alive():
        process.kill()
        process.join()
