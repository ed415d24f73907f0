"""Group counters as symbols: sums, frames and translated predicates against their values on every small matrix."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from pysmt.fnode import FNode

from tests.arithmetic.points import Cells, columns, comparisons, count, matrices, predicates, union, values, variable
from tests.support.drawn import many
from vsym.arithmetic.environment import Environment, translate_term
from vsym.arithmetic.solver import Session
from vsym.basics.limits import Budget
from vsym.logic.folding import satisfied
from vsym.logic.formula import TRUE, Formula, Temporal
from vsym.logic.terms import linear, value
from vsym.models.counting.counts import Count
from vsym.models.counting.processes import Processes
from vsym.symmetry.virtual.matrix import Frame, Matrix, shared_ranges, shared_symbols, symbol_of, translate

STATES = ("A", "B", "C")
COLUMNS = columns(2, 1, 2)
SETS = (*COLUMNS, union(*COLUMNS[:2]), union(COLUMNS[0], COLUMNS[2]), union(*COLUMNS))


def _fixed(environment: Environment, matrix: Matrix, cells: Cells) -> list[FNode]:
    manager = environment.formula_manager
    return [
        manager.Equals(symbol, manager.Int(cells[row, matrix.frame.columns[number]]))
        for (row, number), symbol in matrix.symbols.items()
    ]


@settings(max_examples=many(4), deadline=None)
@given(predicates(comparisons(STATES, SETS, ["v"])))
def test_a_translated_predicate_holds_where_it_is_satisfied(formula: Formula) -> None:
    environment = Environment()
    manager = environment.formula_manager
    matrix = Matrix(environment, Frame(STATES, STATES, COLUMNS))
    shared = shared_symbols(environment, ["v"])
    translated = translate(environment, formula, matrix, shared)
    with Session(environment, Budget()) as session:
        session.add(matrix.definitions)
        for number, cells in enumerate(list(matrices(STATES, COLUMNS))[::13]):
            shared_value = number % 4 - 1
            point = [*_fixed(environment, matrix, cells), manager.Equals(shared["v"], manager.Int(shared_value))]
            expected = manager.Bool(satisfied(formula, values(cells, {"v": shared_value})))
            assert session.satisfiable(*point)
            assert not session.satisfiable(*point, manager.Not(manager.Iff(translated, expected)))


@pytest.mark.parametrize("rows", [("A", "B", "C"), ("A", "C"), ("B",)])
def test_the_invariant_admits_exactly_the_matrices(rows: tuple[str, ...]) -> None:
    environment = Environment()
    manager = environment.formula_manager
    sets = columns(2, 1)
    matrix = Matrix(environment, Frame(STATES, rows, sets))
    expected = {tuple(cells[row, column] for column in sets for row in rows) for cells in matrices(STATES, sets)}
    found = set()
    with Session(environment, Budget()) as session:
        session.add(matrix.invariant())
        while (solution := session.model(matrix.symbols.values())) is not None:
            found.add(tuple(solution.values()))
            session.add(
                [manager.Not(manager.And([manager.Equals(s, manager.Int(size)) for s, size in solution.items()]))]
            )
    assert found == expected


def test_every_row_of_the_last_state_is_implied_by_the_others() -> None:
    environment = Environment()
    matrix = Matrix(environment, Frame(STATES, ("A", "B"), COLUMNS))
    assert {row for row, _ in matrix.symbols} == {"A", "B"}
    assert not [part for part in matrix.invariant() if part.is_equals()]


def test_a_chain_of_growing_sets_costs_one_addition_each() -> None:
    sets = columns(*[2] * 40)
    environment = Environment()
    matrix = Matrix(environment, Frame(STATES, STATES, sets))
    counts = [Count("A", Processes.of([(1, column.ranges[0][1])])) for column in sets]
    matrix.prepare(reversed(counts))
    assert len(matrix.definitions) == 39
    assert {len(definition.arg(1).args()) for definition in matrix.definitions} == {2}


@pytest.mark.parametrize("chosen", [[0], [0, 1], [0, 2], [1, 2, 3], [0, 1, 2, 3]])
def test_a_sum_is_the_sum_of_its_columns(chosen: list[int]) -> None:
    sets = columns(2, 2, 1, 3)
    environment = Environment()
    manager = environment.formula_manager
    matrix = Matrix(environment, Frame(STATES, STATES, sets))
    matrix.prepare([Count("B", union(*sets[:2])), Count("B", union(sets[0], sets[2])), Count("B", union(*sets[1:]))])
    total = matrix.count(Count("B", union(*(sets[number] for number in chosen))))
    direct = manager.Plus([matrix.symbols["B", number] for number in chosen])
    with Session(environment, Budget()) as session:
        session.add(matrix.definitions)
        assert not session.satisfiable(manager.Not(manager.Equals(total, direct)))


def test_columns_of_a_set_and_of_none() -> None:
    frame = Frame(STATES, STATES, COLUMNS)
    assert [frame.columns_of(processes) for processes in SETS] == [0b1, 0b10, 0b100, 0b11, 0b101, 0b111]
    assert frame.columns_of(Processes()) == 0
    environment = Environment()
    assert Matrix(environment, frame).count(Count("A", Processes())) == environment.formula_manager.Int(0)


def test_columns_in_pieces_are_told_apart_by_their_first_process() -> None:
    odd, even = Processes.of([(1, 1), (3, 3)]), Processes.of([(2, 2), (4, 5)])
    frame = Frame(STATES, STATES, (odd, even))
    assert frame.columns_of(odd) == 0b01
    assert frame.columns_of(even) == 0b10
    assert frame.columns_of(odd | even) == 0b11


def test_two_matrices_share_the_symbols_they_are_told_to() -> None:
    environment = Environment()
    frame = Frame(STATES, ("A", "B"), COLUMNS)
    first = Matrix(environment, frame, suffix="'")
    second = Matrix(environment, frame, taken={("A", 1): first.symbols["A", 1]})
    common = set(first.symbols.values()) & set(second.symbols.values())
    assert common == {first.symbols["A", 1]}


def test_a_term_has_its_coefficients_and_its_constant() -> None:
    environment = Environment()
    manager = environment.formula_manager
    matrix = Matrix(environment, Frame(STATES, STATES, COLUMNS))
    term = linear([(Count("A", COLUMNS[0]), 3), (Count("C", union(*COLUMNS)), -2)], 7)
    translated = translate_term(environment, term, symbol_of(matrix, {}))
    with Session(environment, Budget()) as session:
        session.add(matrix.definitions)
        for cells in list(matrices(STATES, COLUMNS))[::11]:
            expected = manager.Int(value(term, values(cells)))
            point = _fixed(environment, matrix, cells)
            assert session.satisfiable(*point, manager.Equals(translated, expected))


def test_shared_variables_stay_in_their_ranges() -> None:
    environment = Environment()
    manager = environment.formula_manager
    symbols = shared_symbols(environment, ["v"], suffix="'")
    ranges = shared_ranges(environment, symbols, [variable("v", -1, 2), variable("unused", 0, 1)])
    with Session(environment, Budget()) as session:
        session.add(ranges)
        inside = [n for n in range(-3, 5) if session.satisfiable(manager.Equals(symbols["v"], manager.Int(n)))]
    assert inside == [-1, 0, 1, 2]


@pytest.mark.parametrize("formula", [Temporal("AG", (TRUE,)), Temporal("U", (TRUE, count("A", SETS[0], ">=", 1)))])
def test_a_temporal_operator_is_refused(formula: Formula) -> None:
    environment = Environment()
    with pytest.raises(TypeError, match="is about paths"):
        translate(environment, formula, Matrix(environment, Frame(STATES, STATES, COLUMNS)), {})
