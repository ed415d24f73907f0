"""The reductions of kinds of models that have one, by kind: the only list of them.

Processes and programs have several, between which their roads choose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vsym.reductions.protocol import Hinted

REDUCTIONS: Mapping[str, str] = MappingProxyType({"system": "vsym.reductions.identity"})
"""The module of each reduction, which has it as `REDUCTION`: a function from a model to the reduced model."""


def reduction(kind: str) -> Callable[[Any], Hinted]:
    """The reduction of a kind of model."""
    made: Callable[[Any], Hinted] = import_module(REDUCTIONS[kind]).REDUCTION
    return made
