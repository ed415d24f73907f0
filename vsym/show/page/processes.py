"""The parts of the page for models of processes alone: the symmetry with its reasons, and the counter abstraction, or
the edges of adaptive exploration instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING

from vsym.basics.numbers import capital, number, plural, seconds
from vsym.checking.answer import Checked, Exploration
from vsym.models.counting.model import Model
from vsym.models.counting.spelling import Spelling
from vsym.models.counting.structure import every_size_text, size_text
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.protocol import STATE
from vsym.show.movers import at_rest, group_beside
from vsym.show.page.pictures import BrokenTransition, Pictures
from vsym.show.page.rendering import linked, plain
from vsym.show.page.values import (
    Abstraction,
    AbstractTransition,
    Block,
    Decision,
    Edge,
    Edges,
    Figure,
    Mood,
    Pair,
    Particulars,
    Said,
    Symmetry,
    Witness,
    WitnessRow,
)
from vsym.show.text.explorations import quotient_line
from vsym.show.text.lines import ROWS, values_text
from vsym.show.text.processes import concrete_states, reduction_line, states_line
from vsym.show.text.symmetry import WITNESSES, resting_text, symmetry_rest, symmetry_verdict
from vsym.show.text.witnesses import by_place, permuted, processes_to_show, states_of, taking, unreachable
from vsym.symmetry.virtual.decision import SymmetryVerdict
from vsym.symmetry.virtual.identification import Decided

if TYPE_CHECKING:
    from vsym.checking.stages import Prepared

_COUNTERS = 12

_MOODS: Mapping[SymmetryVerdict, Mood] = MappingProxyType(
    {"symmetric": "good", "virtually symmetric": "good", "broken": "bad", "undecided": "open"}
)

_REASONS: dict[SymmetryVerdict, str] = {
    "symmetric": "Its text treats all processes alike.",
    "virtually symmetric": "Its guards tell processes apart, yet the counters alone say whether somebody may move.",
    "broken": "In one state somebody may move, in another with the same counters nobody may.",
}


def particulars(
    checked: Checked, witnesses: Mapping[int, BrokenTransition], pictures: Pictures, *, everything: bool
) -> Particulars:
    """The part of the page on processes: by counters, by annotated states, or for all sizes."""
    decided, counters, model = checked.decided, checked.counters, checked.model
    what, how, steps, summary = None, None, None, ""
    if decided is not None:
        what = _symmetry(decided, witnesses, pictures.witnesses, everything=everything)
        summary = f" {what.before} {what.verdict.text}{_saved(checked)}."
        if counters is not None:
            how = _abstraction(model, counters, checked.main, pictures.quotient, everything=everything)
    if checked.prepared is not None and counters is not None:
        steps = _edges(checked.prepared, everything=everything)
    return Particulars(f"{model.words.extent}.", summary, tuple(_statistics(checked)), what, steps, how)


def _statistics(checked: Checked) -> Iterator[Pair]:
    """The figures that are known."""
    counters, model = checked.counters, checked.model
    if counters is not None and not model.sizes.parameters:
        yield "concrete states", concrete_states(model)
        if checked.decided is not None:
            yield "counter states", number(counters.state_count)
    yield from _figures(checked.main)


def _figures(one: Exploration | None) -> Iterator[Pair]:
    if one is None or one.reached is None:
        return
    reached, state = one.reached, STATE[one.method]
    if one.bounds:
        yield f"reachable {state}s", f"at most {number(reached.states)}"
        return
    kind = f"reachable {state}s" if not one.factors else f"reachable orbits of {state}s"
    count = number(reached.states)
    yield kind if one.exact else f"stored {state}s", count if reached.complete else f"at least {count}"
    figures = {
        f"{state}s": reached.represented,
        "depth": reached.depth,
        "deadlocks": reached.deadlocks if reached.complete or reached.deadlocks else None,
        "nodes of decision diagrams, at most": reached.nodes,
    }
    yield from ((name, number(value)) for name, value in figures.items() if value is not None)


def _saved(checked: Checked) -> str:
    """The end of the sentence on the symmetry: the saving of the reduction, and a reachable deadlock if any."""
    counters, model = checked.counters, checked.model
    if counters is None or checked.decided is None or model.sizes.parameters:
        return ""
    blocks = len(counters.blocks)
    counted = plural(counters.state_count, "counter state") + (f" in {blocks} blocks" if blocks > 1 else "")
    stand = "stands" if counters.state_count == 1 else "stand"
    said = f": {counted} {stand} for {concrete_states(model)} concrete ones"
    return f"{said}. A deadlock is reachable" if checked.reached is not None and checked.reached.deadlocks else said


def shown_witnesses(decided: Decided, *, everything: bool) -> Mapping[int, BrokenTransition]:
    """The witnesses that are shown, by the places of their decisions; for all sizes, those of instances."""
    model = decided.model
    witnesses: dict[int, BrokenTransition] = {}
    for place, decision in enumerate(decided.decisions):
        label = model.label(decision.relation.origins)
        witness = decided.witnesses[place]
        instance = decided.instances[place] if decided.instances else None
        if instance is not None:
            at = f" at {values_text(instance.values)}"
            witnesses[place] = BrokenTransition(instance.model, label, instance.witness, at)
        elif witness is not None:
            witnesses[place] = BrokenTransition(model, label, witness)
    return witnesses if everything else dict(islice(witnesses.items(), WITNESSES))


def _symmetry(
    decided: Decided,
    witnesses_shown: Mapping[int, BrokenTransition],
    figures: Mapping[int, Figure],
    *,
    everything: bool,
) -> Symmetry:
    """The verdict on the model and on each local transition, with some witnesses and their pictures, by place."""
    words = symmetry_verdict(decided)[0]
    before, verdict = "The system is", Said(words, "good" if decided.full else "bad")
    if decided.full is None:
        before = "Whether the system is fully virtually symmetric is"
        verdict = Said(words.removeprefix("symmetry "), "open")
    numbers = {place: number for number, place in enumerate(witnesses_shown)}
    decisions = tuple(_decisions(decided, numbers))
    rows = len(decisions) if everything else ROWS
    broken = sum(decision.verdict == "broken" for decision in decided.decisions)
    return Symmetry(
        before,
        verdict,
        "".join(symmetry_rest(decided)),
        decisions[:rows],
        tuple(_witness(transition, figures.get(place)) for place, transition in witnesses_shown.items()),
        broken - len(witnesses_shown),
        max(0, len(decisions) - rows),
    )


def _decisions(decided: Decided, numbers: dict[int, int]) -> Iterator[Decision]:
    undecided = iter(decided.undecided)
    for place, decision in enumerate(decided.decisions):
        origin = decided.model.transitions[decision.relation.origins[0]]
        leaving = " (leaves a range)" if decision.relation.overflow else ""
        label = decided.model.label(decision.relation.origins) + leaving
        reason = _REASONS.get(decision.verdict, "")
        if (resting := resting_text(decided.model, decision)) is not None:
            reason = f"{resting}."
        if decision.verdict == "undecided":
            reason = f"{capital(next(undecided, ''))}."
        said = Said(decision.verdict, _MOODS[decision.verdict])
        yield Decision(linked(label, origin.span), said, reason, seconds(decision.seconds), numbers.get(place))


def _witness(transition: BrokenTransition, figure: Figure | None) -> Witness:
    model, witness = transition.model, transition.witness
    chosen = next(iter(processes_to_show(model, witness)), ())
    notes = [f"{capital(note.plain.strip())}." for note in at_rest(model, witness.enabled, chosen)] if chosen else []
    remark = unreachable(model, witness)
    rows = []
    for (name, state), text in zip(states_of(witness), by_place(model, witness), strict=True):
        mover = chosen.index(witness.moves) if witness.moves in chosen and state is not witness.disabled else None
        places = tuple(state.locations[process - 1] for process in chosen) or (text,)
        rows.append(WitnessRow(name, places, mover, Spelling(model).values(state.shared)))
    return Witness(
        transition.label,
        transition.at,
        "The first and the last of these states have the same counters. In the first, process "
        f"{taking(witness).named(Spelling(model).process)} can move; no step of the last leads to the same counters. "
        f"{permuted(model, witness).replace('The second is', 'The last is', 1)}",
        tuple((str(process), group_beside(model, process)) for process in chosen),
        tuple(rows),
        bool(model.shared),
        (*notes, *([] if remark is None else [remark])),
        figure,
    )


def _abstraction(
    model: Model, system: CounterSystem, one: Exploration | None, figure: Figure | None, *, everything: bool
) -> Abstraction:
    """Blocks, guards and sizes of a counter system; without numbers of states where it stands for all sizes."""
    transitions = tuple(_transitions(model, system))
    rows = len(transitions) if everything else ROWS
    sentence = every_size_text(model) or reduction_line(model, system).plain
    return Abstraction(
        tuple(_blocks(model, system)),
        transitions[:rows],
        f"{capital(sentence)}.",
        _explored(one),
        figure,
        max(0, len(transitions) - rows),
    )


def _explored(one: Exploration | None) -> str | None:
    """The reachable states, with the group up to which they are one; None where they were not explored."""
    if one is None or one.reached is None:
        return None
    said = f"{states_line(one, one.reached).plain}."
    if not one.factors:
        return said
    return f"{capital(quotient_line(one, STATE[one.method]).plain)}. {said}"


def _edges(prepared: Prepared, *, everything: bool) -> Edges:
    """The edges of adaptive exploration with the partitions that they respect."""
    model = prepared.model
    spelling = Spelling(model)
    rows = len(prepared.edges) if everything else ROWS
    apart = sum(len(edge.partition) > 1 for edge in prepared.edges)
    lines = []
    for edge in prepared.edges[:rows]:
        origin = model.transitions[edge.origins[0]]
        label = model.label(edge.origins) + (" (leaves a range)" if edge.overflow else "")
        cells = ", ".join(spelling.processes(cell) for cell in edge.partition)
        lines.append(Edge(linked(label, origin.span), spelling.processes(edge.processes), cells))
    many = f"{plural(len(prepared.edges), 'edge')}, {number(apart) if apart else 'none'} of them"
    return Edges(f"{many} telling processes apart.", tuple(lines), len(prepared.edges) - len(lines))


def _blocks(model: Model, system: CounterSystem) -> Iterator[Block]:
    spelling = Spelling(model)
    m = len(system.states)
    for place, block in enumerate(system.blocks):
        counters = [spelling.count(counter) for counter in system.counters[place * m : (place + 1) * m]]
        text = ", ".join(counters[:_COUNTERS]) + (f", … {number(m - _COUNTERS)} more" if m > _COUNTERS else "")
        size = size_text(model, block.processes)
        yield Block(block.name, size if model.sizes.parameters else f"{size}: {block.processes}", text)


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
