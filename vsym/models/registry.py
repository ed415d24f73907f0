"""The definition and the words of models that keep them in modules of their own.

These modules import the model, so the model imports them by name, and only on demand. A system has both in its own
module.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

from vsym.logic.observer import Never
from vsym.models.protocol import Semantics, Words

KINDS: Mapping[str, str] = MappingProxyType(
    {"processes": "vsym.models.counting.structure", "program": "vsym.models.program.spelling"}
)
"""The module of each kind, with `Structure` and `Words` of a model."""

OBSERVED: Mapping[str, str] = MappingProxyType(
    {"processes": "vsym.models.counting.observed", "program": "vsym.models.program.observed"}
)
"""The module with `observed` of each kind whose language states regular safety properties."""


def semantics(model: Any) -> Semantics[Any, Any]:
    """The definition of a model."""
    definition: Semantics[Any, Any] = import_module(KINDS[model.kind]).Structure(model)
    return definition


def observed(model: Any, never: Never) -> Any:
    """The model beside the observer of one of its regular safety properties, which is an invariant there, its only one.

    Raises RefusedError where the model cannot be observed.
    """
    return import_module(OBSERVED[model.kind]).observed(model, never)


def words(model: Any) -> Words[Any, Any]:
    """The words of a model."""
    spelling: Words[Any, Any] = import_module(KINDS[model.kind]).Words(model)
    return spelling
