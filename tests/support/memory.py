"""Memory that a process takes anew: its heap may have room from before, which it takes without growing."""

from __future__ import annotations

import mmap


def fresh(size: int) -> mmap.mmap:
    """`size` bytes of memory private to this process, from no heap, with every whole page written to."""
    taken = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    page = b"x" * mmap.PAGESIZE
    for _ in range(size // mmap.PAGESIZE):
        taken.write(page)
    return taken
