"""Paths through sets of states by runs: one event as often as it takes, then another."""

from __future__ import annotations

from vsym.basics.frozen import frozen
from vsym.diagrams import Relation, StateSet
from vsym.engines.diagrams.sets import Valuation
from vsym.system.step import Vector


class TooLongError(Exception):
    """There is no path of so few layers."""


@frozen
class _Layer:
    """States from which steps of one relation lead to the states of the layer before."""

    steps: Relation
    states: StateSet


def by_runs(
    valuation: Valuation, starts: StateSet, goal: StateSet, inside: StateSet, most: int
) -> tuple[Vector, ...] | None:
    """A path from `starts` to `goal` whose states before the last are in `inside`; None if there is none.

    Backward from the goal, each layer adds all from where one event, taken any number of times, leads to the layer
    before: one saturation. Where tokens move one by one there are as many layers as places they pass, however many
    tokens there are. The path is a shortest one only by accident. For systems without an automaton, whose events have
    one successor in each state. Raises TooLongError where the path needs more layers than `most`.
    """
    encoding = valuation.encoding
    numbers = range(len(encoding.system.events))
    relations = [encoding.relation_of(frozenset([number])) for number in numbers]
    layers = [_Layer(encoding.relation, goal)]
    idle = 0
    while not (met := starts & layers[-1].states):
        if idle == len(relations):
            return None
        for steps in relations:
            before = layers[-1].states
            states = steps.reaching(before, within=inside | before)
            idle = 0 if states != before else idle + 1
            if not idle:
                if len(layers) > most:
                    raise TooLongError
                layers.append(_Layer(steps, states))
            if idle == len(relations) or starts & states:
                break
    return _descent(valuation, encoding.pick(met), layers)


def _descent(valuation: Valuation, start: Vector, layers: list[_Layer]) -> tuple[Vector, ...]:
    """The states from `start`, which is in the last layer, to one of the first."""
    encoding = valuation.encoding
    path, here = [start], encoding.single(start)
    for number in range(len(layers) - 1, 0, -1):
        while not here <= layers[number - 1].states:
            here = layers[number].steps.image(here)
            path.append(encoding.pick(here))
    return tuple(path)
