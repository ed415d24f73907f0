"""The properties with their verdicts, and what to do about those without one."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group
from rich.text import Text

from vsym.engines.limits import REASONS
from vsym.pipeline import Outcome
from vsym.report.fitting import table
from vsym.report.numbers import seconds
from vsym.report.text import VERDICTS

_TIME_WIDTH = 8
_INVARIANT = 200
_ADVICE = {
    REASONS["time"]: "a longer --timeout or smaller parameters (-D) may decide it",
    REASONS["memory"]: "smaller parameters (-D) or --engine nusmv may decide it",
}


def properties_table(outcomes: Sequence[Outcome], *, quiet: bool = False) -> Group:
    """Each property's verdict with engine, time and formula (`quiet`: the verdicts alone), then reasons."""
    found = table("property", "verdict") if quiet else table("property", "verdict", "engine", "time", "formula")
    found.columns[0].no_wrap = False
    if not quiet:
        found.columns[3].justify = "right"
        found.columns[3].min_width = _TIME_WIDTH
    for outcome in outcomes:
        verdict, prop = outcome.verdict, outcome.property
        said = Text(verdict.outcome, VERDICTS[verdict.outcome])
        if verdict.decided is not None:
            said = Text(verdict.outcome.replace("k", str(verdict.decided)), VERDICTS[verdict.outcome])
        if quiet:
            found.add_row(Text(prop.name), said)
            continue
        formula = f"invariant {prop.text}" if prop.logic == "invariant" else prop.text
        found.add_row(Text(prop.name), said, verdict.engine, seconds(verdict.seconds), Text(formula))
    told = [] if quiet else _methods(outcomes)
    return Group(found, *told, *_reasons(outcomes))


def _methods(outcomes: Sequence[Outcome]) -> list[Text]:
    """What decided the properties where an engine has several ways, and the invariants that prove them."""
    told = []
    for outcome in outcomes:
        verdict = outcome.verdict
        if verdict.method is None:
            continue
        line = f" {outcome.property.name}: by {verdict.method}"
        if verdict.proof is not None:
            invariant = verdict.proof.invariant
            if len(invariant) > _INVARIANT:
                invariant = f"{invariant[:_INVARIANT]}… (--certificate FILE writes all of it)"
            line += f"; invariant: {invariant}"
        told.append(Text(line, "dim"))
    return told


def _reasons(outcomes: Sequence[Outcome]) -> list[Text]:
    """Why properties have no verdict: one line for each reason."""
    named: dict[str, list[str]] = {}
    for outcome in outcomes:
        if outcome.verdict.reason is not None:
            named.setdefault(outcome.verdict.reason, []).append(outcome.property.name)
    return [
        Text(f" {', '.join(names)}: {reason}{f'; {_ADVICE[reason]}' if reason in _ADVICE else ''}", "yellow")
        for reason, names in named.items()
    ]
