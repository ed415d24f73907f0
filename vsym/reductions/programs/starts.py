"""The start states of a program: boxes of codes, run symbolically with their parameters as slots of their own, or one
by one where no parameter can be left open.

The module also has the start states around them that some permutations keep, and the hints that let the members of a
scalarset come into play one after another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.logic.formula import And, Formula, compare, conjunction, disjunction
from vsym.logic.terms import Atom, Linear
from vsym.models.program.faults import Fault
from vsym.models.program.layout import Layout
from vsym.models.program.program import Choice, Program, Start, Wrapper
from vsym.models.program.renaming import LiteralMap
from vsym.models.program.semantics import Firing, Semantics
from vsym.models.program.types import Scalarset, Simple
from vsym.reductions.programs.algebra import Algebra
from vsym.reductions.programs.evaluation import number
from vsym.reductions.programs.execution import aliased, execute
from vsym.reductions.programs.flow import Flow
from vsym.reductions.programs.frame import Frame, elements, refused
from vsym.reductions.programs.instances import SIZE, assume, blank
from vsym.reductions.programs.predicates import ALWAYS, NOTHING, Predicate, Sum, TooLargeError, bits
from vsym.reductions.programs.trees import EndedError, Trees
from vsym.reductions.programs.values import constant, decoded, separated
from vsym.symmetry.detected.domains import Domains, narrowed
from vsym.system.symmetry import Image, Symmetry
from vsym.system.system import System

STARTS = 100_000
"""The largest number of boxes of start states."""

Box: TypeAlias = tuple[int, ...]
"""For each slot the codes that it starts with, independently of the others."""


@frozen
class Starts:
    """Boxes that together are the start states, and the errors in which starts end."""

    boxes: tuple[Box, ...]
    faults: tuple[tuple[Firing, Fault], ...]


class _DependentError(Exception):
    """Some open parameters do more than decide one slot each; `slots` has the bits of their slots."""

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
    """A start with as many open parameters as possible: those that each decide one slot and nothing else."""
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
        apart = (self._trees.reach(separated(self._trees, code, flow.context), flow.context) for code in codes)
        self._boxes[tuple(sum(1 << one.constant for one in cases) for cases in apart)] = None
        _check(self._start, self._boxes)

    def _failed(self, flow: Flow, chosen: tuple[int, ...]) -> None:
        """Keep the errors of a start, which must not depend on open parameters."""
        for fault, where in flow.endings.items():
            self._independent(where)
            self._faults.append((Firing(self._start.number, chosen), fault))

    def _independent(self, where: Predicate) -> None:
        if where.support:
            raise _DependentError(where.support)


def closed(system: System, symmetries: Sequence[Symmetry], within: Sequence[Collection[int]] = ()) -> System:
    """The system begun anywhere in the least box of values around its initial states, or around some values of each
    variable, that has the images of its vectors; where a symmetry is a permutation of literals, it takes that box onto
    itself."""
    ranges: Domains = {one.atom: frozenset(range(one.range[0], one.range[1] + 1)) for one in system.variables}
    inside = narrowed(And((system.domain, system.initial)), ranges) or {}
    values = [set(own) for own in within or [inside.get(one.atom, ranges[one.atom]) for one in system.variables]]
    grown = True
    while grown:
        grown = False
        for symmetry in symmetries:
            for cell, own in enumerate(values):
                images = {symmetry.value(cell, value) for value in own}
                grown |= not images <= values[symmetry.cell(cell)]
                values[symmetry.cell(cell)] |= images
    box = (_among(one.atom, sorted(own)) for one, own in zip(system.variables, values, strict=True))
    return replace(system, initial=conjunction(box))


def _among(atom: Atom, values: Iterable[int]) -> Formula:
    return disjunction(compare(Linear(((atom, 1),)), "=", Linear((), value)) for value in values)


@frozen
class Activation:
    """A hint: in one of some sets, all slots have codes that they may start with, as bits; `text` is the hint in
    words."""

    text: str
    alternatives: tuple[tuple[tuple[int, int], ...], ...]

    def predicate(self, system: System) -> Formula:
        """The hint on the system that the program is."""
        return disjunction(
            conjunction(_among(system.variables[slot].atom, bits(codes)) for slot, codes in alternative)
            for alternative in self.alternatives
        )


def activations(program: Program, budget: Budget) -> tuple[Activation, ...]:
    """The conditions that all elements of a scalarset but one, but two, … are as they may start, in this order; the
    scalarset has the most elements among those whose elements have slots of their own.

    The elements that are as at the start follow each other. They do so where a group has sorted the elements by their
    contents, and one more element can come into play at either end. Raises RefusedError where there is no such
    scalarset, or its slots may start with any value; and at the budget's limits.
    """
    owners = {one: _owners(program.layout, one) for one in program.scalarsets if one.size > 1}
    having = [one for one, own in owners.items() if own]
    chosen = max(having, key=lambda one: (one.size, len(owners[one])), default=None)
    if chosen is None:
        raise RefusedError("--hints auto: no scalarset has elements with variables of their own; give hints by --hint")
    boxes = starts(program, budget).boxes
    begun = {slot: reduce(or_, (box[slot] for box in boxes), 0) for slot in owners[chosen]}
    meanings = {
        slot: codes for slot, codes in begun.items() if codes != (2 << program.layout.slots[slot].type.cardinality) - 1
    }
    if not meanings:
        raise RefusedError(
            f"--hints auto: the variables of elements of `{chosen.name}` may start with any value; give hints by --hint"
        )
    places, hints = owners[chosen], list[Activation]()
    for still in range(chosen.size - 1, 0, -1):
        windows = [{*range(first, first + still)} for first in range(chosen.size - still + 1)]
        alternatives = (tuple((slot, codes) for slot, codes in meanings.items() if places[slot] & w) for w in windows)
        hints.append(Activation(f"{still} of {chosen.name} as at the start", tuple(alternatives)))
    return tuple(hints)


def _owners(layout: Layout, of: Scalarset) -> dict[int, frozenset[int]]:
    """The slots of elements of a scalarset, each with the places of these, from 0."""
    own = (
        (slot.offset, frozenset(step[1] - of.base for step in slot.path if isinstance(step, tuple) and step[0] == of))
        for slot in layout.slots
    )
    return {offset: places for offset, places in own if places}


def symmetry_of(one: LiteralMap) -> Symmetry:
    """A map as a permutation of the system's literals: its variables are the slots, and their values codes."""
    moved = []
    for slot, (target, codes) in enumerate(zip(one.slots, one.codes, strict=True)):
        values = tuple((code, becomes) for code, becomes in enumerate(codes) if code != becomes)
        if target != slot or values:
            moved.append((slot, Image(target, values)))
    return Symmetry(tuple(moved))
