"""What a counter system is symmetric in: counters and shared variables that can be exchanged, a rotation of groups for
instance, which counting processes does not see."""

from __future__ import annotations

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, LimitReachedError, UndecidedError
from vsym.checking.counter_near_misses import CounterNearMiss, counter_near_misses
from vsym.checking.group_description import GroupDescription, KeptGroup, described
from vsym.checking.question import Subject
from vsym.checking.stages import reduced
from vsym.models.counting.model import Model
from vsym.reductions.counters.reduced import Reduced
from vsym.symmetry.detected.detection import Detected, Detection
from vsym.symmetry.detected.simplifying import without_sums
from vsym.symmetry.virtual.identification import Decided
from vsym.system.report import Report

SECONDS = 2.0
"""How many seconds of a processor may be spent where nobody has asked for more than what is virtually symmetric."""


@frozen
class CounterGroup:
    """The group of a model's counter system, as detected, what the properties leave of it (None where there are
    none), and what is nearly a symmetry, as far as there was time to look."""

    reduced: Reduced
    detected: Detected
    group: GroupDescription
    kept: KeptGroup | None
    near_misses: tuple[CounterNearMiss, ...]


def bounded_group(subject: Subject[Model], decided: Decided, budget: Budget, report: Report) -> CounterGroup:
    """The group of the counter system of the chosen blocks, if little work shows it.

    Raises RefusedError where no tool finds automorphisms, UndecidedError where the work is too much or a limit is
    reached, SymmetryError for a generator that is none (our bug), and KeyboardInterrupt.
    """
    little = budget.of_processor(SECONDS)
    try:
        made = reduced(subject, decided, little, report)[1]
        report.say("looking for symmetries of the counters")
        with little.interruption.heeded():
            return counter_group(made, little)
    except LimitReachedError as error:
        if error.interruption == "time" and budget.left > 0:
            raise UndecidedError(f"it takes more than {SECONDS:g} seconds") from error
        raise


def counter_group(reduced: Reduced, budget: Budget) -> CounterGroup:
    """The group of a counter system; fairness is kept. Raises what `Detection` raises."""
    # Every state that can be reached has the sums: there, it is the same system.
    system = without_sums(reduced.system)
    detection = Detection(system, budget)
    detected = detection.detected()
    group = described(detected)
    properties = [prop.formula for prop in system.properties]
    kept = None
    if properties:
        kept = KeptGroup(group if group.order == 1 else described(detection.detected(properties)))
    return CounterGroup(reduced, detected, group, kept, _near_misses(reduced, detection, budget))


def _near_misses(reduced: Reduced, detection: Detection, budget: Budget) -> tuple[CounterNearMiss, ...]:
    """What is nearly a symmetry; nothing where there is no time left for it."""
    try:
        return counter_near_misses(reduced.counters, detection, budget)
    except LimitReachedError:
        return ()
