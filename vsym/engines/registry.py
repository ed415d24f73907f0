"""The engines by name: the only list of them. What an engine needs is large, so each is imported when asked for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from vsym.basics.platform import needing_arrays

if TYPE_CHECKING:
    from vsym.engines.protocol import Engine

MODULES: Mapping[str, str] = MappingProxyType(
    {
        "explicit": "vsym.engines.explicit.engine",
        "mdd": "vsym.engines.diagrams.engine",
        "smt": "vsym.engines.smt.engine",
        "nusmv": "vsym.engines.nusmv.engine",
        "compiled": "vsym.engines.compiled.engine",
        "interpreted": "vsym.engines.interpreted",
        "adaptive": "vsym.engines.adaptive.engine",
    }
)
"""The module of each engine, which has the engine as `ENGINE`."""


def engine(name: str) -> Engine[Any]:
    """The engine of a name; raises LackingError where the platform lacks a package that it needs."""
    with needing_arrays(f"--engine {name}"):
        engine_of: Engine[Any] = import_module(MODULES[name]).ENGINE
    return engine_of
