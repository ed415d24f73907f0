"""A program as a system: a variable for each slot, which holds its code, and an event for each instance of a rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.logic.formula import FALSE, Formula, conjunction, disjunction
from vsym.logic.terms import Linear
from vsym.models.program.faults import Fault
from vsym.models.program.layout import Slot
from vsym.models.program.program import Program
from vsym.models.program.semantics import Firing
from vsym.models.program.types import Simple
from vsym.reductions.programs.algebra import Algebra
from vsym.reductions.programs.events import Events, Ran, Writing
from vsym.reductions.programs.frame import refused
from vsym.reductions.programs.instances import SIZE, instances
from vsym.reductions.programs.predicates import NEVER, Predicate
from vsym.reductions.programs.questions import RuleQuestion, Wrong, questions
from vsym.reductions.programs.starts import Box, Starts, starts
from vsym.reductions.programs.trees import Trees
from vsym.system.system import System, Variable

_LISTED = 8
"""The most values of a slot for which its description lists the code of each."""


@frozen
class Lowered:
    """A program as a system, with the data that translates the system's paths back.

    A state's vector has the codes of the program's state. `firings` and `faults` have the firing of each event, and the
    error that it ends in. `start_faults` are the errors that starts end in, which no system can express; `fair_rules`,
    `wrong` and `left_out` are those of `Questions`.
    """

    program: Program
    system: System
    firings: tuple[Firing, ...]
    faults: tuple[Fault | None, ...]
    start_faults: tuple[tuple[Firing, Fault], ...]
    fair_rules: tuple[RuleQuestion, ...]
    wrong: tuple[Wrong, ...]
    left_out: tuple[tuple[str, str], ...]
    made: Made = field(compare=False, repr=False)

    def stating(self, program: Program, budget: Budget) -> Lowered:
        """The same program lowered with other properties, without another run of its rules; raises as `lowered`."""
        if program == self.program:
            return self
        _require_symbolic(program)
        return self.made.lowered(program, budget)


def lowered(program: Program, budget: Budget) -> Lowered:
    """A program as a system with the same states and steps; raises RefusedError where a rule cannot be run
    symbolically, and at the budget's limits."""
    _require_symbolic(program)
    begun, slots = starts(program, budget), program.layout.slots
    # Slots may hold anything, but may be undefined only if they can start undefined, or an event makes them so.
    codes = [_every(slot.type) & (-1 if any(box[slot.offset] & 1 for box in begun.boxes) else ~1) for slot in slots]
    while True:
        made = Made(program, begun, codes, budget)
        wider = [ever | (slot in made.events.undefined) for slot, ever in enumerate(codes)]
        if wider == codes:
            return made.lowered(program, budget)
        codes = wider


def _require_symbolic(program: Program) -> None:
    """Raise RefusedError for a program that cannot be run symbolically as far as its text says."""
    if program.layout.bags:
        raise refused(
            program.span, f"`{program.layout.bags[0].path[0]}` has multisets, which cannot be run symbolically"
        )
    for node in (*(rule.guard for rule in program.rules), *(one.expression for one in program.conditions)):
        if program.changes(node):
            raise refused(
                node.span, "this changes variables, which guards and properties may do only in plain exploration"
            )


def _about(slot: Slot) -> str:
    """A slot with the meanings of its codes, only the first and the last one where there are many."""
    last = slot.type.cardinality
    codes = range(1, last + 1) if last <= _LISTED else (1, last)
    return ", ".join(
        [f"{slot.text}: 0 undefined", *(f"{code} {slot.type.text(slot.type.value(code))}" for code in codes)]
    )


def _every(of: Simple) -> int:
    """All codes of a type, as bits."""
    return (2 << of.cardinality) - 1


class Made:
    """The rules of a program, run symbolically as if its slots never had other codes than these."""

    def __init__(self, program: Program, begun: Starts, codes: Sequence[int], budget: Budget) -> None:
        self._program, self._starts = program, begun
        self._trees = Trees(Algebra(codes, budget))
        self._writing = Writing(self._trees.algebra, [slot.text for slot in program.layout.slots])
        self.events = Events(program, self._trees, self._writing)
        self._ran = [*self._prioritised(budget)]
        self._origins = [origin for one in self._ran for origin in self.events.of(one)]

    def _prioritised(self, budget: Budget) -> Iterator[Ran]:
        """The instances in the order of the program, each with where no rule goes before it."""
        ran = [*instances(self._program, self._trees, budget)]
        algebra = self._trees.algebra
        free: dict[int, Predicate] = {}
        before: Predicate = NEVER
        for priority in sorted({one.priority for one in ran}):
            free[priority] = algebra.negate(before)
            if priority < max(one.priority for one in ran):
                before = algebra.some((before, *(one.enabled for one in ran if one.priority == priority)))
        for one in ran:
            algebra.allowed = SIZE
            yield Ran(one, free[one.priority])

    def lowered(self, program: Program, budget: Budget) -> Lowered:
        """The program lowered with its own properties, which may differ from those of the first program."""
        slots = program.layout.slots
        stated = questions(program, self._trees, self._writing, self._ran, budget)
        system = System(
            name=program.name,
            variables=tuple(
                Variable(slot.text, Linear(), Linear((), slot.type.cardinality), about=_about(slot)) for slot in slots
            ),
            domain=self._writing.domain([_every(slot.type) for slot in slots]),
            initial=self._initial(),
            events=tuple(origin.event for origin in self._origins),
            properties=stated.properties,
            fairness=stated.fairness,
        )
        return Lowered(
            program,
            system,
            tuple(origin.firing for origin in self._origins),
            tuple(origin.fault for origin in self._origins),
            self._starts.faults,
            stated.fair_rules,
            stated.wrong,
            stated.left_out,
            self,
        )

    def _initial(self) -> Formula:
        """The union of the boxes; conditions that all of them share occur once."""
        boxes = self._starts.boxes
        if not boxes:
            return FALSE
        shared = [slot for slot, codes in enumerate(zip(*boxes, strict=True)) if len({*codes}) == 1]
        own = [slot for slot in range(len(boxes[0])) if slot not in shared]
        return conjunction((self._box(boxes[0], shared), disjunction(self._box(box, own) for box in boxes)))

    def _box(self, box: Box, slots: Sequence[int]) -> Formula:
        """The condition that some slots have codes of a box."""
        within = self._trees.algebra.within
        return conjunction(self._writing.formula(within(slot, box[slot])) for slot in slots)
