"""What `vsym check` and its parts show on a terminal, as rich renderables."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from vsym.abstraction.counters import CounterSystem
from vsym.model import Model
from vsym.pipeline import Checked, Explored
from vsym.report.numbers import number, plural, power, seconds
from vsym.spelling import Spelling
from vsym.symmetry.decide import Decided

ROWS = 40
"""Up to how many rows a table has unless everything is asked for."""

_VERDICTS = {
    "symmetric": "green",
    "virtually symmetric": "green",
    "broken": "red",
    "undecided": "yellow",
    "holds": "green",
    "holds up to k": "yellow",
    "violated": "red",
    "unknown": "yellow",
}


def system_line(model: Model) -> Text:
    """The system in one line."""
    groups = ", ".join(f"{group.name} {number(group.processes.size)}" for group in model.groups[:6])
    more = f", … {number(len(model.groups) - 6)} more" if len(model.groups) > 6 else ""
    parts = [
        f"{plural(model.size, 'process', 'processes')} ({groups}{more})",
        plural(len(model.states), "local state"),
    ]
    if model.shared:
        parts.append(plural(len(model.shared), "shared variable"))
    parameters = ", ".join(f"{name} = {value}" for name, value in model.parameters)
    return Text.assemble((model.name, "bold"), ": ", ", ".join(parts), f"; {parameters}" if parameters else "")


def symmetry_line(decided: Decided) -> Text:
    """The verdict on the whole system and the blocks that the reduction uses."""
    blocks = decided.blocks
    names = [Spelling(decided.model).processes(block) for block in blocks]
    shown = " / ".join(names[:8]) + (f" / … {len(names) - 8} more" if len(names) > 8 else "")
    reduced = f"reduced by {plural(len(blocks), 'block')}: {shown}"
    match decided.full:
        case True if len(blocks) == 1:
            line = Text("fully virtually symmetric", "green")
        case True:
            line = Text.assemble(
                ("fully virtually symmetric", "green"), f"; a property or `init` tells processes apart: {reduced}"
            )
        case False:
            line = Text.assemble(("not fully virtually symmetric", "red"), f"; {reduced}")
        case None:
            line = Text.assemble(("symmetry undecided", "yellow"), f" ({decided.undecided[0]}); {reduced}")
    if decided.blocks_reason is not None:
        line.append(f" ({decided.blocks_reason})", "yellow")
    return line


def transitions_table(decided: Decided, system: CounterSystem | None, *, everything: bool) -> Group:
    """The local transitions with their verdict and, where there is a counter system, the abstract guards."""
    table = _table("local transition", "symmetry", *(["abstract guard"] if system else []))
    rows = list(_transition_rows(decided, system))
    for row in rows if everything else rows[:ROWS]:
        table.add_row(*row)
    return _cut(table, len(rows), everything=everything)


def _transition_rows(decided: Decided, system: CounterSystem | None) -> Iterator[list[RenderableType]]:
    spelling = Spelling(decided.model)
    for decision in decided.decisions:
        relation = decision.relation
        origin = decided.model.transitions[relation.origins[0]]
        label = origin.label + (" (leaves a range)" if relation.overflow else "")
        row: list[RenderableType] = [label, Text(decision.verdict, _VERDICTS[decision.verdict])]
        if system is None:
            yield row
            continue
        names = {id(decided.model.transitions[place]) for place in relation.origins}
        guards = [
            _guarded(spelling, system, number)
            for number, transition in enumerate(system.transitions)
            if transition.overflow == relation.overflow and names & {id(found) for found in transition.origins}
        ]
        yield [*row, Text("\n".join(dict.fromkeys(guards)) or "never enabled")]


def _guarded(spelling: Spelling, system: CounterSystem, place: int) -> str:
    transition = system.transitions[place]
    guard = spelling.formula(transition.guard)
    updates = ", ".join(f"{a.variable} := {spelling.value(a.variable, a.value)}" for a in transition.update)
    block = f"[{system.blocks[transition.block].name}] " if len(system.blocks) > 1 else ""
    return f"{block}{guard}{f' do {updates}' if updates else ''}"


def reduction_line(model: Model, system: CounterSystem) -> Text:
    """|L|^n against the counter states."""
    factor = 1
    for variable in model.shared:
        factor *= variable.high - variable.low + 1
    concrete = power(len(model.states), model.size, factor)
    return Text(f"{concrete} concrete states, {number(system.state_count)} counter states")


def explored_line(explored: Explored) -> Text:
    """The reachable counter states and deadlocks."""
    line = Text(f"{plural(explored.states, 'reachable counter state')}, depth {explored.depth}, ")
    if explored.deadlocks:
        line.append(plural(explored.deadlocks, "deadlock"), "yellow")
    else:
        line.append("no deadlock" if explored.complete else "no deadlock so far")
    if not explored.complete:
        line.append(f" (incomplete: {explored.interrupted})", "yellow")
    line.append(f", {seconds(explored.seconds)}")
    return line


def properties_table(found: Checked) -> Table:
    """Each property's verdict with engine, time and formula."""
    table = _table("property", "verdict", "engine", "time", "formula")
    for outcome in found.outcomes:
        verdict = outcome.verdict
        said = verdict.outcome if verdict.reason is None else f"{verdict.outcome}: {verdict.reason}"
        prop = outcome.property
        formula = f"invariant {prop.text}" if prop.logic == "invariant" else prop.text
        table.add_row(
            prop.name, Text(said, _VERDICTS[verdict.outcome]), verdict.engine, seconds(verdict.seconds), Text(formula)
        )
    return table


def counters_table(model: Model, system: CounterSystem) -> Table:
    """The blocks of a counter system with their counters."""
    spelling = Spelling(model)
    table = _table("block", "processes", "counters")
    for place, block in enumerate(system.blocks):
        m = len(system.states)
        counters = [spelling.count(counter) for counter in system.counters[place * m : (place + 1) * m]]
        shown = ", ".join(counters[:12]) + (f", … {m - 12} more" if m > 12 else "")
        table.add_row(Text(block.name), Text(str(block.processes)), Text(shown))
    return table


def _cut(table: Table, rows: int, *, everything: bool) -> Group:
    if everything or rows <= ROWS:
        return Group(table)
    return Group(table, Text(f" … {number(rows - ROWS)} more rows (-v shows them)", "dim"))


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=True, header_style="bold", show_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table
