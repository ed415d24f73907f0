"""The NuSMV engine: writes the system for NuSMV, runs it, and reads back verdicts and traces."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from vsym.basics.frozen import frozen
from vsym.basics.limits import REASONS, Budget
from vsym.basics.source import Diagnostic
from vsym.basics.temporary import temporary_folder
from vsym.engines.nusmv.program import NuSMVMissing, Run, find, run, version
from vsym.engines.nusmv.traces import leaving, read_trace, start, where_no_path_counts
from vsym.engines.protocol import Answer, mixed_logics, open_parameters, raise_refusals
from vsym.exchange.smv.layout import Specification
from vsym.exchange.smv.system import SystemText, prepare, system_model
from vsym.logic.ctl import is_universal
from vsym.logic.folding import REBUILT, fold
from vsym.logic.formula import FALSE, TRUE, Formula, conjunction, disjunction, is_predicate, negate
from vsym.logic.lasso_semantics import shows
from vsym.logic.properties import Property
from vsym.logic.reachability import reachability
from vsym.system.report import Report
from vsym.system.result import ErrorReached, SystemPath, Verdict
from vsym.system.step import holds
from vsym.system.system import System

NAME = "nusmv"

__all__ = ["ENGINE", "NAME", "NuSMVMissing", "NusmvEngine", "find", "version"]

_COMMANDS = {"CTLSPEC": "check_ctlspec", "LTLSPEC": "check_ltlspec", "INVARSPEC": "check_invar"}


@frozen
class NusmvEngine:
    """NuSMV or nuXmv: `program`, or the one that `find` finds."""

    program: Path | None = None
    name: str = NAME

    def accepts(self, system: System, prop: Property) -> Diagnostic | None:
        """VS401 for a property that mixes CTL and LTL, and for a system with parameters."""
        return mixed_logics(prop) or open_parameters(system, prop)

    def verify(self, system: System, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """The verdict on each property, by one run of NuSMV.

        A property that is not decided in time, before Ctrl-C, or before NuSMV crashed, is unknown with the reason.
        Verdicts need a proof that no event that is an error is ever enabled. Raises NuSMVMissing, ErrorReached for a
        reachable one, DiagnosticError for ranges or numbers too large for NuSMV, RefusedError for too many cases of an
        update, OSError where the temporary directory cannot be written, RuntimeError if NuSMV rejects the model (our
        bug).
        """
        raise_refusals(self, system, properties)
        if not properties:
            return Answer(())
        program = self.program or find()
        if program is None:
            raise NuSMVMissing
        report.say("running NuSMV")
        rewritten = replace(system, properties=tuple(map(_as_explained, properties)))
        text = prepare(rewritten)
        started = time.time()
        ended, answers = _run(program, text, budget, backward=bool(rewritten.sums))
        for claim, answer in zip(text.claims, answers, strict=False):
            if answer is not None and not answer[1] and claim.event is not None:
                path = read_trace(rewritten, text, answer[2])
                if path is None:
                    raise RuntimeError(f"NuSMV gave no trace for a reachable error:\n{answer[2]}")
                raise ErrorReached(claim.event, path)
        verdicts = _verdicts(rewritten, text, answers[len(text.claims) :], started, ended)
        if system.fairness and ended.reason is None:
            report.say("asking NuSMV where no fair path starts")
            verdicts = list(_with_unfair_starts(program, rewritten, verdicts, budget))
        return Answer(tuple(verdicts))


ENGINE = NusmvEngine()


def _as_explained(prop: Property) -> Property:
    """The property as NuSMV decides it soonest and explains it best.

    One that is an invariant in other words becomes an invariant, for which NuSMV needs no fixpoint or automaton. In
    CTL, a conjunction of temporal formulas becomes a negated disjunction: NuSMV's counterexamples end at a conjunction.
    """
    question = reachability(prop)
    if question is not None and question.kind == "never":
        return replace(prop, logic="invariant", formula=negate(question.target))
    return replace(prop, formula=fold(prop.formula, _EXPLAINED)) if prop.logic == "ctl" else prop


def _explained(operands: Sequence[Formula]) -> Formula:
    if all(map(is_predicate, operands)):
        return conjunction(operands)
    return negate(disjunction(map(negate, operands)))


_EXPLAINED = replace(REBUILT, conjunction=_explained)


# The content of one property's file: the time it was written, whether the property holds, and the text with the trace.
_Answer = tuple[float, bool, str]


def _run(program: Path, text: SystemText, budget: Budget, *, backward: bool) -> tuple[Run, list[_Answer | None]]:
    """A finished run of NuSMV on a model, with its answers to the claims and properties.

    Raises RuntimeError where NuSMV does not accept the model. `backward`, the search from each property without the
    reachable states, is faster for counters, and for them alone.
    """
    specifications = (*text.claims, *text.properties)
    seconds = None if budget.deadline is None else budget.deadline - time.monotonic()
    if seconds is not None and seconds <= 0:
        return Run(REASONS["time"], "", time.time()), [None] * len(specifications)
    with temporary_folder("nusmv") as place:
        (place / "model.smv").write_text(system_model(text), encoding="utf-8")
        (place / "commands").write_text(_script(specifications, backward=backward), encoding="utf-8")
        try:
            ended = run(program, place, seconds, budget.max_bytes, backward=backward)
        except KeyboardInterrupt:
            ended = Run(REASONS["keyboard"], "", time.time())
        answers = [_answer(place / f"result{number}") for number in range(len(specifications))]
    if None in answers and ended.reason is None:
        raise RuntimeError(f"NuSMV rejected the model that vsym wrote:\n{ended.errors}")
    return ended, answers


def _script(specifications: Sequence[Specification], *, backward: bool) -> str:
    """The commands: one property after another, each with its answer in a file of its own, traces as XML."""
    invariants = " -s backward" if backward else ""
    checks = (
        f"{_COMMANDS[one.kind]}{invariants if one.kind == 'INVARSPEC' else ''} -P {one.name} -o result{number}"
        for number, one in enumerate(specifications)
    )
    return "\n".join(["set on_failure_script_quits 1", "set default_trace_plugin 4", "go", *checks, "quit", ""])


def _answer(path: Path) -> _Answer | None:
    """The answer in a file, or None where there is none or it was cut short."""
    if not path.exists():
        return None
    text = path.read_text(encoding="utf-8", errors="replace")
    line = next((line.rstrip() for line in text.splitlines() if line.rstrip().endswith(("is true", "is false"))), None)
    return None if line is None else (path.stat().st_mtime, line.endswith("is true"), text)


def _verdicts(
    system: System, text: SystemText, answers: Sequence[_Answer | None], started: float, ended: Run
) -> list[Verdict]:
    verdicts: list[Verdict] = []
    for prop, answer in zip(system.properties, answers, strict=True):
        if answer is None:
            verdicts.append(Verdict("unknown", NAME, max(0.0, ended.finished - started), ended.reason))
            started = ended.finished
            continue
        written, holds, answered = answer
        path = None if holds else _shown(system, prop, read_trace(system, text, answered, prop.formula))
        verdicts.append(Verdict("holds" if holds else "violated", NAME, max(0.0, written - started), path=path))
        started = written
    return verdicts


def _with_unfair_starts(
    program: Path, system: System, verdicts: Sequence[Verdict], budget: Budget
) -> Iterator[Verdict]:
    """The verdicts with the initial states from which no fair path starts, which a run on the system passes over."""
    questions = {
        prop.name: question
        for prop, verdict in zip(system.properties, verdicts, strict=True)
        if verdict.outcome == "holds" and (question := where_no_path_counts(prop)) != TRUE
    }
    copy = leaving(system, [FALSE, *questions.values()])
    text = prepare(copy)
    ended, answers = _run(program, text, budget, backward=bool(system.sums))
    starts = [None if answer is None or answer[1] else start(read_trace(copy, text, answer[2])) for answer in answers]
    refuted = dict(zip(questions, zip(answers[1:], starts[1:], strict=True), strict=True))
    unfair = None if starts[0] is None else starts[0].states[0]
    for prop, verdict in zip(system.properties, verdicts, strict=True):
        answer, path = refuted.get(prop.name, (None, None))
        if prop.name in refuted and answer is None:
            verdict = replace(verdict, outcome="unknown", reason=ended.reason)
        elif path is not None:
            verdict = replace(verdict, outcome="violated", path=_shown(system, prop, path))
        yield replace(verdict, unfair=unfair)


def _shown(system: System, prop: Property, path: SystemPath | None) -> SystemPath | None:
    """The path; None where it is an initial state alone that does not show the violation. NuSMV gives such a path where
    it explains no more."""
    if path is None or path.steps or prop.logic != "ctl":
        return path

    def judge(predicate: Formula, _: int) -> bool:
        return holds(system, predicate, path.states[0])

    alone = is_universal(prop.formula) and shows(prop.formula, False, 1, None, judge, goes_on=not system.fairness)
    return path if alone else None
