"""The figures of a strategy's exploration of a system, and the verdicts that follow."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from vsym.basics.limits import REASONS, Interruption
from vsym.basics.numbers import plural
from vsym.basics.options import StrategyName
from vsym.diagrams import Group, Product, StateSet, orbit_total
from vsym.engines.diagrams.deciding import NAME, decide
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.quotient.orbits import exploring, orbits
from vsym.engines.diagrams.quotient.search import NOTHING, Refuting, Search, sought
from vsym.engines.diagrams.quotient.stepping import OrbitSteps
from vsym.engines.diagrams.quotient.strategies import Explored, Full, Hint, Strategy, chosen, strategy_of
from vsym.engines.diagrams.quotient.symmetries import Settings, SystemGroup
from vsym.engines.diagrams.saturation import STOPS, Saturated, check_errors, deadlocks, interruption_by
from vsym.engines.protocol import Answer
from vsym.logic.properties import Property, is_enough
from vsym.system.report import Report
from vsym.system.result import Reached, Verdict

UNPROVED = "the permutations are not proved to be symmetries"

MOST_SPLIT = 5_000_000
"""The greatest order of a group whose orbits are counted by size; all permutations of ten members are within it."""


class Work:
    """Strategies on one task, until one of them is `done`."""

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
        self._steps = OrbitSteps(
            encoding, self._group, proved=settings.symmetries.proved, virtual=settings.symmetries.virtual
        )
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
        strategy = self._settings.strategy
        ways = chosen(self._group, proved=self._proved) if strategy == "auto" else ((strategy, 1),)
        return tuple((self._made(name), part) for name, part in ways)

    def _made(self, name: StrategyName) -> Strategy:
        search = Search(self._steps, self._sought, name, proved=self._proved)
        self._searches[name] = search

        def ends(explored: Explored) -> bool:
            search.look(explored, explored.layers[-1])
            few = self._spare is None or explored.states.count() < self._spare
            return not self._everything and not few and self._is_enough

        return strategy_of(name, exploring(self._steps, ends), self._hints, self._settings.closing)

    @property
    def _is_enough(self) -> bool:
        """Tells if nothing more need be explored; before the end, only violations are known."""
        answers = self._answers
        outcomes = ((prop, False if number in answers else None) for number, prop in enumerate(self._properties))
        return self._spare is not None and is_enough(outcomes)

    def run(self, strategy: Strategy) -> None:
        """Go on with a strategy until it is done; raises ErrorReached and the exceptions of the space's limits."""
        self._last = strategy
        explored = strategy.run()
        if self._everything:
            self._hold_against(Search.check_errors)
        elif not explored.real:
            self._hold_against(Search.look)
        self.done = True

    @property
    def can_refute(self) -> bool:
        """Tells if a path through the states met so far may refute some property."""
        return not self._everything and self._refuting.left

    def refute(self) -> None:
        """Look for refuting paths through the states that the last strategy has kept; raises as `run` does, and the
        next call continues from there."""
        strategy = self._last
        if strategy is not None and strategy.explored.layers and not strategy.explored.complete:
            self._refuting.look(strategy.explored, strategy.name)
            self.done = self._is_enough

    @property
    def _answers(self) -> dict[int, Verdict]:
        """The verdicts that are known before all states are explored, by the numbers of the properties."""
        answers = {number: verdict for one in self._searches.values() for number, verdict in one.answers.items()}
        return answers | self._refuting.answers

    def look(self) -> None:
        """Look for states that violate properties among all states explored, at once; raises as `run` does."""
        self._hold_against(Search.look)

    def _hold_against(self, looking: Callable[[Search, Explored, StateSet], None]) -> None:
        """Look at the states that the last strategy has explored, if it is complete and had no layers to look at."""
        strategy = self._last
        if strategy is None or not strategy.explored.complete or strategy.explored.layers:
            return
        graph = strategy.explored
        if not graph.real and not (self._proved and self._steps.on_counters):
            # The states that canonical ones were made of are known and real: paths to them are found without symmetry.
            graph = replace(graph, states=self._encoding.reachable(), real=True)
        looking(self._searches[strategy.name], graph, graph.states)

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
        """The numbers of orbits explored and of states in them, as far as the limits allow vsym to count them. With
        `everything`, also the number of orbits of each size, where that is little work.

        Where each orbit has one canonical state, vsym counts orbits by these. Where that is not known, it counts the
        representatives, and by the closure the states that they stand for. Without a proved group it counts the states
        kept. Only where the group keeps the set of initial states are whole orbits reached: elsewhere neither the
        states in the orbits nor the distance of the last of these are known.
        """
        explored, whole = strategy.explored, self._settings.symmetries.starts_kept
        group = self._group if self._proved else None
        representatives = explored.states.count()
        orbits: int | None = None
        states: int | None = None
        sizes: tuple[tuple[int, int], ...] | None = None
        try:
            if group is not None and group.minimal:
                canonical = group.canonical(explored.states) if explored.real else explored.states
                orbits = canonical.count()
                states = orbit_total(canonical, group) if whole else None
                sizes = _sizes(canonical, group) if self._everything and whole else None
            elif group is not None and whole:
                states = group.closure(explored.states).count()
            if not whole and isinstance(strategy, Full):
                states = representatives
            stuck = deadlocks(self._encoding, explored.states).count()
        except STOPS:
            stuck = 0
        return Reached(
            states or representatives,
            len(explored.layers) - 1 if explored.by_distance and group is not None and whole else None,
            stuck,
            explored.complete and group is not None,
            None if explored.complete else interrupted,
            seconds,
            nodes=self._encoding.space.peak_node_count,
            levels=self._encoding.order,
            representatives=representatives,
            orbits=orbits,
            represented=states,
            set_nodes=explored.states.node_count,
            strategy=strategy.name,
            orbit_sizes=sizes,
            idle_hints=idle_hints(explored, self._hints) if strategy.name == "representatives" else (),
            left_out=self._symmetric.left_out,
        )

    def _decided(self, strategy: Strategy, numbers: Sequence[int]) -> list[Verdict]:
        """The verdicts on properties, by number, by all that a strategy has explored."""
        explored, properties = strategy.explored, [self._properties[number] for number in numbers]
        if isinstance(strategy, Full):
            encoding, reached = self._encoding, explored.states
            states = Saturated(encoding, encoding.initial, reached, deadlocks(encoding, reached), None, 0.0)
            check_errors(states.valuation(NOTHING), states.initial)
            return [replace(one, method=strategy.name) for one in decide(states, properties)]
        if self._proved:
            graph = orbits(self._steps, self._symmetric, explored, self._started)
            return [replace(one, method=strategy.name) for one in decide(graph, properties)]
        # Without a proof, real states alone refute.
        unknown = Verdict("unknown", NAME, 0.0, reason=UNPROVED)
        verdicts = [self._refuting.judged(explored, number) for number in numbers]
        return [
            replace(one, method="representatives") if one is not None and one.outcome == "violated" else unknown
            for one in verdicts
        ]


def _sizes(canonical: StateSet, group: Group) -> tuple[tuple[int, int], ...] | None:
    """The number of orbits of each size in a canonical set, None where that would be too much work."""
    factors = group.factors if isinstance(group, Product) else (group,)
    # The order of a product whose factors meet takes long, and one large factor tells enough.
    if any(factor.order > MOST_SPLIT for factor in factors) or group.order > MOST_SPLIT:
        return None
    split = group.by_orbit_size(canonical)
    return None if split is None else tuple(sorted((size, part.count()) for size, part in split.items()))


def idle_hints(explored: Explored, hints: Sequence[Hint]) -> tuple[tuple[int, bool], ...]:
    """The finished hints that added nothing, each with whether it is true of any state kept; the first one, of an
    initial state."""
    done = len(hints) if explored.hint is None else explored.hint
    return tuple(
        (number, bool((explored.states if number else explored.layers[0]).select(hints[number].constraint)))
        for number in explored.idle
        if number < done
    )


def extent(figures: Reached, explored: Explored, hints: int) -> str:
    """The extent of an exploration that is not complete, in words."""
    states = plural(figures.representatives or 0, "state")
    of = "" if figures.orbits is None else f" of {plural(figures.orbits, 'orbit')}"
    under = "" if explored.hint is None else f" under hint {explored.hint + 1} of {hints + 1}"
    return f"{states}{of}{under}"
