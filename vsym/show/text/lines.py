"""What `vsym check` and its parts show on a terminal, as rich renderables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from vsym.basics.limits import REASONS
from vsym.basics.numbers import number, plural, power, seconds
from vsym.checking.results import STATE, Explored
from vsym.logic.formula import TRUE, atoms
from vsym.models.counting.extent import shared_values
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.spelling import Spelling
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.show.text.fitting import table

if TYPE_CHECKING:
    from vsym.symmetry.virtual.identification import Decided

ROWS = 40
"""Up to how many rows a table has unless everything is asked for."""

VERDICTS = {
    "symmetric": "green",
    "virtually symmetric": "green",
    "broken": "red",
    "undecided": "yellow",
    "holds": "green",
    "holds up to k": "yellow",
    "violated": "red",
    "unknown": "yellow",
    "proves": "green",
    "fails": "red",
}
"""The colour of each verdict."""

_LISTED = 8


def system_line(model: Model) -> Text:
    """The system in one line."""
    groups = [f"{group.name} {size_text(model, group.processes)}" for group in model.groups]
    count = plural(model.size, "process", "processes")
    if model.sizes.parameters:
        count = f"{size_text(model, model.processes)} processes"
    parts = [f"{count} ({_listed(groups, ', ')})", plural(len(model.states), "local state")]
    if model.shared:
        parts.append(plural(len(model.shared), "shared variable"))
    told = [values_text(model.parameters), every_size_text(model)]
    return Text.assemble((model.name, "bold"), ": ", ", ".join(parts), *(f"; {part}" for part in told if part))


def size_text(model: Model, processes: Processes) -> str:
    """How many processes a set stands for: a number, or a term over the parameters that the model leaves open."""
    size = model.size_of(processes)
    return Spelling(model).term(size) if size.terms else number(size.constant)


def every_size_text(model: Model) -> str:
    """`for all readers >= 1, writers >= 1`; nothing where no parameter is open."""
    if not model.sizes.parameters:
        return ""
    spelling = Spelling(model)
    domain = model.sizes.domain
    parts = [part for part in getattr(domain, "operands", (domain,)) if part != TRUE]
    bounded = {getattr(variable, "name", "") for part in parts for variable in atoms(part)}
    free = [name for name in model.sizes.parameters if name not in bounded]
    return f"for all {', '.join([*(spelling.formula(part) for part in parts), *free])}"


def values_text(values: Iterable[tuple[str, int]]) -> str:
    """`readers = 1, writers = 2`."""
    return ", ".join(f"{name} = {value}" for name, value in values)


def symmetry_line(decided: Decided) -> Text:
    """The verdict on the whole system and the blocks that the reduction uses."""
    words, color = symmetry_verdict(decided)
    rest, doubt = symmetry_rest(decided)
    return Text.assemble((words, color), rest, (doubt, "yellow"))


def symmetry_verdict(decided: Decided) -> tuple[str, str]:
    """The verdict on the whole system and its colour."""
    sizes = bool(decided.model.sizes.parameters)
    match decided.full:
        case True:
            return f"fully virtually symmetric{' at every size' if sizes else ''}", "green"
        case False:
            return f"not fully virtually symmetric{' at some sizes' if sizes else ''}", "red"
    reason = REASONS["keyboard"] if decided.interrupted else decided.undecided[0]
    return f"symmetry undecided: {reason}", "yellow"


def symmetry_rest(decided: Decided) -> tuple[str, str]:
    """What follows the verdict: the blocks that the reduction uses, and why there may be fewer."""
    rest = doubt = ""
    if len(decided.blocks) > 1:
        rest = ", but a property, an assignment or `init` tells processes apart" if decided.full else ""
        rest += f"; {plural(len(decided.blocks), 'block')} of processes counted apart: {_blocks(decided)}"
    if decided.blocks_reason is not None and decided.full is not None:
        doubt = f" (there may be fewer: {decided.blocks_reason})"
    return rest, doubt


def _blocks(decided: Decided) -> str:
    spelling = Spelling(decided.model)
    model = decided.model
    return _listed([f"{spelling.processes(block)} ({size_text(model, block)})" for block in decided.blocks], ", ")


def _listed(names: Sequence[str], separator: str) -> str:
    more = f"{separator}… {number(len(names) - _LISTED)} more" if len(names) > _LISTED else ""
    return separator.join(names[:_LISTED]) + more


def reduction_line(model: Model, system: CounterSystem) -> Text:
    """|L|^n against the counter states."""
    factor = shared_values(model)
    concrete = concrete_states(model)
    shape = f"{len(model.states)}^{number(model.size)}" + (f" * {number(factor)}" if factor > 1 else "")
    counted = f"{concrete} concrete states" + (f" ({shape})" if shape != concrete else "")
    return Text(f"{counted}, {plural(system.state_count, 'counter state')}")


def concrete_states(model: Model) -> str:
    """|L|^n times the shared values, as a person reads it."""
    return power(len(model.states), model.size, shared_values(model))


def explored_line(explored: Explored) -> Text:
    """The reachable states and deadlocks."""
    line = Text(f"{reached_text(explored)}, ")
    if explored.depth is not None:
        line.append(f"depth {explored.depth}, ")
    if explored.nodes is not None:
        line.append(f"at most {plural(explored.nodes, 'node')} (saturation knows no depth), ")
    if explored.deadlocks:
        line.append(plural(explored.deadlocks, "deadlock"), "yellow")
    else:
        line.append("no deadlock" if explored.complete else "no deadlock so far")
    line.append(f", {seconds(explored.seconds)}")
    if not explored.complete:
        line.append(f"; not all of them: {explored.reason or 'the exploration was stopped'}", "yellow")
    return line


def reached_text(explored: Explored) -> str:
    """How many states were reached, of a group's orbits or by themselves."""
    state = STATE[explored.method]
    if not explored.factors:
        return plural(explored.states, f"reachable {state}")
    if not explored.exact:
        return plural(explored.states, f"stored {state}")
    stand_for = "" if explored.represented is None else f" ({plural(explored.represented, state)})"
    return f"{plural(explored.states, 'reachable orbit')} of {state}s{stand_for}"


def levels_line(model: Model, system: CounterSystem, levels: Sequence[int]) -> Text:
    """The order of the levels in the decision diagrams, from the root."""
    spelling = Spelling(model)
    names = [spelling.count(counter) for counter in system.counters] + [variable.name for variable in system.shared]
    return Text(f"levels of the decision diagrams: {', '.join(names[position] for position in levels)}", "dim")


def counters_table(model: Model, system: CounterSystem) -> Table:
    """The blocks of a counter system with their counters."""
    spelling = Spelling(model)
    found = table("block", "processes", "counters")
    for place, block in enumerate(system.blocks):
        m = len(system.states)
        counters = [spelling.count(counter) for counter in system.counters[place * m : (place + 1) * m]]
        shown = ", ".join(counters[:12]) + (f", … {m - 12} more" if m > 12 else "")
        found.add_row(Text(block.name), Text(str(block.processes)), Text(shown))
    return found


def invariant_lines(invariants: Sequence[str]) -> list[Text]:
    """The linear invariants that were found."""
    if not invariants:
        return [Text(""), Text("no linear invariants were found beyond the number of processes")]
    return [Text(""), Text("linear invariants of the counters:"), *(Text(f" {found}") for found in invariants)]
