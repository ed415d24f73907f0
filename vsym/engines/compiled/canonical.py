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
from vsym.engines.compiled.quotient.tables import (
    ElementTables,
    descent_tables,
    least_tables,
    numbers,
    sorting_tables,
)
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
    elements needs more than the 128 bits of `orbit_t`, and `orbit_size` is not to be used. Raises ValueError where
    there are more scalarsets or elements than the tables can number.
    """
    moved = tuple(scalarset for scalarset in scalarsets if scalarset.size > 1)
    order = math.prod(math.factorial(scalarset.size) for scalarset in moved) * math.prod(one.order for one in factors)
    sizes = all(factor(one).exact for one in factors) and order.bit_length() <= 112
    several = any(isinstance(one, Descent) for one in factors)
    parts = [numbers(ORBIT_SIZES=int(sizes), SEVERAL=int(several)), _template("orbits")]
    permuting: list[tuple[str, str]] = []
    if moved or program.layout.bags or not factors:
        parts += _of_scalarsets(program, moved)
        permuting.append(("permute_scalarsets", "scalarsets_orbit"))
    if factors:
        parts += _of_factors(program, factors, permuting)
    steps = "".join(f" {permute}(state);" for permute, _ in permuting)
    product = " * ".join(f"{size}(state)" for _, size in permuting if size)
    parts += (
        f"static void canonicalise(slot_t *state) {{{steps} }}",
        f"#if ORBIT_SIZES\nstatic orbit_t orbit_size(const slot_t *state) {{ return {product or '1'}; }}\n#endif",
    )
    return "\n".join(parts)


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


def _of_factors(program: Program, factors: Sequence[Strategy], permuting: list[tuple[str, str]]) -> list[str]:
    """The text for the factors; the names of the functions that permute and that count orbits are added."""
    cardinalities = tuple(slot.type.cardinality for slot in program.layout.slots)
    sorted_ = [one for one in factors if isinstance(one, Sorting)]
    least = [one for one in factors if isinstance(one, Cosets)]
    descending = [one for one in factors if isinstance(one, Descent)]
    elements = ElementTables(cardinalities)
    tables: list[str] = []
    code: list[str] = []
    if sorted_:
        tables.append(sorting_tables(sorted_))
        code.append(_template("records"))
        permuting.append(("sort_records", "records_orbit"))
    if least:
        tables.append(least_tables(least, elements))
        code.append(_template("least"))
        permuting.append(("make_least", "least_orbit"))
    if descending:
        tables.append(descent_tables(joined([one.action for one in descending]), elements, cardinalities))
        code.append(_template("descent"))
        permuting.append(("descend", ""))
    images = [elements.text(), _template("images")] if least or descending else []
    return [_template("factors"), *tables, *images, *code]


def _template(name: str) -> str:
    return read("templates", f"compiled/{name}.c")
