"""The whole page of a model: its verdicts, its traces, and the particulars of its kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from types import MappingProxyType

from vsym import __version__
from vsym.basics.numbers import capital, number, plural, seconds
from vsym.basics.options import TraceStyle
from vsym.basics.source import ModelWarning
from vsym.checking.answer import Checked, Exploration, Outcome, RankOutcome
from vsym.show.page import processes
from vsym.show.page.lanes import lanes_to_deadlock, swim_lanes
from vsym.show.page.pictures import BrokenTransition, Pictures
from vsym.show.page.rendering import formula, linked, listing
from vsym.show.page.values import (
    Mood,
    Page,
    Pair,
    Particulars,
    Property,
    Rank,
    Said,
    Times,
    Trace,
    Warned,
)
from vsym.show.text.lines import every_size
from vsym.show.text.ranks import rank_reason, rank_text, states_text
from vsym.show.text.story import heading, instances_lines
from vsym.show.text.traces import unseen_deadlock
from vsym.show.text.verdicts import (
    attempt_text,
    engine_text,
    exactly_text,
    formula_text,
    method_text,
    reason_text,
    verdict_text,
)
from vsym.system.result import Verdict

_MOODS: Mapping[str, Mood] = MappingProxyType(
    {
        "holds": "good",
        "holds up to k": "open",
        "violated": "bad",
        "unknown": "open",
        "proves": "good",
        "fails": "bad",
    }
)


def page(
    checked: Checked,
    witnesses: Mapping[int, BrokenTransition],
    pictures: Pictures,
    style: TraceStyle,
    took: Times,
    *,
    everything: bool,
) -> Page:
    """The whole page; where the symmetry of processes was decided, with some `witnesses`, by their places."""
    model, sizes = checked.model, every_size(checked.model)
    traces = tuple(_traces(checked, style, everything=everything))
    properties = tuple(_property(one, traces, sizes, pictures) for one in checked.outcomes)
    own = _PARTICULARS.get(model.kind, _in_words)(checked, witnesses, pictures, everything=everything)
    said, mood = summary([prop.verdict for prop in properties])
    return Page(
        model.name,
        own.system,
        f"{said}{own.summary}",
        mood,
        properties,
        tuple(map(_warning, checked.warnings)),
        listing(model.source),
        pictures.states,
        pictures.undrawn,
        own.symmetry,
        own.edges,
        own.abstraction,
        traces,
        (*own.statistics, ("made by", f"vsym {__version__}")),
        took,
        tuple(_rank(outcome, sizes) for outcome in checked.ranks),
    )


def _in_words(checked: Checked, _: Mapping[int, BrokenTransition], __: Pictures, **___: bool) -> Particulars:
    """The lines above the verdicts on a model of any kind, and the figures of its explorations."""
    system, *more = (line.plain for line in heading(checked))
    lines = [system.removeprefix(f"{checked.model.name}: "), *more]
    return Particulars(f"{'; '.join(lines)}.", statistics=tuple(_statistics(checked)))


_PARTICULARS: Mapping[str, Callable[..., Particulars]] = MappingProxyType({"processes": processes.particulars})


def _statistics(checked: Checked) -> Iterator[Pair]:
    """The figures that are known."""
    if checked.main is not None:
        yield from _figures(checked.main)
    for one in checked.others:
        yield from ((f"{said}, for {', '.join(one.names)}", value) for said, value in _figures(one))
    yield from (("instances", line) for line in instances_lines(checked))


def _figures(one: Exploration) -> Iterator[Pair]:
    reached = one.reached
    if reached is None:
        return
    count = number(reached.states)
    yield f"{one.kind}s", count if reached.complete else f"at least {count}"
    figures = {
        "concrete states": reached.represented if reached.strategy is None else None,
        "orbits": None if reached.strategy is None else one.orbits,
        "representatives": reached.representatives if one.canonical is False else None,
        "rules fired": reached.rules_fired,
        "depth": reached.depth,
        "deadlocks": reached.deadlocks,
    }
    yield from ((name, number(value)) for name, value in figures.items() if value is not None)
    if reached.bytes_per_state is not None:
        yield "bytes a state", f"{reached.bytes_per_state:.1f}"


def _traces(checked: Checked, style: TraceStyle, *, everything: bool) -> Iterator[Trace]:
    """The counterexamples and the path to a deadlock; with `everything`, witnesses of properties that hold as well."""
    traces = [
        swim_lanes(checked.model, outcome, style)
        for outcome in checked.outcomes
        if everything or outcome.verdict.outcome == "violated"
    ]
    deadlock = unseen_deadlock(checked)
    traces += [] if deadlock is None else [lanes_to_deadlock(deadlock, style)]
    yield from (trace for trace in traces if trace is not None)


def _property(outcome: Outcome, traces: Sequence[Trace], sizes: str, pictures: Pictures) -> Property:
    """A property with its verdict, which may be for the `sizes` that it says, or name one that violates it."""
    verdict, prop = outcome.verdict, outcome.property
    return Property(
        linked(prop.name, prop.span),
        prop.logic,
        formula(formula_text(prop), prop.span.source.name),
        Said(verdict_text(verdict, sizes), _MOODS[verdict.outcome]),
        "" if verdict.engine == "none" else engine_text(verdict, sizes),
        seconds(verdict.seconds),
        _notes(verdict),
        next((place for place, trace in enumerate(traces) if trace.property == prop.name), None),
        pictures.ranks.get(prop.name, ()),
    )


def _notes(verdict: Verdict) -> tuple[str, ...]:
    notes = [] if verdict.reason is None else [reason_text(verdict.reason)]
    if (method := method_text(verdict)) is not None:
        notes.append(f"decided {method}")
    notes += [text for text in (exactly_text(verdict), attempt_text(verdict)) if text is not None]
    return tuple(capital(one) for one in notes)


def _warning(warning: ModelWarning) -> Warned:
    span = warning.span
    place = None if span is None else linked(f"line {span.source.position(span.start)[0]}", span)
    return Warned(capital(warning.message), place)


def _rank(outcome: RankOutcome, sizes: str) -> Rank:
    """A rank with its verdict, which may be for the sizes that `sizes` say, or name one at which it fails."""
    rank, verdict = outcome.rank, outcome.verdict
    said = Said(rank_text(verdict, sizes), _MOODS[verdict.outcome])
    weights = formula(rank.text, rank.span.source.name)
    notes = tuple(capital(note) for note in (rank_reason(outcome), states_text(outcome)) if note is not None)
    return Rank(linked(rank.property, rank.span), weights, said, seconds(verdict.seconds), notes)


def summary(verdicts: Sequence[Said]) -> tuple[str, Mood]:
    """The number of properties that hold, in one sentence, and how that is marked."""
    if not verdicts:
        return "There is no property to check.", "open"
    moods = [verdict.mood for verdict in verdicts]
    mood: Mood = "bad" if "bad" in moods else "open" if "open" in moods else "good"
    holding, violated, undecided = (moods.count(one) for one in ("good", "bad", "open"))
    if len(verdicts) == 1:
        said = verdicts[0].text
        return f"The property {'is ' if said.startswith(('violated', 'unknown')) else ''}{said}.", mood
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


def times(checked: Checked, judging: float, drawing: float | None = None) -> Times:
    """The stages of a run that took so many seconds until all verdicts were there, and then drew pictures, if it did:
    their times add up to the whole, to the last digit."""
    stages = [*_STAGES.get(checked.model.kind, _by_states)(checked, judging)]
    stages += [] if drawing is None else [("pictures", drawing)]
    # The sums are rounded, not the stages, so that the stages on the page add up to the whole.
    sums = [round(1000 * total) for total in accumulate((part for _, part in stages), initial=0.0)]
    rows = [(name, _shown(after - before)) for (name, _), (before, after) in zip(stages, pairwise(sums), strict=True)]
    return Times(tuple(rows), _shown(sums[-1]))


def _by_states(checked: Checked, judging: float) -> Iterator[tuple[str, float]]:
    """The parts of the time of the verdicts: compiling and exploring, where a C program explored, and the rest."""
    reached = checked.reached
    if reached is not None and reached.compile_seconds is not None:
        yield "compiled", reached.compile_seconds
        yield "explored", reached.seconds
        judging -= reached.compile_seconds + reached.seconds
    yield "verdicts", max(0.0, judging)


def _stages(checked: Checked, judging: float) -> Iterator[tuple[str, float]]:
    """The stages until all verdicts are there; the last one takes the time that the others leave."""
    left = judging
    for name, part in _measured(checked, judging):
        took = max(0.0, min(part, left))
        left -= took
        yield name, took
    yield "reachable states, paths and the rest", left


def _measured(checked: Checked, judging: float) -> Iterator[tuple[str, float]]:
    """The stages that were measured; properties decided side by side take no longer than all of them."""
    decided, prepared, deciding = checked.decided, checked.prepared, checked.seconds
    if decided is not None:
        transitions = sum(decision.seconds for decision in decided.decisions)
        yield "verdicts on the local transitions", transitions
        yield "relations, blocks and the rest of the symmetry", decided.seconds - transitions
        yield "counter abstraction", judging - decided.seconds - deciding
    if prepared is not None:
        deciding -= prepared.seconds
        yield "partitions that the edges respect", prepared.seconds
    yield "verdicts on the properties", min(sum(outcome.verdict.seconds for outcome in checked.outcomes), deciding)


_STAGES: Mapping[str, Callable[[Checked, float], Iterator[tuple[str, float]]]] = MappingProxyType(
    {"processes": _stages}
)


def _shown(milliseconds: int) -> str:
    return f"{milliseconds / 1000:,.3f} s"
