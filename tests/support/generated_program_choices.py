"""Rules that choose among alike elements by number, drawn for the oracle: the lowest first, by classes, the last one.

No ordinary symmetry exchanges the elements of their programs; up to virtual symmetry many are alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from tests.support import oracle_programs as tree
from tests.support.generated_program_expressions import plain
from tests.support.generated_program_names import SIMPLE, Words, chance, literals, one, place_of
from tests.support.oracle_program_types import Array, Int


class Row(NamedTuple):
    """An array over numbers, and two values: elements with the one are chosen from, and the chosen gets the other."""

    name: str
    numbers: Int
    before: tree.Expression
    after: tree.Expression

    def at(self, index: tree.Expression) -> tree.At:
        """One of its elements."""
        return tree.At(tree.Name(self.name), index)

    def waits(self, name: str) -> tree.Expression:
        """An element can be chosen."""
        return tree.Infix("=", self.at(tree.Name(name)), self.before)


Chooser: TypeAlias = Callable[[Random, Words, Row], Sequence[tree.Rule]]


def choices(draw: Random, words: Words) -> tuple[tree.Rule, ...]:
    """Rules by which elements of a row are chosen by number and can be chosen again, where there is such a row."""
    rows = [(name, root.type) for name, root in words.roots.items() if isinstance(root.type, Array)]
    options = [
        (name, of.index, of.element)
        for name, of in rows
        if isinstance(of.index, Int) and isinstance(of.element, SIMPLE) and len(literals(of.element)) > 1
    ]
    if not options:
        return ()
    name, index, element = one(draw, options)
    before, after = (tree.Literal_(value) for value in draw.sample(literals(element), 2))
    row = Row(name, index, before, after)
    kinds: list[Chooser] = [_first, _first, _classes, _last]
    rules = [*one(draw, [*kinds, _by_priority] if words.kind.wild else kinds)(draw, words, row)]
    if chance(draw, 80):
        rules.append(
            _moved(words, row, row.after, row.before if chance(draw, 60) else one(draw, plain(words, element)))
        )
    return tuple(rules)


def _rule(
    words: Words,
    wrappers: Sequence[tree.Wrapper],
    guard: tree.Expression,
    body: Sequence[tree.Statement],
    variables: tree.Variables = (),
    priority: int = 0,
) -> tree.Rule:
    return tree.Rule(words.fresh("rule "), tuple(wrappers), guard, variables, tuple(body), priority)


def _moved(words: Words, row: Row, source: tree.Expression, target: tree.Expression) -> tree.Rule:
    name = words.fresh("i")
    at = row.at(tree.Name(name))
    return _rule(words, [tree.Over(name, row.numbers)], tree.Infix("=", at, source), [tree.Assign(at, target)])


def _chosen(draw: Random, words: Words, row: Row, name: str) -> list[tree.Statement]:
    """The statements of the chosen one, which seldom store its number."""
    body: list[tree.Statement] = [tree.Assign(row.at(tree.Name(name)), row.after)]
    there = place_of(draw, words, lambda of: of == row.numbers, write=True)
    return [*body, tree.Assign(there[0], tree.Name(name))] if there and chance(draw, 30) else body


def _alone(draw: Random, row: Row, words: Words) -> list[tree.Expression]:
    """Often a condition that no other process may have been chosen."""
    other = words.fresh("q")
    return (
        [tree.Every("forall", other, row.numbers, tree.Infix("!=", row.at(tree.Name(other)), row.after))]
        if chance(draw, 50)
        else []
    )


def _all(conditions: Sequence[tree.Expression]) -> tree.Expression:
    first, *rest = conditions
    for condition in rest:
        first = tree.Infix("&", first, condition)
    return first


def _first(draw: Random, words: Words, row: Row) -> Sequence[tree.Rule]:
    """The lowest or the greatest of those that wait."""
    name, other = words.fresh("i"), words.fresh("q")
    order = tree.Infix(one(draw, "<>"), tree.Name(other), tree.Name(name))
    none = tree.Every("forall", other, row.numbers, tree.Infix("->", order, tree.Prefix("!", row.waits(other))))
    guard = _all([row.waits(name), *_alone(draw, row, words), none])
    return [_rule(words, [tree.Over(name, row.numbers)], guard, _chosen(draw, words, row, name))]


def _classes(draw: Random, words: Words, row: Row) -> Sequence[tree.Rule]:
    """The rule that chooses elements from a number on only while none below that number waits."""
    name, other, border = (
        words.fresh("i"),
        words.fresh("q"),
        tree.Literal_(draw.randint(row.numbers.low + 1, row.numbers.high)),
    )
    lower = tree.Infix("&", tree.Infix("<", tree.Name(other), border), row.waits(other))
    none = tree.Prefix("!", tree.Every("exists", other, row.numbers, lower))
    may = tree.Infix("|", tree.Infix("<", tree.Name(name), border), none)
    guard = _all([row.waits(name), *_alone(draw, row, words), may])
    return [_rule(words, [tree.Over(name, row.numbers)], guard, _chosen(draw, words, row, name))]


def _last(draw: Random, words: Words, row: Row) -> Sequence[tree.Rule]:
    """The last of those that wait, as a loop finds it."""
    chosen, name, other = words.fresh("l"), words.fresh("i"), words.fresh("q")
    guard = _all([tree.Every("exists", other, row.numbers, row.waits(other)), *_alone(draw, row, words)])
    noted = tree.If((tree.Case((row.waits(name),), (tree.Assign(tree.Name(chosen), tree.Name(name)),)),), ())
    body = [tree.For(name, row.numbers, (noted,)), *_chosen(draw, words, row, chosen)]
    return [_rule(words, [], guard, body, ((chosen, row.numbers),))]


def _by_priority(draw: Random, words: Words, row: Row) -> Sequence[tree.Rule]:
    """Two classes, of which the one has the rule of higher priority."""
    border = draw.randint(row.numbers.low, row.numbers.high - 1)
    spans = ((row.numbers.low, border), (border + 1, row.numbers.high))
    rules = []
    for priority, (low, high) in zip(draw.sample((0, 1), 2), spans, strict=True):
        name = words.fresh("i")
        wrapper = tree.Over(name, tree.Span(tree.Literal_(low), tree.Literal_(high)))
        guard = _all([row.waits(name), *_alone(draw, row, words)])
        rules.append(_rule(words, [wrapper], guard, _chosen(draw, words, row, name), priority=priority))
    return rules
