"""The whole page of a model and its ranks, by how it was verified: on counters, on annotated states, for all sizes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from vsym import __version__
from vsym.basics.numbers import capital, number, plural, seconds
from vsym.basics.options import TraceStyle
from vsym.checking.results import STATE, Checked, Explored, RankOutcome
from vsym.show.page.abstraction import abstraction, edges
from vsym.show.page.pictures import Pictures
from vsym.show.page.properties import of_outcome, of_warning, summary
from vsym.show.page.rendering import formula, linked, listing, source_of
from vsym.show.page.symmetry import Shown, symmetry
from vsym.show.page.traces import lanes_to_deadlock, swim_lanes
from vsym.show.page.values import Abstraction as AbstractionShown
from vsym.show.page.values import Edges, Mood, Page, Pair, Property, Rank, Said, Symmetry, Times, Trace
from vsym.show.text import lines as text
from vsym.show.text.ranks import rank_reason, rank_text, states_text
from vsym.show.text.traces import unseen_deadlock

_MOODS: dict[str, Mood] = {"proves": "good", "fails": "bad", "unknown": "open"}


def page(
    checked: Checked,
    witnesses: Mapping[int, Shown],
    pictures: Pictures,
    style: TraceStyle,
    took: Times,
    *,
    everything: bool,
) -> Page:
    """The whole page: by counters, by annotated states, or for all sizes."""
    traces = tuple(_traces(checked, style, everything=everything))
    every_size = text.every_size_text(checked.model)
    properties = tuple(
        of_outcome(outcome, traces, every_size, pictures.ranks.get(outcome.property.name, ()))
        for outcome in checked.outcomes
    )
    told, shown = None, None
    if checked.decided is not None:
        told = symmetry(checked.decided, witnesses, pictures.witnesses, everything=everything)
        if checked.counters is not None:
            quotient = pictures.quotient
            shown = abstraction(checked.model, checked.counters, checked.explored, quotient, everything=everything)
    steps = None
    if checked.prepared is not None and checked.counters is not None:
        steps = edges(checked.prepared, everything=everything)
    return _page(
        checked,
        properties,
        traces,
        pictures,
        tuple(_statistics(checked)),
        took,
        symmetry=told,
        edges=steps,
        abstraction=shown,
        saved=_saved(checked),
    )


def _statistics(checked: Checked) -> Iterator[Pair]:
    """The figures that are known."""
    counters, decided, model = checked.counters, checked.decided, checked.model
    one_size = counters is not None and not model.sizes.parameters
    if one_size:
        yield "concrete states", text.concrete_states(model)
    if one_size and counters is not None and decided is not None:
        yield "counter states", number(counters.state_count)
    yield from _explored(checked.explored)


def _at(trace: Trace, values: str) -> Trace:
    return replace(trace, title=f"at {values} {trace.title}")


def _traces(checked: Checked, style: TraceStyle, *, everything: bool) -> Iterator[Trace]:
    """The counterexamples, where everything is asked for the witnesses of what holds, and the way to a deadlock."""
    for outcome in checked.outcomes:
        if not everything and outcome.verdict.outcome != "violated":
            continue
        if outcome.at is not None and outcome.at.counters is not None:
            trace = swim_lanes(outcome.at.model, outcome.at.counters, outcome.at.outcomes[0], style)
            if trace is not None:
                yield _at(trace, text.values_text((outcome.verdict.values or {}).items()))
        elif checked.counters is not None:
            trace = swim_lanes(checked.model, checked.counters, outcome, style)
            if trace is not None:
                yield trace
    deadlock = unseen_deadlock(checked)
    if deadlock is not None and checked.counters is not None:
        trace = lanes_to_deadlock(checked.model, checked.counters, deadlock, style)
        if trace is not None:
            yield trace


def _saved(checked: Checked) -> str:
    """How the sentence on the symmetry ends: what the reduction saves, and whether there is a deadlock."""
    counters, model = checked.counters, checked.model
    if counters is None or checked.decided is None or model.sizes.parameters:
        return ""
    blocks = len(counters.blocks)
    counted = plural(counters.state_count, "counter state") + (f" in {blocks} blocks" if blocks > 1 else "")
    stand = "stands" if counters.state_count == 1 else "stand"
    said = f": {counted} {stand} for {text.concrete_states(model)} concrete ones"
    return f"{said}. A deadlock is reachable" if checked.explored is not None and checked.explored.deadlocks else said


def _explored(explored: Explored | None) -> tuple[Pair, ...]:
    if explored is None:
        return ()
    reached = number(explored.states) if explored.complete else f"at least {number(explored.states)}"
    state = STATE[explored.method]
    kind = f"reachable {state}s" if not explored.factors else f"reachable orbits of {state}s"
    found = [(kind if explored.exact else f"stored {state}s", reached)]
    if explored.represented is not None:
        found.append((f"{state}s", number(explored.represented)))
    if explored.depth is not None:
        found.append(("depth", number(explored.depth)))
    if explored.complete or explored.deadlocks:
        found.append(("deadlocks", number(explored.deadlocks)))
    if explored.nodes is not None:
        found.append(("nodes of decision diagrams, at most", number(explored.nodes)))
    return tuple(found)


def _page(
    checked: Checked,
    properties: tuple[Property, ...],
    traces: tuple[Trace, ...],
    pictures: Pictures,
    statistics: tuple[Pair, ...],
    took: Times,
    *,
    symmetry: Symmetry | None = None,
    edges: Edges | None = None,
    abstraction: AbstractionShown | None = None,
    saved: str = "",
) -> Page:
    said, mood = summary([prop.verdict for prop in properties])
    if symmetry is not None:
        said += f" {symmetry.before} {symmetry.verdict.text}{saved}."
    model = checked.model
    system = text.system_line(model).plain.removeprefix(f"{model.name}: ")
    return Page(
        model.name,
        f"{system}.",
        said,
        mood,
        properties,
        tuple(map(of_warning, checked.warnings)),
        listing(source_of(model)),
        pictures.states,
        symmetry,
        edges,
        abstraction,
        traces,
        (*statistics, ("made by", f"vsym {__version__}")),
        took,
        tuple(_of_rank(outcome, text.every_size_text(model)) for outcome in checked.ranks),
    )


def _of_rank(outcome: RankOutcome, every_size: str = "") -> Rank:
    """A rank with its verdict, which may be for the sizes that `every_size` says, or name one at which it fails."""
    rank, verdict = outcome.rank, outcome.verdict
    said = Said(rank_text(verdict, every_size), _MOODS[verdict.outcome])
    weights = formula(rank.text, rank.span.source.name)
    return Rank(linked(rank.property, rank.span), weights, said, seconds(verdict.seconds), tuple(_notes(outcome)))


def _notes(outcome: RankOutcome) -> Iterator[str]:
    for note in (rank_reason(outcome), states_text(outcome)):
        if note is not None:
            yield capital(note)
