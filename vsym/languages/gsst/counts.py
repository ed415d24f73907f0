"""Terms and conditions that say how many processes are in a local state."""

from __future__ import annotations

from typing import assert_never

from vsym.basics.source import Span
from vsym.languages.gsst.places import processes, state, state_and_rest
from vsym.languages.gsst.scope import Scope
from vsym.languages.gsst.syntax import CountOf, Expression, Members, Range, SizeOf
from vsym.logic.formula import Formula, compare
from vsym.logic.terms import Linear, linear
from vsym.models.counting.counts import Count
from vsym.models.counting.processes import Processes


def count(counted: CountOf, scope: Scope) -> Linear | None:
    """`#A[G]` and `#{A, B}[G]` as a term."""
    if not _speaks_of_states(counted.span, scope):
        return None
    if len(counted.states) > 1 or counted.bracket is not None:
        return _counted([state(reference, scope) for reference in counted.states], counted.bracket, scope)
    name, rest = state_and_rest(counted.states[0], scope)
    if len(rest) > 1:
        scope.problems.add("VS316", rest[1].span, f"`{counted.states[0].name}` has too many indices")
        return None
    return _counted([name], rest[0] if rest else None, scope)


def size_of_set(sized: SizeOf, scope: Scope) -> Linear | None:
    """`|G|` as a term."""
    if not _speaks_of_states(sized.span, scope):
        return None
    found = processes(sized.processes, scope)
    return None if found is None else scope.size_of(found)


def members(words: Members, scope: Scope) -> Formula | None:
    """`all of G in A`, `some not in A`, … as a comparison (paper, the basic elements of fully symmetric guards)."""
    if not _speaks_of_states(words.span, scope):
        return None
    counted = _counted([state(reference, scope) for reference in words.states], words.processes, scope)
    everyone = scope.everyone if words.processes is None else processes(words.processes, scope)
    if counted is None or everyone is None:
        return None
    whole = scope.size_of(everyone)
    if words.negated:
        counted = whole - counted
    match words.word:
        case "all":
            return compare(counted, "=", whole)
        case "none":
            return compare(counted, "=", Linear())
        case "some":
            return compare(counted, ">=", Linear((), 1))
        case "two":
            return compare(counted, ">=", Linear((), 2))
    assert_never(words.word)


def count_of(states: list[str], among: Processes) -> Linear:
    """How many of `among` are in one of `states`."""
    return linear((Count(name, among), 1) for name in dict.fromkeys(states))


def _counted(names: list[str | None], bracket: Expression | Range | None, scope: Scope) -> Linear | None:
    among = scope.everyone if bracket is None else processes(bracket, scope)
    known = [name for name in names if name is not None]
    return None if among is None or len(known) < len(names) else count_of(known, among)


def _speaks_of_states(span: Span, scope: Scope) -> bool:
    if scope.logic != "constant":
        return True
    scope.problems.add("VS319", span, "this depends on the processes, where only parameters may stand")
    return False
