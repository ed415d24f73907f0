"""Representatives of orbits in C: how a group acts on a program's states as tables, and what reads them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from vsym.basics.resources import read
from vsym.engines.compiled.orbits import state_orbits
from vsym.engines.compiled.quotient.action import joined
from vsym.engines.compiled.quotient.cosets import Cosets
from vsym.engines.compiled.quotient.sorting import Sorting
from vsym.engines.compiled.quotient.strategies import Descent, Strategy, factor
from vsym.engines.compiled.quotient.tables import CellTables, descent_tables, least_tables, numbers, sorting_tables
from vsym.engines.compiled.tables import NONE, Tables
from vsym.models.program.program import Program
from vsym.models.program.types import Scalarset

_MOST_SCALARSETS = 64
_PERMUTING = ("renaming", "colours", "partition", "canonical")


def canonical_source(program: Program, scalarsets: Sequence[Scalarset], factors: Sequence[Strategy] = ()) -> str:
    """C text that defines `canonicalise(state)` and `orbit_size(state)` under all permutations of some scalarsets and
    the factors of a group of literal maps, which leave alone what those permute.

    It is to stand after definitions of `slot_t`, unsigned and wide enough for every code, and of `WIDTH`, the number of
    slots. `canonicalise` works in place, and puts the elements of multisets in order, so that they need not be; for
    `orbit_size` they must be. Where `ORBIT_SIZES` is 0, there are several representatives of an orbit, or the number of
    elements needs more than the 128 bits of `orbit_t`, and `orbit_size` is not to be used; nor is what it has said
    where `several_stored` has become true. With `SEVERAL`, that may be, and paths need the element that `turn` knows.
    Raises ValueError where there are more scalarsets or elements than the tables can number.
    """
    moved = tuple(scalarset for scalarset in scalarsets if scalarset.size > 1)
    order = math.prod(math.factorial(scalarset.size) for scalarset in moved) * math.prod(one.order for one in factors)
    sizes = all(factor(one).exact for one in factors) and order.bit_length() <= 112
    several = any(isinstance(one, Descent) or (isinstance(one, Cosets) and not one.certain) for one in factors)
    text = [numbers(ORBIT_SIZES=int(sizes), SEVERAL=int(several)), _template("orbits")]
    steps, counts = list[str](), list[str]()
    if moved or program.layout.bags or not factors:
        text += _of_scalarsets(program, moved)
        steps.append("permute_scalarsets(state);")
        counts.append("scalarsets_orbit(state)")
    if factors:
        text += _of_factors(program, factors)
        steps.append("choose_representatives(state);")
        counts.append("factors_orbit(state)")
    text += (
        f"static void canonicalise(slot_t *state) {{ {' '.join(steps)} }}",
        f"#if ORBIT_SIZES\nstatic orbit_t orbit_size(const slot_t *state) {{ return {' * '.join(counts)}; }}\n#endif",
    )
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


def _of_factors(program: Program, factors: Sequence[Strategy]) -> list[str]:
    cells = CellTables([slot.type.cardinality for slot in program.layout.slots])
    sorted_ = [one for one in factors if isinstance(one, Sorting)]
    least = [one for one in factors if isinstance(one, Cosets)]
    descending = [one.action for one in factors if isinstance(one, Descent)]
    tables, code, steps, counts, turns = list[str](), ["cells", "turning"], list[str](), list[str](), list[str]()
    if sorted_:
        tables.append(sorting_tables(sorted_, cells))
        code.append("records")
        steps.append("sort_records();")
        counts.append("records_orbit()")
    if least:
        tables.append(least_tables(least, cells))
        code.append("least")
        steps.append("make_least();")
        counts.append("least_orbit()")
        turns.append("turn_as_led();")
    if descending:
        tables.append(descent_tables(joined(descending), cells))
        code.append("descent")
        steps.append("descend();")
        turns.append("turn_as_descended();")
    chosen, product = " ".join(steps), " * ".join(counts)
    return [
        _template("factors"),
        cells.text(),
        *tables,
        *map(_template, code),
        f"static void choose_representatives(slot_t *state) {{ fill_cells(state); {chosen} empty_cells(state); }}",
        "#if ORBIT_SIZES",
        f"static orbit_t factors_orbit(const slot_t *state) {{ fill_cells(state); return {product}; }}",
        "#endif",
        f"#if SEVERAL\nstatic void turn_on(void) {{ {' '.join(turns)} }}\n#endif",
    ]


def _template(name: str) -> str:
    return read("templates", f"compiled/{name}.c")
