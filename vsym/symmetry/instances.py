"""A symmetry that is broken at some size, shown by the smallest instance of the model in which it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pysmt.environment import Environment

from vsym.model import Model
from vsym.presburger.solver import Budget
from vsym.symmetry.lemmas import assumption
from vsym.symmetry.relations import Relation, relations
from vsym.symmetry.virtual import Decision, decide, possible
from vsym.symmetry.witness import Witness, witness_of

Values = Mapping[str, int]
"""Values of the parameters that a model leaves open."""


@dataclass(frozen=True)
class Instance:
    """A model with values for what was left open, and the witness of a relation that is broken in it.

    No instance with fewer processes breaks the relation, unless the time ended before that was known.
    """

    values: tuple[tuple[str, int], ...]
    model: Model
    witness: Witness


def smallest_instances(
    model: Model, decisions: tuple[Decision, ...], instance: Callable[[Values], Model], budget: Budget
) -> tuple[Instance | None, ...]:
    """For each relation that is broken at some size, the smallest instance that breaks it; `instance` makes a model.

    The instance is decided anew, and its witness held against the definition. Raises AssertionError where it is not
    broken, and UndecidedError.
    """
    return tuple(None if decision.pair is None else _shown(model, decision, instance, budget) for decision in decisions)


def _shown(model: Model, decision: Decision, instance: Callable[[Values], Model], budget: Budget) -> Instance:
    assert decision.pair is not None
    assert model.sizes is not None
    values = {name: decision.pair.shared[name] for name in model.sizes.parameters}
    concrete = instance(values)
    environment, lemma, everyone = Environment(), assumption(concrete), [concrete.processes]
    for relation in relations(concrete, possible(environment, concrete, lemma, budget)):
        if _stems_from(relation, decision.relation):
            found = decide(environment, concrete, relation, everyone, lemma, budget)
            if found.pair is not None:
                witness = witness_of(concrete, relation, found.pair, everyone)
                return Instance(tuple(values.items()), concrete, witness)
    raise AssertionError("a symmetry said to be broken at a size is not")


def _stems_from(relation: Relation, other: Relation) -> bool:
    """Whether two relations, of one model at two sizes, are by the same declarations."""
    return relation.overflow == other.overflow and not set(relation.origins).isdisjoint(other.origins)
