"""Representatives of orbits in C as a library, compiled by the machine's compiler."""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from vsym.engines.compiled.canonical import canonical_source
from vsym.engines.compiled.quotient.tables import Strategy
from vsym.models.program.program import Program
from vsym.models.program.semantics import State
from vsym.models.program.types import Scalarset

_HASH = "static inline uint64_t mixed(uint64_t value) {"
_FUNCTIONS = """
void canonical_states(slot_t *states, long count) {
    for (long at = 0; at < count; at++) canonicalise(states + at * WIDTH);
}
#if ORBIT_SIZES
void orbit_sizes(const slot_t *states, unsigned long long *sizes, long count) {
    for (long at = 0; at < count; at++) sizes[at] = (unsigned long long)orbit_size(states + at * WIDTH);
}
#endif
#if SEVERAL
void turned_states(slot_t *states, slot_t *representatives, long count) {
    turns_kept = 1;
    turn_back();
    for (long at = 0; at < count; at++) {
        slot_t *state = states + at * WIDTH, *representative = representatives + at * WIDTH;
        memcpy(representative, state, WIDTH * sizeof *state);
        turn(representative);
        canonicalise(representative);
        turn_on();
        turn(state);
    }
}
#endif
"""


class CanonicalLibrary:
    """`canonicalise` and `orbit_size` of a program's states under permutations of some scalarsets and factors of a
    group.

    Where hashes are to `collide`, those of all that relates elements to each other are the same.
    """

    def __init__(
        self,
        program: Program,
        scalarsets: Sequence[Scalarset],
        folder: Path,
        factors: Sequence[Strategy] = (),
        *,
        collide: bool = False,
    ) -> None:
        wide = any(slot.type.cardinality > 254 for slot in program.layout.slots)
        self._slot = ctypes.c_uint16 if wide else ctypes.c_uint8
        self._width = program.layout.width
        typedef = f"#include <stdint.h>\ntypedef uint{16 if wide else 8}_t slot_t;\n#define WIDTH {self._width}\n"
        typedef += "#define SHARED\n"
        source = canonical_source(program, scalarsets, factors)
        if collide:
            assert _HASH in source
            source = source.replace(_HASH, f"{_HASH} value = 0;")
        self._source = folder / "canonical.c"
        self._source.write_text(typedef + source + _FUNCTIONS, encoding="utf-8")

    @property
    def several(self) -> bool:
        """True once the library has reported that orbits may have several representatives."""
        return bool(self._several.value)

    def forget(self) -> None:
        """Forget that orbits may have several representatives."""
        self._several.value = 0

    @property
    def _several(self) -> ctypes.c_int:
        return ctypes.c_int.in_dll(self._library, "several_stored")

    @cached_property
    def _library(self) -> ctypes.CDLL:
        binary = self._source.with_suffix(".so")
        flags = ["-O0", "-std=c11", "-Wall", "-Wextra", "-Werror", "-Wno-unused", "-shared", "-fPIC"]
        subprocess.run(["cc", *flags, str(self._source), "-o", str(binary)], check=True, timeout=60)
        return ctypes.CDLL(str(binary))

    def canonical(self, states: Sequence[State]) -> list[State]:
        """The canonical state of each."""
        codes = (self._slot * (len(states) * self._width))(*(code for state in states for code in state))
        self._library.canonical_states(codes, ctypes.c_long(len(states)))
        return [tuple(codes[start : start + self._width]) for start in range(0, len(codes), self._width)]

    def turned(self, states: Sequence[State]) -> tuple[list[State], list[State]]:
        """Two states for each state of a path. The first is the representative, computed after the element kept so far
        has been applied to the state. The second is the image of the state under the element after that descent."""
        given = [code for state in states for code in state]
        after, representatives = ((self._slot * len(given))(*given) for _ in range(2))
        self._library.turned_states(after, representatives, ctypes.c_long(len(states)))
        starts = range(0, len(given), self._width)
        told = [[tuple(of[start : start + self._width]) for start in starts] for of in (representatives, after)]
        return told[0], told[1]

    def orbit_sizes(self, states: Sequence[State]) -> list[int]:
        """The size of the orbit of each state."""
        codes = (self._slot * (len(states) * self._width))(*(code for state in states for code in state))
        sizes = (ctypes.c_ulonglong * len(states))()
        self._library.orbit_sizes(codes, sizes, ctypes.c_long(len(states)))
        return list(sizes)
