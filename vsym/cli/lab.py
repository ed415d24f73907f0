"""`vsym lab` from its options to its exit status."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NoReturn

from vsym.basics.limits import Budget
from vsym.basics.options import Delivery
from vsym.cli.running import end, narrated

if TYPE_CHECKING:
    from vsym.basics.options import Color
    from vsym.commands.answer import Answer


def run_lab(
    file: str, export: str, definitions: dict[str, int], timeout: float | None, solver: str, color: Color
) -> NoReturn:
    """Write the page, and end with the status."""
    delivery = Delivery(color, output=export)

    def answered() -> Answer:
        from vsym.commands.lab import exported
        from vsym.languages import registry

        budget = Budget(solver, None if timeout is None else time.monotonic() + timeout)
        with narrated(delivery, quiet=False) as narrator:
            return exported(registry.read(file, budget), definitions, budget, narrator)

    end(answered, delivery, file)
