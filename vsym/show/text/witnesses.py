"""Why a local transition is not virtually symmetric, as a table of processes."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from vsym.basics.numbers import number
from vsym.models.counting.model import Model
from vsym.models.counting.processes import LISTED
from vsym.models.counting.semantics import State, count
from vsym.models.counting.spelling import Spelling
from vsym.show.movers import Movers
from vsym.show.text.columns import MOVED, PROCESSES, at_rest, process_headers
from vsym.show.text.fitting import FirstThatFits, Variant, table
from vsym.symmetry.virtual.witness import Witness

_GROUPS = 8


def witness_table(model: Model, label: str, witness: Witness) -> Group:
    """The two states with equal counters, the step that only one of them has, and the permutation between them."""
    title = Text.assemble((label, "bold"), (" is broken", "red"), ": these states have the same counters, and in the ")
    title.append(f"first process {taking(witness).named} can move; no step of the second leads to the same counters:")
    variants = [_listed(model, witness, chosen) for chosen in processes_to_show(model, witness)]
    return Group(title, FirstThatFits((*variants, _by_group(model, witness))), *_remarks(model, witness))


def unreachable(model: Model, witness: Witness) -> str | None:
    """What to do where the states of a witness never occur; None where both are initial."""
    if not witness.may_be_unreachable(model):
        return None
    return "These states may be unreachable; if they are, a `lemma` says so, and symmetry is decided without them."


def taking(witness: Witness) -> Movers:
    """Those who move in the step that only the first state of a witness has."""
    return Movers(witness.moves, witness.partner, witness.others)


def _remarks(model: Model, witness: Witness) -> list[Text]:
    remark = unreachable(model, witness)
    return [Text(f" {permuted(witness)}"), *([Text(f" {remark}", "dim")] if remark else [])]


def processes_to_show(model: Model, witness: Witness) -> list[tuple[int, ...]]:
    """All processes, and those that the states differ in, each where there are few enough for a column each."""
    if model.size > LISTED:
        return []
    by_process = zip(*(state.locations for _, state in states_of(witness)), strict=True)
    differing = tuple(process for process, places in enumerate(by_process, 1) if len(set(places)) > 1)
    choices = dict.fromkeys((tuple(model.processes), differing))
    return [chosen for chosen in choices if len(chosen) <= PROCESSES]


def states_of(witness: Witness) -> list[tuple[str, State]]:
    """The states of a witness, each with what is said of the process in question."""
    target = [] if witness.target is None else [("… to", witness.target)]
    return [("can move", witness.enabled), *target, ("cannot", witness.disabled)]


def _listed(model: Model, witness: Witness, processes: Sequence[int]) -> Variant:
    shown = table("", *(str(process) for process in processes), *_shared_header(model))
    process_headers(shown, model, processes, first=1)
    for name, state in states_of(witness):
        cells: list[RenderableType] = []
        for process in processes:
            sign = None if state is witness.disabled else taking(witness).sign(process)
            location = state.locations[process - 1]
            cells.append(Text(location) if sign is None else Text(f"{location}{sign}", MOVED))
        shown.add_row(name, *cells, *_shared_cell(model, state))
    return Variant(shown, at_rest(witness.enabled, processes))


def _by_group(model: Model, witness: Witness) -> Variant:
    shown = table("", *_shared_header(model), "processes by group")
    for name, state in states_of(witness):
        shown.add_row(name, *_shared_cell(model, state), Text(by_group(model, state)))
    return Variant(shown)


def by_group(model: Model, state: State) -> str:
    """How many processes of each group are in which local state, for the first groups."""
    parts = []
    for group in model.groups:
        counts = [(location, count(state, location, group.processes)) for location in model.states]
        inside = ", ".join(f"{number(size)} {location}" for location, size in counts if size)
        parts.append(f"{group.name}: {inside or 'nobody'}")
    more = f"; … {number(len(parts) - _GROUPS)} more groups" if len(parts) > _GROUPS else ""
    return "; ".join(parts[:_GROUPS]) + more


def _shared_header(model: Model) -> list[str]:
    return ["shared"] if model.shared else []


def _shared_cell(model: Model, state: State) -> list[Text]:
    return [Text(Spelling(model).values(state.shared))] if model.shared else []


def permuted(witness: Witness) -> str:
    """How the second state comes from the first one."""
    said = f"The second is {_permutation(witness.permutation)}."
    if witness.target is None:
        said += " The move would leave a shared variable's range."
    return said


def _permutation(permutation: Sequence[int]) -> str:
    moved = [(process, image) for process, image in enumerate(permutation, 1) if process != image]
    match moved:
        case []:
            return "the first with processes permuted"
        case [(first, second), _]:
            return f"the first with processes {first} and {second} exchanged"
        case _ if len(moved) <= 6:
            return "the first, but " + ", ".join(f"{process} is where {image} was" for process, image in moved)
    return f"the first with {number(len(moved))} processes permuted"
