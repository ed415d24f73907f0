"""A program as a system of counters: a variable for each slot that all share, and for each local state one that counts
the processes in it.

The behaviour of a process depends on its own slots, on the shared slots, and on the number of others in each local
state, as long as no slot says which process another one is. Permuted states then have the same counts, and states of
the same counts are permutations of each other (Pong and Dill 1995, Emerson and Trefler 1999: generic representatives).
A slot of the scalarset's type that all share is a bit of the process that it points at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.source import DiagnosticError
from vsym.logic.formula import Comparison, Formula, compare, conjunction, disjunction, negate
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.models.program.faults import Fault
from vsym.models.program.program import Program, Rule, Start
from vsym.models.program.types import Scalarset, Simple
from vsym.reductions.process_counters.abstract_state import ONE, LocalState, Memory, Origin, state_text
from vsym.reductions.process_counters.runs import Allowance, Context, Reached, TooManyRunsError, Way, ways
from vsym.reductions.process_counters.slots import RULE, SIZE, Key, Slots, not_counted, slots, too_many_ways
from vsym.system.system import Event, System, Variable

STATES, RUNS = 300, 2_500
"""The most local states, and the most runs of rules to tell apart the ways that they go."""


@frozen(eq=False)
class CounterModel:
    """A program as counters of a scalarset's elements. Of each event of the `system` there is the way that it is.

    `all_ways` are also those that lead nowhere or end in an error, `starting` those of start states; of each priority
    `free` says where no rule goes before.
    """

    program: Program
    slots: Slots
    size: Linear
    states: tuple[LocalState, ...]
    system: System
    context: Context
    ways: tuple[Way, ...]
    all_ways: tuple[Way, ...]
    starting: tuple[Way, ...]
    free: Mapping[int, Formula]

    @cached_property
    def start_faults(self) -> tuple[Fault, ...]:
        """The errors in which start states end."""
        return tuple(way.fault for way in self.starting if way.fault is not None)

    def where(self, way: Way) -> Formula:
        """The states in which a way is taken."""
        return conjunction([way.condition, self.free[self.program.rules[way.rule].priority]])


def counted(program: Program, scalarset: Scalarset, budget: Budget, size: Linear | None = None) -> CounterModel:
    """A program as counters of a scalarset's elements, as many as it has or of another `size`: a number or a parameter.

    The parameter has any value of at least 1. Nothing else in the program may depend on another size.

    Raises DiagnosticError (VS460, VS461, VS462) where it is no counter model, LimitReachedError.
    """
    return _Translation(program, scalarset, budget, size).model()


class _Translation:
    """A program on its way to be a system of counters."""

    def __init__(self, program: Program, scalarset: Scalarset, budget: Budget, size: Linear | None) -> None:
        for node in (*(rule.guard for rule in program.rules), *(one.expression for one in program.conditions)):
            if program.changes(node):
                raise not_counted(RULE, node.span, "counters cannot represent a condition that changes variables")
        self._program, self._budget = program, budget
        self._slots = slots(program, scalarset)
        self._size = Linear((), scalarset.size) if size is None else size
        self._parameter = next((atom.name for atom, _ in self._size.terms if isinstance(atom, Named)), None)
        self._lows = {key: 1 for key, _ in self._slots.shared}
        self._states: dict[LocalState, Named] = {}
        self._allowance = Allowance(RUNS)

    def model(self) -> CounterModel:
        """The fixpoint of local states, and of slots that may be undefined."""
        start = self._start()
        starting = tuple(way for one in self._program.starts for way in self._ways(start, one))
        for way in starting:
            self._note(way.reached)
        while True:
            size = (len(self._states), dict(self._lows))
            context = self._anywhere()
            ways = tuple(way for rule in self._program.rules for way in self._ways(context, rule))
            for way in ways:
                self._note(way.reached)
            if (len(self._states), self._lows) == size:
                return self._made(context, starting, ways)

    def _start(self) -> Context:
        blank = LocalState((0,) * len(self._slots.own), (False,) * len(self._slots.pointers))
        shared: Memory = {key: Linear() for key, _ in self._slots.shared}
        shared |= dict.fromkeys(self._slots.pointers)
        return self._context((Origin(blank, self._size),), shared, {})

    def _anywhere(self) -> Context:
        origins = tuple(Origin(state, linear([(atom, 1)])) for state, atom in self._states.items())
        shared: Memory = {key: linear([(self._named(key), 1)]) for key, _ in self._slots.shared}
        ranges = {self._named(key): (self._lows[key], of.cardinality) for key, of in self._slots.shared}
        return self._context(origins, shared, ranges)

    def _context(self, origins: tuple[Origin, ...], shared: Memory, ranges: Mapping[Named, tuple[int, int]]) -> Context:
        most = float("inf") if self._parameter is not None else self._size.constant
        bounds = _Bounds(ranges, self._parameter, most)
        return Context(self._program, self._slots, origins, shared, bounds, self._budget, self._allowance)

    def _ways(self, context: Context, rule: Rule | Start) -> Iterator[Way]:
        """The ways of a rule; an error names the rule, and the pointers that make its ways many."""
        where = f'{"rule" if isinstance(rule, Rule) else "start state"} "{rule.name}"'
        try:
            yield from ways(context, rule)
        except DiagnosticError as error:
            diagnostics = (replace(one, message=f"{where}: {one.message}") for one in error.diagnostics)
            raise DiagnosticError(diagnostics) from None
        except TooManyRunsError:
            pointers = [self._slots.text(key) for key in self._slots.pointers]
            raise too_many_ways(where, rule.span, pointers, RUNS, len(self._states)) from None

    def _named(self, key: Key) -> Named:
        return Named(self._slots.text(key))

    def _note(self, reached: Reached | None) -> None:
        """Note the local states of a reached state, and how low the codes of its shared slots are; raises
        DiagnosticError (VS462) for too many local states."""
        if reached is None:
            return
        for state in reached.counts:
            if state not in self._states:
                self._states[state] = Named(f"#{state_text(self._slots, state)}")
        for key, cell in self._shared(reached):
            self._lows[key] = min(self._lows[key], self._least(cell))
        if len(self._states) > STATES:
            raise not_counted(SIZE, self._program.span, f"a process has more than {STATES} local states")

    def _shared(self, reached: Reached) -> Iterator[tuple[Key, Linear]]:
        """The contents of the shared slots of a state that is reached."""
        for key, _ in self._slots.shared:
            cell = reached.shared[key]
            assert isinstance(cell, Linear)
            yield key, cell

    def _least(self, cell: Linear) -> int:
        """The least code of a slot that gets this content: a copy may be undefined, a computed value is not."""
        if not cell.terms:
            return min(cell.constant, 1)
        lows = {self._named(key): low for key, low in self._lows.items()}
        (atom, _), *more = cell.terms
        return 1 if more or cell.constant or not isinstance(atom, Named) else lows.get(atom, 1)

    def _made(self, context: Context, starting: tuple[Way, ...], ways: tuple[Way, ...]) -> CounterModel:
        leading = tuple(way for way in ways if way.reached is not None)
        counters = tuple(self._states.values())
        free = {rule.priority: self._free(rule.priority, ways) for rule in self._program.rules}
        system = System(
            name=self._program.name,
            variables=(
                *(
                    Variable(
                        self._slots.text(key), Linear((), low), Linear((), of.cardinality), about=self._slots.text(key)
                    )
                    for (key, of), low in zip(self._slots.shared, self._lows.values(), strict=True)
                ),
                *(Variable(atom.name, Linear(), self._size, about=atom.name) for atom in counters),
            ),
            domain=self._domain(counters),
            initial=disjunction(self._initial(way) for way in starting if way.reached is not None),
            events=tuple(self._event(way, free) for way in leading),
            parameters=() if self._parameter is None else (self._parameter,),
        )
        return CounterModel(
            self._program,
            self._slots,
            self._size,
            tuple(self._states),
            system,
            context,
            leading,
            ways,
            starting,
            free,
        )

    def _slot(self, key: Key, of: Simple) -> Variable:
        name = self._slots.text(key)
        return Variable(name, Linear((), self._lows[key]), Linear((), of.cardinality), about=name)

    def _free(self, priority: int, ways: Sequence[Way]) -> Formula:
        """The states in which no rule goes before those of a priority."""
        first = (way.enabled for way in ways if self._program.rules[way.rule].priority < priority)
        return negate(disjunction(enabled for enabled in first if enabled is not None))

    def _domain(self, counters: Sequence[Named]) -> Formula:
        total = [(atom, 1) for atom in counters] + [(atom, -c) for atom, c in self._size.terms]
        parts: list[Formula] = [Comparison(Linear(tuple(total)), "=", self._size.constant)]
        for place in range(len(self._slots.pointers)):
            pointed = [(atom, 1) for state, atom in self._states.items() if state.pointed[place]]
            parts.append(compare(linear(pointed), "<=", ONE))
        if self._parameter is not None:
            parts.append(compare(self._size, ">=", ONE))
        return conjunction(parts)

    def _initial(self, way: Way) -> Formula:
        assert way.reached is not None
        pairs = ((linear([(atom, 1)]), then) for atom, then in self._after(way.reached))
        return conjunction([way.condition, *(compare(before, "=", then) for before, then in pairs)])

    def _after(self, reached: Reached) -> Iterator[tuple[Named, Linear]]:
        """Every variable with its value in a state that is reached."""
        yield from ((self._named(key), cell) for key, cell in self._shared(reached))
        yield from ((atom, reached.counts.get(state, Linear())) for state, atom in self._states.items())

    def _event(self, way: Way, free: Mapping[int, Formula]) -> Event:
        rule, reached = self._program.rules[way.rule], way.reached
        assert reached is not None
        changed = ((atom, then) for atom, then in self._after(reached) if then != Linear(((atom, 1),)))
        guard = conjunction([way.condition, free[rule.priority]])
        return Event(rule.name, rule.name, guard, tuple((atom.name, then) for atom, then in changed), span=rule.span)


@frozen(eq=False)
class _Bounds:
    """The bounds of variables: of a counter, up to the number of processes."""

    ranges: Mapping[Named, tuple[int, int]]
    parameter: str | None
    most: float

    def __call__(self, atom: Atom) -> tuple[float, float]:
        """The least and the greatest value."""
        assert isinstance(atom, Named)
        if atom.name == self.parameter:
            return 1, self.most
        return self.ranges.get(atom, (0, self.most))
