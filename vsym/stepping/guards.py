"""Why a line of a local transition allows no step in a state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vsym.logic.formula import Formula, atoms, conjuncts
from vsym.logic.terms import Atom, Linear, Named
from vsym.models.counting.counts import Count, at_least_one
from vsym.models.counting.model import GuardedUpdate, LocalTransition
from vsym.models.counting.processes import Processes
from vsym.models.counting.semantics import State, evaluate, holds, pairs_of
from vsym.models.counting.spelling import Spelling
from vsym.stepping.protocol import Hindrance

VALUES = 8
"""How many values of a false condition are told."""


def hindrances(
    spelling: Spelling,
    state: State,
    by_state: Mapping[str, Processes],
    transition: LocalTransition,
    line: GuardedUpdate,
) -> Iterator[Hindrance]:
    """Each condition of a line that is false: that somebody is in the source, somebody in the partner's, the conjuncts
    of the guard. None where the line allows a step. `by_state` are the processes in each local state."""
    nobody = Processes()
    movers = line.processes & by_state.get(transition.source, nobody)
    if not movers:
        yield _hindrance(spelling, state, at_least_one(transition.source, line.processes))
    arrow = transition.partner
    if arrow is not None and line.partners is not None:
        if not line.partners & by_state.get(arrow.source, nobody):
            yield _hindrance(spelling, state, at_least_one(arrow.source, line.partners))
        elif movers and next(pairs_of(state, transition, movers, line.partners), None) is None:
            yield Hindrance(f"a partner in {arrow.source} beside the process itself")
    for conjunct in conjuncts(line.guard):
        if not holds(conjunct, state):
            yield _hindrance(spelling, state, conjunct)


def _hindrance(spelling: Spelling, state: State, condition: Formula) -> Hindrance:
    named = [*atoms(condition)]
    values = tuple(_value(spelling, state, atom) for atom in named[:VALUES])
    more = (("…", f"{len(named) - VALUES} more"),) if len(named) > VALUES else ()
    return Hindrance(spelling.formula(condition), (*values, *more))


def _value(spelling: Spelling, state: State, atom: Atom) -> tuple[str, str]:
    number = evaluate(Linear(((atom, 1),)), state)
    if isinstance(atom, Named):
        return atom.name, spelling.value(atom.name, Linear((), number))
    assert isinstance(atom, Count)
    return spelling.count(atom), str(number)
