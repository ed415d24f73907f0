"""Counted processes beside the observer of a regular safety property: a shared variable that every step moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vsym.logic.formula import Formula, compare, conjunction, disjunction, negate
from vsym.logic.observer import Never, Observer, fresh
from vsym.logic.properties import Property
from vsym.logic.terms import Linear, Named, linear
from vsym.models.counting.model import Assignment, LocalTransition, Model, SharedVariable


def observed(model: Model, never: Never) -> Model:
    """The model with the observer of one of its regular safety properties, which is an invariant there, its only one.

    The observer reads the state that a step leaves; the invariant is of the state that it reads next.
    """
    observer, name = never.observer, fresh([one.name for one in model.shared])
    reading = [compare(linear([(Named(name), 1)]), "=", Linear((), state)) for state in range(len(observer.moves))]
    bad = disjunction(conjunction(pair) for pair in zip(reading, observer.bad, strict=True))
    alone = len(observer.moves) == 1
    invariant = never.stated(negate(observer.bad[0] if alone else bad))
    whole = replace(model, properties=(invariant,), nevers=(), ranks=(), beside=(*model.beside, *_beside(model)))
    if alone:
        return whole
    variable = SharedVariable(name, 0, len(observer.moves) - 1, 0, False, never.span)
    transitions = tuple(_watched(model.transitions, observer, reading, name))
    return replace(whole, shared=(*model.shared, variable), transitions=transitions)


def _beside(model: Model) -> Iterator[Property]:
    """The invariants of the model: the answer may follow from them."""
    return (prop for prop in model.properties if prop.logic == "invariant")


def _watched(
    transitions: tuple[LocalTransition, ...], observer: Observer, reading: list[Formula], name: str
) -> Iterator[LocalTransition]:
    """Each transition once for each state that the observer can enter, as the cases of its assignments."""
    entries: dict[int, list[Formula]] = {}
    for state, moves in zip(reading, observer.moves, strict=True):
        for target, guard in moves:
            entries.setdefault(target, []).append(conjunction([state, guard]))
    case = 0
    for transition in transitions:
        case = 0 if transition.case == 0 else case
        for target, conditions in sorted(entries.items()):
            lines = tuple(
                replace(
                    line,
                    guard=conjunction([line.guard, disjunction(conditions)]),
                    update=(*line.update, Assignment(name, Linear((), target), line.span)),
                )
                for line in transition.lines
            )
            # The stated symmetry of a transition does not cover the predicates that the observer reads.
            yield replace(transition, lines=lines, case=case, respects=None)
            case += 1
