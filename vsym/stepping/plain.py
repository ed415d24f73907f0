"""A model of any kind, state by state, by what every model offers: each step is a choice, and each state an orbit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError
from vsym.exchange.documents import states_of, trace_in
from vsym.exchange.documents import written as document
from vsym.logic.formula import Formula
from vsym.models.protocol import AnyModel
from vsym.reductions.protocol import Run
from vsym.stepping.handout import Naming
from vsym.stepping.protocol import Choice, Disabled, View, Walk
from vsym.system.report import Report
from vsym.system.result import Path

if TYPE_CHECKING:
    from vsym.checking.answer import Exploration
    from vsym.models.text import AnyText, Observation
    from vsym.stepping import shapes


@frozen
class PlainStepper:
    """The steps of a model, one by one."""

    model: AnyModel

    def __repr__(self) -> str:
        return f"<PlainStepper: {self.name}>"

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    def starts(self) -> Iterator[Any]:
        """The initial states."""
        yield from dict.fromkeys(self.model.semantics.initial())

    def choices(self, state: Any) -> tuple[Choice[Any, Any], ...]:
        """The steps that are possible in a state."""
        steps = self.model.semantics.steps(state)
        return tuple(Choice(self.model.words.step(step), "", 1, step, target) for step, target in steps)

    def member(self, state: Any, place: int, names: Sequence[str]) -> Choice[Any, Any]:
        """Raises RefusedError: a step of such a model has no names to choose it by."""
        choice = self.choices(state)[place]
        raise RefusedError(f"{' '.join(names)} is not one of its instances: it has one, `{choice.label}`")

    def drawn(self, state: Any, place: int, _: Random) -> Choice[Any, Any]:
        """The step itself."""
        return self.choices(state)[place]

    def disabled(self, _: Any) -> tuple[Disabled, ...]:
        """Nothing: a definition only says which steps are possible."""
        return ()

    def view(self, state: Any) -> View:
        """The columns of the state."""
        cells = self.model.words.columns(state)
        return View((("variables", ", ".join(f"{name} = {value}" for name, value in cells)),), cells)

    def told(self, step: Any) -> str:
        """The step in a line."""
        return self.model.words.step(step)

    def orbit(self, state: Any) -> Any:
        """The state itself."""
        return state


@frozen
class Column:
    """A part of the state, by the name that paths have for it, which need not be an expression of the language; one
    that is, and is a truth value, is a condition."""

    model: AnyModel
    name: str
    condition: Formula | None

    def told(self, state: Any) -> str:
        """Its value in a state."""
        return dict(self.model.words.columns(state))[self.name]


def begun(
    model: AnyModel, _: Budget, __: Report, stepper: type[PlainStepper] = PlainStepper
) -> tuple[PlainStepper, tuple[str, ...]]:
    """The stepper, without notes."""
    return stepper(model), ()


def showing(
    run: Run, _: Exploration | None, stepper: type[PlainStepper] = PlainStepper
) -> tuple[PlainStepper, Path[Any, Any]]:
    """The stepper, and the path as it is."""
    return stepper(run.model), run.path


def toward(stepper: PlainStepper, _: Formula, __: Budget, ___: Report) -> PlainStepper:
    """The same stepper, which already tells all states apart."""
    return stepper


def observation(text: AnyText, model: AnyModel, written: str, values: Mapping[str, int], budget: Budget) -> Observation:
    """The value of an expression of the language, or else of a column of the state; raises as the text does."""
    try:
        return text.observation(written, values, budget)
    except (DiagnosticError, RefusedError):
        with suppress(StopIteration):
            if written in dict(model.words.columns(next(model.semantics.initial()))):
                return Column(model, written, None)
        raise


def written(stepper: PlainStepper, walk: Walk[Any, Any]) -> str:
    """The path as ITF, with the values of its columns as they are written."""
    states = [dict(stepper.view(state).cells) for state in walk.states[: walk.at + 1]]
    steps = ["", *map(stepper.told, walk.steps[: walk.at])]
    head = {"#meta": {"format": "ITF"}, "vars": [*states[0]]}
    lines = enumerate(zip(steps, states, strict=True))
    return document(
        head, ({"#meta": {"index": place, "step": step}, **state} for place, (step, state) in lines), indent=None
    )


def read(stepper: PlainStepper, text: str, file: str) -> Walk[Any, Any]:
    """The path of a document, found anew on the definition."""
    stated = states_of(trace_in(text, file), file)
    state = next((one for one in stepper.starts() if _is(stepper, one, stated[0])), None)
    if state is None:
        raise RefusedError(f"{file}: state 0: this is not an initial state of {stepper.name}")
    states, steps = [state], []
    for place, then in enumerate(stated[1:], 1):
        step = next((one for one in stepper.choices(states[-1]) if _is(stepper, one.target, then)), None)
        if step is None:
            raise RefusedError(f"{file}: state {place}: no step of {stepper.name} leads here from the state before")
        states.append(step.target)
        steps.append(step.step)
    return Walk(tuple(states), tuple(steps))


def _is(stepper: PlainStepper, state: Any, values: Mapping[str, Any]) -> bool:
    return all(values.get(name) == value for name, value in stepper.view(state).cells)


def paged(
    model: AnyModel, _: Budget, __: Report, stepper: type[PlainStepper] = PlainStepper
) -> tuple[PlainStepper, Naming[Any, Any]]:
    """Every state by itself, without names to exchange, since no element takes a step."""
    steps = stepper(model)
    naming = Naming[Any, Any](
        (), lambda _, __: (), lambda state: ("",) * len(steps.choices(state)), frozenset({"variables"})
    )
    return steps, naming


def state_record(state: Sequence[int]) -> shapes.CodedState:
    """The numbers that the state is."""
    return {"codes": [*state]}


def state_of(model: AnyModel, record: Mapping[str, Any]) -> Any:
    """The state of a model; raises ValueError and others where it is none."""
    state = tuple(record["codes"])
    if not all(isinstance(code, int) for code in state):
        raise ValueError(record)
    model.words.columns(state)
    return state
