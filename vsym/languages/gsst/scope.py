"""The meanings of names at one place of a file: scopes, values by cases, and names that a name space declares once;
limits on the size of a model, far above sensible models, so that any input ends soon."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from itertools import product
from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import Span, did_you_mean
from vsym.languages.gsst.common_mistakes import habitual_name
from vsym.languages.gsst.syntax import Comparator, Identifier
from vsym.languages.problems import Problems
from vsym.languages.scanning import PACE
from vsym.logic.formula import FALSE, TRUE, Formula, TemporalOperator, compare, conjunction, disjunction, negate
from vsym.logic.terms import Linear, Named
from vsym.models.counting.model import SharedVariable, Sizes
from vsym.models.counting.processes import Processes

FORMULA_DEPTH = 100
INTEGER = 10**18
PROCESSES = 10**12
LOCAL_STATES = 10_000
EXPANSIONS = 100_000
WORK = 500_000
CASES = 1_000


class Allowance:
    """The repetitions left for `for`, families, `forall`, `exists` and `sum`, and the parts of formulas left.

    `work` also raises LimitReachedError at a limit of the budget.
    """

    def __init__(self, problems: Problems, budget: Budget = UNLIMITED) -> None:
        self._problems = problems
        self._budget = budget
        self._expansions = EXPANSIONS
        self._work = WORK
        self._unchecked = 0

    def expand(self, span: Span, times: int) -> None:
        """Spend `times` expansions; raises DiagnosticError where they are not left."""
        if times > self._expansions:
            self._problems.stop(
                "VS310",
                span,
                f"with these {times:,} repetitions, the file has more than {EXPANSIONS:,} in all",
                "declare a large family of processes as one group of that size",
            )
        self._expansions -= times

    def work(self, span: Span, amount: int = 1) -> None:
        """Spend `amount` parts of formulas; raises DiagnosticError where they are not left."""
        self._work -= amount
        self._unchecked += amount
        if self._unchecked >= PACE:
            self._unchecked = 0
            self._budget.check()
        if self._work < 0:
            self._problems.stop("VS310", span, f"written out, the model has more than {WORK:,} parts of formulas")


@frozen
class Choice:
    """The term of the one branch whose condition holds. `words` are the names of the values 0..k-1 where it is a value
    of an enumeration, none where it is a number.
    """

    branches: tuple[tuple[Formula, Linear], ...]
    words: tuple[str, ...] = ()


def branches(quantity: Quantity) -> tuple[tuple[Formula, Linear], ...]:
    """The terms that a value can be, each with the condition on which it is; one condition holds in every state."""
    return ((TRUE, quantity),) if isinstance(quantity, Linear) else quantity.branches


def words(quantity: Quantity) -> tuple[str, ...]:
    """The names of the values of an enumeration, none for numbers."""
    return () if isinstance(quantity, Linear) else quantity.words


Quantity: TypeAlias = Linear | Choice
"""A number or the value of an enumeration."""


def choice(cases: Sequence[tuple[Formula, Linear]], names: tuple[str, ...] = ()) -> Quantity:
    """The value of cases that exclude each other; cases of one term are joined, and cases that never hold left out."""
    by_term: dict[Linear, list[Formula]] = {}
    for condition, term in cases:
        if condition != FALSE:
            by_term.setdefault(term, []).append(condition)
    if len(by_term) == 1:
        term = next(iter(by_term))
        return Choice(((TRUE, term),), names) if names else term
    return Choice(tuple((disjunction(conditions), term) for term, conditions in by_term.items()), names)


def conditional(condition: Formula, value: Quantity, otherwise: Quantity) -> Quantity:
    """`if condition then value else otherwise`, of two values of one kind."""
    first = [(conjunction([condition, inner]), term) for inner, term in branches(value)]
    second = [(conjunction([negate(condition), inner]), term) for inner, term in branches(otherwise)]
    return choice([*first, *second], words(value))


def combined(
    values: Sequence[Quantity | None],
    operation: Callable[[Sequence[Linear]], Quantity | None],
    span: Span,
    problems: Problems,
    allowance: Allowance,
) -> Quantity | None:
    """The result of an operation on values by cases; None where it has none for some, or for too many cases,
    which is reported."""
    alternatives = [branches(value) for value in values if value is not None]
    if len(alternatives) < len(values):
        return None
    if (count := math.prod(len(one) for one in alternatives)) > CASES:
        too_many(count, span, problems)
        return None
    allowance.work(span, count)
    cases: list[tuple[Formula, Linear]] = []
    for chosen in product(*alternatives):
        condition = conjunction(condition for condition, _ in chosen)
        if condition == FALSE:
            continue
        result = operation([term for _, term in chosen])
        if result is None:
            return None
        cases += [(conjunction([condition, inner]), term) for inner, term in branches(result)]
    return choice(cases)


def too_many(count: int, span: Span, problems: Problems) -> None:
    """Report a value of too many cases."""
    message = f"this term has {count:,} cases; the limit is {CASES:,}"
    problems.add("VS328", span, message, "use a smaller range or a larger divisor")


def compared(left: Quantity, operator: Comparator, right: Quantity, span: Span, allowance: Allowance) -> Formula:
    """A comparison of two values: in some case of both, the terms compare so."""
    cases: list[Formula] = []
    for here, one in branches(left):
        for there, other in branches(right):
            allowance.work(span)
            cases.append(conjunction([here, there, compare(one, operator, other)]))
    return disjunction(cases)


Value: TypeAlias = Quantity | Formula

Logic: TypeAlias = Literal["constant", "predicate", "invariant", "ctl", "ltl", "either"]
"""The parts that a formula may have: parameters only; no temporal operator; also `deadlock`; also operators of CTL; of
LTL; of both (in a `define`)."""


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

    `everyone` is None where the number of processes is not known. `kinds` has the kind of every name of the file, for
    hints only. The parameters in `open_names` have no value: their names stand in formulas as variables do, and their
    values satisfy `domain`. Then every process stands for all processes of a group, and `sizes` has the number of
    processes in each group, from the first process on. `families` are the least and greatest values of each index of
    families of shared variables, whose members are in `shared`, and `named_values` the values of enumerations, with all
    of each. The `quotient` of a term by a positive number, where it is known, is that of a term without bounds.
    """

    problems: Problems
    allowance: Allowance
    kinds: Mapping[str, str]
    logic: Logic = "predicate"
    parameters: Mapping[str, Linear | None] = field(default_factory=dict)
    open_names: tuple[str, ...] = ()
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
    quotient: Callable[[Linear, int], Linear] | None = None

    def bind(self, index: str, value: int) -> Scope:
        """The scope inside a repetition, with one more index."""
        return replace(self, indices={**self.indices, index: value})

    def speaking(self, logic: Logic) -> Scope:
        """The same names, with other operators allowed."""
        return replace(self, logic=logic)

    def size_of(self, processes: Processes) -> Linear:
        """The number of processes that a set of them stands for."""
        return Sizes(groups=self.sizes).of(processes)

    def open_names_in(self, terms: Iterable[Linear]) -> list[str]:
        """The parameters without a value that terms depend on."""
        names = {variable.name for term in terms for variable, _ in term.terms if isinstance(variable, Named)}
        return [name for name in self.open_names if name in names]

    def unknown(
        self, code: str, span: Span, name: str, kind: str, names: Mapping[str, object], hint: str | None = None
    ) -> None:
        """Report a name that is no `kind`, with the nearest of the `names` that are, or else the hint."""
        if name in self.kinds:
            near: str | None = f"`{name}` is {self.kinds[name]}"
        else:
            near = habitual_name(span, name) or did_you_mean(name, list(names))
        self.problems.add(code, span, f"`{name}` is not a {kind}", near or hint)


TEMPORAL_LETTERS = frozenset("AEFGRUWX")


class Names:
    """All declarations so far, for the message about a second one.

    Parameters, shared variables and definitions share one name space; local states, groups, properties and lemmas
    have one each.
    """

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self._declared: dict[tuple[str, str], tuple[str, Span]] = {}

    def has(self, name: str, kind: str) -> bool:
        """True where something of a kind with a name space of its own is declared under a name."""
        return (kind, name) in self._declared

    def declare_value(self, name: Identifier, kind: str) -> bool:
        """Declare a parameter, shared variable or definition; True where it may have its name, reported where not."""
        if name.text in TEMPORAL_LETTERS:
            message = f"`{name.text}` is a temporal operator and cannot be the name of a {kind}"
            self._problems.add("VS206", name.span, message, "only local states and groups can have this name")
            return False
        return self.declare(name.text, name.span, kind, "value")

    def declare(self, name: str, span: Span, kind: str, space: str | None = None) -> bool:
        """Declare a name in a name space, by default its kind's own; True where it is new, reported where not."""
        key = space or kind, name
        if key not in self._declared:
            self._declared[key] = kind, span
            return True
        first_kind, first = self._declared[key]
        hint = f"the first is the {first_kind} at {first}"
        if first == span:
            hint = f"it stands inside a `for`: give it an index, as in `{span.text}[i]`"
        self._problems.add("VS205", span, f"`{name}` is declared twice", hint)
        return False
