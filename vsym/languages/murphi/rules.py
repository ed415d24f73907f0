"""Rules and start states, with the rulesets, choices and aliases around them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.languages.murphi.aliases import aliased
from vsym.languages.murphi.constants import condition, constant
from vsym.languages.murphi.quantifying import binding, drawn
from vsym.languages.murphi.scope import Scope
from vsym.languages.murphi.sections import local_variables
from vsym.languages.murphi.statements import block
from vsym.languages.murphi.syntax import declarations as d
from vsym.languages.murphi.syntax import expressions as s
from vsym.models.program.expressions import Constant, Entries
from vsym.models.program.program import Choice, Rule, Start, Wrapper
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
