"""JSON documents from other programs, and the common parts of traces in Apalache's Informal Trace Format (ADR-015 of
Apalache), for all kinds of models."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from vsym import __version__
from vsym.basics.options import RefusedError
from vsym.system.result import PathKind


def parsed(text: str | bytes, file: str) -> Any:
    """The JSON value of a text; raises RefusedError, with the place, where the text is no JSON."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise RefusedError(f"{file}:{error.lineno}:{error.colno}: this is not JSON: {error.msg}") from error
    except (RecursionError, ValueError) as error:
        raise RefusedError(f"{file}: this JSON nests too deeply or has too long numbers") from error


def trace_in(text: str, file: str) -> Mapping[str, Any]:
    """The JSON object of a text; raises RefusedError, with the place, where the text is none."""
    trace = parsed(text, file)
    if not isinstance(trace, dict):
        raise RefusedError(f"{file}: this is not an ITF trace: it is not a JSON object")
    return trace


def states_of(trace: Mapping[str, Any], file: str) -> list[dict[str, Any]]:
    """The states of a trace, at least one; raises RefusedError where there are none."""
    states = trace.get("states")
    if not isinstance(states, list) or not states or not all(isinstance(state, dict) for state in states):
        raise RefusedError(f"{file}: this is not an ITF trace: it has no list of `states`")
    return states


def loop_of(given: object, states: int, file: str) -> int | None:
    """The number of the state at which a loop begins; raises RefusedError for any other value."""
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given < states:
        raise RefusedError(f"{file}: the loop begins at {given!r}, but the states are 0..{states - 1}")
    return given


def meta_of(trace: Mapping[str, Any]) -> tuple[Mapping[str, Any], PathKind]:
    """The description of a trace, and its kind: a counterexample, unless it says that it is a witness."""
    meta = trace.get("#meta")
    meta = meta if isinstance(meta, dict) else {}
    return meta, "witness" if meta.get("kind") == "witness" else "counterexample"


def description(kind: PathKind, name: str, model: str) -> dict[str, Any]:
    """The description of a path that shows a verdict on the property of a name."""
    return {
        "format": "ITF",
        "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
        "description": f"{kind} of {name} in {model}, by vsym {__version__}",
        "kind": kind,
    }


def written(
    head: Mapping[str, Any], states: Iterable[Mapping[str, Any]], *, indent: int | None = 1, escaped: bool = False
) -> str:
    """A trace as one JSON document with a line for each state below its head."""
    lines = (json.dumps(state, ensure_ascii=escaped) for state in states)
    above = json.dumps(head, indent=indent, ensure_ascii=escaped).removesuffix("}").rstrip("\n")
    return f'{above},\n "states": [\n  ' + ",\n  ".join(lines) + "\n ]\n}\n"
