"""The verdict on a property that a search decides by itself: by the first state that answers a question, or none."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from vsym.basics.limits import REASONS, UndecidedError, reason_of
from vsym.engines.compiled.model import REACHED
from vsym.engines.compiled.search import Search
from vsym.system.result import Path, PathKind, Verdict


def direct(
    search: Search, number: int, kind: int, engine: str, path_to: Callable[[int, PathKind], Path[Any, Any]]
) -> Verdict:
    """What the answer to a question of a kind says; `reached` needs a single initial state."""
    started = time.monotonic()
    state = search.answers[number]
    if state is not None:
        told: PathKind = "witness" if kind == REACHED else "counterexample"
        try:
            path = path_to(state, told)
        except (UndecidedError, KeyboardInterrupt) as limit:
            return Verdict("unknown", engine, time.monotonic() - started, reason_of(limit))
        return Verdict("holds" if kind == REACHED else "violated", engine, time.monotonic() - started, path=path)
    if not search.complete:
        return Verdict("unknown", engine, 0.0, REASONS[search.interrupted or "time"])
    return Verdict("violated" if kind == REACHED else "holds", engine, 0.0)


def is_direct(search: Search, kind: int) -> bool:
    """Whether the answers say all: with several initial states, each of them has to reach what is to be reached."""
    return kind != REACHED or (search.initial == 1 and search.all_initial)
