"""Where kinds of models keep their definition and their words, apart from what is stated: the only list of them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

from vsym.models.protocol import Semantics, Words

KINDS: Mapping[str, str] = MappingProxyType(
    {"processes": "vsym.models.counting.structure", "program": "vsym.models.program.spelling"}
)
"""The module of each, with `Structure` and `Words` of a model; it imports the model, and is imported when it is asked
for."""


def semantics(model: Any) -> Semantics[Any, Any]:
    """The definition of a model."""
    definition: Semantics[Any, Any] = import_module(KINDS[model.kind]).Structure(model)
    return definition


def words(model: Any) -> Words[Any, Any]:
    """The words of a model."""
    spelling: Words[Any, Any] = import_module(KINDS[model.kind]).Words(model)
    return spelling
