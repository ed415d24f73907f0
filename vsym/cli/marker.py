"""A process that marks one solution: a task comes in as JSON, its marks go out.

It has its own memory limit, and ends when its time is over, even in the middle of its work.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from typing import NoReturn

from vsym.basics.limits import REASONS, Budget, watched
from vsym.basics.source import Source

ADDRESSES = 6_000_000_000
"""The bytes of address space that solvers and libraries take beside the memory of the work."""


def serve() -> None:
    """Read a task from standard input, and write the mark of each demand, or one reason for all, to the output."""
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    task = json.loads(sys.stdin.read())

    def end(result: object) -> NoReturn:
        output.write(json.dumps(result))
        output.flush()
        os._exit(0)

    most = task["megabytes"] * 1_000_000
    _limit(resource.RLIMIT_AS, 2 * most + ADDRESSES)
    _limit(resource.RLIMIT_CORE, 0)
    budget = Budget(deadline=time.monotonic() + task["seconds"], megabytes=task["megabytes"])
    with watched(budget, lambda limit: end(REASONS[limit])):
        try:
            end(_marks(task, budget))
        except MemoryError:
            end(REASONS["memory"])
        except RecursionError:
            end("it nests too deeply")


def _marks(task: dict[str, list[str]], budget: Budget) -> list[tuple[str, bool, str]]:
    from vsym.commands.grade.demands import allowances, demands
    from vsym.commands.grade.marking import marks

    against = Source(*task["against"])
    given = marks(Source(*task["solution"]), against, demands(against), allowances(against), budget)
    return [(one.value, one.fulfilled, one.feedback) for one in given]


def _limit(what: int, most: int) -> None:
    _, hard = resource.getrlimit(what)
    resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
