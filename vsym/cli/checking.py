"""`vsym check` of one file or of several, and the log of what is wrong with them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from vsym.basics.options import ERROR, INTERRUPTED, Delivery, Options, worst
from vsym.cli.delivery import deliver_failure, print_heading, write_file
from vsym.cli.ending import Attempt
from vsym.cli.failures import complain, passed_over
from vsym.cli.running import answer, attempt, guarded

if TYPE_CHECKING:
    from vsym.show.sarif import Result

_OF_ONE = {"output": "-o", "certificate": "--certificate", "out_itf": "--out-itf", "out_xml": "--out-xml"}
"""The options that name where something of one file is written."""


def check_files(files: tuple[str, ...], sarif: str | None, given: dict[str, Any]) -> NoReturn:
    """Check one file after the other, whatever is wrong with others, and end with the worst status."""
    for name, option in _OF_ONE.items():
        if len(files) > 1 and given[name] is not None:
            sys.exit(complain(f"vsym: {option} is for one file, and {len(files)} are given", ERROR))
    command = "cross_check" if given.pop("cross_check") else "check"
    if command == "cross_check" and given["as_json"]:
        sys.exit(complain("vsym: --cross-check shows a table, and --json has no form for it", ERROR))
    watching = given.pop("watch")
    if watching:
        _refuse_once(files, sarif, given)
    several = len(files) > 1
    certificate = given.pop("certificate")
    delivery = Delivery(
        given.pop("color"), given.pop("as_json"), given.pop("output"), certificate=certificate, several=several
    )

    def options_for(file: str) -> Options:
        return Options(file, **given, certificate=certificate is not None, sarif=sarif is not None)

    if watching:
        _watch(files, partial(_checked_again, command, options_for, delivery))
    attempts: list[Attempt] = []

    def finish(*last: Attempt) -> int:
        return _finished(files, [*attempts, *last], sarif, delivery)

    for file in files:
        if several and not delivery.as_json:
            print_heading(file, delivery, first=not attempts)
        attempts.append(attempt(partial(answer, command, options_for(file), delivery, finish), delivery, file))
        if attempts[-1].status == INTERRUPTED:
            break
    sys.exit(finish())


def _checked_again(command: str, options_for: Callable[[str], Options], delivery: Delivery, file: str) -> Attempt:
    """Check one of the files that are watched."""
    if delivery.several:
        print_heading(file, delivery, first=False)
    return attempt(partial(answer, command, options_for(file), delivery), delivery, file)


def _watch(files: tuple[str, ...], checked: Callable[[str], Attempt]) -> NoReturn:
    """Check each file whenever it changes, until Ctrl-C."""
    from vsym.cli.watching import watch

    try:
        watch(files, checked)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _refuse_once(files: Sequence[str], sarif: str | None, given: dict[str, Any]) -> None:
    """End with a message where something is asked for that is written once, or for what cannot be watched."""
    once = {**{option: given[name] for name, option in _OF_ONE.items()}, "--sarif": sarif, "--json": given["as_json"]}
    for option, value in once.items():
        if value:
            sys.exit(complain(f"vsym: {option} is written once, and --watch checks again and again", ERROR))
    for file in files:
        if not Path(file).is_file():
            sys.exit(complain(f"vsym: {file} cannot be watched: it is no file", ERROR))


def _finished(files: Sequence[str], attempts: Sequence[Attempt], sarif: str | None, delivery: Delivery) -> int:
    """Tell which files were not checked, as nothing was tried after the last attempt, and write the log; the status."""
    told = list(attempts)
    for file in files[len(attempts) :]:
        failure = passed_over(file, files[len(attempts) - 1])
        told.append(Attempt(deliver_failure(failure, delivery, file), failure=failure))
    status = worst(*(one.status for one in told))
    return status if sarif is None else worst(status, guarded(lambda: _logged(sarif, told, status)))


def _logged(path: str, attempts: Sequence[Attempt], status: int) -> int:
    """Write the log of all attempts; the status. Raises RefusedError where it cannot be written."""
    from vsym.show import sarif
    from vsym.show.documents import as_json

    results: list[Result] = []
    for one in attempts:
        if one.answer is not None:
            results += one.answer.results
        elif one.failure is not None:
            diagnosed = sarif.of_diagnostics(one.failure.diagnostics)
            results += diagnosed or [sarif.Result("failed", one.failure.message)]
    write_file(Path(path), as_json(sarif.log(results, status)))
    return status
