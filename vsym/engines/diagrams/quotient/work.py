"""What strategies have explored of a system, and what follows for its properties."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from vsym.basics.limits import REASONS, Interruption
from vsym.basics.options import StrategyName
from vsym.diagrams import StateSet
from vsym.engines.diagrams.deciding import NAME, decide
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.limits import STOPS, interruption_by
from vsym.engines.diagrams.quotient.explored import Explored, Hint, Strategy
from vsym.engines.diagrams.quotient.figures import counted, extent, idle_hints
from vsym.engines.diagrams.quotient.orbits import exploring, orbits
from vsym.engines.diagrams.quotient.refuting import Refuting
from vsym.engines.diagrams.quotient.search import NOTHING, Search, sought
from vsym.engines.diagrams.quotient.settings import Settings
from vsym.engines.diagrams.quotient.stepping import OrbitSteps
from vsym.engines.diagrams.quotient.strategies.choosing import chosen
from vsym.engines.diagrams.quotient.strategies.full import Full
from vsym.engines.diagrams.quotient.strategies.making import strategy_of
from vsym.engines.diagrams.quotient.symmetries import SystemGroup
from vsym.engines.diagrams.saturation import Saturated, check_errors, deadlocks
from vsym.engines.protocol import Answer
from vsym.logic.properties import Property, is_enough
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
        spare: int | None,
    ) -> None:
        self._everything, self._spare = everything, spare
        self._encoding, self._symmetric, self._settings, self._properties = encoding, symmetric, settings, properties
        self._started = time.monotonic()
        self._group = symmetric.over(encoding)
        self._steps = OrbitSteps(encoding, self._group, proved=settings.symmetries.proved)
        self._proved = settings.symmetries.proved
        self._hints = [Hint(text, encoding.constraint(formula)) for text, formula in settings.hints]
        self._searches: dict[str, Search] = {}
        self._sought = sought(encoding.system, properties)
        self._refuting = Refuting(self._steps, symmetric, properties, self._sought, proved=self._proved)
        self._last: Strategy | None = None
        self.done = False

    @property
    def strategies(self) -> tuple[tuple[Strategy, int], ...]:
        """The strategy asked for; left to us, two that are tried in turn, each with the part of a turn that it has."""
        asked = self._settings.strategy
        ways = chosen(self._group, proved=self._proved) if asked == "auto" else ((asked, 1),)
        return tuple((self._made(name), part) for name, part in ways)

    def _made(self, name: StrategyName) -> Strategy:
        search = Search(self._steps, self._sought, name, proved=self._proved)
        self._searches[name] = search

        def ends(explored: Explored) -> bool:
            search.look(explored, explored.layers[-1])
            few = self._spare is None or explored.states.count() < self._spare
            return not self._everything and not few and self._is_enough

        return strategy_of(name, exploring(self._steps, ends), self._hints, self._settings.rounds)

    @property
    def _is_enough(self) -> bool:
        """Whether nothing more need be explored: what is known before the end is that properties are violated."""
        answers = self._answers
        known = ((prop, False if number in answers else None) for number, prop in enumerate(self._properties))
        return self._spare is not None and is_enough(known)

    def run(self, strategy: Strategy) -> None:
        """Go on with a strategy until it is done; raises ErrorReached, and what the limits of the space raise."""
        self._last = strategy
        explored = strategy.run()
        if self._everything:
            self._hold_against(Search.check_errors)
        elif not explored.real:
            self._hold_against(Search.look)
        self.done = True

    @property
    def can_refute(self) -> bool:
        """Whether a path through what is met may refute some property before all has been met."""
        return not self._everything and self._refuting.left

    def refute(self) -> None:
        """Look for paths that refute properties through what the last strategy has kept so far; raises as `run` does,
        and what was not looked at then is looked at the next time."""
        strategy = self._last
        if strategy is not None and strategy.explored.layers and not strategy.explored.complete:
            self._refuting.look(strategy.explored, strategy.name)
            self.done = self._is_enough

    @property
    def _answers(self) -> dict[int, Verdict]:
        """The verdicts that are known before all has been explored, by the numbers of the properties."""
        found = {number: verdict for one in self._searches.values() for number, verdict in one.answers.items()}
        return found | self._refuting.answers

    def look(self) -> None:
        """Look for states that violate properties among all that was explored at once; raises as `run` does."""
        self._hold_against(Search.look)

    def _hold_against(self, looking: Callable[[Search, Explored, StateSet], None]) -> None:
        """Look at what the last strategy has explored, if it had no layers at which this was done."""
        strategy = self._last
        if strategy is None or not strategy.explored.complete or strategy.explored.layers:
            return
        known = strategy.explored
        if not known.real and not (self._proved and self._steps.on_counters):
            # The states that canonical ones were made of are known and real: paths to them are found without symmetry.
            known = replace(known, states=self._encoding.reachable(), real=True)
        looking(self._searches[strategy.name], known, known.states)

    def answer(self, interrupted: Interruption, report: Report) -> Answer:
        """The verdict on each property, and the figures of the strategy that has explored last."""
        strategy, seconds = self._last, time.monotonic() - self._started
        if strategy is None:
            nothing = Reached(0, None, 0, False, interrupted, seconds, levels=self._encoding.order)
            return Answer((Verdict("unknown", NAME, seconds, REASONS[interrupted]),) * len(self._properties), nothing)
        explored = strategy.explored
        answers = self._answers
        rest = [number for number in range(len(self._properties)) if number not in answers]
        report.say("counting what was explored")
        figures = self._figures(strategy, interrupted, seconds)
        if explored.complete and not self._everything:
            report.say("evaluating the properties")
            try:
                answers |= zip(rest, self._decided(strategy, rest), strict=True)
            except STOPS as stop:
                unknown = Verdict("unknown", NAME, seconds, REASONS[interruption_by(stop)])
                answers |= dict.fromkeys(rest, unknown)
        else:
            came = f"{REASONS[interrupted]}; explored {extent(figures, explored, len(self._hints))}"
            violated = bool(answers)
            reasons = {number: f"{came}; {self._refuting.reason(number, violated=violated)}" for number in rest}
            answers |= {number: Verdict("unknown", NAME, seconds, reason) for number, reason in reasons.items()}
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

    def _decided(self, strategy: Strategy, numbers: Sequence[int]) -> list[Verdict]:
        """The verdicts on properties, by number, by all that a strategy has explored."""
        explored, properties = strategy.explored, [self._properties[number] for number in numbers]
        if isinstance(strategy, Full):
            states = self._plain(explored)
            check_errors(states.valuation(NOTHING), states.initial)
            return [replace(one, method=strategy.name) for one in decide(states, properties)]
        if self._proved:
            known = orbits(self._steps, self._symmetric, explored, self._started)
            return [replace(one, method=strategy.name) for one in decide(known, properties)]
        return [self._falsified(explored, number) for number in numbers]

    def _plain(self, explored: Explored) -> Saturated:
        """States of the system itself, without symmetry."""
        encoding, states = self._encoding, explored.states
        return Saturated(encoding, encoding.initial(), states, deadlocks(encoding, states), None, 0.0)

    def _falsified(self, explored: Explored, number: int) -> Verdict:
        """What real states alone refute."""
        verdict = self._refuting.judged(explored, number)
        if verdict is None or verdict.outcome != "violated":
            return Verdict("unknown", NAME, 0.0, reason=UNPROVED)
        return replace(verdict, method="representatives")
