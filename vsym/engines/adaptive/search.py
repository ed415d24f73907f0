"""Breadth-first search over states annotated with partitions (Adaptive Symmetry Reduction, algorithms 1 and 2).

Unlike there, a state is dropped from Unexplored only where a state at no larger distance subsumes it: so distances stay
the concrete ones.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from vsym.basics.limits import Interruption, LimitReachedError, check
from vsym.basics.memory import default_memory
from vsym.engines.adaptive.reached import Node, Origin, Part, Reached
from vsym.engines.adaptive.stepper import ErrorPart, Explored, OverflowingError, Subject
from vsym.system.report import Progress

_SECONDS_BETWEEN_REPORTS = 0.1
_STATES_BETWEEN_CHECKS = 16
_NEVER = 1_000_000_000


@dataclass
class Search:
    """A search at work.

    It ends once `most` states are expanded. It calls `dropped` on each state subsumed by an earlier one. After `spare`
    expansions, and at each doubling, it ends if the states found are `enough`.
    """

    subject: Subject
    deadline: float | None = None
    progress: Callable[[Progress], None] | None = None
    max_bytes: int = field(default_factory=default_memory)
    most: int | None = None
    dropped: Callable[[Node], None] | None = None
    enough: Callable[[Explored], bool] | None = None
    spare: int | None = None

    def __post_init__(self) -> None:
        self.stepper = self.subject.stepper(self.deadline)
        self.partitions = self.stepper.partitions
        self.reached = Reached(self.partitions, self.dropped)
        self.deadlocked: list[Part] = []
        self.faulty: list[Part] = []
        # The unexpanded nodes up to `layer_end` are at `distance` from an initial one, the others further away.
        self.initial = self.expanded = self.distance = self.layer_end = self.counted = self.bytes = 0
        self.all_initial = False
        self.started = self.reported = time.monotonic()

    @property
    def depth(self) -> int:
        """The largest distance of a node from an initial one."""
        return self.distance + (0 < self.layer_end < len(self.reached.nodes))

    def result(self, interrupted: Interruption | None) -> Explored:
        """The states found so far."""
        return Explored(
            self.subject.model,
            self.stepper,
            self.reached,
            self.initial,
            tuple(self.deadlocked),
            tuple(self.faulty),
            self.depth,
            self.all_initial,
            self.all_initial and self.expanded == len(self.reached.nodes),
            interrupted,
            time.monotonic() - self.started,
        )

    def run(self) -> Explored:
        """Search until all states are found, `time.monotonic()` passes `deadline`, or memory or Ctrl-C ends it; keeps
        the states found. Raises ErrorPart at the first state that enables a step out of a range."""
        interrupted: Interruption | None = None
        # Nodes live until the end: to look for garbage among all of them takes a fifth of the time. Young garbage goes.
        thresholds = gc.get_threshold()
        gc.set_threshold(*thresholds[:2], _NEVER)
        try:
            self._search()
        except LimitReachedError as limit:
            interrupted = limit.interruption
        except KeyboardInterrupt:
            interrupted = "keyboard"
        except MemoryError:
            interrupted = "memory"
        except OverflowingError as error:
            raise ErrorPart(self.result(None), error.edge, error.part) from error
        finally:
            gc.set_threshold(*thresholds)
        return self.result(interrupted)

    def _search(self) -> None:
        reached, nodes, expanded = self.reached, self.reached.nodes, self.stepper.expanded
        for node in self.stepper.initial():
            reached.add(node.counts, -1, Origin(reached.region(node.partition, node.shared)))
            self._pause()
        self.initial, self.all_initial = len(nodes), True
        while self.expanded < len(nodes):
            before = self.layer_end = len(nodes)
            while self.expanded < before:
                # Between states, not between any two of them: to look at limits takes time.
                self._pause()
                for number in range(self.expanded, min(self.expanded + _STATES_BETWEEN_CHECKS, before)):
                    if not reached.is_subsumed(number, before):
                        deadlocked, faulty = expanded(number, reached)
                        if deadlocked is not None:
                            self.deadlocked.append(deadlocked)
                        if faulty is not None:
                            self.faulty.append(faulty)
                    self.expanded = number + 1
                    if self.expanded == self.most:
                        return
                    if self.spare is not None and self.spare <= self.expanded < len(nodes):
                        self._look()
            self.distance += self.expanded < len(nodes)

    def _look(self) -> None:
        """Stop where the states found are enough. Tests at sizes that double take together about as long as one at the
        end."""
        self.spare = max(1, 2 * self.expanded)
        if self.enough is not None and self.enough(self.result(None)):
            raise LimitReachedError("decided")

    def _pause(self) -> None:
        """Stop at a limit, else report."""
        check(self.deadline)
        nodes = self.reached.nodes
        if self.counted < len(nodes):
            # The latest node stands for those since the last time.
            self.bytes += (len(nodes) - self.counted) * (250 + nodes.counts[-1].bit_length() // 8)
            self.counted = len(nodes)
        if self.bytes + self.stepper.bytes > self.max_bytes:
            raise LimitReachedError("memory")
        now = time.monotonic()
        if self.progress and now - self.reported >= _SECONDS_BETWEEN_REPORTS:
            self.reported = now
            states = len(nodes)
            self.progress(Progress(states, states - self.expanded, self.depth, None, now - self.started))
