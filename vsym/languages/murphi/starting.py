"""Whether a program can start at all: of one that has no start state, every property would hold."""

from __future__ import annotations

from vsym.basics.limits import Budget
from vsym.basics.source import Diagnostic, DiagnosticError
from vsym.models.program.expressions import Entries, Expression, Interval
from vsym.models.program.program import Choice, Program, Start
from vsym.models.program.semantics import Dropped, Semantics
from vsym.models.program.spelling import rule_text
from vsym.models.program.statements import Assume


def require_start(program: Program, budget: Budget) -> None:
    """Raise DiagnosticError (VS322) where assumptions drop every start state, or none has an instance.

    A start state that ends in an error is one: the error is found when the program is explored. Raises
    LimitReachedError.
    """
    if not all(_may_be_dropped(program, start) for start in program.starts):
        return
    first: Dropped | None = None
    for one in budget.paced(Semantics(program).starting()):
        if not isinstance(one, Dropped):
            return
        first = first or one
    raise DiagnosticError([_missing(program, first)])


def _may_be_dropped(program: Program, start: Start) -> bool:
    """Whether a start state may have no instance that counts, as far as the text shows at a glance."""
    domains = (wrapper.domain for wrapper in start.wrappers if isinstance(wrapper, Choice))
    if program.assumptions or any(isinstance(domain, Interval | Entries) for domain in domains):
        return True
    return any(isinstance(node, Assume) for node in program.reached(start.body))


def _missing(program: Program, first: Dropped | None) -> Diagnostic:
    if first is None:
        start = program.starts[0]
        return Diagnostic("VS322", start.span, "there is no start state: a ruleset around it has no value")
    start = program.starts[first.firing.rule]
    told = _spelled(first.condition)
    many = len(program.starts) > 1 or bool(first.firing.values)
    name = rule_text(program, first.firing, start=True) or "the start state"
    hint = f"of {name}, `{told}` is false" if many else None
    return Diagnostic("VS322", first.condition.span, f"assumptions drop every start state: `{told}` is false", hint)


def _spelled(condition: Expression) -> str:
    return " ".join(condition.span.text.split())
