"""Regular safety properties of a model: each an invariant of the model beside its observer, checked on the road of any
invariant, and reported with the other properties."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from vsym.basics.options import RefusedError
from vsym.checking.answer import Checked
from vsym.checking.question import Question, Sized, Subject, Wishes
from vsym.models.registry import observed


def subjects(subject: Subject[Any]) -> Iterator[Subject[Any]]:
    """The subject without its regular safety properties, if it has others, and beside the observer of each of them."""
    model = subject.model
    if model.properties or not model.nevers:
        yield _changed(subject, lambda one: replace(one, nevers=())) if model.nevers else subject
    yield from (_changed(subject, _observing(never.name)) for never in model.nevers)


def _observing(name: str) -> Callable[[Any], Any]:
    """The function that puts an observer beside a model; at another size its conditions may have other terms."""
    return lambda model: observed(model, next(never for never in model.nevers if never.name == name))


def _changed(subject: Subject[Any], change: Callable[[Any], Any]) -> Subject[Any]:
    """The subject with its models of every size changed."""
    instance, sized = subject.instance, subject.sized
    return Subject(
        change(subject.model),
        None if instance is None else lambda values: change(instance(values)),
        None if sized is None else _sized(sized, change),
    )


def _sized(sized: Sized, change: Callable[[Any], Any]) -> Sized:
    return replace(sized, at=lambda size: change(sized.at(size)), whole=lambda: change(sized.whole()))


def alone(subject: Subject[Any]) -> Subject[Any]:
    """The subject as one system, for callers that take no more; raises RefusedError where a regular safety property
    stands beside other properties."""
    first, *others = subjects(subject)
    if others:
        name = subject.model.nevers[0].name
        raise RefusedError(f"`{name}` has an observer of its own: choose one such property, or the others, with --prop")
    return first


def _wishes(question: Question[Any], subject: Subject[Any]) -> Wishes:
    """The wishes, without warnings beside an observer: it stops at a bad prefix, so that a step never taken there may
    well be taken in the model."""
    regular = any(prop.regular for prop in subject.model.properties)
    return replace(question.wishes, warned=False) if regular else question.wishes


def check(question: Question[Any], road: Callable[[Question[Any]], Checked]) -> Checked:
    """The results on a model with regular safety properties, those of the others first; raises as the road does."""
    asked = (replace(question, subject=one, wishes=_wishes(question, one)) for one in subjects(question.subject))
    first, *others = map(road, asked)
    for one in others:
        first = replace(
            first,
            outcomes=(*first.outcomes, *one.outcomes),
            seconds=first.seconds + one.seconds,
            stopped=first.stopped or one.stopped,
            attempts=(*first.attempts, *one.attempts),
            warnings=(*first.warnings, *(warning for warning in one.warnings if warning not in first.warnings)),
            notes=(*first.notes, *(note for note in one.notes if note not in first.notes)),
        )
    return first
