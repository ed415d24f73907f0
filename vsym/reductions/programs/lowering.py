"""A program as a system: a variable for each slot, which holds its code, and an event for each instance of a rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.logic.terms import Linear
from vsym.models.program.faults import Fault
from vsym.models.program.program import Program
from vsym.models.program.semantics import Firing
from vsym.models.program.spelling import rule_text
from vsym.reductions.programs.algebra import Algebra
from vsym.reductions.programs.flow import Code
from vsym.reductions.programs.instances import Instance, instances
from vsym.reductions.programs.predicates import ALWAYS, NEVER, Context, Predicate, Sum, single
from vsym.reductions.programs.starts import Starts, starts
from vsym.reductions.programs.trees import Leaf, Trees
from vsym.reductions.programs.writing import Writing
from vsym.system.system import Event, System, Variable


@frozen
class Lowered:
    """A program as a system, and what is needed to come back: for each event the firing, and the error that it ends in.

    A state's vector has the codes of the program's state. `start_faults` are the errors that starts end in, which no
    system can say.
    """

    program: Program
    system: System
    firings: tuple[Firing, ...]
    faults: tuple[Fault | None, ...]
    start_faults: tuple[tuple[Firing, Fault], ...]


def lowered(program: Program, budget: Budget) -> Lowered:
    """A program as a system with the same states and steps; raises RefusedError where a rule cannot be run symbolically,
    and at the budget's limits."""
    if program.layout.bags:
        raise RefusedError(f"{program.layout.bags[0].path[0]}: a program with multisets cannot be run symbolically")
    begun = starts(program, budget)
    base = _first_codes(program, begun)
    while True:
        made = _Made(program, begun, base, budget)
        if made.base == base:
            return made.lowered()
        base = made.base


def _first_codes(program: Program, begun: Starts) -> list[int]:
    """What slots may hold as far as starts tell: anything, but undefined only where they may start so."""
    everything = [(2 << slot.type.cardinality) - 1 for slot in program.layout.slots]
    for place in range(len(everything)):
        if begun.boxes and not any(box[place] & 1 for box in begun.boxes):
            everything[place] &= ~1
    return everything


class _Made:
    """The system of a program whose slots never have other codes than those assumed, if that is so."""

    def __init__(self, program: Program, begun: Starts, assumed: Sequence[int], budget: Budget) -> None:
        self._program, self._starts = program, begun
        self._trees = Trees(Algebra(assumed))
        self._writing = Writing(self._trees.algebra, [slot.text for slot in program.layout.slots])
        self.base = [*assumed]
        self._events: list[tuple[Event, Firing, Fault | None]] = []
        blocked: Predicate = NEVER
        ran = sorted(instances(program, self._trees, budget), key=lambda one: one.priority)
        for _, together in groupby(ran, key=lambda one: one.priority):
            listed = [*together]
            free = self._trees.algebra.negate(blocked)
            for one in listed:
                self._events += self._of(one, free)
            blocked = self._trees.algebra.some((blocked, *(one.enabled for one in listed)))
        self._events.sort(key=lambda one: one[1].rule)

    def _of(self, instance: Instance, free: Predicate) -> Iterator[tuple[Event, Firing, Fault | None]]:
        """The events of an instance where no rule goes before it: its firing, and the errors that it ends in."""
        algebra, rule = self._trees.algebra, self._program.rules[instance.firing.rule]
        text = rule_text(self._program, instance.firing)
        where = algebra.every((instance.where, free))
        if where is not NEVER:
            update = tuple(self._update(instance, where))
            yield Event(text, text, self._writing.formula(where), update, span=rule.span), instance.firing, None
        errors: dict[Fault, list[Predicate]] = {}
        for ending in (*instance.guard_endings, *instance.endings):
            errors.setdefault(ending.fault, []).append(algebra.every((ending.where, free)))
        for fault, parts in errors.items():
            wrong = algebra.some(parts)
            if wrong is not NEVER:
                guard = self._writing.formula(wrong)
                yield Event(text, text, guard, (), error=fault.message, span=rule.span), instance.firing, fault

    def _update(self, instance: Instance, where: Predicate) -> Iterator[tuple[str, object]]:
        trees = self._trees
        context = trees.assuming(where, trees.algebra.context())
        for slot, code in sorted(instance.memory.items()):
            held = trees.under(code, context)
            if not self._keeps(slot, held, context):
                self._widen(slot, held, context)
                yield self._program.layout.slots[slot].text, self._writing.term(held, context)

    def _keeps(self, slot: int, code: Code, context: Context) -> bool:
        """Whether a slot is given what it has."""
        if not isinstance(code, Leaf):
            return False
        content: Sum = code.content
        return (
            content.slot == slot
            or not content.terms
            and content.constant == single(self._trees.algebra.codes(slot, context))
        )

    def _widen(self, slot: int, code: Code, context: Context) -> None:
        """Note that a slot may become undefined."""
        if self.base[slot] & 1:
            return
        algebra = self._trees.algebra

        def zero(content: Sum, here: Context) -> Predicate:
            if content.terms and content.slot is None:
                return NEVER
            return algebra.compared(content, "=", here)

        if self._trees.predicate(code, context, zero) is not NEVER:
            self.base[slot] |= 1

    def lowered(self) -> Lowered:
        """The system."""
        algebra, writing = self._trees.algebra, self._writing
        slots = self._program.layout.slots
        return Lowered(
            self._program,
            System(
                name=self._program.name,
                variables=tuple(
                    Variable(slot.text, Linear(), Linear((), slot.type.cardinality), about=slot.text) for slot in slots
                ),
                domain=writing.domain([(2 << slot.type.cardinality) - 1 for slot in slots]),
                initial=writing.formula(
                    algebra.some(
                        algebra.every(algebra.within(slot, codes) for slot, codes in enumerate(box))
                        for box in self._starts.boxes
                    )
                ),
                events=tuple(event for event, _, _ in self._events),
            ),
            tuple(firing for _, firing, _ in self._events),
            tuple(fault for _, _, fault in self._events),
            self._starts.faults,
        )
