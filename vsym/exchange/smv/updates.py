"""The variables of a system in SMV, with the cases of their next values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from vsym.exchange.smv.expressions import Vocabulary, assigned, constant, formula_text, kind, value
from vsym.exchange.smv.layout import MoveText, Update, VariableText, both, chosen
from vsym.logic.formula import FALSE, TRUE, Formula
from vsym.logic.terms import Linear
from vsym.system.cases import cases
from vsym.system.system import Event, System, Term, Variable


def variable_texts(system: System, moves: Sequence[MoveText], vocabulary: Vocabulary) -> Iterator[VariableText]:
    """The variables in their order; raises RefusedError for an update of too many cases."""
    counters = {place for total in system.sums for place in total.places}
    updates: dict[str, list[tuple[MoveText, Term]]] = {}
    for move in moves:
        for name, term in system.events[move.event].update:
            updates.setdefault(name, []).append((move, term))
    for place, variable in enumerate(system.variables):
        mine = updates.get(variable.name, [])
        name, (low, high) = vocabulary.names[variable.atom], variable.range
        if low == high:
            yield VariableText(name, variable.about, "", constant(low, variable.atom, vocabulary))
            continue
        shifts = [(move, shift(term, variable) if place in counters else 0) for move, term in mine]
        others = [update for update, (_, step) in zip(mine, shifts, strict=True) if not step]
        lines = (*_shifted(variable, shifts, vocabulary), *_assigned(system, variable, others, vocabulary))
        yield VariableText(name, variable.about, kind(variable.atom, (low, high), vocabulary), updates=lines)


def shift(term: Term, variable: Variable) -> int:
    """What an update adds to the variable; 0 for any other."""
    added = (
        isinstance(term, Linear) and term.terms == ((variable.atom, 1),) and not (variable.boolean or variable.words)
    )
    return term.constant if added and isinstance(term, Linear) else 0


def branches(system: System, event: Event, name: str, term: Term) -> list[tuple[Formula, Linear]]:
    """The linear terms that an event may assign to a variable, each with where it does; raises RefusedError."""
    alone = replace(event, update=((name, term),))
    return [(condition, value) for condition, ((_, value),) in cases(system, alone) if condition != FALSE]


def _shifted(variable: Variable, shifts: Sequence[tuple[MoveText, int]], vocabulary: Vocabulary) -> Iterator[Update]:
    """What is added to a counter. The bounds hold wherever the guard does; NuSMV asks for them."""
    name, (low, high) = vocabulary.names[variable.atom], variable.range
    for step in sorted({step for _, step in shifts if step}, key=lambda step: (step < 0, abs(step))):
        moves = [move.name for move, added in shifts if added == step]
        inside = f"{name} < {high - step + 1}" if step > 0 else f"{name} > {low - step - 1}"
        yield Update(both(chosen(moves), inside), value(Linear(((variable.atom, 1),), step), vocabulary))


def _assigned(
    system: System, variable: Variable, updates: Sequence[tuple[MoveText, Term]], vocabulary: Vocabulary
) -> Iterator[Update]:
    """What is assigned by events, those together that assign the same."""
    by_value: dict[tuple[str, str], list[str]] = {}
    for move, term in updates:
        for condition, branch in branches(system, system.events[move.event], variable.name, term):
            here = "" if condition == TRUE else formula_text(condition, vocabulary, operand=True)
            fits, new = assigned(branch, variable.range, variable.atom, vocabulary)
            by_value.setdefault((both(here, fits), new), []).append(move.name)
    for (where, new), names in by_value.items():
        yield Update(both(chosen(names), where), new)
