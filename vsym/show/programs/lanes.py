"""Traces of programs as swim lanes: a lane for each element of a scalarset, a row for each other variable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vsym.basics.frozen import frozen
from vsym.basics.numbers import number
from vsym.checking.programs import ProgramOutcome
from vsym.models.program.layout import Layout, Slot
from vsym.models.program.program import Program
from vsym.models.program.replaying import ProgramPath
from vsym.models.program.semantics import State
from vsym.models.program.spelling import changes, choices, columns, rule_text
from vsym.models.program.types import Scalarset
from vsym.show.page.traces import COUNTERS, LANES, kept_states, left_out
from vsym.show.page.values import Cell, Column, Lane, Loop, Trace

_WIDEST = 16


def swim_lanes(program: Program, outcome: ProgramOutcome, path: ProgramPath) -> Trace:
    """The trace of a property, with the error in which it ends."""
    kept = kept_states(len(path.states), path.loop)
    view = _View(program, path, kept)
    lanes = tuple(view.lanes())
    counters, notes = view.rows({name for lane in lanes for name in view.owned(lane.name)})
    loop = None
    if path.loop is not None:
        last = len(path.states) - 1
        loop = Loop(kept.index(path.loop), kept.index(last), path.loop, last)
    verdict = "holds, as this path shows:" if path.kind == "witness" else "is violated, as this path shows:"
    if outcome.fault is not None:
        notes.append(f"It ends in an error: {outcome.fault.message} ({outcome.fault.span}).")
    cells = [len(cell.text) for lane in (*lanes, *counters) for cell in lane.cells]
    return Trace(
        outcome.property.name,
        verdict,
        (*left_out(kept), *notes),
        tuple(view.columns()),
        lanes,
        (),
        counters,
        loop,
        min(max(cells, default=0), _WIDEST),
        ("Elements of scalarsets", "Variables"),
        "is",
    )


@frozen
class _View:
    """A path with the numbers of the states that are shown, None where some are left out."""

    program: Program
    path: ProgramPath
    kept: Sequence[int | None]

    def columns(self) -> Iterator[Column]:
        """A column for each state: the rule that leads to it, and what it changes."""
        for place in self.kept:
            if place is None:
                yield Column(None)
                continue
            before = self.path.states[place - 1] if place else None
            changed = changes(self.program, before, self.path.states[place])
            said = ", ".join(f"{name} = {value}" for name, value in changed) or "nothing changes"
            step = self.path.steps[place - 1] if place else None
            if place == 0:
                yield Column(place, "", "start", f"State 0, the start: {said}.")
            elif step is None:
                yield Column(place, "", "nothing can fire", f"State {place}: nothing can fire.")
            else:
                rule = self.program.rules[step.rule]
                who = ", ".join(value for _, value in choices(rule, step))
                yield Column(place, who, rule.name, f"State {place}, by {rule_text(self.program, step)}: {said}.")

    def lanes(self) -> Iterator[Lane]:
        """A lane for each element of the scalarsets, as far as there are not too many."""
        elements = [
            (scalarset, value)
            for scalarset in self.program.scalarsets
            if scalarset.size <= LANES
            for value in scalarset.values()
        ]
        several = len({scalarset for scalarset, _ in elements}) > 1
        for scalarset, value in elements:
            slots = owned_slots(self.program.layout, scalarset, value)
            if slots:
                cells = tuple(self._cells(slots))
                yield Lane(scalarset.text(value), scalarset.name if several else "", cells)

    def owned(self, name: str) -> Iterator[str]:
        """The columns that the lane of an element shows."""
        for scalarset in self.program.scalarsets:
            for value in scalarset.values():
                if scalarset.text(value) == name:
                    yield from (slot.text for slot in owned_slots(self.program.layout, scalarset, value))

    def rows(self, owned: set[str]) -> tuple[tuple[Lane, ...], list[str]]:
        """A row for each column that no lane shows, or one for all changes where they are too many."""
        states = [dict(columns(self.program, state)) for state in self.path.states]
        names = [name for name in states[0] if name not in owned] if states else []
        if len(names) > COUNTERS:
            names = [name for name in names if len({state[name] for state in states}) > 1]
        if len(names) > COUNTERS:
            note = f"{number(len(names))} variables change; the first {COUNTERS} of them have a row."
            return self._rows(names[:COUNTERS], states), [note]
        return self._rows(names, states), []

    def _rows(self, names: Sequence[str], states: Sequence[dict[str, str]]) -> tuple[Lane, ...]:
        def cell(name: str, place: int | None) -> Cell:
            if place is None:
                return Cell("…")
            return Cell(states[place][name], place > 0 and states[place][name] != states[place - 1][name])

        return tuple(Lane(name, "", tuple(cell(name, place) for place in self.kept)) for name in names)

    def _cells(self, slots: Sequence[Slot]) -> Iterator[Cell]:
        def said(state: State) -> str:
            return " ".join(slot.type.text(slot.type.value(code)) for slot in slots if (code := state[slot.offset]))

        for place in self.kept:
            if place is None:
                yield Cell("…")
                continue
            now = said(self.path.states[place])
            yield Cell(now, place > 0 and now != said(self.path.states[place - 1]))


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
