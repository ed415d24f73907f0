"""`vsym check` of one file or of several, and the log of what is wrong with them."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from vsym.basics.options import ERROR, INTERRUPTED, Delivery, Options, worst
from vsym.cli.delivery import print_heading, write_file
from vsym.cli.failures import complain
from vsym.cli.running import Attempt, answer, attempt, guarded

if TYPE_CHECKING:
    from vsym.show.sarif import Result

_OF_ONE = {"output": "-o", "certificate": "--certificate", "out_itf": "--out-itf", "out_xml": "--out-xml"}
"""The options that name where something of one file is written."""


def check_files(files: tuple[str, ...], sarif: str | None, given: dict[str, Any]) -> NoReturn:
    """Check one file after the other, whatever is wrong with others, and end with the worst status."""
    for name, option in _OF_ONE.items():
        if len(files) > 1 and given[name] is not None:
            sys.exit(complain(f"vsym: {option} is for one file, and {len(files)} are given", ERROR))
    several = len(files) > 1
    certificate = given.pop("certificate")
    delivery = Delivery(
        given.pop("color"), given.pop("as_json"), given.pop("output"), certificate=certificate, several=several
    )
    attempts: list[Attempt] = []
    for file in files:
        if several and not delivery.as_json:
            print_heading(file, delivery, first=not attempts)
        options = Options(file, **given, certificate=certificate is not None, sarif=sarif is not None)
        attempts.append(attempt(partial(answer, "check", options, delivery), delivery, file))
        if attempts[-1].status == INTERRUPTED:
            break
    status = worst(*(one.status for one in attempts))
    if sarif is not None:
        status = worst(status, guarded(lambda: _logged(sarif, attempts, status)))
    sys.exit(status)


def _logged(path: str, attempts: list[Attempt], status: int) -> int:
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
