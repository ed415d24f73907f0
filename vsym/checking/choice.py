"""The choice of the engine that decides the properties of a system."""

from __future__ import annotations

from dataclasses import replace

from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.platform import ARRAYS
from vsym.system.system import System

AUTO = "auto"
"""The name of the engine where the choice is left to vsym."""

EXPLICIT_STATES = 50_000
"""The most states, reachable or not, up to which the explicit engine is the first choice: it knows the depth."""

SMT_SECONDS = 0.3
"""Seconds for which the SMT engine may try properties that it accepts before another engine explores a large system."""

EXPLICIT = "explicit"
"""The name of the engine that lists states."""

OF_FEW_STATES = EXPLICIT if ARRAYS else "mdd"
"""The engine of small systems."""

NODE_BYTES = 200
"""The least bytes that a value of a variable takes in decision diagrams where all of its values are possible."""

CERTIFYING_SECONDS = 10.0
"""The same where the user wants a certificate, which no other engine leaves."""

HOPELESS, LEVELS = 10**15, 10_000
"""The number of states, reachable or not, above which the explicit engine explores a limited number of levels if there
is no time limit, and that number: where each level has few states, it would be hours before the memory ends."""


def choose(name: str, system: System) -> str:
    """The chosen engine; for `auto`, the explicit one for small systems and decision diagrams for all others.

    A system with parameters is for the SMT engine. Raises RefusedError for an engine that is for programs alone.
    """
    if name == "interpreted":
        raise RefusedError("--engine interpreted is for programs (.m); --engine explicit has states one by one")
    if name != AUTO:
        return name
    if system.parameters:
        return "smt"
    return OF_FEW_STATES if system.state_count <= EXPLICIT_STATES else "mdd"


def smt_first(name: str, system: System) -> float:
    """The seconds that the SMT engine has before the chosen one: none where exploring is as fast."""
    large = name == AUTO and not system.parameters and system.state_count > EXPLICIT_STATES
    return SMT_SECONDS if large else 0.0


def is_wide(system: System, budget: Budget) -> bool:
    """True where a variable may have more values than decision diagrams can hold, which then give up at once."""
    most = budget.max_bytes // NODE_BYTES
    return any(high - low >= most for low, high in (variable.range for variable in system.variables))


def budget_of(engine: str, system: System, budget: Budget) -> Budget:
    """The limits of an engine that `auto` asks without knowing whether it can decide."""
    bounded = engine == "explicit" and budget.deadline is None and system.state_count > HOPELESS
    return replace(budget, bound=LEVELS) if bounded else budget
