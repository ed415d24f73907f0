"""The meaning of a `.gsst` file, with every name resolved and every parameter a number."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import Any, ClassVar

from vsym.basics.frozen import frozen
from vsym.basics.source import ModelWarning, Source, Span
from vsym.logic.formula import TRUE, Formula, atoms, compare
from vsym.logic.observer import Never
from vsym.logic.properties import Fairness, Property, StatedRank
from vsym.logic.reachability import reachability
from vsym.logic.terms import Linear, Named, linear
from vsym.models import registry
from vsym.models.counting.locations import Arrow, Sweep
from vsym.models.counting.processes import Processes
from vsym.models.protocol import Semantics, Words, require_properties


@frozen
class Group:
    """A process group, `R` or a member `P[2]` of a family; it may be empty."""

    name: str
    processes: Processes
    span: Span = field(compare=False, repr=False)


@frozen
class SharedVariable:
    """A shared variable with its inclusive range; a Boolean one ranges over 0..1, an enumeration over 0..k-1.

    `words` are the names of an enumeration's values in their order; any other variable has none. Where parameters
    without a value stand in its range or initial value, `terms` holds lower end, upper end and initial value, and the
    numbers mean nothing. One that starts `anywhere` has no initial value of its own: it starts with every value in its
    range that the model's `initial` allows.
    """

    name: str
    low: int
    high: int
    initial: int
    boolean: bool
    span: Span = field(compare=False, repr=False)
    terms: tuple[Linear, Linear, Linear] | None = None
    words: tuple[str, ...] = ()
    anywhere: bool = False

    def told(self, value: int) -> bool | int | str:
        """A value as documents tell it: the truth value, the name or the number."""
        if self.words:
            return self.words[value]
        return bool(value) if self.boolean else value

    def spelled(self, value: int) -> str:
        """A value as the language writes it."""
        word = self.told(value)
        return str(word).lower() if isinstance(word, bool) else str(word)

    @property
    def ends(self) -> tuple[Linear, Linear]:
        """Both ends of the range as terms over parameters."""
        return (Linear((), self.low), Linear((), self.high)) if self.terms is None else self.terms[:2]

    @property
    def start(self) -> Linear:
        """The initial value as a term over parameters."""
        return Linear((), self.initial) if self.terms is None else self.terms[2]

    @property
    def starting(self) -> Formula:
        """The condition that it has its initial value; true of one that starts anywhere."""
        return TRUE if self.anywhere else compare(linear([(Named(self.name), 1)]), "=", self.start)


@frozen
class Assignment:
    """`variable := value`, the value taken from before the step."""

    variable: str
    value: Linear
    span: Span = field(compare=False, repr=False)


@frozen
class GuardedUpdate:
    """One guard line: the processes it is for, their guard, and the assignments of a step.

    `partners` are those that the line is for as partners, None where the transition has none.
    """

    processes: Processes
    guard: Formula
    update: tuple[Assignment, ...]
    span: Span = field(compare=False, repr=False)
    partners: Processes | None = None


@frozen
class Respected:
    """The claim of `respects`: exchanging processes inside a cell changes no guard. The cells are disjoint and not
    empty, and together all processes."""

    cells: tuple[Processes, ...]
    span: Span = field(compare=False, repr=False)


@frozen
class LocalTransition:
    """One `trans`: a process in `source` whose line's guard holds may move to `target`.

    With a `partner`, another process takes that arrow at once; `others` say where all remaining processes go, in sets
    that are disjoint. The lines' sets of processes, or of pairs of mover and partner, are disjoint; a process in none
    of them never takes the transition. Where the moves or the assignments of a `trans` have cases, there is one
    transition for each `case`, from 0 on, and these follow each other in the model. `written` is the move in the
    notation of a language that has its own.
    """

    name: str | None
    source: str
    target: str
    lines: tuple[GuardedUpdate, ...]
    span: Span = field(compare=False, repr=False)
    respects: Respected | None = None
    partner: Arrow | None = None
    others: tuple[Sweep, ...] = ()
    case: int = 0
    written: str = ""

    @property
    def joint(self) -> bool:
        """Tells if a step may do more, or less, than to move one process from a local state to another."""
        return self.partner is not None or bool(self.others) or self.source == self.target

    @property
    def arrow(self) -> str:
        """Its moves: `T -> C`, or `T -> C with A -> B others S -> I`, or as its language writes them."""
        if self.written:
            return self.written
        with_partner = "" if self.partner is None else f" with {self.partner}"
        with_others = f" others {'; '.join(map(str, self.others))}" if self.others else ""
        return f"{self.source} -> {self.target}{with_partner}{with_others}"

    @property
    def label(self) -> str:
        """Its name in reports: `enter: T -> C` or `T -> C`."""
        return f"{self.name}: {self.arrow}" if self.name else self.arrow


def label_of(transitions: Iterable[LocalTransition]) -> str:
    """The name in reports of several local transitions together: `enter, again: T -> C`, arrow by arrow.

    Those without a name are called `unnamed` beside others with one.
    """
    names: dict[str, dict[str | None, None]] = {}
    for one in transitions:
        names.setdefault(one.arrow, {})[one.name] = None
    return " | ".join(
        arrow if set(names_of) == {None} else f"{', '.join(name or 'unnamed' for name in names_of)}: {arrow}"
        for arrow, names_of in names.items()
    )


@frozen
class Lemma:
    """A predicate that the user claims to be inductive."""

    name: str
    formula: Formula
    span: Span = field(compare=False, repr=False)


@frozen
class Sizes:
    """The number of processes that a set of indices stands for, and the parameters without a value that determine it.

    Without such parameters each index is one process. With them, index k stands for all processes of group k; their
    number is `groups[k - 1]`, a term over the parameters. Each parameter is a variable in formulas that no step
    assigns. `domain` restricts the parameters so that no group has a negative size and no shared variable starts
    outside its range.
    """

    parameters: tuple[str, ...] = ()
    domain: Formula = TRUE
    groups: tuple[Linear, ...] = ()

    def of(self, processes: Processes) -> Linear:
        """The number of processes that a set stands for."""
        if not self.groups:
            return Linear((), processes.size)
        chosen = [self.groups[process - 1] for process in processes]
        return linear((part for size in chosen for part in size.terms), sum(size.constant for size in chosen))


CLOSED = Sizes()
"""Every index is a process, and no parameter is without a value."""


@frozen
class Model:
    """A generalized synchronization skeleton template with its properties (paper, Definition 2).

    `initial` is a predicate over the counts, and over shared variables that start anywhere; every other one starts at
    its own initial value. In a model with open `sizes`, one process stands for all processes of a group. `start` is
    the place of the initial conditions in the text, `declared` that of each family of local states, and `warnings` are
    about parts that serve no purpose. `beside` has its other invariants, from which the properties may follow. The
    `hints` are predicates that may guide a search. Where its transitions are `numbered`, a path names that of each
    step.
    """

    name: str
    parameters: tuple[tuple[str, int], ...]
    states: tuple[str, ...]
    groups: tuple[Group, ...]
    shared: tuple[SharedVariable, ...]
    initial: Formula
    transitions: tuple[LocalTransition, ...]
    properties: tuple[Property, ...] = ()
    beside: tuple[Property, ...] = ()
    lemmas: tuple[Lemma, ...] = ()
    fairness: tuple[Fairness, ...] = ()
    ranks: tuple[StatedRank, ...] = ()
    nevers: tuple[Never, ...] = ()
    hints: tuple[Property, ...] = ()
    sizes: Sizes = CLOSED
    start: Span | None = field(default=None, compare=False, repr=False)
    declared: tuple[tuple[str, Span], ...] = field(default=(), compare=False, repr=False)
    warnings: tuple[ModelWarning, ...] = field(default=(), compare=False, repr=False)
    numbered: bool = False

    kind: ClassVar[str] = "processes"

    @property
    def source(self) -> Source:
        """The text that it was read from; an empty one for a model that no text declares."""
        spans = [declared.span for part in (self.groups, self.transitions, self.properties) for declared in part]
        return spans[0].source if spans else Source(self.name, "")

    @property
    def semantics(self) -> Semantics[Any, Any]:
        return registry.semantics(self)

    @property
    def words(self) -> Words[Any, Any]:
        return registry.words(self)

    def asking(self, names: Collection[str]) -> Model:
        """The model with the named properties and their ranks alone; the other invariants stand `beside` them.

        Raises RefusedError for a name that no property has.
        """
        require_properties(self.name, (*self.properties, *self.nevers), names)
        chosen, others = [], list(self.beside)
        for prop in self.properties:
            question = reachability(prop)
            if prop.name in names:
                chosen.append(prop)
            elif question is not None and question.kind == "never":
                others.append(prop)
        ranks = tuple(rank for rank in self.ranks if rank.property in names)
        nevers = tuple(one for one in self.nevers if one.name in names)
        return replace(self, properties=tuple(chosen), beside=tuple(others), ranks=ranks, nevers=nevers)

    def stating(self, properties: Sequence[Property], fairness: Sequence[Fairness] | None = None) -> Model:
        constraints = self.fairness if fairness is None else tuple(fairness)
        return replace(self, properties=tuple(properties), fairness=constraints, ranks=(), nevers=())

    def label(self, origins: Iterable[int]) -> str:
        """The name in reports of the local transitions at some places together."""
        return label_of(self.transitions[origin] for origin in origins)

    @cached_property
    def processes(self) -> Processes:
        """All processes, 1..n."""
        return Processes.of([(1, self.size)])

    @cached_property
    def size(self) -> int:
        """n, the number of processes."""
        return sum(group.processes.size for group in self.groups)

    @property
    def joint(self) -> bool:
        """Tells if some step may move several processes at once, or none."""
        return any(transition.joint for transition in self.transitions)

    @property
    def variables(self) -> tuple[str, ...]:
        """The names that formulas have beside the counts: shared variables, and parameters without a value."""
        return (*(variable.name for variable in self.shared), *self.sizes.parameters)

    def size_of(self, processes: Processes) -> Linear:
        """The number of processes that a set stands for, as a term over the parameters without a value."""
        return self.sizes.of(processes)


def named_sets(formula: Formula) -> Iterator[Processes]:
    """Every set of processes that a formula counts in."""
    for variable in atoms(formula):
        processes = getattr(variable, "processes", None)
        if processes is not None:
            yield processes
