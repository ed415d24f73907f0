"""Small systems of one group and one shared variable, drawn with properties of progress and ranks of them.

Each is a text of the language with its meaning for the group, from which `sized` derives its meaning for processes.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Literal

from tests.support import oracle
from tests.support.generated_formulas import SpelledFormula, SpelledTerm
from tests.support.generated_sizes import At

STATES = ("A", "B", "C")
GROUP = frozenset([1])


def sized(size: int) -> At:
    """The values at which the group has `size` processes, also as the parameter n."""
    return At({"n": size}, {"P": frozenset(range(1, size + 1))})


@dataclass(frozen=True)
class Asked:
    """A property: every path (`inevitable`), or some path, leads from the trigger, or the start, to the goal."""

    inevitable: bool
    trigger: SpelledFormula | None
    goal: SpelledFormula

    @property
    def text(self) -> str:
        """The property in the language."""
        path = f"{'AF' if self.inevitable else 'EF'} {self.goal.text}"
        return path if self.trigger is None else f"AG ({self.trigger.text} -> {path})"

    @property
    def formula(self) -> oracle.Formula:
        """The property as the oracle has it."""
        path = oracle.Path("A" if self.inevitable else "E", "F", (self.goal.formula,))
        if self.trigger is None:
            return path
        return oracle.Path("A", "G", (oracle.Connective("implies", self.trigger.formula, path),))


@dataclass(frozen=True)
class Drawn:
    """A system with the property asked of it; `size` is open in the text, as the parameter n."""

    text: str
    model: oracle.Model
    asked: Asked

    def at(self, size: int) -> oracle.Model:
        """The meaning of the system for `size` processes."""
        model: oracle.Model = sized(size).of(self.model)
        return replace(model, size=size, shared=self.model.shared)


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
    lines += [*(text for text, _ in rules), *(f"fairness {one.text}" for one in fairness), f"ctl p: {asked.text}"]

    model = oracle.Model(
        STATES,
        len(GROUP),
        tuple(transition for _, transition in rules),
        oracle.Compare("=", _count("B", "C"), oracle.Number(0)),
        (oracle.Variable("v", 0, 1, 0),),
        fairness=tuple(one.formula for one in fairness),
    )
    return Drawn("\n".join([*lines, ""]), model, asked)


def ranks(chosen: random.Random) -> tuple[SpelledTerm, ...]:
    """The levels of a drawn rank."""
    return tuple(_level(chosen) for _ in range(chosen.choice((1, 1, 2))))


def _level(chosen: random.Random) -> SpelledTerm:
    if chosen.random() < 0.8:
        return _sum(chosen)
    where, one, other = _predicate(chosen), _sum(chosen), _sum(chosen)
    text = f"if {where.text} then {one.text} else {other.text}"
    return SpelledTerm(text, oracle.Either(where.formula, one.term, other.term))


def _sum(chosen: random.Random) -> SpelledTerm:
    weights = [(state, chosen.choice((0, 0, 1, 1, 2, -1))) for state in STATES]
    of_variable = chosen.choice((0, 0, 1, -1))
    total: oracle.Term = _times(of_variable, oracle.Value("v"))
    for state, by in weights:
        total = oracle.Arithmetic("+", total, _times(by, _count(state)))
    return SpelledTerm(" + ".join([*(f"{by} * #{state}" for state, by in weights), f"{of_variable} * v"]), total)


def _times(factor: int, term: oracle.Term) -> oracle.Term:
    return oracle.Arithmetic("*", oracle.Number(factor), term)


def _count(*states: str) -> oracle.Count:
    return oracle.Count(frozenset(states), GROUP)


def _predicate(chosen: random.Random) -> SpelledFormula:
    if chosen.random() < 0.3:
        value = chosen.randint(0, 1)
        return SpelledFormula(f"v = {value}", oracle.Compare("=", oracle.Value("v"), oracle.Number(value)))
    state, number = chosen.choice(STATES), chosen.randint(0, 1)
    operators: tuple[Literal["=", ">=", "<="], ...] = (">=", ">=", "<=") if number else ("=", ">=")
    operator = chosen.choice(operators)
    number = number or int(operator == ">=")
    formula = oracle.Compare(operator, _count(state), oracle.Number(number))
    return SpelledFormula(f"#{state} {operator} {number}", formula)


def _rule(chosen: random.Random) -> tuple[str, oracle.Transition]:
    source, target = (
        chosen.sample(STATES, 2) if chosen.random() < 0.6 else (STATES[one := chosen.randint(0, 1)], STATES[one + 1])
    )
    guard = _predicate(chosen) if chosen.random() < 0.6 else None
    assigned = chosen.choice((None, None, 0, 1))
    swept = chosen.sample(STATES, 2) if chosen.random() < 0.12 else None
    text = f"trans {source} -> {target}" + (f" others {swept[0]} -> {swept[1]}" if swept else "")
    text += (f" if {guard.text}" if guard else "") + ("" if assigned is None else f" do v := {assigned}")
    condition = oracle.Constant(True) if guard is None else guard.formula
    update = () if assigned is None else (("v", oracle.Number(assigned)),)
    others = ((GROUP, ((swept[0], swept[1]),)),) if swept else ()
    return text, oracle.Transition(source, target, (oracle.Line(GROUP, condition, update),), None, others)
