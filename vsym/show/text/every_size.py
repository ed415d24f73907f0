"""What `vsym check --for-all` shows: the properties with their verdicts for all sizes, and how some are violated."""

from __future__ import annotations

from rich.console import Group
from rich.text import Text

from vsym.basics.numbers import seconds
from vsym.engines.smt.engine import NAME
from vsym.engines.smt.every_size import Finding
from vsym.every_size.verify import Verified
from vsym.show import record
from vsym.show.text import lines as text
from vsym.show.text import story
from vsym.show.text.fitting import table
from vsym.show.text.traces import TraceStyle, trace_table
from vsym.show.text.verdicts import TIME_WIDTH, formula_text, methods, reasons


def verification(verified: Verified, style: TraceStyle, *, everything: bool, quiet: bool) -> story.Story:
    """The whole story; with `quiet`, the verdicts alone."""
    if quiet:
        return [properties_table(verified, quiet=True)]
    decided = verified.identified.decided
    told = [*story.heading(decided), text.transitions_table(decided, verified.system, everything=everything)]
    told += story.explanations(decided, everything=everything, instances=verified.identified.instances)
    if verified.judged:
        told += [Text(""), properties_table(verified, quiet=False)]
    for judged in verified.judged:
        if judged.shown is not None and style != "off":
            at = Text(f"at {text.values_text(judged.shown.values)}:", "dim")
            told += [Text(""), at, trace_table(judged.shown.model, judged.shown.system, judged.shown.outcome, style)]
    return told


def properties_table(verified: Verified, *, quiet: bool) -> Group:
    """Each property with its verdict, for all sizes or at the size that violates it."""
    found = table("property", "verdict") if quiet else table("property", "verdict", "engine", "time", "formula")
    for column in found.columns[:2]:
        column.no_wrap = False
    if not quiet:
        found.columns[3].justify = "right"
        found.columns[3].min_width = TIME_WIDTH
    every_size = text.every_size_text(verified.identified.decided.model)
    for judged in verified.judged:
        finding = judged.finding
        said = {"holds": f"holds {every_size}", "violated": "violated", "unknown": "unknown"}[finding.outcome]
        if finding.values is not None:
            said = f"violated at {text.values_text(finding.values.items())}"
        row = [Text(judged.property.name), Text(said, text.VERDICTS[finding.outcome])]
        if not quiet:
            row += [Text(_engine(finding)), Text(seconds(finding.seconds)), Text(formula_text(judged.property))]
        found.add_row(*row)
    findings = [(judged.property.name, judged.finding) for judged in verified.judged]
    how = [] if quiet else methods((name, finding.method, _invariant(finding)) for name, finding in findings)
    return Group(found, *how, *reasons((name, finding.reason) for name, finding in findings))


def _engine(finding: Finding) -> str:
    """The name of what decided a property, or nothing."""
    return "" if finding.method is None else NAME


def _invariant(finding: Finding) -> str | None:
    """The invariant that proves a verdict, where there is one."""
    return None if finding.proof is None else finding.proof.invariant


def properties(verified: Verified) -> record.Record:
    """The same as JSON values."""
    found: list[record.Value] = []
    for judged in verified.judged:
        finding, shown = judged.finding, judged.shown
        path = None
        if shown is not None:
            path = record.trace(shown.model, shown.system, shown.outcome.abstract_trace, shown.outcome.trace)
        found.append(
            {
                **record.named(judged.property),
                "verdict": finding.outcome,
                "engine": _engine(finding),
                "method": finding.method,
                "reason": finding.reason,
                "steps": None,
                "invariant": _invariant(finding),
                "seconds": round(finding.seconds, 6),
                "trace": path,
                "parameters": None if finding.values is None else dict(finding.values),
            }
        )
    return {"properties": found, "deadlock": None, "statistics": dict(record.NO_STATISTICS)}
