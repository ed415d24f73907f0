"""What several engines refuse, and how each refuses it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vsym.basics.source import Diagnostic, DiagnosticError
from vsym.engines.protocol import Engine
from vsym.logic.properties import Property, mixes_logics
from vsym.system.system import System


def raise_refusals(engine: Engine[Any], subject: Any, properties: Sequence[Property]) -> None:
    """Raise DiagnosticError with why the engine does not accept some of the properties, if there are such."""
    refused = [problem for prop in properties if (problem := engine.accepts(subject, prop)) is not None]
    if refused:
        raise DiagnosticError(refused)


def mixed_logics(prop: Property) -> Diagnostic | None:
    """VS401 for a property that mixes CTL and LTL."""
    if not mixes_logics(prop):
        return None
    message = f"`{prop.name}` mixes operators of CTL and LTL, which this engine does not decide"
    return Diagnostic("VS401", prop.span, message, "state it as one property in each logic")


def open_parameters(system: System, prop: Property) -> Diagnostic | None:
    """VS401 for a system with parameters, of an engine that needs numbers."""
    if not system.parameters:
        return None
    named = ", ".join(f"`{name}`" for name in system.parameters)
    message = f"this engine needs numbers for {named}, and `{prop.name}` is asked for all of them"
    return Diagnostic("VS401", prop.span, message, "give every parameter a value")
