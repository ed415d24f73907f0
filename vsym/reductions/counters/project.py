"""∃X. inv(X) ∧ x = ΣX ∧ cube(X): group counters projected away, cube by cube (theory, section 2).

Bounds on cells of the matrix make X a transportation problem, and by Hoffman's circulation theorem it has an integral
solution iff a few sums of block counters are small enough. The paper's three cases are the ones with no bounded cell
and with bounds on one row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import assert_never

from vsym.arithmetic.cubes import Cube, without_inequality
from vsym.basics.frozen import frozen
from vsym.logic.folding import replace_comparisons
from vsym.logic.formula import And, Comparison, Formula, Or, Truth, compare
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.models.counting.counts import Count, counted
from vsym.models.counting.model import Assignment, LocalTransition
from vsym.models.counting.processes import Processes, refine
from vsym.symmetry.virtual.relations import Update

ROWS = 8
"""Up to how many local states one block may have bounds on: the theorem gives a condition for each set of them."""


class NotABoxError(Exception):
    """The cube bounds more than single cells of the matrix."""


@frozen
class Block:
    """A block that bounds are collected for: `bounds[state, set]` are inclusive."""

    processes: Processes
    bounds: Mapping[tuple[str, Processes], tuple[int, int]]


def prepare(formula: Formula, blocks: Sequence[Processes]) -> Formula:
    """The predicate with its comparisons inside blocks in the form that `project` reads, as far as possible."""

    def prepared(comparison: Comparison) -> Formula:
        if over_blocks(comparison, blocks):
            return comparison
        return replace_comparisons(split_sum(per_block(comparison, blocks)), without_inequality)

    return replace_comparisons(formula, prepared)


def split_sum(comparison: Comparison) -> Formula:
    """A comparison of a sum of counts with 0 as comparisons of each count, where that is equivalent.

    `a + b = 0` is `a = 0 & b = 0`, and `a + b >= 1` is `a >= 1 | b >= 1`.
    """
    terms, operator, bound = comparison.left.terms, comparison.operator, comparison.bound
    if len(terms) < 2 or not all(coefficient > 0 and isinstance(count, Count) for count, coefficient in terms):
        return comparison
    counts = [Linear(((count, 1),)) for count, _ in terms]
    if operator in ("<=", "=") and bound == 0:
        return And(tuple(compare(count, "=", Linear()) for count in counts))
    if (operator, bound) in ((">=", 1), ("!=", 0)):
        return Or(tuple(compare(count, ">=", Linear((), 1)) for count in counts))
    return comparison


def project(cube: Cube, states: Sequence[str], blocks: Sequence[Processes]) -> Cube | None:
    """The projection of a cube as comparisons over block counters and shared variables, or None if it is empty.

    Raises NotABoxError for a cube with sums over parts of blocks.
    """
    kept: list[Formula] = []
    bounds: dict[Processes, dict[tuple[str, Processes], tuple[int, int]]] = {}
    for comparison in cube:
        if over_blocks(comparison, blocks):
            kept.append(per_block(comparison, blocks))
            continue
        count, low, high = _bound(comparison)
        home = next((block for block in blocks if count.processes <= block), None)
        if home is None:
            raise NotABoxError
        cells = bounds.setdefault(home, {})
        before = cells.get((count.state, count.processes), (0, count.processes.size))
        cells[count.state, count.processes] = (max(low, before[0]), min(high, before[1]))
    for processes, cells in bounds.items():
        kept += _hoffman(Block(processes, _per_column(processes, cells)), states)
    conditions = [part for part in kept if isinstance(part, Comparison)]
    return None if any(part == Truth(False) for part in kept) else tuple(dict.fromkeys(conditions))


def over_blocks(comparison: Comparison, blocks: Sequence[Processes]) -> bool:
    """Whether a comparison counts in unions of blocks only."""
    counted = (variable.processes for variable, _ in comparison.left.terms if isinstance(variable, Count))
    return all(
        not common or common == block for processes in counted for block in blocks for common in [processes & block]
    )


def per_block(comparison: Comparison, blocks: Sequence[Processes]) -> Comparison:
    """The comparison with each count split into one per block."""
    terms: list[tuple[Atom, int]] = []
    for variable, coefficient in comparison.left.terms:
        if isinstance(variable, Named):
            terms.append((variable, coefficient))
        else:
            count = counted(variable)
            parts = (count.processes & block for block in blocks)
            terms += [(Count(count.state, part), coefficient) for part in parts if part]
    return Comparison(Linear(tuple(terms)), comparison.operator, comparison.bound)


def _bound(comparison: Comparison) -> tuple[Count, int, int]:
    """The count that a comparison bounds, with the bounds; raises NotABoxError if it is none of one count."""
    terms = comparison.left.terms
    if len(terms) != 1 or not isinstance(terms[0][0], Count):
        raise NotABoxError
    count, size = terms[0][0], terms[0][0].processes.size
    match comparison.operator:
        case "<=":
            return count, 0, comparison.bound
        case ">=":
            return count, comparison.bound, size
        case "=":
            return count, comparison.bound, comparison.bound
        case "!=":
            raise NotABoxError
    assert_never(comparison.operator)


def _per_column(
    block: Processes, cells: Mapping[tuple[str, Processes], tuple[int, int]]
) -> dict[tuple[str, Processes], tuple[int, int]]:
    """The bounds on the finest sets: an upper bound of 0 goes to each part, any other on a union is refused."""
    columns = refine([block, *(processes for _, processes in cells)])
    found: dict[tuple[str, Processes], tuple[int, int]] = {}
    for (state, processes), (low, high) in cells.items():
        parts = [column for column in columns if column <= processes]
        if len(parts) > 1 and not (low <= 0 and high <= 0):
            raise NotABoxError
        for part in parts:
            before = found.get((state, part), (0, part.size))
            found[state, part] = (max(low, before[0]), min(high, before[1]))
    return found


def _hoffman(block: Block, states: Sequence[str]) -> Iterable[Formula]:
    """Conditions on the block's counters for a matrix within the bounds to exist.

    For every set P of rows, Σ_{L∈P} x[L] ≤ Σ_k min(Σ_{L∈P} hi[L][k], |k| − Σ_{L∉P} lo[L][k]): the theorem's minimum
    over sets of columns, taken column by column. The rows without bounds are one row, their sum.
    """
    if any(low > high for low, high in block.bounds.values()):
        yield Truth(False)
        return
    rows = list(dict.fromkeys(state for state, _ in block.bounds))
    if len(rows) > ROWS:
        raise NotABoxError
    columns = refine([block.processes, *(processes for _, processes in block.bounds)])
    has_rest = len(rows) < len(states)
    for size in range(len(rows) + 1):
        for chosen in combinations(rows, size):
            yield _row_condition(block, columns, rows, chosen, with_rest=False)
            if has_rest:
                yield _row_condition(block, columns, rows, chosen, with_rest=True)


def _row_condition(
    block: Block, columns: Sequence[Processes], rows: Sequence[str], chosen: Sequence[str], *, with_rest: bool
) -> Formula:
    capacity = 0
    for column in columns:
        least_others = sum(block.bounds.get((row, column), (0, 0))[0] for row in rows if row not in chosen)
        room = column.size - least_others
        if not with_rest:
            most_chosen = sum(block.bounds.get((row, column), (0, column.size))[1] for row in chosen)
            room = min(room, most_chosen)
        capacity += room
    # With the unbounded rows in P, their sum is what the named rows outside P leave of the block.
    if with_rest:
        others = linear((Count(row, block.processes), 1) for row in rows if row not in chosen)
        return compare(others, ">=", Linear((), block.processes.size - capacity))
    return compare(linear((Count(row, block.processes), 1) for row in chosen), "<=", Linear((), capacity))


def rewrite_per_block(formula: Formula, blocks: Sequence[Processes]) -> Formula:
    """A formula over unions of blocks with every count over exactly one block."""
    return replace_comparisons(formula, lambda comparison: per_block(comparison, blocks))


def assignments_per_block(
    blocks: Sequence[Processes], origin: LocalTransition, update: Update
) -> tuple[Assignment, ...]:
    """The update of a step with its counts split into one per block."""
    return tuple(Assignment(name, term_per_block(term, blocks), origin.span) for name, term in update)


def term_per_block(term: Linear, blocks: Sequence[Processes]) -> Linear:
    """A term with its counts split into one per block."""
    split = per_block(Comparison(Linear(term.terms), "=", 0), blocks).left
    return Linear(split.terms, term.constant)
