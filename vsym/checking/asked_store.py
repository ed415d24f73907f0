"""The store that is asked for, held against everything else that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vsym.basics.options import Options, RefusedError, refuse_given

if TYPE_CHECKING:
    from vsym.engines.disk.planning import StoreSettings

_ENGINES = ("auto", "compiled")


def refuse_store(options: Options) -> None:
    """Raise RefusedError for a store where an estimate is asked for, which has one of its own for a while."""
    if options.store is not None:
        raise RefusedError("--estimate measures in a store of its own: leave --store out")
    if options.counted:
        raise RefusedError("--estimate is of states one by one, and --as counters counts them together")


def asked_store(options: Options) -> StoreSettings | None:
    """Where states are to be kept, None where that is the memory.

    Raises RefusedError for what has no meaning without a store or beside one.
    """
    if options.store is None:
        given: dict[str, object] = {
            "--workers": options.workers,
            "--parts": options.parts,
            "--cluster": options.cluster,
        }
        refuse_given(given, "is for states that are kept on disk: name a folder with --store")
        return None
    if options.workers is not None and options.cluster is not None:
        raise RefusedError("--workers are processes of this machine, and --cluster has its own")
    beside: dict[str, object] = {
        "--compact": options.compact,
        "--for-all": options.for_all,
        "--strategy": options.strategy,
        "--as counters": options.counted,
        "--certificate": options.certificate,
    }
    refuse_given(beside, "has no meaning with --store, which keeps every state by itself on disk")
    if options.engine not in _ENGINES:
        raise RefusedError(f"--engine {options.engine} keeps no states on disk; --store has an engine of its own")
    from vsym.engines.disk.planning import StoreSettings

    return StoreSettings(
        options.store, options.workers or 1, options.parts, resume=options.resume, cluster=options.cluster
    )
