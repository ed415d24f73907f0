"""The events of an instance of a rule: its firing, and the errors that its guard and its body end in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.logic.terms import Named
from vsym.models.program.faults import Fault
from vsym.models.program.program import Program
from vsym.models.program.semantics import Firing
from vsym.models.program.spelling import rule_text
from vsym.reductions.programs.flow import Code
from vsym.reductions.programs.instances import Instance
from vsym.reductions.programs.predicates import ALWAYS, NEVER, Context, Predicate, Sum, single
from vsym.reductions.programs.trees import Leaf, Trees
from vsym.reductions.programs.writing import Writing
from vsym.system.event_classes import Renaming
from vsym.system.system import Event, Term


@frozen
class Ran:
    """What an instance does; `free` is where no rule of less priority is enabled, which would go before it."""

    instance: Instance
    free: Predicate


@frozen
class Origin:
    """An event with the firing that it is, and the error in which that ends."""

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
        """Those of an instance; they are like those of another instance where it is like that one."""
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
        """Those of an instance, which may make some slots undefined."""
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
                if self._may_be_undefined(held, context):
                    undefined.add(slot)
                yield self._program.layout.slots[slot].text, self._writing.term(held, slot)

    def _keeps(self, slot: int, code: Code, context: Context) -> bool:
        """Whether a slot is given what it has."""
        if not isinstance(code, Leaf):
            return False
        held: Sum = code.content
        only = single(self._trees.algebra.codes(slot, context))
        return held.slot == slot or (not held.terms and held.constant == only)

    def _may_be_undefined(self, code: Code, context: Context) -> bool:
        return self._trees.predicate(code, context, self._is_undefined) is not NEVER

    def _is_undefined(self, code: Sum, context: Context) -> Predicate:
        return NEVER if code.terms and code.slot is None else self._trees.algebra.compared(code, "=", context)
