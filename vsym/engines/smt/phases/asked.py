"""Properties that paths in phases can decide: of a threshold system, formulas of F and G over all paths."""

from __future__ import annotations

from vsym.basics.frozen import frozen
from vsym.engines.smt.phases.fragment import OutsideError, Thresholds, in_positive_form, thresholds
from vsym.engines.smt.phases.shapes import Shape, refuting
from vsym.logic.formula import FALSE, Formula, Temporal, conjunction, disjunction, negate
from vsym.logic.progress import progress
from vsym.logic.properties import Property, mixes_logics
from vsym.logic.reachability import reachability
from vsym.system.system import System

MORE = "it asks for more than what is true of all paths"


def refutable(prop: Property) -> Formula | None:
    """The formula of LTL that all paths satisfy if and only if a property holds; None where it is no such property, or
    one of the start alone."""
    question = reachability(prop)
    if question is not None:
        return Temporal("G", (negate(question.target),)) if question.kind == "never" else None
    if prop.logic == "ltl":
        return None if mixes_logics(prop) else prop.formula
    questions = progress(prop)
    if questions is None or not questions.exact or any(part.kind == "possible" for part in questions.parts):
        return None
    parts = []
    for part in questions.parts:
        goal = Temporal("F", (part.goal,))
        parts.append(goal if part.trigger is None else Temporal("G", (disjunction([negate(part.trigger), goal]),)))
    return conjunction(parts)


@frozen
class Refuting:
    """A shape of the paths that refute a property. Without `to_the_end` they are beginnings of paths, and the shape's
    condition on the end holds in their last state."""

    shape: Shape
    to_the_end: bool


def refuting_paths(system: Thresholds, prop: Property | None) -> tuple[Refuting, ...]:
    """The shapes of the paths that refute a property, or lead to an error where that is None; one that no path has
    where nothing refutes it. Raises OutsideError for a property that is left to other methods."""
    target = _target(system.system, prop)
    if target is not None:
        bad = system.within_ranges(in_positive_form(target))
        return (Refuting(Shape(end=bad), to_the_end=False),)
    formula = None if prop is None else refutable(prop)
    if formula is None:
        raise OutsideError(MORE)
    several = refuting(system, formula) or (Shape(here=FALSE),)
    return tuple(Refuting(shape, to_the_end=True) for shape in several)


def _target(system: System, prop: Property | None) -> Formula | None:
    """The states that no beginning of a path may reach; None where the property says more, or some paths are unfair."""
    if prop is None:
        return disjunction(event.guard for event in system.events if event.error is not None)
    question = None if system.fairness else reachability(prop)
    return question.target if question is not None and question.kind == "never" else None


def left_to_others(system: System, prop: Property) -> str | None:
    """The reason why phases do not decide a property of a system; None where they do."""
    try:
        refuting_paths(thresholds(system), prop)
    except OutsideError as outside:
        return str(outside)
    return None
