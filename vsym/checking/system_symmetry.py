"""What a system is symmetric in, and what its properties leave of that."""

from __future__ import annotations

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.checking.findings.description import GroupDescription, KeptGroup, described
from vsym.models.protocol import AnyModel
from vsym.reductions.registry import reduction
from vsym.symmetry.detected.detection import Detected, Detection
from vsym.symmetry.detected.simplifying import without_sums
from vsym.system.report import Report
from vsym.system.system import System


@frozen
class SystemGroup:
    """The group of a system as detected, and what the properties leave of it; None where there are none."""

    system: System
    detected: Detected
    group: GroupDescription
    kept: KeptGroup | None


def system_group(model: AnyModel, budget: Budget, report: Report) -> SystemGroup:
    """The group of the system that a model of any kind with one reduction is; fairness is kept.

    Raises what `Detection` raises.
    """
    system = reduction(model.kind)(model).tasks[0].structure
    report.say("looking for symmetries")
    with budget.interruption.heeded():
        # Every state that can be reached has the sums: there, it is the same system.
        detection = Detection(without_sums(system), budget)
        detected = detection.detected()
        group, kept = described(detected), None
        properties = [prop.formula for prop in system.properties]
        if properties:
            kept = KeptGroup(group if group.order == 1 else described(detection.detected(properties)))
        return SystemGroup(system, detected, group, kept)
