"""The table of the local transitions: whether each is symmetric, and what it does in the counter system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from rich.console import Group, RenderableType
from rich.text import Text

from vsym.basics.numbers import number
from vsym.logic.formula import Formula
from vsym.models.counting.model import Assignment, Model
from vsym.models.counting.spelling import Spelling
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.show.text.fitting import table
from vsym.show.text.lines import ROWS, VERDICTS
from vsym.symmetry.virtual.decision import Decision
from vsym.symmetry.virtual.identification import Decided

_Effect: TypeAlias = tuple[int, Formula, tuple[Assignment, ...]]
"""The block, the guard and the assignments of an abstract transition."""


def transitions_table(decided: Decided, system: CounterSystem | None, *, everything: bool) -> Group:
    """The local transitions with their verdict and, where there is a counter system, the abstract guards."""
    blocks = system is not None and len(system.blocks) > 1
    last = [*(["block"] if blocks else []), "abstract guard"] if system is not None else []
    found = table("local transition", "symmetry", *last)
    found.columns[0].no_wrap = False
    places = {} if system is None else _places(system)
    rows = 0
    for decision in decided.decisions:
        effects = [] if system is None else _effects(decided.model, decision, system, places)
        # What is cut is counted, and not spelled.
        if everything or rows < ROWS:
            for row in _rows(decided.model, decision, system, effects)[: None if everything else ROWS - rows]:
                found.add_row(*row)
        rows += max(1, len(effects))
    if everything or rows <= ROWS:
        return Group(found)
    return Group(found, Text(f" … {number(rows - ROWS)} more rows (-v shows them)", "dim"))


def _places(system: CounterSystem) -> dict[tuple[int, bool], list[int]]:
    """Where the abstract transitions of each local transition are, by its identity; those that leave a range apart."""
    found: dict[tuple[int, bool], list[int]] = {}
    for place, transition in enumerate(system.transitions):
        for origin in transition.origins:
            found.setdefault((id(origin), transition.overflow), []).append(place)
    return found


def _effects(
    model: Model, decision: Decision, system: CounterSystem, places: Mapping[tuple[int, bool], Sequence[int]]
) -> list[_Effect]:
    """What the abstract transitions of a decision's relation do, each once."""
    relation = decision.relation
    origins = (id(model.transitions[origin]) for origin in relation.origins)
    stemming = sorted({place for origin in origins for place in places.get((origin, relation.overflow), ())})
    transitions = (system.transitions[place] for place in stemming)
    return list(dict.fromkeys((t.block, t.guard, t.update) for t in transitions))


def _rows(
    model: Model, decision: Decision, system: CounterSystem | None, effects: Sequence[_Effect]
) -> list[list[RenderableType]]:
    relation = decision.relation
    label = model.transitions[relation.origins[0]].label + (" (leaves a range)" if relation.overflow else "")
    first: list[RenderableType] = [label, Text(decision.verdict, VERDICTS[decision.verdict])]
    if system is None:
        return [first]
    never = Text("never enabled", "dim")
    nothing: list[RenderableType] = [Text(""), never] if len(system.blocks) > 1 else [never]
    cells: list[list[RenderableType]] = [[*_cells(model, system, effect)] for effect in effects]
    return [[*(["", ""] if place else first), *guard] for place, guard in enumerate(cells or [nothing])]


def _cells(model: Model, system: CounterSystem, effect: _Effect) -> list[Text]:
    """The block, where there are several, and the guard with its assignments."""
    spelling = Spelling(model)
    block, guard, update = effect
    updates = ", ".join(f"{a.variable} := {spelling.value(a.variable, a.value)}" for a in update)
    spelled = Text(spelling.formula(guard) + (f" do {updates}" if updates else ""))
    return [Text(system.blocks[block].name), spelled] if len(system.blocks) > 1 else [spelled]
