"""`vsym report`: all that `check` finds out, as one HTML page."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from vsym.basics.options import HOLDS, INTERRUPTED, worst
from vsym.checking.answer import Checked, Outcome
from vsym.commands.answer import Answer
from vsym.commands.check import document, judged
from vsym.commands.task import Task, exit_status
from vsym.reductions.counters.reduced import Reduced
from vsym.show.page.page import page, times
from vsym.show.page.pictures import (
    BrokenTransition,
    PlannedPicture,
    picture_of_quotient,
    picture_of_states,
    pictures,
    pictures_of_ranks,
    pictures_of_witnesses,
)
from vsym.show.page.rendering import html
from vsym.system.result import ProvedRank

SECONDS = 10.0
"""The seconds of processor time for the search for a rank that is only to be drawn."""

Drawing: TypeAlias = "tuple[Mapping[int, BrokenTransition], Sequence[PlannedPicture]]"
"""The witnesses that a page shows, and the pictures that it is to have."""


def report(task: Task) -> Answer:
    """The page of a model with the exit status of `check`; raises what `check` raises."""
    options = task.options
    started = time.monotonic()
    checked = judged(task)
    judging = time.monotonic() - started
    draws = _BY_KIND.get(task.model.kind)
    witnesses, requested = ({}, ()) if draws is None else draws(task, checked)
    drawn = pictures(requested, task.budget.deadline, task.narrator.say)
    took = times(checked, judging, None if draws is None else time.monotonic() - started - judging)
    written = html(page(checked, witnesses, drawn, task.trace, took, everything=options.verbose))
    status = worst(exit_status(checked, strict=options.strict), INTERRUPTED if drawn.interrupted else HOLDS)
    return Answer(status, record=document(task, checked), raw=written)


def _of_processes(task: Task, checked: Checked) -> Drawing:
    """The witnesses of broken symmetry, and pictures of the local states, these witnesses, the quotient and the
    ranks."""
    from vsym.checking.views.quotient import neighbourhood
    from vsym.checking.views.starts import initial_local_states
    from vsym.show.page.processes import shown_witnesses

    witnesses: Mapping[int, BrokenTransition] = {}
    if checked.decided is not None:
        witnesses = shown_witnesses(checked.decided, everything=task.options.verbose)
    requested = (
        picture_of_states(task.model, initial_local_states),
        *pictures_of_witnesses(witnesses),
        *picture_of_quotient(checked, partial(neighbourhood, budget=task.budget)),
        *pictures_of_ranks(checked, partial(_ranks, task, checked), initial_local_states),
    )
    return witnesses, requested


_BY_KIND: Mapping[str, Callable[[Task, Checked], Drawing]] = MappingProxyType({"processes": _of_processes})
"""The drawing for each kind; a page of any other kind has only its paths."""


def _ranks(task: Task, checked: Checked, reduced: Reduced, outcome: Outcome) -> tuple[ProvedRank, ...]:
    """The ranks that prove a property: of its engine, of the rank that is stated for it, or found for the picture.

    Raises RefusedError and UndecidedError where there is none.
    """
    from vsym.checking.ranks import proving_ranks, ranks_of

    proofs = [one.verdict.proof for one in checked.ranks if one.rank.property == outcome.property.name]
    for proof in (*proofs, outcome.verdict.proof):
        if proof is not None:
            return ranks_of(outcome.property, proof)
    bare = replace(reduced, system=replace(reduced.system, ranks=()))
    return proving_ranks(bare, outcome.property, task.budget.of_processor(SECONDS), task.narrator)
