"""`vsym lab --export`: a page that goes through a model's states by itself."""

from __future__ import annotations

from collections.abc import Mapping

from vsym.basics.limits import Budget
from vsym.basics.options import HOLDS, RefusedError
from vsym.commands.answer import Answer
from vsym.models.text import AnyText
from vsym.show.page.handout import html, page
from vsym.show.page.rendering import listing
from vsym.show.text.lines import system_line
from vsym.stepping.handout import handout
from vsym.stepping.registry import guide
from vsym.system.report import Report

STATES = 2_000
"""The most states of a page."""


def exported(text: AnyText, values: Mapping[str, int], budget: Budget, report: Report) -> Answer:
    """The page of a model, of which it says whether its states are all.

    Raises DiagnosticError for errors of the model, RefusedError where it has no start, UndecidedError at a limit.
    """
    model = text.at(values, budget)
    made = handout(*guide(text.kind).paged(model, budget, report), STATES, budget)
    if not made.scenes:
        raise RefusedError(f"{made.title} has no initial state without an error")
    system = system_line(model).plain.removeprefix(f"{made.title}: ")
    written = html(page(made, f"{system}.", listing(text.source)), made)
    notes = () if made.complete else (f"the page has the {len(made.scenes):,} states nearest to the start",)
    return Answer(HOLDS, raw=written, notes=notes)
