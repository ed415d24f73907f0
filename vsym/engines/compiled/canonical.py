"""Representatives of orbits in C: tables of a group's action on a program's states, and their readers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.resources import read
from vsym.engines.compiled.tables import NONE, Tables, numbers, state_orbits
from vsym.models.program.program import Program
from vsym.models.program.types import Scalarset

if TYPE_CHECKING:
    from vsym.engines.compiled.quotient.tables import Strategy

_MOST_SCALARSETS = 64
_PERMUTING = ("renaming", "colours", "partition", "canonical")


def canonical_source(program: Program, scalarsets: Sequence[Scalarset], factors: Sequence[Strategy] = ()) -> str:
    """C text that defines `canonicalise(state)` and `orbit_size(state)` under all permutations of some scalarsets and
    the factors of a group of literal maps, which leave the elements of those scalarsets alone.

    Put it after definitions of `slot_t`, unsigned and wide enough for every code, and of `WIDTH`, the number of slots.
    `canonicalise` works in place and sorts multisets; `orbit_size` needs them sorted. If `ORBIT_SIZES` is 0, do not use
    `orbit_size`: an orbit has several representatives, or the number of elements overflows the 128 bits of `orbit_t`.
    Discard its results once `several_stored` is true. That requires `SEVERAL`, where paths need the element that `turn`
    knows. Raises ValueError where there are more scalarsets or elements than the tables can number.
    """
    moved = tuple(scalarset for scalarset in scalarsets if scalarset.size > 1)
    parts = []
    if moved or program.layout.bags or not factors:
        permutations = math.prod(math.factorial(scalarset.size) for scalarset in moved)
        parts.append(_Part(_of_scalarsets(program, moved), "permute_scalarsets", "scalarsets_orbit", permutations))
    if factors:
        parts.append(_of_factors([slot.type.cardinality for slot in program.layout.slots], factors))
    return _joined(parts)


def canonical_factors(cardinalities: Sequence[int], factors: Sequence[Strategy]) -> str:
    """The same for states whose slots have codes up to these, under factors of a group of literal maps alone."""
    return _joined([_of_factors(cardinalities, factors)])


@frozen
class _Part:
    """C text with a function that makes a state a representative, and one that gives the size of its orbit, by a group
    of this order; `several` is true where an orbit may have more than one representative, `searched` where one is found
    by going down along generators."""

    text: Sequence[str]
    choosing: str
    counting: str
    order: int
    several: bool = False
    searched: bool = False


def _joined(parts: Sequence[_Part]) -> str:
    order = math.prod(part.order for part in parts)
    sizes = order.bit_length() <= 112 and not any(part.searched for part in parts)
    several = any(part.several for part in parts)
    steps = " ".join(f"{part.choosing}(state);" for part in parts)
    counts = " * ".join(f"{part.counting}(state)" for part in parts)
    text = [
        numbers(ORBIT_SIZES=int(sizes), SEVERAL=int(several)),
        _template("orbits"),
        *(line for part in parts for line in part.text),
        f"static void canonicalise(slot_t *state) {{ {steps} }}",
        f"#if ORBIT_SIZES\nstatic inline orbit_t orbit_size(const slot_t *state) {{ return {counts}; }}\n#endif",
    ]
    return "\n".join(text)


def _of_scalarsets(program: Program, moved: Sequence[Scalarset]) -> list[str]:
    count = sum(scalarset.size for scalarset in moved)
    if len(moved) > _MOST_SCALARSETS or count >= NONE:
        raise ValueError(f"{len(moved)} scalarsets of {count} elements are too many to permute")
    tables = Tables(state_orbits(program.layout.variables, frozenset(moved)), moved)
    counted = numbers(
        ELEMENTS=count,
        SETS=len(moved),
        NONE=NONE,
        MOST_AXES=tables.most_axes,
        LARGEST_BAG=tables.largest_bag,
        FIXED_FAMILIES=tables.fixed_families,
        FIXED_BAGS=tables.fixed_bags,
    )
    permuting = map(_template, _PERMUTING if moved else ("unpermuted",))
    return [counted, _template("tables"), tables.text(), _template("multisets"), *permuting]


def _of_factors(cardinalities: Sequence[int], factors: Sequence[Strategy]) -> _Part:
    # Only these need NumPy.
    from vsym.engines.compiled.quotient.action import joined
    from vsym.engines.compiled.quotient.tables import (
        CellTables,
        Cosets,
        Descent,
        Sorting,
        descent_tables,
        least_tables,
        sorting_tables,
    )

    cells = CellTables(cardinalities)
    tables, code, steps, counts, turns = list[str](), ["cells", "turning"], list[str](), list[str](), list[str]()
    if records := [one for one in factors if isinstance(one, Sorting)]:
        tables.append(sorting_tables(records, cells))
        code.append("records")
        steps.append("sort_records();")
        counts.append("records_orbit()")
    if least := [one for one in factors if isinstance(one, Cosets)]:
        tables.append(least_tables(least, cells))
        code.append("least")
        steps.append("make_least();")
        counts.append("least_orbit()")
        turns.append("turn_as_led();")
    if descending := [one.action for one in factors if isinstance(one, Descent)]:
        tables.append(descent_tables(joined(descending), cells))
        code.append("descent")
        steps.append("descend();")
        turns.append("turn_as_descended();")
    chosen, product = " ".join(steps), " * ".join(counts)
    text = [
        _template("factors"),
        cells.text(),
        *tables,
        *map(_template, code),
        f"static void choose_representatives(slot_t *state) {{ fill_cells(state); {chosen} empty_cells(state); }}",
        "#if ORBIT_SIZES",
        f"static inline orbit_t factors_orbit(const slot_t *state) {{ fill_cells(state); return {product}; }}",
        "#endif",
        f"#if SEVERAL\nstatic void turn_on(void) {{ {' '.join(turns)} }}\n#endif",
    ]
    order = math.prod(one.order for one in factors)
    several = bool(descending) or not all(one.certain for one in least)
    return _Part(text, "choose_representatives", "factors_orbit", order, several, searched=bool(descending))


def _template(name: str) -> str:
    return read("templates", f"compiled/{name}.c")
