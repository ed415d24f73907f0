"""A bound on what Z3 may allocate; it has one for the whole process only."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import z3

from vsym.basics.limits import LimitReachedError

_SETTING = "memory_max_size"


def context() -> z3.Context:
    """A context of its own, made in spite of a limit: the process would end with Z3's failure to make one."""
    limit = z3.get_param(_SETTING)
    z3.set_param(_SETTING, 0)
    try:
        return z3.Context()
    finally:
        z3.set_param(_SETTING, limit)


@contextmanager
def limited(max_bytes: int) -> Iterator[None]:
    """Inside, Z3 may hold so many bytes; raises LimitReachedError where it needs more."""
    # Where the limit leaves no room for a context, the process would end with Z3's failure to make one.
    z3.main_ctx()
    z3.set_param(_SETTING, max(1, max_bytes // 1_000_000))
    try:
        yield
    except (z3.Z3Exception, MemoryError) as error:
        if isinstance(error, z3.Z3Exception) and "memory" not in str(error):
            raise
        raise LimitReachedError("memory") from error
    finally:
        z3.set_param(_SETTING, 0)
