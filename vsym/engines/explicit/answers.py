"""Which properties the states found so far decide, while others are still to be found."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from vsym.basics.limits import SPARE, Budget
from vsym.engines.compiled.model import INITIALLY
from vsym.engines.compiled.questions import questions
from vsym.engines.explicit.columns import Vocabulary
from vsym.engines.explicit.packing import Keys
from vsym.engines.explicit.stepping import Stepper
from vsym.engines.explicit.vectorised import compiled
from vsym.logic.properties import Property
from vsym.system.report import Report
from vsym.system.system import System

_BATCH = 2**16


class Answers:
    """The questions of reachability that properties ask, each looked for in every state once.

    `distance` tells how far a state is from an initial one. Small explorations are over before it is worth looking.
    """

    def __init__(
        self,
        system: System,
        properties: Sequence[Property],
        budget: Budget,
        report: Report,
        engine: str,
        distance: Callable[[int], int],
    ) -> None:
        self._system, self._properties, self._spare = system, properties, budget.spare
        self._asked = questions(properties, fair=bool(system.fairness), everywhere=False)
        # No verdict counts before it is certain that no error can be reached.
        self._safe = all(event.error is None for event in system.events)
        self._announce, self._distance = self._asked.announcing(properties, engine, report), distance
        self._stepper = Stepper.of(system)
        self._answered = [False] * len(self._asked.asked)
        self._looked, self._started = 0, time.monotonic()

    def look(self, keys: Keys, initial: int) -> None:
        """Look at the states that are new since the last time."""
        if not self._safe or all(self._answered) or len(keys) < (SPARE if self._spare is None else self._spare):
            return
        for start in range(self._looked, len(keys), _BATCH):
            for question, state in self._first(keys[start : start + _BATCH], start, initial):
                self._answered[question] = True
                self._announce(question, self._distance(state), time.monotonic() - self._started)
        self._looked = len(keys)

    def is_enough(self, initial: int, expanded: int) -> bool:
        """Whether nothing need be explored for the properties after so many states, the initial ones among them."""
        if not self._safe or self._spare is None or expanded < self._spare:
            return False
        return self._asked.is_enough(self._properties, self._answered, initial, expanded)

    def _first(self, batch: Keys, start: int, initial: int) -> Iterator[tuple[int, int]]:
        """The open questions that some states answer, each with the first of them."""
        kinds = enumerate(self._asked.asked)
        open_ = [
            (number, target, initial - start if kind == INITIALLY else len(batch))
            for number, (kind, target) in kinds
            if not self._answered[number]
        ]
        program = compiled(Vocabulary.of(self._system), [target for _, target, _ in open_])
        masks = program.run(self._stepper.layout.columns(batch, program.positions), len(batch))
        for (number, _, end), mask in zip(open_, masks, strict=True):
            states = np.flatnonzero(mask[: max(0, end)])
            if states.size:
                yield number, start + int(states[0])
