"""A search by the first program there is: one that was soon compiled, which a fast one takes over if it goes on."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.basics.interruption import Interruption
from vsym.basics.limits import Budget, LimitReachedError
from vsym.engines.compiled.compiler import FAST, QUICK, CompilerError, binary, needs_no_other
from vsym.engines.compiled.model import Model
from vsym.engines.compiled.process import Process, ReplacedError, running
from vsym.engines.compiled.search import Search
from vsym.system.report import Report

PATIENCE = 0.1
"""Seconds that the search by the quick program takes before the fast one is compiled beside it. A search that ends
sooner, as that of most models in a lesson, compiles nothing more."""


@frozen
class Searched:
    """The process of a search, which finds paths, its figures, and the seconds until it began."""

    process: Process
    search: Search
    compile_seconds: float


@contextmanager
def searched(
    model: Model,
    flags: Sequence[str],
    options: Mapping[str, object],
    budget: Budget,
    report: Report,
    announce: Callable[[int, int, float], None],
) -> Iterator[Searched]:
    """The search of a model by its program, compiled with these flags; its process ends with the block.

    Where neither program is kept from an earlier run, the quick one is compiled and searches. If its search goes on,
    the fast one is compiled beside it and begins anew: that loses less than waiting for it would.

    Raises as `binary` and `Process.search` do.
    """
    begun = time.monotonic()
    answered: set[int] = set()

    def once(question: int, depth: int, seconds: float) -> None:
        if question not in answered:
            answered.add(question)
            announce(question, depth, seconds)

    def by(program_flags: Sequence[str], stack: ExitStack) -> tuple[Process, float]:
        program = binary(model, [*program_flags, *flags], budget)
        compiled = time.monotonic() - begun
        report.say("exploring the states")
        return stack.enter_context(running(program, options, budget)), compiled

    if not needs_no_other(model, [*FAST, *flags]):
        with ExitStack() as stack, contextlib.suppress(ReplacedError):
            process, compiled = by(QUICK, stack)
            with _compiled_beside(model, [*FAST, *flags], budget, process.replace):
                search = process.search(report, once)
            process.raise_if_replaced()
            yield Searched(process, search, compiled)
            return
    with ExitStack() as stack:
        process, compiled = by(FAST, stack)
        yield Searched(process, process.search(report, once), compiled)


@contextmanager
def _compiled_beside(model: Model, flags: Sequence[str], budget: Budget, ready: Callable[[], None]) -> Iterator[None]:
    """Inside, if that takes longer than PATIENCE, another thread compiles a program and calls `ready` once it is there.

    Where the program cannot be compiled, which `binary` would say, the search that is under way goes on.
    """
    over = threading.Event()
    compiling = Interruption()

    def work() -> None:
        if over.wait(PATIENCE):
            return
        with contextlib.suppress(CompilerError, OSError, RuntimeError, LimitReachedError, KeyboardInterrupt):
            binary(model, flags, replace(budget, interruption=compiling))
            if not over.is_set():
                ready()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        # The compiler ends as where memory runs out.
        compiling.exhaust(exhausted=True)
        thread.join()
