"""What the names of a file mean at one place in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Span, did_you_mean
from vsym.languages.gsst.choices import Quantity
from vsym.languages.gsst.habits import habitual_name
from vsym.languages.gsst.limits import Allowance
from vsym.languages.problems import Problems
from vsym.logic.formula import TRUE, Formula, TemporalOperator
from vsym.logic.terms import Linear, Named
from vsym.models.counting.model import SharedVariable, Sizes
from vsym.models.counting.processes import Processes

Value: TypeAlias = Quantity | Formula

Logic: TypeAlias = Literal["constant", "predicate", "invariant", "ctl", "ltl", "either"]
"""What may stand in a formula: parameters only; no temporal operator; also `deadlock`; also operators of CTL; of LTL;
of both (in a `define`)."""


@frozen
class StateFamily:
    """A local state, or the family of those with indices inside `bounds`."""

    bounds: tuple[tuple[int, int], ...]


@frozen
class GroupFamily:
    """A group, or a family of them from index `low` on; members lie one after the other.

    `starts` holds the first process of every member, and one past the last process of all.
    """

    low: int | None
    starts: tuple[int, ...]

    @property
    def processes(self) -> Processes:
        """The union of all members."""
        return Processes.of([(self.starts[0], self.starts[-1] - 1)])

    def members(self, low: int, high: int) -> Processes | None:
        """The union of the members low..high, or None where one of them does not exist."""
        first = 0 if self.low is None else self.low
        if low > high:
            return Processes()
        if not first <= low <= high < first + len(self.starts) - 1:
            return None
        return Processes.of([(self.starts[low - first], self.starts[high - first + 1] - 1)])


@frozen
class Definition:
    """A named value, with its number of parts, the temporal operators in it, and whether `deadlock` is."""

    value: Value
    size: int
    operators: frozenset[TemporalOperator]
    deadlock: bool = False


@frozen
class Scope:
    """The meaning of names. A name whose declaration is wrong means None, and its uses are passed over in silence.

    `everyone` is None where the number of processes is not known. `kinds` says what a name is that may be meant
    elsewhere, for hints only. The parameters in `kept` have no value: their names stand in formulas as variables do,
    and `domain` says what is known of them. Then every process stands for all processes of a group, and `sizes` says
    how many these are, from the first process on. `families` are the least and greatest values of each index of
    families of shared variables, whose members are in `shared`, and `named_values` the values of enumerations, with all
    of each.
    """

    problems: Problems
    allowance: Allowance
    kinds: Mapping[str, str]
    logic: Logic = "predicate"
    parameters: Mapping[str, Linear | None] = field(default_factory=dict)
    kept: tuple[str, ...] = ()
    domain: Formula = TRUE
    sizes: tuple[Linear, ...] = ()
    indices: Mapping[str, int] = field(default_factory=dict)
    states: Mapping[str, StateFamily | None] = field(default_factory=dict)
    groups: Mapping[str, GroupFamily | None] = field(default_factory=dict)
    everyone: Processes | None = None
    shared: Mapping[str, SharedVariable | None] = field(default_factory=dict)
    families: Mapping[str, tuple[tuple[int, int], ...] | None] = field(default_factory=dict)
    named_values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    definitions: Mapping[str, Definition | None] = field(default_factory=dict)

    def bind(self, index: str, value: int) -> Scope:
        """The scope inside a repetition, with one more index."""
        return replace(self, indices={**self.indices, index: value})

    def speaking(self, logic: Logic) -> Scope:
        """The same names, with other operators allowed."""
        return replace(self, logic=logic)

    def size_of(self, processes: Processes) -> Linear:
        """How many processes a set of them stands for."""
        return Sizes(groups=self.sizes).of(processes)

    def kept_in(self, terms: Iterable[Linear]) -> list[str]:
        """The parameters without a value that terms depend on."""
        names = {variable.name for term in terms for variable, _ in term.terms if isinstance(variable, Named)}
        return [name for name in self.kept if name in names]

    def unknown(
        self, code: str, span: Span, name: str, wanted: str, known: Mapping[str, object], hint: str | None = None
    ) -> None:
        """Report a name that is not `wanted`, with what is known of it, the nearest name that is, or else the hint."""
        if name in self.kinds:
            near: str | None = f"`{name}` is {self.kinds[name]}"
        else:
            near = habitual_name(span, name) or did_you_mean(name, list(known))
        self.problems.add(code, span, f"`{name}` is not a {wanted}", near or hint)
