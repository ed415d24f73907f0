"""What commands show of a program on a terminal, as rich renderables."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from vsym.basics.numbers import number, plural
from vsym.basics.options import TraceStyle
from vsym.basics.source import Diagnostic
from vsym.checking.programs import CheckedProgram, Counting, ProgramOutcome
from vsym.logic.ctl import is_universal
from vsym.models.program.program import Program
from vsym.models.program.replaying import ProgramPath
from vsym.models.program.spelling import changes, columns, rule_text
from vsym.models.program.types import Scalarset
from vsym.show.programs.extent import reached_line, ways
from vsym.show.text.fitting import table
from vsym.show.text.lines import values_text
from vsym.show.text.quotients import quotient_line
from vsym.show.text.verdicts import properties_table


def program_line(program: Program, counting: Counting | None = None) -> Text:
    """The program in one line, at the size at which its elements are counted, if they are."""
    parts = [plural(len(program.variables), "variable")]
    slots = program.layout.width if counting is None else counting.slots
    if slots is not None:
        parts.append(plural(slots, "slot"))
    parts.append(plural(len(program.rules), "rule"))
    told = values_text(program.parameters)
    return Text.assemble((program.name, "bold"), ": ", ", ".join(parts), f"; {told}" if told else "")


def symmetry_line(checked: CheckedProgram) -> Text:
    """Which permutations make states one."""
    program, used = checked.program, checked.scalarsets
    if checked.counting is not None:
        return counting_line(checked.counting)
    if checked.factors:
        return _factors_line(checked)
    if not program.scalarsets:
        return Text("no scalarset is declared: every state is explored", "dim")
    if not used:
        why = f"a property names elements of {_listed(checked.named)}" if checked.named else "symmetry is off"
        return Text(f"{why}: every state is explored", "dim")
    apart = f"; a property names elements of {_listed(checked.named)}" if checked.named else ""
    said = f" under all permutations of {_listed(used)}: orbits of up to {number(checked.permutations)} states{apart}"
    return Text.assemble(("symmetric", "green"), said)


def counting_line(counting: Counting) -> Text:
    """What was counted."""
    told = plural(len(counting.states), "local state")
    if counting.pointers:
        told += f", {plural(len(counting.pointers), 'pointer')}"
    return Text.assemble(
        ("counted", "green"),
        f": {counting.scalarset} ({'any number' if counting.size is None else number(counting.size)}) ",
        f"is used as an index only: {told}",
    )


def _factors_line(checked: CheckedProgram) -> Text:
    """The group where it is not of scalarsets alone: what is known of how states of an orbit are made one."""
    beside = f"all permutations of {_listed(checked.scalarsets)}" if checked.scalarsets else ""
    on_diagrams = checked.reached is not None and checked.reached.strategy is not None
    return quotient_line(
        checked.factors,
        exact=checked.exact,
        beside=beside,
        permutations=checked.permutations,
        ways=not on_diagrams,
        proved=checked.unproved is None,
    )


def identification(
    program: Program, unsound: Collection[Scalarset], diagnostics: Sequence[Diagnostic]
) -> list[RenderableType]:
    """The program, each scalarset with the verdict on its use, and what tells elements apart."""
    shown: list[RenderableType] = [program_line(program), Text("")]
    if not program.scalarsets:
        return [*shown, Text("no scalarset is declared", "dim")]
    found = table("scalarset", "elements", "verdict", "permutations")
    for column in (1, 3):
        found.columns[column].justify = "right"
    for scalarset in program.scalarsets:
        verdict = ("misused", "red") if scalarset in unsound else ("symmetric", "green")
        order = number(math.factorial(scalarset.size))
        found.add_row(Text(scalarset.name), Text(number(scalarset.size)), Text(*verdict), Text(order))
    shown.append(found)
    for one in diagnostics:
        shown += [Text(""), Text(str(one))]
    return shown


def _listed(scalarsets: tuple[Scalarset, ...]) -> str:
    return " and of ".join(f"{one.name} ({one.size})" for one in scalarsets)


def levels_line(program: Program, levels: Sequence[int]) -> Text:
    """The order of the levels in the decision diagrams, from the root."""
    slots = ", ".join(program.layout.slots[place].text for place in levels)
    return Text(f"levels of the decision diagrams: {slots}", "dim")


def verification(checked: CheckedProgram, style: TraceStyle, *, everything: bool, quiet: bool) -> list[RenderableType]:
    """The whole story; with `quiet` the verdicts alone, with `everything` also the witnesses of what holds."""
    if quiet:
        return [properties_table(checked.outcomes, quiet=True)]
    line = program_line(checked.program, checked.counting)
    told: list[RenderableType] = [line, symmetry_line(checked), Text("")]
    if checked.reached is not None:
        told.append(reached_line(checked, checked.reached, everything=everything))
        if everything and checked.reached.levels:
            told.append(levels_line(checked.program, checked.reached.levels))
        told.append(Text(""))
    for one in checked.others:
        told += [*_further(one), Text("")]
    told.append(properties_table(checked.outcomes, how=ways(checked)))
    told += [Text(f" {line}", "dim") for line in instances_lines(checked)]
    told += [Text(f" {note}", "dim") for note in checked.notes]
    for outcome in checked.outcomes:
        if style != "off" and (everything or outcome.verdict.outcome == "violated") and outcome.path is not None:
            told += [Text(""), trace(outcome.shown_at or checked.program, outcome, outcome.path, style)]
    return told


def _further(checked: CheckedProgram) -> list[RenderableType]:
    """A further run, for properties that fewer symmetries keep."""
    names = ", ".join(outcome.property.name for outcome in checked.outcomes)
    permuted = checked.scalarsets or checked.factors
    how = symmetry_line(checked) if permuted else Text("every state is explored", "dim")
    told: list[RenderableType] = [Text.assemble(f"for {names}: ", how)]
    if checked.reached is not None:
        told.append(reached_line(checked, checked.reached))
    return told


def instances_lines(checked: CheckedProgram) -> Iterator[str]:
    """What follows by symmetry, a line for each property."""
    for outcome in checked.outcomes:
        known = outcome.instances
        if known is not None and known.checked < known.of:
            left = known.of - known.checked
            said = f"{known.checked} of {known.of} instances checked; {left} {'follows' if left == 1 else 'follow'}"
            yield f"{outcome.property.name}: {said} by symmetry"


def trace(program: Program, outcome: ProgramOutcome, path: ProgramPath, style: TraceStyle) -> Group:
    """The path of a verdict below its headline, with the error in which it ends."""
    prop = outcome.property
    verdict, color = ("holds", "green") if path.kind == "witness" else ("is violated", "red")
    shown: list[RenderableType] = []
    after = None
    at = "" if outcome.shown_at is None else f" with {values_text(program.parameters)}"
    rest = f", as this path shows{at}:"
    if path.kind != "witness" and prop.logic == "ctl" and not is_universal(prop.formula):
        rest = " at the end of this path:"
        after = "What the formula asks to be possible is not possible from there. No path shows more."
    shown.append(Text.assemble((prop.name, "bold"), (f" {verdict}", color), rest))
    shown.append(path_table(program, path, style))
    if outcome.fault is not None:
        shown.append(fault_line(program, outcome))
    if after is not None:
        shown.append(Text(f" {after}", "dim"))
    return Group(*shown)


def fault_line(program: Program, outcome: ProgramOutcome) -> Text:
    """The error in which a path ends, with its place in the text."""
    fault, firing, path = outcome.fault, outcome.failing, outcome.path
    assert fault is not None
    assert path is not None
    who = "" if firing is None else f"{rule_text(program, firing, start=not path.states)}: "
    return Text.assemble(f" {who}", (fault.message, "red"), (f" ({fault.span})", "dim"))


def path_table(program: Program, path: ProgramPath, style: TraceStyle) -> RenderableType:
    """One row per state, with the rule that leads to it and what it changes, or all of the state (`full`)."""
    found = table("", "rule", "state" if style == "full" else "changes")
    found.columns[0].justify = "right"
    for place, state in enumerate(path.states):
        step = path.steps[place - 1] if place else None
        rule = "" if not place else "(nothing can fire)" if step is None else rule_text(program, step)
        before = path.states[place - 1] if place else None
        told = columns(program, state) if style == "full" else changes(program, before, state)
        repeated = path.loop is not None and place in (path.loop, len(path.states) - 1)
        mark = f"↻ {place}" if repeated else str(place)
        found.add_row(mark, Text(rule), Text(", ".join(f"{name} = {value}" for name, value in told)))
    if path.loop is None:
        return found
    said = f" ↻ State {len(path.states) - 1} is state {path.loop}: what lies between can repeat for ever."
    return Group(found, Text(said, "dim"))
