"""Every attempt at a model's properties, with the verdicts side by side, which have to agree."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.limits import REASONS, Budget, UndecidedError
from vsym.basics.options import RefusedError
from vsym.basics.platform import LackingError, refusal
from vsym.basics.source import DiagnosticError
from vsym.checking.answer import Checked, Outcome
from vsym.checking.check import road
from vsym.checking.observed import subjects
from vsym.checking.question import Question, Subject, Wishes
from vsym.system.report import Passing, Report
from vsym.system.result import Verdict

Said: TypeAlias = Literal["holds", "violated", "unknown", "refused", "missing", "error", "failed"]
"""A verdict, or the reason for none: the attempt left it open, does not take the property or the model, needs software
that is not installed, found an error of the model, or failed, which is a bug of ours."""

UNSUPPORTED = "VS4"
"""The prefix of the codes for models and properties that an engine does not take."""

MISUSED = "VS36"
"""The prefix of the codes for uses of scalarsets that tell their elements apart: an error for most attempts, but no
concern of those that find out which elements are alike."""


@frozen
class Reply:
    """The verdict of an attempt on a property: where there is one, the number of steps of the path that shows it, and
    the reason where there is no verdict."""

    engine: str
    property: str
    said: Said
    seconds: float = 0.0
    length: int | None = None
    reason: str | None = None


@frozen
class CrossChecked:
    """The replies of every attempt on every property, both in order, and their contradictions."""

    engines: tuple[str, ...]
    properties: tuple[str, ...]
    replies: tuple[Reply, ...]

    @property
    def disagreements(self) -> tuple[str, ...]:
        """The properties on which two attempts disagree, or where one failed."""
        said = {name: {reply.said for reply in self.said_of(name)} for name in self.properties}
        return tuple(
            name
            for name, all_said in said.items()
            if "failed" in all_said or len(all_said & {"holds", "violated", "error"}) > 1
        )

    def said_of(self, name: str) -> tuple[Reply, ...]:
        """The replies of all attempts on one property."""
        return tuple(reply for reply in self.replies if reply.property == name)


Asking: TypeAlias = Callable[[Sequence[str], Budget], Iterable[Outcome]]
"""An attempt: the outcomes of the properties of some names."""


def by_wishes(
    every: Mapping[str, Wishes],
    check: Callable[[Question[Any], Report], Checked],
    subject: Subject[Any],
    report: Report,
) -> dict[str, Asking]:
    """The attempts that differ only in the wishes for a check, by their labels."""

    def asking(wishes: Wishes) -> Asking:
        return lambda names, limits: check(Question(subject.asking(names), wishes, limits), report).outcomes

    return {label: asking(wishes) for label, wishes in every.items()}


def cross_checked(subject: Subject[Any], seconds: float, budget: Budget, report: Report) -> CrossChecked:
    """All attempts at the properties of a model: every engine, on every reduction, up to every group that vsym finds;
    each has `seconds` of time.

    Raises as the stages before any verdict do, DiagnosticError for an error of the model that all attempts find, and
    KeyboardInterrupt.
    """
    replies: list[Reply] = []
    errors: list[DiagnosticError] = []
    properties: list[str] = []
    labels: dict[str, None] = {}
    for one in subjects(subject):
        names, attempts = road(one.model.kind).attempts(one, budget, _Quiet(report))
        # Attempts on a program always include its errors: check these once, not again beside another observer.
        names = [name for name in names if name not in properties]
        properties += names
        labels |= dict.fromkeys(attempts)
        for label, ask in attempts.items():
            report.say(f"running {label}")
            replies += _replies(label, names, ask, budget.within(seconds), errors)
            if any(reply.reason == REASONS["keyboard"] for reply in replies):
                raise KeyboardInterrupt
    wrong = {reply.said for reply in replies} - {"refused", "missing", "unknown"}
    if errors and wrong <= {"error"}:
        raise errors[0]
    return CrossChecked(tuple(labels), tuple(properties), tuple(replies))


class _Quiet(Passing):
    """A report without verdicts: the table has them, and no path follows it."""

    def decided(self, _name: str, _verdict: Verdict, _depth: int | None = None) -> None:
        """Nothing."""


def _replies(
    label: str, names: Sequence[str], ask: Asking, budget: Budget, errors: list[DiagnosticError]
) -> list[Reply]:
    """The replies of an attempt on properties; one by one where it does not take all of them."""
    from vsym.engines.compiled.compiler import CompilerError
    from vsym.engines.nusmv.program import NuSMVMissing

    started = time.monotonic()

    def none(said: Said, error: BaseException) -> list[Reply]:
        why = error.diagnostics[0].message if isinstance(error, DiagnosticError) else str(error)
        reason = " ".join(why.split()) or type(error).__name__
        return [Reply(label, name, said, time.monotonic() - started, reason=reason) for name in names]

    try:
        return [_reply(label, one) for one in ask(names, budget) if one.property.name in names]
    except DiagnosticError as error:
        if not all(one.code.startswith(UNSUPPORTED) for one in error.diagnostics):
            errors.append(error)
            misused = all(one.code.startswith(MISUSED) for one in error.diagnostics)
            return none("refused" if misused else "error", error)
        if len(names) > 1:
            return [reply for name in names for reply in _replies(label, [name], ask, budget, errors)]
        return none("refused", error)
    except (CompilerError, NuSMVMissing) as error:
        return none("missing", error)
    except LackingError as error:
        return none("missing", error)
    except RefusedError as error:
        return none("refused", error)
    except UndecidedError as error:
        return none("unknown", error)
    except Exception as error:  # an unexpected exception is a reply, beside those of the others
        lacking = refusal(error)
        return none("missing" if isinstance(lacking, LackingError) else "failed", lacking)


def _reply(label: str, outcome: Outcome) -> Reply:
    verdict: Verdict = outcome.verdict
    said: Said = "unknown" if verdict.outcome == "holds up to k" else verdict.outcome
    length = None if outcome.run is None else outcome.run.path.length
    return Reply(label, outcome.property.name, said, verdict.seconds, length, verdict.reason)
