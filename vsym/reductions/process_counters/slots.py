"""The slots of a process: which slots of a program belong to an element of a scalarset, which point at one, and which
all share (Ip and Dill 1996, section 6: a scalarset that is used as an index).

Programs with slots that counters cannot express are refused here, with the place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.basics.source import Diagnostic, DiagnosticError, Span
from vsym.models.program.expressions import Global, Variable
from vsym.models.program.program import Program
from vsym.models.program.types import Array, Enum, Multiset, Range, Record, Scalarset, Simple, Type, Union

SLOT, RULE, SIZE, NAMED = "VS460", "VS461", "VS462", "VS464"
"""The content or index of a slot cannot be counted · counters cannot express what a rule does · the program is too
large for them · one process is named."""

_SHOWN = 3

_HINT = "without --as counters, vsym explores the program up to permutations of the scalarset"


def not_counted(code: str, span: Span, message: str) -> DiagnosticError:
    """The refusal of a program that counters cannot represent, to be raised."""
    return DiagnosticError([Diagnostic(code, span, message, _HINT)])


def too_many_ways(where: str, span: Span, pointers: Sequence[str], runs: int, states: int) -> DiagnosticError:
    """The refusal of a rule or a start state that branches too often, after so many runs and with so many local states;
    each branch depends on where the pointers point."""
    named = _few([f"`{one}`" for one in pointers])
    by = f" on where {named} point{'' if len(pointers) > 1 else 's'}" if pointers else ""
    message = f"{where} branches too often{by}: vsym ran rules {runs:,} times and found {states} local states"
    return not_counted(SIZE, span, message)


def _few(names: Sequence[str]) -> str:
    """Some names in words, the last ones left out where they are many."""
    words = [*names[:_SHOWN], f"{len(names) - _SHOWN} more"] if len(names) > _SHOWN + 1 else names
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


SLOTS = 2_000
"""The most slots: those of a process, and those that all share."""


@frozen
class Process:
    """A process that a run tells from all others, by a number of the run."""

    number: int


@frozen
class Each:
    """The process that owns a slot, as one step of the slot's key."""


EACH = Each()

Step: TypeAlias = str | int | Process | Each
"""One step of the way to a slot: a variable or a field, an element of an array, or that of a process."""

Key: TypeAlias = tuple[Step, ...]


@frozen
class Slots:
    """The slots of a program: of each process, of pointers at a process, and of all; with their types.

    `words` are the names of elements of arrays that have one, by their numbers.
    """

    scalarset: Scalarset
    own: tuple[tuple[Key, Simple], ...]
    pointers: tuple[Key, ...]
    shared: tuple[tuple[Key, Simple], ...]
    words: Mapping[int, str]

    def text(self, key: Key) -> str:
        """A slot as the program writes it."""
        return _text(key, self.scalarset, self.words)


def slots(program: Program, scalarset: Scalarset) -> Slots:
    """The slots, each as a process's own, a pointer at a process, or shared; raises DiagnosticError (VS460) where one
    cannot be counted, and VS462 for too many of them."""
    own: list[tuple[Key, Simple]] = []
    pointers: list[Key] = []
    shared: list[tuple[Key, Simple]] = []
    words = dict(word for variable in program.variables for word in _words(variable.type))
    for variable in program.variables:
        if _indexed_by_union(variable.type, scalarset):
            rule, span = _first_use(program, variable)
            because = f"a union with `{scalarset.name}` indexes it"
            raise not_counted(SLOT, span, f"`{variable.name}`{rule} cannot be counted: {because}")
        for key, of in cells(variable.type, scalarset, (variable.name,)):
            text = _text(key, scalarset, words)
            why = _hindrance(key, of, scalarset)
            if why is not None or isinstance(of, Multiset):
                rule, span = _first_use(program, variable)
                raise not_counted(SLOT, span, f"`{text}`{rule} cannot be counted: {why}")
            if len(own) + len(shared) == SLOTS:
                raise not_counted(SIZE, program.span, f"with `{text}` there are more than {SLOTS:,} slots")
            if EACH in key:
                own.append((key, of))
            elif of == scalarset:
                pointers.append(key)
            else:
                shared.append((key, of))
    return Slots(scalarset, tuple(own), tuple(pointers), tuple(shared), words)


def _indexed_by_union(of: Type, scalarset: Scalarset) -> bool:
    """Tells if an array in a type has an element for each member of a union with the scalarset."""
    match of:
        case Array(index, element):
            joined = isinstance(index, Union) and scalarset in index.members
            return joined or _indexed_by_union(element, scalarset)
        case Record(fields):
            return any(_indexed_by_union(part, scalarset) for _, part in fields)
    return False


def _hindrance(key: Key, of: Simple | Multiset, scalarset: Scalarset) -> str | None:
    """The reason that a slot cannot be counted, None where it can."""
    name, indices = scalarset.name, key.count(EACH)
    if isinstance(of, Multiset):
        return "it is a multiset"
    if indices > 1:
        return f"`{name}` indexes it twice, so it belongs to two elements"
    if isinstance(of, Union) and scalarset in of.members:
        return f"its type is a union with `{name}`; only a slot of type `{name}` can point at an element"
    if of == scalarset and indices:
        return f"each `{name}` holds a `{name}`, but counters cannot say which"
    return None


def cells(of: Type, scalarset: Scalarset, key: Key) -> Iterator[tuple[Key, Simple | Multiset]]:
    """The slots of a type, those of all processes as one."""
    match of:
        case Range() | Enum() | Scalarset() | Union() | Multiset():
            yield key, of
        case Array(index, element) if index == scalarset:
            yield from cells(element, scalarset, (*key, EACH))
        case Array(index, element):
            for value in index.values():
                yield from cells(element, scalarset, (*key, value))
        case Record(fields):
            for name, part in fields:
                yield from cells(part, scalarset, (*key, name))
        case _:
            assert_never(of)


def _text(key: Key, scalarset: Scalarset, words: Mapping[int, str]) -> str:
    """A slot as the program writes it, with the scalarset's name for the process."""
    first, *rest = key
    pieces = (
        f".{step}"
        if isinstance(step, str)
        else f"[{words.get(step, step) if isinstance(step, int) else scalarset.name}]"
        for step in rest
    )
    return "".join([str(first), *pieces])


def _words(of: Type) -> Iterator[tuple[int, str]]:
    """The names of elements of arrays in a type, by their numbers; numbers have none."""
    match of:
        case Array(index, element):
            if not isinstance(index, Range):
                yield from ((value, index.text(value)) for value in index.values())
            yield from _words(element)
        case Record(fields):
            for _, part in fields:
                yield from _words(part)


def _first_use(program: Program, variable: Variable) -> tuple[str, Span]:
    """The first rule that names a variable, in words, and where."""
    for rule in program.rules:
        for node in program.reached([rule.guard, *rule.body]):
            if isinstance(node, Global) and node.variable == variable:
                return f' in rule "{rule.name}"', node.span
    return "", program.span
