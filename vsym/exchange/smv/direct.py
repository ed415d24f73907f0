"""A model as its processes, prepared for its SMV template: one variable per process, no abstraction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vsym.basics.frozen import frozen
from vsym.exchange.smv.direct_joint import has_partners, moved_along, partner_condition, partner_definitions
from vsym.exchange.smv.direct_limits import refuse
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
    conjunct_texts,
    constraints,
    one_line,
    specifications,
)
from vsym.logic.terms import Atom, Named
from vsym.models.counting.model import Model, SharedVariable
from vsym.models.counting.processes import Processes
from vsym.models.counting.starts import told


@frozen
class ProcessText:
    """A process: its variable, where it starts if that is told, the moves it may make, where they lead, and where the
    moves of others lead it."""

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
    """The texts of the direct model; raises DiagnosticError (VS411 to VS413) for what NuSMV cannot hold."""
    refuse(model, _entries(model))
    words = Vocabularies.of(model)
    lines = guard_lines(model, words)
    _, rest = told(model.initial)
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
            *partner_definitions(lines, words),
        ),
        movable=tuple(f"{line.can} & ({line.somebody})" for line in lines),
        initial=(*conjunct_texts(rest, words.vocabulary), *(_start(variable, words) for variable in model.shared)),
        constraints=constraints(model.fairness, words.vocabulary),
        claims=tuple(_overflow(line) for line in lines if line.claim),
        properties=specifications(model.properties, words.names, words.vocabulary, on_paths=bool(model.fairness)),
        paired=has_partners(model),
    )


def _processes(model: Model, words: Vocabularies, lines: tuple[Line, ...]) -> Iterator[ProcessText]:
    homes, _ = told(model.initial)
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
                both(line.choice, f"{name} = {line.source}", line.can, partner_condition(model, line, index))
                for line in mine.get(index, ())
            ),
            tuple(Update(" | ".join(dict.fromkeys(choices)), target) for target, choices in targets.items()),
            tuple(moved_along(model, words, index)),
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


def _start(variable: SharedVariable, words: Vocabularies) -> str:
    """The condition that a shared variable has its initial value."""
    name = words.shared[variable.name]
    if variable.boolean:
        return name if variable.initial else f"!{name}"
    return f"{name} = {constant(variable.initial, Named(variable.name), words.vocabulary)}"


def _entries(model: Model) -> int:
    """How often processes are named in guards and counts."""
    lines = sum(line.processes.size for transition in model.transitions for line in transition.lines)
    for transition in model.transitions:
        lines += sum(line.partners.size for line in transition.lines if line.partners is not None)
        lines += sum(sweep.processes.size * len(sweep.moves) for sweep in transition.others)
    return lines + sum(count.processes.size for count in mentioned(model))


@frozen
class DirectNames:
    """What the direct model calls processes (process 1 first), shared variables and their named values, and its local
    states by name."""

    processes: tuple[str, ...]
    shared: Mapping[str, str]
    words: Mapping[Atom, tuple[str, ...]]
    locations: Mapping[str, str]


def direct_names(model: Model) -> DirectNames:
    """The names of the direct model, for reading traces of it."""
    words = Vocabularies.of(model)
    locations = {name: state for state, name in words.states.items()}
    return DirectNames(words.processes, words.shared, words.vocabulary.words, locations)
