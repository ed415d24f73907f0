"""Steps from orbit to orbit, each orbit by its canonical states."""

from __future__ import annotations

from functools import cached_property

from vsym.diagrams import Group, Relation, Rows, StateSet
from vsym.engines.diagrams.encoding import Encoding


class OrbitSteps:
    """The steps of a system, without what an automaton beside it does in deadlocks, on canonical sets of a group.

    Where all permutations of members in a row are symmetries, the steps are taken on counters in their place: there is
    one event where there was one for each member, and no set ever says which members did what. It makes no difference
    to the canonical sets.
    """

    def __init__(self, encoding: Encoding, group: Group, *, proved: bool) -> None:
        self.encoding, self.group, self._proved = encoding, group, proved

    @cached_property
    def _counters(self) -> tuple[Rows, Relation] | None:
        """Counters, with the relation on them; None where there are none, or they would have more events."""
        rows = Rows.of(self.group) if self._proved and not self.encoding.relation.chains else None
        events = None if rows is None else rows.events(self.encoding.relation.events)
        if rows is None or events is None:
            return None
        return rows, Relation(self.encoding.space.beside(rows.rest.sizes), events)

    @property
    def on_counters(self) -> bool:
        """Whether steps are taken on counters, and no set ever has the states of the system."""
        return self._counters is not None

    def canonical(self, states: StateSet) -> StateSet:
        """The canonical set of some states."""
        return self.group.canonical(states)

    def after(self, states: StateSet) -> StateSet:
        """The canonical set of the successors of states."""
        if self._counters is None:
            return self.canonical(self.encoding.relation.image(states))
        rows, relation = self._counters
        return rows.back(relation.image(rows.forward(states)))

    def before(self, states: StateSet) -> StateSet:
        """The canonical set of the predecessors of states; with counters, of those of all that is in their orbits."""
        if self._counters is None:
            return self.canonical(self.encoding.relation.preimage(states))
        rows, relation = self._counters
        return rows.back(relation.preimage(rows.forward(states)))

    def reachable(self) -> StateSet:
        """The canonical set of all reachable states, those included that an automaton reaches in deadlocks."""
        encoding, stutter = self.encoding, self.encoding.stutter
        if self._counters is None:
            return self.canonical(encoding.reachable())
        rows, relation = self._counters
        states = rows.back(relation.reachable(rows.forward(encoding.initial())))
        return states if stutter is None else states | stutter.reachable(encoding.deadlocked(states))
