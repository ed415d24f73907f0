"""Small models with open sizes drawn twice over: as a `.gsst` text and, for any parameter values, for the oracle.

What is drawn is a text with a function from values to its meaning, so that one text has a meaning at every size.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, Literal, NamedTuple, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.support import oracle
from tests.support.choosing import chance, one_of

MeaningT = TypeVar("MeaningT")


class At(NamedTuple):
    """Values of the parameters, and the processes that the groups have there."""

    values: Mapping[str, int]
    groups: Mapping[str, frozenset[int]]

    @property
    def everyone(self) -> frozenset[int]:
        """All processes."""
        return frozenset().union(*self.groups.values())


class Said(NamedTuple, Generic[MeaningT]):
    """A text and what it means at each size."""

    text: str
    at: Callable[[At], MeaningT]


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
        """Which values it may have."""
        upper = "" if self.most is None else f" & {self.name} <= {self.most}"
        return f"{self.name} >= {self.least}{upper}"


@dataclass(frozen=True)
class OpenGenerated:
    """A drawn model: its text, its parameters, all open, and what it means at values inside their domains."""

    text: str
    parameters: tuple[OpenParameter, ...]
    groups: tuple[tuple[str, Said[int]], ...]
    model: Callable[[At], oracle.Model]

    def sizes(self, processes: int) -> Iterator[At]:
        """All values with at most so many processes; parameters without an upper bound go up to 4."""
        ranges = [range(p.least, (4 if p.most is None else p.most) + 1) for p in self.parameters]
        for chosen in itertools.product(*ranges):
            found = self.here({p.name: value for p, value in zip(self.parameters, chosen, strict=True)})
            if len(found.everyone) <= processes:
                yield found

    def here(self, values: Mapping[str, int]) -> At:
        """The groups at these values."""
        start, groups = 1, dict[str, frozenset[int]]()
        for name, size in self.groups:
            end = start + size.at(At(values, {}))
            groups[name] = frozenset(range(start, end))
            start = end
        return At(values, groups)


@dataclass(frozen=True)
class _Words:
    """What formulas may speak of."""

    states: tuple[str, ...]
    groups: tuple[str, ...]
    numbers: tuple[Said[int], ...]
    shared: tuple[str, ...]
    partial: bool = True


_Rule = tuple[str, Callable[[At], oracle.Transition]]


@st.composite
def open_models(draw: DrawFn, *, progress: bool = False) -> OpenGenerated:
    """Models of two or three groups with up to two shared variables, and one to three parameters in sizes, guards,
    ranges and properties, some with fairness. Properties are a state of the start, `invariant`, `AG` and `EF` of a
    state, or with `progress` what happens eventually or can happen; a lemma need not be inductive, and an assignment
    may overflow.
    """
    parameters = _parameters(draw)
    numbers = tuple(_parameter(one.name) for one in parameters)
    groups = _groups(draw, numbers)
    states = ("N", "T", "C")[: draw(st.sampled_from([3, 3, 2]))]
    shared = _shared(draw, numbers)
    words = _Words(states, tuple(name for name, _ in groups), numbers, tuple(name for name, _ in shared))
    rules = [_blocked(draw, words) for _ in range(draw(st.integers(1, 2)))] + _free(draw, words)
    start = _start(draw, words)
    ask = _progress if progress else _property
    properties = [ask(draw, words, f"property{number}") for number in range(draw(st.integers(1, 2)))]
    fair = [_predicate(draw, words) for _ in range(chance(draw, 30))]
    claims = [_comparison(draw, words)] if chance(draw, 10) else []

    def model(at: At) -> oracle.Model:
        named = tuple((f"property{number}", said.at(at)) for number, said in enumerate(properties))
        return oracle.Model(
            states,
            len(at.everyone),
            tuple(rule(at) for _, rule in rules),
            start.at(at),
            tuple(said.at(at) for _, said in shared),
            named,
            tuple(("claim", claim.at(at)) for claim in claims),
            tuple(said.at(at) for said in fair),
        )

    lines = [
        "system drawn",
        *_declared(draw, parameters),
        f"states {', '.join(states)}",
        *(f"group {name} of {size.text}" for name, size in groups),
        *(said.text for _, said in shared),
        start.text,
        *(text for text, _ in rules),
        *(said.text for said in properties),
        *(f"lemma claim: {claim.text}" for claim in claims),
        *(f"fairness {said.text}" for said in fair),
    ]
    return OpenGenerated("\n".join([*lines, ""]), tuple(parameters), tuple(groups), model)


def _parameters(draw: DrawFn) -> list[OpenParameter]:
    names = ["a", "b"] if chance(draw, 80) else ["a"]
    found = [OpenParameter(name, draw(st.sampled_from([0, 1, 1, 2]))) for name in names]
    return [*found, OpenParameter("k", 0, 2)] if chance(draw, 30) else found


def _declared(draw: DrawFn, parameters: list[OpenParameter]) -> list[str]:
    """One declaration for each, or one for all together, in which some have no values of their own."""
    if chance(draw, 60):
        return [one.text for one in parameters]
    listed = [f"{one.name} = {one.least + 1}" if chance(draw, 50) else one.name for one in parameters]
    return [f"param {', '.join(listed)} where {' & '.join(one.domain for one in parameters)}"]


def _parameter(name: str) -> Said[int]:
    return Said(name, lambda at: at.values[name])


def _constant(number: int) -> Said[int]:
    return Said(str(number), lambda _: number)


def _groups(draw: DrawFn, numbers: tuple[Said[int], ...]) -> list[tuple[str, Said[int]]]:
    sizes = [one for one in numbers if one.text != "k"]
    if len(sizes) == 1:
        sizes.append(draw(st.sampled_from([_constant(1), _constant(2), sizes[0]])))
    elif chance(draw, 10):
        first, second = sizes
        sizes[1] = Said("2 * a + b - a", lambda at: first.at(at) + second.at(at))
    if chance(draw, 20):
        sizes.append(draw(st.sampled_from([_constant(1), sizes[0]])))
    return list(zip(("R", "W", "Q"), sizes, strict=False))


def _shared(draw: DrawFn, numbers: tuple[Said[int], ...]) -> list[tuple[str, Said[oracle.Variable]]]:
    found: list[tuple[str, Said[oracle.Variable]]] = []
    if chance(draw, 25):
        found.append(("free", Said("shared free : bool = true", lambda _: oracle.Variable("free", 0, 1, 1))))
    if chance(draw, 25):
        high = draw(st.sampled_from([*numbers, _constant(1), _constant(2)]))
        low = draw(st.sampled_from([_constant(0), high]))
        text = f"shared level : 0..{high.text} = {low.text}"
        found.append(("level", Said(text, lambda at: oracle.Variable("level", 0, high.at(at), low.at(at)))))
    return found


def _set(draw: DrawFn, words: _Words) -> Said[frozenset[int]]:
    name, other = draw(st.sampled_from(words.groups)), draw(st.sampled_from(words.groups))
    options: list[Said[frozenset[int]]] = [
        Said(name, lambda at: at.groups[name]),
        Said(name, lambda at: at.groups[name]),
        Said(f"{name} | {other}", lambda at: at.groups[name] | at.groups[other]),
        Said(f"all \\ {name}", lambda at: at.everyone - at.groups[name]),
    ]
    return draw(st.sampled_from(options))


def _count(draw: DrawFn, words: _Words) -> Said[oracle.Term]:
    state = draw(st.sampled_from(words.states))
    if not words.partial or chance(draw, 40):
        return Said(f"#{state}", lambda at: oracle.Count(frozenset([state]), at.everyone))
    among = _set(draw, words)
    return Said(f"#{state}[{among.text}]", lambda at: oracle.Count(frozenset([state]), among.at(at)))


def _bound(draw: DrawFn, words: _Words) -> Said[oracle.Term]:
    """A number, a parameter with a number added, or the size of a set."""
    shape, small = draw(st.integers(0, 9)), draw(st.sampled_from([0, 1, 1, 2]))
    if shape < 5:
        return Said(str(small), lambda _: oracle.Number(small))
    if shape < 8:
        chosen = draw(st.sampled_from(words.numbers))
        return Said(f"{chosen.text} - {small}", lambda at: oracle.Number(chosen.at(at) - small))
    among = _set(draw, words)
    return Said(f"|({among.text})|", lambda at: oracle.Number(len(among.at(at))))


def _comparison(draw: DrawFn, words: _Words) -> Said[oracle.Formula]:
    if "free" in words.shared and chance(draw, 20):
        return Said("free", lambda _: oracle.Compare("=", oracle.Value("free"), oracle.Number(1)))
    left, right = _count(draw, words), _bound(draw, words)
    if "level" in words.shared and chance(draw, 30):
        left = Said("level", lambda _: oracle.Value("level"))
    elif chance(draw, 20):
        one, other = left, _count(draw, words)
        operator: Literal["+", "-"] = draw(st.sampled_from(["+", "-"]))
        left = Said(
            f"{one.text} {operator} {other.text}", lambda at: oracle.Arithmetic(operator, one.at(at), other.at(at))
        )
    kind: Literal["=", "!=", "<", "<=", ">", ">="] = draw(st.sampled_from(["=", "!=", "<", "<=", ">", ">=", "=", "<="]))
    return Said(f"{left.text} {kind} {right.text}", lambda at: oracle.Compare(kind, left.at(at), right.at(at)))


def _predicate(draw: DrawFn, words: _Words, depth: int = 1) -> Said[oracle.Formula]:
    shape = draw(st.integers(0, 9)) if depth else 0
    if shape < 5:
        return _comparison(draw, words)
    left = _predicate(draw, words, depth - 1)
    if shape == 5:
        return Said(f"!({left.text})", lambda at: oracle.Not(left.at(at)))
    return _joined(left, "and" if shape < 8 else "or", _predicate(draw, words, depth - 1))


def _joined(
    left: Said[oracle.Formula], kind: Literal["and", "or"], right: Said[oracle.Formula]
) -> Said[oracle.Formula]:
    sign = "&" if kind == "and" else "|"
    return Said(f"({left.text}) {sign} ({right.text})", lambda at: oracle.Connective(kind, left.at(at), right.at(at)))


def _nobody(state: str, group: str) -> Said[oracle.Formula]:
    return Said(
        f"#{state}[{group}] = 0",
        lambda at: oracle.Compare("=", oracle.Count(frozenset([state]), at.groups[group]), oracle.Number(0)),
    )


def _blocked(draw: DrawFn, words: _Words) -> _Rule:
    """A transition with a line per group: in an order of priority, in turns, or without any plan."""
    source, target = draw(st.permutations(words.states))[:2]
    plan = one_of(draw, "priority", "priority", "turns", "none")
    impartial = _Words(words.states, words.groups, words.numbers, words.shared, partial=False)
    common = _predicate(draw, impartial, 0)
    update_text, update = _update(draw, words)
    turn = _comparison(draw, words)
    guards: list[tuple[str, Said[oracle.Formula]]] = []
    for place, group in enumerate(words.groups):
        guard = common if plan != "none" else _predicate(draw, words)
        others = words.groups[:place] if plan == "priority" else [g for g in words.groups if g != group]
        if plan == "priority" and not chance(draw, 12):
            for other in others:
                guard = _joined(guard, "and", _nobody(source, other))
        if plan == "turns" and len(words.groups) == 2:
            mine = turn if place == 0 else Said[oracle.Formula](f"!({turn.text})", lambda at: oracle.Not(turn.at(at)))
            guard = _joined(guard, "and", _joined(_nobody(source, others[0]), "or", mine))
        guards.append((group, guard))

    def meaning(at: At) -> oracle.Transition:
        lines = [oracle.Line(at.groups[group], guard.at(at), update(at)) for group, guard in guards]
        return oracle.Transition(source, target, tuple(lines))

    text = "\n".join(f"  {group}: {guard.text}{update_text}" for group, guard in guards)
    return f"trans {source} -> {target} {{\n{text}\n}}", meaning


def _update(draw: DrawFn, words: _Words) -> tuple[str, Callable[[At], tuple[tuple[str, oracle.Term], ...]]]:
    if "level" in words.shared and chance(draw, 50):
        step = draw(st.sampled_from([1, -1]))
        text = f" do level := level {'+' if step > 0 else '-'} 1"
        return text, lambda _: (("level", oracle.Arithmetic("+", oracle.Value("level"), oracle.Number(step))),)
    if "level" in words.shared and chance(draw, 50):
        number = draw(st.sampled_from([_constant(0), *words.numbers]))
        return f" do level := {number.text}", lambda at: (("level", oracle.Number(number.at(at))),)
    if "free" in words.shared and chance(draw, 60):
        bit = draw(st.integers(0, 1))
        return f" do free := {'true' if bit else 'false'}", lambda _: (("free", oracle.Number(bit)),)
    return "", lambda _: ()


def _free(draw: DrawFn, words: _Words) -> list[_Rule]:
    """Transitions that everyone may always take, or under one guard."""
    rules: list[_Rule] = []
    for source, target in itertools.pairwise((*words.states, words.states[0])):
        if chance(draw, 55):
            guard = (
                _comparison(draw, words)
                if chance(draw, 30)
                else Said[oracle.Formula]("true", lambda _: oracle.Constant(True))
            )
            rules.append(_for_everyone(source, target, guard))
    return rules


def _for_everyone(source: str, target: str, guard: Said[oracle.Formula]) -> _Rule:
    text = f"trans {source} -> {target} if {guard.text}"
    return text, lambda at: oracle.Transition(source, target, (oracle.Line(at.everyone, guard.at(at)),))


def _start(draw: DrawFn, words: _Words) -> Said[oracle.Formula]:
    shape = draw(st.integers(0, 9))
    if shape < 2:
        impartial = _Words(words.states, words.groups, words.numbers, (), partial=False)
        where = _comparison(draw, impartial)
        return Said(f"init where {where.text}", where.at)
    homes = [draw(st.sampled_from(words.states)) for _ in words.groups] if shape < 4 else [words.states[0]]

    def meaning(at: At) -> oracle.Formula:
        formula: oracle.Formula = oracle.Constant(True)
        for group, home in zip(words.groups, itertools.cycle(homes), strict=False):
            processes = at.groups[group]
            there = oracle.Compare("=", oracle.Count(frozenset([home]), processes), oracle.Number(len(processes)))
            formula = oracle.Connective("and", formula, there)
        return formula

    lines = "; ".join(f"{group}: {home}" for group, home in zip(words.groups, homes, strict=False))
    return Said(f"init {{ {lines} }}" if shape < 4 else f"init {homes[0]}", meaning)


def _progress(draw: DrawFn, words: _Words, name: str) -> Said[oracle.Formula]:
    """That a state is reached on every path or on some, from the start or from wherever another one is."""
    impartial = _Words(words.states, words.groups, words.numbers, words.shared, partial=chance(draw, 40))
    goal, trigger = _predicate(draw, impartial), _predicate(draw, impartial)
    quantifier = draw(st.sampled_from(("A", "A", "E")))
    assert quantifier in ("A", "E")

    def ahead(at: At) -> oracle.Path:
        return oracle.Path("A" if quantifier == "A" else "E", "F", (goal.at(at),))

    match one_of(draw, "start", "again", "answered", "answered"):
        case "start" if quantifier == "A":
            return Said(f"ctl {name}: AF ({goal.text})", ahead)
        case "answered":
            return Said(
                f"ctl {name}: AG ({trigger.text} -> {quantifier}F ({goal.text}))",
                lambda at: oracle.Path("A", "G", (oracle.Connective("implies", trigger.at(at), ahead(at)),)),
            )
    return Said(f"ctl {name}: AG {quantifier}F ({goal.text})", lambda at: oracle.Path("A", "G", (ahead(at),)))


def _property(draw: DrawFn, words: _Words, name: str) -> Said[oracle.Formula]:
    impartial = _Words(words.states, words.groups, words.numbers, words.shared, partial=chance(draw, 40))
    wanted = _predicate(draw, impartial)
    if chance(draw, 20):
        wanted = _joined(wanted, draw(st.sampled_from(["and", "or"])), Said("deadlock", lambda _: oracle.Deadlocked()))
    kind = one_of(draw, "invariant", "AG", "EF", "EF", "start")
    if kind == "start":
        return Said(f"ctl {name}: {wanted.text}", wanted.at)
    if kind == "EF":
        return Said(f"ctl {name}: EF ({wanted.text})", lambda at: oracle.Path("E", "F", (wanted.at(at),)))
    text = f"invariant {name}: {wanted.text}" if kind == "invariant" else f"ctl {name}: AG ({wanted.text})"
    return Said(text, lambda at: oracle.Path("A", "G", (wanted.at(at),)))
