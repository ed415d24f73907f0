"""An automaton with values for its parameters, or without, as a model of counted processes.

There is one group, of all processes, and a local state for each location. Stuttering is always possible: where a
location has no rule to itself that is always enabled, the model has such a step. Shared variables have ranges that no
step leaves, by lemmas on their growth, or whose last value stands for all from there on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from vsym.basics.source import did_you_mean
from vsym.languages.problems import Problems, option_place
from vsym.languages.ta.automaton import Automaton, Rule, automaton
from vsym.languages.ta.expressions import INTEGER
from vsym.languages.ta.growth import Range, ranges
from vsym.languages.ta.parameters import small_values
from vsym.languages.ta.starts import Start, start
from vsym.languages.ta.syntax import File
from vsym.logic.entailment import entails
from vsym.logic.folding import with_values
from vsym.logic.formula import FALSE, TRUE, Formula, compare, conjunction, conjuncts
from vsym.logic.terms import Linear, Named, linear
from vsym.models.counting.counts import Count
from vsym.models.counting.model import (
    CLOSED,
    Assignment,
    Group,
    GuardedUpdate,
    Lemma,
    LocalTransition,
    Model,
    SharedVariable,
    Sizes,
)
from vsym.models.counting.processes import Processes
from vsym.models.counting.semantics import Observation

PROCESSES = 10**12
"""The most processes that a model has."""

STUTTER = "stutter"
"""The name of the steps that change nothing, which the file does not write."""

_ZERO = Linear()


def elaborate(automaton: Automaton, values: Mapping[str, int], open_names: Sequence[str] = ()) -> Model:
    """The model of an automaton with some parameters overridden, others left without a value, and small values for all
    that are left; raises DiagnosticError with every error that was found."""
    problems = Problems()
    _check_values(automaton, values, problems)
    size = start(automaton, problems).size
    problems.raise_if_any()
    chosen = _chosen(automaton, size, values, open_names, problems)
    problems.raise_if_any()
    instance = _instance(automaton, chosen, problems)
    begins = start(instance, problems)
    _check_sizes(begins, instance, problems)
    found = ranges(instance, begins, problems)
    problems.raise_if_any()
    return _model(instance, begins, found, chosen, tuple(open_names))


def observation(file: File, values: Mapping[str, int], name: str) -> Observation:
    """The value of a definition of a file, with some parameters overridden, in any state; raises DiagnosticError, also
    for a definition about paths."""
    read, scope = automaton(file)
    model = elaborate(read, values)
    counts = {place: linear([(Count(place, model.processes), 1)]) for place in model.states}
    known = {**counts, **{parameter: Linear((), value) for parameter, value in model.parameters}}
    inner, body = scope.speaking("start"), scope.definitions[name].body
    number = scope.names_number(body)
    term = inner.term(body) if number else _ZERO
    condition = TRUE if number else with_values(inner.condition(body), known)
    scope.problems.raise_if_any()
    if not number:
        return Observation.of_condition(condition)
    parts = (known.get(atom.name, linear([(atom, 1)])) * by for atom, by in term.terms if isinstance(atom, Named))
    return Observation(((TRUE, sum(parts, Linear((), term.constant))),))


def _check_values(automaton: Automaton, values: Mapping[str, int], problems: Problems) -> None:
    for name, value in values.items():
        place = option_place(name, value)
        if name not in automaton.parameters:
            hint = did_you_mean(name, automaton.parameters)
            hint = hint or f"its parameters: {', '.join(automaton.parameters) or 'none'}"
            problems.add("VS204", place, f"the model has no parameter `{name}`", hint)
        elif abs(value) > INTEGER:
            problems.add("VS305", place, "this number is too large", "numbers go up to 10^18")
        elif value < 0:
            problems.add("VS306", place, f"`{name}` = {value} is negative", "parameters are numbers from 0 on")


def _chosen(
    automaton: Automaton, size: Linear, values: Mapping[str, int], open_names: Sequence[str], problems: Problems
) -> Mapping[str, int]:
    """The values of all parameters except the open ones, in their order."""
    missing = [name for name in automaton.parameters if name not in values and name not in open_names]
    small: Mapping[str, int] | None = values
    if missing:
        assumptions = [one.formula for one in automaton.assumptions]
        small = small_values(automaton.parameters, values, assumptions, size)
    if small is None:
        names = ", ".join(f"`{name}`" for name in missing)
        message = f"no small values of {names} satisfy the assumptions"
        problems.stop("VS329", automaton.span, message, f"set them, as in `-D {missing[0]}=4`")
    return {name: small[name] for name in automaton.parameters if name not in open_names}


def _instance(automaton: Automaton, values: Mapping[str, int], problems: Problems) -> Automaton:
    """The automaton with these values; an assumption that they violate is reported."""
    assumptions = tuple(replace(one, formula=with_values(one.formula, values)) for one in automaton.assumptions)
    for one in assumptions:
        if one.formula == FALSE:
            named = ", ".join(f"`{name}` = {value}" for name, value in values.items())
            verb = "violates" if len(values) == 1 else "violate"
            message = f"{named} {verb} this assumption" if values else "this assumption is false for all values"
            problems.add("VS306", one.span, message)
    return replace(
        automaton,
        assumptions=assumptions,
        starts=tuple(replace(one, formula=with_values(one.formula, values)) for one in automaton.starts),
        rules=tuple(replace(one, guard=with_values(one.guard, values)) for one in automaton.rules),
        properties=tuple(one.rewritten(lambda formula: with_values(formula, values)) for one in automaton.properties),
    )


def _check_sizes(begins: Start, automaton: Automaton, problems: Problems) -> None:
    for one in begins.populations:
        if not one.size.terms and one.size.constant < 0:
            message = f"{one.size.constant} processes would start in {' + '.join(one.locations)}"
            problems.add("VS309", automaton.span, message, "a location has 0 processes or more")
    if not begins.size.terms and begins.size.constant > PROCESSES:
        message = f"this makes {begins.size.constant:,} processes"
        problems.add("VS309", automaton.span, message, f"the limit is {PROCESSES:,}")


def _model(
    automaton: Automaton, begins: Start, found: Sequence[Range], values: Mapping[str, int], open_names: tuple[str, ...]
) -> Model:
    everyone = Processes.of([(1, 1 if open_names else begins.size.constant)])
    counts = {name: linear([(Count(name, everyone), 1)]) for name, _ in automaton.locations}
    several = [conjunction([compare(one.atom, "<=", one.most)]) for one in found if one.first is None]
    return Model(
        name=automaton.name,
        parameters=tuple(values.items()),
        states=tuple(name for name, _ in automaton.locations),
        groups=(Group(automaton.process, everyone, automaton.span),),
        shared=tuple(map(_variable, found)),
        initial=conjunction([with_values(begins.rest, counts), *several]),
        transitions=tuple(
            part for rule in (*automaton.rules, *_stuttering(automaton)) for part in _transitions(rule, everyone, found)
        ),
        properties=tuple(one.rewritten(lambda formula: with_values(formula, counts)) for one in automaton.properties),
        lemmas=tuple(lemma for one in found for lemma in _lemmas(one, counts)),
        sizes=Sizes(open_names, _domain(automaton, begins, open_names), (begins.size,)) if open_names else CLOSED,
        start=automaton.span,
        declared=automaton.locations,
        warnings=automaton.warnings,
        numbered=True,
    )


def _domain(automaton: Automaton, begins: Start, open_names: tuple[str, ...]) -> Formula:
    """The assumptions, with the conditions that no parameter and no number of processes is negative, where these do not
    follow."""
    stated = [one.formula for one in automaton.assumptions]
    parameters = [linear([(Named(name), 1)]) for name in open_names]
    needed = [compare(term, ">=", _ZERO) for term in (*parameters, *(one.size for one in begins.populations))]
    for one in tuple(needed):
        others = [other for other in needed if other is not one]
        if entails([*stated, *others], one):
            needed = others
    return conjunction([*stated, *needed])


def _variable(found: Range) -> SharedVariable:
    first = _ZERO if found.first is None else found.first
    terms = (_ZERO, found.high, first) if found.high.terms or first.terms else None
    numbers = (0, 0) if terms else (found.high.constant, first.constant)
    return SharedVariable(found.name, 0, *numbers, False, found.span, terms, anywhere=found.first is None)


def _lemmas(found: Range, counts: Mapping[str, Linear]) -> Iterator[Lemma]:
    """The claim that a variable and the potential of all processes together are at most its largest value."""
    if found.potentials is not None:
        ahead = sum((counts[place] * by for place, by in found.potentials.items()), found.atom)
        yield Lemma(f"{found.name}_within", compare(ahead, "<=", found.high), found.span)


def _stuttering(automaton: Automaton) -> Iterator[Rule]:
    """A rule from each location to itself, where the file has none that is always possible."""
    numbers = (*automaton.parameters, *(name for name, _ in automaton.shared))
    natural = [compare(linear([(Named(name), 1)]), ">=", _ZERO) for name in numbers]
    resting = {
        one.source
        for one in automaton.rules
        if one.source == one.target and not one.raises and not one.resets and _follows(natural, one.guard)
    }
    for name, span in automaton.locations:
        if name not in resting:
            yield Rule(STUTTER, name, name, TRUE, {}, frozenset(), {}, span)


def _follows(natural: Sequence[Formula], guard: Formula) -> bool:
    """True where a guard holds whenever no number is negative, as far as its conjuncts say so."""
    return all(entails(natural, part) for part in conjuncts(guard))


def _transitions(rule: Rule, everyone: Processes, found: Sequence[Range]) -> Iterator[LocalTransition]:
    """The local transition of a rule, as several where a variable may stop at its last value."""
    by_name = {one.name: one for one in found}
    choices = [_assigned(by_name[name], by) for name, by in rule.raises.items()]
    resets = tuple(Assignment(name, _ZERO, rule.places[name]) for name in sorted(rule.resets))
    for case, chosen in enumerate(product(*choices)):
        guard = conjunction([rule.guard, *(condition for condition, _ in chosen)])
        raises = tuple(Assignment(one, value, rule.places[one]) for _, (one, value) in chosen)
        line = GuardedUpdate(everyone, guard, (*raises, *resets), rule.span)
        name = rule.name if rule.name == STUTTER else f"rule {rule.name}"
        yield LocalTransition(name, rule.source, rule.target, (line,), rule.span, case=case)


def _assigned(found: Range, by: int) -> list[tuple[Formula, tuple[str, Linear]]]:
    """The values that a rule assigns, each with its condition."""
    raised = found.atom + Linear((), by)
    if found.potentials is not None:
        return [(TRUE, (found.name, raised))]
    within = compare(raised, "<=", found.high)
    beyond = compare(raised, ">", found.high)
    return [(within, (found.name, raised)), (beyond, (found.name, found.high))]
