"""The properties with their verdicts, and what to do about those without one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group
from rich.text import Text

from vsym.basics.limits import REASONS
from vsym.basics.numbers import seconds
from vsym.logic.properties import Property
from vsym.pipeline import Outcome
from vsym.show.text.fitting import table
from vsym.show.text.lines import VERDICTS
from vsym.system.result import Verdict

TIME_WIDTH = 8
"""Columns wide enough for a time, so that tables do not change their shape with it."""

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
        found.columns[3].min_width = TIME_WIDTH
    for outcome in outcomes:
        verdict, prop = outcome.verdict, outcome.property
        said = Text(verdict_text(verdict), VERDICTS[verdict.outcome])
        if quiet:
            found.add_row(Text(prop.name), said)
            continue
        found.add_row(Text(prop.name), said, verdict.engine, seconds(verdict.seconds), Text(formula_text(prop)))
    proofs = ((o, o.verdict.proof.invariant if o.verdict.proof is not None else None) for o in outcomes)
    told = [] if quiet else methods((o.property.name, o.verdict.method, invariant) for o, invariant in proofs)
    return Group(found, *told, *reasons([(o.property.name, o.verdict.reason) for o in outcomes]))


def methods(outcomes: Iterable[tuple[str, str | None, str | None]]) -> list[Text]:
    """What decided properties, by name, where an engine has several ways, and the invariants that prove them."""
    told = []
    for name, method, invariant in outcomes:
        if method is None:
            continue
        told.append(Text(f" {name}: {method_text(method, invariant)}", "dim"))
    return told


def method_text(method: str, invariant: str | None) -> str:
    """What decided a property, and the invariant that proves it as far as it is short."""
    if invariant is None:
        return f"by {method}"
    if len(invariant) > _INVARIANT:
        invariant = f"{invariant[:_INVARIANT]}… (--certificate FILE writes all of it)"
    return f"by {method}; invariant: {invariant}"


def verdict_text(verdict: Verdict) -> str:
    """`holds`, `holds up to 7`, `violated` or `unknown`."""
    return verdict.outcome if verdict.decided is None else verdict.outcome.replace("k", str(verdict.decided))


def formula_text(prop: Property) -> str:
    """A property in the user's words."""
    return f"invariant {prop.text}" if prop.logic == "invariant" else prop.text


def reasons(outcomes: Iterable[tuple[str, str | None]]) -> list[Text]:
    """Why properties, by name, have no verdict: one line for each reason."""
    named: dict[str, list[str]] = {}
    for name, reason in outcomes:
        if reason is not None:
            named.setdefault(reason, []).append(name)
    return [Text(f" {', '.join(names)}: {reason_text(reason)}", "yellow") for reason, names in named.items()]


def reason_text(reason: str) -> str:
    """Why a property has no verdict, and what to do about it where there is something."""
    return f"{reason}; {_ADVICE[reason]}" if reason in _ADVICE else reason
