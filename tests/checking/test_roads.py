"""The contract of every road from `vsym check FILE` to a verdict: model, reduction, engine, group, store and limit.

A machine of a few processes is drawn, and written both as a `.gsst` model and as a Murphi program. The test lists its
states from the definition. On every road each verdict is the one that these states give. A path is one of the machine
and shows the verdict, and a loop is fair. The document has its keys at a limit, too, and the exit status follows from
the verdicts.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from tests import oracle_ltl
from tests.drawn import many
from tests.generated_program_names import chance
from tests.oracle_ltl import Atom, Connective, Formula, Not, Tense
from tests.running import Vsym, document

LOCAL = ("A", "B", "C")
REFUSED = 2
FEW = 6


class Condition(NamedTuple):
    """`some` process is in a local state, or none is; without a local state, the shared variable is true."""

    local: str | None
    some: bool = True

    def true(self, state: State) -> bool:
        """By the definition."""
        return state.x is self.some if self.local is None else (self.local in state.locals) is self.some

    @property
    def gsst(self) -> str:
        """As a predicate of a `.gsst` model."""
        if self.local is None:
            return "x" if self.some else "!x"
        return f"#{self.local} >= 1" if self.some else f"#{self.local} = 0"

    @property
    def murphi(self) -> str:
        """As a condition of a program."""
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

    Process 1 alone may make the moves of `first`, so that elements of a range are told apart.
    """

    processes: int
    moves: tuple[Move, ...]
    first: frozenset[int]
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
                if state.locals[process] == move.source and all(test.true(state) for test in move.guard):
                    after = (*state.locals[:process], move.target, *state.locals[process + 1 :])
                    yield State(after, state.x if move.sets is None else move.sets)

    @cached_property
    def verdicts(self) -> dict[str, str]:
        """Whether each property holds in the initial state."""
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
        lines = ["system drawn", "states A, B, C", "group One of 1", f"group Rest of {self.processes - 1}"]
        lines += ["shared x : bool = false", "init A"]
        for number, move in enumerate(self.moves):
            update = "" if move.sets is None else f" do x := {str(move.sets).lower()}"
            guard = " & ".join(test.gsst for test in move.guard) or "true"
            head = f"trans {move.source} -> {move.target}"
            lines.append(f"{head} {{ One: {guard}{update} }}" if number in self.first else f"{head} if {guard}{update}")
        lines += [f"{logic} {name}: {spelled(formula, 'gsst')}" for name, (logic, formula) in self.properties.items()]
        lines += [f"fairness {test.gsst}" for test in self.fair]
        return "\n".join(lines) + "\n"

    @property
    def murphi(self) -> str:
        """The machine as a program; over a scalarset where no process is the first."""
        elements = f"0..{self.processes - 1}" if self.first else f"scalarset({self.processes})"
        lines = [f"type P: {elements}; L: enum {{ A, B, C }};", "var place: array [P] of L; x: boolean;"]
        lines += ["startstate for p: P do place[p] := A; end; x := false; end;", "ruleset p: P do"]
        for number, move in enumerate(self.moves):
            tests = [f"place[p] = {move.source}", *(test.murphi for test in move.guard)]
            tests += ["p = 0"] if number in self.first else []
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


def machine(draw: Random, *, told_apart: bool) -> Machine:
    """A machine that reaches more than a few states, and of whose properties some hold and some do not."""
    while True:
        drawn = _machine(draw, told_apart=told_apart)
        if len(drawn.graph.successors) > FEW and {*drawn.verdicts.values()} == {"holds", "violated"}:
            return drawn


def _machine(draw: Random, *, told_apart: bool) -> Machine:
    """A machine with three to five moves, and a property of each shape."""
    moves = [
        Move(pair[0], pair[1], _guard(draw), draw.choice((None, None, True, False))) for pair in ("AB", "BC", "CA")
    ]
    for _ in range(draw.randint(0, 2)):
        source, target = draw.sample(LOCAL, 2)
        moves.append(Move(source, target, _guard(draw), draw.choice((None, True, False))))
    first = frozenset({draw.randrange(len(moves))} if told_apart else ())
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
    return Machine(draw.randint(2, 3), tuple(moves), first, properties, fair)


def _test(draw: Random) -> Condition:
    return Condition(draw.choice((*LOCAL, None)), chance(draw, 50))


def _guard(draw: Random) -> tuple[Condition, ...]:
    return tuple(_test(draw) for _ in range(draw.choice((0, 0, 1, 1, 2))))


class Road(NamedTuple):
    """The file that is checked, and the options that choose reduction, engine and group."""

    file: str
    options: tuple[str, ...]


ENGINES = {"gsst": ("auto", "explicit", "mdd", "smt", "nusmv", "compiled", "adaptive")}
ENGINES |= {"m": ("auto", "compiled", "interpreted", "mdd", "smt", "explicit", "nusmv")}
GROUPS = (None, "none", "declared", "detected", "auto")
ROADS = (
    *(
        Road(f"drawn.{kind}", ("--engine", engine, *(() if group is None else ("--group", group))))
        for kind, engines in ENGINES.items()
        for engine, group in itertools.product(engines, GROUPS)
    ),
    *(Road("drawn.m", ("--as", "counters", "--engine", engine)) for engine in ENGINES["gsst"]),
    *(Road(f"drawn.{kind}", ("--store", "store")) for kind in ENGINES),
)
"""All that can be asked for; what vsym refuses it says with a status and a document."""

OPEN = {"smt", "stored"}
"""Engines that may leave a property open: one without a proof of its kind, and states on disk without their graph."""


@pytest.fixture
def drawn(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine, and its files in the working directory."""
    draw, told_apart = request.param
    of = machine(Random(draw), told_apart=told_apart)
    tmp_path.joinpath("drawn.gsst").write_text(of.gsst)
    tmp_path.joinpath("drawn.m").write_text(of.murphi)
    monkeypatch.chdir(tmp_path)
    return of


MACHINES = [
    pytest.param((seed, told_apart), id=f"{seed}{' told apart' if told_apart else ''}")
    for seed, told_apart in itertools.product(range(many(2)), (False, True))
]


@pytest.mark.parametrize("drawn", MACHINES, indirect=True)
def test_every_road_leads_to_the_verdicts_of_the_definition(drawn: Machine, vsym: Vsym) -> None:
    decided: Counter[str] = Counter()
    for number, road in enumerate(ROADS):
        options = [f"{option}{number}" if option == "store" else option for option in road.options]
        ran = vsym("check", road.file, "--json", *options)
        whole = document(ran)
        if ran.status == REFUSED:
            assert all(one["message"] for one in whole["diagnostics"]), road
            continue
        assert "properties" in whole, (road, ran.err)
        verdicts = {one["name"]: one for one in whole["properties"] if one["name"] in drawn.verdicts}
        assert verdicts.keys() == drawn.verdicts.keys(), road
        for name, one in verdicts.items():
            if one["verdict"] == "unknown":
                assert one["reason"], (road, name)
                assert one["engine"] in OPEN, (road, name)
                continue
            assert one["verdict"] == drawn.verdicts[name], (road, name)
            decided[name] += 1
            if one["trace"] is not None:
                _check_path(drawn, name, one["verdict"], one["trace"], (road, name))
        assert ran.status == _status([one["verdict"] for one in whole["properties"]]), road
    assert min(decided.values()) > len(ROADS) / 3
    assert decided.keys() == drawn.verdicts.keys()


def _status(verdicts: Sequence[str]) -> int:
    return 10 if "violated" in verdicts else 5 if "unknown" in verdicts else 0


def _check_path(drawn: Machine, name: str, verdict: str, trace: Mapping[str, Any], where: object) -> None:
    """The path is one of the machine, and along it the property is what the verdict says."""
    states = [_state(one, drawn.processes) for one in trace["states"]]
    assert states[0] == drawn.initial, where
    for before, after in itertools.pairwise(states):
        assert after in drawn.graph.successors[before], where
    logic, formula = drawn.properties[name]
    word = [drawn.graph.atoms[state] for state in states]
    loop = trace["loop"]
    if loop is None:
        _check_end(drawn, formula, verdict, states, where)
        return
    assert (sorted(states[loop].locals), states[loop].x) == (sorted(states[-1].locals), states[-1].x), where
    word = word[:-1]
    recurring = frozenset().union(*word[loop:])
    assert recurring.issuperset(drawn.fair), where
    on_path = formula if logic == "ltl" else _along(formula)
    if on_path is not None:
        assert oracle_ltl.on_word(on_path, word, loop)[0] == (verdict == "holds"), where


def _along(formula: Formula) -> Formula | None:
    """A formula of CTL as one of LTL, without quantifiers; None where they are of both kinds."""

    def quantifiers(of: Formula) -> set[str]:
        match of:
            case Tense(_, operands, quantifier):
                return {quantifier}.union(*map(quantifiers, operands))
            case Not(operand):
                return quantifiers(operand)
            case Connective(_, left, right):
                return quantifiers(left) | quantifiers(right)
        return set()

    def plain(of: Formula) -> Formula:
        match of:
            case Tense(operator, operands, _):
                return Tense(operator, tuple(map(plain, operands)))
            case Not(operand):
                return Not(plain(operand))
            case Connective(operator, left, right):
                return Connective(operator, plain(left), plain(right))
        return of

    return plain(formula) if len(quantifiers(formula)) == 1 else None


def _check_end(drawn: Machine, formula: Formula, verdict: str, states: Sequence[State], where: object) -> None:
    """A path that does not repeat leads to a state that decides; where one operator does, it is looked at here."""
    last = states[-1]
    match formula:
        case Tense("G", (Atom() as inside,), "A") if verdict == "violated":
            assert inside.name not in drawn.graph.atoms[last], where
        case Tense("F", (inside,), "E") if verdict == "holds":
            assert last in oracle_ltl.ctl_satisfying(drawn.graph, inside), where
        case Tense("G", (inside,), "A") if verdict == "violated":
            assert any(state not in oracle_ltl.ctl_satisfying(drawn.graph, inside) for state in states), where
        case _:
            pass


def _state(one: Mapping[str, Any], processes: int) -> State:
    if "processes" in one:
        return State(tuple(one["processes"]), one["shared"]["x"])
    values = one["values"]
    return State(
        tuple(value for name, value in values.items() if name.startswith("place["))[:processes], values["x"] == "true"
    )


@pytest.mark.parametrize("drawn", MACHINES[:1], indirect=True)
def test_a_limit_leaves_a_document_and_no_wrong_verdict(drawn: Machine, vsym: Vsym) -> None:
    for number, road in enumerate(ROADS):
        options = [f"{option}{number}" if option == "store" else option for option in road.options]
        ran = vsym("check", road.file, "--json", "--timeout", "0", *options)
        whole = document(ran)
        if ran.status == REFUSED:
            continue
        assert "properties" in whole, (road, ran.err)
        for one in whole["properties"]:
            if one["verdict"] == "unknown":
                assert one["reason"], road
            else:
                assert one["verdict"] == drawn.verdicts.get(one["name"], one["verdict"]), road
        assert ran.status == _status([one["verdict"] for one in whole["properties"]]), road
