"""A session: its model, the present walk in it, and the result of each command.

Nothing here reads, prints or writes.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from rich.text import Text

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.numbers import plural
from vsym.basics.options import RefusedError
from vsym.checking.answer import Checked
from vsym.checking.check import check
from vsym.checking.question import Question, Subject, Wishes
from vsym.logic.formula import Formula
from vsym.models.protocol import AnyModel
from vsym.reductions.protocol import Run
from vsym.show.text import stepping as text
from vsym.stepping.handout import Way, way
from vsym.stepping.protocol import Stepper, Walk, aiming
from vsym.stepping.registry import Guide, guide
from vsym.system.report import Report

if TYPE_CHECKING:
    from vsym.models.text import AnyText, Observation


ROOM = 20_000
"""The most orbits among which vsym looks for a way from the present state."""


@frozen
class Evidence:
    """A verdict in words, and the path that shows it, if one does."""

    verdict: str
    walk: Walk[Any, Any] | None = None
    note: str = ""


@frozen
class SessionModel:
    """The text of a model with the values of its parameters; each question has so many `seconds`, and ends with
    UndecidedError where it takes longer."""

    text: AnyText
    values: Mapping[str, int]
    budget: Budget
    seconds: float
    report: Report

    @cached_property
    def model(self) -> AnyModel:
        """The model; raises DiagnosticError."""
        model: AnyModel = self.text.at(self.values, self.budget)
        return model

    @property
    def stepper(self) -> Stepper[Any, Any]:
        """The model state by state; raises the errors of the model."""
        return self._begun[0]

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes on its symmetry."""
        return self._begun[1]

    @property
    def properties(self) -> tuple[str, ...]:
        """The names of its properties."""
        return tuple(prop.name for prop in self.model.properties)

    def observation(self, written: str) -> Observation:
        """The value of an expression; raises DiagnosticError, and RefusedError for a text that is none."""
        return self._guide.observation(self.text, self.model, written, self.values, self._limited)

    def counterexample(self, name: str) -> Evidence:
        """The path that shows the verdict on a property. Raises RefusedError where there is no such property, and
        DiagnosticError for an error of the model."""
        model = self.model.asking([name])
        if model.nevers:
            raise RefusedError(f"the path of `{name}` has an observer beside it: `vsym check --prop {name}` shows it")
        return self._shown(model.stating(model.properties))

    def way(self, state: Any, observed: Observation) -> Way[Any, Any]:
        """A shortest way from a state to one in which an observation is true."""
        condition = _condition(observed)
        stepper = self._guide.toward(self.stepper, condition, self._limited, self.report)
        semantics = self.model.semantics
        return way(stepper, [state], lambda one: semantics.holds(condition, one), ROOM, self._limited)

    def from_start(self, observed: Observation) -> Evidence:
        """A path from an initial state to a state in which an observation is true."""
        return self._shown(aiming(self.stepper.model, _condition(observed)))

    def written(self, walk: Walk[Any, Any]) -> str:
        """A walk up to its present state, as ITF."""
        return self._guide.written(self.stepper, walk)

    def read(self, text: str, file: str) -> Walk[Any, Any]:
        """The path that an ITF document tells; raises RefusedError, with the place, where it is none of the model."""
        return self._guide.read(self.stepper, text, file)

    @cached_property
    def _begun(self) -> tuple[Stepper[Any, Any], tuple[str, ...]]:
        return self._guide.begun(self.model, self._limited, self.report)

    @property
    def _guide(self) -> Guide:
        return guide(self.text.kind)

    @property
    def _limited(self) -> Budget:
        return replace(self.budget, deadline=time.monotonic() + self.seconds)

    def _shown(self, model: AnyModel) -> Evidence:
        checked = check(Question(Subject(model), Wishes(warned=False), self._limited), self.report)
        return self._told(checked)

    def _told(self, checked: Checked) -> Evidence:
        outcome = checked.outcomes[0]
        verdict = outcome.verdict.outcome if outcome.verdict.reason is None else outcome.verdict.reason
        run = outcome.run
        if run is None:
            return Evidence(verdict)
        if not run.path.states:
            return Evidence(verdict, note="" if run.ending is None else f"a start ends in an error: {_error(run)}")
        _, path = self._guide.showing(run, checked.main)
        note = "" if run.ending is None else f"its last state ends in an error: {_error(run)}"
        if path.loop is not None and run.view is not None:
            note = f"the last state has the counters of state {path.loop}: the path loops"
        elif path.loop is not None:
            note = f"the last state is state {path.loop} again: the path loops"
        return Evidence(verdict, Walk.along(path), note)


def _error(run: Run) -> str:
    assert run.ending is not None
    return run.ending.fault.message


def _condition(observed: Observation) -> Formula:
    """The predicate of a goal; raises RefusedError for another value."""
    if observed.condition is None:
        raise RefusedError("a goal is a condition, not a number or the value of an enumeration")
    return observed.condition


@frozen
class Lead:
    """A sentence, and the path `on` from the state, or one `anew` from a start; neither without a path."""

    said: str
    on: Walk[Any, Any] | None = None
    anew: Evidence | None = None


def lead(subject: SessionModel, state: Any, observed: Observation) -> Lead:
    """A shortest path from a state to one in which a condition is true; raises RefusedError for another expression,
    and UndecidedError at a limit."""
    way = subject.way(state, observed)
    if way.taken is not None:
        steps, states = tuple(step for step, _ in way.taken), tuple(one for _, one in way.taken)
        return Lead(
            f"{plural(len(steps), 'step')} to it" if steps else "the condition holds already",
            Walk((state, *states), steps),
        )
    here = "unreachable from here" if way.certain else f"not found among {way.states:,} orbits from here"
    path = subject.from_start(observed)
    if path.walk is None:
        never = "no start reaches it" if path.verdict == "holds" else f"from a start: {path.verdict}"
        return Lead(f"{here}; {never}")
    return Lead(f"{here}; this path from a start leads to it", anew=path)


@frozen
class Session:
    """The present walk, the watched values, and the source of chance with its `seed`."""

    subject: SessionModel
    walk: Walk[Any, Any]
    seed: int
    random: Random
    watched: tuple[tuple[str, Observation], ...] = ()

    @staticmethod
    def begun(subject: SessionModel, seed: int) -> Session:
        """A session in the first of the initial states; raises RefusedError where there is none."""
        first = next(subject.stepper.starts(), None)
        if first is None:
            raise RefusedError(f"{subject.stepper.name} has no initial state without an error")
        return Session(subject, Walk((first,)), seed, Random(seed))


@frozen
class Reply:
    """The result of a command: the session from now on, the text to show, the files to write, by their names.

    Where a path is to be `read`, that is the name of its file, whose text is for `loaded`. `ended` after the last one.
    """

    session: Session
    lines: Sequence[RenderableType] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    read: str | None = None
    ended: bool = False


def at(session: Session, *before: str) -> Reply:
    """The present state, below a note."""
    return Reply(session, [*(Text(said) for said in before), *shown_state(session)])


def shown_state(session: Session) -> list[RenderableType]:
    """The present state, with the possible steps."""
    stepper, walk = session.subject.stepper, session.walk
    last = stepper.told(walk.steps[walk.at - 1]) if walk.at else None
    watched = [(written, one.told(walk.state)) for written, one in session.watched]
    return [
        text.where(stepper.name, walk, last),
        text.state_table(stepper.view(walk.state), watched),
        *text.choices_lines(stepper.choices(walk.state), stepper.disabled(walk.state)),
        Text(""),
    ]


def loaded(session: Session, text: str, file: str) -> Reply:
    """The session at the beginning of the path that a file tells; raises as `SessionModel.read` does."""
    return at(replace(session, walk=session.subject.read(text, file)))
