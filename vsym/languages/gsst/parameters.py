"""Parameters: their values, and what the command line puts in their place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from vsym.basics.source import Source, Span, did_you_mean
from vsym.languages.gsst.constants import size
from vsym.languages.gsst.declarations import Parameter
from vsym.languages.gsst.expressions import formula
from vsym.languages.gsst.names import Names
from vsym.languages.gsst.numbers import within_limit
from vsym.languages.gsst.scope import Scope
from vsym.logic.formula import FALSE, conjunction
from vsym.logic.terms import Linear, Named, linear


def parameters(declared: Sequence[Parameter], overrides: Mapping[str, int], names: Names, scope: Scope) -> Scope:
    """The scope with all parameters, and what their domains say of those without a value.

    Every one sees those before it; its domain sees itself, too.
    """
    _check_overrides(declared, overrides, scope)
    for parameter in declared:
        name = parameter.name.text
        if not names.declare_value(parameter.name, "parameter"):
            continue
        value: Linear | None
        if name in scope.kept:
            value = linear([(Named(name), 1)])
        elif name in overrides:
            given = within_limit(overrides[name], _override_span(name, overrides[name]), scope)
            value = None if given is None else Linear((), given)
        else:
            value = size(parameter.value, scope)
        scope = replace(scope, parameters={**scope.parameters, name: value})
        if parameter.domain is not None and value is not None:
            domain = formula(parameter.domain, scope.speaking("constant"))
            if domain == FALSE:
                _report_domain(parameter.domain.span, name, value.constant, name in overrides, scope)
                scope = replace(scope, parameters={**scope.parameters, name: None})
            elif domain is not None:
                scope = replace(scope, domain=conjunction([scope.domain, domain]))
    return scope


def _check_overrides(declared: Sequence[Parameter], overrides: Mapping[str, int], scope: Scope) -> None:
    known = [parameter.name.text for parameter in declared]
    for name, value in overrides.items():
        if name not in known:
            hint = did_you_mean(name, known) or (
                f"its parameters: {', '.join(known)}" if known else "it has no parameters"
            )
            scope.problems.add("VS204", _override_span(name, value), f"the model has no parameter `{name}`", hint)


def _report_domain(domain: Span, name: str, value: int, overridden: bool, scope: Scope) -> None:
    message, origin = f"`{name}` = {value} is outside its domain", "its value where none is given"
    if name in scope.kept:
        message, origin = f"no value of `{name}` is in its domain", "this is false whatever its value"
    elif overridden:
        origin = f"given by `-D {name}={value}`"
    scope.problems.add("VS306", domain, message, origin)


def _override_span(name: str, value: int) -> Span:
    """Where the command line gives a value: it has a name, and no lines and columns."""
    return Span(Source(f"`-D {name}={value}`", ""), 0, 0)
