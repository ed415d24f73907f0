"""The scalarsets of a program whose elements are interchangeable: every permutation of these takes starts to starts and
firings to firings (Ip and Dill 1996, "Better verification through symmetry", section 4). For ringsets, the same search
proves this of rotations: their types allow only arithmetic that a rotation keeps, and a use that depends on no order
depends on no rotation.

Only the expressions and statements that vsym looks for here can tell elements apart: the effect of all others on a
permuted state is the permuted effect. vsym reports each use that tells elements apart, with its reason.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Diagnostic, Span
from vsym.models.program.expressions import (
    Binary,
    Binder,
    Bound,
    Call,
    Constant,
    Count,
    Entries,
    Entry,
    Expression,
    Interval,
    Place,
    Quantified,
    Unary,
)
from vsym.models.program.program import Choice, Program, Rule, Start
from vsym.models.program.statements import Clear, For, Invoke, Remove, RemoveIf, Scope, Statement, While
from vsym.models.program.traversal import Node, domain_parts, everything, parts
from vsym.models.program.types import Scalarset, Simple
from vsym.symmetry.declared.aliasing import Chosen, Names, Spot
from vsym.symmetry.declared.effects import Access, Conflict, Effects, conflict, may_meet, scratch
from vsym.symmetry.declared.formulas import Unordered, first_elements, members, ordered_entries, unordered


@frozen
class Misuse:
    """A use of scalarsets or ringsets that tells their elements apart, or may do so."""

    scalarsets: tuple[Unordered, ...]
    diagnostic: Diagnostic


Exchangeable: TypeAlias = Callable[[For, Collection[int]], bool]
"""The test for a loop whose turns can be exchanged although its text does not show it.

The numbers are those of local variables that every turn sets before it reads them, and that nothing else uses.
"""


def _unasked(_: For, __: Collection[int]) -> bool:
    return False


def sound_scalarsets(program: Program, exchangeable: Exchangeable = _unasked) -> tuple[Scalarset, ...]:
    """The scalarsets whose elements are interchangeable."""
    misused = {scalarset for misuse in misuses(program, exchangeable) for scalarset in misuse.scalarsets}
    return tuple(scalarset for scalarset in program.scalarsets if scalarset not in misused)


def misuses(program: Program, exchangeable: Exchangeable = _unasked) -> tuple[Misuse, ...]:
    """Every use that tells elements apart, in the order of the program; none of scalarsets of one element, and none of
    ringsets where the dialect takes both for ranges."""
    every = dict.fromkeys(_Check(program, exchangeable).all())
    return () if program.dialect.scalarset == "range" else tuple(every)


def at_every_size(program: Program) -> tuple[Unordered, ...]:
    """The scalarsets and ringsets whose permutations, or rotations, are symmetries however many elements there are.

    No use of theirs tells elements apart, as far as the text shows without a look at any size, and the text is the same
    at every size but for it (docs/theory.md).
    """
    if program.dialect.scalarset == "range":
        return ()
    misused = {scalarset for misuse in misuses(program) for scalarset in misuse.scalarsets}
    declared: tuple[Unordered, ...] = (*program.scalarsets, *program.ringsets)
    several = (one for one in declared if one.cardinality > 1 and one not in misused)
    return tuple(one for one in several if one.name in program.size_only)


class _Check:
    """A walk over all that a program runs, every routine as it is called."""

    def __init__(self, program: Program, exchangeable: Exchangeable) -> None:
        self._program, self._exchangeable = program, exchangeable
        self._effects = Effects(program)
        self._removed: set[int] = set()
        self._visited: set[tuple[object, ...]] = set()
        self._literals = True
        self._domains: dict[int, Spot] = {}
        self._entries = {binder.number: tuple(of) for binder, of in _entry_binders(program)}

    def all(self) -> Iterator[Misuse]:
        """The misuses in starts, rules, assumptions and properties."""
        for rule in _rules(self._program):
            self._removed = set()
            yield from self._rule(rule)
        assumptions = (condition.expression for condition in self._program.assumptions)
        yield from self._nodes(assumptions, Names({}, {}), ())
        # What binds a property's temporal operators is written out, element by element.
        self._literals = False
        conditions = (condition.expression for condition in self._program.conditions)
        yield from self._nodes(conditions, Names({}, {}), ())

    def _rule(self, rule: Start | Rule) -> Iterator[Misuse]:
        names = Names({}, {})
        for wrapper in rule.wrappers:
            if isinstance(wrapper, Choice):
                yield from self._nodes(domain_parts(wrapper.domain), names, ())
                if isinstance(wrapper.domain, Entries):
                    self._domains[wrapper.binder.number] = names.spot(wrapper.domain.place)
            else:
                yield from self._nodes(parts(wrapper), names, ())
                names = names.aliased(wrapper)
        if isinstance(rule, Rule):
            yield from self._node(rule.guard, names, ())
        yield from self._nodes(rule.body, names, rule.body)

    def _nodes(self, nodes: Iterable[Node], names: Names, owner: Sequence[Statement]) -> Iterator[Misuse]:
        for node in nodes:
            yield from self._node(node, names, owner)

    def _node(self, node: Node, names: Names, owner: Sequence[Statement]) -> Iterator[Misuse]:
        """The misuses of a node and of its parts; `owner` is the body that it stands in, and empty for a condition."""
        yield from self._own(node, names, owner)
        match node:
            case Scope(aliases, body):
                for alias in aliases:
                    yield from self._nodes(parts(alias), names, owner)
                    names = names.aliased(alias)
                yield from self._nodes(body, names, owner)
            case Invoke(routine, arguments) | Call(routine, arguments):
                yield from self._nodes(arguments, names, owner)
                yield from self._routine(routine, arguments, names)
            case Binary("=" | "!=", left, right):
                yield from self._nodes((one for one in (left, right) if not isinstance(one, Bound)), names, owner)
            case _:
                yield from self._nodes(parts(node), names, owner)

    def _routine(self, number: int, arguments: Sequence[Place | Expression], names: Names) -> Iterator[Misuse]:
        routine = self._program.routines[number]
        inside = names.called(routine, arguments)
        visit = (number, *inside.references.items(), *inside.indices.items(), *sorted(self._removed))
        if visit not in self._visited:
            self._visited.add(visit)
            yield from self._nodes(routine.body, inside, routine.body)

    def _own(self, node: Node, names: Names, owner: Sequence[Statement]) -> Iterator[Misuse]:
        match node:
            case For() | While():
                self._removed |= {one.spot.root for one in self._effects.of(node.body, names) if one.kind == "remove"}
                if isinstance(node, For):
                    yield from self._loop(node, names, owner)
            case Remove(binder, place):
                self._removed.add(names.spot(place).root)
                yield from self._element(binder, place, names)
            case Entry(place, binder):
                yield from self._element(binder, place, names)
            case RemoveIf(binder, place, condition):
                yield from self._condition(condition, names, ordered_entries(place.type))
                spot = self._domains[binder.number] = names.spot(place)
                taken = Access("remove", spot.below(Chosen(binder.number)), place.span)
                accesses = self._effects.of((condition,), names)
                if any(may_meet(taken, access, binder.number) for access in accesses):
                    what = "a condition that reads the multiset from which it removes elements"
                    yield from _misuse(_visible_order, condition.span, what, ordered_entries(place.type))
                self._removed.add(spot.root)
            case Clear(place):
                what = f"giving `{place.span.text}` the first value of its type"
                yield from _misuse(_singled_out, node.span, what, first_elements(place.type))
            case Quantified(_, _, Entries(place)):
                yield from _misuse(_visible_order, node.span, "this", ordered_entries(place.type))
            case Quantified(_, _, domain, body) if isinstance(domain, Simple):
                yield from self._condition(body, names, unordered(domain))
            case Count(binder, place, body):
                self._domains[binder.number] = names.spot(place)
                yield from self._condition(body, names, ordered_entries(place.type))
            case Unary() | Binary() | Constant() | Bound():
                yield from self._value(node, bool(owner))

    def _loop(self, loop: For, names: Names, owner: Sequence[Statement]) -> Iterator[Misuse]:
        match loop.domain:
            case Interval(first, last):
                yield from _misuse(_singled_out, first.span, "the order of values", _values((first, last)))
            case Entries(place):
                yield from _misuse(_visible_order, loop.span, "this loop", ordered_entries(place.type))
            case domain:
                scalarsets = unordered(domain)
                reason = conflict(self._effects, loop, names, owner, frozenset(self._removed)) if scalarsets else None
                if reason is not None and not self._exchangeable(loop, scratch(loop, owner)):
                    yield Misuse(scalarsets, _ordered(loop, reason, scalarsets))

    def _condition(self, body: Expression, names: Names, scalarsets: Iterable[Unordered]) -> Iterator[Misuse]:
        """Misuses in a condition that is evaluated for one element after the other: it must change nothing."""
        if any(access.kind != "read" for access in self._effects.of((body,), names)):
            yield from _misuse(_visible_order, body.span, "what this function changes", scalarsets)

    def _element(self, binder: Binder, place: Place, names: Names) -> Iterator[Misuse]:
        """A place in a multiset means nothing in another one, nor in one that is not known to be the same."""
        spot = names.spot(place)
        if None in spot.steps or self._domains.get(binder.number) != spot:
            what = f"`{binder.name}` in a possibly different multiset"
            yield from _misuse(_visible_order, place.span, what, ordered_entries(place.type))

    def _value(self, node: Unary | Binary | Constant | Bound, in_body: bool) -> Iterator[Misuse]:
        """Misuses of values that tell elements apart: the types of a program's text leave no room for them."""
        match node:
            case Constant(value, of):
                named = (one for one in members(of) if one.code(value)) if self._literals else ()
                yield from _misuse(_singled_out, node.span, f"`{node.span.text}`", named)
            case Bound(binder):
                entries = self._entries.get(binder.number, ())
                yield from _misuse(
                    _visible_order, node.span, f"the position of `{binder.name}` in its multiset", entries
                )
            case Unary("-", operand):
                yield from _misuse(_singled_out, node.span, "arithmetic", _values((operand,)))
            case Binary("=" | "!=", left) if in_body and not isinstance(left.type, Simple):
                what = "a comparison of multisets that this rule may have changed"
                yield from _misuse(_visible_order, node.span, what, ordered_entries(left.type))
            case Binary("+" | "-" | "*" | "/" | "%", left, right):
                yield from _misuse(_singled_out, node.span, "arithmetic", _values((left, right)))
            case Binary("<" | "<=" | ">" | ">=", left, right):
                yield from _misuse(_singled_out, node.span, "a comparison by order", _values((left, right)))


def _misuse(
    said: Callable[[Span, str, Sequence[Unordered]], Diagnostic], span: Span, what: str, of: Iterable[Unordered]
) -> Iterator[Misuse]:
    scalarsets = tuple(dict.fromkeys(of))
    if scalarsets:
        yield Misuse(scalarsets, said(span, what, scalarsets))


def _values(operands: Sequence[Expression]) -> Iterator[Scalarset]:
    for operand in operands:
        if isinstance(operand.type, Simple):
            yield from members(operand.type)


def _entry_binders(program: Program) -> Iterator[tuple[Binder, Iterator[Unordered]]]:
    """The binders whose values are places in multisets, with the scalarsets on whose order these places depend."""
    for rule in _rules(program):
        for wrapper in rule.wrappers:
            if isinstance(wrapper, Choice) and isinstance(wrapper.domain, Entries):
                yield wrapper.binder, ordered_entries(wrapper.domain.multiset)
    bodies = (*(rule.guard for rule in program.rules), *(one.expression for one in program.conditions))
    statements = (one.body for one in (*_rules(program), *program.routines))
    for node in everything((*bodies, *chain.from_iterable(statements))):
        match node:
            case Count(binder, place) | RemoveIf(binder, place):
                yield binder, ordered_entries(place.type)


def _rules(program: Program) -> tuple[Start | Rule, ...]:
    return *program.starts, *program.rules


def _singled_out(span: Span, what: str, scalarsets: Sequence[Unordered]) -> Diagnostic:
    return Diagnostic("VS360", span, f"{what} distinguishes the elements of {_names(scalarsets)}", _hints(scalarsets))


def _visible_order(span: Span, what: str, scalarsets: Sequence[Unordered]) -> Diagnostic:
    message = f"{what} may depend on the order of the elements of {_names(scalarsets)}"
    return Diagnostic("VS362", span, message, _hint(scalarsets))


def _ordered(loop: For, reason: Conflict, scalarsets: Sequence[Unordered]) -> Diagnostic:
    order = f"this loop may depend on the order of the elements of {_names(scalarsets)}"
    hint = "use `exists` or `forall` to look for an element"
    if reason.access.kind != "return":
        what = f"only places indexed by `{loop.binder.name}` or the same value in every iteration"
        hint = f"write {what}, or add to a number or a multiset"
    message = f"{_conflict(reason)}: {order}"
    return Diagnostic("VS361", reason.access.span, message, f"{hint}; {_hints(scalarsets)}")


def _conflict(reason: Conflict) -> str:
    place = f"`{reason.access.span.text}`"
    match reason.access.kind:
        case "return":
            return "the first element that returns ends the loop"
        case "assume":
            return "an `assume` in one iteration can hide an error in another"
        case "recursion":
            return f"{place} calls itself, so its effects are unknown"
    assert reason.other is not None
    if reason.other.kind == "read":
        return f"one iteration writes {place} and another reads it"
    if reason.access.kind == reason.other.kind == "set":
        return f"iterations may give {place} different values"
    return f"several iterations change {place}, and vsym cannot show that their order does not matter"


def _hints(scalarsets: Sequence[Unordered]) -> str:
    """The hints for a program that vsym can run symbolically, which excludes multisets."""
    return f"{_hint(scalarsets)}; `--group virtual` explores up to what is proved to be alike all the same"


def _hint(scalarsets: Sequence[Unordered]) -> str:
    return f"`--scalarset range` treats {_names(scalarsets)} as a range, without symmetry"


def _names(scalarsets: Sequence[Unordered]) -> str:
    return " and ".join(f"`{scalarset.name}`" for scalarset in scalarsets)
