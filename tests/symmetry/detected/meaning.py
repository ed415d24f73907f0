"""Meanings of normal forms on one state: each form by its definition."""

from __future__ import annotations

from typing import assert_never

from tests.support.oracle_symmetries import Vector
from vsym.logic.formula import relation
from vsym.symmetry.detected import forms
from vsym.symmetry.detected.forms import Key, Nodes


def holds(nodes: Nodes, key: Key, state: Vector) -> bool:
    """Tells if a formula holds in a state."""
    node = nodes[key]
    match node:
        case forms.Constant(value):
            return value
        case forms.In(cell, values):
            return state[cell] in values
        case forms.Same(first, second, positive):
            return (state[first] == state[second]) is positive
        case forms.Relation(cells, tuples):
            return tuple(state[cell] for cell in cells) in tuples
        case forms.Weighed(terms, operator, bound):
            return relation(operator)(sum(factor * state[cell] for cell, factor in terms), bound)
        case forms.Joined(kind, operands):
            return (all if kind == "and" else any)(holds(nodes, one, state) for one in operands)
        case forms.Value() | forms.Read() | forms.Table() | forms.Total() | forms.Divided() | forms.Cases():
            raise TypeError(node)
    assert_never(node)


def value(nodes: Nodes, key: Key, state: Vector) -> int:
    """The value of a term in a state; raises ValueError where not exactly one case holds, or one row of a table."""
    node = nodes[key]
    match node:
        case forms.Value(number):
            return number
        case forms.Read(cell):
            return state[cell]
        case forms.Table(cells, tuples):
            (result,) = (row[-1] for row in tuples if row[:-1] == tuple(state[cell] for cell in cells))
            return result
        case forms.Total(terms, constant):
            return constant + sum(factor * state[cell] for cell, factor in terms)
        case forms.Divided(term, divisor, rest):
            return value(nodes, term, state) % divisor if rest else value(nodes, term, state) // divisor
        case forms.Cases(branches):
            (chosen,) = (term for condition, term in branches if holds(nodes, condition, state))
            return value(nodes, chosen, state)
        case forms.Constant() | forms.In() | forms.Same() | forms.Relation() | forms.Weighed() | forms.Joined():
            raise TypeError(node)
    assert_never(node)
