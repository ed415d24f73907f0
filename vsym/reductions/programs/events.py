"""The events of an instance of a rule: its firing, and the errors that its guard and its body end in; predicates and
trees as formulas and terms over the variables of a system.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import assert_never

from vsym.basics.frozen import frozen
from vsym.logic.formula import (
    FALSE,
    TRUE,
    Comparison,
    Formula,
    Operator,
    compare,
    conjunction,
    disjunction,
    equivalence,
)
from vsym.logic.terms import Linear, Named, linear
from vsym.models.program.faults import Fault
from vsym.models.program.program import Program
from vsym.models.program.semantics import Firing
from vsym.models.program.spelling import rule_text
from vsym.reductions.programs.algebra import Algebra
from vsym.reductions.programs.flow import Code
from vsym.reductions.programs.instances import Instance
from vsym.reductions.programs.predicates import (
    ALWAYS,
    NEVER,
    Always,
    Conjunction,
    Context,
    Disjunction,
    Equivalence,
    Predicate,
    Relation,
    Sum,
    Within,
    bits,
    single,
)
from vsym.reductions.programs.trees import Fork, Leaf, Switch, Trees
from vsym.system.event_classes import Renaming
from vsym.system.system import Case, Event, Term


class Writing:
    """Formulas and terms in which the slots have names; each predicate and each tree is written once."""

    def __init__(self, algebra: Algebra, names: Sequence[str]) -> None:
        self._algebra = algebra
        self._atoms = [Named(name) for name in names]
        self.formula: Callable[[Predicate], Formula] = cache(self._formula)
        self._comparisons: dict[tuple[int, Operator, int], Comparison] = {}

    def _formula(self, predicate: Predicate) -> Formula:
        """A predicate."""
        match predicate:
            case Always(value):
                return TRUE if value else FALSE
            case Within(slot, codes):
                return self._within(slot, codes)
            case Relation(terms, operator, bound):
                return compare(self._linear(Sum(terms, 0)), operator, Linear((), bound))
            case Conjunction(parts):
                return conjunction(map(self.formula, parts))
            case Disjunction(parts):
                return disjunction(map(self.formula, parts))
            case Equivalence(left, right):
                return equivalence(self.formula(left), self.formula(right))
        assert_never(predicate)

    def domain(self, every: Sequence[int]) -> Formula:
        """The condition that slots have codes that they ever have."""
        return conjunction(
            disjunction(self._run(slot, low, high) for low, high in _runs([*bits(ever)], everything))
            for slot, (ever, everything) in enumerate(zip(self._algebra.base, every, strict=True))
            if ever != everything
        )

    def _within(self, slot: int, codes: int) -> Formula:
        """The codes of a slot with as few comparisons as possible; codes that it never has are left open."""
        ever = self._algebra.base[slot]
        inside, outside = [*bits(codes)], [*bits(ever & ~codes)]
        if len(inside) == 1:
            return self._compared(slot, "=", inside[0])
        if len(outside) == 1:
            return self._compared(slot, "!=", outside[0])
        if inside[-1] < outside[0]:
            return self._compared(slot, "<=", inside[-1])
        if inside[0] > outside[-1]:
            return self._compared(slot, ">=", inside[0])
        return disjunction(self._run(slot, low, high) for low, high in _runs(inside, ever))

    def _run(self, slot: int, low: int, high: int) -> Formula:
        if low == high:
            return self._compared(slot, "=", low)
        return conjunction((self._compared(slot, ">=", low), self._compared(slot, "<=", high)))

    def _compared(self, slot: int, operator: Operator, code: int) -> Formula:
        key = slot, operator, code
        if key not in self._comparisons:
            self._comparisons[key] = Comparison(Linear(((self._atoms[slot], 1),)), operator, code)
        return self._comparisons[key]

    def _linear(self, term: Sum) -> Linear:
        return linear(((self._atoms[slot], coefficient) for slot, coefficient in term.terms), term.constant)

    def term(self, code: Code, slot: int) -> Term:
        """The new value of a slot. In a switch over a slot's codes, the default is the case that keeps the old value.
        Without such a case, it is 0, which stands for no value, if the switch leaves out codes that cannot occur there,
        so that no code is preferred; else it is the case with the most codes."""
        match code:
            case Leaf(content):
                return self._linear(content)
            case Switch(asked, arms):
                left_out = self._algebra.base[asked]
                for codes, _ in arms:
                    left_out &= ~codes
                keeping = [arm for arm in arms if isinstance(arm[1], Leaf) and arm[1].content.slot == slot]
                last = keeping[0] if keeping else None if left_out else max(arms, key=lambda arm: arm[0].bit_count())
                within = self._algebra.within
                branches = [
                    (self.formula(within(asked, codes)), self.term(below, slot))
                    for codes, below in (arm for arm in arms if arm is not last)
                ]
                return _case(branches, Linear() if last is None else self.term(last[1], slot))
            case Fork(condition, then, otherwise):
                branch = (self.formula(condition), self.term(then, slot))
                return _case([branch], self.term(otherwise, slot))
        assert_never(code)


def _case(branches: Sequence[tuple[Formula, Term]], otherwise: Term) -> Term:
    if isinstance(otherwise, Case):
        return Case((*branches, *otherwise.branches), otherwise.otherwise)
    return Case(tuple(branches), otherwise)


def _runs(codes: Sequence[int], ever: int) -> list[tuple[int, int]]:
    """Codes as runs: between two codes of one there is none that occurs beside them."""
    runs: list[tuple[int, int]] = []
    for code in codes:
        if runs and not any(ever >> between & 1 for between in range(runs[-1][1] + 1, code)):
            runs[-1] = runs[-1][0], code
        else:
            runs.append((code, code))
    return runs


@frozen
class Ran:
    """An instance that was run; `free` is where no rule of less priority is enabled, which would go before it."""

    instance: Instance
    free: Predicate


@frozen
class Origin:
    """An event with its firing, and the error in which that ends."""

    event: Event
    firing: Firing
    fault: Fault | None = None


class Events:
    """The events of a program's instances; `undefined` collects the slots that one of them may make undefined."""

    def __init__(self, program: Program, trees: Trees, writing: Writing) -> None:
        self._program, self._trees, self._writing = program, trees, writing
        self.undefined: set[int] = set()
        self._made: dict[int, tuple[Instance, tuple[Origin, ...], set[int]]] = {}
        self._renaming = Renaming([Named(slot.text) for slot in program.layout.slots])

    def of(self, ran: Ran) -> Iterator[Origin]:
        """The events of an instance; if it is like another one, those of the other one with the slots replaced."""
        instance, like = ran.instance, ran.instance.like
        if like is not None and ran.free is ALWAYS and id(like.instance) in self._made:
            _, origins, undefined = self._made[id(like.instance)]
            self.undefined.update(like.slots[slot] for slot in undefined)
            text = rule_text(self._program, instance.firing)
            for one in origins:
                event = self._renaming.event(one.event, like.slots, replace(one.event, name=text, label=text))
                yield Origin(event, instance.firing, one.fault)
            return
        undefined = set[int]()
        origins = tuple(self._of(ran, undefined))
        self.undefined |= undefined
        if ran.free is ALWAYS:
            # With the instance itself, as its identity may be another one's when it is gone.
            self._made[id(instance)] = instance, origins, undefined
        yield from origins

    def _of(self, ran: Ran, undefined: set[int]) -> Iterator[Origin]:
        """The events of an instance; the slots that they may make undefined are added to `undefined`."""
        instance, free = ran.instance, ran.free
        algebra, rule = self._trees.algebra, self._program.rules[instance.firing.rule]
        text = rule_text(self._program, instance.firing)
        where = algebra.every((instance.where, free))
        if where is not NEVER:
            update = tuple(self._update(instance, where, undefined))
            event = Event(text, text, self._writing.formula(where), update, span=rule.span)
            yield Origin(event, instance.firing)
        errors: dict[Fault, list[Predicate]] = {}
        for ending in (*instance.guard_endings, *instance.endings):
            errors.setdefault(ending.fault, []).append(algebra.every((ending.where, free)))
        for fault, parts in errors.items():
            wrong = algebra.some(parts)
            if wrong is not NEVER:
                guard = self._writing.formula(wrong)
                event = Event(text, text, guard, (), error=fault.message, span=rule.span)
                yield Origin(event, instance.firing, fault)

    def _update(self, instance: Instance, where: Predicate, undefined: set[int]) -> Iterator[tuple[str, Term]]:
        trees = self._trees
        context = trees.assuming(where, trees.algebra.context())
        for slot, code in sorted(instance.memory.items()):
            held = trees.under(code, context)
            if not self._keeps(slot, held, context):
                if trees.predicate(held, context, self._is_undefined) is not NEVER:
                    undefined.add(slot)
                yield self._program.layout.slots[slot].text, self._writing.term(held, slot)

    def _keeps(self, slot: int, code: Code, context: Context) -> bool:
        """Tells if a slot keeps its content."""
        if not isinstance(code, Leaf):
            return False
        held: Sum = code.content
        only = single(self._trees.algebra.codes(slot, context))
        return held.slot == slot or (not held.terms and held.constant == only)

    def _is_undefined(self, code: Sum, context: Context) -> Predicate:
        return NEVER if code.terms and code.slot is None else self._trees.algebra.compared(code, "=", context)
