"""Traces in Apalache's Informal Trace Format (ADR-015 of Apalache).

A state has `processes`, the sequence of local states (left out where there are more than 1000), `counters`, a map from
local states to numbers (by block first where there are several), and `shared`, a record, if there are shared variables.
`loop` stands only where the very state repeats, processes included; where only the counters do, `counter-loop` beside
the description says from which state on.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from vsym import __version__
from vsym.models.counting.model import Model
from vsym.models.counting.processes import LISTED
from vsym.models.counting.semantics import ModelPath, State
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.system.result import SystemPath

Value: TypeAlias = "bool | int | str | Sequence[Value] | Mapping[str, Value]"

COUNTER_LOOP = "counter-loop"


def itf(model: Model, system: CounterSystem, name: str, told: SystemPath, path: ModelPath) -> str:
    """A path whose steps are not repeated, as one JSON document with a line for each state."""
    listed = model.size <= LISTED
    states = [_state(model, system, vector, state) for vector, state in zip(told.states, path.states, strict=True)]
    meta: dict[str, Value] = {
        "format": "ITF",
        "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
        "description": f"{path.kind} of {name} in {model.name}, by vsym {__version__}",
        "kind": path.kind,
    }
    document: dict[str, Value] = {"#meta": meta, "vars": [*states[0]]}
    if path.loop is not None:
        again = path.states if listed else told.states
        if again[path.loop] == again[-1]:
            # In ITF the last state is followed by the one that the loop names.
            document["loop"] = path.loop
            states.pop()
        else:
            meta[COUNTER_LOOP] = path.loop
    lines = [json.dumps({"#meta": {"index": place}, **state}) for place, state in enumerate(states)]
    head = json.dumps(document, indent=1).removesuffix("\n}")
    return f'{head},\n "states": [\n  ' + ",\n  ".join(lines) + "\n ]\n}\n"


def _state(model: Model, system: CounterSystem, vector: Sequence[int], state: State) -> dict[str, Value]:
    found: dict[str, Value] = {"processes": list(state.locations)} if model.size <= LISTED else {}
    m = len(system.states)
    blocks = [
        (block.name, _map(zip(system.states, map(_integer, vector[place * m : (place + 1) * m]), strict=True)))
        for place, block in enumerate(system.blocks)
    ]
    found["counters"] = blocks[0][1] if len(blocks) == 1 else _map(blocks)
    if model.shared:
        values = dict(state.shared)
        told = {one.name: one.told(values[one.name]) for one in model.shared}
        found["shared"] = {
            name: value if isinstance(value, bool | str) else _integer(value) for name, value in told.items()
        }
    return found


def _integer(number: int) -> Value:
    return {"#bigint": str(number)}


def _map(pairs: Iterable[tuple[str, Value]]) -> Value:
    return {"#map": [[key, value] for key, value in pairs]}
