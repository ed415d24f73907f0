"""Multi-valued decision diagrams with saturation, for sets of integer vectors, and groups that act on these.

It is a library of its own that knows no model. All that others need is here; the first thing that they make is a space:

    >>> space = Space([3, 3])
    >>> guard = compare({0: 1}, ">=", 1)
    >>> take = split(space.sizes, guard, [Assignment(0, ((0, 1),), -1), Assignment(1, ((1, 1),), 1)])
    >>> reached = Relation(space, take).reachable(space.single((2, 0)))
    >>> list(reached)
    [(0, 2), (1, 1), (2, 0)]
    >>> exchange = Symmetric(Members.of(space.sizes, [[0], [1]]))
    >>> list(exchange.canonical(reached))
    [(0, 2), (1, 1)]

Sets are values of the space, `StateSet`: equal ones are the same object. An operation on a whole set may raise
OutOfNodes, where the space has a limit, and leaves all sets as they were.

`nodes` holds sets. `constraints`, `cases` and `events` describe predicates and steps; `reader` makes an event ready for
its way down a node; `transfers` add one level to another, alone or between events. `firing` does one step and
`saturation` all of them. `selecting` finds the part of a set that satisfies a constraint, by its `residuals`. Users
hold a `space`, whose sets list and count their vectors, and a `relation`.

`symmetry` has groups: an `action` permutes vectors; `symmetric` and `product` have groups of them, each with its
canonical sets and closures, for which `listed` lists vectors where they are few; `totals` counts the vectors of orbits,
and `standard` does for one vector what canonical sets do for many.
"""

from vsym.diagrams.cases import Case, cases, conjoined
from vsym.diagrams.constraints import Conjunction, Constraint, Disjunction, Linear, Negation, compare
from vsym.diagrams.events import Assignment, Event, Move, Put, Update, renamed, split
from vsym.diagrams.nodes import OutOfNodes
from vsym.diagrams.relation import Relation
from vsym.diagrams.space import Space, StateSet, extended
from vsym.diagrams.symmetry.action import Action, Members, Vector, compose
from vsym.diagrams.symmetry.counted_events import Rows
from vsym.diagrams.symmetry.group import Group, NotCanonicalError, keeps
from vsym.diagrams.symmetry.product import Generated, Product
from vsym.diagrams.symmetry.standard import Standard, UnknownStandardError
from vsym.diagrams.symmetry.symmetric import Cyclic, Symmetric
from vsym.diagrams.symmetry.totals import orbit_total
from vsym.diagrams.transfers import Chain, Transfer

__all__ = [
    "Action",
    "Assignment",
    "Case",
    "Chain",
    "Conjunction",
    "Constraint",
    "Cyclic",
    "Disjunction",
    "Event",
    "Generated",
    "Group",
    "Linear",
    "Members",
    "Move",
    "Negation",
    "NotCanonicalError",
    "OutOfNodes",
    "Product",
    "Put",
    "Relation",
    "Rows",
    "Space",
    "Standard",
    "StateSet",
    "Symmetric",
    "Transfer",
    "UnknownStandardError",
    "Update",
    "Vector",
    "cases",
    "compare",
    "compose",
    "conjoined",
    "extended",
    "keeps",
    "orbit_total",
    "renamed",
    "split",
]
