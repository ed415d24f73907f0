"""All that runs: statements, the rules and start states with the rulesets, choices and aliases around them, functions
and procedures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.languages.murphi import declarations as d
from vsym.languages.murphi import places
from vsym.languages.murphi import syntax as s
from vsym.languages.murphi.places import aliased, multiset, written
from vsym.languages.murphi.quantifying import bindings, choice, drawn
from vsym.languages.murphi.scope import Broken, Drawn, Header, Placed, Scope
from vsym.languages.murphi.types import local_variables
from vsym.languages.murphi.typing import condition, constant, fits, passed, same
from vsym.models.program.expressions import Constant, Expression, Local, Place, Reference, Referenced, Variable
from vsym.models.program.program import Choice, Parameter, Routine, Rule, Start, Wrapper
from vsym.models.program.statements import (
    Add,
    Assert,
    Assign,
    Assume,
    Clear,
    Fail,
    For,
    If,
    Invoke,
    Remove,
    RemoveIf,
    Return,
    Statement,
    Switch,
    Undefine,
    While,
)
from vsym.models.program.statements import Scope as Aliases
from vsym.models.program.types import BOOLEAN


def block(nodes: Iterable[d.StatementSyntax], scope: Scope) -> tuple[Statement, ...]:
    """The meanings of statements, without those that have an error, which has been reported, and `put`."""
    meanings = [statement(node, scope) for node in nodes]
    return tuple(one for one in meanings if one is not None)


def statement(node: d.StatementSyntax, scope: Scope) -> Statement | None:
    """The meaning of a statement; None where it changes nothing, or has an error, which has been reported."""
    match node:
        case d.Assigning():
            return _assign(node, scope)
        case s.Calling():
            call = places.arguments(node, scope)
            return None if call is None else Invoke(call[0].number, call[1], node.span)
        case d.Stating():
            return _stated(node, scope)
        case d.Failing(message):
            return Fail(message.text, node.span)
        case d.Putting(value):
            if value is not None:
                scope.value(value)
            return None
        case d.Clearing(word, designator):
            place = written(designator, scope)
            if place is None:
                return None
            return Clear(place, node.span) if word == "clear" else Undefine(place, node.span)
        case d.Returning():
            return _return(node, scope)
        case d.Deciding() | d.Switching():
            return _choice(node, scope)
        case d.Looping():
            return _loop(node, scope)
        case d.Repeating(guard, body):
            test, turns = condition(guard, scope), block(body, scope)
            return None if test is None else While(test, turns, node.span)
        case d.Aliasing(namings, body):
            inner = scope.inner()
            aliases = aliased(namings, inner)
            return Aliases(aliases, block(body, inner), node.span)
        case d.Adding() | d.Removing():
            return _change(node, scope)
    assert_never(node)


def _loop(node: d.Looping, scope: Scope) -> Statement | None:
    """`for`: a loop for each quantifier, one inside the other."""
    around, inner = bindings(node.quantifiers, scope)
    turns = block(node.body, inner)
    if around is None:
        return None
    for binder, domain in reversed(around[1:]):
        turns = (For(binder, domain, turns, node.span),)
    return For(*around[0], turns, node.span)


def _assign(node: d.Assigning, scope: Scope) -> Statement | None:
    place = written(node.place, scope)
    value = passed(node.value, None if place is None else place.type, "the value", scope)
    return None if place is None or value is None else Assign(place, value, node.span)


def _stated(node: d.Stating, scope: Scope) -> Statement | None:
    test = condition(node.condition, scope)
    message = None if node.name is None else node.name.text
    match node.word:
        case "assert" | "invariant":
            return None if test is None else Assert(test, message, node.span)
        case "assume":
            return None if test is None else Assume(test, message, node.span)
        case "cover" | "liveness":
            hint = "put it beside the rules: it is about all states"
            scope.problems.add("VS354", node.span, f"`{node.word}` is not a statement", hint)
            return None
    assert_never(node.word)


def _return(node: d.Returning, scope: Scope) -> Statement | None:
    header = scope.routine
    if header is None or not header.function:
        if node.value is not None:
            where = "a rule" if header is None else f"the procedure `{header.name}`"
            scope.problems.add("VS355", node.value.span, f"{where} cannot return a value")
            return None
        return Return(None, node.span)
    if node.value is None:
        scope.problems.add("VS355", node.span, f"the function `{header.name}` must return a value")
        return None
    value = passed(node.value, header.result, "the result", scope)
    return None if value is None else Return(value, node.span)


def _choice(node: d.Deciding | d.Switching, scope: Scope) -> Statement | None:
    if isinstance(node, d.Deciding):
        conditions = [condition(case.values[0], scope) for case in node.cases]
        bodies = [block(case.body, scope) for case in node.cases]
        otherwise = block(node.otherwise, scope)
        cases = tuple((one, body) for one, body in zip(conditions, bodies, strict=True) if one is not None)
        return If(cases, otherwise, node.span) if len(cases) == len(bodies) else None
    value = scope.value(node.value)
    alternatives = [_alternatives(case, value, scope) for case in node.cases]
    blocks = [block(case.body, scope) for case in node.cases]
    otherwise = block(node.otherwise, scope)
    whole = all(len(chosen) == len(case.values) for chosen, case in zip(alternatives, node.cases, strict=True))
    if value is None or not whole:
        return None
    return Switch(value, tuple(zip(alternatives, blocks, strict=True)), otherwise, node.span)


def _alternatives(node: d.Case, value: Expression | None, scope: Scope) -> tuple[Expression, ...]:
    alternatives: list[Expression] = []
    for one in node.values:
        alternative = scope.value(one)
        if value is None or alternative is None:
            continue
        if fits(value.type, alternative.type, "the value of the case", one.span, scope):
            alternatives.append(alternative)
    return tuple(alternatives)


def _change(node: d.Adding | d.Removing, scope: Scope) -> Statement | None:
    if isinstance(node, d.Adding):
        target = multiset(node.multiset, scope, change=True)
        element = passed(node.element, None if target is None else target[1].element, "the element", scope)
        return None if target is None or element is None else Add(element, target[0], node.span)
    if node.condition is not None:
        inner = scope.inner()
        drawing = drawn(node.name, node.multiset, inner, change=True)
        test = condition(node.condition, inner)
        return None if drawing is None or test is None else RemoveIf(*drawing, test, node.span)
    entry, changed = scope.entry(node.name), multiset(node.multiset, scope, change=True)
    if changed is None or isinstance(entry, Broken):
        return None
    if not isinstance(entry, Drawn) or not same(entry.multiset, changed[1]):
        hint = "name an element by a `choose` around the rule"
        message = f"`{node.name.text}` does not name an element of this multiset"
        scope.problems.add("VS350", node.name.span, message, hint)
        return None
    return Remove(entry.binder, changed[0], node.span)


Around: TypeAlias = "s.Quantifier | d.Chosen | d.Naming"
Leaf: TypeAlias = d.RuleSyntax | d.StartSyntax | d.Stating


@frozen
class Wrapped:
    """A rule, a start state or a property, with all that stands around it, from the outside inwards."""

    around: tuple[Around, ...]
    leaf: Leaf


def leaves(nodes: Iterable[d.RuleLike], around: tuple[Around, ...] = ()) -> Iterator[Wrapped]:
    """Everything that stands in rules, in the order of the text."""
    for node in nodes:
        match node:
            case d.RuleSyntax() | d.StartSyntax() | d.Stating():
                yield Wrapped(around, node)
            case d.Ruleset(quantifiers, inner):
                yield from leaves(inner, (*around, *quantifiers))
            case d.Choosers(chosen, inner):
                yield from leaves(inner, (*around, *chosen))
            case d.AliasedRules(aliases, inner):
                yield from leaves(inner, (*around, *aliases))
            case _:
                assert_never(node)


def rule(around: tuple[Around, ...], node: d.RuleSyntax, number: int, scope: Scope) -> Rule | None:
    """A rule; None where its guard, its priority or a wrapper around it has an error, which has been reported."""
    inner = scope.inner()
    wrappers = _wrappers(around, inner)
    guard = Constant(1, BOOLEAN, node.span) if node.guard is None else condition(node.guard, inner)
    priority = 0 if node.priority is None else constant(node.priority, inner)
    here = inner.inner()
    variables = local_variables(node.sections, here)
    body = block(node.body, here)
    if wrappers is None or guard is None or priority is None:
        return None
    return Rule(title(node, number), number, wrappers, guard, variables, body, priority, node.span)


def title(node: d.RuleSyntax, number: int) -> str:
    """The name of a rule, made from its number where the text gives none."""
    return f"rule {number + 1}" if node.name is None else node.name.text


def start(around: tuple[Around, ...], node: d.StartSyntax, number: int, scope: Scope) -> Start | None:
    """A start state; None where a wrapper around it has an error, which has been reported."""
    inner = scope.inner()
    wrappers = _wrappers(around, inner)
    here = inner.inner()
    variables = local_variables(node.sections, here)
    body = block(node.body, here)
    if wrappers is None:
        return None
    name = f"start {number + 1}" if node.name is None else node.name.text
    return Start(name, number, wrappers, variables, body, node.span)


def _wrappers(around: Iterable[Around], scope: Scope) -> tuple[Wrapper, ...] | None:
    """The wrappers of a rule, whose names are declared in the scope."""
    wrappers: list[Wrapper] = []
    whole = True
    for one in around:
        if isinstance(one, d.Naming):
            wrappers += aliased([one], scope)
        elif (bound := choice(one, scope)) is not None:
            wrappers.append(Choice(*bound, one.span))
        else:
            whole = False
    return tuple(wrappers) if whole else None


@frozen
class Declared:
    """A routine whose header is known, with its parameters by their names, and its body still as written."""

    header: Header
    names: tuple[tuple[s.Name, Parameter], ...]
    broken: tuple[s.Name, ...]
    node: d.RoutineSyntax


def declared(node: d.RoutineSyntax, number: int, scope: Scope) -> Declared:
    """The header of a routine, which is declared in the scope."""
    names: list[tuple[s.Name, Parameter]] = []
    broken: list[s.Name] = []
    for formal in node.parameters:
        kind = scope.type(formal.type)
        for name in formal.names:
            if kind is None:
                broken.append(name)
                continue
            made = Reference if formal.var else Variable
            names.append((name, Parameter(made(name.text, kind, scope.shared.numbering.number()), name.span)))
    result = None if node.result is None else scope.type(node.result)
    parameters = tuple(parameter for _, parameter in names)
    header = Header(node.name.text, number, parameters, node.result is not None, result)
    if broken:
        scope.give_up(node.name)
    else:
        scope.declare(node.name, header)
    return Declared(header, tuple(names), tuple(broken), node)


def routines(declared: Sequence[Declared], scope: Scope) -> tuple[Routine, ...]:
    """The routines with their bodies; whether they are pure is not known yet."""
    return tuple(_routine(one, scope) for one in declared)


def _routine(one: Declared, scope: Scope) -> Routine:
    header, node = one.header, one.node
    inner = scope.inner(header)
    for name, parameter in one.names:
        match parameter.name:
            case Reference() as reference:
                place: Place = Referenced(reference, reference.type, name.span)
                inner.declare(name, Placed(place, writable=True))
            case variable:
                inner.declare(name, Placed(Local(variable, variable.type, name.span), writable=False))
    inner.give_up(*one.broken)
    variables = local_variables(node.sections, inner)
    body = block(node.body, inner)
    return Routine(
        header.name, header.number, header.parameters, header.result, variables, body, pure=False, span=node.span
    )
