"""The group of a counter system on a terminal and as JSON, in the words of the model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from vsym.checking.groups.counters import CounterGroup
from vsym.logic.terms import Linear
from vsym.models.counting.spelling import Spelling
from vsym.show import groups
from vsym.show.groups import Wording, together

if TYPE_CHECKING:
    from vsym.show.shapes import symmetry as shapes


def lines(group: CounterGroup) -> list[RenderableType]:
    """The group with its factors, the variables that each permutes, and the subgroup that the properties keep."""
    return groups.variable_lines("counters and shared variables", wording(group), group)


def near_miss_lines(group: CounterGroup) -> list[RenderableType]:
    """The near-symmetries, each with the few transitions that break it."""
    texts: list[RenderableType] = []
    for one in group.near_misses:
        breaking = " and ".join(f"trans {label} ({place})" for label, place in one.breaking)
        verb = "can be turned" if one.turned else "are alike"
        texts.append(Text(f"{together(one.names)} {verb} but for {breaking}", "yellow"))
    return texts


def virtual_lines(group: CounterGroup) -> list[RenderableType]:
    """The virtual group where it is larger than the detected one, with the transitions or the start that tell apart the
    variables or values that it permutes."""
    events = group.reduced.system.events
    where = {event.label: f"trans {event.label} ({event.span})" for event in events}
    return groups.virtual_lines("counters and shared variables", events, where, group.virtual)


def virtual_record(group: CounterGroup) -> shapes.Virtual | None:
    """The virtual group, with generators as pairs of a counter, or of one with a value, and its image."""
    return groups.virtual_record(wording(group), group.reduced.system.events, group.virtual)


def record(group: CounterGroup) -> shapes.CounterGroup:
    """The group with its generators, each as pairs of a counter, or of one with a value, and its image."""
    near_misses: list[shapes.CounterNearMiss] = [
        {
            "names": list(one.names),
            "turned": one.turned,
            "breaking": [{"transition": label, "at": place} for label, place in one.breaking],
        }
        for one in group.near_misses
    ]
    return {**groups.variable_record(wording(group), group), "near_misses": near_misses}


def wording(group: CounterGroup) -> Wording:
    """The names of the counters and shared variables of a model, and their values in words."""
    counters = group.reduced.counters
    spelling = Spelling(group.reduced.model)
    names = (*map(spelling.count, counters.counters), *(variable.name for variable in counters.shared))
    return Wording(names, lambda cell, value: spelling.value(names[cell], Linear((), value)))
