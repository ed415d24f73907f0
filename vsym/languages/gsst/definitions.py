"""Definitions: each is given its meaning once, after those that it uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from vsym.languages.gsst.declarations import Define
from vsym.languages.gsst.expressions import evaluate
from vsym.languages.gsst.names import Names
from vsym.languages.gsst.scope import Definition, Scope
from vsym.languages.gsst.syntax import Expression, Range, Reference, parts
from vsym.languages.gsst.values import measured


def definitions(declared: Sequence[Define], names: Names, scope: Scope) -> Scope:
    """The scope with all definitions; they may use each other in any order, but not in a circle."""
    defines = {define.name.text: define for define in declared if names.declare_value(define.name, "definition")}
    uses = {name: [used for used in _names(define.body) if used in defines] for name, define in defines.items()}
    known: dict[str, Definition | None] = {}
    for circle in _circles(uses):
        span = defines[circle[0]].name.span
        message = f"`{circle[0]}` is defined by itself: {' → '.join([*circle, circle[0]])}"
        scope.problems.add("VS207", span, message)
        known |= dict.fromkeys(circle)
    scope = replace(scope, definitions=known).speaking("either")
    for name in _in_order(uses):
        value = evaluate(defines[name].body, scope)
        known[name] = None if value is None else measured(value, defines[name].body.span, scope)
    return replace(scope, logic="predicate")


def _names(expression: Expression) -> Iterator[str]:
    stack: list[Expression | Range] = [expression]
    while stack:
        part = stack.pop()
        if isinstance(part, Reference):
            yield part.name
        stack.extend(parts(part))


def _in_order(uses: Mapping[str, Sequence[str]]) -> list[str]:
    """Every name after the names that it uses, where there is no circle."""
    order: dict[str, None] = {}
    for start in uses:
        stack = [(start, iter(uses[start]))]
        open_names = {start}
        while stack:
            name, rest = stack[-1]
            following = next((used for used in rest if used not in order and used not in open_names), None)
            if following is None:
                stack.pop()
                order[name] = None
            else:
                open_names.add(following)
                stack.append((following, iter(uses[following])))
    return list(order)


def _circles(uses: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
    """Circles without common names, such that every circle has a name in one of them."""
    done: set[str] = set()
    for start in uses:
        path = {start: iter(uses[start])} if start not in done else {}
        while path:
            name = next(reversed(path))
            following = next((used for used in path[name] if used not in done), None)
            if following is None:
                done.add(name)
                del path[name]
            elif following in path:
                circle = [path.popitem()[0]]
                while circle[-1] != following:
                    circle.append(path.popitem()[0])
                done.update(circle)
                yield circle[::-1]
            else:
                path[following] = iter(uses[following])
