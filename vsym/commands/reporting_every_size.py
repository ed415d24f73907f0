"""`vsym report --for-all`: all that `check --for-all` finds out, as one HTML page."""

from __future__ import annotations

from vsym.commands import every_size
from vsym.commands.answer import Answer
from vsym.commands.reporting import status_with
from vsym.commands.task import Task
from vsym.languages.opening import OpenModel
from vsym.show.page import pages
from vsym.show.page.pictures import picture_of_states, pictures, pictures_of_witnesses
from vsym.show.page.rendering import html
from vsym.show.page.symmetry import shown_witnesses


def report(task: Task, opened: OpenModel) -> Answer:
    """The page of a model for all sizes with the exit status of `check`; raises what `check --for-all` raises."""
    options = task.options
    judged = every_size.judge(task, opened)
    identified = judged.verified.identified
    witnesses = shown_witnesses(identified.decided, everything=options.verbose, instances=identified.instances)
    wanted = [picture_of_states(task.model), *pictures_of_witnesses(witnesses)]
    drawn = pictures(wanted, task.budget.deadline, task.narrator.say)
    page = pages.of_every_size(judged.verified, witnesses, drawn, options.trace, everything=options.verbose)
    return Answer(status_with(judged.status, drawn), record=judged.found(task), raw=html(page))
