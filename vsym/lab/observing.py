"""Values in states, and paths to where a condition is true, as one asks for them on the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError
from vsym.commands.step.desk import Desk
from vsym.commands.step.leading import lead
from vsym.lab.protocol import Record
from vsym.lab.traces import of_path
from vsym.system.result import Path


def watched(desk: Desk[Any, Any], expressions: Sequence[str], states: Sequence[Any]) -> Iterator[Record]:
    """The value of each expression in each state, or what is wrong with the expression."""
    for written in expressions:
        try:
            observed = desk.observation(written)
        except (DiagnosticError, RefusedError) as error:
            yield {"written": written, "values": None, "problem": _problem(error, written)}
        else:
            yield {"written": written, "values": [observed.told(one) for one in states], "problem": None}


def led(desk: Desk[Any, Any], state: Any, written: str) -> Record:
    """A path to a state in which a condition is true: on from a state, or `anew` from a start; or what is wrong with
    the condition."""
    try:
        found = lead(desk, state, desk.observation(written))
    except (DiagnosticError, RefusedError) as error:
        return {"told": None, "path": None, "anew": False, "problem": _problem(error, written)}
    walk = found.on if found.anew is None else found.anew.walk
    note = "" if found.anew is None or not found.anew.note else f"; {found.anew.note}"
    path = None if walk is None else of_path(desk.stepper, Path("witness", walk.states, walk.steps), None)
    return {"told": found.said + note, "path": path, "anew": found.anew is not None, "problem": None}


def _problem(error: DiagnosticError | RefusedError, written: str) -> str:
    """What is wrong, with its place in an expression where it is there."""
    if isinstance(error, RefusedError):
        return str(error)
    first = error.diagnostics[0]
    said = first.message if first.hint is None else f"{first.message}; {first.hint}"
    begin = first.span.source.text.rfind(written)
    column = first.span.start - begin + 1
    return f"column {column}: {said}" if 0 < column <= len(written) + 1 else said
