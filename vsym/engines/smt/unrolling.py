"""Paths of a transition system as formulas: copies of its variables, one for each state of a path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from weakref import WeakKeyDictionary

from pysmt.fnode import FNode
from pysmt.typing import INT

from vsym.arithmetic.environment import Environment
from vsym.engines.smt.system import Step, TransitionSystem


class _Copies:
    """The symbols of each place for some variables, and formulas that were asked for with them."""

    def __init__(self) -> None:
        self.symbols: list[dict[FNode, FNode]] = []
        self.formulas: dict[tuple[FNode, int], FNode] = {}


# Every method makes paths of its own, of the same steps.
_KNOWN: WeakKeyDictionary[Environment, dict[tuple[tuple[FNode, ...], str], _Copies]] = WeakKeyDictionary()


class Unrolling:
    """The states 0, 1, … of a path; state i has a symbol `name@i` for each variable, parameters have the one only.

    Another `mark` than `@` is for a second path in the same formula.
    """

    def __init__(self, system: TransitionSystem, mark: str = "@") -> None:
        self.system, self._mark = system, mark
        self._manager = system.environment.formula_manager
        self._copies = _KNOWN.setdefault(system.environment, {}).setdefault((system.variables, mark), _Copies())
        self._substituter = system.environment.substituter

    def copies(self, place: int) -> Mapping[FNode, FNode]:
        """The symbol of each variable in a state."""
        symbols = self._copies.symbols
        while len(symbols) <= place:
            end = f"{self._mark}{len(symbols)}"
            symbols.append(
                {
                    variable: self._manager.Symbol(f"{variable.symbol_name()}{end}", INT)
                    for variable in self.system.variables
                }
            )
        return symbols[place]

    def state(self, place: int) -> tuple[FNode, ...]:
        """The symbols of a state in the order of the system's, parameters first."""
        return (*self.system.parameters, *self.copies(place).values())

    def at(self, formula: FNode, place: int) -> FNode:
        """A predicate or term of the system, of a state of the path."""
        formulas = self._copies.formulas
        if (formula, place) not in formulas:
            formulas[formula, place] = self._substituter.substitute(formula, self.copies(place))
        return formulas[formula, place]

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
