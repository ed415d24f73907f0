"""Rules and start states, with the rulesets, choices and aliases around them; functions and procedures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.languages.murphi import declarations as d
from vsym.languages.murphi import syntax as s
from vsym.languages.murphi.places import aliased
from vsym.languages.murphi.quantifying import binding, drawn
from vsym.languages.murphi.scope import Header, Placed, Scope
from vsym.languages.murphi.statements import block
from vsym.languages.murphi.types import local_variables
from vsym.languages.murphi.typing import condition, constant
from vsym.models.program.expressions import Constant, Entries, Local, Place, Reference, Referenced, Variable
from vsym.models.program.program import Choice, Parameter, Routine, Rule, Start, Wrapper
from vsym.models.program.types import BOOLEAN, Multiset

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
    """A rule; None where what stands around it or its guard has an error, which has been reported."""
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
    """The name of a rule, or what one without a name is called."""
    return f"rule {number + 1}" if node.name is None else node.name.text


def start(around: tuple[Around, ...], node: d.StartSyntax, number: int, scope: Scope) -> Start | None:
    """A start state; None where what stands around it has an error, which has been reported."""
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
    """What stands around a rule, whose names are declared in the scope."""
    wrappers: list[Wrapper] = []
    whole = True
    for one in around:
        match one:
            case s.Over() | s.Along():
                bound = binding(one, scope, constant_ends=True)
                whole &= bound is not None
                if bound is not None:
                    wrappers.append(Choice(*bound, one.span))
            case d.Chosen(name, designator):
                drawing = drawn(name, designator, scope)
                whole &= drawing is not None
                if drawing is not None:
                    binder, place = drawing
                    assert isinstance(place.type, Multiset)
                    wrappers.append(Choice(binder, Entries(place, place.type), one.span))
            case d.Naming():
                wrappers += aliased([one], scope)
            case _:
                assert_never(one)
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
        found = scope.type(formal.type)
        for name in formal.names:
            if found is None:
                broken.append(name)
                continue
            made = Reference if formal.var else Variable
            names.append((name, Parameter(made(name.text, found, scope.shared.numbering.number()), name.span)))
    result = None if node.result is None else scope.type(node.result)
    parameters = tuple(parameter for _, parameter in names)
    header = Header(node.name.text, number, parameters, node.result is not None, result)
    if broken:
        scope.give_up(node.name)
    else:
        scope.declare(node.name, header)
    return Declared(header, tuple(names), tuple(broken), node)


def routines(found: Sequence[Declared], scope: Scope) -> tuple[Routine, ...]:
    """The routines with their bodies; whether they are pure is not known yet."""
    return tuple(_routine(one, scope) for one in found)


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
