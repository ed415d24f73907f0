"""Who there is: the local states and the groups of processes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from vsym.basics.source import Span
from vsym.languages.gsst.constants import size
from vsym.languages.gsst.declarations import Family, GroupDeclaration, States
from vsym.languages.gsst.limits import LOCAL_STATES, PROCESSES
from vsym.languages.gsst.names import Names
from vsym.languages.gsst.numbers import bounds, is_free_name
from vsym.languages.gsst.scope import GroupFamily, Scope, StateFamily
from vsym.languages.gsst.syntax import Expression
from vsym.logic.terms import Linear
from vsym.models.counting.model import Group
from vsym.models.counting.processes import Processes


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
    """The scope with all groups and the set of all processes, and the groups themselves in order.

    Where parameters are kept without a value, a group has one process, and the scope its size.
    """
    families: dict[str, GroupFamily | None] = {}
    members: list[Group] = []
    sizes: list[Linear] = []
    start: int | None = 1
    for declaration in declared:
        if names.declare(declaration.name.text, declaration.name.span, "group"):
            family, of_members = _group_family(declaration, start or 1, scope)
            families[declaration.name.text] = family
            start = None if start is None or family is None else family.starts[-1]
            members += _members(declaration, family)
            sizes += of_members
    everyone = None if start is None else Processes.of([(1, start - 1)])
    kept = tuple(sizes) if scope.kept and everyone is not None else ()
    return replace(scope, groups=families, everyone=everyone, sizes=kept), tuple(members)


def _group_family(
    declaration: GroupDeclaration, start: int, scope: Scope
) -> tuple[GroupFamily | None, Sequence[Linear]]:
    """The family with the sizes of its members; None and nothing where they are not known."""
    if declaration.index is None or declaration.range is None:
        found = _size(declaration.size, start, scope)
        return (None, ()) if found is None else (GroupFamily(None, (start, start + _width(found, scope))), (found,))
    ends = bounds(declaration.range, scope)
    if not is_free_name(declaration.index, scope) or ends is None:
        return None, ()
    low, high = ends
    scope.allowance.expand(declaration.range.span, max(0, high - low + 1))
    starts = [start]
    sizes = []
    for index in range(low, high + 1):
        found = _size(declaration.size, starts[-1], scope.bind(declaration.index.text, index))
        if found is None:
            return None, ()
        starts.append(starts[-1] + _width(found, scope))
        sizes.append(found)
    return GroupFamily(low, tuple(starts)), sizes


def _width(size: Linear, scope: Scope) -> int:
    """By how many process indices a group of this size is represented."""
    return 1 if scope.kept else size.constant


def _size(written: Expression, start: int, scope: Scope) -> Linear | None:
    found = size(written, scope)
    if found is None or found.terms:
        return found
    if found.constant < 0:
        message = f"the size of this group is {found.constant}"
        _report_size(written.span, message, "a group has 0 processes or more", scope)
        return None
    if start - 1 + found.constant > PROCESSES:
        message = f"with these there are {start - 1 + found.constant:,} processes"
        _report_size(written.span, message, f"at most {PROCESSES:,} are supported", scope)
        return None
    return found


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
