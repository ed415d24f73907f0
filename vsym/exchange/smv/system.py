"""A system and its initial states, prepared for their SMV template and for reading NuSMV's traces of it; the templates,
and paths as NuSMV's XML (its trace plugin 4), for `read_trace` beside the model that `vsym emit-smv` writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from xml.sax.saxutils import escape, quoteattr

from vsym.basics.frozen import frozen
from vsym.basics.templates import templates
from vsym.exchange.smv.expressions import Vocabulary, constant, formula_text
from vsym.exchange.smv.layout import (
    CHOICE,
    MOVER,
    STUCK,
    STUTTER,
    Constraint,
    MoveText,
    Names,
    Specification,
    VariableText,
    conjunct_texts,
    constraints,
    one_line,
    specifications,
)
from vsym.exchange.smv.updates import refuse, variable_texts
from vsym.logic.formula import Comparison, Formula, conjunction, conjuncts, negate
from vsym.logic.terms import Atom, Linear
from vsym.system.order import level_order
from vsym.system.result import SystemPath
from vsym.system.system import Event, Sum, System, Variable


@frozen
class SystemText:
    """The model of a system: `variables` in the order of a state's vector, a move for each event that is no error, and
    for each that is one the claim that it never happens. `counters` where variables add up to a number. In their
    `order`, the variables make small decision diagrams."""

    name: str
    variables: tuple[VariableText, ...]
    vocabulary: Vocabulary
    moves: tuple[MoveText, ...]
    initial: tuple[str, ...]
    constraints: tuple[Constraint, ...]
    claims: tuple[Specification, ...]
    properties: tuple[Specification, ...]
    counters: bool
    order: tuple[int, ...]

    @property
    def ordered(self) -> tuple[VariableText, ...]:
        """The variables in their order."""
        return tuple(self.variables[place] for place in self.order)


def prepare(system: System, *, everywhere: bool = False) -> SystemText:
    """The texts of a system's model. Invariants are of the states on fair paths, or of all those that are reachable
    `everywhere`.

    Raises DiagnosticError (VS412, VS413) for a system that NuSMV cannot hold, RefusedError for an update of too many
    cases, ValueError for a system with parameters.
    """
    system = _within(system)
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
        initial=tuple(_initial_texts(system, vocabulary)),
        constraints=constraints(system.fairness, vocabulary),
        claims=tuple(_claims(system, names, vocabulary)),
        properties=properties,
        counters=bool(system.sums),
        order=level_order(system),
    )


def _within(system: System) -> System:
    """The system with the ranges that its lemma leaves to variables, no smaller than of two values.

    The lemma holds in every state that is reached, so that no other state matters.
    """
    highest: dict[Atom, int] = {}
    for part in conjuncts(system.lemma):
        match part:
            case Comparison(Linear(terms), "<=" | "=", bound) if all(
                atom in system.positions and factor > 0 and system.ranges[system.positions[atom]][0] >= 0
                for atom, factor in terms
            ):
                for atom, factor in terms:
                    highest[atom] = min(bound // factor, highest.get(atom, bound))
    variables = tuple(_up_to(variable, highest.get(variable.atom)) for variable in system.variables)
    return replace(system, variables=variables)


def _up_to(variable: Variable, highest: int | None) -> Variable:
    low, high = variable.range
    fits = highest is not None and low < highest < high and not variable.words
    return replace(variable, high=Linear((), highest or 0)) if fits else variable


def _moves(system: System, names: Names, vocabulary: Vocabulary) -> Iterator[MoveText]:
    for number, event in enumerate(system.events):
        if event.error is None:
            name = names.claim(event.name)
            can = names.claim(f"can_{name}")
            yield MoveText(number, name, _label(event), can, formula_text(event.guard, vocabulary))


def _claims(system: System, names: Names, vocabulary: Vocabulary) -> Iterator[Specification]:
    for number, event in enumerate(system.events):
        if event.error is not None:
            name, formula = names.claim(f"in_range_{event.name}"), formula_text(negate(event.guard), vocabulary)
            comment = f"{_label(event)} assigns nothing outside a variable's range"
            yield Specification("INVARSPEC", name, formula, comment, number)


def _label(event: Event) -> str:
    return one_line(event.label + (f" by {event.by}" if event.by else ""))


def _initial_texts(system: System, vocabulary: Vocabulary) -> Iterator[str]:
    """The conjuncts of the initial states: each sum, by equations where one variable has all of it; then the rest of
    the domain and of the initial predicate."""
    whole, rest = _split(system)
    names = [vocabulary.names[variable.atom] for variable in system.variables]
    for total in system.sums:
        amount = total.total.constant
        if all(low == high for low, high in _ranges(system, total)):
            continue
        if whole.isdisjoint(total.places):
            yield " + ".join(names[place] for place in total.places) + f" = {amount}"
        else:
            yield " & ".join(f"{names[place]} = {amount if place in whole else 0}" for place in total.places)
    sums = []
    for total in system.sums:
        terms = tuple((system.variables[place].atom, 1) for place in total.places)
        sums.append(Comparison(Linear(terms), "=", total.total.constant))
    yield from conjunct_texts(conjunction(part for part in conjuncts(system.domain) if part not in sums), vocabulary)
    yield from conjunct_texts(rest, vocabulary)


def _split(system: System) -> tuple[set[int], Formula]:
    """The places of variables that initially have all of their sum, at most one for each sum; and the other initial
    conditions."""
    sums: dict[Atom, Sum] = {system.variables[place].atom: total for total in system.sums for place in total.places}
    whole: dict[Sum, int] = {}
    rest: list[Formula] = []
    for part in conjuncts(system.initial):
        match part:
            case Comparison(Linear(((atom, 1),)), "=" | ">=", bound) if (
                (total := sums.get(atom)) and total not in whole and _is_whole(system, total, bound)
            ):
                whole[total] = system.positions[atom]
            case _:
                rest.append(part)
    return {*whole.values()}, conjunction(rest)


def _is_whole(system: System, total: Sum, bound: int) -> bool:
    """True where a variable that is at least `bound` leaves nothing of the sum to the others."""
    return bound == total.total.constant and all(low >= 0 for low, _ in _ranges(system, total))


def _ranges(system: System, total: Sum) -> list[tuple[int, int]]:
    return [system.ranges[place] for place in total.places]


def system_model(text: SystemText, header: Sequence[str] = ()) -> str:
    """A NuSMV model of a system, with its properties and fairness constraints; the header is a comment at its top."""
    return render("system.smv.j2", text, header)


def render(template: str, model: object, header: Sequence[str] = ()) -> str:
    """The result of a template for the texts of a model."""
    return templates("templates").get_template(template).render(model=model, header=header)


def smv_trace(system: System, name: str, path: SystemPath, *, everywhere: bool = False) -> str:
    """A path of a system whose steps are not repeated, in the names of its NuSMV model, written as `prepare` has it.

    Raises DiagnosticError for a system that NuSMV cannot hold.
    """
    text = prepare(system, everywhere=everywhere)
    choices: dict[int | None, str] = {move.event: move.name for move in text.moves}
    choices[None] = STUTTER
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<counter-example type="0" desc={quoteattr(name)} >']
    for number, vector in enumerate(path.states, 1):
        lines += ["\t<node>", *_element("state", number, _values(system, text, vector))]
        # An input of a single value is none for NuSMV.
        if text.moves and number <= len(path.steps):
            lines += _element("input", number + 1, [(CHOICE, choices[path.steps[number - 1]])])
        lines.append("\t</node>")
    loops = "" if path.loop is None else f"{path.loop + 1} "
    return "\n".join([*lines, f"\t<loops> {loops}</loops>", "</counter-example>", ""])


def _element(kind: str, number: int, values: Sequence[tuple[str, str]]) -> Iterator[str]:
    yield f'\t\t<{kind} id="{number}">'
    for name, value in values:
        yield f"\t\t\t<value variable={quoteattr(name)}>{escape(value)}</value>"
    yield f"\t\t</{kind}>"


def _values(system: System, text: SystemText, vector: Sequence[int]) -> list[tuple[str, str]]:
    """The variables of the SMV model with their values; it leaves out variables with a single value."""
    return [
        (written.name, constant(number, variable.atom, text.vocabulary))
        for variable, written, number in zip(system.variables, text.variables, vector, strict=True)
        if written.type
    ]
