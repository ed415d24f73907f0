"""What strategies have explored of a system, and what follows for its properties."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from vsym.basics.limits import REASONS, Interruption
from vsym.basics.options import StrategyName
from vsym.diagrams import StateSet
from vsym.diagrams.symmetry.cyclic import Cyclic
from vsym.diagrams.symmetry.group import Group
from vsym.diagrams.symmetry.product import Product
from vsym.engines.diagrams.deciding import NAME, decide
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.limits import STOPS, interruption_by
from vsym.engines.diagrams.quotient.explored import Explored, Hint, Strategy
from vsym.engines.diagrams.quotient.figures import counted, extent, idle_hints
from vsym.engines.diagrams.quotient.orbits import exploring, orbits
from vsym.engines.diagrams.quotient.search import NOTHING, Search
from vsym.engines.diagrams.quotient.settings import Settings
from vsym.engines.diagrams.quotient.stepping import OrbitSteps
from vsym.engines.diagrams.quotient.strategies.full import Full
from vsym.engines.diagrams.quotient.strategies.making import strategy_of
from vsym.engines.diagrams.quotient.symmetries import SystemGroup
from vsym.engines.diagrams.saturation import Saturated, check_errors, deadlocks
from vsym.engines.protocol import Answer
from vsym.logic.properties import Property
from vsym.logic.reachability import in_ctl
from vsym.logic.universal import is_universal
from vsym.system.report import Report
from vsym.system.result import Reached, Verdict

UNPROVED = "it is not proved that the permutations are symmetries"


class Work:
    """Strategies with what is asked, until one of them is `done`."""

    def __init__(
        self,
        encoding: Encoding,
        symmetric: SystemGroup,
        settings: Settings,
        properties: Sequence[Property],
        *,
        everything: bool,
    ) -> None:
        self._everything = everything
        self._encoding, self._symmetric, self._settings, self._properties = encoding, symmetric, settings, properties
        self._started = time.monotonic()
        self._group = symmetric.over(encoding)
        self._steps = OrbitSteps(encoding, self._group, proved=settings.symmetries.proved)
        self._proved = settings.symmetries.proved
        self._hints = [Hint(text, encoding.constraint(formula)) for text, formula in settings.hints]
        self._searches: dict[str, Search] = {}
        self._last: Strategy | None = None
        self.done = False

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """The strategy asked for. Left to us, those that prove most where orbits have one representative each that is
        known; else one that meets bugs early, beside the search without symmetry."""
        asked = self._settings.strategy
        if asked != "auto":
            return (self._made(asked),)
        canonical = self._proved and self._group.minimal and not _rings(self._group)
        names: tuple[StrategyName, ...] = ("after", "within") if canonical else ("representatives", "full")
        return tuple(map(self._made, names))

    def _made(self, name: StrategyName) -> Strategy:
        search = Search(self._steps, self._properties, name, proved=self._proved)
        self._searches[name] = search
        asked = exploring(self._steps, search.look_on if self._everything else search.ends)
        return strategy_of(name, asked, self._hints, self._settings.rounds)

    def run(self, strategy: Strategy) -> None:
        """Go on with a strategy until it is done; raises ErrorReached, and what the limits of the space raise."""
        self._last = strategy
        explored = strategy.run()
        if self._everything:
            self._hold_against(Search.check_errors)
        elif not explored.real:
            self._hold_against(Search.look)
        self.done = True

    def look(self) -> None:
        """Look for states that violate properties among all that was explored at once; raises as `run` does."""
        self._hold_against(Search.look)

    def _hold_against(self, looking: Callable[[Search, Explored, StateSet], None]) -> None:
        """Look at what the last strategy has explored, if it had no layers at which this was done."""
        strategy = self._last
        if strategy is None or not strategy.explored.complete or strategy.explored.layers:
            return
        known = strategy.explored
        if not self._proved and not known.real:
            # What canonical states stand for is known of symmetries alone; the states that they were made of are real.
            known = replace(known, states=self._encoding.reachable(), real=True)
        looking(self._searches[strategy.name], known, known.states)

    def answer(self, interrupted: Interruption, report: Report) -> Answer:
        """The verdict on each property, and the figures of the strategy that has explored last."""
        strategy, seconds = self._last, time.monotonic() - self._started
        if strategy is None:
            nothing = Reached(0, None, 0, False, interrupted, seconds, levels=self._encoding.order)
            return Answer((Verdict("unknown", NAME, seconds, REASONS[interrupted]),) * len(self._properties), nothing)
        explored = strategy.explored
        answers = {number: verdict for one in self._searches.values() for number, verdict in one.answers.items()}
        rest = [number for number in range(len(self._properties)) if number not in answers]
        report.say("counting what was explored")
        figures = self._figures(strategy, interrupted, seconds)
        if explored.complete and not self._everything:
            report.say("evaluating the properties")
            properties = [self._properties[number] for number in rest]
            try:
                answers |= zip(rest, self._decided(strategy, properties), strict=True)
            except STOPS as stop:
                unknown = Verdict("unknown", NAME, seconds, REASONS[interruption_by(stop)])
                answers |= dict.fromkeys(rest, unknown)
        else:
            came = extent(figures, explored, len(self._hints), violated=bool(answers))
            reason = f"{REASONS[interrupted]}; {came}"
            unknown = Verdict("unknown", NAME, seconds, reason)
            answers |= dict.fromkeys(rest, unknown)
        return Answer(tuple(answers[number] for number in range(len(self._properties))), figures)

    def _figures(self, strategy: Strategy, interrupted: Interruption, seconds: float) -> Reached:
        figures = counted(
            self._encoding,
            self._group if self._proved else None,
            strategy,
            interrupted,
            seconds,
            by_size=self._everything,
            whole=self._settings.symmetries.starts_kept,
        )
        idle = idle_hints(strategy.explored, self._hints) if strategy.name == "representatives" else ()
        return replace(figures, idle_hints=idle, left_out=self._symmetric.left_out)

    def _decided(self, strategy: Strategy, properties: Sequence[Property]) -> list[Verdict]:
        """The verdicts on properties by all that a strategy has explored."""
        explored = strategy.explored
        if isinstance(strategy, Full):
            states = self._plain(explored)
            check_errors(states.valuation(NOTHING), states.initial)
            return [replace(one, method=strategy.name) for one in decide(states, properties)]
        if self._proved:
            known = orbits(self._steps, self._symmetric, explored, self._started)
            return [replace(one, method=strategy.name) for one in decide(known, properties)]
        return [self._falsified(explored, prop) for prop in properties]

    def _plain(self, explored: Explored) -> Saturated:
        """States of the system itself, without symmetry."""
        encoding, states = self._encoding, explored.states
        return Saturated(encoding, encoding.initial(), states, deadlocks(encoding, states), None, 0.0)

    def _falsified(self, explored: Explored, prop: Property) -> Verdict:
        """What real states alone refute: a property of all paths, by a path through these states (Barner, Grumberg,
        section 7.1)."""
        formula = in_ctl(prop)
        if explored.real and formula is not None and is_universal(formula):
            states = self._plain(explored)
            (verdict,) = decide(states, [prop])
            if verdict.outcome == "violated":
                return replace(verdict, method="representatives")
        return Verdict("unknown", NAME, 0.0, reason=UNPROVED)


def _rings(group: Group) -> bool:
    """Whether a part of a group is the rotations of a ring: then canonical sets are rarely small."""
    factors = group.factors if isinstance(group, Product) else (group,)
    return any(isinstance(factor, Cyclic) for factor in factors)
