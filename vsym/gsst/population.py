"""Who there is: the local states and the groups of processes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from vsym.gsst.declarations import Family, GroupDeclaration, States
from vsym.gsst.limits import LOCAL_STATES, PROCESSES
from vsym.gsst.names import Names
from vsym.gsst.numbers import bounds, is_free_name, number
from vsym.gsst.scope import GroupFamily, Scope, StateFamily
from vsym.gsst.syntax import Expression
from vsym.model import Group
from vsym.processes import Processes
from vsym.source import Span


def local_states(declared: Sequence[States], names: Names, scope: Scope) -> Scope:
    """The scope with all local states."""
    families: dict[str, StateFamily | None] = {}
    total = 0
    for family in itertools.chain.from_iterable(states.families for states in declared):
        if names.declare(family.name.text, family.name.span, "local state"):
            found = _state_family(family, scope)
            total += _state_count(found)
            if total > LOCAL_STATES:
                message = f"with these there are {total:,} local states"
                scope.problems.stop("VS309", family.span, message, f"at most {LOCAL_STATES:,} are supported")
            families[family.name.text] = found
    if declared and not total and None not in families.values():
        scope.problems.add("VS318", declared[0].span, "there is no local state", "every family in it is empty")
    return replace(scope, states=families)


def _state_family(family: Family, scope: Scope) -> StateFamily | None:
    if len(family.ranges) > 2:
        scope.problems.add("VS316", family.ranges[2].span, "a family of local states has at most two indices")
        return None
    ends = [bounds(over, scope) for over in family.ranges]
    known = tuple(found for found in ends if found is not None)
    return StateFamily(known) if len(known) == len(ends) else None


def _state_count(family: StateFamily | None) -> int:
    return 0 if family is None else math.prod(max(0, high - low + 1) for low, high in family.bounds)


def state_names(scope: Scope) -> tuple[str, ...]:
    """Every local state by its full name, in the order of declaration."""
    return tuple(
        name + "".join(f"[{index}]" for index in indices)
        for name, family in scope.states.items()
        if family is not None
        for indices in itertools.product(*(range(low, high + 1) for low, high in family.bounds))
    )


def groups(declared: Sequence[GroupDeclaration], names: Names, scope: Scope) -> tuple[Scope, tuple[Group, ...]]:
    """The scope with all groups and the set of all processes, and the groups themselves in order."""
    families: dict[str, GroupFamily | None] = {}
    members: list[Group] = []
    start: int | None = 1
    for declaration in declared:
        if names.declare(declaration.name.text, declaration.name.span, "group"):
            family = _group_family(declaration, start or 1, scope)
            families[declaration.name.text] = family
            start = None if start is None or family is None else family.starts[-1]
            members += _members(declaration, family)
    everyone = None if start is None else Processes.of([(1, start - 1)])
    return replace(scope, groups=families, everyone=everyone), tuple(members)


def _group_family(declaration: GroupDeclaration, start: int, scope: Scope) -> GroupFamily | None:
    if declaration.index is None or declaration.range is None:
        size = _size(declaration.size, start, scope)
        return None if size is None else GroupFamily(None, (start, start + size))
    ends = bounds(declaration.range, scope)
    if not is_free_name(declaration.index, scope) or ends is None:
        return None
    low, high = ends
    scope.budget.expand(declaration.range.span, max(0, high - low + 1))
    starts = [start]
    for index in range(low, high + 1):
        size = _size(declaration.size, starts[-1], scope.bind(declaration.index.text, index))
        if size is None:
            return None
        starts.append(starts[-1] + size)
    return GroupFamily(low, tuple(starts))


def _size(expression: Expression, start: int, scope: Scope) -> int | None:
    size = number(expression, scope)
    if size is None:
        return None
    if size < 0:
        _report_size(expression.span, f"the size of this group is {size}", "a group has 0 processes or more", scope)
        return None
    if start - 1 + size > PROCESSES:
        message = f"with these there are {start - 1 + size:,} processes"
        _report_size(expression.span, message, f"at most {PROCESSES:,} are supported", scope)
        return None
    return size


def _report_size(span: Span, message: str, hint: str, scope: Scope) -> None:
    if scope.indices:
        where = ", ".join(f"{name} = {value}" for name, value in scope.indices.items())
        message += f" for {where}"
    scope.problems.add("VS309", span, message, hint)


def _members(declaration: GroupDeclaration, family: GroupFamily | None) -> Iterator[Group]:
    if family is None:
        return
    for position, (start, end) in enumerate(itertools.pairwise(family.starts)):
        name = declaration.name.text
        if family.low is not None:
            name += f"[{family.low + position}]"
        yield Group(name, Processes.of([(start, end - 1)]), declaration.span)
