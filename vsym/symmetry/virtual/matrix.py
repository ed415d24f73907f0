"""The group counters X[L][k] of a model as integer symbols, and predicates over them as PySMT formulas.

The matrix makes only the distinctions of a question: it has a row for each local state that matters (all others are one
implied row, their sum) and a column for each set of processes that the question treats alike.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from pysmt.fnode import FNode
from pysmt.typing import INT

from vsym.arithmetic import environment as translation
from vsym.arithmetic.environment import Environment
from vsym.basics.frozen import frozen
from vsym.logic.formula import Formula, atoms
from vsym.logic.terms import Atom, Linear, Named
from vsym.models.counting.counts import Count, counted, name_of
from vsym.models.counting.model import CLOSED, Model, SharedVariable, Sizes
from vsym.models.counting.processes import Processes


@frozen
class Frame:
    """The counters that a question is about.

    `states` are all local states, `rows` those with a row of their own. `columns` are disjoint, in the order of their
    first process.
    `sizes` says how many processes each column stands for.
    """

    states: tuple[str, ...]
    rows: tuple[str, ...]
    columns: tuple[Processes, ...]
    sizes: Sizes = CLOSED

    def columns_of(self, processes: Processes) -> int:
        """The columns inside a set of processes, as a bit mask; the set must be a union of columns."""
        mask = 0
        for low, high in processes.ranges:
            start = bisect.bisect_left(self._firsts, low)
            mask |= (1 << bisect.bisect_right(self._firsts, high)) - (1 << start)
        return mask

    def reader(self, counts: Mapping[tuple[str, int], int], shared: Mapping[str, int]) -> Callable[[Atom], int]:
        """The values of atoms in a state with these counts, per row and column, and these shared values."""

        def value_of(variable: Atom) -> int:
            if not isinstance(variable, Count):
                return shared[name_of(variable)]
            mask = self.columns_of(variable.processes)
            return sum(counts[variable.state, number] for number in range(mask.bit_length()) if mask >> number & 1)

        return value_of

    @cached_property
    def _firsts(self) -> list[int]:
        return [column.first for column in self.columns]


class Matrix:
    """Symbols X[row][column] of a frame, with named sums for every count that a formula needs.

    Nested sums are built one from the next smaller, so that a chain of k growing sets costs k additions and not k².
    `taken` holds symbols of another matrix that this one shares.
    """

    def __init__(
        self, environment: Environment, frame: Frame, suffix: str = "", taken: Mapping[tuple[str, int], FNode] = {}
    ) -> None:
        self._environment = environment
        self._manager = environment.formula_manager
        self.frame = frame
        self._suffix = suffix
        self.symbols: dict[tuple[str, int], FNode] = {}
        for number, column in enumerate(frame.columns):
            for row in frame.rows:
                symbol = taken.get((row, number))
                self.symbols[row, number] = symbol or self._manager.Symbol(f"{row}[{column}]{suffix}", INT)
        self._sums: dict[str, dict[int, FNode]] = {}
        self.definitions: list[FNode] = []

    def invariant(self) -> list[FNode]:
        """inv(X): no counter is negative, and each column's counters sum to its size."""
        manager = self._manager
        total = manager.Equals if len(self.frame.rows) == len(self.frame.states) else manager.LE
        constraints = [manager.GE(symbol, manager.Int(0)) for symbol in self.symbols.values()]
        for number, column in enumerate(self.frame.columns):
            cells = [self.symbols[row, number] for row in self.frame.rows]
            size = parameter_term(self._environment, self.frame.sizes.of(column))
            constraints.append(total(manager.Plus(cells) if cells else manager.Int(0), size))
        return constraints

    def prepare(self, counts: Iterable[Count]) -> None:
        """Define the sums of these counts, smallest first."""
        for count in sorted(dict.fromkeys(counts), key=lambda count: count.processes.size):
            self.count(count)

    def count(self, count: Count) -> FNode:
        """The value of a count, as a symbol or an integer."""
        row, mask = count.state, self.frame.columns_of(count.processes)
        if mask == 0:
            return self._manager.Int(0)
        if mask.bit_count() == 1:
            return self.symbols[row, mask.bit_length() - 1]
        sums = self._sums.setdefault(row, {})
        if mask not in sums:
            total = self._manager.Symbol(f"{row}[{count.processes}]{self._suffix}", INT)
            self.definitions.append(self._manager.Equals(total, self._manager.Plus(self._parts(row, mask))))
            sums[mask] = total
        return sums[mask]

    def _parts(self, row: str, mask: int) -> list[FNode]:
        """Sums defined before, largest first, and single counters for the columns that they leave."""
        parts: list[FNode] = []
        for smaller, symbol in reversed(self._sums[row].items()):
            if mask.bit_count() <= 1:
                break
            if smaller & mask == smaller:
                parts.append(symbol)
                mask ^= smaller
        return parts + [self.symbols[row, number] for number in range(mask.bit_length()) if mask >> number & 1]


def shared_symbols(environment: Environment, names: Iterable[str], suffix: str = "") -> dict[str, FNode]:
    """One integer symbol per shared variable."""
    return {name: environment.formula_manager.Symbol(name + suffix, INT) for name in names}


def shared_ranges(
    environment: Environment, symbols: Mapping[str, FNode], shared: Sequence[SharedVariable]
) -> list[FNode]:
    """Every shared variable that has a symbol is inside its range."""
    manager = environment.formula_manager
    ranges = []
    for variable in shared:
        if variable.name in symbols:
            symbol = symbols[variable.name]
            low, high = (parameter_term(environment, end) for end in variable.ends)
            ranges += [manager.GE(symbol, low), manager.LE(symbol, high)]
    return ranges


class States:
    """All states of a model as symbols: a matrix over a frame, and the shared variables and parameters."""

    def __init__(self, environment: Environment, model: Model, frame: Frame) -> None:
        self.matrix = Matrix(environment, frame)
        self.shared = shared_symbols(environment, model.variables)
        self._environment = environment
        self._ranges = shared_ranges(environment, self.shared, model.shared)

    @property
    def symbols(self) -> list[FNode]:
        """All symbols."""
        return [*self.matrix.symbols.values(), *self.shared.values()]

    @property
    def constraints(self) -> list[FNode]:
        """The formulas that are true of states, and of the sums that translated formulas have defined."""
        return [*self.matrix.invariant(), *self.matrix.definitions, *self._ranges]

    def translate(self, formula: Formula) -> FNode:
        """A predicate over the symbols; raises TypeError on a temporal operator."""
        return translate(self._environment, formula, self.matrix, self.shared)

    def of(self, values: Mapping[FNode, int]) -> tuple[dict[tuple[str, int], int], dict[str, int]]:
        """The state that has these values: its counts per row and column, and its shared values."""
        counts = {cell: values[symbol] for cell, symbol in self.matrix.symbols.items()}
        return counts, {name: values[symbol] for name, symbol in self.shared.items()}


def parameter_term(environment: Environment, term: Linear) -> FNode:
    """A linear term over parameters without a value, each the integer symbol of its name."""
    return translation.translate_term(
        environment, term, lambda atom: environment.formula_manager.Symbol(name_of(atom), INT)
    )


def translate(environment: Environment, formula: Formula, matrix: Matrix, shared: Mapping[str, FNode]) -> FNode:
    """A predicate over a matrix and symbols of shared variables; raises TypeError on a temporal operator."""
    matrix.prepare(variable for variable in atoms(formula) if isinstance(variable, Count))
    return translation.translate(environment, formula, symbol_of(matrix, shared))


def symbol_of(matrix: Matrix, shared: Mapping[str, FNode]) -> Callable[[Atom], FNode]:
    """The symbol of an atom: a count of a matrix, or the symbol of a shared variable."""
    return lambda atom: shared[atom.name] if isinstance(atom, Named) else matrix.count(counted(atom))
