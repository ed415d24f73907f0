"""Values of simple types by cases, and how they become codes and codes become values."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from vsym.models.program.types import Simple, Union
from vsym.reductions.programs.flow import Code
from vsym.reductions.programs.predicates import ALWAYS, NEVER, NOTHING, Context, Predicate, Sum, bits
from vsym.reductions.programs.trees import EndedError, Leaf, Tree, Trees


class Coded(NamedTuple):
    """The meaning of a code: undefined where it is 0. `kind` is the union, or else the value that 0 would have."""

    code: Sum
    kind: Union | int


Content: TypeAlias = Sum | Coded | None
"""A number, the meaning of a code, or undefined."""
Value: TypeAlias = Tree[Content]


def kind(of: Simple) -> Union | int:
    """The coding of a type's values: types with equal kinds have the same codes for the same values."""
    return of if isinstance(of, Union) else of.value(1) - 1


def constant(trees: Trees, value: int) -> Value:
    """A value of which all is known."""
    return trees.leaf(Sum((), value))


def known_value(value: Value) -> int | None:
    """The value of which all is known."""
    content = value.content if isinstance(value, Leaf) else None
    return content.constant if isinstance(content, Sum) and not content.terms else None


def decoded(trees: Trees, code: Code, of: Simple, context: Context) -> Value:
    """The value of a code of a type."""
    coding = kind(of)

    def one(content: Sum, here: Context) -> Value:
        content = trees.algebra.known(content, here)
        if not content.terms:
            return constant(trees, of.value(content.constant)) if content.constant else trees.leaf(None)
        if isinstance(coding, Union) or _zero(trees, content, here) is not NEVER:
            return trees.leaf(Coded(content, coding))
        return trees.leaf(content.shifted(coding))

    return trees.mapped(code, context, one)


def undefined(trees: Trees, value: Value, context: Context) -> Predicate:
    """The states in which a value is undefined."""
    return trees.predicate(value, context, lambda content, here: _undefined(trees, content, here))


def _undefined(trees: Trees, content: Content, context: Context) -> Predicate:
    if content is None:
        return ALWAYS
    return _zero(trees, content.code, context) if isinstance(content, Coded) else NEVER


def _zero(trees: Trees, code: Sum, context: Context) -> Predicate:
    """The states in which a code is 0: a sum that is no copy of a slot stands only where it is not."""
    return NEVER if code.slot is None else trees.algebra.compared(code, "=", context)


def defined(trees: Trees, value: Value, context: Context) -> Value:
    """A value that is not undefined, with its codes as numbers except those of unions."""

    return trees.mapped(value, context, lambda content, here: _defined(trees, content, here))


def _defined(trees: Trees, content: Content, context: Context) -> Value | None:
    """The content of a value that is not undefined: a number, or a union's code; None where there is none."""
    if content is None:
        return None
    if isinstance(content, Sum):
        return trees.leaf(content)
    code, coding = trees.algebra.known(content.code, context), content.kind
    if not code.terms and not code.constant:
        return None
    if isinstance(coding, Union):
        return trees.leaf(Coded(code, coding)) if code.terms else constant(trees, coding.value(code.constant))
    return trees.leaf(code.shifted(coding))


def _numbered(trees: Trees, content: Sum | Coded, context: Context) -> Tree[Sum]:
    """A content that is not undefined as a number: of a union's code, by cases over its members."""
    if isinstance(content, Sum):
        return trees.leaf(content)
    code, coding = content
    if not isinstance(coding, Union):
        return trees.leaf(code.shifted(coding))
    *before, last = _members(coding)
    low, value = last
    number = trees.leaf(code.shifted(value - low))
    for (first, value), (following, _) in reversed([*zip(before, (*before[1:], last), strict=True)]):
        inside = trees.algebra.compared(code.shifted(-following + 1), "<=", context)
        number = trees.choose(inside, trees.leaf(code.shifted(value - first)), number)
    return number


def _members(union: Union) -> list[tuple[int, int]]:
    """The first code of each member with the value that it stands for."""
    members, code = [], 1
    for member in union.members:
        members.append((code, member.value(1)))
        code += member.cardinality
    return members


def numbers(trees: Trees, value: Value, context: Context) -> Tree[Sum]:
    """A value that is not undefined as a number."""
    return trees.mapped(
        value, context, lambda content, here: None if content is None else _numbered(trees, content, here)
    )


def outside(trees: Trees, value: Value, of: Simple, context: Context) -> Predicate:
    """The states in which a value is defined and none of a type."""
    return trees.predicate(value, context, lambda content, here: _outside(trees, content, of, here))


def _outside(trees: Trees, content: Content, of: Simple, context: Context) -> Predicate:
    algebra = trees.algebra
    if content is None:
        return NEVER
    if isinstance(content, Coded) and content.kind == kind(of):
        return algebra.compared(content.code.shifted(-of.cardinality - 1), ">=", context)
    if isinstance(content, Coded):
        there = algebra.negate(_undefined(trees, content, context))
        inside = trees.assuming(there, context)
        apart = _numbered(trees, content, inside)
        return algebra.every((there, trees.predicate(apart, inside, lambda one, here: _outside(trees, one, of, here))))
    if not content.terms:
        return NEVER if of.code(content.constant) else ALWAYS
    parts = of.members if isinstance(of, Union) else (of,)
    beyond = []
    for part in parts:
        first = part.value(1)
        below = algebra.compared(content.shifted(-first + 1), "<=", context)
        above = algebra.compared(content.shifted(-first - part.cardinality), ">=", context)
        beyond.append(algebra.some((below, above)))
    return algebra.every(beyond)


def encoded(trees: Trees, value: Value, of: Simple, context: Context) -> Code:
    """The codes of a value that is known to be undefined or of the type."""
    return trees.mapped(value, context, lambda content, here: _encoded(trees, content, of, here))


def _encoded(trees: Trees, content: Content, of: Simple, context: Context) -> Code | None:
    if content is None:
        return trees.leaf(NOTHING)
    if isinstance(content, Coded) and content.kind == kind(of):
        return trees.leaf(content.code)
    if isinstance(content, Coded):
        zero = _undefined(trees, content, context)
        defined_here = trees.assuming(trees.algebra.negate(zero), context)
        try:
            number = _numbered(trees, content, defined_here)
            apart = trees.mapped(number, defined_here, lambda one, here: _encoded(trees, one, of, here))
        except EndedError:
            return trees.leaf(NOTHING)
        return trees.choose(zero, trees.leaf(NOTHING), apart)
    if not content.terms:
        code = of.code(content.constant)
        return trees.leaf(Sum((), code)) if code else None
    if not isinstance(of, Union):
        return trees.leaf(content.shifted(1 - of.value(1)))
    first_code, tree = 1 + of.cardinality, None
    for part in reversed(of.members):
        first_code -= part.cardinality
        here = trees.leaf(content.shifted(first_code - part.value(1)))
        first = part.value(1)
        inside = trees.algebra.every(
            (
                trees.algebra.compared(content.shifted(-first), ">=", context),
                trees.algebra.compared(content.shifted(-first - part.cardinality + 1), "<=", context),
            )
        )
        tree = here if tree is None else trees.choose(inside, here, tree)
    assert tree is not None
    return tree


def separated(trees: Trees, tree: Tree[Sum], context: Context) -> Tree[Sum]:
    """The tree with every sum apart by the codes of its slots, so that its leaves are numbers."""

    def one(content: Sum, here: Context) -> Tree[Sum]:
        content = trees.algebra.known(content, here)
        if not content.terms:
            return trees.leaf(content)
        (slot, coefficient), *more = content.terms
        rest = Sum(tuple(more), content.constant)
        codes = bits(trees.algebra.codes(slot, here))
        return trees.switch(slot, ((1 << code, one(rest.shifted(coefficient * code), here)) for code in codes))

    return trees.mapped(tree, context, one)


def same(trees: Trees, left: Value, right: Value, context: Context) -> Predicate:
    """The states in which two values are equal, or both undefined."""
    return trees.predicates(left, right, context, lambda one, other, here: _same(trees, one, other, here))


def _same(trees: Trees, one: Content, other: Content, context: Context) -> Predicate:
    algebra = trees.algebra
    if isinstance(one, Sum) and isinstance(other, Sum):
        return algebra.compared(one.plus(other, -1), "=", context)
    if isinstance(one, Coded) and isinstance(other, Coded) and one.kind == other.kind:
        return algebra.compared(one.code.plus(other.code, -1), "=", context)
    if isinstance(other, Coded) and isinstance(one, Sum):
        one, other = other, one
    if isinstance(one, Coded) and isinstance(one.kind, Union) and isinstance(other, Sum) and not other.terms:
        code = one.kind.code(other.constant)
        return algebra.compared(one.code.shifted(-code), "=", context) if code else NEVER
    first, second = _undefined(trees, one, context), _undefined(trees, other, context)
    if one is None or other is None:
        return algebra.every((first, second))
    both = algebra.every((algebra.negate(first), algebra.negate(second)))
    if both is NEVER:
        return algebra.every((first, second))
    inside = trees.assuming(both, context)
    equal = trees.predicate(
        _numbered(trees, one, inside),
        inside,
        lambda number, here: trees.predicate(
            _numbered(trees, other, here), here, lambda another, there: _same(trees, number, another, there)
        ),
    )
    return algebra.some((algebra.every((first, second)), algebra.every((both, equal))))
