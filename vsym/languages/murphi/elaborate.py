"""From syntax to a program: names resolved, types known, constants folded, and the variables that routines write.

A program without a start state is an error: every property of it would hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import PurePath
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import Diagnostic, DiagnosticError, Span, did_you_mean
from vsym.languages.murphi import declarations as d
from vsym.languages.murphi import syntax as s
from vsym.languages.murphi.expressions import value_of
from vsym.languages.murphi.properties import Stated, annotated, implied, stated
from vsym.languages.murphi.rules import Declared, Wrapped, declared, leaves, routines, rule, start, title
from vsym.languages.murphi.scope import Numbering, Pass, Scope
from vsym.languages.murphi.types import check_slots, constants, type_of, types, variables
from vsym.languages.problems import Problems, option_place
from vsym.logic.formula import atoms
from vsym.models.program.expressions import (
    Call,
    Entries,
    Entry,
    Global,
    Interval,
    Item,
    Local,
    Member,
    Place,
    Reference,
    Referenced,
    Variable,
)
from vsym.models.program.program import Choice, Condition, Dialect, Program, Routine, Rule, Start, Wrapper
from vsym.models.program.semantics import Dropped, Semantics
from vsym.models.program.spelling import Observation, rule_text
from vsym.models.program.statements import (
    Add,
    Assign,
    Assume,
    Bind,
    Clear,
    Invoke,
    Remove,
    RemoveIf,
    Statement,
    Undefine,
)
from vsym.models.program.traversal import Node, domain_parts, everything
from vsym.models.program.types import Simple


def elaborate(
    file: d.File, names: Sequence[str], values: Mapping[str, int], dialect: Dialect, budget: Budget = UNLIMITED
) -> Program:
    """The program with these values of some of its parameters, whose names are given.

    Raises DiagnosticError with every error that was found, LimitReachedError at a limit of the budget.
    """
    problems = Problems()
    program, _ = _elaborated(file, names, values, dialect, problems, budget)
    problems.raise_if_any()
    _require_start(program, budget)
    return program


def observation(
    file: d.File,
    names: Sequence[str],
    values: Mapping[str, int],
    dialect: Dialect,
    node: s.Expression,
    budget: Budget = UNLIMITED,
) -> Observation:
    """The value of an expression in any state of the program that `elaborate` would make; raises what that does, and
    RefusedError for a value that is not of a simple type."""
    problems = Problems()
    program, scope = _elaborated(file, names, values, dialect, problems, budget)
    meaning = value_of(node, scope)
    problems.raise_if_any()
    assert meaning is not None, "what has no meaning is a problem"
    if not isinstance(meaning.type, Simple):
        raise RefusedError(f"`{node.span.text}` consists of several values; name one of them")
    return Observation(program, meaning, " ".join(node.span.text.split()))


def _elaborated(
    file: d.File,
    names: Sequence[str],
    values: Mapping[str, int],
    dialect: Dialect,
    problems: Problems,
    budget: Budget,
) -> tuple[Program, Scope]:
    """The program, as far as it has no errors, and the scope of its names."""
    _check_overrides(names, values, problems)
    numbering = Numbering()
    scope = Scope(Pass(problems, dialect, numbering, value_of, type_of))
    numbers: list[tuple[str, int]] = []
    declared_variables: list[tuple[s.Name, Variable]] = []
    headers: list[Declared] = []
    wrapped: list[Wrapped] = []
    for part in file.parts:
        match part:
            case d.Constants():
                numbers += constants(part, scope, values)
            case d.Types():
                types(part, scope)
            case d.Variables():
                declared_variables += variables(part, scope)
            case d.RoutineSyntax():
                headers.append(declared(part, len(headers), scope))
            case _:
                wrapped += leaves([part])
    check_slots(declared_variables, scope)
    bodies = pure(routines(headers, scope))
    rules, starts, statements = _rules(wrapped, scope, budget)
    rule_nodes = [one.leaf for one in wrapped if isinstance(one.leaf, d.RuleSyntax)]
    titles = [title(node, number) for number, node in enumerate(rule_nodes)]
    for annotation in file.annotations:
        statements = annotated(annotation, statements, titles, scope)
    if not starts and not any(isinstance(one.leaf, d.StartSyntax) for one in wrapped):
        problems.add("VS322", Span(file.span.source, 0, 1), "`startstate` is missing", "add `startstate … end;`")
    run = [one.body for one in rules] + [one.body for one in starts] + [one.body for one in bodies]
    program = Program(
        PurePath(file.span.source.name).stem,
        tuple(numbers),
        tuple(numbering.scalarsets),
        tuple(variable for _, variable in declared_variables),
        bodies,
        rules,
        starts,
        statements.assumptions,
        (*implied(file.span, dialect.deadlock, chain.from_iterable(run)), *statements.properties),
        statements.fairness,
        statements.fair_rules,
        dialect,
        file.span,
        statements.covers,
        statements.hints,
        statements.nevers,
        tuple(numbering.ringsets),
    )
    check_guards(program, problems)
    return program, scope


def _rules(
    wrapped: Sequence[Wrapped], scope: Scope, budget: Budget
) -> tuple[tuple[Rule, ...], tuple[Start, ...], Stated]:
    rules: list[Rule] = []
    starts: list[Start] = []
    statements = Stated()
    for one in budget.paced(wrapped):
        match one.leaf:
            case d.RuleSyntax() as node:
                made = rule(one.around, node, len(rules), scope)
                rules += [] if made is None else [made]
            case d.StartSyntax() as node:
                begun = start(one.around, node, len(starts), scope)
                starts += [] if begun is None else [begun]
            case d.Stating() as node:
                statements = stated(one.around, node, statements, scope)
    return tuple(rules), tuple(starts), statements


def _check_overrides(names: Sequence[str], values: Mapping[str, int], problems: Problems) -> None:
    for name, value in values.items():
        if name not in names:
            listed = f"its constants: {', '.join(names)}" if names else "it has no constants"
            hint = did_you_mean(name, names) or listed
            problems.add("VS204", option_place(name, value), f"the model has no numeric constant `{name}`", hint)


def _require_start(program: Program, budget: Budget) -> None:
    """Raise DiagnosticError (VS322) where assumptions drop every start state, or none has an instance.

    A start state that ends in an error is one: the error is found when the program is explored. Raises
    LimitReachedError.
    """
    if not all(_may_be_dropped(program, start) for start in program.starts):
        return
    first: Dropped | None = None
    for one in budget.paced(Semantics(program).starting()):
        if not isinstance(one, Dropped):
            return
        first = first or one
    raise DiagnosticError([_missing(program, first)])


def _may_be_dropped(program: Program, start: Start) -> bool:
    """True where a start state may have no instance that counts, as far as the text shows at a glance."""
    domains = (wrapper.domain for wrapper in start.wrappers if isinstance(wrapper, Choice))
    if program.assumptions or any(isinstance(domain, Interval | Entries) for domain in domains):
        return True
    return any(isinstance(node, Assume) for node in program.reached(start.body))


def _missing(program: Program, first: Dropped | None) -> Diagnostic:
    if first is None:
        start = program.starts[0]
        return Diagnostic("VS322", start.span, "there is no start state: a ruleset around it has no values")
    start = program.starts[first.firing.rule]
    text = " ".join(first.condition.span.text.split())
    many = len(program.starts) > 1 or bool(first.firing.values)
    name = rule_text(program, first.firing, start=True) or "the start state"
    hint = f"in {name}, `{text}` is false" if many else None
    return Diagnostic("VS322", first.condition.span, f"assumptions drop every start state: `{text}` is false", hint)


Root: TypeAlias = Variable | Reference

_WITHOUT = "guards and properties may call only functions without side effects"
_ALLOWING = f"{_WITHOUT}; `--side-effects allow` runs them on a copy of the state"


def pure(routines: Sequence[Routine]) -> tuple[Routine, ...]:
    """The routines; those that write no global variable and nothing through a reference are marked as pure."""
    written = effects(routines)
    return tuple(replace(one, pure=not written[one.number]) for one in routines)


def effects(routines: Sequence[Routine]) -> tuple[frozenset[Root], ...]:
    """The global variables and the `var` parameters that each routine may write, itself or by the routines it calls."""
    bodies = [_Body.of(one.body) for one in routines]
    written = [frozenset[Root]() for _ in routines]
    while True:
        following = [
            frozenset(_roots(body, routines, written)).difference(
                routine.locals, (one.name for one in routine.parameters if isinstance(one.name, Variable))
            )
            for routine, body in zip(routines, bodies, strict=True)
        ]
        if following == written:
            return tuple(written)
        written = following


def check_guards(program: Program, problems: Problems) -> None:
    """Report calls of impure routines in guards, around rules, and in assumptions, properties and fairness.

    The dialect may allow these calls in guards, properties and fairness. Calls of routines with `assume` statements are
    errors in all these places.
    """
    wrappers = [*(rule.wrappers for rule in program.rules), *(start.wrappers for start in program.starts)]
    around: list[Node] = [node for one in wrappers for node in _around(one)]
    around += [condition.expression for condition in program.assumptions]
    conditions: list[Node] = [rule.guard for rule in program.rules]
    conditions += [condition.expression for condition in program.conditions]
    read = (guard for one in program.nevers for guard in one.observer.guards)
    conditions += [atom.expression for guard in read for atom in atoms(guard) if isinstance(atom, Condition)]
    allowed = program.dialect.effects == "allowed"
    for nodes, free, hint in ((conditions, allowed, _ALLOWING), (around, False, _WITHOUT)):
        for part in everything(nodes):
            if not isinstance(part, Call):
                continue
            called = program.routines[part.routine]
            if not called.pure and not free:
                message = f"`{called.name}` changes variables, but nothing may change here"
                problems.add("VS347", part.span, message, hint)
            elif any(isinstance(node, Assume) for node in program.reached(called.body)):
                message = f"`{called.name}` contains an `assume`, which a condition may not"
                problems.add("VS347", part.span, message, "move the `assume` into the body of a rule")


def _around(wrappers: Sequence[Wrapper]) -> Iterator[Node]:
    for wrapper in wrappers:
        if isinstance(wrapper, Choice):
            yield from domain_parts(wrapper.domain)
        else:
            yield wrapper


@frozen
class _Body:
    """The places that a body writes, its calls, and the meanings of its aliases."""

    places: tuple[Place, ...]
    calls: tuple[Call | Invoke, ...]
    aliases: Mapping[Reference, Place]

    @classmethod
    def of(cls, body: Iterable[Statement]) -> _Body:
        """The effects of some statements."""
        places: list[Place] = []
        calls: list[Call | Invoke] = []
        aliases: dict[Reference, Place] = {}
        for part in everything(body):
            match part:
                case (
                    Assign(place)
                    | Clear(place)
                    | Undefine(place)
                    | Add(_, place)
                    | Remove(_, place)
                    | RemoveIf(_, place)
                ):
                    places.append(place)
                case Call() | Invoke():
                    calls.append(part)
                case Bind(reference, place):
                    aliases[reference] = place
        return cls(tuple(places), tuple(calls), aliases)


def _roots(body: _Body, routines: Sequence[Routine], written: Sequence[frozenset[Root]]) -> Iterator[Root]:
    for place in body.places:
        yield _root(place, body.aliases)
    for call in body.calls:
        effect = written[call.routine]
        yield from (root for root in effect if isinstance(root, Variable))
        for parameter, argument in zip(routines[call.routine].parameters, call.arguments, strict=True):
            if parameter.name in effect and isinstance(argument, Place):
                yield _root(argument, body.aliases)


def _root(place: Place, aliases: Mapping[Reference, Place]) -> Root:
    """The variable or the `var` parameter that a place is in."""
    while True:
        match place:
            case Global(variable) | Local(variable):
                return variable
            case Referenced(reference):
                if reference not in aliases:
                    return reference
                place = aliases[reference]
            case Item(whole) | Member(whole) | Entry(whole):
                place = whole
            case _:
                assert_never(place)
