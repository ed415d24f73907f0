"""Results by accident: parts that are never reached, taken or true, and starts of no fair path."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from vsym.basics.frozen import frozen
from vsym.basics.limits import REASONS, Budget, UndecidedError, alarmed
from vsym.basics.options import RefusedError
from vsym.basics.source import ModelWarning, Source, Span
from vsym.checking.answer import Checked, Outcome
from vsym.checking.choice import OF_FEW_STATES
from vsym.checking.views.starts import initial_local_states
from vsym.engines.registry import engine
from vsym.engines.smt.phases import METHOD
from vsym.logic.formula import Formula, negate
from vsym.logic.properties import Property
from vsym.models.counting.model import LocalTransition, Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.spelling import Spelling
from vsym.reductions.counters.abstraction import AbstractTransition, CounterSystem
from vsym.system.report import Report, Silence
from vsym.system.step import holds
from vsym.system.system import System

LISTED = 8
"""The most local states of a family that a warning lists."""


def warned(checked: Checked, system: System, budget: Budget, report: Report) -> Checked:
    """The answer with warnings on its model: those of the text, and those that its reduction `system` shows.

    Beyond the results of the verdicts, vsym searches with a small budget, and reports nothing that this leaves open.
    Where Ctrl-C cuts this short, the work has `stopped`, and the verdicts stay.
    """
    warnings, stopped = list(checked.model.warnings), checked.stopped
    try:
        for warning in _accidents(checked, system, budget, report):
            warnings.append(warning)
    except KeyboardInterrupt:
        stopped = REASONS["keyboard"]
    except (UndecidedError, RefusedError, MemoryError):
        pass
    return replace(checked, warnings=tuple(warnings), stopped=stopped)


def _accidents(checked: Checked, system: System, budget: Budget, report: Report) -> Iterator[ModelWarning]:
    if checked.counters is None or not checked.model.size:
        return
    yield from unfair_start(checked)
    if any(outcome.verdict.reason == REASONS["keyboard"] for outcome in checked.outcomes):
        return
    never = unseen(checked, system, budget, report)
    for outcome in checked.outcomes:
        for number in never.premises.get(outcome.property.name, ()):
            left = outcome.property.premises[number].text
            message = f"`{outcome.property.name}` holds, but its left side, `{left}`, is never true"
            yield ModelWarning("vacuous property", message, outcome.property.span)
    yield from _unmet(checked, system, budget)
    steps = enumerate(checked.counters.transitions)
    live = [step for number, step in steps if number not in never.events and not step.overflow]
    yield from _Reach(checked.model, checked.counters, live).warnings(budget)


def _unmet(checked: Checked, system: System, budget: Budget) -> Iterator[ModelWarning]:
    """A warning for each property that paths in phases prove, and whose conditions nothing meets."""
    properties = {prop.name: prop for prop in system.properties}
    for outcome in checked.outcomes:
        name, verdict = outcome.property.name, outcome.verdict
        if (verdict.outcome, verdict.method) == ("holds", METHOD) and name in properties:
            from vsym.engines.smt.phases.vacuity import unmet

            condition = unmet(system, properties[name], budget)
            if condition is not None:
                message = f"`{name}` holds, but its left side, {condition}"
                yield ModelWarning("vacuous property", message, outcome.property.span)


def unfair_start(checked: Checked) -> Iterator[ModelWarning]:
    """A warning where no fair path starts from some initial state."""
    starts = (outcome.verdict.unfair for outcome in _in_these_blocks(checked))
    vector = next((start for start in starts if start is not None), None)
    if vector is not None and checked.counters is not None:
        counters, spelling = checked.counters, Spelling(checked.model)
        width = len(counters.counters)
        counts = zip(counters.counters, vector[:width], strict=True)
        values = zip(counters.shared, vector[width:], strict=True)
        counted = [f"{spelling.count(counter)} = {value}" for counter, value in counts if value]
        start = ", ".join([*counted, *(spelling.values([(variable.name, value)]) for variable, value in values)])
        message = f"no fair path starts from the initial state ({start}), so every claim about all paths holds there"
        yield ModelWarning("no fair path", message, checked.model.fairness[0].span)


class _Reach:
    """The local states that processes get to by the steps that may be taken in some reachable state."""

    def __init__(self, model: Model, counters: CounterSystem, live: list[AbstractTransition]) -> None:
        self._model, self._counters, self._live = model, counters, live

    def warnings(self, budget: Budget) -> Iterator[ModelWarning]:
        """A warning for each family of local states that are never reached, and each transition that is never taken, by
        any process or by those that a line is for. A transition whose source is never reached gets none."""
        unreached = self._unreached(budget)
        places, families = dict(self._model.declared), defaultdict[str, list[str]](list)
        for state in unreached:
            families[state.partition("[")[0]].append(state)
        for family, states in families.items():
            listed = ", ".join(f"`{state}`" for state in states[:LISTED])
            more = f" and {len(states) - LISTED:,} more" if len(states) > LISTED else ""
            message = f"the local state {listed} is" if len(states) == 1 else f"the local states {listed}{more} are"
            yield ModelWarning("unreached local state", f"{message} never reached", places.get(family))
        lost = frozenset(unreached)
        # The cases of one `trans` together.
        declared: list[list[LocalTransition]] = []
        for transition in self._model.transitions:
            if transition.case == 0:
                declared.append([])
            declared[-1].append(transition)
        for cases in budget.paced(declared):
            if cases[0].source not in lost:
                yield from self._untaken(cases)

    def _unreached(self, budget: Budget) -> list[str]:
        arrows = [arrow for step in self._live for arrow in _arrows(step)]
        entered = {target for _, target in arrows}
        if entered.issuperset(self._model.states):
            return []
        reached = set(initial_local_states(self._model, budget))
        waiting = list(reached)
        onward = defaultdict[str, set[str]](set)
        for source, target in arrows:
            onward[source].add(target)
        while waiting:
            fresh = onward[waiting.pop()] - reached
            reached |= fresh
            waiting += fresh
        return [state for state in self._model.states if state not in reached]

    @cached_property
    def _steps(self) -> Mapping[int, list[AbstractTransition]]:
        """The steps of each local transition, by its identity: hashing one takes time in proportion to its size."""
        steps = defaultdict[int, list[AbstractTransition]](list)
        for step in self._live:
            for origin in step.origins:
                steps[id(origin)].append(step)
        return steps

    def _untaken(self, cases: Sequence[LocalTransition]) -> Iterator[ModelWarning]:
        transition = cases[0]
        steps = [step for case in cases for step in self._steps.get(id(case), ())]
        if not steps:
            message = f"`{transition.label}` is never taken"
            yield ModelWarning("untaken transition", message, transition.span)
            return
        blocks = [(self._processes(step.block), self._processes(step.other)) for step in steps]
        for line in transition.lines:
            partners = line.partners or self._model.processes
            if line.processes and not any(b & line.processes and other & partners for b, other in blocks):
                named = Spelling(self._model).processes(line.processes)
                if line.partners is not None and line.partners != self._model.processes:
                    named += f" with {Spelling(self._model).processes(line.partners)}"
                message = f"the guard of `{transition.label}` for `{named}` is never true where one of them could move"
                yield ModelWarning("guard never true", message, line.span)

    def _processes(self, block: int | None) -> Processes:
        """The processes of a block by its number, and all of them where there is none."""
        return self._model.processes if block is None else self._counters.blocks[block].processes


def _arrows(step: AbstractTransition) -> Iterator[tuple[str, str]]:
    """The local states that a step may move processes from and to: its mover, its partner, and all others."""
    yield step.source, step.target
    for origin in step.origins:
        if origin.partner is not None:
            yield origin.partner.source, origin.partner.target
        for sweep in origin.others:
            yield from ((move.source, move.target) for move in sweep.moves)


FEW_STATES = 5_000
"""The most states, reachable or not, of a system that vsym enumerates if the verdicts did not: that takes no time."""

ASKING_SECONDS = 0.5
"""The seconds of processor time of the SMT engine for larger systems; the parts that it leaves open get no warning."""


@frozen
class Unseen:
    """By property, the numbers of its premises that are never true, and the events that are never enabled, as far as
    these are known."""

    premises: Mapping[str, tuple[int, ...]]
    events: frozenset[int]


def unseen(checked: Checked, system: System, budget: Budget, report: Report) -> Unseen:
    """The premises and events that the verdicts' own work has shown to be never true, and others by reachability."""
    verdicts = {outcome.property.name: outcome.verdict for outcome in checked.outcomes}
    vacuous = {name: verdict.vacuous for name, verdict in verdicts.items() if verdict.vacuous is not None}
    open_premises = [
        (prop, number)
        for prop in system.properties
        if verdicts[prop.name].outcome == "holds" and prop.name not in vacuous
        for number in range(len(prop.premises))
    ]
    explored = checked.reached
    idle = None if explored is None else explored.idle
    if (explored is not None and not explored.complete) or (idle is not None and not open_premises):
        return Unseen(vacuous, frozenset(idle or ()))
    report.say("looking for vacuous results")
    regular = [number for number, event in enumerate(system.events) if event.error is None and idle is None]
    predicates = {("property", prop.name, n): prop.premises[n].formula for prop, n in open_premises}
    predicates |= {("event", "", number): system.events[number].guard for number in regular}
    paths = [one.verdict.path for one in _in_these_blocks(checked) if one.verdict.path is not None]
    met = {state for path in paths for state in path.states}
    predicates = {
        place: one for place, one in predicates.items() if not any(holds(system, one, state) for state in met)
    }
    never = _never(system, list(predicates.values()), budget)
    places = [place for place, nowhere in zip(predicates, never, strict=True) if nowhere]
    for prop, _ in open_premises:
        vacuous[prop.name] = tuple(n for kind, name, n in places if (kind, name) == ("property", prop.name))
    return Unseen(vacuous, frozenset(idle or (n for kind, _, n in places if kind == "event")))


def _in_these_blocks(checked: Checked) -> Iterator[Outcome]:
    """The outcomes whose states are those of the answer's counters: bounds may have decided others in fewer blocks."""
    blocks = 0 if checked.counters is None else len(checked.counters.blocks)
    return (one for one in checked.outcomes if one.bounds is None or one.bounds.blocks == blocks)


def _never(system: System, predicates: list[Formula], budget: Budget) -> list[bool]:
    """Tells which predicates hold in no reachable state, fair or not; raises KeyboardInterrupt after Ctrl-C."""
    nowhere = Span(Source(system.name, ""), 0, 0)
    properties = tuple(
        Property(f"never {number}", "invariant", negate(predicate), "", nowhere)
        for number, predicate in enumerate(predicates)
    )
    bare = replace(system, properties=properties, fairness=())
    small = not system.parameters and system.state_count <= FEW_STATES
    if small:
        answer = engine(OF_FEW_STATES).verify(bare, properties, budget, Silence())
    else:
        short = replace(budget.of_processor(ASKING_SECONDS), bound=None)
        with alarmed(short):
            answer = engine("smt").verify(bare, properties, short, Silence())
    if any(verdict.reason == REASONS["keyboard"] for verdict in answer.verdicts):
        raise KeyboardInterrupt
    return [verdict.outcome == "holds" for verdict in answer.verdicts]
