"""The inputs of a protocol: the numbers of agents in the initial local states, given one by one or by their sum.

With `--for-all`, the number of each input that has no value is a parameter without one; `n` stands for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.basics.source import Diagnostic, DiagnosticError, Span, did_you_mean
from vsym.languages.gsst import declarations as d
from vsym.languages.gsst.numbers import number, quoted, within_limit
from vsym.languages.gsst.places import count_of, state
from vsym.languages.gsst.population import groups
from vsym.languages.gsst.scope import PROCESSES, Names, Scope
from vsym.languages.gsst.syntax import Identifier, Reference
from vsym.languages.pp.declarations import File, Input
from vsym.languages.problems import option_place
from vsym.logic.folding import replace_comparisons
from vsym.logic.formula import TRUE, Comparison, Formula, compare, conjunction
from vsym.logic.terms import Linear, Named, linear
from vsym.models.counting.counts import Count
from vsym.models.counting.model import Group

SIZE = "n"
"""The parameter that is the number of all agents."""

AGENTS = "agents"
"""The one group of processes."""

_LEAST = "0 agents or more start in a state"


@frozen
class Start:
    """The agents of a protocol: their group, their numbers by the local states in which they may start, None for any
    number, and the initial condition as a predicate on the counts."""

    groups: tuple[Group, ...]
    numbers: Mapping[str, Linear | None]
    initial: Formula

    def said(self, formula: Formula) -> Formula:
        """A predicate on an initial state, with the numbers of agents in place of counts where all are known."""
        if None in self.numbers.values():
            return formula
        return replace_comparisons(formula, self._said)

    def term(self, term: Linear) -> Linear:
        """A term on an initial state in which all numbers are known, with these in place of counts."""
        total = Linear((), term.constant)
        for atom, by in term.terms:
            known = self.numbers.get(atom.state) if isinstance(atom, Count) else linear([(atom, 1)])
            total = total + (known or Linear()) * by
        return total

    def _said(self, comparison: Comparison) -> Formula:
        return compare(self.term(comparison.left), comparison.operator, Linear((), comparison.bound))


def names(file: File) -> tuple[str, ...]:
    """The parameters of a protocol: the number of all agents, then one for each initial state."""
    return (SIZE, *dict.fromkeys(one.name for one in file.inputs))


def open_inputs(file: File, wished: Sequence[str], values: Mapping[str, int]) -> tuple[str, ...]:
    """The parameters that stay open for the wished ones: for `n`, every input that has no value. Raises DiagnosticError
    where an input should be open and `n` has a value."""
    if SIZE not in values:
        inputs = [one for one in names(file)[1:] if one in wished or (SIZE in wished and one not in values)]
        return (*inputs, *(one for one in wished if one not in names(file)))
    hint = f"leave out `-D {SIZE}={values[SIZE]}`"
    wrong = [one for one in file.inputs if one.name in wished]
    if wrong:
        raise DiagnosticError(
            Diagnostic("VS431", one.span, f"`{one.name}` cannot be left open where `{SIZE}` has a value", hint)
            for one in wrong
        )
    return tuple(wished)


def check_values(file: File, values: Mapping[str, int], scope: Scope) -> None:
    """Report values of parameters that the protocol does not have, and negative inputs."""
    known = [*(one.name.text for one in file.parameters), *names(file)]
    for name, value in values.items():
        if name not in known:
            hint = did_you_mean(name, known) or f"its parameters: {', '.join(known)}"
            scope.problems.add("VS204", option_place(name, value), f"the model has no parameter `{name}`", hint)
        elif name in names(file) and value < (name == SIZE):
            message = f"`{name}` = {value} is outside its domain"
            scope.problems.add("VS306", option_place(name, value), message, "1 or more" if name == SIZE else _LEAST)


def _check_names(file: File, scope: Scope) -> None:
    """Report names of parameters that mean something else already."""
    own = {one.name.text: one.name.span for one in file.parameters}
    if SIZE in own:
        scope.problems.add("VS205", own[SIZE], f"`{SIZE}` is declared twice", "it is the number of all agents")
    for one in file.inputs:
        if one.name == SIZE:
            message, hint = f"agents cannot start in `{SIZE}`", "as a parameter, it is the number of all agents"
            scope.problems.add("VS205", one.state.span, message, hint)
        elif one.name in own:
            hint = f"as a parameter, it would be the number of agents in it, and it is declared at {own[one.name]}"
            scope.problems.add("VS205", one.state.span, f"agents cannot start in `{one.name}`", hint)


def started(file: File, values: Mapping[str, int], declared: Names, scope: Scope) -> tuple[Scope, Start]:
    """The scope with the number of agents, and the agents themselves.

    Where `n` has a value, initial states without a value of their own share the agents in every way.
    """
    _check_names(file, scope)
    if SIZE not in values:
        missing = [one for one in file.inputs if one.agents is None and one.name not in (*values, *scope.open_names)]
        _report_missing(missing, scope)
    numbers = dict(_numbers(file, values, scope))
    total = sum((one for one in numbers.values() if one is not None), Linear())
    if SIZE in values:
        total = Linear((), within_limit(values[SIZE], option_place(SIZE, values[SIZE]), scope) or 0)
    total = Linear(total.terms, max(0, min(total.constant, PROCESSES + 1)))
    inputs = [one for one in numbers.values() if one is not None and one.terms]
    least = [(total, 1), *((one, 0) for one in inputs if one != total)] if inputs else []
    domain = conjunction(compare(term, ">=", Linear((), bound)) for term, bound in least)
    own = {name: one for name, one in scope.parameters.items() if name != SIZE}
    scope = replace(scope, parameters={**own, SIZE: total}, domain=conjunction([scope.domain, domain]))
    place = _place(file)
    group = d.GroupDeclaration(Identifier(AGENTS, place), None, None, Reference(SIZE, (), place), place)
    scope, members = groups([group], declared, scope)
    return scope, Start(members, numbers, _initial(numbers, scope))


def _numbers(file: File, values: Mapping[str, int], scope: Scope) -> Iterator[tuple[str, Linear | None]]:
    """The number of agents in each initial local state, None for any number; reports errors."""
    places: dict[str, Span] = {}
    for one in file.inputs:
        name = state(one.state, scope)
        default = None if one.agents is None else number(one.agents, scope)
        if default is not None and default < 0:
            scope.problems.add("VS306", one.span, f"`{one.name}` = {default} is outside its domain", _LEAST)
        if name is None:
            continue
        if name in places:
            message = f"`{one.name}` is initial twice"
            scope.problems.add("VS205", one.state.span, message, f"the first is at {places[name]}")
            continue
        places[name] = one.state.span
        if one.name in scope.open_names:
            yield name, linear([(Named(one.name), 1)])
        elif one.name in values:
            yield name, Linear((), values[one.name])
        else:
            yield name, None if SIZE in values or default is None else Linear((), default)


def _place(file: File) -> Span:
    """The place that stands for the number of agents: the first initial state, or the file's beginning."""
    first = next(iter(file.inputs), None)
    return Span(file.span.source, file.span.start, file.span.start + 1) if first is None else first.span


def _report_missing(missing: Sequence[Input], scope: Scope) -> None:
    if missing:
        listed = list(dict.fromkeys(one.name for one in missing))
        has = "has" if len(listed) == 1 else "have"
        every = f"`-D {SIZE}=5` takes all inputs of 5 agents, `--for-all {SIZE}` all there are"
        hint = f"`-D {listed[0]}=3` sets one; {every}"
        scope.problems.add("VS329", missing[0].span, f"{quoted(listed)} {has} no value", hint)


def _initial(numbers: Mapping[str, Linear | None], scope: Scope) -> Formula:
    """The condition that all agents are in initial states, with the given number in each."""
    if scope.everyone is None:
        return TRUE
    everyone, left = scope.everyone, scope.size_of(scope.everyone)
    conditions: list[Formula] = []
    for name, agents in numbers.items():
        if agents is not None:
            conditions.append(compare(count_of([name], everyone), "=", agents))
            left = left - agents
    free = [name for name, agents in numbers.items() if agents is None]
    return conjunction([*conditions, compare(count_of(free, everyone), "=", left)])


def without_inputs(file: File, values: Mapping[str, int]) -> dict[str, int]:
    """The values of the protocol's own parameters."""
    own = {one.name.text for one in file.parameters}
    return {name: value for name, value in values.items() if name in own}


def with_parameters(scope: Scope, start: Start) -> tuple[tuple[str, int], ...]:
    """The parameters with their values, as far as they have one."""
    numbers = {**scope.parameters, **start.numbers}
    return tuple((name, one.constant) for name, one in numbers.items() if one is not None and not one.terms)
