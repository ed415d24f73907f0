"""The meanings of names: scopes inside scopes, of which an inner one may declare a name anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Source, Span, did_you_mean
from vsym.languages.murphi import syntax as s
from vsym.languages.murphi.common_mistakes import habitual_name
from vsym.languages.murphi.words import TRUTHS
from vsym.languages.problems import Problems
from vsym.models.program.expressions import Binder, Bound, Constant, Expression, Place
from vsym.models.program.program import Dialect, Parameter
from vsym.models.program.types import BOOLEAN, Multiset, Ringset, Scalarset, Simple, Type

FIRST_BASE = 1 << 20
"""The first number of enumerations and scalarsets: past those of every range that stands for a scalarset."""


@frozen
class Valued:
    """A name of a value: a constant, a binder, or the value of an alias around a property."""

    expression: Expression


@frozen
class Placed:
    """A name of a place."""

    place: Place
    writable: bool


@frozen
class Drawn:
    """A name of an element of a multiset."""

    binder: Binder
    multiset: Multiset


@frozen
class Typing:
    """A name of a type."""

    type: Type


@frozen
class Header:
    """All that a call must know of a routine: its number, its parameters, and its result, None of a procedure."""

    name: str
    number: int
    parameters: tuple[Parameter, ...]
    function: bool
    result: Type | None


@frozen
class Broken:
    """A name whose declaration has an error, which has been reported."""


Entry: TypeAlias = Valued | Placed | Drawn | Typing | Header | Broken


class Numbering:
    """The numbers that a pass hands out once: of variables and binders, enumerations' members, scalarsets, ringsets."""

    def __init__(self) -> None:
        self._next = 0
        self._base = FIRST_BASE
        self.scalarsets: list[Scalarset] = []
        self.ringsets: list[Ringset] = []

    def number(self) -> int:
        """A number that no variable, binder or reference has."""
        self._next += 1
        return self._next

    def base(self, size: int) -> int:
        """The first of `size` numbers of values that no other type has."""
        base, self._base = self._base, self._base + size
        return base


@frozen
class Pass:
    """All that the scopes of one pass share, with the meanings of expressions and types, which need each other."""

    problems: Problems
    dialect: Dialect
    numbering: Numbering
    value: Callable[[s.Expression, Scope, Type | None], Expression | None]
    type: Callable[[s.TypeExpression, Scope, str | None], Type | None]


class Scope:
    """Names with their meanings, inside another scope unless it is the outermost.

    `routine` is the header of the routine whose body this is; `instance` has the values of binders for which a formula
    is written out.
    """

    def __init__(self, shared: Pass, outer: Scope | None = None, routine: Header | None = None) -> None:
        self.shared = shared
        self.problems = shared.problems
        self.routine: Header | None = routine if routine is not None or outer is None else outer.routine
        self.instance: tuple[tuple[str, str], ...] = outer.instance if outer is not None else ()
        self._outer = outer
        self._names: dict[str, tuple[Entry, Span | None]] = {}
        if outer is None:
            nowhere = Span(Source("", ""), 0, 0)
            for value, word in enumerate(BOOLEAN.members):
                self._names[word] = (Valued(Constant(value, BOOLEAN, nowhere)), None)

    def value(self, node: s.Expression, *, target_type: Type | None = None) -> Expression | None:
        """The expression, or None where it has an error, which has been reported. With a `target_type` it is
        copied to a place of that type, so that it may be undefined."""
        return self.shared.value(node, self, target_type)

    def type(self, node: s.TypeExpression, name: str | None = None) -> Type | None:
        """The type, which gets a name where it has none, or None where it has an error, which has been reported."""
        return self.shared.type(node, self, name)

    def inner(self, routine: Header | None = None) -> Scope:
        """A new scope inside this one."""
        return Scope(self.shared, self, routine)

    def declare(self, name: s.Name, entry: Entry) -> None:
        """Give a name its meaning; one that this scope has already is reported."""
        text = _key(name.text)
        meaning = self._names.get(text)
        if meaning is not None:
            where = "it is a truth value" if meaning[1] is None else f"the first is at {meaning[1]}"
            self.problems.add("VS205", name.span, f"`{name.text}` is declared twice", where)
            return
        self._names[text] = (entry, name.span)

    def entry(self, name: s.Name) -> Entry:
        """The meaning of a name here; one that is unknown is reported, and broken."""
        text = _key(name.text)
        candidates: list[str] = []
        scope: Scope | None = self
        while scope is not None:
            if text in scope._names:
                return scope._names[text][0]
            candidates += scope._names
            scope = scope._outer
        hint = habitual_name(name.text) or did_you_mean(name.text, candidates)
        self.problems.add("VS201", name.span, f"`{name.text}` is not declared here", hint)
        return Broken()

    def bind(self, name: s.Name, values: Simple) -> Binder:
        """A binder of this name, which is declared."""
        binder = Binder(name.text, values, self.shared.numbering.number())
        self.declare(name, Valued(Bound(binder, values, name.span)))
        return binder

    def give_up(self, *names: s.Name) -> None:
        """Declare names without a meaning, since their declaration has an error, which has been reported."""
        for name in names:
            self.declare(name, Broken())


def _key(name: str) -> str:
    return name.lower() if name.lower() in TRUTHS else name
