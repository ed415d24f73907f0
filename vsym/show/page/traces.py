"""Traces as swim lanes: a lane for each process, a row for each counter, a column for each state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from vsym.basics.numbers import capital, number
from vsym.basics.options import TraceStyle
from vsym.checking.results import Deadlock, Outcome
from vsym.models.counting.model import Model
from vsym.models.counting.spelling import Spelling
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.show.movers import Movers, arrows, at_rest, movers_to
from vsym.show.page.values import Cell, Column, Lane, Loop, Trace
from vsym.show.text.traces import DEADLOCK, PathView, headline, moving_processes

STATES = 200
"""How many states of a trace are shown; of a longer one the middle is left out."""

COUNTERS = 40
"""Up to how many counters and shared variables have a row each."""

LANES = 100
"""Up to how many processes have a lane each."""

FOLDED = 12
"""From how many lanes of processes that never move they are folded."""

CHANGES = 6
"""How many changes of a state are shown where they share one row."""

TONES = 6
"""How many colours the local states take turns in."""

_WIDEST = 16

_Moved: TypeAlias = Sequence[tuple[int, Movers | None] | None]
"""The states that are shown, each with those who have moved to it; None where states are left out."""


def swim_lanes(model: Model, system: CounterSystem, outcome: Outcome, style: TraceStyle) -> Trace | None:
    """The trace of a property, None where there is none to show; `diff` shows what a step changes of the counters."""
    abstract, concrete, prop = outcome.path, outcome.trace, outcome.property
    if abstract is None or concrete is None or style == "off":
        return None
    path = PathView(model, system, abstract, concrete)
    told = headline(prop, path)
    title = f"{told.verdict}{told.rest}"
    if not told.path:
        return Trace(prop.name, title, ())
    return _lanes_of(path, prop.name, title, style, [] if told.after is None else [told.after])


def lanes_to_deadlock(model: Model, system: CounterSystem, deadlock: Deadlock, style: TraceStyle) -> Trace | None:
    """The path to a deadlock, None where no path is to be shown."""
    if style == "off":
        return None
    return _lanes_of(PathView(model, system, deadlock.path, deadlock.trace), "", DEADLOCK, style)


def _lanes_of(path: PathView, prop: str, title: str, style: TraceStyle, after: Sequence[str] = ()) -> Trace:
    concrete = path.concrete
    kept = kept_states(len(concrete.states), concrete.loop)
    lanes, folded, notes = _lanes(path, kept)
    counters, more = _counters(path, kept, style)
    columns = tuple(_column(path, state) for state in kept)
    shown = [len(cell.text) for lane in (*lanes, *folded, *counters) for cell in lane.cells]
    shown += [len(part) for column in columns for part in f"{column.mover}: {column.step}".split(" →")]
    loop = None
    if concrete.loop is not None:
        last = len(concrete.states) - 1
        loop = Loop(kept.index(concrete.loop), kept.index(last), concrete.loop, last)
    cut = left_out(kept)
    return Trace(
        prop,
        title,
        (*cut, *notes, *more, *after),
        columns,
        lanes,
        folded,
        counters,
        loop,
        min(max(shown, default=0), _WIDEST),
    )


def kept_states(states: int, loop: int | None) -> list[int | None]:
    """The numbers of the states that are shown, None where some are left out."""
    if states <= STATES:
        return [*range(states)]
    half = STATES // 2
    wanted = sorted({*range(half), *range(states - half, states), *([] if loop is None else [loop])})
    kept: list[int | None] = [wanted[0]]
    for before, after in pairwise(wanted):
        if after != before + 1:
            kept.append(None)
        kept.append(after)
    return kept


def left_out(kept: Sequence[int | None]) -> tuple[str, ...]:
    """What is said of the states that are not shown."""
    gaps = [(kept[place - 1], kept[place + 1]) for place, state in enumerate(kept) if state is None]
    ranges = [f"{first + 1} to {last - 1}" for first, last in gaps if first is not None and last is not None]
    if not ranges:
        return ()
    return (f"States {' and '.join(ranges)} are left out here; `vsym check --json` has them all.",)


def _column(path: PathView, state: int | None) -> Column:
    if state is None:
        return Column(None)
    step = path.concrete.steps[state - 1] if state else None
    changes = _changes(path, state) or "no counter changes"
    if state == 0:
        return Column(state, "", "start", f"State 0, the start: {changes}.")
    if step is None:
        return Column(state, "", "nothing can move", f"State {state}: nothing can move.")
    movers = movers_to(path.concrete, state)
    assert movers is not None
    gone = [f"{arrow.source} →\N{NO-BREAK SPACE}{arrow.target}" for arrow in arrows(step)]
    ways = [f"from {arrow.source} to {arrow.target}" for arrow in arrows(step)]
    several = movers.times > 1
    name = Spelling(path.model).process
    named = movers.named(name)
    who = f"processes {named} move, one by one," if several else f"process {name(movers.mover)} moves"
    more = [] if several or movers.partner is None else [f", process {name(movers.partner)} {ways[1]}"]
    more += [f"{movers.more} move"] if movers.more else []
    said = f"State {state}: {who} {ways[0]}{''.join(more)}; {changes}."
    return Column(state, named, f"{', '.join(gone)}{movers.more}", said)


def _lanes(path: PathView, kept: Sequence[int | None]) -> tuple[tuple[Lane, ...], tuple[Lane, ...], list[str]]:
    """The lanes, those that are folded, and what is to be said of the processes that have none."""
    model, concrete = path.model, path.concrete
    if concrete.times is not None:
        note = "Many processes take the same step one after another, so that only the counters are shown."
        return (), (), [note]
    moving = list(moving_processes(concrete))
    chosen = list(range(1, model.size + 1)) if model.size <= LANES else moving
    notes = []
    if len(chosen) > LANES:
        notes.append(f"{number(len(chosen))} processes move; the first {LANES} of them have a lane.")
        chosen = chosen[:LANES]
    elif chosen:
        notes = [f"{capital(text.plain.strip())}." for text in at_rest(model, concrete.states[0], chosen)]
    resting = [process for process in chosen if process not in moving]
    fold = len(resting) >= FOLDED
    tones = {name: place % TONES for place, name in enumerate(model.states)}
    # Who moves is the same for every lane.
    moved = [None if state is None else (state, movers_to(concrete, state)) for state in kept]
    shown = tuple(_lane(path, process, moved, tones) for process in (moving if fold else chosen) if process in chosen)
    return shown, tuple(_lane(path, process, moved[:1], tones) for process in resting if fold), notes


def _lane(path: PathView, process: int, moved: _Moved, tones: dict[str, int]) -> Lane:
    model = path.model
    several = sum(bool(group.processes) for group in model.groups) > 1
    group = next(group.name for group in model.groups if process in group.processes)
    return Lane(str(process), group if several else "", tuple(_located(path, process, moved, tones)))


def _located(path: PathView, process: int, moved: _Moved, tones: dict[str, int]) -> Iterator[Cell]:
    for column in moved:
        if column is None:
            yield Cell("…")
            continue
        state, movers = column
        location = path.concrete.states[state].locations[process - 1]
        sign = None if movers is None else movers.sign(process)
        yield Cell(location if sign in (None, "*") else f"{location}{sign}", sign is not None, tones[location])


def _counters(path: PathView, kept: Sequence[int | None], style: TraceStyle) -> tuple[tuple[Lane, ...], list[str]]:
    """The counters that are not 0 throughout, and the shared variables; of very many, what each step changes."""
    if len(path.used) > COUNTERS:
        changes = tuple(Cell("…" if state is None else _unbroken(_changes(path, state))) for state in kept)
        note = f"{number(len(path.used))} counters are too many for a row each; the one row says what a step changes."
        return (Lane("changes", "", changes),), [note]
    return tuple(Lane(path.names[place], "", tuple(_counted(path, place, kept, style))) for place in path.used), []


def _changes(path: PathView, state: int) -> str:
    changes = list(path.changes(state))
    return ", ".join([*changes[:CHANGES], *(["…"] if len(changes) > CHANGES else [])])


def _unbroken(changes: str) -> str:
    """Changes in which lines break between them only."""
    return changes.replace(" = ", "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}")


def _counted(path: PathView, place: int, kept: Sequence[int | None], style: TraceStyle) -> Iterator[Cell]:
    vectors = path.abstract.states
    for state in kept:
        if state is None:
            yield Cell("…")
            continue
        value = vectors[state][place]
        changed = state > 0 and value != vectors[state - 1][place]
        yield Cell(path.value(place, value) if changed or style == "full" or not state else "", changed)
