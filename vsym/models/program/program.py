"""Programs: variables, routines, rules, start states and properties."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import Any, ClassVar, Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import ModelWarning, Source, Span
from vsym.logic.formula import Comparison, Temporal, atoms, negate
from vsym.logic.observer import Never
from vsym.logic.properties import Fairness, Property
from vsym.logic.terms import Atom, Linear
from vsym.models import registry
from vsym.models.program.expressions import Binder, Call, Domain, Expression, Reference, Variable
from vsym.models.program.layout import Layout
from vsym.models.program.statements import Bind, Invoke, Let, Statement
from vsym.models.program.traversal import Node, everything
from vsym.models.program.types import Ringset, Scalarset, Type
from vsym.models.protocol import Semantics, Words, require_properties


@frozen
class Choice:
    """A value for a binder, of a ruleset or of an element of a multiset (`choose`): one instance for each."""

    binder: Binder
    domain: Domain
    span: Span = field(compare=False, repr=False)


Wrapper: TypeAlias = Choice | Bind | Let
"""The surroundings of a rule: choices, and aliases, which are evaluated anew for the guard and for the body."""


@frozen
class Rule:
    """A guarded rule. Without a guard, it is `true`.

    Of the rules that are enabled in a state only those of the least `priority` may fire. `locals` are undefined when
    the body begins.
    """

    name: str
    number: int
    wrappers: tuple[Wrapper, ...]
    guard: Expression
    locals: tuple[Variable, ...]
    body: tuple[Statement, ...]
    priority: int
    span: Span = field(compare=False, repr=False)


@frozen
class Start:
    """A start state: every variable is undefined when its body begins."""

    name: str
    number: int
    wrappers: tuple[Wrapper, ...]
    locals: tuple[Variable, ...]
    body: tuple[Statement, ...]
    span: Span = field(compare=False, repr=False)


@frozen
class Parameter:
    """A parameter of a routine: a `var` one is a reference, another one a variable that gets the argument's value."""

    name: Variable | Reference
    span: Span = field(compare=False, repr=False)


@frozen
class Routine:
    """A function, or a procedure where `result` is None. `pure` where no global variable or reference is written."""

    name: str
    number: int
    parameters: tuple[Parameter, ...]
    result: Type | None
    locals: tuple[Variable, ...]
    body: tuple[Statement, ...]
    pure: bool
    span: Span = field(compare=False, repr=False)


@frozen
class Condition(Atom):
    """A truth value of a program as an atom of formulas: 1 where it is true."""

    rank: ClassVar[int] = 2
    expression: Expression
    text: str = field(compare=False, default="")

    @classmethod
    def normal(cls, weights: Mapping[Condition, int]) -> Iterable[tuple[Condition, int]]:
        """In the order of the texts."""
        return sorted(weights.items(), key=lambda item: item[0].text)


@frozen
class Stuck(Atom):
    """1 where a state is a deadlock, by the dialect's rule."""

    rank: ClassVar[int] = 3


@frozen
class Faulty(Atom):
    """1 where a rule that may fire in a state, a guard or a property ends in an error of the program."""

    rank: ClassVar[int] = 4


@frozen
class FairRule:
    """A rule that no path that counts passes over for ever: infinitely often it fires, or no instance can."""

    rule: int
    span: Span = field(compare=False, repr=False)


ERRORS = "errors"
DEADLOCK = "deadlock"
"""The names of the properties that every program has."""


def no_errors(span: Span, *, minor: int = 1) -> Property:
    """The property of every program that no rule, guard or property ends in an error."""
    faulty = Comparison(Linear(((Faulty(), 1),)), "=", 1)
    return Property(ERRORS, "invariant", negate(faulty), "no rule ends in an error", span, minor=minor)


DeadlockRule: TypeAlias = Literal["stuttering", "stuck", "off"]
"""The definition of a deadlock: that no rule that fires changes the state, that none fires, or nothing."""


@frozen
class Dialect:
    """The understanding of a program where the tools for the language differ.

    Where `effects` are allowed, guards and properties may call functions that change variables. An instance of a rule
    then evaluates its guard on a copy of the state, which its body goes on with.
    """

    undefined: Literal["strict", "lenient"] = "strict"
    scalarset: Literal["symmetric", "range"] = "symmetric"
    deadlock: DeadlockRule = "stuttering"
    effects: Literal["refused", "allowed"] = "refused"


@frozen
class Program:
    """A program with its constants given. Routines, rules and starts stand at their numbers.

    A state in which one of the `assumptions` is false is dropped before it counts. The `properties` begin with those of
    every program: `ERRORS`, that no rule, guard or property ends in an error (AG of not `Faulty`), and, unless the
    dialect turns it off, `DEADLOCK` (AG of not `Stuck`). The properties that the program states follow, its invariants
    among them. Those named in `covers` mean EF from some start. The `hints` are invariants that nobody checks: each
    says where steps may begin for a while, in a search for representatives. The scalarsets and ringsets in `size_only`
    have a constant as their size that is used for nothing else.
    """

    kind: ClassVar[str] = "program"
    warnings: ClassVar[tuple[ModelWarning, ...]] = ()
    name: str
    parameters: tuple[tuple[str, int], ...]
    scalarsets: tuple[Scalarset, ...]
    variables: tuple[Variable, ...]
    routines: tuple[Routine, ...]
    rules: tuple[Rule, ...]
    starts: tuple[Start, ...]
    assumptions: tuple[Condition, ...]
    properties: tuple[Property, ...]
    fairness: tuple[Fairness, ...]
    fair_rules: tuple[FairRule, ...]
    dialect: Dialect
    span: Span = field(compare=False, repr=False)
    covers: frozenset[str] = frozenset()
    hints: tuple[Property, ...] = ()
    nevers: tuple[Never, ...] = ()
    ringsets: tuple[Ringset, ...] = ()
    size_only: frozenset[str] = frozenset()

    @property
    def source(self) -> Source:
        return self.span.source

    @property
    def semantics(self) -> Semantics[Any, Any]:
        return registry.semantics(self)

    @property
    def words(self) -> Words[Any, Any]:
        return registry.words(self)

    def asking(self, names: Collection[str]) -> Program:
        """The program with the named properties alone, each in its own right; raises RefusedError for a name that none
        has."""
        require_properties(self.name, (*self.properties, *self.nevers), names)
        chosen = tuple(replace(prop, minor=0) for prop in self.properties if prop.name in names)
        return replace(self, properties=chosen, nevers=tuple(one for one in self.nevers if one.name in names))

    def stating(self, properties: Sequence[Property], fairness: Sequence[Fairness] | None = None) -> Program:
        """The program with these properties and, where they are given, these fairness constraints; of its own
        properties, a cover stays one."""
        covers = self.covers & {prop.name for prop in self.properties if prop in properties}
        constraints = self.fairness if fairness is None else tuple(fairness)
        return replace(self, properties=tuple(properties), fairness=constraints, covers=covers, nevers=())

    @cached_property
    def layout(self) -> Layout:
        """The places of the variables in a state."""
        return Layout(self.variables)

    def question(self, prop: Property) -> Property:
        """The question to engines about a property: of a cover, that its condition is never true, for one start has to
        reach it."""
        if prop.name not in self.covers:
            return prop
        assert isinstance(prop.formula, Temporal)
        return replace(
            prop, logic="invariant", formula=negate(prop.formula.operands[0]), text=f"not {prop.text}", negated=True
        )

    @cached_property
    def changing(self) -> frozenset[int]:
        """The rules whose guards call functions that change variables."""
        return frozenset(rule.number for rule in self.rules if self.changes(rule.guard))

    def reached(self, nodes: Iterable[Node]) -> Iterator[Node]:
        """All that some nodes are made of, and the routines that they call, each once."""
        called: set[int] = set()
        waiting: list[Iterable[Node]] = [nodes]
        while waiting:
            for node in everything(waiting.pop()):
                yield node
                if isinstance(node, Call | Invoke) and node.routine not in called:
                    called.add(node.routine)
                    waiting.append(self.routines[node.routine].body)

    def changes(self, expression: Expression) -> bool:
        """Tells if an expression calls a function that changes variables."""
        calls = (node for node in everything([expression]) if isinstance(node, Call))
        return any(not self.routines[call.routine].pure for call in calls)

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions in properties and fairness constraints, each once."""
        formulas = [*(prop.formula for prop in self.properties), *(one.formula for one in self.fairness)]
        spoken = (atom for formula in formulas for atom in atoms(formula) if isinstance(atom, Condition))
        return tuple(dict.fromkeys(spoken))


def asked_for_errors(program: Program) -> Program:
    """The program, asked whether it ends in errors if it is not asked that already."""
    if any(prop.name == ERRORS for prop in program.properties):
        return program
    return replace(program, properties=(*program.properties, no_errors(program.span)))
