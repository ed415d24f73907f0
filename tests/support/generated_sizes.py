"""Small models with open sizes drawn twice over: as a `.gsst` text and, for any parameter values, for the oracle.

The oracle's model is drawn with groups by number in place of processes, and parameters as values beside the shared
variables, so that one model has a meaning at every size.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, NamedTuple, TypeAlias

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.support import oracle
from tests.support.choosing import chance, one_of
from tests.support.generated_formulas import (
    SpelledFormula,
    SpelledSet,
    SpelledTerm,
    Words,
    arithmetic,
    compare,
    conjunction,
    connective,
    draw_atom,
    draw_predicate,
    negation,
    spelled_number,
    within,
)

EMPTY = oracle.Model((), 0, (), oracle.Constant(True))


class At(NamedTuple):
    """Values of the parameters, and the processes that the groups have there."""

    values: Mapping[str, int]
    groups: Mapping[str, frozenset[int]]

    @property
    def everyone(self) -> frozenset[int]:
        """All processes."""
        return frozenset().union(*self.groups.values())

    def processes(self, groups: Iterable[int]) -> frozenset[int]:
        """The processes of groups, which are numbered from 1."""
        members = list(self.groups.values())
        return frozenset().union(*(members[number - 1] for number in groups))

    def number(self, term: oracle.Term) -> int:
        """The value of a term over the parameters alone."""
        return oracle.evaluate(EMPTY, self.of(term), oracle.State(()))

    def of(self, part: Any) -> Any:
        """A part of a drawn model, of which group numbers become processes and parameters numbers."""
        match part:
            case oracle.Count(states, groups):
                return oracle.Count(states, self.processes(groups))
            case oracle.Value(name) if name in self.values:
                return oracle.Number(self.values[name])
            case oracle.Line(groups, guard, update):
                return oracle.Line(self.processes(groups), self.of(guard), self.of(update))
            case oracle.Transition():
                others = tuple((self.processes(groups), arrows) for groups, arrows in part.others)
                return replace(part, lines=self.of(part.lines), others=others)
            case tuple():
                return tuple(map(self.of, part))
        if is_dataclass(part) and not isinstance(part, type):
            return replace(part, **{field.name: self.of(getattr(part, field.name)) for field in fields(part)})
        return part


@dataclass(frozen=True)
class OpenParameter:
    """A parameter and its domain; `most` is None where it has no upper bound."""

    name: str
    least: int
    most: int | None = None

    @property
    def text(self) -> str:
        """Its declaration."""
        return f"param {self.name} = {self.least + 1} where {self.domain}"

    @property
    def domain(self) -> str:
        """The condition on its values."""
        upper = "" if self.most is None else f" & {self.name} <= {self.most}"
        return f"{self.name} >= {self.least}{upper}"


class OpenVariable(NamedTuple):
    """A shared variable from 0 on, whose range and first value may depend on parameters."""

    name: str
    text: str
    high: oracle.Term
    initial: oracle.Term


@dataclass(frozen=True)
class OpenGenerated:
    """A drawn model: its text, its parameters (all open), the sizes of its groups, and its meaning for groups."""

    text: str
    parameters: tuple[OpenParameter, ...]
    groups: tuple[tuple[str, SpelledTerm], ...]
    shared: tuple[OpenVariable, ...]
    drawn: oracle.Model

    def sizes(self, processes: int) -> Iterator[At]:
        """All values with at most `processes` processes; parameters without an upper bound go up to 4."""
        ranges = [range(p.least, (4 if p.most is None else p.most) + 1) for p in self.parameters]
        for chosen in itertools.product(*ranges):
            here = self.here({p.name: value for p, value in zip(self.parameters, chosen, strict=True)})
            if len(here.everyone) <= processes:
                yield here

    def here(self, values: Mapping[str, int]) -> At:
        """The groups at these values."""
        start, groups = 1, dict[str, frozenset[int]]()
        for name, size in self.groups:
            end = start + At(values, {}).number(size.term)
            groups[name] = frozenset(range(start, end))
            start = end
        return At(values, groups)

    def model(self, at: At) -> oracle.Model:
        """The meaning of the model at values inside their domains."""
        shared = [oracle.Variable(v.name, 0, at.number(v.high), at.number(v.initial)) for v in self.shared]
        model: oracle.Model = at.of(self.drawn)
        return replace(model, size=len(at.everyone), shared=tuple(shared))


_Rule: TypeAlias = tuple[str, oracle.Transition]


@st.composite
def open_models(draw: DrawFn, *, progress: bool = False) -> OpenGenerated:
    """Models of two or three groups with up to two shared variables, and one to three parameters in sizes, guards,
    ranges and properties, some with fairness. Properties are a state of the start, `invariant`, `AG` and `EF` of a
    state, or with `progress` what happens eventually or can happen; a lemma need not be inductive, and an assignment
    may overflow.
    """
    parameters = _parameters(draw)
    numbers = tuple(SpelledTerm(one.name, oracle.Value(one.name)) for one in parameters)
    groups = _groups(draw, numbers)
    states = ("N", "T", "C")[: draw(st.sampled_from([3, 3, 2]))]
    shared = _shared(draw, numbers)
    sets = tuple(SpelledSet(name, frozenset([number])) for number, (name, _) in enumerate(groups, 1))
    names = tuple(oracle.Variable(variable.name, 0, 1, 0) for variable in shared)
    booleans = frozenset(variable.name for variable in shared if variable.name == "free")
    words = Words(states, sets, len(groups), names, booleans, cases=False, constants=numbers)
    rules = [_blocked(draw, words) for _ in range(draw(st.integers(1, 2)))] + _free(draw, words)
    start_text, start = _start(draw, words)
    ask = _progress if progress else _property
    properties = [(f"property{number}", *ask(draw, words)) for number in range(draw(st.integers(1, 2)))]
    fair = [draw_predicate(draw, words, 1) for _ in range(chance(draw, 30))]
    claims = [draw_atom(draw, words)] if chance(draw, 10) else []
    model = oracle.Model(
        states,
        len(groups),
        tuple(transition for _, transition in rules),
        start,
        (),
        tuple((name, formula) for name, _, _, formula in properties),
        tuple(("claim", claim.formula) for claim in claims),
        tuple(one.formula for one in fair),
    )
    lines = [
        "system drawn",
        *_declared(draw, parameters),
        f"states {', '.join(states)}",
        *(f"group {name} of {size.text}" for name, size in groups),
        *(variable.text for variable in shared),
        *(f"define {name} = {text}" for name, text in words.definitions.items()),
        start_text,
        *(text for text, _ in rules),
        *(f"{kind} {name}: {text}" for name, kind, text, _ in properties),
        *(f"lemma claim: {claim.text}" for claim in claims),
        *(f"fairness {one.text}" for one in fair),
    ]
    return OpenGenerated("\n".join([*lines, ""]), tuple(parameters), tuple(groups), tuple(shared), model)


def _parameters(draw: DrawFn) -> list[OpenParameter]:
    names = ["a", "b"] if chance(draw, 80) else ["a"]
    parameters = [OpenParameter(name, draw(st.sampled_from([0, 1, 1, 2]))) for name in names]
    return [*parameters, OpenParameter("k", 0, 2)] if chance(draw, 30) else parameters


def _declared(draw: DrawFn, parameters: list[OpenParameter]) -> list[str]:
    """One declaration for each, or one for all together, in which some have no values of their own."""
    if chance(draw, 60):
        return [one.text for one in parameters]
    listed = [f"{one.name} = {one.least + 1}" if chance(draw, 50) else one.name for one in parameters]
    return [f"param {', '.join(listed)} where {' & '.join(one.domain for one in parameters)}"]


def _groups(draw: DrawFn, numbers: tuple[SpelledTerm, ...]) -> list[tuple[str, SpelledTerm]]:
    sizes = [one for one in numbers if one.text != "k"]
    if len(sizes) == 1:
        sizes.append(draw(st.sampled_from([spelled_number(1), spelled_number(2), sizes[0]])))
    elif chance(draw, 10):
        sizes[1] = SpelledTerm("2 * a + b - a", arithmetic("+", *sizes).term)
    if chance(draw, 20):
        sizes.append(draw(st.sampled_from([spelled_number(1), sizes[0]])))
    return list(zip(("R", "W", "Q"), sizes, strict=False))


def _shared(draw: DrawFn, numbers: tuple[SpelledTerm, ...]) -> list[OpenVariable]:
    variables: list[OpenVariable] = []
    if chance(draw, 25):
        variables.append(OpenVariable("free", "shared free : bool = true", oracle.Number(1), oracle.Number(1)))
    if chance(draw, 25):
        high = draw(st.sampled_from([*numbers, spelled_number(1), spelled_number(2)]))
        low = draw(st.sampled_from([spelled_number(0), high]))
        text = f"shared level : 0..{high.text} = {low.text}"
        variables.append(OpenVariable("level", text, high.term, low.term))
    return variables


def _blocked(draw: DrawFn, words: Words) -> _Rule:
    """A transition with a line per group: in an order of priority, in turns, or without any plan."""
    source, target = draw(st.permutations(words.states))[:2]
    plan = one_of(draw, "priority", "priority", "turns", "none")
    common = draw_atom(draw, words.impartial())
    update_text, update = _update(draw, words)
    turn = draw_atom(draw, words)
    texts: list[str] = []
    lines: list[oracle.Line] = []
    for place, group in enumerate(words.sets):
        guard = common if plan != "none" else draw_predicate(draw, words, 1)
        others = words.sets[:place] if plan == "priority" else [g for g in words.sets if g != group]
        absent = [compare(draw, within(source, other), "=", spelled_number(0)) for other in others]
        if plan == "priority" and not chance(draw, 12):
            guard = conjunction(draw, [guard, *absent])
        if plan == "turns" and len(words.sets) == 2:
            mine = turn if place == 0 else negation(draw, turn)
            guard = connective(draw, "and", guard, connective(draw, "or", absent[0], mine))
        texts.append(f"  {group.text}: {guard.text}{update_text}")
        lines.append(oracle.Line(group.processes, guard.formula, update))
    body = "\n".join(texts)
    return f"trans {source} -> {target} {{\n{body}\n}}", oracle.Transition(source, target, tuple(lines))


def _update(draw: DrawFn, words: Words) -> tuple[str, tuple[tuple[str, oracle.Term], ...]]:
    level = any(variable.name == "level" for variable in words.shared)
    if level and chance(draw, 50):
        step = arithmetic(one_of(draw, "+", "-"), SpelledTerm("level", oracle.Value("level")), spelled_number(1))
        return f" do level := {step.text}", (("level", step.term),)
    if level and chance(draw, 50):
        number = draw(st.sampled_from([spelled_number(0), *words.constants]))
        return f" do level := {number.text}", (("level", number.term),)
    if words.booleans and chance(draw, 60):
        bit = draw(st.integers(0, 1))
        return f" do free := {'true' if bit else 'false'}", (("free", oracle.Number(bit)),)
    return "", ()


def _free(draw: DrawFn, words: Words) -> list[_Rule]:
    """Transitions that everyone may always take, or under one guard."""
    rules: list[_Rule] = []
    for source, target in itertools.pairwise((*words.states, words.states[0])):
        if chance(draw, 55):
            guard = draw_atom(draw, words) if chance(draw, 30) else conjunction(draw, [])
            line = oracle.Line(words.everyone, guard.formula)
            rules.append((f"trans {source} -> {target} if {guard.text}", oracle.Transition(source, target, (line,))))
    return rules


def _start(draw: DrawFn, words: Words) -> tuple[str, oracle.Formula]:
    shape = draw(st.integers(0, 9))
    if shape < 2:
        where = draw_atom(draw, replace(words.impartial(), shared=(), booleans=frozenset()))
        return f"init where {where.text}", where.formula
    homes = [draw(st.sampled_from(words.states)) for _ in words.sets] if shape < 4 else [words.states[0]]
    formula: oracle.Formula = oracle.Constant(True)
    for group, home in zip(words.sets, itertools.cycle(homes), strict=False):
        here = oracle.Count(frozenset([home]), group.processes)
        there = oracle.Compare("=", here, words.number_of(group.processes))
        formula = oracle.Connective("and", formula, there)
    if shape >= 4:
        return f"init {homes[0]}", formula
    lines = "; ".join(f"{group.text}: {home}" for group, home in zip(words.sets, homes, strict=True))
    return f"init {{ {lines} }}", formula


_Property: TypeAlias = tuple[str, str, oracle.Formula]
"""The keyword of a property, its text and its meaning."""


def _progress(draw: DrawFn, words: Words) -> _Property:
    """A property that every path, or some path, reaches a goal: from the start, always, or after each trigger."""
    impartial = words if chance(draw, 40) else words.impartial()
    goal, trigger = draw_predicate(draw, impartial, 1), draw_predicate(draw, impartial, 1)
    inevitable = one_of(draw, True, True, False)
    ahead = oracle.Path("A" if inevitable else "E", "F", (goal.formula,))
    text = f"{'AF' if inevitable else 'EF'} ({goal.text})"
    match one_of(draw, "start", "again", "answered", "answered"):
        case "start" if inevitable:
            return "ctl", text, ahead
        case "answered":
            answered = oracle.Connective("implies", trigger.formula, ahead)
            return "ctl", f"AG (({trigger.text}) -> {text})", oracle.Path("A", "G", (answered,))
    return "ctl", f"AG {text}", oracle.Path("A", "G", (ahead,))


def _property(draw: DrawFn, words: Words) -> _Property:
    state = draw_predicate(draw, words if chance(draw, 40) else words.impartial(), 1)
    if chance(draw, 20):
        state = connective(draw, one_of(draw, "and", "or"), state, SpelledFormula("deadlock", oracle.Deadlocked()))
    match one_of(draw, "invariant", "AG", "EF", "EF", "start"):
        case "start":
            return "ctl", state.text, state.formula
        case "EF":
            return "ctl", f"EF ({state.text})", oracle.Path("E", "F", (state.formula,))
        case "invariant":
            return "invariant", state.text, oracle.Path("A", "G", (state.formula,))
    return "ctl", f"AG ({state.text})", oracle.Path("A", "G", (state.formula,))
