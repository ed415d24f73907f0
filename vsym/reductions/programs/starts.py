"""The start states of a program: boxes of codes, run symbolically with their parameters as slots of their own; where no
parameter can be left open, one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.models.program.faults import Fault
from vsym.models.program.program import Choice, Program, Start, Wrapper
from vsym.models.program.semantics import Firing, Semantics
from vsym.models.program.types import Simple
from vsym.reductions.programs.algebra import Algebra
from vsym.reductions.programs.comparisons import TooLargeError
from vsym.reductions.programs.domains import elements
from vsym.reductions.programs.evaluation import number
from vsym.reductions.programs.execution import aliased
from vsym.reductions.programs.flow import Code, Flow
from vsym.reductions.programs.frame import Frame, refused
from vsym.reductions.programs.instances import SIZE, assume, blank
from vsym.reductions.programs.predicates import ALWAYS, NOTHING, Predicate, Sum, bits
from vsym.reductions.programs.routines import execute
from vsym.reductions.programs.trees import EndedError, Trees
from vsym.reductions.programs.values import constant, decoded, separated

STARTS = 100_000
"""How many boxes of start states there may be."""

Box: TypeAlias = tuple[int, ...]
"""For each slot the codes that it starts with, independently of the others."""


@frozen
class Starts:
    """Boxes that together are the start states, and the errors in which starts end."""

    boxes: tuple[Box, ...]
    faults: tuple[tuple[Firing, Fault], ...]


class _DependentError(Exception):
    """Some parameters stand in what is no box; `slots` has the bits of their slots."""

    def __init__(self, slots: int) -> None:
        self.slots = slots
        super().__init__()


def starts(program: Program, budget: Budget) -> Starts:
    """The start states of a program; raises RefusedError for too many that are no box."""
    boxes: dict[Box, None] = {}
    faults: list[tuple[Firing, Fault]] = []
    for start in program.starts:
        made = _of_start(program, start, budget)
        boxes.update(dict.fromkeys(made.boxes))
        faults += made.faults
        _check(start, boxes)
    return Starts(tuple(boxes), tuple(faults))


def _of_start(program: Program, start: Start, budget: Budget) -> Starts:
    """As many parameters as possible are left open: those that each decide one slot and nothing else."""
    choices = [one for one in start.wrappers if isinstance(one, Choice)]
    left_open = {one.binder.number: one.domain for one in choices if isinstance(one.domain, Simple)}
    while left_open:
        try:
            return _Run(program, start, left_open, budget).all()
        except _DependentError as error:
            numbers = [*left_open]
            for place in bits(error.slots >> program.layout.width):
                del left_open[numbers[place]]
    return _one_by_one(program, start, budget)


def _one_by_one(program: Program, start: Start, budget: Budget) -> Starts:
    """A start that has no parameters, or of which no parameter can be left open, by the plain semantics."""
    boxes: dict[Box, None] = {}
    faults: list[tuple[Firing, Fault]] = []
    for fired in budget.paced(Semantics(replace(program, starts=(start,))).starts()):
        if fired.fault is not None:
            faults.append((fired.firing, fired.fault))
        elif fired.state is not None:
            boxes[tuple(1 << code for code in fired.state)] = None
            _check(start, boxes)
    return Starts(tuple(boxes), tuple(faults))


def _check(start: Start, boxes: Mapping[Box, None]) -> None:
    if len(boxes) > STARTS:
        raise refused(start.span, f"there are more than {STARTS:,} start states")


class _Run:
    """A start state with some parameters open, each as a slot beyond those of the program."""

    def __init__(self, program: Program, start: Start, left_open: Mapping[int, Simple], budget: Budget) -> None:
        self._program, self._start, self._budget = program, start, budget
        self._width = program.layout.width
        every = [(2 << slot.type.cardinality) - 1 for slot in program.layout.slots]
        given = [(2 << of.cardinality) - 2 for of in left_open.values()]
        self._trees = Trees(Algebra([*every, *given], budget))
        self._trees.algebra.allowed = SIZE
        self._slots = {number: self._width + place for place, number in enumerate(left_open)}
        self._boxes: dict[Box, None] = {}
        self._faults: list[tuple[Firing, Fault]] = []

    def all(self) -> Starts:
        """Its boxes and faults; raises _DependentError, and RefusedError where there is too much."""
        trees = self._trees
        memory = dict.fromkeys(range(self._width), trees.leaf(NOTHING))
        flow = Flow(trees, trees.algebra.context(), memory)
        try:
            self._wrapped(flow, blank(self._program, flow), self._start.wrappers, ())
        except TooLargeError:
            raise refused(self._start.span, "this start has too many cases to be run symbolically") from None
        return Starts(tuple(self._boxes), tuple(self._faults))

    def _wrapped(self, flow: Flow, frame: Frame, wrappers: Sequence[Wrapper], chosen: tuple[int, ...]) -> None:
        try:
            for place, wrapper in enumerate(wrappers):
                if not isinstance(wrapper, Choice):
                    frame = aliased(flow, frame, wrapper)
                    continue
                number_ = wrapper.binder.number
                if number_ in self._slots:
                    code = Sum(((self._slots[number_], 1),), 0)
                    value = decoded(self._trees, self._trees.leaf(code), wrapper.binder.type, flow.context)
                    frame, chosen = frame.named(number_, value), (*chosen, wrapper.binder.type.value(1))
                    continue
                for element, where in elements(flow, frame, wrapper.domain, number):
                    self._independent(where)
                    part = flow.fork(ALWAYS)
                    named = frame.named(number_, constant(self._trees, element))
                    self._wrapped(part, named, wrappers[place + 1 :], (*chosen, element))
                return
            self._ended(flow, frame, chosen)
        except EndedError:
            self._failed(flow, chosen)

    def _ended(self, flow: Flow, frame: Frame, chosen: tuple[int, ...]) -> None:
        self._budget.check()
        self._trees.algebra.allowed = SIZE
        execute(flow, frame, self._start.locals, self._start.body)
        assume(flow, self._program)
        self._independent(flow.path)
        self._failed(flow, chosen)
        codes = [flow.code(address) for address in range(self._width)]
        used = repeated = 0
        for code in codes:
            repeated |= used & code.support
            used |= code.support
            if code.support & (code.support - 1):
                repeated |= code.support
        if repeated:
            raise _DependentError(repeated)
        self._boxes[tuple(self._codes(code, flow) for code in codes)] = None
        _check(self._start, self._boxes)

    def _codes(self, code: Code, flow: Flow) -> int:
        """The codes that a slot may start with."""
        apart = separated(self._trees, code, flow.context)
        return sum(1 << one.constant for one in self._trees.reach(apart, flow.context))

    def _failed(self, flow: Flow, chosen: tuple[int, ...]) -> None:
        """Keep the errors of a start, which must not depend on what is open."""
        for fault, where in flow.endings.items():
            self._independent(where)
            self._faults.append((Firing(self._start.number, chosen), fault))

    def _independent(self, where: Predicate) -> None:
        if where.support:
            raise _DependentError(where.support)
