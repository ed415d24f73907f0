"""The group of a counter system on a terminal and as JSON, in the words of the model."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from vsym.checking.counter_near_misses import CounterNearMiss
from vsym.checking.counter_symmetry import CounterGroup
from vsym.logic.terms import Linear
from vsym.models.counting.spelling import Spelling
from vsym.show import groups
from vsym.show.documents import Record, Value
from vsym.show.groups import Wording, together


def lines(found: CounterGroup) -> list[RenderableType]:
    """The group with its factors, what each of them permutes, and what the properties leave of it."""
    heading = Text.assemble("counters and shared variables: ", groups.headline(found.group, found.detected))
    return [heading, *groups.structure_lines(wording(found), found.group, found.kept)]


def near_miss_lines(found: CounterGroup) -> list[RenderableType]:
    """What would be a symmetry but for few transitions."""
    return [
        Text(f"{together(one.names)} {_VERBS[one.turned]} but for {_transitions(one)}", "yellow")
        for one in found.near_misses
    ]


_VERBS = {False: "are alike", True: "can be turned"}


def _transitions(one: CounterNearMiss) -> str:
    return " and ".join(f"trans {label} ({place})" for label, place in one.breaking)


def _near(one: CounterNearMiss) -> Record:
    breaking: list[Value] = [{"transition": label, "at": place} for label, place in one.breaking]
    return {"names": list(one.names), "turned": one.turned, "breaking": breaking}


def record(found: CounterGroup) -> Record:
    """The group with its generators, each as pairs of a counter, or of one with a value, and what that becomes."""
    words, literals = wording(found), found.detected.literals
    generators: list[Value] = [
        [list(pair) for pair in groups.moved(words, literals, one)] for one in found.detected.generators
    ]
    known = groups.record(words, found.group, found.kept, found.detected, generators)
    return {**known, "near_misses": [_near(one) for one in found.near_misses]}


def wording(found: CounterGroup) -> Wording:
    """How the counters and shared variables of a model are called, and their values."""
    counters = found.reduced.counters
    spelling = Spelling(found.reduced.model)
    names = (*map(spelling.count, counters.counters), *(variable.name for variable in counters.shared))
    return Wording(names, lambda cell, value: spelling.value(names[cell], Linear((), value)))
