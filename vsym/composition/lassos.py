"""Paths that repeat, held against the properties that they are to refute before they are shown."""

from __future__ import annotations

from vsym.logic.properties import Property
from vsym.models.protocol import ReplayError
from vsym.system.refuting import refutes
from vsym.system.result import SystemPath
from vsym.system.system import System


def check_lasso(system: System, prop: Property, path: SystemPath | None) -> None:
    """Raise ReplayError (our bug) where a path that repeats is not fair, or an LTL property not false along it.

    What fails on each path that begins like one without a loop is not looked at, nor CTL, where no path may do.
    """
    if path is None or path.loop is None or prop.logic != "ltl" or path.times is not None:
        return
    if not refutes(system, prop.formula, path.states, path.loop):
        raise ReplayError(f"the path that is to show that `{prop.name}` is violated does not")
