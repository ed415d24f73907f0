"""The counter abstraction, and what adaptive exploration works on instead."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.basics.numbers import capital, number, plural
from vsym.checking.results import STATE, Explored
from vsym.checking.stages import Prepared
from vsym.models.counting.model import Model
from vsym.models.counting.spelling import Spelling
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.show.page.rendering import linked, plain
from vsym.show.page.values import Abstraction, AbstractTransition, Block, Edge, Edges, Figure
from vsym.show.text import lines as text
from vsym.show.text.quotients import quotient_line

_COUNTERS = 12


def abstraction(
    model: Model, system: CounterSystem, explored: Explored | None, figure: Figure | None = None, *, everything: bool
) -> Abstraction:
    """Blocks, guards and sizes of a counter system; without numbers of states where it stands for all sizes."""
    transitions = tuple(_transitions(model, system))
    rows = len(transitions) if everything else text.ROWS
    sentence = text.every_size_text(model) or text.reduction_line(model, system).plain
    return Abstraction(
        tuple(_blocks(model, system)),
        transitions[:rows],
        f"{capital(sentence)}.",
        None if explored is None else _explored(explored),
        figure,
        max(0, len(transitions) - rows),
    )


def _explored(explored: Explored) -> str:
    """The reachable states, with the group up to which they are one."""
    said = f"{text.explored_line(explored).plain}."
    if not explored.factors:
        return said
    group = quotient_line(explored.factors, exact=explored.exact, state=STATE[explored.method])
    return f"{capital(group.plain)}. {said}"


def edges(prepared: Prepared, *, everything: bool) -> Edges:
    """The edges of adaptive exploration with the partitions that they respect."""
    model = prepared.model
    spelling = Spelling(model)
    rows = len(prepared.edges) if everything else text.ROWS
    apart = sum(len(edge.partition) > 1 for edge in prepared.edges)
    shown = []
    for edge in prepared.edges[:rows]:
        origin = model.transitions[edge.origins[0]]
        label = model.label(edge.origins) + (" (leaves a range)" if edge.overflow else "")
        cells = ", ".join(spelling.processes(cell) for cell in edge.partition)
        shown.append(Edge(linked(label, origin.span), spelling.processes(edge.processes), cells))
    told = (
        f"{plural(len(prepared.edges), 'edge')}, {number(apart) if apart else 'none'} of them telling processes apart"
    )
    return Edges(f"{told}.", tuple(shown), len(prepared.edges) - len(shown))


def _blocks(model: Model, system: CounterSystem) -> Iterator[Block]:
    spelling = Spelling(model)
    m = len(system.states)
    for place, block in enumerate(system.blocks):
        counters = [spelling.count(counter) for counter in system.counters[place * m : (place + 1) * m]]
        shown = ", ".join(counters[:_COUNTERS]) + (f", … {number(m - _COUNTERS)} more" if m > _COUNTERS else "")
        size = text.size_text(model, block.processes)
        yield Block(block.name, size if model.sizes.parameters else f"{size}: {block.processes}", shown)


def _transitions(model: Model, system: CounterSystem) -> Iterator[AbstractTransition]:
    spelling = Spelling(model)
    for transition in system.transitions:
        origin = transition.origins[0]
        updates = ", ".join(f"{a.variable} := {spelling.value(a.variable, a.value)}" for a in transition.update)
        guard = spelling.formula(transition.guard) + (f" do {updates}" if updates else "")
        label = transition.label + (" (leaves a range)" if transition.overflow else "")
        taking = [transition.block, *([] if transition.other is None else [transition.other])]
        block = " with ".join(system.blocks[one].name for one in taking) if len(system.blocks) > 1 else ""
        yield AbstractTransition(linked(label, origin.span), block, plain(guard))
