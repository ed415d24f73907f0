"""A system as its own reduction: its only task is the system itself, and paths come back as they are."""

from __future__ import annotations

from typing import ClassVar, NoReturn

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.basics.source import Diagnostic, DiagnosticError, Span
from vsym.logic.properties import Property
from vsym.models.protocol import ReplayError
from vsym.models.transition.model import TransitionModel
from vsym.reductions.evidence import require_system
from vsym.reductions.protocol import Method, Query, Run, Task
from vsym.system.result import ErrorReached, Reached, SystemPath, Verdict
from vsym.system.step import errors, is_initial, reader, step_between, steps
from vsym.system.system import evaluate


@frozen
class Identity:
    """A model that engines are given as it is."""

    model: TransitionModel

    method: ClassVar[Method] = "plain"
    state: ClassVar[str] = "state"

    @property
    def queries(self) -> tuple[Query, ...]:
        return tuple(Query(prop, prop) for prop in self.model.properties)

    @property
    def tasks(self) -> tuple[Task, ...]:
        return (Task(self.model.system, self.model.properties),)

    @property
    def hints(self) -> tuple[Property, ...]:
        return self.model.hints

    def automatic(self) -> NoReturn:
        raise RefusedError("--hints auto lets processes in one by one, and a system has none; give hints by --hint")

    def back(self, _: Task, __: Property, answer: Verdict) -> tuple[Verdict, Run | None]:
        return answer, None if answer.path is None else Run(self.model, answer.path)

    def shown(self, prop: Property, verdict: Verdict, run: Run) -> Run:
        """The run, replayed; raises ReplayError where it shows nothing (our bug)."""
        require_system(self.model.system, prop, verdict, run.path)
        return run

    def stuck(self, path: SystemPath) -> Run:
        """A path to a deadlock, replayed; raises ReplayError."""
        self._require(path)
        system, last = self.model.system, path.states[-1]
        if next(steps(system, last), None) is not None or next(errors(system, last), None) is not None:
            raise ReplayError("the path to a deadlock does not end in one")
        return Run(self.model, path)

    def counted(self, reached: Reached) -> Reached:
        return reached

    def error(self, reached: ErrorReached) -> Exception:
        """The error of an event, at the event, with the path to it; raises ReplayError."""
        system, event = self.model.system, self.model.system.events[reached.event]
        self._require(reached.path)
        state = reached.path.states[-1]
        if event.error is None or reached.event not in errors(system, state):
            raise ReplayError("the path to an error does not end in one")
        span = event.span or Span(self.model.source, 0, 0)
        words = [self.model.words.step(number) for number in reached.path.steps if number is not None]
        path = f"reached by: {'; '.join(words)}" if words else "the state is initial"
        if not event.update:
            return DiagnosticError([Diagnostic("VS332", span, event.error, path)])
        value_of = reader(system, state)
        ranges = {one.name: one.range for one in system.variables}
        for name, term in event.update:
            value, (low, high) = evaluate(term, value_of), ranges[name]
            if not low <= value <= high:
                message = f"`{event.label}` assigns {value} to `{name}`, outside its range {low}..{high}, "
                break
        else:
            message = f"`{event.label}` leads out of the domain "
        hint = f"{path}; strengthen the guard or widen the range"
        return DiagnosticError([Diagnostic("VS330", span, f"{message}in a reachable state", hint)])

    def _require(self, path: SystemPath) -> None:
        """Raise ReplayError where the system has no such path."""
        system = self.model.system
        if not is_initial(system, path.states[0]):
            raise ReplayError("the path does not begin in an initial state")
        for before, then in zip(path.states, path.states[1:], strict=False):
            try:
                step_between(system, before, then)
            except ValueError:
                raise ReplayError("the system has no such step") from None


REDUCTION = Identity
"""The reduction of systems."""
