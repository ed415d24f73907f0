"""`vsym report`: all that `check` finds out, as one HTML page."""

from __future__ import annotations

from vsym.basics.options import HOLDS, INTERRUPTED, worst
from vsym.commands import judging
from vsym.commands.answer import Answer
from vsym.commands.task import Task
from vsym.show.page import pages
from vsym.show.page.pictures import Pictures, picture_of_quotient, picture_of_states, pictures, pictures_of_witnesses
from vsym.show.page.rendering import html
from vsym.show.page.symmetry import shown_witnesses


def report(task: Task) -> Answer:
    """The page of a model with the exit status of `check`; raises what `check` raises."""
    judging.refuse_contradictions(task)
    options = task.options
    if options.engine == "adaptive":
        from vsym.commands import adaptive

        explored = adaptive.judge(task)
        drawn = pictures([picture_of_states(task.model)], task.budget.deadline, task.narrator.say)
        page = pages.of_annotated_states(
            task.model, explored.outcomes, explored.verified, drawn, options.trace, everything=options.verbose
        )
        return Answer(status_with(explored.status, drawn), record=explored.found(task), raw=html(page))
    judged = judging.judge(task)
    witnesses = shown_witnesses(judged.decided, everything=options.verbose)
    wanted = [picture_of_states(task.model), *pictures_of_witnesses(witnesses)]
    if judged.checked is not None:
        wanted += picture_of_quotient(judged.checked)
    drawn = pictures(wanted, task.budget.deadline, task.narrator.say)
    page = pages.of_counters(
        judged.decided,
        judged.outcomes,
        judged.checked,
        witnesses,
        drawn,
        options.trace,
        everything=options.verbose,
    )
    return Answer(status_with(judged.status, drawn), record=judged.found(task), raw=html(page))


def status_with(status: int, drawn: Pictures) -> int:
    """The status of the verdicts, and of the pictures."""
    return worst(status, INTERRUPTED if drawn.interrupted else HOLDS)
