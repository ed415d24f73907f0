"""The local transitions with their verdicts and abstract guards."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from vsym.basics.numbers import number
from vsym.models.counting.model import Model
from vsym.models.counting.spelling import Spelling
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.show.text.fitting import table
from vsym.show.text.lines import ROWS, VERDICTS
from vsym.symmetry.virtual.decision import Decision, SymmetryVerdict
from vsym.symmetry.virtual.identification import Decided

_WORSE: tuple[SymmetryVerdict, ...] = ("symmetric", "virtually symmetric", "undecided", "broken")


def transitions_table(decided: Decided, system: CounterSystem | None, *, everything: bool) -> Group:
    """The local transitions with their verdict and, where there is a counter system, the abstract guards."""
    blocks = system is not None and len(system.blocks) > 1
    last = [*(["block"] if blocks else []), "abstract guard"] if system is not None else []
    found = table("local transition", "symmetry", *last)
    found.columns[0].no_wrap = False
    rows = list(_transition_rows(decided, system))
    for row in rows if everything else rows[:ROWS]:
        found.add_row(*row)
    return _cut(found, len(rows), everything=everything)


def _transition_rows(decided: Decided, system: CounterSystem | None) -> Iterator[list[RenderableType]]:
    for decisions in _by_origin(decided):
        origins = {origin for decision in decisions for origin in decision.relation.origins}
        overflow = decisions[0].relation.overflow
        label = decided.model.transitions[min(origins)].label + (" (leaves a range)" if overflow else "")
        verdict = max((decision.verdict for decision in decisions), key=_WORSE.index)
        row: list[RenderableType] = [label, Text(verdict, VERDICTS[verdict])]
        if system is None:
            yield row
            continue
        names = {id(decided.model.transitions[place]) for place in origins}
        guards = [
            _guarded(decided.model, system, place)
            for place, transition in enumerate(system.transitions)
            if transition.overflow == overflow and names & {id(found) for found in transition.origins}
        ]
        never = Text("never enabled", "dim")
        nothing: list[RenderableType] = [Text(""), never] if len(system.blocks) > 1 else [never]
        for place, guard in enumerate(dict.fromkeys(guards)):
            yield [*(row if place == 0 else ["", ""]), *(Text(cell) for cell in guard)]
        if not guards:
            yield [*row, *nothing]


def _by_origin(decided: Decided) -> list[list[Decision]]:
    """The decisions, those together that come from one `trans`, as lines with different assignments do."""
    found: list[list[Decision]] = []
    of_origin: dict[tuple[int, bool], list[Decision]] = {}
    for decision in decided.decisions:
        keys = [(origin, decision.relation.overflow) for origin in decision.relation.origins]
        known = {id(of_origin[key]): of_origin[key] for key in keys if key in of_origin}
        together, *others = known.values() or [[]]
        if not together:
            found.append(together)
        together.append(decision)
        for other in others:
            together += other
            keys += [(origin, one.relation.overflow) for one in other for origin in one.relation.origins]
            other.clear()
        of_origin.update(dict.fromkeys(keys, together))
    return [together for together in found if together]


def _guarded(model: Model, system: CounterSystem, place: int) -> tuple[str, ...]:
    """The block, where there are several, and the guard with its assignments."""
    spelling = Spelling(model)
    transition = system.transitions[place]
    updates = ", ".join(f"{a.variable} := {spelling.value(a.variable, a.value)}" for a in transition.update)
    guard = spelling.formula(transition.guard) + (f" do {updates}" if updates else "")
    return (system.blocks[transition.block].name, guard) if len(system.blocks) > 1 else (guard,)


def _cut(shown: Table, rows: int, *, everything: bool) -> Group:
    if everything or rows <= ROWS:
        return Group(shown)
    return Group(shown, Text(f" … {number(rows - ROWS)} more rows (-v shows them)", "dim"))
