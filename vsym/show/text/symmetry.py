"""The symmetry of a model of processes: of each local transition, in lines, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from rich.console import Group, RenderableType
from rich.text import Text

from vsym.basics.limits import REASONS
from vsym.basics.numbers import number, plural
from vsym.logic.formula import Formula
from vsym.models.counting.model import Assignment, Model
from vsym.models.counting.spelling import Spelling
from vsym.models.counting.structure import listed, size_text
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.show.text.fitting import table
from vsym.show.text.lines import ROWS, VERDICTS, Story, system_line, values_text
from vsym.show.text.witnesses import witness_table
from vsym.symmetry.virtual.decision import Decision, SymmetryVerdict
from vsym.symmetry.virtual.identification import Decided

WITNESSES = 3
"""The most broken local transitions explained without `everything`."""

_WORSE: tuple[SymmetryVerdict, ...] = ("symmetric", "virtually symmetric", "undecided", "broken")

_Effect: TypeAlias = tuple[int, int | None, Formula, tuple[Assignment, ...]]
"""The block, that of the partner, the guard and the assignments of an abstract transition."""


def heading(decided: Decided) -> Story:
    """The system and its symmetry, each in one line."""
    return [system_line(decided.model), symmetry_line(decided), Text("")]


def identification(decided: Decided, *, everything: bool) -> Story:
    """The verdict on each local transition, and why it is broken where it is, at every size or by instances."""
    transitions = transitions_table(decided, None, everything=everything)
    return [*heading(decided), transitions, *explanations(decided, everything=everything)]


def explanations(decided: Decided, *, everything: bool) -> Story:
    """The witnesses of the broken local transitions, in the model itself or in instances of it."""
    labels = [decided.model.label(decision.relation.origins) for decision in decided.decisions]
    broken: Story = [
        witness_table(decided.model, label, witness)
        for label, witness in zip(labels, decided.witnesses, strict=True)
        if witness is not None
    ]
    broken += [
        witness_table(instance.model, f"{label} at {values_text(instance.values)}", instance.witness)
        for label, instance in zip(labels, decided.instances, strict=False)
        if instance is not None
    ]
    chosen = broken if everything else broken[:WITNESSES]
    story: Story = []
    for witness in chosen:
        story += [Text(""), witness]
    if len(chosen) < len(broken):
        more = f"{number(len(broken) - len(chosen))} more broken local transitions (-v shows why)"
        story += [Text(""), Text(more, "dim")]
    return story


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
    """The rest after the verdict: the blocks that the reduction uses, and why there may be fewer."""
    rest = doubt = ""
    if len(decided.blocks) > 1:
        rest = ", but a property, an assignment or `init` tells processes apart" if decided.full else ""
        spelling, model = Spelling(decided.model), decided.model
        blocks = listed([f"{spelling.processes(block)} ({size_text(model, block)})" for block in decided.blocks])
        rest += f"; {plural(len(decided.blocks), 'block')} of processes counted apart: {blocks}"
    if decided.bounds:
        rest += "; by bounds of what may and what must be possible"
    if decided.blocks_reason is not None and decided.full is not None:
        doubt = f" (there may be fewer: {decided.blocks_reason})"
    return rest, doubt


def transitions_table(decided: Decided, system: CounterSystem | None, *, everything: bool) -> Group:
    """The local transitions with their verdict and, where there is a counter system, the abstract guards."""
    blocks = system is not None and len(system.blocks) > 1
    guard = "possible at most where" if decided.bounds else "abstract guard"
    last = [*(["block"] if blocks else []), guard] if system is not None else []
    transitions = table("local transition", "symmetry", *last)
    transitions.columns[0].no_wrap = False
    places = {} if system is None else _places(system)
    rows = 0
    for decisions in _by_origin(decided):
        effects = [] if system is None else _effects(decided.model, decisions, system, places)
        # What is cut is counted, and not spelled.
        if everything or rows < ROWS:
            for row in _rows(decided.model, decisions, system, effects)[: None if everything else ROWS - rows]:
                transitions.add_row(*row)
        rows += max(1, len(effects))
    more = [] if everything or rows <= ROWS else [f"… {number(rows - ROWS)} more rows (-v shows them)"]
    resting = [said for decision in decided.decisions if (said := resting_text(decided.model, decision))]
    return Group(
        transitions, *(Text(f" {line}", "dim") for line in [*more, *(resting if everything else resting[:ROWS])])
    )


def resting_text(model: Model, decision: Decision) -> str | None:
    """The others by whose steps a local transition is virtually symmetric, beside its own."""
    if not decision.beside:
        return None
    label, others = model.label(decision.relation.origins), model.label(decision.beside)
    return f"{label} is virtually symmetric only beside {others}, which can have the same effect on the counters"


def _by_origin(decided: Decided) -> list[list[Decision]]:
    """The decisions, those together that come from one `trans`, as lines with different assignments do."""
    groups: list[list[Decision]] = []
    of_origin: dict[tuple[int, bool], list[Decision]] = {}
    for decision in decided.decisions:
        keys = [(origin, decision.relation.overflow) for origin in decision.relation.origins]
        group = {id(of_origin[key]): of_origin[key] for key in keys if key in of_origin}
        together, *others = group.values() or [[]]
        if not together:
            groups.append(together)
        together.append(decision)
        for other in others:
            together += other
            keys += [(origin, one.relation.overflow) for one in other for origin in one.relation.origins]
            other.clear()
        of_origin.update(dict.fromkeys(keys, together))
    return [together for together in groups if together]


def _places(system: CounterSystem) -> dict[tuple[int, bool], list[int]]:
    """The places of the abstract transitions of each local transition, by its identity; those out of a range apart."""
    places: dict[tuple[int, bool], list[int]] = {}
    for place, transition in enumerate(system.transitions):
        for origin in transition.origins:
            places.setdefault((id(origin), transition.overflow), []).append(place)
    return places


def _effects(
    model: Model, decisions: Sequence[Decision], system: CounterSystem, places: Mapping[tuple[int, bool], Sequence[int]]
) -> list[_Effect]:
    """The effects of the abstract transitions of some relations, each once."""
    keys = {(id(model.transitions[n]), one.relation.overflow) for one in decisions for n in one.relation.origins}
    stemming = sorted({place for key in keys for place in places.get(key, ())})
    transitions = (system.transitions[place] for place in stemming)
    return list(dict.fromkeys((t.block, t.other, t.guard, t.update) for t in transitions))


def _rows(
    model: Model, decisions: Sequence[Decision], system: CounterSystem | None, effects: Sequence[_Effect]
) -> list[list[RenderableType]]:
    origins = sorted({origin for decision in decisions for origin in decision.relation.origins})
    label = model.label(origins) + (" (leaves a range)" if decisions[0].relation.overflow else "")
    verdict = max((decision.verdict for decision in decisions), key=_WORSE.index)
    row: list[RenderableType] = [label, Text(verdict, VERDICTS[verdict])]
    if system is None:
        return [row]
    never = Text("never enabled", "dim")
    nothing: list[RenderableType] = [Text(""), never] if len(system.blocks) > 1 else [never]
    cells: list[list[RenderableType]] = [[*_cells(model, system, effect)] for effect in effects]
    return [[*(["", ""] if place else row), *guard] for place, guard in enumerate(cells or [nothing])]


def _cells(model: Model, system: CounterSystem, effect: _Effect) -> list[Text]:
    """The block, where there are several, and the guard with its assignments."""
    spelling = Spelling(model)
    block, other, guard, update = effect
    updates = ", ".join(f"{a.variable} := {spelling.value(a.variable, a.value)}" for a in update)
    spelled = Text(spelling.formula(guard) + (f" do {updates}" if updates else ""))
    name = system.blocks[block].name + ("" if other is None else f" with {system.blocks[other].name}")
    return [Text(name), spelled] if len(system.blocks) > 1 else [spelled]
