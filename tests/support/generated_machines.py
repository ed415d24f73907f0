"""Machines of a few processes, drawn: as `.gsst` and as Murphi, with their states and verdicts from the definition.

`check_path` checks a path that vsym shows against the machine and the verdict.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, Literal, NamedTuple, TypeAlias

from tests.support import oracle_ltl
from tests.support.generated_program_names import chance
from tests.support.oracle_ltl import Atom, Connective, Formula, Not, Tense

LOCAL = ("A", "B", "C")
FEW = 6


class Condition(NamedTuple):
    """`some` process is in a local state, or none is; without a local state, the shared variable is true."""

    local: str | None
    some: bool = True

    def true(self, state: State) -> bool:
        """The truth in a state, by the definition."""
        return state.x is self.some if self.local is None else (self.local in state.locals) is self.some

    @property
    def gsst(self) -> str:
        """The text as a predicate of a `.gsst` model."""
        if self.local is None:
            return "x" if self.some else "!x"
        return f"#{self.local} >= 1" if self.some else f"#{self.local} = 0"

    @property
    def murphi(self) -> str:
        """The text as a condition of a program."""
        if self.local is None:
            return "x" if self.some else "!x"
        if self.some:
            return f"(exists q: P do place[q] = {self.local} end)"
        return f"(forall q: P do place[q] != {self.local} end)"


class State(NamedTuple):
    """The local state of each process, and the shared variable."""

    locals: tuple[str, ...]
    x: bool


class Move(NamedTuple):
    """A process goes from a local state to another one where all tests are true, and may set the shared variable."""

    source: str
    target: str
    guard: tuple[Condition, ...]
    sets: bool | None


@dataclass(frozen=True)
class Machine:
    """Processes that begin in A with x false, their moves, properties by name, and what recurs on fair paths.

    Only process 1 may make the moves of `first`, and only the lowest process in its source may make a move of `lowest`.
    Such moves distinguish the elements of a range.
    """

    processes: int
    moves: tuple[Move, ...]
    first: frozenset[int]
    lowest: frozenset[int]
    properties: Mapping[str, tuple[str, Formula]]
    fair: tuple[Condition, ...]

    @cached_property
    def graph(self) -> oracle_ltl.Graph[State]:
        """The reachable states; one in which nothing can move is followed by itself."""
        successors: dict[State, frozenset[State]] = {}
        waiting = [self.initial]
        while waiting:
            state = waiting.pop()
            if state not in successors:
                successors[state] = frozenset(self._steps(state)) or frozenset({state})
                waiting += successors[state]
        tests = {*self.fair, *(test for _, formula in self.properties.values() for test in oracle_ltl.atoms(formula))}
        atoms = {
            state: frozenset(test for test in tests if isinstance(test, Condition) and test.true(state))
            for state in successors
        }
        return oracle_ltl.Graph(successors, atoms, self.fair)

    @property
    def initial(self) -> State:
        """The only initial state."""
        return State(("A",) * self.processes, x=False)

    def _steps(self, state: State) -> Iterator[State]:
        for number, move in enumerate(self.moves):
            for process in range(1 if number in self.first else self.processes):
                lower = state.locals[:process] if number in self.lowest else ()
                if state.locals[process] != move.source or move.source in lower:
                    continue
                if all(test.true(state) for test in move.guard):
                    after = (*state.locals[:process], move.target, *state.locals[process + 1 :])
                    yield State(after, state.x if move.sets is None else move.sets)

    @cached_property
    def verdicts(self) -> dict[str, str]:
        """The verdict on each property in the initial state."""
        found = {}
        for name, (logic, formula) in self.properties.items():
            if logic == "ltl":
                holds = oracle_ltl.ltl_holds(self.graph, [self.initial], formula)
            else:
                holds = self.initial in oracle_ltl.ctl_satisfying(self.graph, formula)
            found[name] = "holds" if holds else "violated"
        return found

    @property
    def gsst(self) -> str:
        """The machine as processes."""
        sizes = [1] * self.processes if self.lowest else [1, self.processes - 1]
        groups = [f"P{number}" for number in range(1, len(sizes) + 1)]
        lines = ["system drawn", "states A, B, C"]
        lines += [f"group {group} of {size}" for group, size in zip(groups, sizes, strict=True)]
        lines += ["shared x : bool = false", "init A"]
        for number, move in enumerate(self.moves):
            update = "" if move.sets is None else f" do x := {str(move.sets).lower()}"
            tests = [test.gsst for test in move.guard] or ["true"]
            head = f"trans {move.source} -> {move.target}"
            if number in self.first:
                lines.append(f"{head} {{ P1: {' & '.join(tests)}{update} }}")
            elif number in self.lowest:
                lines.append(f"{head} {{")
                for place, group in enumerate(groups):
                    none = [f"#{move.source}[{lower}] = 0" for lower in groups[:place]]
                    lines.append(f"  {group}: {' & '.join([*tests, *none])}{update}")
                lines.append("}")
            else:
                lines.append(f"{head} if {' & '.join(tests)}{update}")
        lines += [f"{logic} {name}: {spelled(formula, 'gsst')}" for name, (logic, formula) in self.properties.items()]
        lines += [f"fairness {test.gsst}" for test in self.fair]
        return "\n".join(lines) + "\n"

    @property
    def murphi(self) -> str:
        """The machine as a program; over a scalarset where processes are not told apart."""
        elements = f"0..{self.processes - 1}" if self.first or self.lowest else f"scalarset({self.processes})"
        lines = [f"type P: {elements}; L: enum {{ A, B, C }};", "var place: array [P] of L; x: boolean;"]
        lines += ["startstate for p: P do place[p] := A; end; x := false; end;", "ruleset p: P do"]
        for number, move in enumerate(self.moves):
            tests = [f"place[p] = {move.source}", *(test.murphi for test in move.guard)]
            tests += ["p = 0"] if number in self.first else []
            tests += [f"forall q: P do q < p -> place[q] != {move.source} end"] if number in self.lowest else []
            update = "" if move.sets is None else f" x := {str(move.sets).lower()};"
            lines.append(f'  rule "t{number}" {" & ".join(tests)} ==> place[p] := {move.target};{update} end;')
        lines.append("end;")
        for name, (logic, formula) in self.properties.items():
            lines.append(f"--! {logic} {name}: {spelled(formula, 'murphi')}")
        lines += [f"--! fair {test.murphi}" for test in self.fair]
        return "\n".join(lines) + "\n"


def spelled(formula: Formula, language: str) -> str:
    """A formula in one of the languages."""
    match formula:
        case Atom(Condition() as test):
            return f"({test.gsst if language == 'gsst' else test.murphi})"
        case Not(operand):
            return f"!{spelled(operand, language)}"
        case Connective(operator, left, right):
            sign = {"and": "&", "or": "|", "iff": "<->"}[operator]
            return f"({spelled(left, language)} {sign} {spelled(right, language)})"
        case Tense(operator, (operand,), quantifier):
            return f"({quantifier}{operator} {spelled(operand, language)})"
        case Tense(operator, (left, right), quantifier):
            inside = f"{spelled(left, language)} {operator} {spelled(right, language)}"
            return f"{quantifier} [{inside}]" if quantifier else f"({inside})"
    raise ValueError(formula)


Kind: TypeAlias = Literal["alike", "first", "lowest"]
"""The moves that differ: none, one of the first process alone, or one of the lowest process that is able."""


def machine(draw: Random, kind: Kind) -> Machine:
    """A machine that reaches more than a few states, and of whose properties some hold and some do not."""
    while True:
        drawn = _machine(draw, kind)
        if len(drawn.graph.successors) > FEW and {*drawn.verdicts.values()} == {"holds", "violated"}:
            return drawn


def _machine(draw: Random, kind: Kind) -> Machine:
    """A machine with three to five moves, and a property of each shape."""
    moves = [
        Move(pair[0], pair[1], _guard(draw), draw.choice((None, None, True, False))) for pair in ("AB", "BC", "CA")
    ]
    for _ in range(draw.randint(0, 2)):
        source, target = draw.sample(LOCAL, 2)
        moves.append(Move(source, target, _guard(draw), draw.choice((None, True, False))))
    apart = frozenset({draw.randrange(len(moves))} if kind != "alike" else ())
    first, lowest = (apart if kind == one else frozenset() for one in ("first", "lowest"))
    some, other, third = (Atom(_test(draw)) for _ in range(3))
    properties: dict[str, tuple[str, Formula]] = {
        "never": ("ctl", Tense("G", (some,), "A")),
        "can": ("ctl", Tense("F", (Connective("and", some, other),), "E")),
        "must": ("ctl", Tense("F", (other,), "A")),
        "answers": ("ctl", Tense("G", (Connective("or", Not(other), Tense("F", (third,), "A")),), "A")),
        "returns": ("ctl", Tense("G", (Tense("F", (third,), "E"),), "A")),
        "holding": ("ctl", Tense("U", (some, other), "E")),
        "again": ("ltl", Tense("G", (Tense("F", (some,)),))),
        "until": ("ltl", Tense("U", (Not(other), third))),
    }
    fair = tuple({_test(draw) for _ in range(draw.randint(0, 1))})
    return Machine(draw.randint(2, 3), tuple(moves), first, lowest, properties, fair)


def _test(draw: Random) -> Condition:
    return Condition(draw.choice((*LOCAL, None)), chance(draw, 50))


def _guard(draw: Random) -> tuple[Condition, ...]:
    return tuple(_test(draw) for _ in range(draw.choice((0, 0, 1, 1, 2))))


class Shown(NamedTuple):
    """A path in the words of the machine, and the place where its last state has been before."""

    states: tuple[State, ...]
    loop: int | None


def check_path(drawn: Machine, name: str, verdict: str, shown: Shown, where: object) -> str:
    """Checks that the machine has the path and that the path shows the verdict; returns the logic and kind of path."""
    states, loop = shown
    assert states[0] == drawn.initial, where
    for before, after in itertools.pairwise(states):
        assert after in drawn.graph.successors[before], where
    logic, formula = drawn.properties[name]
    if loop is not None:
        assert (sorted(states[loop].locals), states[loop].x) == (sorted(states[-1].locals), states[-1].x), where
        states = states[:-1]
    elif drawn.graph.successors[states[-1]] == {states[-1]}:
        # Where nothing can move, the last state is repeated for ever.
        loop = len(states) - 1
    word = [drawn.graph.atoms[state] for state in states]
    fair = loop is not None and frozenset().union(*word[loop:]).issuperset(drawn.fair)
    assert fair or shown.loop is None, where
    whole = formula if logic == "ltl" else _along(formula)
    if shown.loop is not None and whole is not None:
        assert oracle_ltl.on_word(whole, word, shown.loop)[0] == (verdict == "holds"), where
    if logic == "ltl" and shown.loop is None:
        # A beginning of which every continuation refutes it, also the one that stays where it is.
        assert not oracle_ltl.on_word(formula, word, len(word) - 1)[0], where
    _check_end(drawn, formula, verdict, Shown(states, loop if fair else None), where)
    return f"{logic} {'end' if shown.loop is None else 'lasso'}"


def _along(formula: Formula) -> Formula | None:
    """A formula of CTL as one of LTL, without quantifiers; None where they are of both kinds."""

    def plain(of: Formula) -> Formula:
        match of:
            case Tense(operator, operands, _):
                return Tense(operator, tuple(map(plain, operands)))
            case Not(operand):
                return Not(plain(operand))
            case Connective(operator, left, right):
                return Connective(operator, plain(left), plain(right))
        return of

    quantifiers = {part.quantifier for part in oracle_ltl.parts(formula) if isinstance(part, Tense)}
    return plain(formula) if len(quantifiers) == 1 else None


def _check_end(drawn: Machine, formula: Formula, verdict: str, shown: Shown, where: object) -> None:
    """Checks that the path shows the verdict on a CTL formula: a state on it decides, or its endless continuation."""
    states = shown.states
    match formula:
        case Tense("F", (inside,), "E") if verdict == "holds":
            assert any(state in oracle_ltl.ctl_satisfying(drawn.graph, inside) for state in states), where
        case Tense("G", (inside,), "A") if verdict == "violated":
            assert any(state not in oracle_ltl.ctl_satisfying(drawn.graph, inside) for state in states), where
        case Tense("U", (left, right), "E") if verdict == "holds":
            good, kept = (oracle_ltl.ctl_satisfying(drawn.graph, one) for one in (right, left))
            end = next((place for place, state in enumerate(states) if state in good), None)
            assert end is not None, where
            assert kept.issuperset(states[:end]), where
        case Tense("F", (inside,), "A") if verdict == "violated":
            assert shown.loop is not None, where
            assert oracle_ltl.ctl_satisfying(drawn.graph, inside).isdisjoint(states), where
        case _:
            pass


def recorded(trace: Mapping[str, Any], processes: int) -> Shown:
    """The path of a document."""
    states = (
        State(tuple(one["processes"]), one["shared"]["x"])
        if "processes" in one
        else of_columns(one["values"], processes)
        for one in trace["states"]
    )
    return Shown(tuple(states), trace["loop"])


def of_columns(values: Mapping[str, str], processes: int) -> State:
    """The state by the names of its columns, which are those of variables and of processes."""
    places = tuple(value for name, value in values.items() if name != "x")
    assert len(places) == processes
    return State(places, values["x"] == "true")
