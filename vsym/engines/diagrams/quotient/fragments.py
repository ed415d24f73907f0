"""What some of the states refute before all have been met (Live_Rep: Barner, Grumberg, section 7.1).

A path through states that have been met is one of the system. So what is violated on such a path is violated, and that
nothing is says nothing. States in which nothing is enabled repeat for ever, as in the system; where the search has left
out what comes next, paths end, and count for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.diagrams import StateSet, extended
from vsym.engines.diagrams.deciding import decide
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.quotient.orbits import Orbits
from vsym.engines.diagrams.saturation import Saturated, deadlocks
from vsym.engines.diagrams.sets import Valuation
from vsym.logic.ctl import Reduction
from vsym.logic.formula import TRUE, Formula
from vsym.logic.properties import Property
from vsym.logic.reachability import in_ctl
from vsym.logic.universal import is_universal
from vsym.system.result import Verdict

if TYPE_CHECKING:
    from vsym.logic.automaton import Automaton


@frozen(eq=False)
class Fragment(Saturated):
    """Some reachable states, all initial ones among them, in the place of all."""

    def valuation(self, reduction: Reduction, conditions: Sequence[Formula] = ()) -> Valuation:
        """Those of the states that satisfy reduced formulas, on the paths through them that have no end."""
        return Valuation(self.encoding, self.states, reduction, (*conditions, TRUE))

    def beside(self, automaton: Automaton) -> Saturated:
        """The same states, each with every state of an automaton: what cannot be reached there starts no path."""
        encoding = self.encoding.beside(automaton)
        return fragment(encoding, extended(self.states, encoding.space))


def fragment(encoding: Encoding, states: StateSet) -> Fragment:
    """Some reachable states of an encoding, all initial ones among them."""
    return Fragment(encoding, encoding.initial(), states, deadlocks(encoding, states), None, 0.0)


def can_be_refuted(prop: Property) -> bool:
    """Whether a path can refute a property: one of linear time, or of CTL about all paths."""
    formula = in_ctl(prop)
    return formula is None or is_universal(formula)


def judged(known: Fragment | Orbits, prop: Property) -> Verdict:
    """What paths through states or representatives, which need not be all, say of a property: `violated` is true of the
    system, and `holds` of these paths alone; `unknown` says what has ended the work."""
    (verdict,) = decide(known, [prop])
    # That no fair path starts somewhere is known of all states alone.
    return replace(verdict, unfair=None)
