"""The reason that a local transition is not virtually symmetric, as a table of processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from vsym.basics.numbers import number
from vsym.logic.formula import atoms
from vsym.logic.terms import Named
from vsym.models.counting.locations import located
from vsym.models.counting.model import Model
from vsym.models.counting.processes import LISTED, Processes
from vsym.models.counting.semantics import State
from vsym.models.counting.spelling import Spelling
from vsym.show.movers import MOVED, PROCESSES, Movers, at_rest, places, process_headers
from vsym.show.text.fitting import FirstThatFits, Variant, table
from vsym.symmetry.virtual.witness import Witness


def witness_table(model: Model, label: str, witness: Witness) -> Group:
    """The two states with equal counters, the step that only one of them has, and the permutation between them."""
    title = Text.assemble((label, "bold"), (" is broken", "red"), ": these states have the same counters, and in the ")
    mover = taking(witness).named(Spelling(model).process)
    title.append(f"first process {mover} can move; no step of the second leads to the same counters:")
    variants = [_listed(model, witness, chosen) for chosen in processes_to_show(model, witness)]
    by_places = table("", "processes that differ")
    for (name, _), text in zip(states_of(witness), by_place(model, witness), strict=True):
        by_places.add_row(name, Text(text))
    below = [*map(Text, _shared_lines(model, witness)), Text(f" {permuted(model, witness)}")]
    if (remark := unreachable(model, witness)) is not None:
        below.append(Text(f" {remark}", "dim"))
    return Group(title, FirstThatFits((*variants, Variant(by_places))), *below)


def unreachable(model: Model, witness: Witness) -> str | None:
    """The advice where the states of a witness never occur; None where both are initial."""
    if not witness.may_be_unreachable(model):
        return None
    return "These states may be unreachable; if so, state a `lemma` that excludes them."


def taking(witness: Witness) -> Movers:
    """The processes that move in the step that only the first state of a witness has."""
    return Movers(witness.moves, witness.partner, witness.others)


def processes_to_show(model: Model, witness: Witness) -> list[tuple[int, ...]]:
    """All processes, and those that the states differ in, each where there are few enough for a column each."""
    if model.size > LISTED:
        return []
    by_process = zip(*(state.locations for _, state in states_of(witness)), strict=True)
    differing = tuple(process for process, places in enumerate(by_process, 1) if len(set(places)) > 1)
    choices = dict.fromkeys((tuple(model.processes), differing))
    return [chosen for chosen in choices if len(chosen) <= PROCESSES]


def states_of(witness: Witness) -> list[tuple[str, State]]:
    """The states of a witness, each with its label: where the process can move, where that leads, where it cannot."""
    target = [] if witness.target is None else [("… to", witness.target)]
    return [("can move", witness.enabled), *target, ("cannot", witness.disabled)]


def _listed(model: Model, witness: Witness, processes: Sequence[int]) -> Variant:
    states = table("", *(str(process) for process in processes))
    process_headers(states, model, processes, first=1)
    for name, state in states_of(witness):
        cells: list[RenderableType] = []
        for process in processes:
            sign = None if state is witness.disabled else taking(witness).sign(process)
            location = state.locations[process - 1]
            cells.append(Text(location) if sign is None else Text(f"{location}{sign}", MOVED))
        states.add_row(name, *cells)
    return Variant(states, at_rest(model, witness.enabled, processes))


def by_place(model: Model, witness: Witness) -> list[str]:
    """For each state, the places of the processes whose local states are not the same in all: no two read alike."""
    states = [state for _, state in states_of(witness)]
    differing = Processes()
    for state in states:
        for location, members in located(witness.enabled.locations).by_state.items():
            differing |= members - located(state.locations).by_state.get(location, Processes())
    return ["; ".join(f"{who} in {where}" for who, where in places(model, state, differing)) for state in states]


def _shared_lines(model: Model, witness: Witness) -> Iterator[str]:
    """The shared variables that a step from the mover's local state reads or that this one changes, and how many more
    there are."""
    source = witness.enabled.locations[witness.moves - 1]
    guards = [line.guard for one in model.transitions if one.source == source for line in one.lines]
    read = {atom.name for guard in guards for atom in atoms(guard) if isinstance(atom, Named)}
    before = dict(witness.enabled.shared)
    after = before if witness.target is None else dict(witness.target.shared)
    spelling = Spelling(model)
    changed = [(name, value) for name, value in after.items() if value != before[name]]
    values = [(name, value) for name, value in before.items() if name in read or (name, value) not in after.items()]
    if values:
        step = f"; the step sets {spelling.values(changed)}" if changed else ""
        more = f" No step from {source} reads the other shared variables." if len(values) < len(before) else ""
        yield f" In both states {spelling.values(values)}{step}.{more}"


def permuted(model: Model, witness: Witness) -> str:
    """The permutation by which the second state comes from the first one."""
    said = f"The second is {_permutation(witness.permutation, Spelling(model).process)}."
    if witness.target is None:
        said += " The move would leave a shared variable's range."
    return said


def _permutation(permutation: Sequence[int], name: Callable[[int], str]) -> str:
    moved = [(process, image) for process, image in enumerate(permutation, 1) if process != image]
    match moved:
        case []:
            return "the first with processes permuted"
        case [(first, second), _]:
            return f"the first with processes {name(first)} and {name(second)} exchanged"
        case _ if len(moved) <= 6:
            parts = ", ".join(f"{name(process)} is where {name(image)} was" for process, image in moved)
            return f"the first, but {parts}"
    return f"the first with {number(len(moved))} processes permuted"
