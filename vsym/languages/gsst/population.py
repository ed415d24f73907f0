"""The parts of a system: parameters with their values, definitions, the local states and the groups of processes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from graphlib import TopologicalSorter

from vsym.basics.source import Span, did_you_mean
from vsym.languages.gsst.arithmetic import measured
from vsym.languages.gsst.declarations import Define, Family, GroupDeclaration, Parameter, ParameterDeclaration, States
from vsym.languages.gsst.expressions import evaluate, formula, size
from vsym.languages.gsst.numbers import bounds, is_free_name, quoted, within_limit
from vsym.languages.gsst.scope import LOCAL_STATES, PROCESSES, Definition, GroupFamily, Names, Scope, StateFamily
from vsym.languages.gsst.syntax import Expression, Reference
from vsym.languages.problems import complete, option_place
from vsym.languages.walking import everything
from vsym.logic.formula import FALSE, conjunction
from vsym.logic.terms import Linear, Named, linear
from vsym.models.counting.model import Group
from vsym.models.counting.processes import Processes


def parameters(
    declared: Sequence[ParameterDeclaration], overrides: Mapping[str, int], names: Names, scope: Scope
) -> Scope:
    """The scope with all parameters, and with the domains of those without a value as a condition on them.

    Each parameter sees those before it; a domain also sees all parameters of its own declaration.
    """
    _check_overrides([one.name.text for declaration in declared for one in declaration.parameters], overrides, scope)
    for declaration in declared:
        listed = [one for one in declaration.parameters if names.declare_value(one.name, "parameter")]
        for parameter in listed:
            value = _value(parameter, overrides, scope)
            scope = replace(scope, parameters={**scope.parameters, parameter.name.text: value})
        _report_missing([one for one in listed if one.value is None], overrides, scope)
        if declaration.domain is None:
            continue
        domain = formula(declaration.domain, scope.speaking("constant"))
        if None in [scope.parameters[one.name.text] for one in listed]:
            continue
        if domain == FALSE:
            _report_domain(declaration.domain.span, listed, overrides, scope)
            wrong = dict.fromkeys(one.name.text for one in listed)
            scope = replace(scope, parameters={**scope.parameters, **wrong})
        elif domain is not None:
            scope = replace(scope, domain=conjunction([scope.domain, domain]))
    return scope


def _value(parameter: Parameter, overrides: Mapping[str, int], scope: Scope) -> Linear | None:
    name = parameter.name.text
    if name in scope.open_names:
        return linear([(Named(name), 1)])
    if name in overrides:
        given = within_limit(overrides[name], option_place(name, overrides[name]), scope)
        return None if given is None else Linear((), given)
    return None if parameter.value is None else size(parameter.value, scope)


def _report_missing(unvalued: Sequence[Parameter], overrides: Mapping[str, int], scope: Scope) -> None:
    missing = [one for one in unvalued if one.name.text not in (*overrides, *scope.open_names)]
    if missing:
        names = [one.name.text for one in missing]
        span = Span(missing[0].span.source, missing[0].span.start, missing[-1].span.end)
        has, them = ("has", "it") if len(names) == 1 else ("have", "them")
        hint = f"`-D {names[0]}=3` sets one; `--for-all {','.join(names)}` leaves {them} open"
        scope.problems.add("VS329", span, f"{quoted(names)} {has} no value", hint)


def _check_overrides(names: Sequence[str], overrides: Mapping[str, int], scope: Scope) -> None:
    for name, value in overrides.items():
        if name not in names:
            hint = did_you_mean(name, names) or (
                f"its parameters: {', '.join(names)}" if names else "it has no parameters"
            )
            scope.problems.add("VS204", option_place(name, value), f"the model has no parameter `{name}`", hint)


def _report_domain(domain: Span, listed: Sequence[Parameter], overrides: Mapping[str, int], scope: Scope) -> None:
    names = [one.name.text for one in listed]
    values = [(name, value.constant) for name in names if (value := scope.parameters[name]) is not None]
    its, verb = ("its", "is") if len(names) == 1 else ("their", "are")
    message = f"{', '.join(f'`{name}` = {value}' for name, value in values)} {verb} outside {its} domain"
    origin = f"{its} default value{'s' * (len(names) > 1)}"
    if any(name in scope.open_names for name in names):
        message = f"no value of {quoted(names)} is in {its} domain"
        origin = "this is false for every value"
    elif given := [f"`-D {name}={overrides[name]}`" for name in names if name in overrides]:
        origin = f"given by {', '.join(given)}"
    scope.problems.add("VS306", domain, message, origin)


def local_states(declared: Sequence[States], names: Names, scope: Scope) -> Scope:
    """The scope with all local states."""
    families: dict[str, StateFamily | None] = {}
    total = 0
    for family in itertools.chain.from_iterable(states.families for states in declared):
        if names.declare(family.name.text, family.name.span, "local state"):
            described = _state_family(family, scope)
            if described is not None:
                total += math.prod(max(0, high - low + 1) for low, high in described.bounds)
            if total > LOCAL_STATES:
                message = f"this makes {total:,} local states"
                scope.problems.stop("VS309", family.span, message, f"the limit is {LOCAL_STATES:,}")
            families[family.name.text] = described
    if declared and not total and None not in families.values():
        scope.problems.add("VS318", declared[0].span, "the model has no local state", "every family here is empty")
    return replace(scope, states=families)


def _state_family(family: Family, scope: Scope) -> StateFamily | None:
    if len(family.ranges) > 2:
        scope.problems.add("VS316", family.ranges[2].span, "a family of local states has at most two indices")
        return None
    ends = complete(bounds(over, scope) for over in family.ranges)
    return None if ends is None else StateFamily(tuple(ends))


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

    Where parameters have no value, a group has one process, and the scope has the size of the group.
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
    open_sizes = tuple(sizes) if scope.open_names and everyone is not None else ()
    return replace(scope, groups=families, everyone=everyone, sizes=open_sizes), tuple(members)


def _group_family(
    declaration: GroupDeclaration, start: int, scope: Scope
) -> tuple[GroupFamily | None, Sequence[Linear]]:
    """The family with the sizes of its members; None and nothing where they are not known."""
    if declaration.index is None or declaration.range is None:
        term = _size(declaration.size, start, scope)
        return (None, ()) if term is None else (GroupFamily(None, (start, start + _width(term, scope))), (term,))
    ends = bounds(declaration.range, scope)
    if not is_free_name(declaration.index, scope) or ends is None:
        return None, ()
    low, high = ends
    scope.allowance.expand(declaration.range.span, max(0, high - low + 1))
    starts = [start]
    sizes = []
    for index in range(low, high + 1):
        term = _size(declaration.size, starts[-1], scope.bind(declaration.index.text, index))
        if term is None:
            return None, ()
        starts.append(starts[-1] + _width(term, scope))
        sizes.append(term)
    return GroupFamily(low, tuple(starts)), sizes


def _width(size: Linear, scope: Scope) -> int:
    """The number of process indices that represent a group of this size."""
    return 1 if scope.open_names else size.constant


def _size(written: Expression, start: int, scope: Scope) -> Linear | None:
    term = size(written, scope)
    if term is None or term.terms:
        return term
    if term.constant < 0:
        message = f"the size of this group is {term.constant}"
        _report_size(written.span, message, "a group has 0 processes or more", scope)
        return None
    if start - 1 + term.constant > PROCESSES:
        message = f"this makes {start - 1 + term.constant:,} processes"
        _report_size(written.span, message, f"the limit is {PROCESSES:,}", scope)
        return None
    return term


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


def definitions(declared: Sequence[Define], names: Names, scope: Scope) -> Scope:
    """The scope with all definitions; they may use each other in any order, but not in a circle."""
    defines = {define.name.text: define for define in declared if names.declare_value(define.name, "definition")}
    uses = {
        name: [part.name for part in everything(define.body) if isinstance(part, Reference) and part.name in defines]
        for name, define in defines.items()
    }
    meanings: dict[str, Definition | None] = {}
    for circle in _circles(uses):
        span = defines[circle[0]].name.span
        message = f"`{circle[0]}` is defined by itself: {' → '.join([*circle, circle[0]])}"
        scope.problems.add("VS207", span, message)
        meanings |= dict.fromkeys(circle)
    scope = replace(scope, definitions=meanings).speaking("either")
    acyclic = {name: [used for used in usages if used not in meanings] for name, usages in uses.items()}
    for name in TopologicalSorter(acyclic).static_order():
        value = evaluate(defines[name].body, scope)
        meanings[name] = None if value is None else measured(value, defines[name].body.span, scope)
    return replace(scope, logic="predicate")


def _circles(uses: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
    """Circles without common names, such that every circle has a name in one of them."""
    done: set[str] = set()
    for start in uses:
        path = {start: iter(uses[start])} if start not in done else {}
        while path:
            name = next(reversed(path))
            following = next((used for used in path[name] if used not in done), None)
            if following is None:
                done.add(name)
                del path[name]
            elif following in path:
                circle = [path.popitem()[0]]
                while circle[-1] != following:
                    circle.append(path.popitem()[0])
                done.update(circle)
                yield circle[::-1]
            else:
                path[following] = iter(uses[following])
