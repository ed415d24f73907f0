"""Small systems of one group and one shared variable, drawn with properties of progress and ranks of them.

Each is a text of the language, and what it means for so many processes.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from tests.support import oracle

MeaningT = TypeVar("MeaningT", covariant=True)

STATES = ("A", "B", "C")


@dataclass(frozen=True)
class Said(Generic[MeaningT]):
    """A text, and what it means for so many processes."""

    text: str
    at: Callable[[int], MeaningT]


@dataclass(frozen=True)
class Asked:
    """A property: every path (`inevitable`), or some path, leads from the trigger, or the start, to the goal."""

    inevitable: bool
    trigger: Said[oracle.Formula] | None
    goal: Said[oracle.Formula]

    @property
    def text(self) -> str:
        """The property in the language."""
        path = f"{'AF' if self.inevitable else 'EF'} {self.goal.text}"
        return path if self.trigger is None else f"AG ({self.trigger.text} -> {path})"

    def formula(self, size: int) -> oracle.Formula:
        """The property as the oracle has it."""
        path = oracle.Path("A" if self.inevitable else "E", "F", (self.goal.at(size),))
        if self.trigger is None:
            return path
        return oracle.Path("A", "G", (oracle.Connective("implies", self.trigger.at(size), path),))


@dataclass(frozen=True)
class Drawn:
    """A system with what it asks; `size` is open in the text, as the parameter n."""

    text: str
    at: Callable[[int], oracle.Model]
    asked: Asked


def systems(chosen: random.Random) -> Drawn:
    """A drawn system."""
    rules = [_rule(chosen) for _ in range(chosen.randint(2, 4))]
    fairness = [_predicate(chosen)] if chosen.random() < 0.4 else []
    fairness += [_predicate(chosen)] if fairness and chosen.random() < 0.3 else []
    inevitable = chosen.random() < 0.6
    trigger = None if inevitable and chosen.random() < 0.3 else _predicate(chosen)
    asked = Asked(inevitable, trigger, _predicate(chosen))
    lines = [
        "system drawn",
        "param n = 2 where n >= 1",
        "states A, B, C",
        "group P of n",
        "shared v : 0..1 = 0",
        "init A",
    ]
    lines += [*(rule.text for rule in rules), *(f"fairness {one.text}" for one in fairness), f"ctl p: {asked.text}"]

    def at(size: int) -> oracle.Model:
        return oracle.Model(
            STATES,
            size,
            tuple(rule.at(size) for rule in rules),
            oracle.Compare("=", _count("A", size), oracle.Number(size)),
            (oracle.Variable("v", 0, 1, 0),),
            fairness=tuple(one.at(size) for one in fairness),
        )

    return Drawn("\n".join([*lines, ""]), at, asked)


def ranks(chosen: random.Random) -> tuple[Said[oracle.Term], ...]:
    """The levels of a drawn rank."""
    return tuple(_level(chosen) for _ in range(chosen.choice((1, 1, 2))))


def _level(chosen: random.Random) -> Said[oracle.Term]:
    if chosen.random() < 0.8:
        return _sum(chosen)
    where, one, other = _predicate(chosen), _sum(chosen), _sum(chosen)
    text = f"if {where.text} then {one.text} else {other.text}"
    return Said(text, lambda size: oracle.Either(where.at(size), one.at(size), other.at(size)))


def _sum(chosen: random.Random) -> Said[oracle.Term]:
    weights = [(state, chosen.choice((0, 0, 1, 1, 2, -1))) for state in STATES]
    of_variable = chosen.choice((0, 0, 1, -1))
    text = " + ".join([*(f"{by} * #{state}" for state, by in weights), f"{of_variable} * v"])

    def at(size: int) -> oracle.Term:
        total: oracle.Term = _times(of_variable, oracle.Value("v"))
        for state, by in weights:
            total = oracle.Arithmetic("+", total, _times(by, _count(state, size)))
        return total

    return Said(text, at)


def _times(factor: int, term: oracle.Term) -> oracle.Term:
    return oracle.Arithmetic("*", oracle.Number(factor), term)


def _count(state: str, size: int) -> oracle.Count:
    return oracle.Count(frozenset([state]), frozenset(range(1, size + 1)))


def _predicate(chosen: random.Random) -> Said[oracle.Formula]:
    if chosen.random() < 0.3:
        value = chosen.randint(0, 1)
        return Said(f"v = {value}", lambda _: oracle.Compare("=", oracle.Value("v"), oracle.Number(value)))
    state, number = chosen.choice(STATES), chosen.randint(0, 1)
    operators: tuple[Literal["=", ">=", "<="], ...] = (">=", ">=", "<=") if number else ("=", ">=")
    operator = chosen.choice(operators)
    number = number or int(operator == ">=")
    return Said(
        f"#{state} {operator} {number}",
        lambda size: oracle.Compare(operator, _count(state, size), oracle.Number(number)),
    )


def _rule(chosen: random.Random) -> Said[oracle.Transition]:
    source, target = (
        chosen.sample(STATES, 2) if chosen.random() < 0.6 else (STATES[one := chosen.randint(0, 1)], STATES[one + 1])
    )
    guard = _predicate(chosen) if chosen.random() < 0.6 else None
    assigned = chosen.choice((None, None, 0, 1))
    swept = chosen.sample(STATES, 2) if chosen.random() < 0.12 else None
    text = f"trans {source} -> {target}" + (f" others {swept[0]} -> {swept[1]}" if swept else "")
    text += (f" if {guard.text}" if guard else "") + ("" if assigned is None else f" do v := {assigned}")

    def at(size: int) -> oracle.Transition:
        everyone = frozenset(range(1, size + 1))
        condition = oracle.Constant(True) if guard is None else guard.at(size)
        update = () if assigned is None else (("v", oracle.Number(assigned)),)
        line = oracle.Line(everyone, condition, update)
        others = ((everyone, ((swept[0], swept[1]),)),) if swept else ()
        return oracle.Transition(source, target, (line,), None, others)

    return Said(text, at)
