"""Constants, types and variables, of the model and inside rules and routines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TypeAlias, assert_never

from vsym.basics.source import Source, Span
from vsym.languages.murphi.limits import INTEGER as LARGEST
from vsym.languages.murphi.limits import SLOTS
from vsym.languages.murphi.scope import Placed, Scope, Typing, Valued
from vsym.languages.murphi.syntax import declarations as d
from vsym.languages.murphi.syntax import expressions as s
from vsym.languages.murphi.types import counted_instead, named
from vsym.models.program.expressions import Constant, Global, Local, Variable
from vsym.models.program.types import INTEGER, Range, width

Overrides: TypeAlias = Mapping[str, int]
NONE: Overrides = MappingProxyType({})


def local_variables(sections: Iterable[d.Section], scope: Scope) -> tuple[Variable, ...]:
    """The variables of a rule or a routine; all names are declared in the scope."""
    found: list[Variable] = []
    for section in sections:
        match section:
            case d.Constants():
                constants(section, scope)
            case d.Types():
                types(section, scope)
            case d.Variables():
                found += (variable for _, variable in variables(section, scope, local=True))
            case _:
                assert_never(section)
    return tuple(found)


def constants(section: d.Constants, scope: Scope, overrides: Overrides = NONE) -> list[tuple[str, int]]:
    """The numbers among the constants, which are declared in the scope, with values that replace some."""
    numbers: list[tuple[str, int]] = []
    for naming in section.values:
        found = scope.value(naming.value)
        if found is not None and not isinstance(found, Constant):
            message = "this is not known before the program runs; only constants may stand here"
            scope.problems.add("VS319", naming.value.span, message)
        for name in naming.names:
            value = _overridden(found, name.text, overrides, scope) if isinstance(found, Constant) else None
            if value is None:
                scope.give_up(name)
                continue
            scope.declare(name, Valued(value))
            if isinstance(value.type, Range):
                numbers.append((name.text, value.value))
    return numbers


def types(section: d.Types, scope: Scope) -> None:
    """Declare the types in the scope."""
    for typed in section.types:
        first = typed.names[0].text if typed.names else None
        found = scope.type(typed.type, first)
        for name in typed.names:
            if found is None:
                scope.give_up(name)
            else:
                scope.declare(name, Typing(named(found, name.text)))


def variables(section: d.Variables, scope: Scope, *, local: bool = False) -> list[tuple[s.Name, Variable]]:
    """The variables, which are declared in the scope, with where their names stand."""
    declared: list[tuple[s.Name, Variable]] = []
    for typed in section.variables:
        found = scope.type(typed.type)
        for name in typed.names:
            if found is None:
                scope.give_up(name)
                continue
            variable = Variable(name.text, found, scope.shared.numbering.number())
            place = Local(variable, found, name.span) if local else Global(variable, found, name.span)
            scope.declare(name, Placed(place, writable=True))
            declared.append((name, variable))
    return declared


def check_slots(all_variables: Iterable[tuple[s.Name, Variable]], scope: Scope) -> None:
    """Report the variable with which the variables take more slots than a state may have."""
    taken, instead = 0, None
    for name, variable in all_variables:
        taken += width(variable.type)
        instead = instead or counted_instead(variable.type)
        if taken > SLOTS:
            message = f"with `{name.text}` the variables take {taken:,} slots, and a state has at most {SLOTS:,}"
            scope.problems.add("VS345", name.span, message, instead)
            return


def _overridden(found: Constant, name: str, overrides: Overrides, scope: Scope) -> Constant | None:
    if name not in overrides:
        return found
    value = overrides[name]
    option = Source(f"`-D {name}={value}`", "")
    span = Span(option, 0, 0)
    if not isinstance(found.type, Range):
        scope.problems.add("VS204", span, f"`{name}` is no number")
        return None
    if abs(value) > LARGEST:
        scope.problems.add("VS305", span, "this number is too large", f"numbers go up to {LARGEST:,}")
        return None
    return Constant(value, INTEGER, found.span)
