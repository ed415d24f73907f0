"""The concrete structure M(P) of a counting model in the form of any model's definition."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.numbers import number, plural
from vsym.logic.formula import TRUE, Formula, atoms
from vsym.models.counting import semantics
from vsym.models.counting.counts import deadlocked, with_meaning
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.semantics import State, Step
from vsym.models.counting.spelling import Spelling
from vsym.models.protocol import differing

if TYPE_CHECKING:
    from vsym.models.shapes import Facts


@frozen
class Structure:
    """States are local states of processes with shared values."""

    model: Model

    def initial(self) -> Iterator[State]:
        return semantics.initial_states(self.model)

    def steps(self, state: State, /) -> Iterator[tuple[Step, State]]:
        """Every step from a state; raises RangeError where an enabled one assigns outside a range."""
        return ((step, step.target) for step in semantics.steps(self.model, state))

    def holds(self, predicate: Formula, state: State, /) -> bool:
        return semantics.holds(with_meaning(predicate, self._deadlocked), state)

    @cached_property
    def _deadlocked(self) -> Formula:
        return deadlocked(self.model)


_LISTED = 8
"""The most names of a list in a line."""


@frozen
class Words:
    """The words of a model of processes."""

    model: Model

    @property
    def extent(self) -> str:
        """Processes by groups, local states, shared variables, and values of parameters."""
        model = self.model
        groups = [f"{group.name} {size_text(model, group.processes)}" for group in model.groups]
        count = plural(model.size, "process", "processes")
        if model.sizes.parameters:
            count = f"{size_text(model, model.processes)} processes"
        parts = [f"{count} ({listed(groups)})", plural(len(model.states), "local state")]
        if model.shared:
            parts.append(plural(len(model.shared), "shared variable"))
        values = ", ".join(f"{name} = {value}" for name, value in model.parameters)
        return "; ".join(part for part in (", ".join(parts), values, every_size_text(model)) if part)

    @property
    def facts(self) -> Facts:
        """The number of processes, their local states, and the values of open sizes that the model covers."""
        model = self.model
        facts: Facts = {
            "processes": self._size(model.processes),
            "local_states": list(model.states),
            "groups": {group.name: self._size(group.processes) for group in model.groups},
        }
        if model.sizes.parameters:
            domain = Spelling(model).formula(model.sizes.domain)
            facts["for_all"] = {"parameters": list(model.sizes.parameters), "domain": domain}
        return facts

    def _size(self, processes: Processes) -> int | str:
        """A number, or a term over the open parameters as text."""
        size = self.model.size_of(processes)
        return Spelling(self.model).term(size) if size.terms else size.constant

    def columns(self, state: State, /) -> tuple[tuple[str, str], ...]:
        """The local state of every process, and the value of every shared variable."""
        spelling = Spelling(self.model)
        places = ((spelling.process(process), place) for process, place in enumerate(state.locations, 1))
        values = zip(self.model.shared, state.shared, strict=True)
        return (*places, *((variable.name, variable.spelled(value)) for variable, (_, value) in values))

    def changes(self, before: State | None, after: State, /) -> tuple[tuple[str, str], ...]:
        now = self.columns(after)
        return now if before is None else differing(self.columns(before), now)

    def step(self, step: Step, /) -> str:
        """The process and the local transition that it takes."""
        return f"{Spelling(self.model).process(step.process)}: {step.transition.label}"


def size_text(model: Model, processes: Processes) -> str:
    """The number of processes in a set: a number, or a term over the parameters that the model leaves open."""
    size = model.size_of(processes)
    return Spelling(model).term(size) if size.terms else number(size.constant)


def every_size_text(model: Model) -> str:
    """`for all readers >= 1, writers >= 1`; nothing where no parameter is open."""
    if not model.sizes.parameters:
        return ""
    spelling = Spelling(model)
    domain = model.sizes.domain
    parts = [part for part in getattr(domain, "operands", (domain,)) if part != TRUE]
    bounded = {getattr(variable, "name", "") for part in parts for variable in atoms(part)}
    free = [name for name in model.sizes.parameters if name not in bounded]
    return f"for all {', '.join([*(spelling.formula(part) for part in parts), *free])}"


def listed(names: list[str]) -> str:
    """The first of some names, and the number of the others."""
    more = f", … {number(len(names) - _LISTED)} more" if len(names) > _LISTED else ""
    return ", ".join(names[:_LISTED]) + more
