"""The whole page of a model, by how it was verified: on counters, on annotated states, or for all sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from vsym import __version__
from vsym.basics.numbers import number, plural, seconds
from vsym.every_size.verify import Verified as VerifiedForAll
from vsym.methods import Verified
from vsym.models.counting.model import Model
from vsym.pipeline import STATE, Checked, Explored, Outcome
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.show.page.abstraction import abstraction, edges
from vsym.show.page.listing import listing, source_of
from vsym.show.page.pictures import Pictures
from vsym.show.page.properties import of_judged, of_outcome, summary
from vsym.show.page.symmetry import Shown, symmetry
from vsym.show.page.traces import swim_lanes
from vsym.show.page.values import Abstraction as AbstractionShown
from vsym.show.page.values import Edges, Page, Pair, Property, Symmetry, Trace
from vsym.show.text import lines as text
from vsym.show.text.traces import TraceStyle
from vsym.symmetry.virtual.identification import Decided


def of_counters(
    decided: Decided,
    outcomes: Sequence[Outcome],
    checked: Checked | None,
    witnesses: Mapping[int, Shown],
    pictures: Pictures,
    style: TraceStyle,
    *,
    everything: bool,
) -> Page:
    """The page of a verification on the counter abstraction; without `checked` there was no time for one."""
    model = decided.model
    told = symmetry(decided, witnesses, pictures.witnesses, everything=everything)
    took = ("deciding the symmetry", seconds(decided.seconds))
    if checked is None:
        properties = tuple(of_outcome(outcome, ()) for outcome in outcomes)
        return _page(model, properties, (), pictures, (took,), symmetry=told)
    traces = _traces(model, checked.system, outcomes, style, everything=everything)
    shown = abstraction(model, checked.system, checked.explored, pictures.quotient, everything=everything)
    statistics = (
        ("concrete states", text.concrete_states(model)),
        ("counter states", number(checked.system.state_count)),
        *_explored(checked.explored),
        took,
        ("deciding the properties", seconds(checked.seconds)),
    )
    properties = tuple(of_outcome(outcome, traces) for outcome in outcomes)
    saved = _saved(model, checked)
    return _page(model, properties, traces, pictures, statistics, symmetry=told, abstraction=shown, saved=saved)


def of_annotated_states(
    model: Model,
    outcomes: Sequence[Outcome],
    verified: Verified | None,
    pictures: Pictures,
    style: TraceStyle,
    *,
    everything: bool,
) -> Page:
    """The page of adaptive exploration; without `verified` there was no time to find the edges."""
    if verified is None:
        return _page(model, tuple(of_outcome(outcome, ()) for outcome in outcomes), (), pictures, ())
    traces = _traces(model, verified.system, outcomes, style, everything=everything)
    statistics = (
        ("concrete states", text.concrete_states(model)),
        *_explored(verified.explored),
        ("finding what the edges respect", seconds(verified.prepared.seconds)),
        ("deciding the properties", seconds(verified.seconds)),
    )
    properties = tuple(of_outcome(outcome, traces) for outcome in outcomes)
    told = edges(verified.prepared, everything=everything)
    return _page(model, properties, traces, pictures, statistics, edges=told)


def of_every_size(
    verified: VerifiedForAll, witnesses: Mapping[int, Shown], pictures: Pictures, style: TraceStyle, *, everything: bool
) -> Page:
    """The page of a verification for all sizes, with traces and witnesses at the sizes that have them."""
    decided = verified.identified.decided
    model = decided.model
    traces = []
    for judged in verified.judged:
        if judged.shown is None:
            continue
        trace = swim_lanes(judged.shown.model, judged.shown.system, judged.shown.outcome, style)
        if trace is not None:
            traces.append(_at(trace, text.values_text(judged.shown.values)))
    shown = None
    if verified.system is not None:
        shown = abstraction(model, verified.system, None, everything=everything)
    properties = tuple(of_judged(model, judged, traces) for judged in verified.judged)
    told = symmetry(decided, witnesses, pictures.witnesses, everything=everything)
    statistics = (("deciding the symmetry", seconds(decided.seconds)),)
    return _page(model, properties, tuple(traces), pictures, statistics, symmetry=told, abstraction=shown)


def _at(trace: Trace, values: str) -> Trace:
    return replace(trace, title=f"at {values} {trace.title}")


def _traces(
    model: Model, system: CounterSystem, outcomes: Sequence[Outcome], style: TraceStyle, *, everything: bool
) -> tuple[Trace, ...]:
    """The counterexamples, and where everything is asked for, the witnesses of what holds."""
    wanted = (outcome for outcome in outcomes if everything or outcome.verdict.outcome == "violated")
    found = (swim_lanes(model, system, outcome, style) for outcome in wanted)
    return tuple(trace for trace in found if trace is not None)


def _saved(model: Model, checked: Checked) -> str:
    """How the sentence on the symmetry ends: what the reduction saves, and whether there is a deadlock."""
    blocks = len(checked.system.blocks)
    counted = plural(checked.system.state_count, "counter state") + (f" in {blocks} blocks" if blocks > 1 else "")
    stand = "stands" if checked.system.state_count == 1 else "stand"
    said = f": {counted} {stand} for {text.concrete_states(model)} concrete ones"
    return f"{said}. A deadlock is reachable" if checked.explored is not None and checked.explored.deadlocks else said


def _explored(explored: Explored | None) -> tuple[Pair, ...]:
    if explored is None:
        return ()
    reached = number(explored.states) if explored.complete else f"at least {number(explored.states)}"
    found = [(f"reachable {STATE[explored.method]}s", reached)]
    if explored.depth is not None:
        found.append(("depth", number(explored.depth)))
    if explored.complete or explored.deadlocks:
        found.append(("deadlocks", number(explored.deadlocks)))
    if explored.nodes is not None:
        found.append(("nodes of decision diagrams, at most", number(explored.nodes)))
    return tuple(found)


def _page(
    model: Model,
    properties: tuple[Property, ...],
    traces: tuple[Trace, ...],
    pictures: Pictures,
    statistics: tuple[Pair, ...],
    *,
    symmetry: Symmetry | None = None,
    edges: Edges | None = None,
    abstraction: AbstractionShown | None = None,
    saved: str = "",
) -> Page:
    said, mood = summary([prop.verdict for prop in properties])
    if symmetry is not None:
        said += f" {symmetry.before} {symmetry.verdict.text}{saved}."
    system = text.system_line(model).plain.removeprefix(f"{model.name}: ")
    return Page(
        model.name,
        f"{system}.",
        said,
        mood,
        properties,
        listing(source_of(model)),
        pictures.states,
        symmetry,
        edges,
        abstraction,
        traces,
        (*statistics, ("made by", f"vsym {__version__}")),
    )
