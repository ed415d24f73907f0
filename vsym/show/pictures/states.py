"""What stands in the node of a state."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vsym.models.counting.locations import located
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import State
from vsym.models.counting.spelling import Spelling
from vsym.reductions.counters.abstraction import CounterSystem

# Letters in a line: of all processes, and of those in one local state.
_SHORT = 28
_LONGEST = 40


def is_short(model: Model) -> bool:
    """Whether the local states of all processes fit into one line."""
    return model.size * (1 + max(map(len, model.states))) <= _SHORT


def state_text(model: Model, state: State) -> str:
    """A concrete state: the local states in the order of the processes, or the processes in each local state."""
    if is_short(model):
        lines = [" ".join(state.locations)]
    else:
        inside = located(state.locations).by_state
        lines = [_cut(f"{location}: {inside[location]}") for location in model.states if location in inside]
    return _joined([*lines, Spelling(model).values(state.shared)])


def vector_text(model: Model, system: CounterSystem, vector: Sequence[int]) -> str:
    """A counter state: the counters that are not 0, a line for each block, where each process that has a block of its
    own is, and the shared variables."""
    spelling = Spelling(model)
    width = len(system.states)
    blocks = list(zip(system.blocks, range(0, len(system.counters), width), strict=True))
    lines = []
    for block, first in blocks:
        if block.processes.size != 1 or len(blocks) == 1:
            places = range(first, first + width)
            lines.append(" ".join(f"{spelling.count(system.counters[n])}={vector[n]}" for n in places if vector[n]))
    alone = [
        f"{_alone(spelling.processes(block.processes))} {system.states[place]}"
        for block, first in blocks
        if block.processes.size == 1 and len(blocks) > 1
        for place in range(width)
        if vector[first + place]
    ]
    lines += _filled(alone)
    values = zip((variable.name for variable in system.shared), vector[len(system.counters) :], strict=True)
    return _joined([*lines, spelling.values(values)])


def _alone(processes: str) -> str:
    """The name of one process: `P1` for that of `P[1]`, `W`, or its number."""
    return re.sub(r"[\[\]{}]", "", processes)


def _filled(parts: Sequence[str]) -> list[str]:
    """The parts with commas between them, as many in a line as there is room for."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(part) + 2 <= _SHORT:
            lines[-1] += f", {part}"
        else:
            lines.append(part)
    return lines


def _cut(line: str) -> str:
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST].rpartition(',')[0]}, …"


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(line for line in lines if line) or "nobody"
