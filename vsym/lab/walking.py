"""A model step by step, for the page: a state with its possible steps, and the steps that are not possible and why.

The page also asks for values in states, and for paths to where a condition is true.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError, Source
from vsym.commands.step.session import SessionModel, lead
from vsym.lab import states
from vsym.lab.protocol import Record
from vsym.languages import registry
from vsym.stepping.protocol import Choice, Disabled, Stepper
from vsym.system.report import Silence
from vsym.system.result import Path

if TYPE_CHECKING:
    from vsym.lab import step_shapes as shapes

STARTS = 20
"""The most start states that can be chosen."""

MOST = 1_000
"""The most steps that are taken at random at once."""

_SECONDS = 600.0
"""More than any limit: a request that takes too long is ended from outside."""

CHOICES = 120
"""The most steps, and the most that are not possible, that are listed."""


def answer(
    source: Source, values: Record, budget: Budget
) -> shapes.Starts | shapes.Stood | shapes.Taken | shapes.Led | shapes.Watched:
    """A state, or the first start states where none is given; or random steps from it, a path from it to a goal, or the
    values of watched expressions in several states."""
    subject = _subject(source.name, source.text, tuple(values.get("parameters", {}).items()))
    stepper, model = subject.stepper, subject.model
    if "watched" in values:
        given = [states.read(model, one) for one in values.get("states", [])]
        return {"watched": [*_watched(subject, values["watched"], given)]}
    record = values.get("state")
    if record is None:
        starts = [*islice(stepper.starts(), STARTS)]
        if not starts:
            raise RefusedError(f"{stepper.name} has no initial state without an error")
        return {"notes": [*subject.notes], "starts": [_scene(stepper, one) for one in starts]}
    state = states.read(model, record)
    if "goal" in values:
        return {"led": _led(subject, state, values["goal"])}
    if "random" in values:
        return {"taken": [*_random(stepper, state, min(values["random"], MOST), values.get("seed", 0), budget)]}
    return {"scene": _scene(stepper, state)}


@lru_cache(maxsize=1)
def _subject(name: str, text: str, given: tuple[tuple[str, int], ...]) -> SessionModel:
    """The stepper of a text with these values of parameters, which stays for the next step."""
    return SessionModel(registry.parsed(Source(name, text)), dict(given), Budget(), _SECONDS, Silence())


def _scene(stepper: Stepper[Any, Any], state: Any) -> shapes.Scene:
    choices, disabled = stepper.choices(state), stepper.disabled(state)
    return {
        "state": states.written(stepper.model, state),
        "lanes": states.lanes(stepper, state),
        "rows": [*stepper.view(state).rows],
        "choices": [_choice(stepper, one) for one in choices[:CHOICES]],
        "disabled": [_disabled(one) for one in disabled[:CHOICES]],
        "more": (max(0, len(choices) - CHOICES), max(0, len(disabled) - CHOICES)),
    }


def _choice(stepper: Stepper[Any, Any], one: Choice[Any, Any]) -> shapes.Choice:
    return {
        "label": one.label,
        "by": one.by,
        "size": one.size,
        "fault": one.fault,
        "told": None if one.target is None else stepper.told(one.step),
        "state": None if one.target is None else states.written(stepper.model, one.target),
    }


def _disabled(one: Disabled) -> shapes.Disabled:
    return {
        "label": one.label,
        "by": one.by,
        "hindrances": [
            {"condition": hindrance.condition, "values": [*hindrance.values]} for hindrance in one.hindrances
        ],
    }


def _random(stepper: Stepper[Any, Any], state: Any, steps: int, seed: int, budget: Budget) -> Iterator[shapes.Column]:
    chance = Random(seed)
    for _ in budget.paced(range(steps), every=1):
        possible = [place for place, one in enumerate(stepper.choices(state)) if one.target is not None]
        if not possible:
            return
        choice = stepper.drawn(state, chance.choice(possible), chance)
        if choice.target is None:
            return
        state = choice.target
        yield {
            "told": stepper.told(choice.step),
            "state": states.written(stepper.model, state),
            "lanes": states.lanes(stepper, state),
        }


def _watched(subject: SessionModel, expressions: Sequence[str], given: Sequence[Any]) -> Iterator[shapes.Value]:
    for written in expressions:
        try:
            observed = subject.observation(written)
        except (DiagnosticError, RefusedError) as error:
            yield {"written": written, "values": None, "problem": _problem(error, written)}
        else:
            yield {"written": written, "values": [observed.told(one) for one in given], "problem": None}


def _led(subject: SessionModel, state: Any, written: str) -> shapes.Lead:
    """A path to a state in which a condition is true, `anew` if from a start state; or the error in the condition."""
    try:
        led = lead(subject, state, subject.observation(written))
    except (DiagnosticError, RefusedError) as error:
        return {"told": None, "path": None, "anew": False, "problem": _problem(error, written)}
    walk = led.on if led.anew is None else led.anew.walk
    note = "" if led.anew is None or not led.anew.note else f"; {led.anew.note}"
    path = None if walk is None else states.of_path(subject.stepper, Path("witness", walk.states, walk.steps), None)
    return {"told": led.said + note, "path": path, "anew": led.anew is not None, "problem": None}


def _problem(error: DiagnosticError | RefusedError, written: str) -> str:
    """The error, with its place in an expression where it is there."""
    if isinstance(error, RefusedError):
        return str(error)
    first = error.diagnostics[0]
    said = first.message if first.hint is None else f"{first.message}; {first.hint}"
    begin = first.span.source.text.rfind(written)
    column = first.span.start - begin + 1
    return f"column {column}: {said}" if 0 < column <= len(written) + 1 else said
