"""Tells if turns of a loop can be exchanged: the body for x and then for y does the same as for y and then for x.

The check covers every state, with any values of the slots, the local variables and the binders around the loop. If any
two elements of a scalarset can be exchanged in neighbouring turns, every order leads to the same state. Exchanges of
neighbours generate every permutation, and the state is arbitrary, so that earlier turns may have produced it. vsym
checks all pairs, since it does not know here whether the body treats the elements alike. Errors and false assumptions
end the rule: they must occur in the same states in either order, though not with the same message.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

from pysmt.fnode import FNode
from pysmt.typing import INT

from vsym.arithmetic.environment import Environment, translate
from vsym.arithmetic.solver import Session
from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.options import RefusedError
from vsym.logic.formula import conjunction
from vsym.logic.terms import Atom, Named
from vsym.models.program import expressions as syntax
from vsym.models.program.evaluation import unordered
from vsym.models.program.layout import Layout
from vsym.models.program.program import Program
from vsym.models.program.statements import Bind, For, Let, RemoveIf
from vsym.models.program.traversal import everything
from vsym.reductions.programs.algebra import Algebra
from vsym.reductions.programs.events import Writing
from vsym.reductions.programs.execution import run
from vsym.reductions.programs.flow import Flow
from vsym.reductions.programs.frame import Frame, with_local
from vsym.reductions.programs.instances import SIZE, blank
from vsym.reductions.programs.predicates import NEVER, Predicate, Sum
from vsym.reductions.programs.trees import EndedError, Trees
from vsym.reductions.programs.values import constant, decoded

EFFORT = 2_000_000
"""The limit for a pair of turns, in Z3's own count of work."""


def turns_commute(program: Program, loop: For, scratch: Collection[int], budget: Budget) -> bool:
    """Tells if vsym can prove that turns of a loop for elements of one scalarset or ringset may come in any order.

    `scratch` are the numbers of local variables that every turn sets before it reads them and that nothing else uses.
    """
    if program.layout.bags or isinstance(loop.domain, syntax.Interval | syntax.Entries):
        return False
    names, domain = _free(loop), loop.domain
    if names is None:
        return False
    try:
        return all(
            _Turns(program, loop, names, budget).commute(one, other, scratch)
            for one, other in combinations(domain.values(), 2)
            if (of := unordered(domain, one)) is not None and of == unordered(domain, other)
        )
    except (RefusedError, UndecidedError):
        return False


def _free(loop: For) -> list[syntax.Variable | syntax.Binder] | None:
    """The names in a loop's body that are made outside it; None where there are references among them, whose targets
    are unknown."""
    own = {loop.binder.number}
    used: dict[int, syntax.Variable | syntax.Binder | None] = {}
    for node in everything(loop.body):
        match node:
            case For(name) | syntax.Quantified(_, name) | syntax.Count(name) | RemoveIf(name) | Bind(name) | Let(name):
                own.add(name.number)
            case syntax.Bound(name) | syntax.Local(name):
                used[name.number] = name
            case syntax.Referenced(reference):
                used[reference.number] = None
    free = [name for number, name in used.items() if number not in own]
    names = [name for name in free if name is not None]
    return names if len(names) == len(free) else None


class _Turns:
    """The body of a loop in any state: the variables and binders around it have slots beyond those of the program."""

    def __init__(
        self, program: Program, loop: For, free: Sequence[syntax.Variable | syntax.Binder], budget: Budget
    ) -> None:
        self._loop, self._budget = loop, budget
        variables = [one for one in free if isinstance(one, syntax.Variable)]
        binders = [one for one in free if isinstance(one, syntax.Binder)]
        slots = [slot.type for slot in program.layout.slots]
        within = {one.number: Layout((one,)) for one in variables}
        local = [slot.type for layout in within.values() for slot in layout.slots]
        codes = [(2 << of.cardinality) - 1 for of in (*slots, *local)]
        codes += [(2 << one.type.cardinality) - 2 for one in binders]
        self._algebra = Algebra(codes, budget)
        self._algebra.allowed = SIZE
        self._trees = Trees(self._algebra)
        self._flow = Flow(self._trees, self._algebra.context(), {})
        self._frame = blank(program, self._flow)
        self._local: dict[int, range] = {}
        slot = len(slots)
        for variable in variables:
            first = min((*self._flow.memory, 0)) - len(within[variable.number].slots)
            self._frame = with_local(self._frame, self._flow, variable)
            self._local[variable.number] = range(first, first + len(within[variable.number].slots))
            for address in self._local[variable.number]:
                self._flow.memory[address] = self._trees.leaf(Sum(((slot, 1),), 0))
                slot += 1
        for binder in binders:
            code = self._trees.leaf(Sum(((slot, 1),), 0))
            value = decoded(self._trees, code, binder.type, self._flow.context)
            self._frame = self._frame.named(binder.number, value)
            slot += 1

    def commute(self, one: int, other: int, scratch: Collection[int]) -> bool:
        """Tells if two turns can be exchanged; raises RefusedError and UndecidedError."""
        first, second = self._after(one, other), self._after(other, one)
        if first is None or second is None:
            return False
        algebra, context = self._algebra, self._algebra.context()
        skipped = {address for number in scratch for address in self._local.get(number, ())}
        slots = {address for address in {**first.memory, **second.memory} if address >= 0}
        slots |= {address for addresses in self._local.values() for address in addresses} - skipped
        differing = [self._differ(_wrong(first), _wrong(second)), self._differ(first.reached, second.reached)]
        for address in sorted(slots):
            same = self._same(first, second, address)
            differing.append(algebra.under(algebra.every((first.reached, algebra.negate(same))), context))
        return all(not self._possible(where) for where in differing)

    def _after(self, *elements: int) -> Flow | None:
        """The flow after turns; None where one of them leaves the routine."""
        flow = Flow(self._trees, self._algebra.context(), dict(self._flow.memory))
        frame = Frame(self._frame.program, self._frame.invoke, self._frame.names, flow, [])
        try:
            for element in elements:
                self._algebra.allowed = SIZE
                inside = frame.named(self._loop.binder.number, constant(self._trees, element))
                run(flow, inside, self._loop.body, None)
        except EndedError:
            flow.reached = NEVER
        return None if frame.returns else flow

    def _differ(self, one: Predicate, other: Predicate) -> Predicate:
        return self._algebra.either(one, self._algebra.negate(other), other)

    def _same(self, first: Flow, second: Flow, address: int) -> Predicate:
        """The states in which an address holds the same after both."""
        trees = self._trees
        one, other = first.code(address), second.code(address)
        if one is other:
            return trees.algebra.negate(NEVER)
        return trees.predicates(
            one,
            other,
            self._algebra.context(),
            lambda code, another, here: trees.algebra.compared(code.plus(another, -1), "=", here),
        )

    def _possible(self, where: Predicate) -> bool:
        """Tells if a predicate is true anywhere; raises UndecidedError."""
        if where is NEVER:
            return False
        environment = Environment()
        writing = Writing(self._algebra, [f"slot {slot}" for slot in range(len(self._algebra.base))])

        def symbol(atom: Atom) -> FNode:
            assert isinstance(atom, Named)
            return environment.formula_manager.Symbol(atom.name, INT)

        question = translate(
            environment, conjunction((writing.domain([0] * len(self._algebra.base)), writing.formula(where))), symbol
        )
        with Session(environment, self._budget) as session, session.effort(EFFORT):
            return session.satisfiable(question)


def _wrong(flow: Flow) -> Predicate:
    return flow.algebra.some(flow.endings.values())
