"""Values that notebooks show as the command line does, with a picture where there is one to draw."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import field, fields
from functools import cached_property
from typing import Protocol, TypeVar

from vsym.basics.frozen import frozen
from vsym.basics.limits import UndecidedError
from vsym.basics.options import RefusedError
from vsym.basics.source import did_you_mean
from vsym.checking.neighbourhood import Neighbourhood
from vsym.checking.results import Checked, Outcome
from vsym.logic.properties import Property
from vsym.models.counting.model import Model
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.reduced import Reduced
from vsym.show.pictures.picture import Picture
from vsym.show.text import lines as text
from vsym.show.text import story
from vsym.show.text.fitting import as_html, as_text
from vsym.show.text.traces import trace_table
from vsym.symmetry.virtual.identification import Decided
from vsym.system.result import Verdict

_WIDTH = 140
_SECONDS = 10.0

_PROCESSES, _COUNTER_STATES = 6, 40
"""How large a model may be whose concrete structure is shown with its abstraction."""


class Printer(Protocol):
    """What IPython gives to whoever prints himself."""

    def text(self, text: str, /) -> None:
        """Print this."""


class Displayed(ABC):
    """Shown by `print` and as plain text by its story, by a notebook with its picture above it.

    Its `repr` is one line. A class of this kind has no `__repr__` of its own, which IPython would prefer.
    """

    @abstractmethod
    def told(self) -> story.Story:
        """What is told."""

    def picture(self) -> str | None:
        """An `<svg>` element, None where there is nothing to draw or it cannot be drawn."""
        return None

    def __str__(self) -> str:
        return as_text(self.told(), _WIDTH, color=False)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.brief()}>"

    def brief(self) -> str:
        """What it says in one line."""
        return str(self).partition("\n")[0].strip()

    def _repr_html_(self) -> str:
        """What IPython displays."""
        return f"{self._drawing or ''}{as_html(self.told(), _WIDTH)}"

    def _repr_svg_(self) -> str | None:
        """What IPython keeps beside it for where no HTML can be shown."""
        return self._drawing

    @cached_property
    def _drawing(self) -> str | None:
        """The picture, drawn once although IPython asks for both forms."""
        return self.picture()

    def _repr_pretty_(self, printer: Printer, _cycle: bool) -> None:
        """What IPython shows where there is text only."""
        printer.text(str(self))


@frozen(eq=False, repr=False)
class LoadedModel(Displayed, Model):
    """A model that a notebook shows as its local states; equal to any other model with the same parts.

    `starts` finds those in which a process can start, or raises UndecidedError.
    """

    starts: Callable[[Model], frozenset[str]] = field(kw_only=True)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Model):
            return NotImplemented
        return all(getattr(self, part.name) == getattr(other, part.name) for part in fields(Model) if part.compare)

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, part.name) for part in fields(Model) if part.compare))

    def told(self) -> story.Story:
        """The system in one line."""
        return [text.system_line(self)]

    def picture(self) -> str | None:
        """The local states with their guards."""
        from vsym.show.pictures.local_states import local_states

        try:
            return _drawn(local_states(self, self.starts(self)))
        except UndecidedError:
            return None


@frozen(repr=False)
class Symmetry(Displayed, Decided):
    """The verdict on the symmetry of a model, shown as `vsym symmetry` shows it."""

    def told(self) -> story.Story:
        """The verdict on each local transition, and why it is broken where it is."""
        return story.identification(self, everything=False)

    def picture(self) -> str | None:
        """The witness of the first local transition that is broken."""
        from vsym.show.pictures.witness import witness

        for decision, found in zip(self.decisions, self.witnesses, strict=True):
            if found is not None:
                label = self.model.label(decision.relation.origins)
                return _drawn(witness(self.model, label, found))
        return None


@frozen(repr=False)
class Abstraction(Displayed):
    """A model's counter abstraction, shown as `vsym abstract` shows it.

    `near` finds the part of the concrete structure that there is room for beside it.
    """

    decided: Decided
    system: CounterSystem
    near: Callable[[Reduced, int], Neighbourhood] = field(compare=False)

    def told(self) -> story.Story:
        """Blocks, counters and guards."""
        return story.abstraction(self.decided, self.system, everything=False)

    def picture(self) -> str | None:
        """The concrete structure with its orbits beside the counter abstraction, of a model that is small enough."""
        from vsym.show.pictures.quotient import quotient, room

        if self.decided.model.size > _PROCESSES or self.system.state_count > _COUNTER_STATES:
            return None
        reduced = Reduced.to(self.decided.model, self.system)
        return _drawn(quotient(reduced, self.near(reduced, room(reduced.model))))


@frozen(repr=False)
class Trace(Displayed):
    """A path that shows why a property is violated, or that it holds: a table, in a notebook as swim lanes."""

    model: Model
    system: CounterSystem
    outcome: Outcome

    def told(self) -> story.Story:
        """One row per state: its counters, and where each process is."""
        return [trace_table(self.model, self.system, self.outcome, "full")]

    def _repr_html_(self) -> str:
        """What IPython displays: a lane for each process."""
        from vsym.show.page.rendering import lanes
        from vsym.show.page.traces import swim_lanes

        shown = swim_lanes(self.model, self.system, self.outcome, "full")
        return super()._repr_html_() if shown is None else lanes(shown)


class Judgement(Protocol):
    """A property with its verdict."""

    @property
    def verdict(self) -> Verdict:
        """What is known of it."""

    @property
    def property(self) -> Property:
        """What was asked."""


Judged = TypeVar("Judged", bound=Judgement, covariant=True)


class _Checked(Protocol[Judged]):
    @property
    def outcomes(self) -> tuple[Judged, ...]: ...


class Findings:
    """What is known of each property, by its name, for classes that have `outcomes`."""

    @property
    def verdicts(self: _Checked[Judgement]) -> dict[str, str]:
        """The verdict on each property, by name."""
        return {outcome.property.name: outcome.verdict.outcome for outcome in self.outcomes}

    def brief(self: _Checked[Judgement]) -> str:
        """The verdicts in one line."""
        return ", ".join(f"{one.property.name} {one.verdict.outcome}" for one in self.outcomes) or "no properties"

    @property
    def findings(self: _Checked[Judgement]) -> dict[str, Verdict]:
        """All that is known of each property, by name: of one violated at some sizes, the sizes."""
        return {outcome.property.name: outcome.verdict for outcome in self.outcomes}

    def outcome_of(self: _Checked[Judged], name: str) -> Judged:
        """The outcome of a property; raises RefusedError for a name that none has."""
        known = {outcome.property.name: outcome for outcome in self.outcomes}
        if name not in known:
            hint = did_you_mean(name, [*known]) or f"there are: {', '.join(known) or 'none'}"
            raise RefusedError(f"no property `{name}` was verified; {hint}")
        return known[name]


@frozen(repr=False)
class Result(Findings, Displayed, Checked):
    """The verdicts on a model, shown by a notebook, and by `print`, as `vsym check` shows them."""

    def trace(self, name: str) -> Trace:
        """The path that shows the verdict on a property; raises RefusedError where there is none."""
        asked = self.outcome_of(name)
        checked, outcome = (self, asked) if asked.at is None else _of_instance(asked)
        if outcome.trace is None or checked.counters is None:
            raise RefusedError(f"`{name}` {asked.verdict.outcome}, and no path shows it")
        return Trace(checked.model, checked.counters, outcome)

    def told(self) -> story.Story:
        """The whole story of `vsym check`."""
        return story.verification(self, "full", everything=False, quiet=False)


def _of_instance(outcome: Outcome) -> tuple[Checked, Outcome]:
    assert outcome.at is not None
    return outcome.at, outcome.at.outcomes[0]


def _drawn(picture: Picture) -> str | None:
    from vsym.show.pictures.drawing import svg
    from vsym.show.pictures.graphviz import DrawingError

    try:
        return svg(picture, _SECONDS)
    except DrawingError:
        return None
