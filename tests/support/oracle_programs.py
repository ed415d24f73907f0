"""The abstract syntax of small Murphi programs, for an oracle that imports nothing of vsym, in `oracle_programs_*`.

Statements and what else stands on a line of its own compare by identity, so that they can be found in a text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tests.support.oracle_program_types import Scalar, Simple, Type


@dataclass(frozen=True)
class Name:
    """A name of a variable, a parameter, an alias, or the value of a binder."""

    name: str


@dataclass(frozen=True)
class At:
    """An element of an array; an entry of a multiset, where the index is the name that chose it."""

    place: Place
    index: Expression


@dataclass(frozen=True)
class Dot:
    """A field."""

    place: Place
    field: str


Place: TypeAlias = Name | At | Dot


@dataclass(frozen=True)
class Literal_:  # noqa: N801 - the other one is typing's
    """A value."""

    value: Scalar


@dataclass(frozen=True)
class Undefined:
    """The undefined value, as an argument or an assigned value."""


@dataclass(frozen=True)
class Prefix:
    """`-` or `!`."""

    operator: Literal["-", "!"]
    operand: Expression


@dataclass(frozen=True)
class Infix:
    """`left operator right`."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Either:
    """`condition ? then : otherwise`."""

    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True)
class Span:
    """The numbers from one to another, in steps."""

    first: Expression
    last: Expression
    by: int | None = None


Domain: TypeAlias = Simple | Span


@dataclass(frozen=True)
class Every:
    """`forall` or `exists`."""

    quantifier: Literal["forall", "exists"]
    name: str
    domain: Domain
    body: Expression


@dataclass(frozen=True)
class Tally:
    """`multisetcount`."""

    name: str
    place: Place
    body: Expression


@dataclass(frozen=True)
class Unknown:
    """`isundefined`."""

    place: Place


@dataclass(frozen=True)
class Belongs:
    """`ismember`."""

    operand: Expression
    member: Simple


@dataclass(frozen=True)
class Call:
    """A function's result."""

    routine: str
    arguments: tuple[Expression, ...]


Expression: TypeAlias = (
    Name | At | Dot | Literal_ | Undefined | Prefix | Infix | Either | Every | Tally | Unknown | Belongs | Call
)


@dataclass(frozen=True, eq=False)
class Assign:
    """`place := value`."""

    place: Place
    value: Expression


@dataclass(frozen=True, eq=False)
class Case:
    """One branch of an `if` (one condition) or of a `switch` (the values it is for)."""

    conditions: tuple[Expression, ...]
    body: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class If:
    """The first case whose condition is true."""

    cases: tuple[Case, ...]
    otherwise: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class Switch:
    """The first case that has the value."""

    value: Expression
    cases: tuple[Case, ...]
    otherwise: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class For:
    """A loop over values."""

    name: str
    domain: Domain
    body: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class While:
    """A loop on a condition."""

    condition: Expression
    body: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class Alias:
    """A name for a place, or for the value of an expression that is none. It also stands around rules."""

    name: str
    of: Expression


@dataclass(frozen=True, eq=False)
class Scope:
    """Statements under aliases."""

    aliases: tuple[Alias, ...]
    body: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class Reset:
    """`clear` or `undefine`."""

    word: Literal["clear", "undefine"]
    place: Place


@dataclass(frozen=True, eq=False)
class Fail:
    """`error`."""

    message: str


@dataclass(frozen=True, eq=False)
class Claim:
    """`assert` or `assume`."""

    word: Literal["assert", "assume"]
    condition: Expression


@dataclass(frozen=True, eq=False)
class Add:
    """`multisetadd`."""

    element: Expression
    place: Place


@dataclass(frozen=True, eq=False)
class Remove:
    """`multisetremove`."""

    name: str
    place: Place


@dataclass(frozen=True, eq=False)
class RemoveIf:
    """`multisetremovepred`."""

    name: str
    place: Place
    condition: Expression


@dataclass(frozen=True, eq=False)
class Invoke:
    """A routine as a statement."""

    routine: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class Return:
    """`return`."""

    value: Expression | None


Statement: TypeAlias = (
    Assign | If | Switch | For | While | Scope | Reset | Fail | Claim | Add | Remove | RemoveIf | Invoke | Return
)


@dataclass(frozen=True, eq=False)
class Over:
    """`ruleset`."""

    name: str
    domain: Domain


@dataclass(frozen=True, eq=False)
class Pick:
    """`choose`: an entry of a multiset."""

    name: str
    place: Place


Wrapper: TypeAlias = Over | Pick | Alias
Variables: TypeAlias = tuple[tuple[str, Type], ...]


@dataclass(frozen=True, eq=False)
class Rule:
    """A rule, or a start state where there is no guard to look at."""

    name: str
    wrappers: tuple[Wrapper, ...]
    guard: Expression
    variables: Variables
    body: tuple[Statement, ...]
    priority: int = 0


@dataclass(frozen=True, eq=False)
class Routine:
    """A function, or a procedure where there is no result. Of a parameter: its name, type, and whether it is `var`."""

    name: str
    parameters: tuple[tuple[str, Type, bool], ...]
    result: Type | None
    variables: Variables
    body: tuple[Statement, ...]


@dataclass(frozen=True, eq=False)
class Property:
    """A property that the program states."""

    kind: Literal["invariant", "cover", "liveness", "assume"]
    name: str
    condition: Expression


@dataclass(frozen=True, eq=False)
class Program:
    """A program; `types` are those that have a name.

    Where `lenient`, scalarsets and unions that are undefined may be compared, but not scalarsets where these are
    `ranges`; unless it `copies` undefined scalars, as rumur does not, assigning one is an error.
    """

    types: Variables
    variables: Variables
    routines: tuple[Routine, ...]
    starts: tuple[Rule, ...]
    rules: tuple[Rule, ...]
    properties: tuple[Property, ...]
    lenient: bool = False
    ranges: bool = False
    copies: bool = True


Line: TypeAlias = Statement | Case | Wrapper | Rule | Property
"""A part of a program with a line of its own in a text, on which it may end in an error."""
