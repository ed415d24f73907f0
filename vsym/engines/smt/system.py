"""A system as linear integer formulas: what the SMT methods work on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import TypeAlias

from pysmt.fnode import FNode
from pysmt.typing import INT

from vsym.arithmetic.environment import Environment, translate, translate_term
from vsym.basics.frozen import frozen
from vsym.logic.formula import FALSE, Comparison, Formula, conjunction, conjuncts
from vsym.logic.terms import Atom, Linear, Named
from vsym.system.cases import cases
from vsym.system.system import Event, Sum, System


@frozen
class Step:
    """Under `guard`, the variables in `update` take new values, terms over the values before; all others keep theirs.

    `label` is how reports call it, `event` the number of the event that it is, or is a case of.
    """

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
        """The parameters, then the variables: what a state gives values to."""
        return (*self.parameters, *self.variables)

    def formula(self, formula: Formula) -> FNode:
        """A predicate of the system; raises TypeError on a temporal operator."""
        return translate(self.environment, formula, partial(_symbol, self.environment))

    def term(self, term: Linear) -> FNode:
        """A linear term of the system."""
        return translate_term(self.environment, term, partial(_symbol, self.environment))


def _symbol(environment: Environment, atom: Atom) -> FNode:
    """The integer symbol of a variable or parameter; SMT-LIB allows no `|` in a name."""
    assert isinstance(atom, Named)
    return environment.formula_manager.Symbol(atom.name.replace("|", "+"), INT)


def transition_system(system: System) -> TransitionSystem:
    """The system as formulas; raises RefusedError as `cases` does."""
    environment = Environment()
    # Terms are written in the order in which their symbols are made: what is in no sum goes before what is counted.
    inside = {place for total in system.sums for place in total.places}
    alone = [variable.atom for place, variable in enumerate(system.variables) if place not in inside]
    parameters = [Named(name) for name in system.parameters]
    for atom in [*alone, *(parameters if alone else ()), *(v.atom for v in system.variables)]:
        _symbol(environment, atom)
    return _Translation(system, environment).result()


@frozen
class _Translation:
    """A system on its way to formulas of one environment."""

    system: System
    environment: Environment

    def result(self) -> TransitionSystem:
        system = self.system
        return TransitionSystem(
            self.environment,
            tuple(self._symbol(Named(name)) for name in system.parameters),
            tuple(self._symbol(variable.atom) for variable in system.variables),
            self.environment.formula_manager.And(list(self._domain())),
            self._formula(system.initial),
            tuple(step for number, event in enumerate(system.events) for step in self._steps(number, event)),
            {n: self._formula(event.guard) for n, event in enumerate(system.events) if event.error is not None},
        )

    def _domain(self) -> Iterator[FNode]:
        """The ranges, the lemma, and what the domain says; of populations the upper ends follow from the sums."""
        system, manager = self.system, self.environment.formula_manager
        symbols = [self._symbol(variable.atom) for variable in system.variables]
        populations = [total for total in system.sums if _is_population(system, total)]
        counters = dict.fromkeys(place for total in populations for place in total.places)
        for place in counters:
            yield manager.GE(symbols[place], manager.Int(0))
        for total in populations:
            yield manager.Equals(manager.Plus([symbols[place] for place in total.places]), self._term(total.total))
        for place, variable in enumerate(system.variables):
            if place not in counters:
                yield manager.GE(symbols[place], self._term(variable.low))
                yield manager.LE(symbols[place], self._term(variable.high))
        yield self._formula(system.lemma)
        equations = {_equation(system, total) for total in populations}
        yield self._formula(conjunction(part for part in conjuncts(system.domain) if _terms(part) not in equations))

    def _steps(self, number: int, event: Event) -> Iterator[Step]:
        for condition, update in cases(self.system, event) if event.error is None else ():
            guard = conjunction([event.guard, condition])
            if guard != FALSE:
                changes = {self._symbol(Named(name)): self._term(term) for name, term in update}
                yield Step(self._formula(guard), changes, event.label, number)

    def _formula(self, formula: Formula) -> FNode:
        return translate(self.environment, formula, self._symbol)

    def _term(self, term: Linear) -> FNode:
        return translate_term(self.environment, term, self._symbol)

    def _symbol(self, atom: Atom) -> FNode:
        return _symbol(self.environment, atom)


def _is_population(system: System, total: Sum) -> bool:
    """Whether each of the variables of a sum ranges from 0 to the total."""
    variables = [system.variables[place] for place in total.places]
    return all((variable.low, variable.high) == (Linear(), total.total) for variable in variables)


_Equation: TypeAlias = tuple[frozenset[tuple[Atom, int]], int]
"""The terms of an equation in no order, and what they add up to."""


def _equation(system: System, total: Sum) -> _Equation:
    variables = [(system.variables[place].atom, 1) for place in total.places]
    return frozenset([*variables, *((total.total * -1).terms)]), total.total.constant


def _terms(part: Formula) -> _Equation | None:
    if not isinstance(part, Comparison) or part.operator != "=":
        return None
    return frozenset(part.left.terms), part.bound
