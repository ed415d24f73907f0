"""A system as linear integer formulas, for the SMT methods, and its paths: copies of the variables, one for each
state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TypeAlias
from weakref import WeakKeyDictionary

from pysmt.fnode import FNode
from pysmt.formula import FormulaManager
from pysmt.typing import INT

from vsym.arithmetic.environment import Environment, translate, translate_term
from vsym.basics.frozen import frozen
from vsym.logic.formula import FALSE, Comparison, Formula, conjunction, conjuncts
from vsym.logic.terms import Atom, Linear, Named
from vsym.system.system import Event, Sum, System, cases


@frozen
class Step:
    """Under `guard`, the variables in `update` take new values, terms over the values before; all others keep theirs.
    `label` is how reports call it, `event` the number of the event that it is, or is a case of."""

    guard: FNode
    update: Mapping[FNode, FNode]
    label: str
    event: int


@frozen
class TransitionSystem:
    """A linear integer transition system; a state in which no step is possible ends its path.

    `parameters` are integer symbols that no step changes, such as process numbers; `variables` are in the order of a
    vector. The initial states are those of `domain` and `initial`, and every step leads from the domain into the
    domain. A state that satisfies one of `errors`, the guards of the events that are errors by their numbers, is itself
    an error to reach.
    """

    environment: Environment
    parameters: tuple[FNode, ...]
    variables: tuple[FNode, ...]
    domain: FNode
    initial: FNode
    steps: tuple[Step, ...]
    errors: Mapping[int, FNode]

    @property
    def symbols(self) -> tuple[FNode, ...]:
        """The symbols that a state gives values to: the parameters, then the variables."""
        return (*self.parameters, *self.variables)

    @property
    def manager(self) -> FormulaManager:
        """The maker of formulas of the environment."""
        return self.environment.formula_manager

    def before(self, step: Step, formula: FNode) -> FNode:
        """A predicate or term of the state after a step, in terms of the state before it."""
        return self.environment.substituter.substitute(formula, dict(step.update))

    def formula(self, formula: Formula) -> FNode:
        """A predicate of the system; raises TypeError on a temporal operator."""
        return translate(self.environment, formula, partial(_symbol, self.environment))

    def term(self, term: Linear) -> FNode:
        """A linear term of the system."""
        return translate_term(self.environment, term, partial(_symbol, self.environment))


def _symbol(environment: Environment, atom: Atom) -> FNode:
    assert isinstance(atom, Named)
    return environment.formula_manager.Symbol(symbol_name(atom.name), INT)


def symbol_name(name: str) -> str:
    """The name of the integer symbol of a variable or parameter; SMT-LIB allows no `|` in a name."""
    return name.replace("|", "+")


def transition_system(system: System) -> TransitionSystem:
    """The system as formulas; raises RefusedError as `cases` does."""
    environment = Environment()
    # Terms are written in the order in which their symbols are made: variables in no sum go before the counters.
    inside = {place for total in system.sums for place in total.places}
    alone = [variable.atom for place, variable in enumerate(system.variables) if place not in inside]
    parameters = [Named(name) for name in system.parameters]
    for atom in [*alone, *(parameters if alone else ()), *(v.atom for v in system.variables)]:
        _symbol(environment, atom)
    variables, sizes = (
        tuple(_symbol(environment, atom) for atom in atoms)
        for atoms in ([variable.atom for variable in system.variables], parameters)
    )
    true = environment.formula_manager.TRUE()
    free = TransitionSystem(environment, sizes, variables, true, true, (), {})
    return replace(
        free,
        domain=free.manager.And(list(_domain(system, free))),
        initial=free.formula(system.initial),
        steps=tuple(step for number, event in enumerate(system.events) for step in _steps(system, free, number, event)),
        errors={n: free.formula(event.guard) for n, event in enumerate(system.events) if event.error is not None},
    )


def _domain(system: System, free: TransitionSystem) -> Iterator[FNode]:
    """The ranges, the lemma, and the system's domain; the upper ends of populations follow from their sums."""
    manager, symbols = free.manager, free.variables
    populations = [
        total
        for total in system.sums
        if all((v.low, v.high) == (Linear(), total.total) for v in (system.variables[place] for place in total.places))
    ]
    counters = dict.fromkeys(place for total in populations for place in total.places)
    for place in counters:
        yield manager.GE(symbols[place], manager.Int(0))
    for total in populations:
        yield manager.Equals(manager.Plus([symbols[place] for place in total.places]), free.term(total.total))
    for place, variable in enumerate(system.variables):
        if place not in counters:
            yield manager.GE(symbols[place], free.term(variable.low))
            yield manager.LE(symbols[place], free.term(variable.high))
    yield free.formula(system.lemma)
    equations = {_equation(system, total) for total in populations}
    yield free.formula(conjunction(part for part in conjuncts(system.domain) if _terms(part) not in equations))


def _steps(system: System, free: TransitionSystem, number: int, event: Event) -> Iterator[Step]:
    for condition, update in cases(system, event) if event.error is None else ():
        guard = conjunction([event.guard, condition])
        if guard != FALSE:
            changes = {_symbol(free.environment, Named(name)): free.term(term) for name, term in update}
            yield Step(free.formula(guard), changes, event.label, number)


_Equation: TypeAlias = tuple[frozenset[tuple[Atom, int]], int]
"""The terms of an equation, in no order, and their total."""


def _equation(system: System, total: Sum) -> _Equation:
    variables = [(system.variables[place].atom, 1) for place in total.places]
    return frozenset([*variables, *((total.total * -1).terms)]), total.total.constant


def _terms(part: Formula) -> _Equation | None:
    if not isinstance(part, Comparison) or part.operator != "=":
        return None
    return frozenset(part.left.terms), part.bound


_Copies: TypeAlias = tuple[list[dict[FNode, FNode]], dict[tuple[FNode, int], FNode]]
"""The symbols of each place for some variables, and by formula and place the formulas already written with them."""

# Every method makes paths of its own, of the same steps.
_COPIES: WeakKeyDictionary[Environment, dict[tuple[tuple[FNode, ...], str], _Copies]] = WeakKeyDictionary()


class Unrolling:
    """The states 0, 1, … of a path; state i has a symbol `name@i` for each variable, and all states share those of
    parameters. Another `mark` than `@` is for a second path in the same formula."""

    def __init__(self, system: TransitionSystem, mark: str = "@") -> None:
        self.system, self._mark = system, mark
        self._manager = system.manager
        copies = _COPIES.setdefault(system.environment, {})
        self._symbols, self._formulas = copies.setdefault((system.variables, mark), ([], {}))
        self._substituter = system.environment.substituter

    def copies(self, place: int) -> Mapping[FNode, FNode]:
        """The symbol of each variable in a state."""
        symbols = self._symbols
        while len(symbols) <= place:
            names = {one: f"{one.symbol_name()}{self._mark}{len(symbols)}" for one in self.system.variables}
            symbols.append({one: self._manager.Symbol(name, INT) for one, name in names.items()})
        return symbols[place]

    def state(self, place: int) -> tuple[FNode, ...]:
        """The symbols of a state in the order of the system's, parameters first."""
        return (*self.system.parameters, *self.copies(place).values())

    def symbols(self, length: int) -> list[FNode]:
        """The symbols of all states of a path of this length."""
        return [symbol for place in range(length + 1) for symbol in self.state(place)]

    def states(self, solution: Mapping[FNode, int], length: int) -> tuple[dict[FNode, int], ...]:
        """The states of a path of this length, by the values of their symbols."""
        return tuple(
            dict(zip(self.system.symbols, (solution[symbol] for symbol in self.state(place)), strict=True))
            for place in range(length + 1)
        )

    def at(self, formula: FNode, place: int) -> FNode:
        """A predicate or term of the system, of a state of the path."""
        if (formula, place) not in self._formulas:
            self._formulas[formula, place] = self._substituter.substitute(formula, self.copies(place))
        return self._formulas[formula, place]

    def relation(self, step: Step, place: int) -> FNode:
        """The step leads from a state to the next."""
        manager = self._manager
        before, after = self.copies(place), self.copies(place + 1)
        changes = [
            manager.Equals(after[variable], self.at(step.update[variable], place) if variable in step.update else same)
            for variable, same in before.items()
        ]
        return manager.And([self.at(step.guard, place), *changes])

    def step(self, place: int) -> FNode:
        """Some step leads from a state to the next."""
        return self._manager.Or([self.relation(step, place) for step in self.system.steps])

    def path(self, length: int) -> Iterator[FNode]:
        """The states 0 to `length` are in the domain, and a step leads from each to the next."""
        yield self.at(self.system.domain, 0)
        for place in range(length):
            yield self.step(place)
            yield self.at(self.system.domain, place + 1)

    def different(self, place: int, other: int) -> FNode:
        """Two states are not the same."""
        manager = self._manager
        pairs = zip(self.copies(place).values(), self.copies(other).values(), strict=True)
        return manager.Not(manager.And([manager.Equals(one, another) for one, another in pairs]))
