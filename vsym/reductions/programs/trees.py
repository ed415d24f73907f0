"""Decision trees: the content of a place, or the value of an expression, by cases over the codes before the step."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import field
from typing import Any, Generic, TypeAlias, TypeVar, assert_never

from vsym.basics.frozen import frozen
from vsym.reductions.programs.algebra import Algebra
from vsym.reductions.programs.predicates import ALWAYS, NEVER, Context, Predicate, Sum, Within, single

T = TypeVar("T", bound=Hashable)
T_co = TypeVar("T_co", bound=Hashable, covariant=True)
U = TypeVar("U", bound=Hashable)


@frozen(eq=False)
class Leaf(Generic[T_co]):
    """One thing in all cases."""

    content: T_co
    support: int
    size: int = 1


@frozen(eq=False)
class Switch(Generic[T_co]):
    """By the code of a slot: the sets of codes are disjoint, and codes in none of them do not occur."""

    slot: int
    arms: tuple[tuple[int, Tree[T_co]], ...]
    support: int
    size: int


@frozen(eq=False)
class Fork(Generic[T_co]):
    """By a condition that is not of one slot alone."""

    condition: Predicate = field(repr=False)
    then: Tree[T_co]
    otherwise: Tree[T_co]
    support: int
    size: int


Tree: TypeAlias = Leaf[T_co] | Switch[T_co] | Fork[T_co]
"""`support` has the bits of the slots that the tree tests or that stand in a leaf; `size` is as for predicates."""


class EndedError(Exception):
    """No state is left in which the evaluation goes on."""


class Trees:
    """Trees, each once, over the predicates of an algebra; `memos` has the data that other modules keep as long as
    these."""

    def __init__(self, algebra: Algebra) -> None:
        self.algebra = algebra
        self._known: dict[Hashable, Tree[Any]] = {}
        self.memos: dict[Hashable, Any] = {}

    def leaf(self, content: T) -> Tree[T]:
        """The tree of one thing."""
        return self._kept((type(content), content), lambda: Leaf(content, _support(content)))

    def _kept(self, key: Hashable, made: Callable[[], Tree[T]]) -> Tree[T]:
        tree: Tree[T] | None = self._known.get(key)
        if tree is None:
            self.algebra.spend()
            tree = self._known[key] = made()
        return tree

    def switch(self, slot: int, arms: Iterable[tuple[int, Tree[T]]]) -> Tree[T]:
        """The tree that tests a slot; where its arms test the same slot again, both tests become one."""
        joined: dict[Tree[T], int] = {}
        for codes, tree in arms:
            inner = tree.arms if isinstance(tree, Switch) and tree.slot == slot else ((-1, tree),)
            for inside, below in inner:
                if codes & inside:
                    joined[below] = joined.get(below, 0) | codes & inside
        if len(joined) > 1:
            _merge_copies(slot, joined)
        if len(joined) == 1:
            return next(iter(joined))
        ordered = tuple(sorted(((codes, tree) for tree, codes in joined.items()), key=lambda arm: arm[0] & -arm[0]))
        support, size = 1 << slot, 0
        for _, tree in ordered:
            support |= tree.support
            size += 1 + tree.size
        self.algebra.check(size)
        return self._kept((slot, ordered), lambda: Switch(slot, ordered, support, size))

    def choose(self, condition: Predicate, then: Tree[T], otherwise: Tree[T]) -> Tree[T]:
        """The one tree where a condition is true, the other one elsewhere."""
        if then is otherwise or condition is ALWAYS:
            return then
        if condition is NEVER:
            return otherwise
        if isinstance(condition, Within):
            left = self.algebra.base[condition.slot] & ~condition.codes
            return self.switch(condition.slot, ((condition.codes, then), (left, otherwise)))
        if isinstance(otherwise, Fork) and otherwise.then is then:
            return self.choose(self.algebra.some((condition, otherwise.condition)), then, otherwise.otherwise)
        if isinstance(then, Fork) and then.otherwise is otherwise:
            return self.choose(self.algebra.every((condition, then.condition)), then.then, otherwise)
        support = condition.support | then.support | otherwise.support
        size = condition.size + then.size + otherwise.size
        self.algebra.check(size)
        return self._kept((condition, then, otherwise), lambda: Fork(condition, then, otherwise, support, size))

    def mapped(self, tree: Tree[T], context: Context, of: Callable[[T, Context], Tree[U] | None]) -> Tree[U]:
        """The tree with its possible leaves replaced. Leaves for which `of` gives None are dropped, as they are known
        not to occur; raises EndedError where it drops all of them."""
        mapped = self.attempted(tree, context, of)
        if mapped is None:
            raise EndedError
        return mapped

    def attempted(self, tree: Tree[T], context: Context, of: Callable[[T, Context], Tree[U] | None]) -> Tree[U] | None:
        """The same; None where all leaves are dropped."""
        match tree:
            case Leaf(content):
                return of(content, context)
            case Switch(slot, arms):
                there = self.algebra.codes(slot, context)
                live = [(codes & there, below) for codes, below in arms if codes & there]
                if len(live) == 1:
                    return self.attempted(live[0][1], context, of)
                replaced = [
                    (codes, self.attempted(below, self._narrowed(context, slot, codes), of)) for codes, below in live
                ]
                left = [(codes, below) for codes, below in replaced if below is not None]
                return self.switch(slot, left) if left else None
            case Fork(condition, then, otherwise):
                rest = self.algebra.under(condition, context)
                if rest is ALWAYS or rest is NEVER:
                    return self.attempted(then if rest is ALWAYS else otherwise, context, of)
                one = self.attempted(then, self.assuming(rest, context), of)
                other = self.attempted(otherwise, self.assuming(self.algebra.negate(rest), context), of)
                return other if one is None else one if other is None else self.choose(rest, one, other)
        assert_never(tree)

    def under(self, tree: Tree[T], context: Context) -> Tree[T]:
        """The rest of a tree where something is known."""
        if isinstance(tree, Leaf) or not tree.support & context.support:
            return tree
        return self.mapped(tree, context, lambda content, _: self.leaf(content))

    def predicate(self, tree: Tree[T], context: Context, of: Callable[[T, Context], Predicate]) -> Predicate:
        """The states in which a predicate of the leaves is true."""
        algebra = self.algebra
        match tree:
            case Leaf(content):
                return of(content, context)
            case Switch(slot, arms):
                there = algebra.codes(slot, context)
                live = [(codes & there, below) for codes, below in arms if codes & there]
                if len(live) == 1:
                    return self.predicate(live[0][1], context, of)
                joined: dict[Predicate, int] = {}
                for codes, below in live:
                    part = self.predicate(below, self._narrowed(context, slot, codes), of)
                    joined[part] = joined.get(part, 0) | codes
                if len(joined) == 1:
                    return next(iter(joined))
                if len(joined) == 2:
                    (one, codes), (other, _) = joined.items()
                    return algebra.either(algebra.within(slot, codes), one, other)
                cases = ((algebra.within(slot, codes), part) for part, codes in joined.items())
                return algebra.some(map(algebra.every, cases))
            case Fork(condition, then, otherwise):
                left = algebra.under(condition, context)
                if left is ALWAYS or left is NEVER:
                    return self.predicate(then if left is ALWAYS else otherwise, context, of)
                return algebra.either(
                    left,
                    self.predicate(then, self.assuming(left, context), of),
                    self.predicate(otherwise, self.assuming(algebra.negate(left), context), of),
                )
        assert_never(tree)

    def predicates(
        self, left: Tree[T], right: Tree[U], context: Context, of: Callable[[T, U, Context], Predicate]
    ) -> Predicate:
        """The states in which a predicate of the leaves of two trees is true."""
        return self.predicate(
            left, context, lambda one, there: self.predicate(right, there, lambda other, here: of(one, other, here))
        )

    def reach(self, tree: Tree[T], context: Context) -> Mapping[T, Predicate]:
        """The predicate of each leaf: the states in which the tree is that leaf."""
        places: dict[T, list[Predicate]] = {}

        def walk(tree: Tree[T], context: Context, path: tuple[Predicate, ...]) -> None:
            match tree:
                case Leaf(content):
                    places.setdefault(content, []).append(self.algebra.every(path))
                case Switch(slot, arms):
                    there = self.algebra.codes(slot, context)
                    for codes, below in arms:
                        if codes & there:
                            here = self.algebra.under(self.algebra.within(slot, codes), context)
                            walk(below, self._narrowed(context, slot, codes & there), (*path, here))
                case Fork(condition, then, otherwise):
                    left = self.algebra.under(condition, context)
                    for side, below in ((left, then), (self.algebra.negate(left), otherwise)):
                        if side is not NEVER:
                            walk(below, self.assuming(side, context), (*path, side))
                case _:
                    assert_never(tree)

        walk(tree, context, ())
        return {content: self.algebra.some(paths) for content, paths in places.items()}

    def assuming(self, predicate: Predicate, context: Context) -> Context:
        """The context narrowed to the states in which a predicate is true."""
        narrower = context.copy()
        self.algebra.assume(predicate, narrower)
        return narrower

    def _narrowed(self, context: Context, slot: int, codes: int) -> Context:
        self.algebra.spend()
        narrower = context.copy()
        narrower.codes[slot] = codes
        narrower.support |= 1 << slot
        return narrower


def _merge_copies(slot: int, joined: dict[Tree[T], int]) -> None:
    """The cases joined in which a slot has one code: there, its content and a number may be the same."""
    copies = [(tree, shift) for tree in joined if (shift := _shift(tree, ((slot, 1),))) is not None]
    for tree, codes in [*joined.items()]:
        code, number = single(codes), _shift(tree, ())
        if code is None or number is None:
            continue
        for copy, shift in copies:
            if shift + code == number:
                joined[copy] |= joined.pop(tree)
                break


def _shift(tree: Tree[T], terms: tuple[tuple[int, int], ...]) -> int | None:
    """The constant of a leaf that is a sum of these terms."""
    content = tree.content if isinstance(tree, Leaf) else None
    return content.constant if isinstance(content, Sum) and content.terms == terms else None


def _support(content: object) -> int:
    """The slots in a leaf: a sum, or a sum and the meaning of its codes."""
    match content:
        case Sum(terms, _):
            return sum(1 << slot for slot, _ in terms)
        case (Sum() as code, _):
            return _support(code)
    return 0
