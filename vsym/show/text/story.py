"""What a command tells, from the system in one line to the traces."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from vsym.basics.numbers import number
from vsym.basics.options import TraceStyle
from vsym.checking.results import STATE, Checked, Explored, Outcome
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.show.text import lines as text
from vsym.show.text.methods import annotated
from vsym.show.text.quotients import quotient_line
from vsym.show.text.traces import trace_table, unseen_deadlock, way_to_deadlock
from vsym.show.text.transitions import transitions_table
from vsym.show.text.verdicts import attempts, properties_table, warning_lines
from vsym.show.text.witnesses import witness_table
from vsym.symmetry.virtual.identification import Decided

WITNESSES = 3
"""How many broken local transitions are explained unless everything is asked for."""

Story = list[RenderableType]


def heading(decided: Decided) -> Story:
    """The system and its symmetry, each in one line."""
    return [text.system_line(decided.model), text.symmetry_line(decided), Text("")]


def identification(decided: Decided, *, everything: bool) -> Story:
    """The verdict on each local transition, and why it is broken where it is, at every size or by instances."""
    shown = transitions_table(decided, None, everything=everything)
    return [*heading(decided), shown, *explanations(decided, everything=everything)]


def explanations(decided: Decided, *, everything: bool) -> Story:
    """The witnesses of the broken local transitions, in the model itself or in instances of it."""
    labels = [decided.model.label(decision.relation.origins) for decision in decided.decisions]
    broken: Story = [
        witness_table(decided.model, label, witness)
        for label, witness in zip(labels, decided.witnesses, strict=True)
        if witness is not None
    ]
    broken += [
        witness_table(found.model, f"{label} at {text.values_text(found.values)}", found.witness)
        for label, found in zip(labels, decided.instances, strict=False)
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
    guards = transitions_table(decided, system, everything=everything)
    return [*heading(decided), counters, Text(""), guards, Text(""), text.reduction_line(decided.model, system)]


def verification(checked: Checked, style: TraceStyle, *, everything: bool, quiet: bool) -> Story:
    """The whole story; with `quiet`, the verdicts alone, with `everything` also the witnesses of what holds."""
    if quiet:
        return [
            properties_table(checked.outcomes, text.every_size_text(checked.model), quiet=True),
            *_ranks(checked, quiet=True),
        ]
    told = _before_verdicts(checked, everything=everything)
    if checked.outcomes or checked.counters is None:
        told += [Text(""), properties_table(checked.outcomes, text.every_size_text(checked.model))]
    told += _ranks(checked, quiet=False)
    if everything:
        told += attempts(checked.attempts)
    told += warning_lines(checked.warnings, everything=everything)
    for outcome in checked.outcomes:
        told += _trace(checked, outcome, style, everything=everything)
    told += _faults(checked, style)
    if checked.counters is not None:
        told += way_to_deadlock(checked.model, checked.counters, unseen_deadlock(checked), style)
    return told


def _ranks(checked: Checked, *, quiet: bool) -> Story:
    """The ranks that are stated, with their verdicts."""
    if not checked.ranks:
        return []
    from vsym.show.text.ranks import ranks_table

    return [Text(""), ranks_table(checked.ranks, text.every_size_text(checked.model), quiet=quiet)]


def _faults(checked: Checked, style: TraceStyle) -> Story:
    """Where the ranks that fail do so."""
    if not checked.ranks:
        return []
    from vsym.show.text.ranks import fault_table

    return [part for outcome in checked.ranks for part in fault_table(outcome, style)]


def _before_verdicts(checked: Checked, *, everything: bool) -> Story:
    """What is known of the model before its properties: its symmetry, the reduction and the reachable states."""
    decided, counters = checked.decided, checked.counters
    if decided is None:
        return annotated(checked, everything=everything)
    told = [*heading(decided), transitions_table(decided, counters, everything=everything)]
    told += explanations(decided, everything=everything)
    if counters is None or checked.model.sizes.parameters:
        return told
    told += [Text(""), text.reduction_line(checked.model, counters)]
    told += up_to(checked.explored, checked.notes)
    if checked.explored is not None:
        told.append(text.explored_line(checked.explored))
        if everything and checked.explored.levels:
            told.append(text.levels_line(checked.model, counters, checked.explored.levels))
        if checked.explored.deadlocks and checked.deadlock is None:
            told.append(Text("`vsym explore` looks longer for a path to a deadlock", "dim"))
    elif any(outcome.verdict.engine == "mdd" and outcome.verdict.outcome != "unknown" for outcome in checked.outcomes):
        told.append(Text("the reachable states were not needed: the states in question were searched from", "dim"))
    return told


def up_to(explored: Explored | None, notes: Sequence[str]) -> Story:
    """The group up to which states are one, where there is one, and what is to be said of the choice."""
    told: Story = []
    if explored is not None and explored.factors:
        told.append(quotient_line(explored.factors, exact=explored.exact, state=STATE[explored.method]))
    return [*told, *(Text(note, "dim") for note in notes)]


def _trace(checked: Checked, outcome: Outcome, style: TraceStyle, *, everything: bool) -> Story:
    """The path that shows a verdict, in the model itself or at a size that violates a property."""
    if style == "off" or not (everything or outcome.verdict.outcome == "violated"):
        return []
    if outcome.at is not None:
        [shown] = outcome.at.outcomes
        assert outcome.at.counters is not None
        at = Text(f"at {text.values_text((outcome.verdict.values or {}).items())}:", "dim")
        return [Text(""), at, trace_table(outcome.at.model, outcome.at.counters, shown, style)]
    if outcome.trace is None or checked.counters is None:
        return []
    return [Text(""), trace_table(checked.model, checked.counters, outcome, style)]
