"""Multi-valued decision diagrams with saturation, for sets of integer vectors.

It is a library of its own that knows no model.

    space = Space([3, 3])
    guard = compare({0: 1}, ">=", 1)
    take = split(space.sizes, guard, [Assignment(0, ((0, 1),), -1), Assignment(1, ((1, 1),), 1)])
    Relation(space, take).reachable(space.single((2, 0))).count()  # 3

`nodes` and `combination` hold sets, `constraints` and `events` say what is asked; `program` and `reader` make an event
ready for its way down a node, `firing` does one step and `saturation` all of them; `space` and `relation` are what
users hold.
"""

from vsym.diagrams.constraints import Case, Conjunction, Constraint, Disjunction, Linear, Negation, cases, compare
from vsym.diagrams.events import Assignment, Event, Move, Put, split
from vsym.diagrams.nodes import OutOfNodes
from vsym.diagrams.relation import Relation
from vsym.diagrams.space import Space, StateSet
from vsym.diagrams.storage import CorruptFile, read, write

__all__ = [
    "Assignment",
    "Case",
    "Conjunction",
    "Constraint",
    "CorruptFile",
    "Disjunction",
    "Event",
    "Linear",
    "Move",
    "Negation",
    "OutOfNodes",
    "Put",
    "Relation",
    "Space",
    "StateSet",
    "cases",
    "compare",
    "read",
    "split",
    "write",
]
