"""How the compiled engine is to search."""

from __future__ import annotations

from pathlib import Path

from vsym.basics.frozen import frozen
from vsym.engines.compiled.quotient.quotient import PLAIN_STATES, Quotient


@frozen
class Settings:
    """`first` ends the search at the first violation. States are stored as the `quotient` says. `compact` stores a hash
    of 64 bits instead of each state: nothing is said to hold then.

    The search is written to `checkpoint` between two levels, at most once in so many `seconds`, and at its end; it goes
    on from `resume`.
    """

    first: bool = False
    quotient: Quotient = PLAIN_STATES
    compact: bool = False
    checkpoint: Path | None = None
    resume: Path | None = None
    seconds: float = 60.0

    def options(self, digest: str) -> dict[str, object]:
        """What the program is told of these, for a model that has a digest."""
        options: dict[str, object] = {"first": int(self.first), "every": self.seconds, "model": digest[:16]}
        files = {"checkpoint": self.checkpoint, "resume": self.resume}
        return options | {name: file for name, file in files.items() if file is not None}


PLAIN = Settings()
