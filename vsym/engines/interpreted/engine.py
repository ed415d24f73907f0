"""The interpreted engine: programs by their plain semantics, for where there is no C compiler."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.source import Diagnostic
from vsym.engines.compiled.questions import questions
from vsym.engines.compiled.search import Route, Step
from vsym.engines.compiled.verdicts import Judgement, KeptGraph
from vsym.engines.explicit.paths import path_to
from vsym.engines.interpreted.exploring import Exploration
from vsym.engines.protocol import Answer
from vsym.engines.refusals import mixed_logics, raise_refusals
from vsym.logic.properties import Property
from vsym.models.program.program import Program
from vsym.system.report import Report
from vsym.system.result import Reached

NAME = "interpreted"


@frozen
class InterpretedEngine:
    """States one by one, by the interpreter."""

    name: str = NAME

    def accepts(self, _: Program, prop: Property) -> Diagnostic | None:
        """VS401 for a property that mixes CTL and LTL."""
        return mixed_logics(prop)

    def verify(self, subject: Program, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """Explore as far as the limits allow, and decide the properties on that; raises DiagnosticError."""
        raise_refusals(self, subject, properties)
        asked = questions(properties, fair=bool(subject.fairness or subject.fair_rules), everywhere=True)
        report.say("exploring the states")
        exploration = Exploration(subject, properties, asked, budget, report, NAME)
        search = exploration.run()
        paths = _Paths(exploration)
        graph = KeptGraph(exploration.written, paths)
        judgement = Judgement(subject, tuple(properties), asked, search, paths, graph, NAME)
        return Answer(judgement.verdicts(budget, report), judgement.reached())

    def explore(self, subject: Program, budget: Budget, report: Report) -> Reached:
        """The reachable states, as far as the limits allow."""
        reached = self.verify(subject, (), budget, report).reached
        assert reached is not None
        return reached


ENGINE = InterpretedEngine()


@frozen(eq=False)
class _Paths:
    """Paths through the states of an exploration."""

    exploration: Exploration

    def to(self, state: int) -> Route:
        """A shortest path to a state."""
        path = path_to(self.exploration.parents, state)
        return self.along(path, [None] * len(path), None)

    def along(self, states: Sequence[int], rules: Sequence[int | None], loop: int | None) -> Route:
        """The path along states, each with the rule that leads there or None for any."""
        known = self.exploration.states
        steps = [Step(known[states[0]], None, ())]
        for before, state, rule in zip(states, states[1:], rules[1:], strict=False):
            steps.append(self._step(known[before], known[state], rule))
        return Route(tuple(steps), loop)

    def _step(self, before: tuple[int, ...], state: tuple[int, ...], rule: int | None) -> Step:
        for fired in self.exploration.semantics.fire(before):
            if fired.state == state and rule in (None, fired.firing.rule):
                return Step(state, fired.firing.rule, fired.firing.values)
        return Step(state, None, ())
