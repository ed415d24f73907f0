"""Initial states from which no fair path starts, which NuSMV passes over: what it is asked to see them all the same.

A copy of the system can be left at any time, for a place where every constraint holds for ever. So some fair path
starts in each of its states, NuSMV passes over none, and EG of not having left says where the system has one itself.
"""

from __future__ import annotations

from dataclasses import replace

from vsym.logic.folding import Algebra, fold
from vsym.logic.formula import Formula, Temporal, Truth, compare, conjunction, disjunction, equivalence, negate
from vsym.logic.properties import Property
from vsym.logic.terms import Linear, Named, linear
from vsym.system.result import Path, SystemPath
from vsym.system.system import Event, System, Variable


def where_no_path_counts(prop: Property) -> Formula:
    """What a property says of a state from which no fair path starts: of paths, `A` all that is asked, `E` nothing.

    An LTL property, which speaks of paths alone, is true there.
    """
    if prop.logic != "ctl":
        return Truth(True)
    paths = Algebra[Formula](
        Truth,
        lambda comparison: comparison,
        negate,
        conjunction,
        disjunction,
        equivalence,
        lambda operator, _: Truth(operator.startswith("A")),
    )
    return fold(prop.formula, paths)


def leaving(system: System, questions: list[Formula]) -> System:
    """The copy, with its last variable for having left; as properties, that each predicate holds in all initial states
    from which no fair path starts."""
    name = "left"
    while name in system.places:
        name += "_"
    here, gone = (compare(linear([(Named(name), 1)]), "=", Linear((), value)) for value in (0, 1))
    regular = [event for event in system.events if event.error is None]
    # A deadlock of the system is none of the copy, and stays where it is by a step of its own.
    staying = Event("stay", "stay", conjunction([here, *(negate(event.guard) for event in regular)]), ())
    leave = Event("leave", "leave", here, ((name, Linear((), 1)),))
    moves = tuple(replace(event, guard=conjunction([event.guard, here])) for event in regular)
    fair = Temporal("EG", (here,))
    asked = (disjunction([question, fair]) for question in questions)
    span = system.fairness[0].span
    return replace(
        system,
        variables=(*system.variables, Variable(name, Linear(), Linear((), 1), boolean=True, about="having left")),
        initial=conjunction([system.initial, here]),
        events=(*moves, staying, leave),
        properties=tuple(Property(f"unfair_{n}", "ctl", formula, "", span) for n, formula in enumerate(asked)),
        fairness=tuple(replace(found, formula=disjunction([found.formula, gone])) for found in system.fairness),
    )


def start(path: SystemPath | None) -> SystemPath:
    """The initial state of a counterexample in the copy, as a path of the system; raises RuntimeError without one."""
    if path is None:
        raise RuntimeError("NuSMV gave no trace to a property that fails in an initial state")
    return Path("counterexample", (path.states[0][:-1],), ())
