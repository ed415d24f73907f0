"""LTL and fair CTL on finite graphs, by brute force and from the definitions; nothing of vsym is imported.

LTL on a graph goes by the tableau of Lichtenstein and Pnueli (POPL 1985) in its most naive form: every assignment of
truth values to the temporal subformulas is a copy of each node.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar, assert_never

Operator: TypeAlias = Literal["X", "F", "G", "U", "W", "R"]
Quantifier: TypeAlias = Literal["A", "E", ""]
Node = TypeVar("Node")


@dataclass(frozen=True)
class Atom:
    """Something that is true or false of a node, by its name."""

    name: Hashable


@dataclass(frozen=True)
class Not:
    """Negation."""

    operand: Formula


@dataclass(frozen=True)
class Connective:
    """`left operator right`."""

    operator: Literal["and", "or", "iff"]
    left: Formula
    right: Formula


@dataclass(frozen=True)
class Tense:
    """X, F, G with one operand or U, W, R with two; with a quantifier A or E, an operator of CTL."""

    operator: Operator
    operands: tuple[Formula, ...]
    quantifier: Quantifier = ""


Formula: TypeAlias = Atom | Not | Connective | Tense
Word: TypeAlias = Sequence[frozenset[Hashable]]
"""The atoms that are true at each position."""


def on_word(formula: Formula, word: Word, loop: int) -> list[bool]:
    """The truth of an LTL formula at each position of an infinite word, whose last position is followed by `loop`."""
    length = len(word)
    match formula:
        case Atom(name):
            return [name in letter for letter in word]
        case Not(operand):
            return [not value for value in on_word(operand, word, loop)]
        case Connective(operator, left, right):
            pairs = zip(on_word(left, word, loop), on_word(right, word, loop), strict=True)
            return [_connected(operator, *pair) for pair in pairs]
        case Tense(operator, operands):
            values = [on_word(operand, word, loop) for operand in operands]
            first, last = values[0], values[-1]
            result = []
            for start in range(length):
                # After all positions and once more round the loop, nothing new comes.
                future = [*range(start, length), *range(loop, length), *range(loop, length)]
                result.append(_along(operator, [(first[i], last[i]) for i in future]))
            return result
    assert_never(formula)


def _along(operator: str, pairs: list[tuple[bool, bool]]) -> bool:
    first, last = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    met = next((i for i, value in enumerate(last) if value), len(pairs))
    match operator:
        case "X":
            return first[1]
        case "F":
            return any(first)
        case "G":
            return all(first)
        case "U":
            return met < len(pairs) and all(first[:met])
        case "W":
            return all(first[:met])
        case "R":
            freed = next((i for i, value in enumerate(first) if value), len(pairs))
            return all(last[: freed + 1])
    raise ValueError(operator)


def _connected(operator: str, left: bool, right: bool) -> bool:
    return {"and": left and right, "or": left or right, "iff": left == right}[operator]


@dataclass(frozen=True)
class Graph(Generic[Node]):
    """Nodes, each with one successor at least, their atoms, and the atoms that fair paths meet again and again."""

    successors: Mapping[Node, frozenset[Node]]
    atoms: Mapping[Node, frozenset[Hashable]]
    justice: tuple[Hashable, ...] = ()


def ltl_holds(graph: Graph[Node], initial: Iterable[Node], formula: Formula) -> bool:
    """Tells if an LTL formula holds on all fair paths from some nodes."""
    tenses = list(dict.fromkeys(part for part in parts(formula) if isinstance(part, Tense)))
    choices = [
        dict(zip(tenses, values, strict=True)) for values in itertools.product((False, True), repeat=len(tenses))
    ]
    copies = [(node, number) for node in graph.successors for number in range(len(choices))]

    def true(part: Formula, copy: tuple[Node, int]) -> bool:
        node, number = copy
        match part:
            case Atom(name):
                return name in graph.atoms[node]
            case Not(operand):
                return not true(operand, copy)
            case Connective(operator, left, right):
                return _connected(operator, true(left, copy), true(right, copy))
            case Tense():
                return choices[number][part]
        assert_never(part)

    def follows(copy: tuple[Node, int], after: tuple[Node, int]) -> bool:
        return all(
            true(tense, copy) == _now_or_next(tense, [true(p, copy) for p in tense.operands], true, after)
            for tense in tenses
        )

    following = {
        copy: frozenset(
            (target, number)
            for target in graph.successors[copy[0]]
            for number in range(len(choices))
            if follows(copy, (target, number))
        )
        for copy in copies
    }
    goals: list[AbstractSet[tuple[Node, int]]] = []
    goals += [{copy for copy in copies if name in graph.atoms[copy[0]]} for name in graph.justice]
    goals += [
        {copy for copy in copies if true(tense, copy) == settled or true(tense.operands[place], copy) == value}
        for tense in tenses
        for settled, place, value in _PROMISES[tense.operator]
    ]
    starts = set(initial)
    bad = {copy for copy in copies if copy[0] in starts and not true(formula, copy)}
    fair = always(following, set(copies), goals)
    return not bad & fair


def _now_or_next(
    tense: Tense,
    now: list[bool],
    true: Callable[[Formula, tuple[Node, int]], bool],
    after: tuple[Node, int],
) -> bool:
    """The truth of a tense from the truth of its operands now and the truth after the next step."""
    if tense.operator == "X":
        return true(tense.operands[0], after)
    later = true(tense, after)
    match tense.operator:
        case "F":
            return now[0] or later
        case "G":
            return now[0] and later
        case "U" | "W":
            return now[1] or (now[0] and later)
        case "R":
            return now[1] and (now[0] or later)
    assert_never(tense.operator)


_PROMISES: Mapping[Operator, list[tuple[bool, int, bool]]] = {
    "X": [],
    "F": [(False, 0, True)],
    "G": [(True, 0, False)],
    "U": [(False, 1, True)],
    "W": [(True, 0, False)],
    "R": [(True, 1, False)],
}
"""The recurring promises of an operator: the tense has a truth value, or else one operand has one."""


def ctl_satisfying(graph: Graph[Node], formula: Formula) -> set[Node]:
    """The nodes in which a CTL formula holds, the quantifiers over fair paths."""
    everything = set(graph.successors)
    match formula:
        case Atom(name):
            return {node for node in everything if name in graph.atoms[node]}
        case Not(operand):
            refuted = ctl_satisfying(graph, operand)
            return everything - refuted
        case Connective(operator, left, right):
            a, b = ctl_satisfying(graph, left), ctl_satisfying(graph, right)
            return {node for node in everything if _connected(operator, node in a, node in b)}
        case Tense(operator, operands, "A"):
            negated = tuple(Not(operand) for operand in operands)
            refuted = ctl_satisfying(graph, Tense(*dual(operator, negated), "E"))
            return everything - refuted
        case Tense(operator, operands):
            goals = [{node for node in everything if name in graph.atoms[node]} for name in graph.justice]
            values = [ctl_satisfying(graph, operand) for operand in operands]
            return some_path(graph.successors, operator, values, goals)
    assert_never(formula)


_DUALS: Mapping[Operator, Operator] = {"X": "X", "F": "G", "G": "F", "U": "R", "R": "U"}


def dual(operator: Operator, negated: tuple[Formula, ...]) -> tuple[Operator, tuple[Formula, ...]]:
    """The operator and operands of the negation, whose operands are given negated; p W q fails if !q U (!p & !q)."""
    if operator == "W":
        return "U", (negated[1], Connective("and", *negated))
    return _DUALS[operator], negated


def some_path(
    following: Mapping[Node, frozenset[Node]],
    operator: Operator,
    operands: Sequence[AbstractSet[Node]],
    goals: Sequence[AbstractSet[Node]],
) -> set[Node]:
    """The nodes from which some path satisfies an operator; with goals, an infinite path that visits each again and
    again. Without goals a path of X, F, U, and one of R to its end, may end there."""
    everything = set(following)
    fair = always(following, everything, goals) if goals else everything
    first, last = operands[0], operands[-1]
    match operator:
        case "X":
            return {node for node in everything if following[node] & first & fair}
        case "F":
            return reaching(following, everything, first & fair)
        case "G":
            return always(following, first, goals)
        case "U":
            return reaching(following, first, last & fair)
        case "W":
            return reaching(following, first, last & fair) | always(following, first, goals)
        case "R":
            return reaching(following, last, first & last & fair) | always(following, last, goals)
    assert_never(operator)


def always(
    following: Mapping[Node, frozenset[Node]], inside: AbstractSet[Node], goals: Sequence[AbstractSet[Node]]
) -> set[Node]:
    """The nodes with a path that stays `inside` and visits each goal again and again.

    They are the largest set from each node of which one step, and then a path to each goal, stay in the set.
    """
    kept, before = set(inside), len(inside) + 1
    while len(kept) < before:
        before = len(kept)
        for goal in (kept, *goals):
            ahead = reaching(following, kept, kept & goal)
            kept = {node for node in kept if following[node] & ahead}
    return kept


def reaching(
    following: Mapping[Node, frozenset[Node]], through: AbstractSet[Node], goal: AbstractSet[Node]
) -> set[Node]:
    """The nodes of the goal, and those with a path to it through nodes of `through`."""
    found = set(goal)
    while more := {node for node in through - found if following[node] & found}:
        found |= more
    return found


def atoms(formula: Formula) -> set[Hashable]:
    """The names of a formula's atoms."""
    return {part.name for part in parts(formula) if isinstance(part, Atom)}


def parts(formula: Formula) -> Iterable[Formula]:
    """The formula and all inside it."""
    yield formula
    match formula:
        case Not(operand):
            yield from parts(operand)
        case Connective(_, left, right):
            yield from (*parts(left), *parts(right))
        case Tense(_, operands):
            for operand in operands:
                yield from parts(operand)
