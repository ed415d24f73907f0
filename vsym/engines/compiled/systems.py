"""The verdicts on a system, from the search of its compiled form.

The explicit engine's procedures decide the properties that the search leaves open, on the states it found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path as File

import numpy as np

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, Interruption, LimitReachedError
from vsym.basics.temporary import temporary_folder
from vsym.engines.compiled import graph_files
from vsym.engines.compiled.canonical import canonical_factors
from vsym.engines.compiled.search import NAME, Search, Settings, direct, is_direct, questions
from vsym.engines.compiled.search import Route as Steps
from vsym.engines.compiled.system_source import source
from vsym.engines.compiled.takeover import searched
from vsym.engines.explicit.deciding import decide
from vsym.engines.explicit.exploration import Exploration
from vsym.engines.explicit.initial import initial_vectors
from vsym.engines.explicit.stepping import Stepper
from vsym.engines.explicit.table import Layout
from vsym.engines.protocol import Answer
from vsym.logic.explaining import Route
from vsym.logic.properties import Property
from vsym.system.report import Report
from vsym.system.result import ErrorReached, Path, PathKind, Reached, SystemPath
from vsym.system.step import errors
from vsym.system.system import System


def verify(
    system: System, properties: Sequence[Property], settings: Settings, budget: Budget, report: Report
) -> Answer:
    """The verdict on each property, and the states that were found, up to literal maps of the values above the least
    one of each variable. Their group must preserve every predicate of the properties and fairness constraints.

    Raises ErrorReached, CompilerError, OSError where a file cannot be written, RuntimeError for our bugs.
    """
    factors = settings.quotient.strategies
    if factors:
        # The group need not keep a premise by itself, so that no stored state shows where it is never true.
        properties = [replace(prop, premises=()) for prop in properties]
    plan = questions(properties, fair=bool(system.fairness), everywhere=False)
    report.say("compiling the system")
    canonical = canonical_factors([high - low for low, high in system.ranges], factors) if factors else None
    model = source(system, plan.targets, canonical)
    announce = plan.announcing(properties, NAME, report)
    with temporary_folder("compiled") as folder:
        cut = write_starts(system, folder / "starts", budget)
        always = (
            cut is not None or plan.need_graph or bool(system.fairness) or any(prop.premises for prop in properties)
        )
        options: dict[str, object] = {"starts": folder / "starts"}
        if settings.quotient.virtual:
            # The image of a start state need not be one: paths begin in one of those that are given.
            options["begin"] = folder / "starts"
        if cut is None and all(event.error is None for event in system.events):
            # No verdict counts before it is certain that no error can be reached.
            options |= plan.stopping(properties, budget.spare)
        if always or plan.may_need_graph:
            options |= {"graph": folder, "always": int(always), "with-states": 1}
        with searched(model, (), options, budget, report, announce) as done:
            search, running = done.search, done.process

            def to(state: int, kind: PathKind) -> SystemPath:
                return system_path(system, running.to(state), kind)

            def along(route: Route[int], kind: PathKind) -> SystemPath:
                return system_path(system, running.along(route.path, [None] * len(route.path), route.loop), kind)

            if search.error is not None:
                path = to(search.expanded - 1, "counterexample")
                # Of an orbit, the path may end in a state that has another one of the events that are exchanged.
                raise ErrorReached(next(errors(system, path.states[-1])) if factors else search.error, path)
            stuck = None if search.deadlock is None else to(search.deadlock, "witness")
            reached = replace(reached_states(search, system, stuck, cut), compile_seconds=done.compile_seconds)
            reached = settings.quotient.counted(reached)
            if not always and all(is_direct(search, kind) for kind, _ in plan.targets):
                pairs = [(number, plan.targets[number][0]) for number in plan.of if number is not None]
                return Answer(tuple(direct(search, number, kind, NAME, to) for number, kind in pairs), reached)
            report.say("evaluating the properties")
            exploration = _exploration(system, folder, search, cut)
            if factors:
                exploration = Orbits(**vars(exploration), along=along)
            return Answer(decide(exploration, properties, budget, NAME), reached)


def write_starts(system: System, file: File, budget: Budget) -> Interruption | None:
    """Write the packed initial states; returns the interruption, if any."""
    layout = Layout.of(system.ranges)
    with file.open("wb") as opened:
        try:
            for vectors in initial_vectors(system):
                budget.check()
                layout.pack(vectors).tofile(opened)
        except LimitReachedError as limit:
            return limit.interruption
        except KeyboardInterrupt:
            return "keyboard"
        except MemoryError:
            return "memory"
    return None


@frozen(eq=False)
class Orbits(Exploration):
    """One state of each orbit, or some: a path along them is one of other states, which `along` finds."""

    along: Callable[[Route[int], PathKind], SystemPath]

    def path(self, route: Route[int], kind: PathKind) -> SystemPath:
        """A path of the system along the orbits of a route."""
        return self.along(route, kind)


def system_path(system: System, route: Steps, kind: PathKind) -> SystemPath:
    """A route as a path of the system: a slot holds how far a variable is above its least value."""
    lows = [low for low, _ in system.ranges]
    states = tuple(tuple(map(sum, zip(lows, step.state, strict=True))) for step in route.steps)
    return Path(kind, states, tuple(one.rule for one in route.steps[1:]), route.loop)


def reached_states(search: Search, system: System, stuck: SystemPath | None, cut: Interruption | None) -> Reached:
    """The states that a search found; `cut` is the reason if initial states are missing."""
    regular = (number for number, event in enumerate(system.events) if event.error is None)
    return search.reached(stuck, regular, cut)


def _exploration(system: System, folder: File, search: Search, cut: Interruption | None) -> Exploration:
    """The states that were found, as the explicit engine would have them."""
    stepper = Stepper.of(system)
    graph = graph_files.read(folder, 0)
    ends = np.flatnonzero(graph.rules == graph_files.ANY)
    keys = np.fromfile(folder / "states", dtype=np.int64).reshape(-1, stepper.layout.words)
    return Exploration(
        system=system,
        stepper=stepper,
        keys=keys,
        graph=graph.graph,
        parents=graph.parents,
        deadlocked=graph.graph.targets[ends],
        taken=frozenset(number for number, fired in enumerate(search.fired) if fired),
        initial=search.initial,
        depth=search.depth,
        all_initial=cut is None and search.all_initial,
        interrupted=cut or search.interrupted,
        seconds=search.seconds,
    )
