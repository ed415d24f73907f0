"""`vsym report`: all that `check` finds out, as one HTML page."""

from __future__ import annotations

import time
from functools import partial

from vsym.basics.options import HOLDS, INTERRUPTED, worst
from vsym.commands.answer import Answer
from vsym.commands.judging import document, exit_status, judged
from vsym.commands.task import Task
from vsym.composition.neighbourhood import neighbourhood
from vsym.composition.starts import initial_local_states
from vsym.show.page.pages import page
from vsym.show.page.pictures import picture_of_quotient, picture_of_states, pictures, pictures_of_witnesses
from vsym.show.page.rendering import html
from vsym.show.page.symmetry import shown_witnesses
from vsym.show.page.times import times


def report(task: Task) -> Answer:
    """The page of a model with the exit status of `check`; raises what `check` raises."""
    options = task.options
    started = time.monotonic()
    checked = judged(task)
    judging = time.monotonic() - started
    witnesses = {}
    if checked.decided is not None:
        witnesses = dict(shown_witnesses(checked.decided, everything=options.verbose))
    wanted = [
        picture_of_states(task.model, initial_local_states),
        *pictures_of_witnesses(witnesses),
        *picture_of_quotient(checked, partial(neighbourhood, budget=task.budget)),
    ]
    drawn = pictures(wanted, task.budget.deadline, task.narrator.say)
    took = times(checked, judging, time.monotonic() - started - judging)
    written = html(page(checked, witnesses, drawn, task.trace, took, everything=options.verbose))
    status = worst(exit_status(checked, strict=options.strict), INTERRUPTED if drawn.interrupted else HOLDS)
    return Answer(status, record=document(task, checked), raw=written)
