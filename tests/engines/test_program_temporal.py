"""CTL, LTL and fairness of programs by both engines, checked against the oracle on the graphs of the programs."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TypeAlias

import pytest

from tests.support import oracle_ltl as oracle
from tests.support.composing import run_by
from tests.support.generated_programs import seeds
from vsym.basics.limits import UNLIMITED
from vsym.basics.source import Source
from vsym.languages.murphi.text import text
from vsym.models.program.program import Program
from vsym.models.program.semantics import replayed
from vsym.system.result import Verdict

SEEDS = {"interpreted": 30, "compiled": 3, "explicit": 12, "mdd": 12, "nusmv": 4}
"""The number of programs for each engine: few where each is compiled, or given to another program."""

RULES = ("a", "b")
UNARY: tuple[oracle.Operator, ...] = ("X", "F", "G")
BINARY: tuple[oracle.Operator, ...] = ("U", "W", "R")
OF_PATHS: tuple[oracle.Quantifier, ...] = ("A", "E")
Edge: TypeAlias = tuple[int, str, int]
Node: TypeAlias = tuple[int, str | None]
"""A state and the rule that has just fired, None where none has."""


@dataclass(frozen=True)
class Drawn:
    """A graph whose edges are rules, with the states where each proposition is true, the propositions that fair paths
    meet infinitely often, and the rules that they do not pass over for ever. It starts in state 0."""

    size: int
    edges: frozenset[Edge]
    propositions: dict[str, frozenset[int]]
    justice: tuple[str, ...]
    fair: tuple[str, ...]

    def graph(self) -> oracle.Graph[Node]:
        """The graph for the oracle: a node is a state and the rule that led to it; a state without a rule repeats."""
        nodes: list[Node] = [(state, rule) for state in range(self.size) for rule in (None, *RULES)]
        successors = {node: self._after(node[0]) for node in nodes}
        return oracle.Graph(successors, {node: self._true(*node) for node in nodes}, (*self.justice, *self.fair))

    def _after(self, state: int) -> frozenset[Node]:
        ends: list[Node] = [(end, rule) for begin, rule, end in self.edges if begin == state]
        return frozenset(ends) if ends else frozenset([(state, None)])

    def _true(self, state: int, fired: str | None) -> frozenset[str]:
        enabled = {rule for begin, rule, _ in self.edges if begin == state}
        passed_over = {rule for rule in RULES if rule in enabled and rule != fired}
        propositions = {name for name, states in self.propositions.items() if state in states}
        return frozenset(propositions.union(RULES) - passed_over)

    def text(self, properties: list[str]) -> str:
        """The graph as a program, with properties."""
        lines = [f"var at: 0 .. {self.size - 1};", "startstate at := 0; end;"]
        for name in RULES:
            moves = [f"at = {begin} & next = {end}" for begin, rule, end in sorted(self.edges) if rule == name]
            guard = " | ".join(moves) or "false"
            lines.append(f"ruleset next: 0 .. {self.size - 1} do rule {name!r} {guard} ==> at := next; end; end;")
        lines += [f"--! fair {self.condition(name)}" for name in self.justice]
        lines += [f'--! fair "{rule}"' for rule in self.fair]
        return "\n".join([*lines, *properties, ""]).replace("'", '"')

    def condition(self, name: str) -> str:
        """A proposition in the words of the program."""
        return f"({' | '.join(f'at = {state}' for state in sorted(self.propositions[name])) or 'false'})"


def drawn(draw: Random) -> Drawn:
    size = draw.randint(2, 4)
    states = range(size)
    edges = {
        (begin, rule, draw.choice(states))
        for begin in states
        for rule in RULES
        for _ in range(draw.choice((0, 1, 1, 2)))
    }
    propositions = {name: frozenset(state for state in states if draw.random() < 0.5) for name in "pq"}
    justice = tuple(name for name in "pq" if draw.random() < 0.2)
    fair = tuple(rule for rule in RULES if draw.random() < 0.4)
    return Drawn(size, frozenset(edges), propositions, justice, fair)


def formula(draw: Random, of: Drawn, logic: str, depth: int) -> tuple[str, oracle.Formula]:
    """A formula as the program says it, and for the oracle."""
    if not depth or draw.random() < 0.2:
        name = draw.choice("pq")
        return of.condition(name), oracle.Atom(name)
    first, left = formula(draw, of, logic, depth - 1)
    kind = draw.choice(("not", "and", "one", "one", "two"))
    if kind == "not":
        return f"!({first})", oracle.Not(left)
    quantifier = draw.choice(OF_PATHS if logic == "ctl" else ("",))
    if kind == "one":
        tense = draw.choice(UNARY)
        return f"{quantifier}{tense} ({first})", oracle.Tense(tense, (left,), quantifier)
    second, right = formula(draw, of, logic, depth - 1)
    if kind == "and":
        return f"({first}) & ({second})", oracle.Connective("and", left, right)
    tense = draw.choice(BINARY)
    inner = f"({first}) {tense} ({second})"
    return f"{quantifier} [{inner}]" if quantifier else inner, oracle.Tense(tense, (left, right), quantifier)


@dataclass(frozen=True)
class Asked:
    """A drawn program, the same with formulas as properties, and each formula's logic and meaning for the oracle."""

    of: Drawn
    program: Program
    formulas: list[tuple[str, oracle.Formula]]

    def holds(self, number: int) -> bool:
        """The verdict of the oracle on a formula."""
        (logic, meant), graph, start = self.formulas[number], self.of.graph(), (0, None)
        return (
            start in oracle.ctl_satisfying(graph, meant) if logic == "ctl" else oracle.ltl_holds(graph, [start], meant)
        )


def asked(seed: int) -> Asked:
    draw = Random(seed)
    of = drawn(draw)
    said = [(logic, *formula(draw, of, logic, depth)) for logic, depth in (("ctl", 3), ("ctl", 2), ("ltl", 2))]
    properties = [f"--! {logic} f{number}: {words}" for number, (logic, words, _) in enumerate(said)]
    program = text(Source("drawn.m", of.text(properties)), UNLIMITED).at({})
    return Asked(of, program, [(logic, meant) for logic, _, meant in said])


def answered(one: Asked, engine: str) -> list[Verdict]:
    """The verdicts on the formulas; every path that shows one is replayed."""
    verdicts = [outcome.verdict for outcome in run_by(one.program, engine).outcomes]
    for verdict in verdicts:
        if verdict.path is not None:
            replayed(one.program, verdict.path)
    return verdicts[-len(one.formulas) :]


@pytest.mark.parametrize("engine", [*SEEDS])
def test_verdicts_are_those_of_the_oracle(engine: str) -> None:
    kinds: set[tuple[str, bool, str]] = set()
    for seed in seeds(SEEDS[engine]):
        one = asked(seed)
        for number, verdict in enumerate(answered(one, engine)):
            assert verdict.outcome == ("holds" if one.holds(number) else "violated"), (one.program, number)
            kinds.add((one.formulas[number][0], bool(one.of.fair or one.of.justice), verdict.outcome))
    assert SEEDS[engine] < 30 or len(kinds) == 8, kinds
