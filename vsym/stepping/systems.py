"""A system as text, state by state: each event is a choice, or has the reason why it is none."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from vsym.basics.frozen import frozen
from vsym.logic.formula import Formula, atoms, conjuncts
from vsym.logic.terms import Named
from vsym.models.transition.model import TransitionModel
from vsym.stepping import plain
from vsym.stepping.plain import PlainStepper, observation, read, state_record, toward, written
from vsym.stepping.protocol import Choice, Disabled, Hindrance
from vsym.system import step
from vsym.system.step import Vector

__all__ = ["begun", "observation", "paged", "read", "showing", "state_of", "state_record", "toward", "written"]


@frozen(repr=False)
class SystemStepper(PlainStepper):
    """The events of a system, one by one."""

    model: TransitionModel

    def choices(self, state: Vector) -> tuple[Choice[Vector, int], ...]:
        """The events that are enabled; one that is an error leads nowhere."""
        system = self.model.system
        errors = (system.events[number] for number in step.errors(system, state))
        wrong = tuple(Choice[Vector, int](one.label, one.by, 1, None, None, one.error) for one in errors)
        return (*super().choices(state), *wrong)

    def disabled(self, state: Vector) -> tuple[Disabled, ...]:
        """The events that are not enabled, each with the parts of its guard that are false."""
        events = enumerate(self.model.system.events)
        return tuple(
            Disabled(event.label, event.by, tuple(self._hindrances(event.guard, state)))
            for number, event in events
            if event.error is None and not step.is_enabled(self.model.system, number, state)
        )

    def _hindrances(self, guard: Formula, state: Vector) -> Iterator[Hindrance]:
        values = dict(self.model.words.columns(state))
        for part in conjuncts(guard):
            if not step.holds(self.model.system, part, state):
                names = dict.fromkeys(atom.name for atom in atoms(part) if isinstance(atom, Named))
                yield Hindrance(f"the condition on {', '.join(names)}", tuple((name, values[name]) for name in names))


begun = partial(plain.begun, stepper=SystemStepper)
showing = partial(plain.showing, stepper=SystemStepper)
paged = partial(plain.paged, stepper=SystemStepper)


def state_of(model: TransitionModel, record: dict[str, list[int]]) -> Vector:
    """The state of a model; raises ValueError and others where it is none."""
    state = tuple(record["codes"])
    if not all(
        isinstance(value, int) and one.range[0] <= value <= one.range[1]
        for one, value in zip(model.system.variables, state, strict=True)
    ):
        raise ValueError(record)
    return state
