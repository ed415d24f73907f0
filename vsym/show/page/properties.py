"""The properties with their verdicts, and the sentence that sums them up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vsym.basics.numbers import capital, number, plural, seconds
from vsym.basics.source import ModelWarning
from vsym.logic.properties import Property as ModelProperty
from vsym.show.page.rendering import formula, linked
from vsym.show.page.values import Figure, Mood, Property, Said, Trace, Warned
from vsym.show.text.verdicts import (
    Judged,
    attempt_text,
    engine_text,
    exactly_text,
    formula_text,
    method_text,
    reason_text,
    verdict_text,
)
from vsym.system.result import Verdict

_MOODS: dict[str, Mood] = {"holds": "good", "holds up to k": "open", "violated": "bad", "unknown": "open"}


def of_outcome(
    outcome: Judged, traces: Sequence[Trace], every_size: str = "", figures: tuple[Figure, ...] = ()
) -> Property:
    """A property with its verdict, which may be for the sizes that `every_size` says, or name one that violates it."""
    verdict, prop = outcome.verdict, outcome.property
    said = Said(verdict_text(verdict, every_size), _MOODS[verdict.outcome])
    notes = _notes(verdict)
    engine = "" if verdict.engine == "none" else engine_text(verdict, every_size)
    return replace(_property(prop, said, engine, verdict.seconds, notes, traces), figures=figures)


def of_warning(warning: ModelWarning) -> Warned:
    """What is true by accident."""
    span = warning.span
    place = None if span is None else linked(f"line {span.source.position(span.start)[0]}", span)
    return Warned(capital(warning.message), place)


def summary(verdicts: Sequence[Said]) -> tuple[str, Mood]:
    """How many properties hold, in one sentence, and how that is marked."""
    if not verdicts:
        return "No property is asked for.", "open"
    moods = [verdict.mood for verdict in verdicts]
    mood: Mood = "bad" if "bad" in moods else "open" if "open" in moods else "good"
    holding, violated, undecided = (moods.count(one) for one in ("good", "bad", "open"))
    if len(verdicts) == 1:
        return f"The property {_single(verdicts[0])}.", mood
    if mood == "good":
        return f"All {plural(len(verdicts), 'property', 'properties')} hold.", mood
    if undecided == len(verdicts):
        return f"None of the {number(len(verdicts))} properties is settled.", mood
    parts = [f"{holding} of {plural(len(verdicts), 'property', 'properties')} {'holds' if holding == 1 else 'hold'}"]
    if violated:
        parts.append(f"{violated} {'is' if violated == 1 else 'are'} violated")
    if undecided:
        parts.append(f"{undecided} {'is' if undecided == 1 else 'are'} not settled")
    return f"{', '.join(parts[:-1])} and {parts[-1]}.", mood


def _single(verdict: Said) -> str:
    return f"is {verdict.text}" if verdict.text.startswith(("violated", "unknown")) else verdict.text


def _property(
    prop: ModelProperty, said: Said, engine: str, took: float, notes: tuple[str, ...], traces: Sequence[Trace]
) -> Property:
    numbers = [number for number, trace in enumerate(traces) if trace.property == prop.name]
    return Property(
        linked(prop.name, prop.span),
        prop.logic,
        formula(formula_text(prop), prop.span.source.name),
        said,
        engine,
        seconds(took),
        notes,
        numbers[0] if numbers else None,
    )


def _notes(verdict: Verdict) -> tuple[str, ...]:
    told = [] if verdict.reason is None else [reason_text(verdict.reason)]
    if verdict.method is not None:
        told.append(f"decided {method_text(verdict)}")
    told += [text for text in (exactly_text(verdict), attempt_text(verdict)) if text is not None]
    return tuple(capital(one) for one in told)
