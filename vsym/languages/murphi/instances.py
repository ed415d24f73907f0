"""Formulas that speak of paths, written out for every value of what they are quantified over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from vsym.languages.murphi.constants import constant
from vsym.languages.murphi.limits import INSTANCES
from vsym.languages.murphi.scope import Scope, Valued
from vsym.languages.murphi.syntax import expressions as s
from vsym.languages.murphi.types import simple_type
from vsym.models.program.expressions import Constant
from vsym.models.program.types import INTEGER, Simple


def instances(node: s.Quantifier, scope: Scope) -> Iterator[Scope]:
    """A scope for every value of a quantifier; none where it has an error, or more than can be written out, which has
    been reported."""
    match node:
        case s.Over(name, type_):
            kind = simple_type(type_, scope)
            if kind is not None and _few(kind.cardinality, node, scope):
                yield from (_instance(name, value, kind, scope) for value in kind.values())
        case s.Along(name, first, last, by):
            low, high = constant(first, scope), constant(last, scope)
            step = 1 if by is None else constant(by, scope)
            if low is None or high is None or step is None:
                return
            if step == 0:
                scope.problems.add("VS304", node.span, "a step of 0 comes to no end")
                return
            values = range(low, high + (1 if step > 0 else -1), step)
            if _few(len(values), node, scope):
                yield from (_instance(name, value, INTEGER, scope) for value in values)
        case _:
            assert_never(node)


def _few(number: int, node: s.Quantifier, scope: Scope) -> bool:
    if number <= INSTANCES:
        return True
    message = f"a formula of paths for each of {number:,} values is too large; at most {INSTANCES:,} can be written out"
    scope.problems.add("VS310", node.span, message)
    return False


def _instance(name: s.Name, value: int, kind: Simple, scope: Scope) -> Scope:
    inner = scope.inner()
    inner.instance = (*scope.instance, (name.text, kind.text(value)))
    inner.declare(name, Valued(Constant(value, kind, name.span)))
    return inner
