"""Stated ranks with their verdicts, and the step before and after which one does not fall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.console import Group, RenderableType
from rich.text import Text

from vsym.basics.numbers import plural, seconds
from vsym.basics.options import TraceStyle
from vsym.checking.answer import RankOutcome
from vsym.show.text.fitting import table
from vsym.show.text.lines import TIME_WIDTH, VERDICTS, values_text
from vsym.show.text.traces import PathView
from vsym.show.text.verdicts import reason_text, shortened
from vsym.system.result import RankVerdict


def ranks_table(outcomes: Sequence[RankOutcome], every_size: str = "", *, quiet: bool = False) -> Group:
    """Each rank's verdict with its time and weights (`quiet`: the verdicts alone), then why.

    `every_size` says of which sizes verdicts are meant, where that is more than one.
    """
    verdicts = table("rank", "verdict") if quiet else table("rank", "verdict", "time", "weights")
    verdicts.columns[0].no_wrap = False
    if not quiet:
        verdicts.columns[2].justify = "right"
        verdicts.columns[2].min_width = TIME_WIDTH
    lines: list[Text] = []
    for outcome in outcomes:
        verdict, name = outcome.verdict, outcome.rank.property
        row = [Text(name), Text(rank_text(verdict, every_size), VERDICTS[verdict.outcome])]
        if not quiet:
            row += [Text(seconds(verdict.seconds)), Text(outcome.rank.text)]
        verdicts.add_row(*row)
        why = rank_reason(outcome)
        if why is not None and (not quiet or verdict.outcome != "proves"):
            lines.append(Text(f" {name}: {why}", "dim" if verdict.outcome == "proves" else "yellow"))
    return Group(verdicts, *lines)


def rank_text(verdict: RankVerdict, every_size: str = "") -> str:
    """`proves it`, `proves it for all n >= 1`, `does not prove it`, `does not prove it at n = 2` or `unknown`."""
    match verdict.outcome:
        case "proves":
            return f"proves it {every_size}" if every_size else "proves it"
        case "fails":
            at = "" if verdict.values is None else f" at {values_text(verdict.values.items())}"
            return f"does not prove it{at}"
        case "unknown":
            return "unknown"


def rank_reason(outcome: RankOutcome) -> str | None:
    """The reason that a rank proves its property, or does not, and after how many steps."""
    verdict = outcome.verdict
    if verdict.outcome == "proves":
        said = None if verdict.proof is None else verdict.proof.explanation
        return None if said is None else shortened(said)
    if verdict.reason is None:
        return None
    steps = 0
    if outcome.run is not None and outcome.run.counters is not None:
        steps = outcome.run.counters.length - (len(verdict.ranks) - 1)
    return f"after {plural(steps, 'step')} {verdict.reason}" if steps else reason_text(verdict.reason)


def fault_table(outcome: RankOutcome, style: TraceStyle) -> list[RenderableType]:
    """The states before and after the step that does not lower a rank, or the one in which no step does."""
    view = None if style == "off" else _at_fault(outcome)
    if view is None:
        return []
    at = "" if outcome.verdict.values is None else f"at {values_text(outcome.verdict.values.items())}, "
    said = f" does not fall: {at}{outcome.verdict.reason}"
    headline = Text.assemble("the rank of ", (outcome.rank.property, "bold"), said)
    return [Text(""), headline, view.table(style)]


def states_text(outcome: RankOutcome) -> str | None:
    """The same in words: `from #N = 2, #T = 1 to #N = 1, #T = 2`; None where the rank does not fail."""
    view = _at_fault(outcome)
    if view is None:
        return None
    before, *after = (", ".join(view.nonzero(number)) for number in range(len(view.abstract.states)))
    return f"from {before} to {after[0]}" if after else f"in the state {before}"


def _at_fault(outcome: RankOutcome) -> PathView | None:
    """The end of the path to where a rank fails: the step that does not lower it, or the state in which none does."""
    view = None if outcome.run is None else PathView.of(outcome.run)
    if view is None:
        return None
    path, trace = view.abstract, view.concrete
    first = len(path.states) - len(outcome.verdict.ranks)
    times = None if path.times is None else path.times[first:]
    abstract = replace(path, states=path.states[first:], steps=path.steps[first:], times=times)
    concrete = replace(trace, states=trace.states[first:], steps=trace.steps[first:], times=times)
    return PathView(view.model, view.system, abstract, concrete, first)
