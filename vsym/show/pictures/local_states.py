"""The pictures of one process: its local states with the guards of its transitions, and with the weights of a rank."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import replace

from vsym.logic.formula import TRUE, Formula
from vsym.logic.terms import Named, linear
from vsym.models.counting.model import GuardedUpdate, LocalTransition, Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.spelling import Spelling
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.show.pictures.picture import FAINT, PLAIN, Edge, Node, Picture, Stroke
from vsym.symmetry.virtual.relations import Update, update_of
from vsym.system.result import ProvedRank, Weights

STATES = 40
"""The most local states that a picture shows."""

_WIDTH = 40
_LINES = 8
_LONGEST = 200
_BREAK = re.compile(r" (?=(?:&|\||->|<->|/) |[\w\[\]]+ := )(?<!/ )")


def local_states(model: Model, starts: frozenset[str]) -> Picture:
    """One node per local state, one edge per local transition, labelled with its guards.

    Processes start in `starts`. Past STATES local states only those nearest to these are shown.
    """
    visible = nearest(model, starts)
    return Picture(
        f"{model.name}: the local states of a process",
        ("A double border marks where processes start.",),
        tuple(Node(state, state, initial=state in starts) for state in model.states if state in visible),
        tuple(edge for _, edge in moves(model) if {edge.source, edge.target} <= visible),
        left_out=_left_out(model, visible),
    )


def _left_out(model: Model, visible: set[str]) -> tuple[str, ...]:
    cut = f"{len(visible)} of {len(model.states):,} local states: those nearest to the initial ones"
    return (cut,) if len(visible) < len(model.states) else ()


def moves(model: Model) -> Iterator[tuple[LocalTransition, Edge]]:
    """The moves of processes as movers, as partners and by steps of others, each with its transition."""
    for transition in model.transitions:
        yield transition, Edge(transition.source, transition.target, transition_text(model, transition))
        name = transition.name or f"{transition.source} -> {transition.target}"
        if transition.partner is not None:
            yield transition, Edge(transition.partner.source, transition.partner.target, f"with {name}", FAINT)
        for sweep in transition.others:
            who = f"{sweep.name}: " if sweep.name else ""
            for move in sweep.moves:
                yield transition, Edge(move.source, move.target, f"{who}others of {name}", FAINT)


def transition_text(model: Model, transition: LocalTransition) -> str:
    """The name of a transition, and per guard its processes, the guard and the assignments; assignments common to all
    lines stand at the end."""
    spelling = Spelling(model)
    joined = _joined(transition.lines)
    updates = {update for _, update, _ in joined}
    common = updates.pop() if len(updates) == 1 and len(joined) > 1 else ()
    lines: list[str] = []
    for (guard, update, partners), processes in joined.items():
        named = "" if partners in (None, model.processes) else f" with {spelling.processes(partners or Processes())}"
        who = "" if processes == model.processes and not named else f"{spelling.processes(processes)}{named}: "
        does = "" if common else _assignments(spelling, update)
        said = "" if guard == TRUE and (does or not who) else spelling.formula(guard)
        lines += wrapped(who + " ".join(part for part in (said, does) if part))
    if len(lines) > _LINES:
        lines = [*lines[: _LINES - 1], f"… {len(lines) - _LINES + 1} more lines"]
    return "\n".join(
        [*([transition.name] if transition.name else []), *lines, *wrapped(_assignments(spelling, common))]
    )


def wrapped(text: str) -> list[str]:
    """A text as lines that fit beside an arrow, as far as its atoms do. Lines break before a connective or an
    assignment, and a very long text is cut at such a place."""
    lines: list[str] = []
    length = 0
    for piece in _BREAK.split(text) if text else ():
        length += len(piece) + 1
        if lines and length > _LONGEST:
            return [*lines, "  …"]
        if lines and len(lines[-1]) + 1 + len(piece) <= _WIDTH:
            lines[-1] += f" {piece}"
        else:
            lines.append(f"  {piece}" if lines else piece)
    return lines


def _assignments(spelling: Spelling, update: Update) -> str:
    return "/ " + ", ".join(f"{name} := {spelling.value(name, value)}" for name, value in update) if update else ""


def _joined(
    lines: tuple[GuardedUpdate, ...],
) -> dict[tuple[Formula, Update, Processes | None], Processes]:
    """The processes under each guard with the same assignments and partners, without guards of no process."""
    processes: dict[tuple[Formula, Update, Processes | None], Processes] = {}
    for line in lines:
        key = (line.guard, update_of(line), line.partners)
        if line.processes:
            processes[key] = processes.get(key, Processes()) | line.processes
    return processes


def nearest(model: Model, starts: frozenset[str]) -> set[str]:
    """All local states, or those that the fewest local transitions lead to from the initial ones."""
    order = [state for state in model.states if state in starts] or list(model.states[:1])
    edges = [edge for _, edge in moves(model)]
    for state in order:
        if len(order) >= STATES:
            break
        after = dict.fromkeys(edge.target for edge in edges if edge.source == state)
        order += [target for target in after if target not in order]
    if len(order) < min(len(model.states), STATES):
        order += [state for state in model.states if state not in order]
    return set(order[:STATES])


_CAPTION_WIDTH = 90
_LOWERS = Stroke("green", "bold")
_OTHER = Stroke("grey", "dashed")


def ranking(model: Model, counters: CounterSystem, name: str, rank: ProvedRank, starts: frozenset[str]) -> Picture:
    """One node per local state with the weight that each process in it has, and a box for each shared variable with a
    weight; the steps that lower the rank are marked.

    `name` is that of the property that it proves. Past STATES local states only those nearest to where processes start
    (`starts`) are shown.
    """
    weighing = _Weighing(model, counters, rank)
    visible = nearest(model, starts)
    nodes = [
        Node(state, state, initial=state in starts, note=weighing.note(state))
        for state in model.states
        if state in visible
    ]
    weighty = {variable for level in rank.levels for case in level for variable in case.of}
    nodes += [
        Node(f"shared {one.name}", one.name, "box", note=weighing.weights(one.name))
        for one in model.shared
        if one.name in weighty
    ]
    edges = (weighing.marked(*move) for move in moves(model) if {move[1].source, move[1].target} <= visible)
    awaited = f"while {rank.goal} is awaited" if rank.kind == "inevitable" else f"on the way to {rank.goal}"
    return Picture(
        f"{model.name}: the rank of {name}, {awaited}",
        tuple(_caption(rank)),
        tuple(nodes),
        tuple(edges),
        left_out=_left_out(model, visible),
    )


def _caption(rank: ProvedRank) -> Iterator[str]:
    several = len(rank.levels) > 1
    for number, level in enumerate(rank.levels, 1):
        said = ", else ".join(_spelled(case) for case in level)
        yield from textwrap.wrap(f"{f'Level {number}' if several else 'The rank'}: {said}.", _CAPTION_WIDTH)
    if several:
        yield "A lower level counts where those above it stay as they are."
    if any(len(level) > 1 for level in rank.levels):
        yield "Values that depend on the case stand in the order of the cases, as 0|1."
    if rank.levels:
        yield "Below a local state: what each process there adds. A double border: where processes start."
    until = f"until {' or '.join(rank.until)} is true next" if rank.until else ""
    if rank.kind == "possible":
        yield "Bold: steps to choose, which lower it or lead there; one of them can always be taken."
        return
    if rank.steps and rank.levels:
        yield f"Bold: steps that lower it{f', or leave it as it is {until}' if until else ''}."
    elif rank.steps:
        yield f"Bold: steps that can be taken {until}, as fairness promises."
    yield "Dashed: steps that lead to what is awaited, or cannot be taken before."


def _spelled(case: Weights) -> str:
    """A sum in the notation of the language, and where it counts."""
    terms = sorted(((name, by) for name, by in case.of.items() if by), key=lambda term: term[1] < 0)
    parts = [f"{'-' if by < 0 else '+'} {name if abs(by) == 1 else f'{abs(by)} * {name}'}" for name, by in terms]
    if case.constant or not parts:
        parts.append(f"{'-' if case.constant < 0 else '+'} {abs(case.constant)}")
    text = " ".join(parts)
    text = text.removeprefix("+ ") if text.startswith("+") else text.replace("- ", "-", 1)
    return text if case.where is None else f"{text} where {case.where}"


class _Weighing:
    """The weights of local states and shared variables, level by level."""

    def __init__(self, model: Model, counters: CounterSystem, rank: ProvedRank) -> None:
        self._model, self._counters, self._rank = model, counters, rank
        self._several = len(rank.levels) > 1

    def _counter(self, state: str, block: int) -> str:
        one = self._counters.blocks[block]
        return f"#{state}[{one.name}]" if len(self._counters.blocks) > 1 else f"#{state}"

    def note(self, state: str) -> str:
        """The weights of a local state: one line for each level that has any, and for each block that differs."""
        blocks = range(len(self._counters.blocks))
        weights = {block: self.weights(self._counter(state, block)) for block in blocks}
        if len(set(weights.values())) == 1 or not self._rank.levels:
            return weights[0]
        return "\n".join(f"{self._counters.blocks[block].name} {weight}" for block, weight in weights.items())

    def weights(self, name: str) -> str:
        """The weight of a variable in each level, in brackets if there are several; `|` separates a level's cases."""
        levels = ["|".join(map(str, dict.fromkeys(case.of.get(name, 0) for case in one))) for one in self._rank.levels]
        return f"({', '.join(levels)})" if self._several else "".join(levels)

    def marked(self, transition: LocalTransition, edge: Edge) -> Edge:
        """The edge of a transition as it is drawn; where it only moves others along, it stays as it is."""
        if edge.stroke != PLAIN:
            return edge
        # A counter step that merges several local transitions lowers the rank for each of them.
        steps = (step for step in self._counters.transitions if step.label in self._rank.steps)
        if not any(transition in step.origins for step in steps):
            return replace(edge, stroke=_OTHER)
        return replace(edge, stroke=_LOWERS, label="\n".join([*self._fall(transition), *edge.label.splitlines()]))

    def _fall(self, transition: LocalTransition) -> Iterator[str]:
        """The lines that say by how much a transition lowers the rank, where that is the same in all states."""
        for number, level in enumerate(self._rank.levels, 1):
            everywhere = len(level) == 1 and level[0].where is None
            changes = set(self._changes(transition, level)) if everywhere else {None}
            change = changes.pop() if len(changes) == 1 else None
            if change:
                level_name = f"level {number}" if self._several else "it"
                yield f"lowers {level_name} by {-change}"
            if change != 0:
                return

    def _changes(self, transition: LocalTransition, level: tuple[Weights, ...]) -> Iterator[int | None]:
        """The change of a level, for each line and block that takes the transition; None where it is not constant."""
        [weights] = level
        for line in transition.lines:
            for number, block in enumerate(self._counters.blocks):
                if transition.joint:
                    yield None
                if transition.joint or not line.processes & block.processes:
                    continue
                target, source = (self._counter(state, number) for state in (transition.target, transition.source))
                change: int | None = weights.of.get(target, 0) - weights.of.get(source, 0)
                for assignment in line.update:
                    weight = weights.of.get(assignment.variable, 0)
                    by = assignment.value - linear([(Named(assignment.variable), 1)])
                    change = None if change is None or (weight and by.terms) else change + weight * by.constant
                yield change
