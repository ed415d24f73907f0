"""The canonical state of an orbit, in C: how permutations act on a program's states as tables, and what reads them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from vsym.basics.resources import read
from vsym.engines.compiled.orbits import state_orbits
from vsym.engines.compiled.tables import NONE, Tables
from vsym.models.program.program import Program
from vsym.models.program.types import Scalarset

_MOST_SCALARSETS = 64
_PERMUTING = ("renaming", "colours", "partition", "canonical")


def canonical_source(program: Program, scalarsets: Sequence[Scalarset]) -> str:
    """C text that defines `canonicalise(state)` and `orbit_size(state)` under all permutations of some scalarsets.

    It is to stand after definitions of `slot_t`, unsigned and wide enough for every code, and of `WIDTH`, the number of
    slots. `canonicalise` works in place, and puts the elements of multisets in order, so that they need not be; for
    `orbit_size` they must be. Where `ORBIT_SIZES` is 0, the number of permutations needs more than the 128 bits of
    `orbit_t`, and `orbit_size` is not to be used. Raises ValueError where there are more scalarsets or elements than
    the tables can number.
    """
    moved = tuple(scalarset for scalarset in scalarsets if scalarset.size > 1)
    count = sum(scalarset.size for scalarset in moved)
    if len(moved) > _MOST_SCALARSETS or count >= NONE:
        raise ValueError(f"{len(moved)} scalarsets of {count} elements are too many to permute")
    tables = Tables(state_orbits(program.layout.variables, frozenset(moved)), moved)
    numbers = {
        "ELEMENTS": count,
        "SETS": len(moved),
        "NONE": NONE,
        "MOST_AXES": tables.most_axes,
        "LARGEST_BAG": tables.largest_bag,
        "FIXED_FAMILIES": tables.fixed_families,
        "FIXED_BAGS": tables.fixed_bags,
        "ORBIT_SIZES": int(math.prod(math.factorial(scalarset.size) for scalarset in moved) < 1 << 128),
    }
    return "\n".join(
        (
            "".join(f"#define {name} {value}\n" for name, value in numbers.items()),
            read("templates", "compiled/tables.c"),
            tables.text(),
            read("templates", "compiled/multisets.c"),
            *(read("templates", f"compiled/{part}.c") for part in (_PERMUTING if moved else ("unpermuted",))),
        )
    )
