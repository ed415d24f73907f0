"""The one composer: a question about a model of any kind goes to the road of its kind, and comes back as one answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Any

from vsym.basics.limits import UNLIMITED, Budget
from vsym.checking.answer import Checked
from vsym.checking.question import Question, Subject, Wishes
from vsym.models.text import AnyText
from vsym.system.report import Report

ROADS: Mapping[str, str] = MappingProxyType(
    {
        "processes": "vsym.checking.processes",
        "program": "vsym.checking.programs",
    }
)
"""The road of each kind of model, imported when it is taken: a module with `check`, `explore`, `methods`, `systems` and
`attempts`."""

PLAIN = "vsym.checking.plain"
"""The road of any other kind, which `reductions.registry` has a reduction of."""

_SIZED: Mapping[str, str] = MappingProxyType({"program": "vsym.checking.process_counters"})
"""The module with `sized`, for a kind of model that has sizes which its processes alone can have."""

ABSTRACTED: Mapping[str, str] = MappingProxyType({"processes": "vsym.checking.stages"})
"""The module with `identified` and `reduced`, for a kind of model that is abstracted by counting its processes."""

LEFT_TO_US = Wishes()


def subject_of(
    text: AnyText,
    values: Mapping[str, int],
    for_all: Sequence[str] = (),
    wishes: Wishes = LEFT_TO_US,
    budget: Budget = UNLIMITED,
) -> Subject[Any]:
    """The subject of a text with these values of parameters, and with the parameters `for_all` left open.

    Raises DiagnosticError with every error that was found, RefusedError for names that cannot be left open, and
    LimitReachedError.
    """
    sized = _SIZED.get(text.kind) if for_all or wishes.counted is not None else None
    if sized is not None:
        subject: Subject[Any] | None = import_module(sized).sized(text, values, for_all, wishes, budget)
        if subject is not None:
            return subject
    if not for_all:
        return Subject(text.at(values, budget))
    return Subject(text.open(for_all, values, budget), lambda chosen: text.at({**values, **chosen}, budget))


def check(question: Question[Any], report: Report) -> Checked:
    """The results on a model: verdicts, with the runs that show them; raises as the road does."""
    model = question.subject.model

    def asked(one: Question[Any]) -> Checked:
        checked: Checked = road(model.kind).check(one, report)
        return checked

    if not model.nevers:
        return asked(question)
    from vsym.checking import observed

    return observed.check(question, asked)


def explore(question: Question[Any], report: Report) -> Checked:
    """The reachable states of a model, and a run to a deadlock if there is one; raises as the road does."""
    checked: Checked = road(question.subject.model.kind).explore(question, report)
    return checked


def methods(question: Question[Any], report: Report) -> Iterator[Checked]:
    """The reachable states by every method for the model; raises as the road does."""
    yield from road(question.subject.model.kind).methods(question, report)


def road(kind: str) -> Any:
    """The road of a kind of model."""
    return import_module(ROADS.get(kind, PLAIN))
