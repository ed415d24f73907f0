"""The meaning of a file: a model of processes, each step of which moves one with a partner, or every diagnostic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import Span
from vsym.languages.gsst import declarations as d
from vsym.languages.gsst.elaborate import defined_value, open_sizes, start_of, unused
from vsym.languages.gsst.expressions import formula
from vsym.languages.gsst.numbers import written_out
from vsym.languages.gsst.places import state
from vsym.languages.gsst.population import definitions, local_states, parameters, state_names
from vsym.languages.gsst.properties import as_hint, granted, stated
from vsym.languages.gsst.scope import Allowance, Names, Scope
from vsym.languages.gsst.syntax import Expression
from vsym.languages.gsst.transitions import indexed_name
from vsym.languages.pp.declarations import (
    File,
    Inputs,
    Interaction,
    Output,
    Pair,
    PlainDeclaration,
    Precondition,
    Predicate,
)
from vsym.languages.pp.inputs import Start, check_values, started, with_parameters, without_inputs
from vsym.languages.pp.properties import computed, outputs
from vsym.languages.problems import Problems, complete
from vsym.logic.formula import TRUE, conjunction
from vsym.logic.properties import Property
from vsym.models.counting.locations import Arrow
from vsym.models.counting.model import GuardedUpdate, LocalTransition, Model
from vsym.models.counting.semantics import Observation

KindT = TypeVar("KindT")

_REPEATED = (Interaction, Output, d.PropertyDeclaration)
"""The declarations that `for` repeats."""


def elaborate(
    file: File,
    values: Mapping[str, int],
    open_names: tuple[str, ...] = (),
    budget: Budget = UNLIMITED,
    hints: Sequence[Expression] = (),
) -> Model:
    """The model that a file describes with these values of some parameters, and others left without a value; with
    conditions as hints.

    Raises DiagnosticError with every error that was found, and LimitReachedError.
    """
    problems = Problems()
    names = Names(problems)
    title = _protocol(file, problems)
    scope, start = _declared(file, values, open_names, names, problems, budget)
    parts = [*written_out(file.declarations, scope)]
    precondition, predicate = _single(file, Precondition, problems), _single(file, Predicate, problems)
    required = None if precondition is None else formula(precondition.formula, scope)
    condition = TRUE if required is None else start.said(required) if open_names else required
    if open_names:
        scope = replace(scope, domain=conjunction([scope.domain, condition]))
    transitions = [_interaction(one, inner) for one, inner in parts if isinstance(one, Interaction)]
    states = state_names(scope)
    places = {family.name.text: family.name.span for one in _all(file, d.States) for family in one.families}
    given = outputs([(one, inner) for one, inner in parts if isinstance(one, Output)], states, places, scope)
    own = [*computed(predicate, given, start, start_of(file.span), names, scope)]
    further = [stated(one, names, inner) for one, inner in parts if isinstance(one, d.PropertyDeclaration)]
    properties = (*own, *(one for one in further if isinstance(one, Property)))
    guiding = [as_hint(one, number, scope) for number, one in enumerate(hints, 1)]
    problems.raise_if_any()
    return Model(
        name=title,
        parameters=with_parameters(scope, start),
        states=states,
        groups=start.groups,
        shared=(),
        initial=start.initial if open_names else conjunction([start.initial, condition]),
        transitions=tuple(one for one in transitions if one is not None),
        properties=properties,
        hints=tuple(one for one in guiding if one is not None),
        sizes=open_sizes(scope),
        start=next((one.span for one in file.declarations if isinstance(one, Inputs)), None),
        declared=tuple(places.items()),
        warnings=(*unused(file.declarations), *granted(properties)),
    )


def observation(file: File, values: Mapping[str, int], name: str, budget: Budget = UNLIMITED) -> Observation:
    """The value of a definition of a file, with some parameters given, in any state.

    Raises DiagnosticError, also for a definition about paths, and LimitReachedError.
    """
    model = elaborate(file, values, budget=budget)
    problems = Problems()
    scope, _ = _declared(file, values, (), Names(problems), problems, budget)
    span = next(one.body.span for one in _all(file, d.Define) if one.name.text == name)
    return defined_value(model, scope, name, span)


def _declared(
    file: File,
    values: Mapping[str, int],
    open_names: tuple[str, ...],
    names: Names,
    problems: Problems,
    budget: Budget,
) -> tuple[Scope, Start]:
    """The meanings of a file's names, and its agents."""
    for kind, word, hint in (
        (d.States, "`states`", "add it, as in `states A, B`"),
        (Inputs, "`init`", "add the states in which agents start, as in `init A = 3, B = 2`"),
    ):
        if not _all(file, kind):
            problems.add("VS111", start_of(file.span), f"{word} is missing", hint)
    for one in file.declarations:
        if isinstance(one, d.Repeat):
            _check_repeated(one, problems)
    scope = Scope(problems, Allowance(problems, budget), _kinds(file), open_names=open_names)
    check_values(file, values, scope)
    scope = parameters(_all(file, d.ParameterDeclaration), without_inputs(file, values), names, scope)
    scope = local_states(_all(file, d.States), names, scope)
    scope, start = started(file, values, names, scope)
    return definitions(_all(file, d.Define), names, scope), start


def _all(file: File, kind: type[KindT]) -> list[KindT]:
    return [declared for declared in file.declarations if isinstance(declared, kind)]


def _protocol(file: File, problems: Problems) -> str:
    """The protocol's name, which comes first, once."""
    titles = _all(file, d.System)
    if not titles or file.declarations[0] is not titles[0]:
        span = file.declarations[0].span if file.declarations else file.span
        hint = "as in `protocol majority`"
        problems.add("VS110", start_of(span), "a file begins with the name of its protocol", hint)
    for second in titles[1:]:
        problems.add("VS110", second.span, "a file describes one protocol", f"the first is at {titles[0].span}")
    return titles[0].name.text if titles else ""


def _single(file: File, kind: type[KindT], problems: Problems) -> KindT | None:
    """The one declaration of a kind, if there is one."""
    listed = _all(file, kind)
    for second in listed[1:]:
        span: Span = vars(second)["span"]
        first: Span = vars(listed[0])["span"]
        word = f"`{span.text.split()[0]}`"
        problems.add("VS112", span, f"{word} is declared twice", f"the first is at {first}")
    return listed[0] if listed else None


def _check_repeated(repeated: d.Repeat[PlainDeclaration], problems: Problems) -> None:
    for one in repeated.body:
        if isinstance(one, d.Repeat):
            _check_repeated(one, problems)
        elif not isinstance(one, _REPEATED):
            message = f"`for` cannot repeat `{one.span.text.split()[0]}`"
            problems.add("VS113", one.span, message, "`for` repeats only transitions, outputs and properties")


def _kinds(file: File) -> dict[str, str]:
    """The kind of every name of the file, for hints."""
    kinds: dict[str, str] = {}
    for parameter in file.parameters:
        kinds.setdefault(parameter.name.text, f"a parameter, declared at {parameter.name.span}")
    for define in _all(file, d.Define):
        kinds.setdefault(define.name.text, "a definition")
    for states in _all(file, d.States):
        for family in states.families:
            kinds.setdefault(family.name.text, "a local state")
    return kinds


def _interaction(declared: Interaction, scope: Scope) -> LocalTransition | None:
    """The local transition of the first agent with the second as its partner; None for one that changes no number of
    agents, and where it has no meaning, which has been reported."""
    name = None if declared.name is None else indexed_name(declared.name, scope)
    before, after = (_pair(pair, scope) for pair in (declared.before, declared.after))
    if before is None or after is None or scope.everyone is None or sorted(before) == sorted(after):
        return None
    line = GuardedUpdate(scope.everyone, TRUE, (), declared.span, scope.everyone)
    written = f"{', '.join(before)} -> {', '.join(after)}"
    partner = Arrow(before[1], after[1])
    return LocalTransition(name, before[0], after[0], (line,), declared.span, partner=partner, written=written)


def _pair(pair: Pair, scope: Scope) -> list[str] | None:
    return complete(state(one, scope) for one in (pair.first, pair.second))
