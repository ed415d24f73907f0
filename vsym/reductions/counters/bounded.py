"""A model reduced to bounds: the systems that engines see, and the meaning of their answers for the model.

An engine that knows both kinds of steps gets both systems at once; any other gets one of them. Possible steps show that
all paths satisfy a formula, or that none does. Certain steps show that some path does, or refute that all do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any, Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.limits import UndecidedError
from vsym.logic.bounds import Side, on, shape
from vsym.logic.formula import FALSE, Formula, Temporal, compare, conjunction, disjunction, is_predicate, negate
from vsym.logic.properties import Property
from vsym.logic.reachability import in_ctl
from vsym.logic.terms import Linear, Named, linear
from vsym.models.counting.model import Model
from vsym.reductions.counters.bounds import Bounds
from vsym.reductions.counters.lowering import lowered, lowered_formula
from vsym.reductions.counters.reduced import Reduced
from vsym.reductions.protocol import Method, Query, Run, Task
from vsym.system.result import ErrorReached, Path, Reached, SystemPath, Verdict
from vsym.system.system import Event, ModalSystem, System, Variable

Steps: TypeAlias = Literal["both", "may", "must"]
"""The steps that an engine sees."""

LOST = "lost?"
"""The variable that is 1 after a state of counters from which no step is certain, though some state has one: a name
that no variable of a model has."""

ONLY_MAY = "a path that may be possible shows the opposite, and vsym does not know that it is a path"
ONLY_MUST = "the steps that are certain do not show it"
NEEDS_BOTH = "the property speaks of all paths and of some path: --engine explicit decides such by bounds"


class PossibleError(UndecidedError):
    """An error may be reached, and bounds do not say that it is: on these blocks nothing is decided."""


Lifting: TypeAlias = Callable[[Property, SystemPath], Run | None]
"""The run of the model behind a path of steps that may be possible, to a violation of a property; None without one."""


@frozen
class Bounded:
    """A model, its bounds, and the steps that the engine sees; with `lifting`, a path of steps that may be possible
    shows a violation where it has a run."""

    bounds: Bounds
    steps: Steps = "both"
    lifting: Lifting | None = None

    @property
    def method(self) -> Method:
        return self._certain.method

    @property
    def model(self) -> Model:
        return self.bounds.model

    @property
    def state(self) -> str:
        return self._certain.state

    @property
    def queries(self) -> tuple[Query, ...]:
        """Each property with its question; one that speaks of all paths and of some path needs both kinds of steps."""
        questions = {prop.name: prop for prop in self.tasks[0].questions}
        return tuple(Query(prop, questions.get(prop.name), NEEDS_BOTH) for prop in self.model.properties)

    @cached_property
    def tasks(self) -> tuple[Task, ...]:
        if self.bounds.exact and self.steps != "both":
            return (Task(self._may, self._may.properties),)
        match self.steps:
            case "both":
                return (Task(ModalSystem(self._may, self._certain.system), self._may.properties),)
            case "may":
                fairness = tuple(replace(one, formula=on("possible", one.formula)) for one in self._may.fairness)
                questions = tuple(_on_may(prop) for prop in self._may.properties if shape(prop) != "mixed")
                system = replace(self._may, fairness=fairness, properties=questions)
            case "must":
                system = _with_lost(self._may, self._certain.system)
        return (Task(system, system.properties, counted=self.steps == "may"),)

    @cached_property
    def _may(self) -> System:
        """The system of steps that may be possible; where some state has none, the state may stay as it is."""
        counters = self.bounds.may
        system = lowered(counters)
        stuck = lowered_formula(counters, self.bounds.stuck)
        moving = disjunction(event.guard for event in system.events)
        both = conjunction([stuck, moving])
        if both == FALSE or not self.bounds.inexact:
            return system
        events = (*system.events, Event("stay", "no process can move", both, ()))
        return replace(system, events=events, deadlock=disjunction([stuck, negate(moving)]))

    @cached_property
    def _certain(self) -> Reduced:
        """The model reduced to certain steps: a path of them comes back as one of exact counters does."""
        return Reduced.to(self.model, self.bounds.must)

    def back(self, task: Task, question: Property, answer: Verdict) -> tuple[Verdict, Run | None]:
        """The answer where it is final, with a path of certain steps as a run; else it is unknown."""
        if not self.bounds.exact and self.steps != "both" and answer.outcome != "unknown":
            universal = shape(question) == "universal"
            final = "holds" if universal == (self.steps == "may") else "violated"
            if answer.outcome != final:
                if self.lifting is not None and self.steps == "may" and answer.path is not None:
                    run = self.lifting(question, answer.path)
                    if run is not None:
                        return answer, run
                reason = ONLY_MAY if self.steps == "may" else ONLY_MUST
                return Verdict("unknown", answer.engine, answer.seconds, reason), None
        if answer.path is None or (self.steps == "may" and not self.bounds.exact):
            return replace(answer, path=None), None
        width = len(self._certain.system.variables)
        path = replace(answer.path, states=tuple(vector[:width] for vector in answer.path.states))
        return self._certain.back(task, question, replace(answer, path=path))

    def shown(self, prop: Property, verdict: Verdict, run: Run) -> Run:
        return self._certain.shown(prop, verdict, run)

    def stuck(self, path: Path[Any, Any]) -> Run:
        return self._certain.stuck(path)

    def counted(self, reached: Reached) -> Reached:
        """The states that may be reached; a way to one that may be stuck need not be one."""
        return replace(reached, stuck=None)

    def error(self, reached: ErrorReached) -> Exception:
        """The error of the model where bounds are exact; else one that may be reached is none yet."""
        if self.bounds.exact:
            return self._certain.error(reached)
        return PossibleError("an assignment may leave its variable's range")


def _on_may(prop: Property) -> Property:
    """A property on possible steps: with sure predicates if it is about all paths, else with possible ones."""
    side: Side = "sure" if shape(prop) == "universal" else "possible"
    premises = tuple(replace(one, formula=on("possible", one.formula)) for one in prop.premises)
    return replace(prop, formula=on(side, prop.formula), premises=premises)


def _with_lost(may: System, must: System) -> System:
    """The system of certain steps, which are over for good where none is certain and some may be possible.

    Only paths that are never lost count: in a lost state no predicate is sure, and every one is possible.
    """
    lost = _is(LOST, 1)
    going = negate(lost)
    ends = conjunction([going, *(negate(event.guard) for event in must.events)])
    ends = conjunction([ends, disjunction(event.guard for event in may.events)])
    events = [replace(event, guard=conjunction([going, event.guard])) for event in must.events]
    events.append(Event("lost", "no step is certain", ends, ((LOST, Linear((), 1)),)))
    variable = Variable(LOST, Linear(), Linear((), 1), boolean=True, about="no step was certain")
    return replace(
        must,
        variables=(*must.variables, variable),
        initial=conjunction([must.initial, going]),
        events=tuple(events),
        properties=tuple(_on_must(prop, lost) for prop in must.properties if shape(prop) != "mixed"),
        fairness=tuple(replace(one, formula=on("sure", one.formula, lost)) for one in must.fairness),
    )


def _on_must(prop: Property, lost: Formula) -> Property:
    """A property on certain steps: with possible predicates if it is about all paths, else with sure ones."""
    if prop.logic == "ltl" and in_ctl(prop) is None:
        formula = disjunction([Temporal("F", (lost,)), on("possible", prop.formula)])
    elif prop.logic == "ltl" and not is_predicate(prop.formula):
        # A path that is lost later has begun as a path of the model, and for all of CTL that is enough.
        return replace(prop, logic="ctl", formula=on("possible", in_ctl(prop) or prop.formula, lost), premises=())
    else:
        side: Side = "possible" if shape(prop) == "universal" else "sure"
        formula = on(side, prop.formula, lost)
    return replace(prop, formula=formula, premises=())


def _is(name: str, number: int) -> Formula:
    return compare(linear([(Named(name), 1)]), "=", Linear((), number))
