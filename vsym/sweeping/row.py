"""One row of a sweep: the results for one choice of the parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.options import BUG, ERROR, HOLDS, UNDECIDED, VIOLATED, ChosenStrategy, worst
from vsym.sweeping.axes import Values

if TYPE_CHECKING:
    from vsym.sweeping import shapes

Symmetry: TypeAlias = Literal["full", "not full", "undecided"]
Failure: TypeAlias = Literal["model", "limit", "bug"]
"""The reason that a row is incomplete: an error of the model at these values, a limit or a lost process, or a bug of
ours."""


@frozen
class Finding:
    """The verdict on a property (`holds`, `holds up to 5`, `violated` or `unknown`), and why it is unknown."""

    property: str
    verdict: str
    reason: str | None = None


@frozen
class Row:
    """A row for these values of the parameters; None stands for an unknown result.

    `concrete_states` is |L|^n times the shared values, None also where it has more than about 3,600 digits;
    `concrete_log10` is its decimal logarithm. `counter_states` are those of the counter system, reachable or not;
    `reachable_states` were all explored (annotated states with the adaptive engine). `group` is the requested one, None
    for the default, and `order` that of the group up to which states were explored, None without one. Unless that was
    `exact`, some orbits may have several explored states. `strategy` is the one by which decision diagrams explored.
    `seconds` is the time of this row in its process, from the model to the verdicts; of these, a C program took
    `compile_seconds` to compile. With a `failure`, `problem` says in one line what happened.
    """

    values: Values
    findings: tuple[Finding, ...] = ()
    symmetry: Symmetry | None = None
    blocks: int | None = None
    processes: int | None = None
    local_states: int | None = None
    concrete_states: int | None = None
    concrete_log10: float | None = None
    counter_states: int | None = None
    reachable_states: int | None = None
    deadlock: bool | None = None
    compile_seconds: float | None = None
    seconds: float = 0.0
    failure: Failure | None = None
    problem: str | None = None
    group: str | None = None
    order: int | None = None
    exact: bool | None = None
    strategy: ChosenStrategy | None = None

    @property
    def status(self) -> int:
        """The exit status that this row asks for."""
        statuses = [{"holds": HOLDS, "violated": VIOLATED}.get(one.verdict, UNDECIDED) for one in self.findings]
        if self.failure is not None:
            statuses.append({"model": ERROR, "limit": UNDECIDED, "bug": BUG}[self.failure])
        return worst(*statuses)

    def verdict(self, name: str) -> str | None:
        """The verdict on a property, `unknown` where the row came to no end, None where the model has no such one."""
        left_open = None if self.failure in (None, "model") else "unknown"
        return next((one.verdict for one in self.findings if one.property == name), left_open)


FIGURES = (
    "symmetry",
    "blocks",
    "processes",
    "local_states",
    "concrete_states",
    "concrete_log10",
    "counter_states",
    "reachable_states",
    "deadlock",
    "group",
    "order",
    "exact",
    "strategy",
    "compile_seconds",
    "seconds",
)
"""The fields of a row that are values of their own, in the order of files."""


def to_record(row: Row) -> shapes.Row:
    """The row as JSON values."""
    return {
        "parameters": dict(row.values),
        "symmetry": row.symmetry,
        "blocks": row.blocks,
        "processes": row.processes,
        "local_states": row.local_states,
        "concrete_states": row.concrete_states,
        "concrete_log10": row.concrete_log10,
        "counter_states": row.counter_states,
        "reachable_states": row.reachable_states,
        "deadlock": row.deadlock,
        "group": row.group,
        "order": row.order,
        "exact": row.exact,
        "strategy": row.strategy,
        "compile_seconds": row.compile_seconds,
        "seconds": round(row.seconds, 6),
        "verdicts": {finding.property: finding.verdict for finding in row.findings},
        "reasons": {finding.property: finding.reason for finding in row.findings if finding.reason is not None},
        "failure": row.failure,
        "problem": row.problem,
    }


def from_record(record: Mapping[str, Any]) -> Row:
    """The row that `to_record` has made values of; raises KeyError, TypeError or ValueError for other values."""
    fields = dict(record)
    values = tuple((str(name), int(value)) for name, value in fields.pop("parameters").items())
    reasons = fields.pop("reasons")
    findings = tuple(Finding(name, verdict, reasons.get(name)) for name, verdict in fields.pop("verdicts").items())
    if fields["symmetry"] not in (None, "full", "not full", "undecided"):
        raise ValueError(fields["symmetry"])
    if fields["failure"] not in (None, "model", "limit", "bug"):
        raise ValueError(fields["failure"])
    return Row(values, findings, **fields)
