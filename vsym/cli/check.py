"""`vsym check` of one file or of several, once or whenever they change, and `vsym report`, which is the same as a page.

vsym checks the times of the files a few times a second. A check has its own process, which ends when its file changes.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

import click

from vsym.basics.options import ERROR, HOLDS, INTERRUPTED, Delivery, Options, RefusedError, refuse_given, worst
from vsym.cli.delivery import complain, deliver_failure, passed_over, print_heading, print_text, write_file
from vsym.cli.exiting import After, Attempt
from vsym.cli.help import Command
from vsym.cli.program_options import exploration_options
from vsym.cli.running import SHARED, answer, attempt, end_without_processes, guarded, run
from vsym.cli.settings import (
    ALL,
    AS_COUNTERS,
    BOUND,
    BOUNDS,
    ENGINE,
    FOR_ALL,
    MEMORY,
    STRICT,
    THREADS,
    TRACE,
    options_of_files,
    shared_options,
    store_options,
)

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from vsym.show.sarif import Result


_OF_ONE = {"output": "-o", "certificate": "--certificate", "out_itf": "--out-itf", "out_xml": "--out-xml"}
"""The options that name where something of one file is written."""


def check_files(files: tuple[str, ...], sarif: str | None, given: dict[str, Any]) -> NoReturn:
    """Check one file after the other, even if others have errors, and end with the worst status."""
    for name, option in _OF_ONE.items():
        if len(files) > 1 and given[name] is not None:
            sys.exit(complain(f"vsym: {option} takes one file, not {len(files)}", ERROR))
    command = "cross_check" if given.pop("cross_check") else "check"
    if command == "cross_check" and given["as_json"]:
        sys.exit(complain("vsym: --cross-check prints a table only; leave --json out", ERROR))
    if command == "cross_check":
        _refuse_one_engine(sarif, given)
    watching = given.pop("watch")
    if watching:
        _refuse_once(files, sarif, given)
    several = len(files) > 1
    certificate = given.pop("certificate")
    delivery = Delivery(
        given.pop("color"), given.pop("as_json"), given.pop("output"), certificate=certificate, several=several
    )

    shared = {name: given.pop(name) for name in tuple(given) if name in SHARED}
    own = {} if command == "cross_check" else given

    def answered(file: str, after: After | None = None) -> Attempt:
        options = Options(file, **shared, certificate=certificate is not None)
        return attempt(lambda: answer(command, options, delivery, own, after), delivery, file)

    if watching:
        try:
            watch(files, partial(_checked_again, answered, delivery))
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)
    attempts: list[Attempt] = []

    def finish(*last: Attempt) -> int:
        return _finished(files, [*attempts, *last], sarif, delivery)

    for file in files:
        if several and not delivery.as_json:
            print_heading(file, delivery, first=not attempts)
        attempts.append(answered(file, finish))
        if attempts[-1].status == INTERRUPTED:
            break
    sys.exit(finish())


def _refuse_one_engine(sarif: str | None, given: Mapping[str, Any]) -> None:
    """End with a message for an option that selects one engine, or that not all engines support."""
    beside = {
        "--engine": given["engine"] != "auto",
        "--for-all": given["for_all"],
        "--bound": given["bound"] is not None,
        **{option: given[name] for name, option in _OF_ONE.items() if name != "output"},
        "--sarif": sarif,
        "--group": given["quotient"].group,
        "--strategy": given["quotient"].strategy,
        "--as": given["counted"],
        "--compact": given["compact"],
    }
    try:
        refuse_given(beside, "has no meaning with --cross-check, which runs every engine")
    except RefusedError as error:
        sys.exit(complain(f"vsym: {error}", ERROR))


def _checked_again(answered: Callable[[str], Attempt], delivery: Delivery, file: str) -> Attempt:
    """Check one of the files that are watched."""
    if delivery.several:
        print_heading(file, delivery, first=False)
    return answered(file)


def _refuse_once(files: Sequence[str], sarif: str | None, given: dict[str, Any]) -> None:
    """End with a message where --watch cannot work: without processes, with output that is written once, or on
    anything but files."""
    end_without_processes("--watch")
    once = {**{option: given[name] for name, option in _OF_ONE.items()}, "--sarif": sarif, "--json": given["as_json"]}
    for option, value in once.items():
        if value:
            sys.exit(complain(f"vsym: {option} writes once, and --watch checks repeatedly: use one of them", ERROR))
    for file in files:
        if not Path(file).is_file():
            sys.exit(complain(f"vsym: --watch cannot watch {file}: it is not a file", ERROR))


def _finished(files: Sequence[str], attempts: Sequence[Attempt], sarif: str | None, delivery: Delivery) -> int:
    """Tell which files were not checked, as nothing was tried after the last attempt, and write the log; the status."""
    reported = list(attempts)
    for file in files[len(attempts) :]:
        failure = passed_over(file, files[len(attempts) - 1])
        reported.append(Attempt(deliver_failure(failure, delivery, file), failure=failure))
    status = worst(*(one.status for one in reported))
    return status if sarif is None else worst(status, guarded(lambda: _logged(sarif, reported, status)))


def _logged(path: str, attempts: Sequence[Attempt], status: int) -> int:
    """Write the log of all attempts; the status. Raises RefusedError where it cannot be written."""
    from vsym.show import sarif
    from vsym.show.documents import as_json

    results: list[Result] = []
    for one in attempts:
        if one.answer is not None:
            results += one.answer.reviewed()
        elif one.failure is not None:
            diagnosed = sarif.of_diagnostics(one.failure.diagnostics)
            results += diagnosed or [sarif.Result("failed", one.failure.message)]
    write_file(Path(path), as_json(sarif.log(results, status)))
    return status


EVERY = 0.2
"""The seconds between two checks of the files' times."""

_GRACE = 2.0
"""The seconds that a cancelled check has to end."""

Print: TypeAlias = tuple[int, int] | None
"""The time of a file's last change, in nanoseconds, and its size; None where there is no file."""


def watch(files: tuple[str, ...], checked: Callable[[str], Attempt]) -> NoReturn:
    """Check each file, and again whenever it changes, until Ctrl-C: then raise KeyboardInterrupt."""
    # What each check needs is loaded once, so that the processes begin with it.
    from vsym.checking.check import PLAIN, ROADS

    import_module("vsym.commands.check")
    for road in (*ROADS.values(), PLAIN):
        import_module(road)

    seen: dict[str, Print] = {}
    verdicts_of: dict[str, Mapping[str, str]] = {}
    while True:
        for file in [name for name in files if (now := fingerprint(name)) is not None and now != seen.get(name)]:
            seen[file] = fingerprint(file)
            verdicts = _checked(file, seen[file], checked)
            if verdicts is None:
                continue
            for line in differences(verdicts_of.get(file), verdicts):
                print_text(f"{line}\n", HOLDS)
            verdicts_of[file] = verdicts
            complain(f"watching {', '.join(files)}; Ctrl-C ends", HOLDS)
        time.sleep(EVERY)


def fingerprint(file: str) -> Print:
    """The time of the last change and the size, which tell that a file has changed."""
    try:
        status = Path(file).stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def differences(before: Mapping[str, str] | None, now: Mapping[str, str]) -> Iterator[str]:
    """The verdicts that differ from those before, one line each: none the first time."""
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
    record = attempt.answer.record
    properties = None if record is None else record.get("properties")
    records = properties if isinstance(properties, list) else []
    return {str(one["name"]): str(one["verdict"]) for one in records if isinstance(one, dict)}


def _checked(file: str, first: Print, checked: Callable[[str], Attempt]) -> Mapping[str, str] | None:
    """The verdicts of a check in a process of its own; None where it reached none, or the file has changed."""
    # Only --watch needs this module, which loads sockets.
    import multiprocessing

    fork = multiprocessing.get_context("fork")
    ours, theirs = fork.Pipe(duplex=False)
    process = fork.Process(target=_check, args=(file, checked, theirs))
    process.start()
    theirs.close()
    try:
        while not ours.poll(EVERY):
            if fingerprint(file) not in (first, None):
                complain(f"{file} has changed", HOLDS)
                return None
        verdicts: Mapping[str, str] | None = ours.recv()
    except EOFError:
        # It ended at a limit that its work did not heed, and has said so.
        verdicts = None
    finally:
        _end(process)
    return verdicts


def _check(file: str, checked: Callable[[str], Attempt], connection: Connection) -> None:
    attempt = checked(file)
    if attempt.status != INTERRUPTED:
        connection.send(verdicts_of(attempt))
    connection.close()


def _end(process: BaseProcess) -> None:
    """Wait for a process that has sent its verdicts, and end one that has not."""
    process.join(_GRACE / 4)
    if process.is_alive() and process.pid is not None:
        os.kill(process.pid, signal.SIGINT)
        process.join(_GRACE)
    if process.is_alive():
        process.kill()
        process.join()


@click.command(cls=Command, short_help="Decide the symmetry, then every property.")
@options_of_files
@ENGINE
@FOR_ALL
@BOUND
@click.option(
    "--certificate",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write the proofs of --engine smt to this file as SMT-LIB 2.",
)
@click.option(
    "--out-itf", metavar="DIR", type=click.Path(file_okay=False), help="Write the paths to this folder as ITF."
)
@click.option(
    "--out-xml",
    metavar="DIR",
    type=click.Path(file_okay=False),
    help="Write the paths to this folder for NuSMV's read_trace; NuSMV needs the model that emit-smv writes.",
)
@click.option(
    "--sarif",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write errors and violations to this file as SARIF 2.1.0, for code review.",
)
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, and show the difference.")
@click.option(
    "--cross-check",
    "cross_check",
    is_flag=True,
    help="Run every engine, --timeout seconds each (60), and show their verdicts side by side.",
)
@MEMORY
@THREADS
@ALL
@STRICT
@TRACE
@AS_COUNTERS
@BOUNDS
@store_options
@exploration_options
def check(files: tuple[str, ...], sarif: str | None, **given: Any) -> None:
    """Decide the symmetry, then every property on the best exact reduction.

    vsym checks several files one after the other; with --json, each gives one line.

    The exit status is 0 if all hold, 10 if a property is violated or a stated rank fails, 5 if something is undecided,
    2 for an error in the model or the command.
    """
    check_files(files, sarif, given)


@click.command(cls=Command, short_help="Write the results of `check` as one HTML page.")
@shared_options
@ENGINE
@FOR_ALL
@BOUND
@MEMORY
@THREADS
@ALL
@STRICT
@TRACE
@AS_COUNTERS
@BOUNDS
@exploration_options
def report(**given: Any) -> None:
    """Write the results of `check` as one HTML page, with the model, pictures, and traces to step through."""
    run("report", given)
