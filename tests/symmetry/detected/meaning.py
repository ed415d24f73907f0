"""What normal forms mean, on one state: each form by its definition."""

from __future__ import annotations

from typing import assert_never

from tests.support.oracle_symmetries import Vector
from vsym.logic.formula import relation
from vsym.symmetry.detected.forms import (
    Cases,
    Constant,
    Divided,
    In,
    Joined,
    Key,
    Nodes,
    Read,
    Relation,
    Same,
    Table,
    Total,
    Value,
    Weighed,
)


def holds(nodes: Nodes, key: Key, state: Vector) -> bool:
    """Whether a formula holds in a state."""
    node = nodes[key]
    match node:
        case Constant(value):
            return value
        case In(cell, values):
            return state[cell] in values
        case Same(first, second, positive):
            return (state[first] == state[second]) is positive
        case Relation(cells, tuples):
            return tuple(state[cell] for cell in cells) in tuples
        case Weighed(terms, operator, bound):
            return relation(operator)(sum(factor * state[cell] for cell, factor in terms), bound)
        case Joined(kind, operands):
            return (all if kind == "and" else any)(holds(nodes, one, state) for one in operands)
        case Value() | Read() | Table() | Total() | Divided() | Cases():
            raise TypeError(node)
    assert_never(node)


def value(nodes: Nodes, key: Key, state: Vector) -> int:
    """The value of a term in a state; raises ValueError where not exactly one case holds, or one row of a table."""
    node = nodes[key]
    match node:
        case Value(number):
            return number
        case Read(cell):
            return state[cell]
        case Table(cells, tuples):
            (result,) = (row[-1] for row in tuples if row[:-1] == tuple(state[cell] for cell in cells))
            return result
        case Total(terms, constant):
            return constant + sum(factor * state[cell] for cell, factor in terms)
        case Divided(term, divisor, rest):
            return value(nodes, term, state) % divisor if rest else value(nodes, term, state) // divisor
        case Cases(branches):
            (chosen,) = (term for condition, term in branches if holds(nodes, condition, state))
            return value(nodes, chosen, state)
        case Constant() | In() | Same() | Relation() | Weighed() | Joined():
            raise TypeError(node)
    assert_never(node)
