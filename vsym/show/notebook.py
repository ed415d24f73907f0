"""Values that notebooks show as the command line does, with a picture where there is one to draw."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import field, fields
from functools import cache, cached_property
from typing import Any, ClassVar, TypeAlias, TypeVar

from vsym.basics.frozen import frozen
from vsym.basics.limits import UndecidedError
from vsym.basics.options import RefusedError
from vsym.basics.source import did_you_mean
from vsym.checking.answer import Checked, Outcome
from vsym.checking.views.quotient import Neighbourhood
from vsym.models.protocol import AnyModel
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.reduced import Reduced
from vsym.show.pictures.picture import Picture
from vsym.show.text.fitting import as_html, as_text
from vsym.show.text.lines import Story, system_line
from vsym.show.text.processes import abstraction
from vsym.show.text.story import verification
from vsym.show.text.symmetry import identification
from vsym.show.text.traces import elsewhere, style_of, trace_table
from vsym.symmetry.virtual.identification import Decided
from vsym.system.result import Verdict

_WIDTH = 140
_SECONDS = 10.0

_PROCESSES, _COUNTER_STATES = 6, 40
"""The most processes and counter states of a model whose concrete structure is shown with its abstraction."""


class Displayed(ABC):
    """Shown by `print` and as plain text by its story, by a notebook with its picture above it.

    Its `repr` is one line. A class of this kind has no `__repr__` of its own, which IPython would prefer.
    """

    @abstractmethod
    def told(self) -> Story:
        """The lines that tell of the result."""

    def picture(self) -> str | None:
        """An `<svg>` element, None where there is nothing to draw or it cannot be drawn."""
        return None

    def __str__(self) -> str:
        return as_text(self.told(), _WIDTH, color=False)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.brief()}>"

    def brief(self) -> str:
        """The first line of its story."""
        return str(self).partition("\n")[0].strip()

    def _repr_html_(self) -> str:
        """The HTML that IPython displays."""
        return f"{self._drawing or ''}{as_html(self.told(), _WIDTH)}"

    def _repr_svg_(self) -> str | None:
        """The picture that IPython keeps beside it for where no HTML can be shown."""
        return self._drawing

    @cached_property
    def _drawing(self) -> str | None:
        """The picture, drawn once although IPython asks for both forms."""
        return self.picture()

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        """The text that IPython shows where there is text only."""
        printer.text(str(self))


ModelT = TypeVar("ModelT", bound=AnyModel)

Drawing: TypeAlias = "Callable[[Any], Picture]"
"""The function that draws a model; it may raise UndecidedError."""


@frozen(eq=False, repr=False)
class Loaded(Displayed):
    """A model that a notebook shows in a line, with its `drawing` if there is one; equal to any other model with the
    same parts. Its class derives from this one and from the class of its kind of model."""

    plain: ClassVar[type[Any]]
    drawing: Drawing | None = field(default=None, kw_only=True)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, self.plain):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self._compared())

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in self._compared()))

    def __reduce__(self) -> tuple[Any, ...]:
        """The call that makes the model again, because pickle cannot find the class of a loaded model by its name."""
        return loaded, (self.plain(**{one.name: getattr(self, one.name) for one in fields(self.plain)}), self.drawing)

    def _compared(self) -> Iterator[str]:
        return (part.name for part in fields(self.plain) if part.compare)

    def told(self) -> Story:
        """The system in one line."""
        model: Any = self
        return [system_line(model)]

    def picture(self) -> str | None:
        """The picture of its kind."""
        try:
            return None if self.drawing is None else _drawn(self.drawing(self))
        except UndecidedError:
            return None


def loaded(model: ModelT, drawing: Drawing | None = None) -> ModelT:
    """The same model, which notebooks show."""
    # What a model has worked out of its fields stands beside them.
    kind: Any = type(model)
    made: ModelT = _class_of(kind)(**{one.name: getattr(model, one.name) for one in fields(kind)}, drawing=drawing)
    return made


@cache
def _class_of(kind: Any) -> Any:
    """The class of models of a kind that notebooks show."""
    return frozen(eq=False, repr=False)(type(f"Loaded{kind.__name__}", (Loaded, kind), {"plain": kind}))


@frozen(repr=False)
class Symmetry(Displayed, Decided):
    """The verdict on the symmetry of a model, shown as `vsym symmetry` shows it."""

    def told(self) -> Story:
        """The verdict on each local transition, and why it is broken where it is."""
        return identification(self, everything=False)

    def picture(self) -> str | None:
        """The witness of the first local transition that is broken."""
        from vsym.show.pictures.witness import witness

        for decision, witness_at in zip(self.decisions, self.witnesses, strict=True):
            if witness_at is not None:
                label = self.model.label(decision.relation.origins)
                return _drawn(witness(self.model, label, witness_at))
        return None


@frozen(repr=False)
class Abstraction(Displayed):
    """A model's counter abstraction, shown as `vsym abstract` shows it.

    `near` finds the part of the concrete structure that there is room for beside it.
    """

    decided: Decided
    system: CounterSystem
    near: Callable[[Reduced, int], Neighbourhood] = field(compare=False)

    def told(self) -> Story:
        """Blocks, counters and guards."""
        return abstraction(self.decided, self.system, everything=False)

    def picture(self) -> str | None:
        """The concrete structure with its orbits beside the counter abstraction, of a model that is small enough."""
        from vsym.show.pictures.quotient import quotient, room

        if self.decided.model.size > _PROCESSES or self.system.state_count > _COUNTER_STATES:
            return None
        reduced = Reduced.to(self.decided.model, self.system)
        return _drawn(quotient(reduced, self.near(reduced, room(reduced.model))))


@frozen(repr=False)
class Trace(Displayed):
    """A run that shows why a property is violated, or that it holds: a table, in a notebook as swim lanes."""

    model: AnyModel
    outcome: Outcome

    def told(self) -> Story:
        """One row per state, in the words of its kind of model."""
        run = self.outcome.run
        if run is None:
            return []
        _, inside = elsewhere(self.model, self.outcome)
        return [trace_table(self.outcome.property, run, style_of(self.model), inside)]

    def _repr_html_(self) -> str:
        """The HTML that IPython displays: a lane for each process."""
        from vsym.show.page.lanes import swim_lanes
        from vsym.show.page.rendering import lanes

        trace = swim_lanes(self.model, self.outcome, style_of(self.model))
        return super()._repr_html_() if trace is None else lanes(trace)


@frozen(repr=False)
class Result(Displayed, Checked):
    """The verdicts on a model, shown by a notebook, and by `print`, as `vsym check` shows them."""

    @property
    def verdicts(self) -> dict[str, str]:
        """The verdict on each property, by name."""
        return {outcome.property.name: outcome.verdict.outcome for outcome in self.outcomes}

    @property
    def findings(self) -> dict[str, Verdict]:
        """The result on each property, by name: of one violated at some sizes, the sizes."""
        return {outcome.property.name: outcome.verdict for outcome in self.outcomes}

    def brief(self) -> str:
        """The verdicts in one line."""
        return ", ".join(f"{one.property.name} {one.verdict.outcome}" for one in self.outcomes) or "no properties"

    def trace(self, name: str) -> Trace:
        """The path that shows the verdict on a property; raises RefusedError for none, and for no such property."""
        by_name = {outcome.property.name: outcome for outcome in self.outcomes}
        if name not in by_name:
            hint = did_you_mean(name, [*by_name]) or f"there are: {', '.join(by_name) or 'none'}"
            raise RefusedError(f"no property `{name}` was verified; {hint}")
        if by_name[name].run is None:
            raise RefusedError(f"`{name}` {by_name[name].verdict.outcome}, and no path shows it")
        return Trace(self.model, by_name[name])

    def told(self) -> Story:
        """The whole story of `vsym check`."""
        return verification(self, style_of(self.model), everything=False, quiet=False)


def _drawn(picture: Picture) -> str | None:
    from vsym.show.pictures.drawing import svg

    try:
        return svg(picture, _SECONDS)
    except (RefusedError, UndecidedError):
        return None
