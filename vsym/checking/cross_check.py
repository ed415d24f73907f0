"""Every engine that accepts a property asked for it, and what they say side by side: they have to agree."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.limits import REASONS, Budget, UndecidedError
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError
from vsym.checking.annotated import check_annotated
from vsym.checking.asked_check import checked_as_asked
from vsym.checking.program_check import asked_for_errors, restricted
from vsym.checking.program_stages import ENGINES, OF_SYSTEMS
from vsym.checking.stages import identified, reduced
from vsym.checking.strategy import Strategy
from vsym.checking.subject import Subject
from vsym.checking.verification import verified
from vsym.engines import registry
from vsym.models.program.program import Program
from vsym.system.report import Report
from vsym.system.result import Verdict

Said: TypeAlias = Literal["holds", "violated", "unknown", "refused", "missing", "error", "failed"]
"""A verdict, or why there is none: the engine left it open, does not take the property or the model, is not installed,
says that the model has an error, or failed, which is a bug of ours."""

UNSUPPORTED = "VS4"
"""How the codes begin that say what an engine does not take."""


@frozen
class Reply:
    """What an engine says of a property: where there is one, the number of steps of the path that shows it, and the
    reason where there is no verdict."""

    engine: str
    property: str
    said: Said
    seconds: float = 0.0
    length: int | None = None
    reason: str | None = None


@frozen
class CrossChecked:
    """The replies of every engine on every property, both in order, and what is wrong with them together."""

    engines: tuple[str, ...]
    properties: tuple[str, ...]
    replies: tuple[Reply, ...]

    @property
    def disagreements(self) -> tuple[str, ...]:
        """The properties of which one engine says otherwise than another, or where one failed."""
        return tuple(name for name in self.properties if _disagree(self.said_of(name)))

    def said_of(self, name: str) -> tuple[Reply, ...]:
        """What all engines say of one property."""
        return tuple(reply for reply in self.replies if reply.property == name)


Ask: TypeAlias = "Callable[[str, Sequence[str], Budget], Iterable[tuple[str, Verdict, int | None]]]"
"""What an engine says of the properties of some names, each with the length of the path that shows it."""


def cross_checked(subject: Subject, seconds: float, budget: Budget, report: Report) -> CrossChecked:
    """All engines on the counters of a model, and the adaptive one on its processes; each has so many seconds.

    Raises what the stages before any verdict raise, DiagnosticError for an error of the model that all find, and
    KeyboardInterrupt.
    """
    decided, smaller = reduced(subject, identified(subject, budget, report), budget, report)

    def ask(engine: str, names: Sequence[str], limits: Budget) -> Iterable[tuple[str, Verdict, int | None]]:
        if engine == "adaptive":
            outcomes = check_annotated(replace(subject.restricted(names).model, ranks=()), limits, report).outcomes
        else:
            chosen = tuple(prop for prop in smaller.system.properties if prop.name in names)
            system = replace(smaller.system, properties=chosen, ranks=())
            outcomes = verified(replace(smaller, system=system), engine, limits, report).outcomes
        for one in outcomes:
            yield one.property.name, one.verdict, None if one.trace is None else one.trace.length

    engines = tuple(name for name in registry.MODULES if name != "interpreted")
    return _side_by_side(engines, [prop.name for prop in decided.model.properties], ask, seconds, budget, report)


def cross_checked_program(program: Program, seconds: float, budget: Budget, report: Report) -> CrossChecked:
    """All engines for programs, up to the scalarsets where they explore orbits, asked for errors in any case; raises as
    `cross_checked` does."""
    program = asked_for_errors(program)

    def ask(engine: str, names: Sequence[str], limits: Budget) -> Iterable[tuple[str, Verdict, int | None]]:
        chosen = restricted(program, tuple(names))
        for one in checked_as_asked(chosen, engine, None, Strategy(), limits, report).outcomes:
            if one.property in chosen.properties:
                yield one.property.name, one.verdict, None if one.path is None else one.path.length

    engines = (*ENGINES, *OF_SYSTEMS)
    return _side_by_side(engines, [prop.name for prop in program.properties], ask, seconds, budget, report)


def _side_by_side(
    engines: Sequence[str], names: Sequence[str], ask: Ask, seconds: float, budget: Budget, report: Report
) -> CrossChecked:
    replies: list[Reply] = []
    errors: list[DiagnosticError] = []
    for engine in engines:
        report.say(f"asking {engine}")
        replies += _replies(engine, names, ask, budget.within(seconds), errors)
        if any(reply.reason == REASONS["keyboard"] for reply in replies):
            raise KeyboardInterrupt
    wrong = {reply.said for reply in replies} - {"refused", "missing", "unknown"}
    if wrong == {"error"}:
        raise errors[0]
    return CrossChecked(tuple(engines), tuple(names), tuple(replies))


def _replies(engine: str, names: Sequence[str], ask: Ask, budget: Budget, errors: list[DiagnosticError]) -> list[Reply]:
    """What an engine says of properties; one by one where it does not take all of them."""
    from vsym.engines.compiled.compiler import CompilerError
    from vsym.engines.nusmv.program import NuSMVMissing

    started = time.monotonic()

    def none(said: Said, error: BaseException) -> list[Reply]:
        said_why = error.diagnostics[0].message if isinstance(error, DiagnosticError) else str(error)
        reason = " ".join(said_why.split()) or type(error).__name__
        return [Reply(engine, name, said, time.monotonic() - started, reason=reason) for name in names]

    try:
        return [_reply(engine, name, verdict, length) for name, verdict, length in ask(engine, names, budget)]
    except DiagnosticError as error:
        if not all(found.code.startswith(UNSUPPORTED) for found in error.diagnostics):
            errors.append(error)
            return none("error", error)
        if len(names) > 1:
            return [reply for name in names for reply in _replies(engine, [name], ask, budget, errors)]
        return none("refused", error)
    except (CompilerError, NuSMVMissing) as error:
        return none("missing", error)
    except RefusedError as error:
        return none("refused", error)
    except UndecidedError as error:
        return none("unknown", error)
    except Exception as error:  # what nobody expected of an engine is told as such, beside what the others say
        return none("failed", error)


def _reply(engine: str, name: str, verdict: Verdict, length: int | None) -> Reply:
    said: Said = "unknown" if verdict.outcome == "holds up to k" else verdict.outcome
    return Reply(engine, name, said, verdict.seconds, length, verdict.reason)


def _disagree(replies: Sequence[Reply]) -> bool:
    said = {reply.said for reply in replies}
    return "failed" in said or len(said & {"holds", "violated", "error"}) > 1
