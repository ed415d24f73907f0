"""The local states and processes that parts of the text name, and numbers of processes."""

from __future__ import annotations

from typing import assert_never

from vsym.basics.source import Span
from vsym.languages.gsst import syntax as s
from vsym.languages.gsst.numbers import bounds, number, quoted
from vsym.languages.gsst.scope import GroupFamily, Scope
from vsym.languages.problems import complete
from vsym.logic.formula import Formula, compare
from vsym.logic.terms import Linear, linear
from vsym.models.counting.counts import Count
from vsym.models.counting.processes import Processes

_LISTED = 8
"""The most groups that a hint lists."""


def state(reference: s.Reference, scope: Scope, hint: str | None = None) -> str | None:
    """The name of a local state; None where there is no such state, which has been reported.

    The hint is for indices of a local state that has none.
    """
    name, rest = state_and_rest(reference, scope)
    if rest:
        helpful = hint if rest == reference.brackets else None
        scope.problems.add("VS316", rest[0].span, f"`{reference.name}` has too many indices", helpful)
        return None
    return name


def state_and_rest(reference: s.Reference, scope: Scope) -> tuple[str | None, tuple[s.Expression | s.Range, ...]]:
    """The local state that the first brackets of a reference select, and the brackets after them."""
    if reference.name not in scope.states:
        scope.unknown("VS202", reference.span, reference.name, "local state", scope.states)
        return None, ()
    family = scope.states[reference.name]
    if family is None:
        return None, ()
    given, needed = len(reference.brackets), len(family.bounds)
    if given < needed:
        low, _ = family.bounds[0]
        scope.problems.add(
            "VS316",
            reference.span,
            f"`{reference.name}` is a family of local states, not one of them",
            f"name one, such as `{reference.name}{f'[{low}]' * needed}`",
        )
        return None, ()
    name: str | None = reference.name
    for bracket, (low, high) in zip(reference.brackets, family.bounds, strict=False):
        index = number(bracket, scope)
        if index is None:
            name = None
        elif not low <= index <= high:
            scope.problems.add(
                "VS307", bracket.span, f"`{reference.name}` has no index {index}", f"its indices are {low}..{high}"
            )
            name = None
        elif name is not None:
            name = f"{name}[{index}]"
    return name, reference.brackets[needed:]


def processes(expression: s.Expression | s.Range, scope: Scope) -> Processes | None:
    """The set of processes that an index expression names; None where it names none, which has been reported."""
    scope.allowance.work(expression.span)
    match expression:
        case s.Everyone():
            return scope.everyone
        case s.Reference():
            return _group(expression, scope)
        case s.Indices():
            return _by_index(expression, scope)
        case s.Chain(operands, operators) if operators[0] in s.SETS:
            sets = complete(processes(operand, scope) for operand in operands)
            return None if sets is None else _combined(sets, operators)
        case s.Number():
            hint = f"write `{{{expression.digits}}}` for process {expression.digits}; {_groups(scope)}"
        case s.Range():
            hint = f"write `{{{expression.span.text.strip('[]')}}}` for these processes"
        case _:
            hint = "combine groups, `all` and `{1, 3..5}` with `|`, `&` and `\\`"
    scope.problems.add("VS302", expression.span, "expected a set of processes, but this is a number", hint)
    return None


def _combined(sets: list[Processes], operators: tuple[s.InfixOperator, ...]) -> Processes:
    if operators[0] == "|":
        return Processes.of(piece for one in sets for piece in one.ranges)
    total = sets[0]
    for operator, one in zip(map(s.SETS.__getitem__, operators), sets[1:], strict=True):
        match operator:
            case "&":
                total = total & one
            case "\\":
                total = total - one
            case "|":
                total = total | one
            case _:
                assert_never(operator)
    return total


def _group(reference: s.Reference, scope: Scope) -> Processes | None:
    if reference.name not in scope.groups:
        hint = _groups(scope)
        if reference.name in scope.indices:
            hint = f"write `{{{reference.name}}}` for process {reference.name}; {hint}"
        scope.unknown("VS203", reference.span, reference.name, "group", scope.groups, hint)
        return None
    family = scope.groups[reference.name]
    if family is None:
        return None
    if not reference.brackets:
        return family.processes
    if family.low is None or len(reference.brackets) > 1:
        excess = reference.brackets[0 if family.low is None else 1]
        scope.problems.add("VS316", excess.span, f"`{reference.name}` has too many indices")
        return None
    return _members(reference.name, family, reference.brackets[0], scope)


def _groups(scope: Scope) -> str:
    """The names of the groups, as a hint."""
    names = quoted([*scope.groups][:_LISTED]) + (", …" if len(scope.groups) > _LISTED else "")
    return f"the group is {names}" if len(scope.groups) == 1 else f"the groups are {names or 'none'}"


def _members(name: str, family: GroupFamily, bracket: s.Expression | s.Range, scope: Scope) -> Processes | None:
    ends = _ends(bracket, scope)
    if ends is None:
        return None
    members = family.members(*ends)
    if members is None:
        low = family.low or 0
        high = low + len(family.starts) - 2
        wrong = ends[0] if not low <= ends[0] <= high else ends[1]
        hint = f"its indices are {low}..{high}" if low <= high else "it has no members"
        scope.problems.add("VS307", bracket.span, f"`{name}` has no index {wrong}", hint)
    return members


def _by_index(indices: s.Indices, scope: Scope) -> Processes | None:
    if scope.open_names:
        message = "with --for-all, processes have no fixed indices"
        scope.problems.add(
            "VS433", indices.span, message, f"name groups instead, or leave {quoted(scope.open_names)} out of --for-all"
        )
        return None
    pieces: list[tuple[int, int]] = []
    for piece in indices.pieces:
        ends = _ends(piece, scope)
        if ends is None or scope.everyone is None:
            return None
        low, high = ends
        if low <= high and not Processes.of([ends]) <= scope.everyone:
            wrong = low if low < 1 else high
            number_of_all = scope.everyone.size
            hint = f"the processes are 1..{number_of_all}" if number_of_all else "there are no processes"
            scope.problems.add("VS308", piece.span, f"there is no process {wrong}", hint)
            return None
        pieces.append(ends)
    return Processes.of(pieces)


def _ends(piece: s.Expression | s.Range, scope: Scope) -> tuple[int, int] | None:
    if isinstance(piece, s.Range):
        return bounds(piece, scope)
    index = number(piece, scope)
    return None if index is None else (index, index)


def count(counted: s.CountOf, scope: Scope) -> Linear | None:
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


def size_of_set(sized: s.SizeOf, scope: Scope) -> Linear | None:
    """`|G|` as a term."""
    if not _speaks_of_states(sized.span, scope):
        return None
    among = processes(sized.processes, scope)
    return None if among is None else scope.size_of(among)


def members(words: s.Members, scope: Scope) -> Formula | None:
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
    """The number of `among` in one of `states`."""
    return linear((Count(name, among), 1) for name in dict.fromkeys(states))


def _counted(names: list[str | None], bracket: s.Expression | s.Range | None, scope: Scope) -> Linear | None:
    among = scope.everyone if bracket is None else processes(bracket, scope)
    states = complete(names)
    return None if among is None or states is None else count_of(states, among)


def _speaks_of_states(span: Span, scope: Scope) -> bool:
    if scope.logic != "constant":
        return True
    scope.problems.add("VS319", span, "only parameters may stand here, but this depends on the processes")
    return False
