"""A process that measures rows: settings and then values come in as lines of JSON, rows go out as such lines.

It ends when its standard input does, so that no worker outlives its parent.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from queue import SimpleQueue
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from vsym.basics.memory import start
from vsym.basics.options import RefusedError
from vsym.cli.exiting import ended
from vsym.sweeping.axes import Values
from vsym.sweeping.row import Row, to_record

if TYPE_CHECKING:
    from vsym.sweeping import shapes
    from vsym.sweeping.axes import Settings


def serve(output: int) -> None:
    """Answer on a file descriptor until there is no more input; nothing else is written there."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    start()
    answers = os.fdopen(os.dup(output), "w", encoding="utf-8")
    os.dup2(2, output)

    def answer(record: Mapping[str, object]) -> None:
        answers.write(json.dumps(record) + "\n")
        answers.flush()

    lines: SimpleQueue[str] = SimpleQueue()
    settings = json.loads(sys.stdin.readline())
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()
    try:
        try:
            measured = _prepared(settings)
        except RefusedError as error:
            answer({"refused": str(error)})
            return
        answer({"ready": True})
        while True:
            values = tuple((str(name), int(value)) for name, value in json.loads(lines.get()))
            answer(_answer(measured, values))
    except KeyboardInterrupt:
        # The process that started this one was interrupted as well, and wants no more rows.
        return


def _listen(lines: SimpleQueue[str]) -> None:
    """Pass lines on; at the end of the input end the process, and the NuSMV that it may be waiting for."""
    for line in sys.stdin:
        lines.put(line)
    os.kill(os.getpid(), signal.SIGTERM)


_AHEAD: Mapping[str, tuple[str, ...]] = MappingProxyType({"program": ()})
"""The engines that are imported ahead where vsym chooses one for a model of a kind."""

_CHOSEN = ("explicit", "mdd")
"""The engines that are imported ahead for a model of any other kind."""


def _prepared(given: dict[str, Any]) -> Callable[[Values], Row]:
    """The function that measures a row. It imports and parses first, so that no row's time has that."""
    from vsym.basics.source import Source
    from vsym.engines.registry import engine
    from vsym.languages.registry import parsed_or_kept
    from vsym.sweeping.axes import Settings
    from vsym.sweeping.measuring import measure

    text = parsed_or_kept(Source(given.pop("name"), given.pop("text")))
    settings = Settings(**{**given, "properties": tuple(given["properties"])})
    for name in _AHEAD.get(text.kind, _CHOSEN) if settings.engine == "auto" else (settings.engine,):
        engine(name)
    _warm(settings)
    if settings.engine == "nusmv":
        from vsym.engines.nusmv.program import refuse_others

        refuse_others()

    def measured(values: Values) -> Row:
        return measure(text, values, settings, ended)

    return measured


def _warm(settings: Settings) -> None:
    """Ask the solver something, as the first question takes longer than others; raises RefusedError without one."""
    from vsym.arithmetic.environment import Environment
    from vsym.arithmetic.solver import Session, UnknownSolverError
    from vsym.basics.limits import Budget

    environment = Environment()
    try:
        with Session(environment, Budget(settings.solver)) as session:
            session.satisfiable(environment.formula_manager.TRUE())
    except UnknownSolverError as error:
        raise RefusedError(str(error)) from error


def _answer(measured: Callable[[Values], Row], values: Values) -> shapes.Row | Mapping[str, str]:
    """The row, or why there is none; KeyboardInterrupt where Ctrl-C was pressed meanwhile."""
    from vsym.arithmetic.solver import UnknownSolverError
    from vsym.basics.limits import REASONS
    from vsym.engines.nusmv.program import NuSMVMissing

    try:
        row = measured(values)
    except (RefusedError, NuSMVMissing, UnknownSolverError) as error:
        return {"refused": str(error)}
    except Exception as error:
        traceback.print_exc()
        said = " ".join(f"{type(error).__name__}: {error}".split())
        return to_record(Row(values, failure="bug", problem=f"this is a bug in vsym: {said}"))
    if any(finding.reason == REASONS["keyboard"] for finding in row.findings):
        raise KeyboardInterrupt
    return to_record(row)
