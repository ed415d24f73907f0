"""A model as its processes, prepared for its SMV template: one variable per process, no abstraction.

A step that moves several processes names its partner, and where all the others go. vsym refuses a model that NuSMV
cannot hold, at its place in the user's text.
"""

from __future__ import annotations

from collections.abc import Iterator

from vsym.basics.frozen import frozen
from vsym.basics.source import Diagnostic, DiagnosticError
from vsym.exchange.smv.direct_lines import Definition, Line, Vocabularies, guard_lines, mentioned
from vsym.exchange.smv.expressions import constant, kind
from vsym.exchange.smv.layout import (
    MOVER,
    PARTNER,
    Constraint,
    Specification,
    Update,
    VariableText,
    both,
    chosen,
    conjunct_texts,
    constraints,
    one_line,
    specifications,
)
from vsym.exchange.smv.updates import largest, number_problems, range_problem, too_many
from vsym.logic.terms import Atom, Named
from vsym.models.counting.counts import Count, Deadlock, home_counts, name_of
from vsym.models.counting.model import Model, SharedVariable
from vsym.models.counting.processes import Processes

_MOST_PROCESSES = 2_000
"""The most processes that the direct model may have: its size grows with processes times transitions."""

_MOST_ENTRIES = 1_000_000
"""The most times that the direct model may name processes."""


@frozen
class ProcessText:
    """A process: its variable, its initial local state (empty if `init` leaves that open), the moves it may make, where
    they lead, and where the moves of others lead it."""

    name: str
    index: int
    comment: str
    start: str
    permitted: tuple[str, ...]
    updates: tuple[Update, ...]
    moved: tuple[Update, ...] = ()


@frozen
class DirectText:
    """The direct model; `paired` where moves may have a partner."""

    name: str
    size: int
    states: tuple[str, ...]
    renamed: tuple[tuple[str, str], ...]
    moves: tuple[str, ...]
    processes: tuple[ProcessText, ...]
    shared: tuple[VariableText, ...]
    counts: tuple[Definition, ...]
    guards: tuple[Definition, ...]
    movable: tuple[str, ...]
    initial: tuple[str, ...]
    constraints: tuple[Constraint, ...]
    claims: tuple[Specification, ...]
    properties: tuple[Specification, ...]
    paired: bool = False


def prepare(model: Model) -> DirectText:
    """The texts of the direct model; raises DiagnosticError (VS411 to VS413) where NuSMV cannot hold the model."""
    _refuse(model)
    words = Vocabularies.of(model)
    lines = guard_lines(model, words)
    _, rest = home_counts(model)
    return DirectText(
        name=model.name,
        size=model.size,
        states=tuple(words.states.values()),
        renamed=tuple((name, state) for state, name in words.states.items() if name != state),
        moves=words.moves,
        processes=tuple(_processes(model, words, lines)),
        shared=tuple(_shared(variable, words, lines) for variable in model.shared),
        counts=words.definitions(),
        guards=(
            *(Definition(line.can, both(line.guard, line.fits), line.comment) for line in lines),
            *_partner_definitions(lines, words),
        ),
        movable=tuple(f"{line.can} & ({line.somebody})" for line in lines),
        initial=(*conjunct_texts(rest, words.vocabulary), *_starts(model, words)),
        constraints=constraints(model.fairness, words.vocabulary),
        claims=tuple(_overflow(line) for line in lines if line.claim),
        properties=specifications(model.properties, words.names, words.vocabulary, on_paths=bool(model.fairness)),
        paired=_has_partners(model),
    )


def _processes(model: Model, words: Vocabularies, lines: tuple[Line, ...]) -> Iterator[ProcessText]:
    homes, _ = home_counts(model)
    start = {index: words.states[home.state] for home in homes for index in home.processes}
    group = {index: group.name for group in model.groups for index in group.processes}
    mine: dict[int, list[Line]] = {}
    for line in lines:
        for index in line.processes:
            mine.setdefault(index, []).append(line)
    for index, name in enumerate(words.processes, start=1):
        targets: dict[str, list[str]] = {}
        for line in mine.get(index, ()):
            targets.setdefault(line.target, []).append(line.choice)
        yield ProcessText(
            name,
            index,
            one_line(f"process {index}, of {group[index]}"),
            start.get(index, ""),
            tuple(
                both(line.choice, f"{name} = {line.source}", line.can, _partner_condition(model, line, index))
                for line in mine.get(index, ())
            ),
            tuple(Update(" | ".join(dict.fromkeys(choices)), target) for target, choices in targets.items()),
            tuple(_moved_along(model, words, index)),
        )


def _shared(variable: SharedVariable, words: Vocabularies, lines: tuple[Line, ...]) -> VariableText:
    name, comment = words.shared[variable.name], f"the shared variable {variable.name}"
    atom, ends = Named(variable.name), (variable.low, variable.high)
    if variable.low == variable.high:
        return VariableText(name, comment, "", constant(variable.low, atom, words.vocabulary))
    movers: dict[tuple[int, str, str, str, str], Processes] = {}
    for line in lines:
        for assigned, fits, value in line.assignments:
            if assigned == variable.name:
                among = "" if line.partners is None else _among(PARTNER, line.partners)
                key = (line.transition, line.choice, among, fits, value)
                movers[key] = movers.get(key, Processes()) | line.processes
    takers: dict[int, Processes] = {}
    for line in lines:
        takers[line.transition] = takers.get(line.transition, Processes()) | line.processes
    updates = [
        Update(both(choice, "" if mover == takers[transition] else _among(MOVER, mover), among, fits), value)
        for (transition, choice, among, fits, value), mover in movers.items()
    ]
    return VariableText(name, comment, kind(atom, ends, words.vocabulary), "", tuple(updates))


def _among(variable: str, processes: Processes) -> str:
    """The condition that a variable names one of some processes."""
    ranges = [f"{variable} = {a}" if a == b else f"{variable} >= {a} & {variable} <= {b}" for a, b in processes.ranges]
    return ranges[0] if len(ranges) == 1 else f"({' | '.join(ranges)})"


def _overflow(line: Line) -> Specification:
    broken = both(line.guard, f"!({line.fits})", f"({line.somebody})")
    comment = f"{line.comment} assigns nothing outside a variable's range"
    return Specification("INVARSPEC", line.claim, f"!({broken})", comment)


def _starts(model: Model, words: Vocabularies) -> Iterator[str]:
    """The conditions that shared variables have their initial values."""
    return (_start(variable, words) for variable in model.shared if not variable.anywhere)


def _start(variable: SharedVariable, words: Vocabularies) -> str:
    name = words.shared[variable.name]
    if variable.boolean:
        return name if variable.initial else f"!{name}"
    return f"{name} = {constant(variable.initial, Named(variable.name), words.vocabulary)}"


def _entries(model: Model) -> int:
    """The number of times that lines, partners, sweeps and counts name processes."""
    lines = sum(line.processes.size for transition in model.transitions for line in transition.lines)
    for transition in model.transitions:
        lines += sum(line.partners.size for line in transition.lines if line.partners is not None)
        lines += sum(sweep.processes.size * len(sweep.moves) for sweep in transition.others)
    return lines + sum(count.processes.size for count in mentioned(model))


def _partner_definitions(lines: tuple[Line, ...], words: Vocabularies) -> Iterator[Definition]:
    """For each guard line with partners, the condition that the chosen process may be one."""
    for line in lines:
        if line.partners is not None:
            there = (f"{PARTNER} = {i} & {words.processes[i - 1]} = {line.partner_source}" for i in line.partners)
            yield Definition(line.partnered, " | ".join(there) or "FALSE", f"the partner in {line.comment}")


def _partner_condition(model: Model, line: Line, index: int) -> str:
    """The condition of a step by a process on its partner; "" in a model without any."""
    if line.partners is None:
        return f"{PARTNER} = 0" if _has_partners(model) else ""
    return both(line.partnered, f"{PARTNER} != {index}")


def _has_partners(model: Model) -> bool:
    """True where some step has a partner."""
    return any(transition.partner is not None for transition in model.transitions)


def _moved_along(model: Model, words: Vocabularies, index: int) -> Iterator[Update]:
    """The moves of a process as a partner, and then those that it makes while others take a step."""
    name = words.processes[index - 1]
    for move, transition in zip(words.moves, model.transitions, strict=True):
        if transition.partner is not None:
            yield Update(both(f"{PARTNER} = {index}", chosen([move])), words.states[transition.partner.target])
    for move, transition in zip(words.moves, model.transitions, strict=True):
        for sweep in transition.others:
            if index in sweep.processes:
                for arrow in sweep.moves:
                    condition = both(f"{MOVER} != {index}", chosen([move]), f"{name} = {words.states[arrow.source]}")
                    yield Update(condition, words.states[arrow.target])


def _refuse(model: Model) -> None:
    """Raises DiagnosticError with VS411 to VS413 where NuSMV cannot hold the model."""
    lines = [line for transition in model.transitions for line in transition.lines]
    entries = _entries(model)
    ends = {variable.name: largest(variable.low, variable.high) for variable in model.shared}

    def largest_of(atom: Atom) -> int:
        if isinstance(atom, Deadlock):
            return 1
        return atom.processes.size if isinstance(atom, Count) else ends[name_of(atom)]

    guards = [(line.guard, line.span) for line in lines]
    formulas = [(prop.formula, prop.span) for prop in model.properties]
    formulas += [(constraint.formula, constraint.span) for constraint in model.fairness]
    values = [(assignment.value, assignment.span) for line in lines for assignment in line.update]
    problems = []
    if model.size > _MOST_PROCESSES or entries > _MOST_ENTRIES:
        group = max(model.groups, key=lambda group: group.processes.size)
        message = f"the direct model of {model.size} processes would be too large"
        hint = f"it takes up to {_MOST_PROCESSES} processes; choose smaller parameters or `--model counter`"
        problems.append(Diagnostic("VS411", group.span, message, hint))
    problems += [range_problem(v.span, v.name, v.low, v.high) for v in model.shared if too_many(v.low, v.high)]
    problems += number_problems([*guards, *formulas], values, largest_of)
    if problems:
        raise DiagnosticError(problems)
