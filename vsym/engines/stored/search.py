"""What a store says of the states, in the form that the search in memory has."""

from __future__ import annotations

from vsym.basics.frozen import frozen
from vsym.basics.limits import Interruption
from vsym.engines.compiled.model import Model
from vsym.engines.compiled.search import Search
from vsym.engines.stored.manifest import Manifest, Shown


@frozen
class Findings:
    """A search, and the states that it refers to by number."""

    search: Search
    targets: tuple[Shown, ...]


def findings(known: Manifest, size: int, model: Model, interrupted: Interruption | None, seconds: float) -> Findings:
    """What is known of a store whose files have so many bytes, after an exploration of so many seconds.

    The manifest has no flag of a rule or a condition before the first level is explored: none has fired or failed yet.
    """
    targets: list[Shown] = []

    def number(shown: Shown | None) -> int | None:
        if shown is None:
            return None
        targets.append(shown)
        return len(targets) - 1

    figures, states = known.figures, known.states
    search = Search(
        states=states,
        initial=known.initial,
        expanded=states,
        depth=max(0, known.level - 1),
        rules_fired=figures.fired,
        deadlocks=figures.deadlocks,
        deadlock=number(known.deadlock),
        start_fault=figures.start_fault,
        complete=known.complete,
        interrupted=interrupted,
        seconds=seconds,
        bytes_used=size,
        answers=tuple(number(known.answers.get(question)) for question in range(len(model.questions))),
        fired=tuple(flag == "1" for flag in figures.rules.ljust(model.rules, "0")),
        faulty_conditions=tuple(flag == "1" for flag in figures.faulty_conditions.ljust(model.conditions, "0")),
        error=number(None if known.error is None else known.error[1]),
        represented=None if figures.several else figures.represented,
        several=figures.several,
    )
    return Findings(search, tuple(targets))
