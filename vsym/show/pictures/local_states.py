"""The picture of one process: its local states, and its local transitions with their guards."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vsym.logic.formula import TRUE, Formula
from vsym.models.counting.model import GuardedUpdate, LocalTransition, Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.spelling import Spelling
from vsym.show.pictures.picture import FAINT, Edge, Node, Picture
from vsym.symmetry.virtual.relations import Update, update_of

STATES = 40
"""Up to how many local states a picture shows."""

_WIDTH = 40
_LINES = 8
_LONGEST = 200
_BREAK = re.compile(r" (?=(?:&|\||->|<->|/) |[\w\[\]]+ := )(?<!/ )")


def local_states(model: Model, starts: frozenset[str]) -> Picture:
    """One node per local state, one edge per local transition, labelled with its guards.

    Processes start in `starts`. Past STATES local states only those nearest to these are shown.
    """
    shown = nearest(model, starts)
    cut = f"{len(shown)} of {len(model.states):,} local states: those nearest to the initial ones"
    return Picture(
        f"{model.name}: the local states of a process",
        ("A double border marks where processes start.",),
        tuple(Node(state, state, initial=state in starts) for state in model.states if state in shown),
        tuple(edge for _, edge in moves(model) if {edge.source, edge.target} <= shown),
        left_out=(cut,) if len(shown) < len(model.states) else (),
    )


def moves(model: Model) -> Iterator[tuple[LocalTransition, Edge]]:
    """Where processes go as movers, and where steps of others send them, each with the transition that does."""
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
    """The name of a transition, and per guard the processes that it is for, the guard and the assignments; what all
    lines assign stands at the end."""
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
    """A text as lines that fit beside an arrow, as far as its atoms do: a line begins before a connective or an
    assignment. What is very long is cut there, too."""
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
    """The processes under each guard with the same assignments and partners; nobody's guard is left out."""
    found: dict[tuple[Formula, Update, Processes | None], Processes] = {}
    for line in lines:
        key = (line.guard, update_of(line), line.partners)
        if line.processes:
            found[key] = found.get(key, Processes()) | line.processes
    return found


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
