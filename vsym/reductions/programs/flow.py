"""The flow of control of a rule that runs symbolically: what its memory holds and which states come this far.

A flow forks at a condition and joins after it, so that later statements run once, however many conditions come first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from vsym.basics.source import Span
from vsym.models.program.faults import Fault, FaultKind
from vsym.reductions.programs.algebra import Algebra
from vsym.reductions.programs.predicates import ALWAYS, NEVER, Context, Predicate, Sum
from vsym.reductions.programs.trees import EndedError, Tree, Trees

T = TypeVar("T")
Code = Tree[Sum]
"""The content of a slot: its code."""


class NotCalmError(Exception):
    """An attempt may end in an error."""


class Flow:
    """The knowledge at a point of a rule: `memory` has the codes of the addresses that were written, an address of 0 or
    more being a slot, a negative one a local variable's; `reached` is which states have come here since the fork that
    made this flow, and `endings` which of them have ended in which error. The slots that were `read` as they were
    before the rule are those of all parts of a flow."""

    def __init__(self, trees: Trees, context: Context, memory: dict[int, Code], read: set[int] | None = None) -> None:
        self.trees, self.context, self.memory = trees, context, memory
        self.read: set[int] = set() if read is None else read
        self.endings: dict[Fault, Predicate] = {}
        self.reached: Predicate = ALWAYS
        self._calm = False
        self._parent: Flow | None = None
        self._entered: Predicate = ALWAYS

    @property
    def algebra(self) -> Algebra:
        """The algebra of the predicates."""
        return self.trees.algebra

    def code(self, address: int) -> Code:
        """The content of an address."""
        held = self.memory.get(address)
        if held is not None:
            return held
        self.read.add(address)
        return self.trees.leaf(Sum(((address, 1),), 0))

    def fork(self, condition: Predicate) -> Flow:
        """The part of the flow where a condition is true."""
        part = Flow(self.trees, self.trees.assuming(condition, self.context), dict(self.memory), self.read)
        part._parent, part._entered, part._calm = self, condition, self._calm
        return part

    def since(self, root: Flow) -> Predicate:
        """The states of an earlier flow that come here."""
        parts, flow = [self.reached], self
        while flow is not root:
            assert flow._parent is not None
            parts.append(flow._entered)
            flow = flow._parent
            parts.append(flow.reached)
        return self.algebra.every(reversed(parts))

    @property
    def path(self) -> Predicate:
        """The states of the first flow that come here."""
        return self.algebra.every((self.entry, self.reached))

    @property
    def entry(self) -> Predicate:
        """The states of the first flow that come to the fork that made this one."""
        if self._parent is None:
            return ALWAYS
        return self.algebra.every((self._parent.path, self._entered))

    def narrow(self, condition: Predicate) -> None:
        """Go on only where a condition is true; raises EndedError where that is nowhere."""
        condition = self.algebra.under(condition, self.context)
        if condition is ALWAYS:
            return
        self.reached = self.algebra.every((self.reached, condition))
        if condition is NEVER or self.reached is NEVER:
            self.reached = NEVER
            raise EndedError
        self.algebra.assume(condition, self.context)

    def fail(self, where: Predicate, kind: FaultKind, message: str, span: Span) -> None:
        """End in an error where a condition is true; raises EndedError where that is everywhere."""
        where = self.algebra.under(where, self.context)
        if where is NEVER:
            return
        if self._calm:
            raise NotCalmError
        self._end(Fault(kind, message, span), where)
        self.narrow(self.algebra.negate(where))

    def _end(self, fault: Fault, where: Predicate) -> None:
        """End in an error in the states that come here and satisfy a condition."""
        where = self.algebra.every((self.reached, where))
        self.endings[fault] = self.algebra.some((self.endings.get(fault, NEVER), where))

    def absorb(self, part: Flow) -> None:
        """Take over the errors of a part."""
        for fault, where in part.endings.items():
            self._end(fault, self.algebra.every((part._entered, where)))

    def attempt(self, work: Callable[[Flow], T]) -> T | None:
        """The result of work that neither ends nor changes memory; None where it does either, with memory unchanged."""
        part = Flow(self.trees, self.context.copy(), dict(self.memory), self.read)
        part._calm = True
        try:
            result = work(part)
        except (EndedError, NotCalmError):
            return None
        return result if part.reached is ALWAYS and part.memory == self.memory else None

    def branch(
        self, condition: Predicate, then: Callable[[Flow], T], otherwise: Callable[[Flow], T]
    ) -> tuple[T | None, T | None]:
        """Run `then` where a condition is true and `otherwise` elsewhere, and join the two. Returns both results, None
        for one that runs nowhere or ends; raises EndedError where neither goes on."""
        condition = self.algebra.under(condition, self.context)
        if condition is ALWAYS:
            return then(self), None
        if condition is NEVER:
            return None, otherwise(self)
        one, other = self.fork(condition), self.fork(self.algebra.negate(condition))
        results = _attempted(one, then), _attempted(other, otherwise)
        self._join(condition, one, other)
        return results

    def where(self, condition: Predicate, work: Callable[[Flow], T]) -> T | None:
        """The result of work where a condition is true, which runs only there; None if that is nowhere or it ends."""
        return self.branch(condition, work, lambda _: None)[0]

    def unless(self, condition: Predicate, work: Callable[[Flow], T]) -> T | None:
        """The result of work where a condition is false, which runs only there; None if that is nowhere or it ends."""
        return self.branch(condition, lambda _: None, work)[1]

    def _join(self, condition: Predicate, one: Flow, other: Flow) -> None:
        self.absorb(one)
        self.absorb(other)
        self.narrow(self.algebra.either(condition, one.reached, other.reached))
        if one.reached is NEVER or other.reached is NEVER:
            left = other if one.reached is NEVER else one
            self.memory, self.context = left.memory, left.context
            return
        for address in {**one.memory, **other.memory}:
            if address < 0 and address not in self.memory:
                continue
            self.memory[address] = self.trees.choose(condition, one.code(address), other.code(address))


def _attempted(flow: Flow, work: Callable[[Flow], T]) -> T | None:
    try:
        return work(flow)
    except EndedError:
        flow.reached = NEVER
        return None
