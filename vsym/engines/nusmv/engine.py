"""The NuSMV engine: the counter model is written for NuSMV, run, and its verdicts and traces are read back."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from vsym.engines.nusmv.program import Run, find, run, version
from vsym.engines.nusmv.traces import read_trace
from vsym.exchange.smv import counter
from vsym.exchange.smv import writing as smv
from vsym.exchange.smv.counter import CounterText
from vsym.exchange.smv.layout import Specification
from vsym.logic.properties import Property
from vsym.logic.universal import is_universal
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.system.result import ErrorReached, SystemPath, Verdict

NAME = "nusmv"

__all__ = ["NAME", "NuSMVMissing", "find", "verify", "version"]

_COMMANDS = {"CTLSPEC": "check_ctlspec", "LTLSPEC": "check_ltlspec", "INVARSPEC": "check_invar -s backward"}


class NuSMVMissing(Exception):  # noqa: N818 - what is missing, not what went wrong
    """NuSMV is asked for and not installed."""

    def __init__(self) -> None:
        super().__init__(
            "NuSMV was not found, neither by VSYM_NUSMV nor as NuSMV, nusmv or nuXmv on PATH; "
            "`scripts/install-nusmv.sh` builds and installs it"
        )


def verify(
    system: CounterSystem,
    properties: Sequence[Property],
    timeout: float | None = None,
    program: Path | None = None,
) -> list[Verdict]:
    """The verdict on each property, by one run of NuSMV (`program`, or the one that `find` finds).

    A property not decided within `timeout` seconds, or before NuSMV crashed, is unknown with the reason. Nothing is
    decided before no transition is known to leave a variable's range. Raises NuSMVMissing, ErrorReached for a
    reachable assignment outside a range, DiagnosticError for what NuSMV cannot hold, OSError where the temporary
    directory cannot be written, RuntimeError where NuSMV does not accept the model (our bug).
    """
    if not properties:
        return []
    program = program or find()
    if program is None:
        raise NuSMVMissing
    asked = replace(system, properties=tuple(properties))
    text = counter.prepare(asked)
    specifications = (*text.overflows, *text.properties)
    with tempfile.TemporaryDirectory(prefix="vsym-nusmv-") as directory:
        place = Path(directory)
        (place / "model.smv").write_text(smv.counter_model(asked), encoding="utf-8")
        (place / "commands").write_text(_script(specifications), encoding="utf-8")
        started = time.time()
        ended = run(program, place, timeout)
        answers = [_answer(place / f"result{number}") for number in range(len(specifications))]
    if None in answers and ended.reason is None:
        raise RuntimeError(f"NuSMV did not accept the model that we wrote:\n{ended.errors}")
    _report_overflow(asked, text, answers)
    return _verdicts(asked, text, answers[len(text.overflows) :], started, ended)


def _script(specifications: Sequence[Specification]) -> str:
    """The commands: one property after another, each with its answer in a file of its own, traces as XML."""
    checks = [
        f"{_COMMANDS[specification.kind]} -P {specification.name} -o result{number}"
        for number, specification in enumerate(specifications)
    ]
    return "\n".join(["set on_failure_script_quits 1", "set default_trace_plugin 4", "go", *checks, "quit", ""])


# What one property's file says: when it was written, whether the property holds, and the text with the trace.
_Answer = tuple[float, bool, str]


def _answer(path: Path) -> _Answer | None:
    """The answer in a file, or None where there is none or it was cut short."""
    if not path.exists():
        return None
    text = path.read_text(encoding="utf-8", errors="replace")
    line = next((line.rstrip() for line in text.splitlines() if line.rstrip().endswith(("is true", "is false"))), None)
    return None if line is None else (path.stat().st_mtime, line.endswith("is true"), text)


def _report_overflow(system: CounterSystem, text: CounterText, answers: Sequence[_Answer | None]) -> None:
    for specification, answer in zip(text.overflows, answers, strict=False):
        if answer is not None and not answer[1] and specification.transition is not None:
            trace = read_trace(system, text, answer[2])
            if trace is None:
                raise RuntimeError(f"NuSMV gave no trace to an assignment outside a range:\n{answer[2]}")
            raise ErrorReached(specification.transition, trace)


def _verdicts(
    system: CounterSystem, text: CounterText, answers: Sequence[_Answer | None], started: float, ended: Run
) -> list[Verdict]:
    verdicts: list[Verdict] = []
    for prop, answer in zip(system.properties, answers, strict=True):
        if answer is None:
            verdicts.append(Verdict("unknown", NAME, max(0.0, ended.finished - started), ended.reason))
            started = ended.finished
            continue
        written, holds, answered = answer
        trace = None if holds else _shown(prop, read_trace(system, text, answered))
        verdicts.append(Verdict("holds" if holds else "violated", NAME, max(0.0, written - started), path=trace))
        started = written
    return verdicts


def _shown(prop: Property, trace: SystemPath | None) -> SystemPath | None:
    """The trace, unless it is the initial state alone and no path can show why the property fails there."""
    if trace is None or trace.steps or prop.logic != "ctl" or is_universal(prop.formula):
        return trace
    return None
