"""Pictures of a model, each with what is computed for it; a picture itself computes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vsym.basics.limits import Budget
    from vsym.composition.results import Prepared
    from vsym.models.counting.model import Model
    from vsym.reductions.counters.reduced import Reduced
    from vsym.show.pictures.picture import Picture
    from vsym.system.report import Report


def picture_of_local_states(model: Model, budget: Budget | None = None) -> Picture:
    """The local states with their guards; raises UndecidedError where the budget does not suffice."""
    from vsym.composition.starts import initial_local_states
    from vsym.show.pictures.local_states import local_states

    return local_states(model, initial_local_states(model, budget))


def picture_of_quotient(reduced: Reduced) -> Picture:
    """The concrete states near the initial ones beside the counter states; raises RefusedError."""
    from vsym.composition.neighbourhood import neighbourhood
    from vsym.show.pictures.quotient import quotient, room

    return quotient(reduced, neighbourhood(reduced, room(reduced.model)))


def picture_of_adaptive_search(prepared: Prepared, budget: Budget, report: Report) -> Picture:
    """The tree of an adaptive search; raises RefusedError and what `annotated_tree` raises."""
    from vsym.composition.annotated_tree import annotated_tree
    from vsym.show.pictures.adaptive_tree import STATES, adaptive_tree

    return adaptive_tree(annotated_tree(prepared, budget, report, STATES))
