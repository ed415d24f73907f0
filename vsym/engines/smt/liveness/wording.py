"""What proves progress, in words."""

from __future__ import annotations

from collections.abc import Sequence

from pysmt.fnode import FNode
from pysmt.simplifier import Simplifier

from vsym.engines.smt.linear import Sum, linear_sum
from vsym.engines.smt.liveness.outcome import Inevitable, Possible
from vsym.engines.smt.liveness.stated import Fault
from vsym.engines.smt.liveness.weights import cases, unmet
from vsym.engines.smt.readable import readable, readable_sum

LONG = 200
"""A rank of more characters is not spelled out."""


def explained(proved: Inevitable | Possible, justice: Sequence[str], *, stated: bool = False) -> str:
    """Why something happens eventually, or can happen; `justice` are the constraints as their texts. A rank that is
    `stated` is not spelled out."""
    goal = readable(proved.awaited.goal)
    if proved.awaited.trigger is not None and proved.awaited.trigger.is_false():
        return "nothing is ever awaited"
    if isinstance(proved, Possible):
        steps = _listed([proved.system.steps[number].label for number in proved.chosen], "or")
        change = _changed(proved, several=False, stated=stated)
        return f"from everywhere, {steps} leads to {goal} or {change}" if steps else f"{goal} holds from the beginning"
    steps = _listed(proved.meanwhile, "and")
    others = "every step leads to it"
    if steps:
        until = unmet(proved, justice)
        several = len(dict.fromkeys(proved.meanwhile)) > 1
        leave = "leave" if several else "leaves"
        same = "it" if stated else "the rank"
        unless = "".join(f", or {leave} {same} as it is until {text} is true next" for text in until)
        change = _changed(proved, several=several, stated=stated) if proved.rank else "can be taken"
        others = f"{steps} {change}{unless}, every other step leads to it"
    return f"while {goal} is awaited, {others}; something is always possible"


def failure(fault: Fault, ranks: Sequence[tuple[int, ...]], goal: FNode, *, chosen: bool, fair: bool) -> str:
    """What is wrong with a stated rank, whose values are `ranks`; `chosen` says that one step need lower it, `fair`
    that there are constraints of justice."""
    values = [str(one[0]) if len(one) == 1 else f"({', '.join(map(str, one))})" for one in ranks]
    if fault.step is None:
        awaited = readable(goal)
        if chosen:
            return f"no step lowers it from {values[0]}, and none leads to {awaited}"
        return f"nothing is possible while {awaited} is awaited"
    if ranks[1] > ranks[0]:
        return f"`{fault.step.label}` raises it from {values[0]} to {values[1]}"
    unless = ", while no fairness constraint stays false" if fair else ""
    return f"`{fault.step.label}` leaves it at {values[0]}{unless}"


def _changed(proved: Inevitable | Possible, *, several: bool, stated: bool) -> str:
    """How steps change the rank; a single sum that only takes away is raised in their words."""
    rank, simplifier = proved.rank, proved.system.environment.simplifier
    end = "" if several else "s"
    if stated:
        return f"lower{end} the rank"
    if len(rank) == 1 and not rank[0].is_ite():
        total = linear_sum(rank[0])
        if total.coefficients and all(by < 0 for by in total.coefficients.values()):
            return f"raise{end} {readable_sum(Sum({symbol: -by for symbol, by in total.coefficients.items()}))}"
    text = ", then ".join(_level(level, simplifier) for level in rank)
    return f"lower{end} {text}" if len(text) <= LONG else f"lower{end} a rank of {len(rank)} levels"


def _level(level: FNode, simplifier: Simplifier) -> str:
    parts = []
    for where, total in cases(level, simplifier):
        said = readable_sum(total)
        parts.append(said if where is None else f"{said} where {readable(where)}")
    return ", else ".join(parts)


def _listed(labels: Sequence[str], word: str) -> str:
    quoted = [f"`{label}`" for label in dict.fromkeys(labels)]
    return f" {word} ".join([", ".join(quoted[:-1]), quoted[-1]]) if len(quoted) > 1 else "".join(quoted)
