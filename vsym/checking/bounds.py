"""Properties decided by bounds before the search for exact blocks: steps that may be possible, and that must be.

The blocks begin as coarse as they can be. While a property is open, a block is split by a set that an uncertain step
names. A verdict is final: finer blocks may know fewer certain steps, so that it need not come again (theory,
section 10).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Literal

from vsym.arithmetic.environment import Environment
from vsym.basics.frozen import frozen
from vsym.basics.limits import REASONS, Budget, LimitReachedError, UndecidedError, reason_of
from vsym.basics.numbers import plural
from vsym.basics.platform import ARRAYS
from vsym.checking.answer import BoundsUsed, Checked, Exploration, Outcome, unknown
from vsym.checking.attempt import Asking, attempted, by_engine, on_systems
from vsym.checking.choice import AUTO, EXPLICIT
from vsym.checking.groups.names import AUTO as AUTO_GROUP
from vsym.checking.groups.names import DECLARED, NONE
from vsym.checking.question import Subject, Wishes
from vsym.checking.sizes import UNASKED, is_decided_for_all
from vsym.checking.stages import by_cells
from vsym.logic.bounds import deciding_steps
from vsym.logic.properties import Property
from vsym.logic.reachability import reachability
from vsym.models.counting.model import GuardedUpdate, Model, named_sets
from vsym.models.counting.processes import Processes, refine
from vsym.reductions.counters.bounded import Bounded, PossibleError, Steps
from vsym.reductions.counters.bounds import Bounds, bounds, legible
from vsym.reductions.counters.guards import Reduction, comparisons_in
from vsym.reductions.counters.lifting import lifted
from vsym.reductions.counters.reduced import Reduced
from vsym.reductions.protocol import Run
from vsym.symmetry.virtual.identification import Decided, counted_apart
from vsym.symmetry.virtual.relations import cells, is_union, observed, sets_of_update, update_of
from vsym.system.report import Report
from vsym.system.result import Reached, SystemPath, Verdict
from vsym.system.system import System

if TYPE_CHECKING:
    from vsym.checking.bounds_certified import Certifying
    from vsym.checking.bounds_for_all import EverySize

FEW = 5
"""The most cells with which vsym goes straight to exact blocks: it finds them in no time, and they are exact."""

PAIRS = 40
"""Without patience, vsym looks for one region for each line of a guard, and one more for this many pairs of lines: the
time for exact blocks grows faster than the lines. Guards that tell every process apart have more regions."""

PROVING_SECONDS = 20.0
"""The most seconds for proofs at all sizes by the steps that may be possible, before the counters of cells."""

STATES = 3_000_000
"""The most states of a system on which vsym explores both kinds of steps together."""


@frozen
class ByBounds:
    """The outcomes of the properties that bounds decide, by name; the last bounds, with the states that may be reached
    by them, and the number of times that a block was split. Where the work was `stopped`, that is the reason."""

    outcomes: Mapping[str, Outcome]
    bounds: Bounds | None = None
    reached: Reached | None = None
    splits: int = 0
    stopped: str | None = None

    def checked(self, decided: Decided) -> Checked:
        """The answer on the model whose symmetry was decided; what bounds leave open is unknown."""
        model = decided.model
        none = unknown(model.properties, self.stopped or self._reason)
        outcomes = tuple(self.outcomes.get(one.property.name, one) for one in none)
        if self.bounds is None:
            return Checked(model, outcomes, decided, stopped=self.stopped)
        explored = () if self.reached is None else (Exploration("counter", self.reached, bounds=self.bounds.inexact),)
        may = self.bounds.may
        decided = replace(decided, blocks=tuple(block.processes for block in may.blocks), bounds=self.bounds.inexact)
        return Checked(model, outcomes, decided, counters=may, explorations=explored)

    def legible(self, decided: Decided, budget: Budget) -> ByBounds:
        """The same with guards as a person would write them, where the time suffices."""
        if self.bounds is None:
            return self
        blocks = tuple(block.processes for block in self.bounds.may.blocks)
        try:
            with budget.interruption.heeded():
                reduction = Reduction(Environment(), decided.model, blocks, decided.lemma, budget)
                return replace(self, bounds=legible(reduction, self.bounds))
        except (UndecidedError, LimitReachedError, KeyboardInterrupt):
            return self

    @property
    def _reason(self) -> str:
        """The reason why a property is left open, by the first step that is possible for some processes only."""
        uncertain = () if self.bounds is None else self.bounds.uncertain
        if self.bounds is not None and self.bounds.exact:
            return "on these blocks counters are exact, and the engine does not decide it"
        if self.bounds is None or not uncertain:
            return "states with the same counters may differ in it; --bounds auto goes on with exact blocks"
        step = f"`{uncertain[0].label}` of {self.bounds.may.blocks[uncertain[0].block].name}"
        return f"who is where decides if {step} is possible; --bounds auto goes on with exact blocks"

    @property
    def structure(self) -> System | None:
        """The system of the steps that may be possible: a condition that never holds in it never holds in the model."""
        if self.bounds is None:
            return None
        structure: System = Bounded(self.bounds, "may").tasks[0].structure
        return structure


def refusal(subject: Subject[Model], wishes: Wishes) -> str | None:
    """The reason why bounds cannot serve wishes, None where they can."""
    if wishes.store is not None:
        return "--bounds only keeps no states on disk: leave --store out"
    if wishes.group not in (None, DECLARED, AUTO_GROUP, NONE):
        return f"--bounds only counts processes in blocks, and uses no --group {wishes.group}"
    if wishes.strategy.given is not None:
        return f"--bounds only asks engines about steps that may or must be possible: leave {wishes.strategy.given} out"
    if subject.model.ranks:
        return "--bounds only judges no stated ranks"
    return None


def suits(decided: Decided) -> bool:
    """True where bounds may save the search for exact blocks of a model that is not fully virtually symmetric: it tells
    more than a few sets of processes apart that its properties do not."""
    return len(cells(decided.model)) > max(FEW, len(observed(decided.model)))


def by_bounds(
    decided: Decided,
    engine: str,
    budget: Budget,
    report: Report,
    *,
    patient: bool = False,
    every_size: EverySize | None = None,
    certifying: Certifying | None = None,
) -> ByBounds:
    """The outcomes that bounds give in blocks that are split again and again; fewer where a limit ends the work.

    Unless it is `patient`, it ends as well where a split decides nothing, and where bounds have many regions; and with
    `certifying` it leaves open the properties that neither a run nor a certificate shows.
    """
    model, finest = decided.model, cells(decided.model)
    blocks = counted_apart(model, decided.relations)
    answer = ByBounds({})
    if every_size is not None:
        unasked = tuple(prop for prop in model.properties if not is_decided_for_all(prop))
        answer = ByBounds({one.property.name: one for one in unknown(unasked, f"it {UNASKED}")})
    lines = sum(len(transition.lines) for transition in model.transitions)
    most = math.inf if patient else lines + lines * lines / PAIRS
    while len(answer.outcomes) < len(model.properties):
        left = tuple(prop for prop in model.properties if prop.name not in answer.outcomes)
        report.say(f"bounding what is possible in {plural(len(blocks), 'block')} of {len(finest)}")
        asking = replace(model, properties=left)
        try:
            with budget.interruption.heeded():
                reduction = Reduction(Environment(), asking, blocks, decided.lemma, budget)
                if every_size is None:
                    pair = bounds(reduction, decided.relations, most)
                else:
                    pair = every_size.bounds(reduction, decided.relations)
            if every_size is None:
                lifting = _Lifting(decided.model, pair, budget, report) if patient else None
                outcomes, reached = _decide(asking, pair, engine, answer.splits, budget, report, certifying, lifting)
            else:
                final = every_size.decided(pair, budget, report, certifying=certifying)
                outcomes, reached = _with_sides(final, pair, answer.splits), None
            if certifying is not None and not patient:
                outcomes = {name: one for name, one in outcomes.items() if _is_shown(one)}
        except PossibleError:
            outcomes, reached = {}, None
        except (UndecidedError, LimitReachedError, KeyboardInterrupt) as error:
            return replace(answer, stopped=reason_of(error))
        answer = replace(answer, outcomes={**answer.outcomes, **outcomes}, bounds=pair, reached=reached)
        if reached is not None and reached.interrupted is not None:
            return replace(answer, stopped=REASONS[reached.interrupted])
        finer = None if pair.exact else _split(asking, blocks, pair)
        if finer is None or not (outcomes or patient) or len(answer.outcomes) == len(model.properties):
            break
        blocks, answer = finer, replace(answer, splits=answer.splits + 1)
    return answer


def proved_for_all(decided: Decided, every_size: EverySize, budget: Budget, report: Report) -> Mapping[str, Outcome]:
    """The outcomes of the properties that hold at all sizes by the steps that may be possible in the blocks of a
    reduction, by name; fewer where a share of the time ends the work."""
    report.say(f"bounding what is possible in {plural(len(decided.blocks), 'block')}")
    budget = budget.within(min(PROVING_SECONDS, budget.left / 4))
    try:
        with budget.interruption.heeded():
            reduction = Reduction(Environment(), decided.model, decided.blocks, decided.lemma, budget)
            pair = every_size.bounds(reduction, decided.relations)
        outcomes = every_size.decided(pair, budget, report, ("may",))
    except (UndecidedError, LimitReachedError):
        return {}
    return _with_sides((one for one in outcomes if one.verdict.outcome == "holds"), pair, 0)


def last_bounds(decided: Decided, budget: Budget, report: Report) -> Bounds:
    """The bounds by which the properties are decided, as far as bounds decide them; raises UndecidedError."""
    answer = by_bounds(decided, AUTO, budget, report, patient=True)
    blocks = counted_apart(decided.model, decided.relations)
    if answer.bounds is not None:
        blocks = tuple(block.processes for block in answer.bounds.may.blocks)
    reduction = Reduction(Environment(), decided.model, blocks, decided.lemma, budget)
    with budget.interruption.heeded():
        return legible(reduction, bounds(reduction, decided.relations))


def _decide(
    model: Model,
    pair: Bounds,
    engine: str,
    splits: int,
    budget: Budget,
    report: Report,
    certifying: Certifying | None,
    lifting: _Lifting | None,
) -> tuple[dict[str, Outcome], Reached | None]:
    """The outcomes that engines reach on the properties of a model; raises as they do."""
    asking = on_systems(engine, certifying=certifying is not None)
    ways: list[tuple[Steps, Asking]] = [("may", asking), ("must", asking)]
    both = ARRAYS and not pair.exact and engine in (AUTO, EXPLICIT) and pair.may.state_count <= STATES
    overflows = any(transition.overflow for transition in pair.may.transitions)
    if pair.exact or (both and certifying is not None and overflows):
        ways = ways[:1]
    if both:
        from vsym.engines.explicit.modal import ModalEngine

        ways = [*(() if certifying is None else ways), ("both", by_engine(ModalEngine()))]
        if lifting is not None and any(map(lifting.asks, model.properties)):
            ways.append(("may", on_systems(EXPLICIT)))
    elif not pair.exact and overflows:
        # A verdict counts only where all that may be possible was explored and met no error.
        return {}, None
    outcomes: dict[str, Outcome] = {}
    reached: Reached | None = None
    for steps, asking in ways:
        left = [prop for prop in model.properties if prop.name not in outcomes]
        bounded = Bounded(pair.asking(left), steps, lifting)
        done = attempted(bounded, asking, budget, report, sure=False)
        reached = reached or done.reached
        final = [one for one in done.outcomes if one.verdict.outcome in ("holds", "violated")]
        if certifying is not None:
            system = bounded.tasks[0].structure
            final = [certifying.certified(one, pair.may, system) for one in final]
        outcomes |= _with_sides(final, pair, splits, steps)
    return outcomes, reached


@frozen(eq=False)
class _Lifting:
    """The runs of a model behind paths of steps that may be possible, by the counters of cells."""

    model: Model
    bounds: Bounds
    budget: Budget
    report: Report

    @cached_property
    def _cells(self) -> Reduced:
        return by_cells(Subject(self.model), self.budget, self.report)

    def __call__(self, question: Property, path: SystemPath) -> Run | None:
        if not self.asks(question):
            return None
        self.report.say("following a path process by process")
        cells = self._cells
        own = next(one for one in cells.system.properties if one.name == question.name)
        asked = reachability(own)
        assert asked is not None
        found = lifted(path, self.bounds.may, cells, asked.target, self.budget)
        answer = Verdict("violated", "", 0.0, path=found)
        return None if found is None else cells.back(cells.tasks[0], own, answer)[1]

    def asks(self, prop: Property) -> bool:
        """True for a property that a single reached state violates, regardless of the states after it."""
        question = reachability(prop)
        return question is not None and question.kind == "never" and not self.model.fairness


def _with_sides(outcomes: Iterable[Outcome], pair: Bounds, splits: int, by: Steps = "both") -> dict[str, Outcome]:
    """The verdicts of bounds by the property's name, with the steps that they rest on."""
    return {
        one.property.name: replace(
            one, bounds=None if pair.exact else BoundsUsed(_side(one, by), len(pair.may.blocks), splits)
        )
        for one in outcomes
    }


def _side(outcome: Outcome, by: Steps) -> Literal["may", "must", "may and must", "lifted"]:
    """The steps on which a verdict rests, for an engine that has seen some."""
    side = deciding_steps(outcome.property, holds=outcome.verdict.outcome == "holds")
    return "lifted" if (by, side) == ("may", "must") else side


def _is_shown(outcome: Outcome) -> bool:
    """True where a run or a certificate shows the outcome."""
    proof = outcome.verdict.proof
    return outcome.run is not None or (proof is not None and bool(proof.scopes))


def _split(model: Model, blocks: Sequence[Processes], pair: Bounds) -> tuple[Processes, ...] | None:
    """The blocks, split by a set that an uncertain step names, or else a property; None where no set cuts a block.

    The lines of a step whose guards say least come first: they are possible most often.
    """
    lines = [line for step in pair.uncertain for origin in step.origins for line in origin.lines]
    lines.sort(key=lambda line: comparisons_in(line.guard))
    sets = [*chain.from_iterable(map(_named, lines))]
    formulas = [*(one.formula for one in model.properties), *(one.formula for one in model.fairness)]
    sets += [one for formula in formulas for one in named_sets(formula)]
    return next((tuple(refine([*blocks, one])) for one in sets if not is_union(one, blocks)), None)


def _named(line: GuardedUpdate) -> Iterator[Processes]:
    """The sets that a line names."""
    yield line.processes
    if line.partners is not None:
        yield line.partners
    yield from named_sets(line.guard)
    yield from sets_of_update(update_of(line))
