"""Multi-valued decision diagrams with saturation, for sets of integer vectors.

It is a library of its own that knows no model.

    space = Space([3, 3])
    guard = compare({0: 1}, ">=", 1)
    take = split(space.sizes, guard, [Assignment(0, ((0, 1),), -1), Assignment(1, ((1, 1),), 1)])
    Relation(space, take).reachable(space.single((2, 0))).count()  # 3

`nodes` and `combination` hold sets, `constraints`, `cases` and `events` say what is asked; `program` and `reader` make
an event ready for its way down a node, several go down as a `joint`; `transfers` add one level to another, and `chains`
are events with such transfers between them; `firing` does one step and `saturation` all of them, and `selecting` asks a
constraint of all of a set by what `residuals` leave of it; `space` and `relation` are what users hold.
`symmetry` has the groups that act on sets:

    rows = Symmetric(Members.of(space.sizes, [[0], [1]]))
    rows.canonical(space.full).count()  # 6
"""

from vsym.diagrams.case import Case, conjoined
from vsym.diagrams.cases import cases
from vsym.diagrams.chains import Chain
from vsym.diagrams.constraints import Conjunction, Constraint, Disjunction, Linear, Negation, compare
from vsym.diagrams.events import Assignment, Event, Move, Put, Update, renamed, split
from vsym.diagrams.nodes import OutOfNodes
from vsym.diagrams.relation import Relation
from vsym.diagrams.space import Space, StateSet
from vsym.diagrams.storage import CorruptFile, read, write
from vsym.diagrams.symmetry.action import Action, compose
from vsym.diagrams.symmetry.counted import Counted
from vsym.diagrams.symmetry.counted_events import on_counters
from vsym.diagrams.symmetry.cyclic import Cyclic
from vsym.diagrams.symmetry.generated import Generated
from vsym.diagrams.symmetry.group import Closure, Group, Monotonic, NotCanonicalError, is_monotonic
from vsym.diagrams.symmetry.members import Members
from vsym.diagrams.symmetry.product import Product
from vsym.diagrams.symmetry.rows import Rows
from vsym.diagrams.symmetry.stepping import canonized, step
from vsym.diagrams.symmetry.symmetric import Symmetric
from vsym.diagrams.symmetry.totals import orbit_total
from vsym.diagrams.transfers import Transfer

__all__ = [
    "Action",
    "Assignment",
    "Case",
    "Chain",
    "Closure",
    "Conjunction",
    "Constraint",
    "CorruptFile",
    "Counted",
    "Cyclic",
    "Disjunction",
    "Event",
    "Generated",
    "Group",
    "Linear",
    "Members",
    "Monotonic",
    "Move",
    "Negation",
    "NotCanonicalError",
    "OutOfNodes",
    "Product",
    "Put",
    "Relation",
    "Rows",
    "Space",
    "StateSet",
    "Symmetric",
    "Transfer",
    "Update",
    "canonized",
    "cases",
    "compare",
    "compose",
    "conjoined",
    "is_monotonic",
    "on_counters",
    "orbit_total",
    "read",
    "renamed",
    "split",
    "step",
    "write",
]
