"""A bound on what Z3 may allocate; it has one for the whole process only."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import z3

from vsym.basics.limits import REASONS, UndecidedError

_SETTING = "memory_max_size"


@contextmanager
def limited(megabytes: int | None) -> Iterator[None]:
    """Inside, Z3 may hold so many MB, None for any number; raises UndecidedError where it needs more."""
    if megabytes is None:
        yield
        return
    z3.set_param(_SETTING, megabytes)
    try:
        yield
    except (z3.Z3Exception, MemoryError) as error:
        if isinstance(error, z3.Z3Exception) and "memory" not in str(error):
            raise
        raise UndecidedError(REASONS["memory"]) from error
    finally:
        z3.set_param(_SETTING, 0)
