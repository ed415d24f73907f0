"""How the compiled engine is to search."""

from __future__ import annotations

from vsym.basics.frozen import frozen
from vsym.engines.compiled.quotient.quotient import PLAIN_STATES, Quotient


@frozen
class Settings:
    """States are stored as the `quotient` says. `compact` stores a hash of 64 bits instead of each state, and then
    nothing is said to hold."""

    quotient: Quotient = PLAIN_STATES
    compact: bool = False


PLAIN = Settings()
