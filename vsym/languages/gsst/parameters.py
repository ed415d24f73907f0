"""Parameters: their values, and what the command line puts in their place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from vsym.basics.source import Source, Span, did_you_mean
from vsym.languages.gsst.constants import size
from vsym.languages.gsst.declarations import Parameter, ParameterDeclaration
from vsym.languages.gsst.expressions import formula
from vsym.languages.gsst.names import Names
from vsym.languages.gsst.numbers import quoted, within_limit
from vsym.languages.gsst.scope import Scope
from vsym.logic.formula import FALSE, conjunction
from vsym.logic.terms import Linear, Named, linear


def parameters(
    declared: Sequence[ParameterDeclaration], overrides: Mapping[str, int], names: Names, scope: Scope
) -> Scope:
    """The scope with all parameters, and what their domains say of those without a value.

    Every one sees those before it; a domain sees all that are declared with it, too.
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
    if name in scope.kept:
        return linear([(Named(name), 1)])
    if name in overrides:
        given = within_limit(overrides[name], _override_span(name, overrides[name]), scope)
        return None if given is None else Linear((), given)
    return None if parameter.value is None else size(parameter.value, scope)


def _report_missing(unvalued: Sequence[Parameter], overrides: Mapping[str, int], scope: Scope) -> None:
    missing = [one for one in unvalued if one.name.text not in (*overrides, *scope.kept)]
    if missing:
        names = [one.name.text for one in missing]
        span = Span(missing[0].span.source, missing[0].span.start, missing[-1].span.end)
        message = f"{quoted(names)} {'has' if len(names) == 1 else 'have'} no value"
        hint = f"`-D {names[0]}=3` gives one, and `--for-all {','.join(names)}` keeps them open"
        scope.problems.add("VS329", span, message, hint)


def _check_overrides(known: Sequence[str], overrides: Mapping[str, int], scope: Scope) -> None:
    for name, value in overrides.items():
        if name not in known:
            hint = did_you_mean(name, known) or (
                f"its parameters: {', '.join(known)}" if known else "it has no parameters"
            )
            scope.problems.add("VS204", _override_span(name, value), f"the model has no parameter `{name}`", hint)


def _report_domain(domain: Span, listed: Sequence[Parameter], overrides: Mapping[str, int], scope: Scope) -> None:
    names = [one.name.text for one in listed]
    values = [(name, value.constant) for name in names if (value := scope.parameters[name]) is not None]
    its, verb = ("its", "is") if len(names) == 1 else ("their", "are")
    message = f"{', '.join(f'`{name}` = {value}' for name, value in values)} {verb} outside {its} domain"
    origin = f"{its} value{'s' * (len(names) > 1)} where none is given"
    if any(name in scope.kept for name in names):
        message = f"no value of {quoted(names)} is in {its} domain"
        origin = "this is false whatever its value" if len(names) == 1 else "this is false whatever their values"
    elif given := [f"`-D {name}={overrides[name]}`" for name in names if name in overrides]:
        origin = f"given by {', '.join(given)}"
    scope.problems.add("VS306", domain, message, origin)


def _override_span(name: str, value: int) -> Span:
    """Where the command line gives a value: it has a name, and no lines and columns."""
    return Span(Source(f"`-D {name}={value}`", ""), 0, 0)
