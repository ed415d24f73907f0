"""What a command tells, from the system in one line to the traces."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from vsym.basics.numbers import number
from vsym.pipeline import Checked
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.show.text import lines as text
from vsym.show.text.traces import TraceStyle, trace_table
from vsym.show.text.verdicts import properties_table
from vsym.show.text.witnesses import witness_table
from vsym.symmetry.virtual.identification import Decided
from vsym.symmetry.virtual.instances import Instance

WITNESSES = 3
"""How many broken local transitions are explained unless everything is asked for."""

Story = list[RenderableType]


def heading(decided: Decided) -> Story:
    """The system and its symmetry, each in one line."""
    return [text.system_line(decided.model), text.symmetry_line(decided), Text("")]


def identification(decided: Decided, *, everything: bool, instances: Sequence[Instance | None] = ()) -> Story:
    """The verdict on each local transition, and why it is broken where it is, at every size or by `instances`."""
    shown = text.transitions_table(decided, None, everything=everything)
    return [*heading(decided), shown, *explanations(decided, everything=everything, instances=instances)]


def explanations(decided: Decided, *, everything: bool, instances: Sequence[Instance | None] = ()) -> Story:
    """The witnesses of the broken local transitions, in the model itself or in instances of it."""
    labels = [decided.model.transitions[decision.relation.origins[0]].label for decision in decided.decisions]
    broken: Story = [
        witness_table(decided.model, label, witness)
        for label, witness in zip(labels, decided.witnesses, strict=True)
        if witness is not None
    ]
    broken += [
        witness_table(found.model, f"{label} at {text.values_text(found.values)}", found.witness)
        for label, found in zip(labels, instances, strict=False)
        if found is not None
    ]
    chosen = broken if everything else broken[:WITNESSES]
    shown: Story = []
    for witness in chosen:
        shown += [Text(""), witness]
    if len(chosen) < len(broken):
        more = f"{number(len(broken) - len(chosen))} more broken local transitions (-v shows why)"
        shown += [Text(""), Text(more, "dim")]
    return shown


def abstraction(decided: Decided, system: CounterSystem, *, everything: bool) -> Story:
    """The blocks with their counters, and the guard of each abstract transition."""
    counters = text.counters_table(decided.model, system)
    guards = text.transitions_table(decided, system, everything=everything)
    return [*heading(decided), counters, Text(""), guards, Text(""), text.reduction_line(decided.model, system)]


def verification(checked: Checked, style: TraceStyle, *, everything: bool, quiet: bool) -> Story:
    """The whole story; with `quiet`, the verdicts alone, with `everything` also the witnesses of what holds."""
    if quiet:
        return [properties_table(checked.outcomes, quiet=True)]
    decided, system = checked.decided, checked.system
    told = [*heading(decided), text.transitions_table(decided, system, everything=everything)]
    told += [*explanations(decided, everything=everything), Text(""), text.reduction_line(decided.model, system)]
    if checked.explored is not None:
        told.append(text.explored_line(checked.explored))
        if everything and checked.explored.levels:
            told.append(text.levels_line(decided.model, system, checked.explored.levels))
        if checked.explored.deadlocks:
            told.append(Text("`vsym explore` shows a path to a deadlock", "dim"))
    elif any(outcome.verdict.engine == "mdd" and outcome.verdict.outcome != "unknown" for outcome in checked.outcomes):
        told.append(Text("the reachable states were not needed: the states in question were searched from", "dim"))
    if checked.outcomes:
        told += [Text(""), properties_table(checked.outcomes)]
    for outcome in checked.outcomes:
        wanted = outcome.verdict.outcome == "violated" or everything
        if outcome.trace is not None and wanted and style != "off":
            told += [Text(""), trace_table(decided.model, system, outcome, style)]
    return told
