"""A system, prepared for its SMV template and for reading NuSMV's traces of it."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.basics.frozen import frozen
from vsym.exchange.smv.expressions import Vocabulary, formula_text
from vsym.exchange.smv.initial import initial_texts
from vsym.exchange.smv.layout import (
    CHOICE,
    MOVER,
    STUCK,
    STUTTER,
    Constraint,
    MoveText,
    Specification,
    VariableText,
    constraints,
    one_line,
    specifications,
)
from vsym.exchange.smv.limits import refuse
from vsym.exchange.smv.names import Names
from vsym.exchange.smv.updates import variable_texts
from vsym.logic.formula import negate
from vsym.logic.terms import Atom
from vsym.system.system import Event, System


@frozen
class SystemText:
    """The model of a system: `variables` in the order of a state's vector, a move for each event that is no error, and
    for each that is one the claim that it never happens. `counters` where variables add up to a number."""

    name: str
    variables: tuple[VariableText, ...]
    vocabulary: Vocabulary
    moves: tuple[MoveText, ...]
    initial: tuple[str, ...]
    constraints: tuple[Constraint, ...]
    claims: tuple[Specification, ...]
    properties: tuple[Specification, ...]
    counters: bool


def prepare(system: System, *, everywhere: bool = False) -> SystemText:
    """The texts of a system's model. Invariants are of the states on fair paths, or of all those that are reachable
    `everywhere`.

    Raises DiagnosticError (VS412, VS413) for what NuSMV cannot hold, RefusedError for an update of too many cases,
    ValueError for a system with parameters.
    """
    refuse(system)
    names = Names(CHOICE, STUTTER, STUCK, MOVER)
    called: dict[Atom, str] = {variable.atom: names.claim(variable.name) for variable in system.variables}
    words = names.claim_words(variable.words for variable in system.variables)
    vocabulary = Vocabulary(
        called,
        frozenset(variable.atom for variable in system.variables if variable.boolean),
        {variable.atom: words[variable.words] for variable in system.variables if variable.words},
    )
    moves = tuple(_moves(system, names, vocabulary))
    properties = specifications(system.properties, names, vocabulary, on_paths=bool(system.fairness) and not everywhere)
    return SystemText(
        name=system.name,
        variables=tuple(variable_texts(system, moves, vocabulary)),
        vocabulary=vocabulary,
        moves=moves,
        initial=tuple(initial_texts(system, vocabulary)),
        constraints=constraints(system.fairness, vocabulary),
        claims=tuple(_claims(system, names, vocabulary)),
        properties=properties,
        counters=bool(system.sums),
    )


def _moves(system: System, names: Names, vocabulary: Vocabulary) -> Iterator[MoveText]:
    for number, event in enumerate(system.events):
        if event.error is None:
            name = names.claim(event.name)
            can = names.claim(f"can_{name}")
            yield MoveText(number, name, _label(event), can, formula_text(event.guard, vocabulary))


def _claims(system: System, names: Names, vocabulary: Vocabulary) -> Iterator[Specification]:
    for number, event in enumerate(system.events):
        if event.error is not None:
            name, comment = (
                names.claim(f"in_range_{event.name}"),
                f"{_label(event)} assigns nothing outside a variable's range",
            )
            yield Specification("INVARSPEC", name, formula_text(negate(event.guard), vocabulary), comment, number)


def _label(event: Event) -> str:
    return one_line(event.label + (f" by {event.by}" if event.by else ""))
