"""Errors and violations of models, as a log in SARIF 2.1.0, which tools for code review read."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from urllib.parse import quote

from vsym import __version__
from vsym.basics import resources
from vsym.basics.frozen import frozen
from vsym.basics.numbers import capital
from vsym.basics.source import Diagnostic, ModelWarning, Span

if TYPE_CHECKING:
    from vsym.checking.answer import Outcome, RankOutcome

Record: TypeAlias = dict[str, Any]
"""A JSON object of SARIF."""

_RULES = {
    "violated": "A property does not hold",
    "undecided": "vsym did not decide whether a property holds",
    "rank": "A stated rank does not prove its property",
    "failed": "The command failed",
}


@frozen
class Result:
    """One thing to review: the rule that it breaks, a message and a place, where it has one.

    An undecided result fails nothing, and has the level `none`.
    """

    rule: str
    message: str
    span: Span | None = None
    level: Literal["error", "warning", "none"] = "error"

    @property
    def record(self) -> Record:
        """Its JSON object."""
        record: Record = {
            "ruleId": self.rule,
            "kind": "open" if self.level == "none" else "fail",
            "level": self.level,
            "message": {"text": self.message},
        }
        if self.span is not None and (location := _location(self.span)):
            record["locations"] = [location]
        return record


def of_diagnostics(diagnostics: Sequence[Diagnostic]) -> list[Result]:
    """A result for each error of a model."""
    results = []
    for one in diagnostics:
        message = f"{one.message}\nhint: {one.hint}" if one.hint else one.message
        source = one.span.source
        results.append(Result(one.code, message if source.is_file else f"{source.name}: {message}", one.span))
    return results


def of_verdicts(outcomes: Sequence[Outcome]) -> list[Result]:
    """A result for each property that does not hold, or that is not known to."""
    results = []
    for outcome in outcomes:
        prop, verdict = outcome.property, outcome.verdict
        if verdict.outcome == "violated":
            results.append(Result("violated", f"`{prop.name}` is violated: {prop.text}", prop.span))
        elif verdict.outcome != "holds":
            reason = f"holds up to {verdict.decided} steps" if verdict.decided is not None else verdict.reason
            results.append(Result("undecided", f"`{prop.name}` is not decided: {reason}", prop.span, "none"))
    return results


def of_ranks(outcomes: Sequence[RankOutcome]) -> list[Result]:
    """A result for each stated rank that does not prove its property, or is not known to."""
    results = []
    for outcome in outcomes:
        name, verdict, span = outcome.rank.property, outcome.verdict, outcome.rank.span
        if verdict.outcome == "fails":
            results.append(Result("rank", f"the rank of `{name}` does not prove it: {verdict.reason}", span))
        elif verdict.outcome != "proves":
            said = f"it is unknown whether the rank of `{name}` proves it: {verdict.reason}"
            results.append(Result("undecided", said, span, "none"))
    return results


def of_warnings(warnings: Sequence[ModelWarning]) -> list[Result]:
    """A result for each thing that is true by accident."""
    return [Result(one.kind.replace(" ", "-"), one.message, one.span, "warning") for one in warnings]


def log(results: Sequence[Result], status: int) -> Record:
    """The log of one run that ended with a status."""
    rules = [_rule(name) for name in dict.fromkeys(result.rule for result in results)]
    run: Record = {
        "tool": {"driver": {"name": "vsym", "version": __version__, "rules": rules}},
        "invocations": [{"executionSuccessful": status in _ENDED, "exitCode": status}],
        "columnKind": "unicodeCodePoints",
        "results": [result.record for result in results],
    }
    return {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}


_ENDED = (0, 5, 10)
"""The exit statuses of runs that ended with an answer, `unknown` included."""


def _location(span: Span) -> Record | None:
    """Lines and columns count from 1, and the end is exclusive; a source that is no file has no location."""
    source = span.source
    if not source.is_file:
        return None
    path = PurePath(source.name)
    uri = path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))
    place: Record = {"artifactLocation": {"uri": uri}}
    if source.text:
        line, column = source.position(span.start)
        last_line, last_column = source.position(span.end)
        place["region"] = {"startLine": line, "startColumn": column, "endLine": last_line, "endColumn": last_column}
    return {"physicalLocation": place}


def _rule(name: str) -> Record:
    """The rule of a name: for a code, its section of the handbook; for any other, a short description."""
    section = resources.find(name) if name.startswith("VS") else None
    if section is None:
        return {"id": name, "shortDescription": {"text": _RULES.get(name) or capital(name.replace("-", " "))}}
    title = section.title.partition(": ")[2]
    return {"id": name, "shortDescription": {"text": title}, "help": {"text": section.text, "markdown": section.text}}
