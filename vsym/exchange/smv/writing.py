"""Models for NuSMV: the counter abstraction, and for comparison the processes themselves."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.exchange.smv.direct import prepare as prepare_direct
from vsym.exchange.smv.layout import one_line
from vsym.exchange.smv.system import prepare, render, system_model
from vsym.models.counting.model import Model
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.lowering import lowered


def counter_model(counters: CounterSystem) -> str:
    """A NuSMV model of a counter system, with its properties and fairness constraints.

    Raises DiagnosticError (VS412, VS413) for a system that NuSMV cannot hold, ValueError for a count that splits a
    block.
    """
    return system_model(prepare(lowered(counters)), tuple(_header(counters)))


def direct_model(model: Model) -> str:
    """A NuSMV model with one variable per process, with its properties and fairness constraints.

    Raises DiagnosticError (VS411, VS412, VS413) for more processes, or larger ranges and numbers, than NuSMV can hold.
    """
    return render("direct.smv.j2", prepare_direct(model))


def _header(counters: CounterSystem) -> Iterator[str]:
    size = sum(block.processes.size for block in counters.blocks)
    yield f"{counters.name}: the counter abstraction of {size} processes, for NuSMV 2.5 to 2.7 and nuXmv."
    yield "A state says how many processes are in each local state; one process moves at a time."
    if len(counters.blocks) > 1:
        yield "The processes are counted in these blocks, each with its groups and its size:"
    for block in counters.blocks if len(counters.blocks) > 1 else ():
        groups = ", ".join(block.groups) if len(block.groups) <= 8 else f"{len(block.groups)} groups"
        yield "  " + one_line(f"{block.name} ({groups}): {block.processes.size}")
