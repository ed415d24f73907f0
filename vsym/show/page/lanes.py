"""Traces as swim lanes: a lane for each process or its counterpart in other kinds of model, a row for each counter or
other variable, and a column for each state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from types import MappingProxyType
from typing import Any, TypeAlias

from vsym.basics.numbers import capital, number
from vsym.basics.options import TraceStyle
from vsym.checking.answer import Outcome
from vsym.models.counting.spelling import Spelling
from vsym.models.program.layout import Layout, Slot
from vsym.models.program.program import Program
from vsym.models.program.semantics import State
from vsym.models.program.spelling import choices
from vsym.models.program.types import Scalarset
from vsym.models.protocol import AnyModel
from vsym.reductions.protocol import Run
from vsym.show.movers import Movers, arrows, at_rest, group_beside, movers_to, title
from vsym.show.page.values import Cell, Column, Lane, Loop, Trace
from vsym.show.text.traces import DEADLOCK, PathView, elsewhere, headline, moving_processes, nothing

STATES = 200
"""The most states of a trace that the page shows; it leaves out the middle of a longer one."""

COUNTERS = 40
"""The most counters and shared variables that have a row each."""

LANES = 100
"""The most processes that have a lane each."""

FOLDED = 12
"""The number of lanes of processes that never move from which the page folds them."""

CHANGES = 6
"""The most changes of a state that are shown where they share one row."""

TONES = 6
"""The number of colours that the local states take turns in."""

_WIDEST = 16

_Moved: TypeAlias = Sequence[tuple[int, Movers | None] | None]
"""The states that are shown, each with the movers of the step to it; None where states are left out."""


def swim_lanes(model: AnyModel, outcome: Outcome, style: TraceStyle) -> Trace | None:
    """The run that shows a property of a model, None where there is none to show. For processes, `diff` shows only the
    counters that each step changes."""
    run, prop = outcome.run, outcome.property
    if run is None or style == "off":
        return None
    at, inside = elsewhere(model, outcome)
    said = headline(prop, run, inside)
    title = f"{at} {said.verdict}{said.rest}".strip()
    if not said.path:
        return Trace(prop.name, title, ())
    after = [] if said.after is None else [said.after]
    if run.ending is not None:
        after.insert(0, f"It ends in an error: {run.ending.fault.message} ({run.ending.fault.span}).")
    return _trace(run, prop.name, title, style, after)


def lanes_to_deadlock(run: Run, style: TraceStyle) -> Trace | None:
    """The run to a deadlock, None where no path is to be shown."""
    return None if style == "off" else _trace(run, "", DEADLOCK, style)


def _trace(run: Run, prop: str, title: str, style: TraceStyle, after: Sequence[str] = ()) -> Trace:
    path = run.path
    places = _kept_states(len(path.states), path.loop)
    drawn = _DRAWING.get(run.model.kind, _in_words)(run, places, style)
    loop = None
    if path.loop is not None:
        last = len(path.states) - 1
        loop = Loop(places.index(path.loop), places.index(last), path.loop, last)
    notes = (*_left_out(places), *drawn.notes, *after)
    return replace(drawn, property=prop, title=title, notes=notes, loop=loop)


def _width(lanes: Sequence[Lane], words: Iterable[str] = ()) -> int:
    """The characters that a column needs for the cells of its lanes, and for other words."""
    longest = max(map(len, chain((cell.text for lane in lanes for cell in lane.cells), words)), default=0)
    return min(longest, _WIDEST)


def _kept_states(states: int, loop: int | None) -> list[int | None]:
    """The numbers of the states that are shown, None where some are left out."""
    if states <= STATES:
        return [*range(states)]
    half = STATES // 2
    numbers = sorted({*range(half), *range(states - half, states), *([] if loop is None else [loop])})
    places: list[int | None] = [numbers[0]]
    for before, after in pairwise(numbers):
        if after != before + 1:
            places.append(None)
        places.append(after)
    return places


def _left_out(places: Sequence[int | None]) -> tuple[str, ...]:
    """A note on the states that are not shown."""
    numbers = [state for state in places if state is not None]
    ranges = [f"{first + 1} to {last - 1}" for first, last in pairwise(numbers) if last != first + 1]
    return (f"States {' and '.join(ranges)} are left out here; `vsym check --json` has them all.",) if ranges else ()


def _in_words(run: Run, places: Sequence[int | None], _: TraceStyle) -> Trace:
    """A model of any kind in its own words: no lanes, and a row for each of its columns."""
    states = [dict(run.model.words.columns(state)) for state in run.path.states]
    names = [*states[0]] if states else []
    rows, notes = _rows(names, states, places)
    columns = tuple(_column_in_words(run, place, _said) for place in places)
    headings = ("", "Variables")
    return Trace("", "", notes, columns, counters=rows, width=_width(rows), headings=headings, again="is")


def _said(run: Run, step: Any) -> tuple[str, str, str]:
    """The movers of a step, its name, and both in one."""
    said = run.model.words.step(step)
    return "", said, said


def _column_in_words(run: Run, place: int | None, said: Callable[[Run, Any], tuple[str, str, str]]) -> Column:
    """The column of a state: the step that leads to it, and the changes that the step makes."""
    if place is None:
        return Column(None)
    before = run.path.states[place - 1] if place else None
    changed = run.model.words.changes(before, run.path.states[place])
    changes = ", ".join(f"{name} = {value}" for name, value in changed) or "nothing changes"
    if place == 0:
        return Column(place, "", "start", f"State 0, the start: {changes}.")
    step = run.path.steps[place - 1]
    if step is None:
        return Column(place, "", nothing(run), f"State {place}: {nothing(run)}.")
    who, name, whole = said(run, step)
    return Column(place, who, name, f"State {place}, by {whole}: {changes}.")


def _rows(
    names: Sequence[str], states: Sequence[Mapping[str, str]], places: Sequence[int | None]
) -> tuple[tuple[Lane, ...], tuple[str, ...]]:
    """A row for each of some columns, of those that change where they are too many."""
    notes: tuple[str, ...] = ()
    if len(names) > COUNTERS:
        names = [name for name in names if len({state[name] for state in states}) > 1]
    if len(names) > COUNTERS:
        notes = (f"{number(len(names))} variables change; the first {COUNTERS} of them have a row.",)
        names = names[:COUNTERS]

    def cell(name: str, place: int | None) -> Cell:
        if place is None:
            return Cell("…")
        return Cell(states[place][name], place > 0 and states[place][name] != states[place - 1][name])

    return tuple(Lane(name, "", tuple(cell(name, place) for place in places)) for name in names), notes


def _of_program(run: Run, places: Sequence[int | None], _: TraceStyle) -> Trace:
    """A lane for each element of a scalarset, a row for each variable that no lane shows."""
    program: Program = run.model
    lanes = tuple(_element_lanes(run, places))
    texts = {lane.name for lane in lanes}
    elements = [(of, value) for of in program.scalarsets for value in of.values() if of.text(value) in texts]
    owned = {slot.text for of, value in elements for slot in owned_slots(program.layout, of, value)}
    states = [dict(program.words.columns(state)) for state in run.path.states]
    names = [name for name in states[0] if name not in owned] if states else []
    rows, notes = _rows(names, states, places)
    columns = tuple(_column_in_words(run, place, _fired) for place in places)
    headings, width = ("Elements of scalarsets", "Variables"), _width((*lanes, *rows))
    return Trace("", "", notes, columns, lanes, counters=rows, width=width, headings=headings, again="is")


def _fired(run: Run, step: Any) -> tuple[str, str, str]:
    rule = run.model.rules[step.rule]
    who = ", ".join(value for _, value in choices(rule, step))
    return who, rule.name, run.model.words.step(step)


def _element_lanes(run: Run, places: Sequence[int | None]) -> Iterator[Lane]:
    """A lane for each element of the scalarsets, as far as there are not too many."""
    program: Program = run.model
    elements = [(of, value) for of in program.scalarsets if of.size <= LANES for value in of.values()]
    several = len({of for of, _ in elements}) > 1
    for of, value in elements:
        slots = owned_slots(program.layout, of, value)
        if slots:
            cells = tuple(_slots_cell(run.path.states, slots, place) for place in places)
            yield Lane(of.text(value), of.name if several else "", cells)


def _slots_cell(states: Sequence[State], slots: Sequence[Slot], place: int | None) -> Cell:
    def said(state: State) -> str:
        return " ".join(slot.type.text(slot.type.value(code)) for slot in slots if (code := state[slot.offset]))

    if place is None:
        return Cell("…")
    return Cell(said(states[place]), place > 0 and said(states[place]) != said(states[place - 1]))


def owned_slots(layout: Layout, scalarset: Scalarset, value: int) -> tuple[Slot, ...]:
    """The slots of variables and arrays whose first index is an element of a scalarset, those in multisets left out."""
    return tuple(slot for slot in layout.slots if _owner(slot) == (scalarset, value))


def _owner(slot: Slot) -> tuple[Scalarset, int] | None:
    for step in slot.path:
        match step:
            case int():
                return None
            case (Scalarset() as scalarset, value):
                return scalarset, value
    return None


def _of_processes(run: Run, places: Sequence[int | None], style: TraceStyle) -> Trace:
    """A lane for each process, a row for each counter and shared variable."""
    path = PathView.of(run)
    if path is None:
        return _in_words(run, places, style)
    lanes, folded, notes = _lanes(path, places)
    counters, more = _counters(path, places, style)
    columns = tuple(_column(path, state) for state in places)
    headers = (part for column in columns for part in f"{column.mover}: {column.step}".split(" →"))
    width = _width((*lanes, *folded, *counters), headers)
    return Trace("", "", (*notes, *more), columns, lanes, folded, counters, width=width)


_DRAWING: Mapping[str, Callable[[Run, Sequence[int | None], TraceStyle], Trace]] = MappingProxyType(
    {"processes": _of_processes, "program": _of_program}
)
"""The functions that draw a run of a kind of model; a run of any other kind is drawn in the words of its model."""


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
    rule = title(path.model, step)
    gone = [f"{arrow.source} →\N{NO-BREAK SPACE}{arrow.target}" for arrow in arrows(step)]
    ways = [f"from {arrow.source} to {arrow.target}" for arrow in arrows(step)]
    several = movers.times > 1
    name = Spelling(path.model).process
    named = movers.named(name)
    who = f"processes {named} move, one by one," if several else f"process {name(movers.mover)} moves"
    more = [] if several or movers.partner is None else [f", process {name(movers.partner)} {ways[1]}"]
    more += [f"{movers.more} move"] if movers.more else []
    by = f" by {rule}" if rule else ""
    said = f"State {state}: {who} {ways[0]}{by}{''.join(more)}; {changes}."
    return Column(state, named, f"{', '.join([*filter(None, [rule]), *gone])}{movers.more}", said)


def _lanes(path: PathView, places: Sequence[int | None]) -> tuple[tuple[Lane, ...], tuple[Lane, ...], list[str]]:
    """The lanes, those that are folded, and notes on the processes without a lane."""
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
    moved = [None if state is None else (state, movers_to(concrete, state)) for state in places]
    unfolded = tuple(
        _lane(path, process, moved, tones) for process in (moving if fold else chosen) if process in chosen
    )
    return unfolded, tuple(_lane(path, process, moved[:1], tones) for process in resting if fold), notes


def _lane(path: PathView, process: int, moved: _Moved, tones: dict[str, int]) -> Lane:
    return Lane(str(process), group_beside(path.model, process), tuple(_located(path, process, moved, tones)))


def _located(path: PathView, process: int, moved: _Moved, tones: dict[str, int]) -> Iterator[Cell]:
    for column in moved:
        if column is None:
            yield Cell("…")
            continue
        state, movers = column
        location = path.concrete.states[state].locations[process - 1]
        sign = None if movers is None else movers.sign(process)
        yield Cell(location if sign in (None, "*") else f"{location}{sign}", sign is not None, tones[location])


def _counters(path: PathView, places: Sequence[int | None], style: TraceStyle) -> tuple[tuple[Lane, ...], list[str]]:
    """The counters that are not 0 throughout, and the shared variables; for very many counters, one row with the
    changes of each step."""
    if len(path.used) > COUNTERS:
        # Lines break between changes only.
        unbroken = "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}"
        changes = tuple(
            Cell("…" if state is None else _changes(path, state).replace(" = ", unbroken)) for state in places
        )
        note = f"{number(len(path.used))} counters are too many for a row each; the one row says what a step changes."
        return (Lane("changes", "", changes),), [note]
    return tuple(Lane(path.names[place], "", tuple(_counted(path, place, places, style))) for place in path.used), []


def _changes(path: PathView, state: int) -> str:
    changes = list(path.changes(state))
    return ", ".join([*changes[:CHANGES], *(["…"] if len(changes) > CHANGES else [])])


def _counted(path: PathView, place: int, states: Sequence[int | None], style: TraceStyle) -> Iterator[Cell]:
    vectors = path.abstract.states
    for state in states:
        if state is None:
            yield Cell("…")
            continue
        value = vectors[state][place]
        changed = state > 0 and value != vectors[state - 1][place]
        yield Cell(path.value(place, value) if changed or style == "full" or not state else "", changed)
