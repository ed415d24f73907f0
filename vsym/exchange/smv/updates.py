"""The variables of a system in SMV, with the cases of their next values. vsym refuses ranges and numbers that NuSMV
cannot hold, at their place in the user's text, before it writes anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from vsym.basics.source import Diagnostic, DiagnosticError, Source, Span
from vsym.exchange.smv.expressions import Vocabulary, assigned, constant, formula_text, kind, value
from vsym.exchange.smv.layout import MoveText, Update, VariableText, both, chosen
from vsym.logic.formula import FALSE, TRUE, Comparison, Formula, subformulas
from vsym.logic.terms import Atom, Linear
from vsym.system.system import Event, System, Term, Variable, cases


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
    """The number that an update adds to the variable; 0 for any other."""
    number = not (variable.boolean or variable.words)
    added = number and isinstance(term, Linear) and term.terms == ((variable.atom, 1),)
    return term.constant if added and isinstance(term, Linear) else 0


def branches(system: System, event: Event, name: str, term: Term) -> list[tuple[Formula, Linear]]:
    """The linear terms that an event may assign to a variable, each with its condition; raises RefusedError."""
    alone = replace(event, update=((name, term),))
    return [(condition, value) for condition, ((_, value),) in cases(system, alone) if condition != FALSE]


def _shifted(variable: Variable, shifts: Sequence[tuple[MoveText, int]], vocabulary: Vocabulary) -> Iterator[Update]:
    """The updates that add to a counter. The bounds hold wherever the guard does; NuSMV asks for them."""
    name, (low, high) = vocabulary.names[variable.atom], variable.range
    for step in sorted({step for _, step in shifts if step}, key=lambda step: (step < 0, abs(step))):
        moves = [move.name for move, added in shifts if added == step]
        inside = f"{name} < {high - step + 1}" if step > 0 else f"{name} > {low - step - 1}"
        yield Update(both(chosen(moves), inside), value(Linear(((variable.atom, 1),), step), vocabulary))


def _assigned(
    system: System, variable: Variable, updates: Sequence[tuple[MoveText, Term]], vocabulary: Vocabulary
) -> Iterator[Update]:
    """The updates that assign values, one for all events that assign the same value under the same condition."""
    by_value: dict[tuple[str, str], list[str]] = {}
    for move, term in updates:
        for condition, branch in branches(system, system.events[move.event], variable.name, term):
            here = "" if condition == TRUE else formula_text(condition, vocabulary, operand=True)
            fits, new = assigned(branch, variable.range, variable.atom, vocabulary)
            by_value.setdefault((both(here, fits), new), []).append(move.name)
    for (where, new), names in by_value.items():
        yield Update(both(chosen(names), where), new)


LARGEST_RANGE = 1_000_000
"""The most values that a variable may have: NuSMV lists them all."""

LARGEST_NUMBER = 2**31 - 1
"""NuSMV computes with 32 bits, and wraps around silently."""


def refuse(system: System) -> None:
    """Raises DiagnosticError with VS412 and VS413 for ranges and numbers of a system that NuSMV cannot hold."""
    nowhere = Span(Source(system.name, ""), 0, 0)
    ends: dict[Atom, int] = {variable.atom: largest(*variable.range) for variable in system.variables}
    guards = [(event.guard, event.span or nowhere) for event in system.events]
    updates = list(_updates(system, nowhere))
    formulas = [(prop.formula, prop.span) for prop in system.properties]
    formulas += [(constraint.formula, constraint.span) for constraint in system.fairness]
    problems = [
        *_ranges(system, nowhere),
        *number_problems(
            [*guards, *((condition, span) for condition, _, span in updates), *formulas],
            [(term, span) for _, term, span in updates],
            ends.__getitem__,
        ),
    ]
    if problems:
        raise DiagnosticError(problems)


def _ranges(system: System, nowhere: Span) -> Iterator[Diagnostic]:
    """VS412: a variable has too many values; a counter has no place of its own but that of each event that changes it.

    Counters are the variables that add up to a number.
    """
    totals = {system.variables[place].name: total.total.constant for total in system.sums for place in total.places}
    large = {variable.name for variable in system.variables if too_many(*variable.range)}
    for event in system.events if large else ():
        for name, _ in event.update:
            if name in large and name in totals:
                what = f"a counter of {totals[name]} processes has {totals[name] + 1} values"
                yield too_large(event.span or nowhere, what)
    for variable in system.variables:
        if variable.name in large and variable.name not in totals:
            yield range_problem(variable.span or nowhere, variable.name, *variable.range)


def _updates(system: System, nowhere: Span) -> Iterator[tuple[Formula, Linear, Span]]:
    """The values that events assign to variables, by cases, except shifts of counters, which stay in their ranges."""
    counters = {place for total in system.sums for place in total.places}
    for event in system.events:
        for name, term in event.update:
            place = system.places[name]
            if place not in counters or not shift(term, system.variables[place]):
                for condition, value in branches(system, event, name, term):
                    yield condition, value, event.span or nowhere


def too_many(low: int, high: int) -> bool:
    """True where a range has more values than NuSMV can hold."""
    return high - low >= LARGEST_RANGE


def largest(low: int, high: int) -> int:
    """The largest absolute value in a range."""
    return max(abs(low), abs(high))


def range_problem(span: Span, name: str, low: int, high: int) -> Diagnostic:
    """VS412 for a variable with too many values."""
    return too_large(span, f"`{name}` has {high - low + 1} values")


def too_large(span: Span, what: str) -> Diagnostic:
    """VS412 for a variable or a counter with too many values."""
    hint = "choose smaller parameters, or another engine"
    return Diagnostic("VS412", span, f"{what}, and NuSMV can hold {LARGEST_RANGE}", hint)


def number_problems(
    formulas: Iterable[tuple[Formula, Span]], terms: Iterable[tuple[Linear, Span]], largest_of: Callable[[Atom], int]
) -> list[Diagnostic]:
    """VS413 for every place whose terms can leave the numbers that NuSMV computes with."""

    def weight(term: Linear) -> int:
        """A bound on the size of every partial sum of the term."""
        return sum(largest_of(atom) * abs(c) for atom, c in term.terms) + abs(term.constant)

    def compared(formula: Formula) -> Iterator[int]:
        for part in subformulas(formula):
            if isinstance(part, Comparison):
                yield weight(part.left) + abs(part.bound)

    weights = [(max(compared(formula), default=0), span) for formula, span in formulas]
    weights += [(weight(term), span) for term, span in terms]
    message = f"the numbers here can exceed {LARGEST_NUMBER}, beyond which NuSMV miscalculates"
    return [Diagnostic("VS413", span, message) for weight, span in weights if weight > LARGEST_NUMBER]
