"""The meanings of names where a piece of a program runs symbolically, the contents of places and their assignment, and
the values of binders, with the quantifiers over these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.basics.source import Span
from vsym.models.program import expressions as syntax
from vsym.models.program import memory
from vsym.models.program.evaluation import unordered
from vsym.models.program.types import Simple, Type, described, width
from vsym.reductions.programs.algebra import Algebra
from vsym.reductions.programs.flow import Code, Flow
from vsym.reductions.programs.predicates import ALWAYS, NEVER, NOTHING, Context, Predicate, Sum
from vsym.reductions.programs.trees import Leaf, Tree
from vsym.reductions.programs.values import Value, constant, encoded, numbers, outside, separated

if TYPE_CHECKING:
    from vsym.models.program.program import Program


@frozen
class Location:
    """A place as it is when it is bound: by cases, the address where it begins."""

    addresses: Tree[int]
    type: Type

    def shifted(self, flow: Flow, by: int, of: Type) -> Location:
        """A part of it, so many addresses further on."""
        trees = flow.trees
        if not by:
            return Location(self.addresses, of)
        if isinstance(self.addresses, Leaf):
            return Location(trees.leaf(self.addresses.content + by), of)
        return Location(trees.mapped(self.addresses, flow.context, lambda at, _: trees.leaf(at + by)), of)


Whole: TypeAlias = "tuple[Code, ...]"
"""The codes of a value of an array or record type."""

Arguments: TypeAlias = Sequence[syntax.Place | syntax.Expression]

Invocation: TypeAlias = "Callable[[Flow, Frame, int, Arguments, Span], Value | Whole | None]"
"""A function that runs a routine, by the flow, the caller's frame, its number, the arguments and the call's place."""


@frozen
class Returned:
    """The states of a routine that end with a result, with what memory then holds."""

    where: Predicate
    memory: dict[int, Code]
    result: Value | Whole | None


@frozen
class Frame:
    """The names of a routine, and how it has ended up to here; `root` is the flow in which it began."""

    program: Program
    invoke: Invocation
    names: dict[int, Location | Value]
    root: Flow
    returns: list[Returned]
    depth: int = 0

    def named(self, number: int, meaning: Location | Value) -> Frame:
        """The same with one more name."""
        names = {**self.names, number: meaning}
        return Frame(self.program, self.invoke, names, self.root, self.returns, self.depth)

    def location(self, name: syntax.Variable | syntax.Reference) -> Location:
        """The location of a local variable, or the one to which a reference is bound."""
        meaning = self.names[name.number]
        assert isinstance(meaning, Location)
        return meaning

    def value(self, binder: syntax.Binder) -> Value:
        """The value of a binder."""
        meaning = self.names[binder.number]
        assert not isinstance(meaning, Location)
        return meaning


def with_local(frame: Frame, flow: Flow, variable: syntax.Variable) -> Frame:
    """The frame with a local variable, undefined: below all addresses that are in use."""
    first = min((*flow.memory, 0)) - width(variable.type)
    for address in range(first, first + width(variable.type)):
        flow.memory[address] = flow.trees.leaf(NOTHING)
    return frame.named(variable.number, Location(flow.trees.leaf(first), variable.type))


def refused(span: Span, what: str) -> RefusedError:
    """The refusal, to be raised, of something that cannot be run symbolically: where, and what."""
    return RefusedError(f"{span}: {what}")


def held(flow: Flow, location: Location, further: int = 0) -> Code:
    """The content of the slot of a place that stands so much further on."""
    trees = flow.trees
    return trees.mapped(
        location.addresses, flow.context, lambda address, here: trees.under(flow.code(address + further), here)
    )


def whole(flow: Flow, location: Location) -> Whole:
    """The contents of all slots of a place."""
    return tuple(held(flow, location, further) for further in range(width(location.type)))


def put(flow: Flow, location: Location, codes: Whole) -> None:
    """Give the slots of a place codes."""
    trees, context = flow.trees, flow.context
    for first, where in trees.reach(location.addresses, context).items():
        inside = trees.assuming(where, context)
        for further, code in enumerate(codes):
            before = flow.code(first + further)
            flow.memory[first + further] = trees.choose(where, trees.under(code, inside), before)


def store(flow: Flow, location: Location, value: Value | Whole | None, span: Span) -> None:
    """Put a value, or a whole; one outside the place's type ends the flow in an error."""
    if isinstance(value, tuple):
        put(flow, location, value)
    elif value is None or not isinstance(location.type, Simple):
        put(flow, location, undefined_codes(flow, location.type))
    else:
        put(flow, location, (checked(flow, location.type, value, span),))


def checked(flow: Flow, of: Simple, value: Value, span: Span) -> Code:
    """The codes of a value; one outside the type ends the flow in an error."""
    beyond = outside(flow.trees, value, of, flow.context)
    flow.fail(beyond, "range", f"`{span.text}` is outside {described(of)}", span)
    return encoded(flow.trees, value, of, flow.context)


def undefined_codes(flow: Flow, of: Type) -> Whole:
    """The codes of an undefined value of a type."""
    return (flow.trees.leaf(NOTHING),) * width(of)


def cleared_codes(flow: Flow, of: Type) -> Whole:
    """The codes of a cleared value of a type."""
    return tuple(flow.trees.leaf(Sum((), code)) for code in memory.cleared_codes(of))


def chosen(
    flow: Flow, condition: Predicate, then: Value | Whole | None, otherwise: Value | Whole | None
) -> Value | Whole | None:
    """The one result where a condition is true, the other one elsewhere."""
    trees = flow.trees
    if isinstance(then, tuple) or isinstance(otherwise, tuple):
        one, other = (side if isinstance(side, tuple) else () for side in (then, otherwise))
        pairs = zip_longest(one, other, fillvalue=trees.leaf(NOTHING))
        return tuple(trees.choose(condition, *pair) for pair in pairs)
    if then is None and otherwise is None:
        return None
    nothing: Value = trees.leaf(None)
    return trees.choose(condition, then or nothing, otherwise or nothing)


Evaluation: TypeAlias = Callable[[Flow, Frame, syntax.Expression], Value]
Condition: TypeAlias = Callable[[Flow, Frame, syntax.Expression], Predicate]


def elements(flow: Flow, frame: Frame, domain: syntax.Domain, number: Evaluation) -> list[tuple[int, Predicate]]:
    """The values that a binder takes, in order, each with the condition under which it takes it."""
    match domain:
        case syntax.Interval():
            return _interval(flow, frame, domain, number)
        case syntax.Entries(place):
            raise refused(place.span, "multisets cannot be run symbolically")
        case _:
            return [(value, ALWAYS) for value in domain.values()]


def _interval(flow: Flow, frame: Frame, domain: syntax.Interval, number: Evaluation) -> list[tuple[int, Predicate]]:
    trees, algebra = flow.trees, flow.algebra
    start = numbers(trees, number(flow, frame, domain.first), flow.context)
    last = numbers(trees, number(flow, frame, domain.last), flow.context)
    by = trees.leaf(Sum((), 1)) if domain.by is None else numbers(trees, number(flow, frame, domain.by), flow.context)
    steps = separated(trees, by, flow.context)
    zero = trees.predicate(steps, flow.context, lambda one, here: algebra.compared(one, "=", here))
    flow.fail(zero, "step", "the step of this loop is 0", (domain.by or domain.first).span)
    rising: dict[int, list[Predicate]] = {}
    falling: dict[int, list[Predicate]] = {}
    for step, stepping in trees.reach(steps, flow.context).items():
        if not step.constant:
            continue
        beyond = trees.assuming(stepping, flow.context)
        for first, starting in trees.reach(separated(trees, start, beyond), beyond).items():
            here = trees.assuming(starting, beyond)
            ends = [end for one in trees.reach(last, here) for end in algebra.ends(one, here)]
            values = range(first.constant, max(ends) + 1 if step.constant > 0 else min(ends) - 1, step.constant)
            for value in values:
                inside = trees.predicate(last, here, _reaches(algebra, value, step.constant > 0))
                values_so_far = rising if step.constant > 0 else falling
                values_so_far.setdefault(value, []).append(algebra.every((stepping, starting, inside)))
    ordered = [*sorted(rising.items()), *sorted(falling.items(), reverse=True)]
    return [(value, where) for value, parts in ordered if (where := algebra.some(parts)) is not NEVER]


def _reaches(algebra: Algebra, value: int, rising: bool) -> Callable[[Sum, Context], Predicate]:
    """The states in which an interval that ends at a number has a value."""
    return lambda end, here: algebra.compared(end.shifted(-value), ">=" if rising else "<=", here)


def quantified(
    flow: Flow, frame: Frame, expression: syntax.Quantified, number: Evaluation, truth: Condition
) -> Predicate:
    """The states in which a condition is true of all values, or of some. Evaluation stops once a value decides, but
    takes all elements of a scalarset or ringset together, as they have no order."""
    listed = elements(flow, frame, expression.domain, number)

    def of(here: Flow, value: int, where: Predicate) -> Predicate:
        inside = frame.named(expression.binder.number, constant(flow.trees, value))
        then = here.where(where, lambda one: truth(one, inside, expression.body))
        return flow.algebra.either(where, then or NEVER, _joined(flow, expression, ()))

    calm: list[Predicate] = []
    turns: list[Turn] = []
    for value, where in listed:
        turn = partial(of, value=value, where=where)
        # Once a turn may end in an error, the later ones are evaluated only in their order.
        result = None if len(turns) > len(calm) else flow.attempt(turn)
        if result is not None:
            calm.append(result)
        turns.append(turn if result is None else partial(_known, result))
    if len(calm) == len(listed):
        # Nothing ends in an error, so that the order does not matter.
        return _joined(flow, expression, calm)
    groups = groupby(zip(listed, turns, strict=True), key=lambda one: unordered(expression.domain, one[0][0]) or one[0])
    return _in_turn(flow, expression, [[turn for _, turn in group] for _, group in groups])


def _known(result: Predicate, _: Flow) -> Predicate:
    return result


Turn: TypeAlias = Callable[[Flow], Predicate]


def _in_turn(flow: Flow, expression: syntax.Quantified, groups: Sequence[Sequence[Turn]]) -> Predicate:
    """The same where it stops after the first group that decides."""
    if not groups:
        return _joined(flow, expression, ())
    first, *later = groups
    here = _joined(flow, expression, [turn(flow) for turn in first])
    left_open = here if expression.quantifier == "forall" else flow.algebra.negate(here)
    rest = flow.where(left_open, lambda one: _in_turn(one, expression, later))
    return _joined(flow, expression, (here, rest or NEVER))


def _joined(flow: Flow, expression: syntax.Quantified, parts: Sequence[Predicate]) -> Predicate:
    return flow.algebra.every(parts) if expression.quantifier == "forall" else flow.algebra.some(parts)
