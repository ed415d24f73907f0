"""Parameters: their values, and what the command line puts in their place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from vsym.formula import TRUE
from vsym.gsst.declarations import Parameter
from vsym.gsst.expressions import formula
from vsym.gsst.names import Names
from vsym.gsst.numbers import number, within_limit
from vsym.gsst.scope import Scope
from vsym.source import Source, Span, did_you_mean


def parameters(declared: Sequence[Parameter], overrides: Mapping[str, int], names: Names, scope: Scope) -> Scope:
    """The scope with all parameters. Every one sees those before it; its domain sees itself, too."""
    _check_overrides(declared, overrides, scope)
    for parameter in declared:
        name = parameter.name.text
        if not names.declare_value(parameter.name, "parameter"):
            continue
        if name in overrides:
            value = within_limit(overrides[name], _override_span(name, overrides[name]), scope)
        else:
            value = number(parameter.value, scope)
        scope = replace(scope, parameters={**scope.parameters, name: value})
        if parameter.domain is not None and value is not None:
            _check_domain(parameter, value, name in overrides, scope)
    return scope


def _check_overrides(declared: Sequence[Parameter], overrides: Mapping[str, int], scope: Scope) -> None:
    known = [parameter.name.text for parameter in declared]
    for name, value in overrides.items():
        if name not in known:
            hint = did_you_mean(name, known) or (
                f"its parameters: {', '.join(known)}" if known else "it has no parameters"
            )
            scope.problems.add("VS204", _override_span(name, value), f"the model has no parameter `{name}`", hint)


def _check_domain(parameter: Parameter, value: int, overridden: bool, scope: Scope) -> None:
    if parameter.domain is None:
        return
    allowed = formula(parameter.domain, scope.speaking("constant"))
    if allowed is None or allowed == TRUE:
        return
    name = parameter.name.text
    origin = f"given by `-D {name}={value}`" if overridden else "its value where none is given"
    scope.problems.add("VS306", parameter.domain.span, f"`{name}` = {value} is outside its domain", origin)


def _override_span(name: str, value: int) -> Span:
    source = Source(f"-D {name}={value}", f"{name}={value}")
    return Span(source, 0, len(name))
