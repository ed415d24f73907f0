"""Programs by each strategy of decision diagrams: verdicts and counts are those of all states, and none rests on a map
that is not proved to be a symmetry."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import cast

import pytest

import vsym
from tests.support.composing import checked_by_runs, run_by
from tests.support.drawn import many
from tests.support.generated_alike import KINDS, SIZE, alike
from tests.support.loading import load_program
from tests.support.running import EXAMPLES
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.options import RefusedError, StrategyName
from vsym.checking.answer import Checked
from vsym.checking.groups.choosing import ChosenGroup, chosen_group, given_group
from vsym.checking.groups.names import AUTO, DECLARED, DETECTED
from vsym.checking.question import Strategy
from vsym.checking.ways import Way, way
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.exchange.generators import generators
from vsym.models.program.program import Program
from vsym.models.program.semantics import replayed
from vsym.system.report import Report, Silence

STRATEGIES: tuple[StrategyName, ...] = ("full", "after", "within", "representatives", "auto")

CANONICAL: tuple[StrategyName, ...] = ("after", "within")

TICKETS = """
type Proc: scalarset(3);
var at: array [Proc] of 0..2; next: Proc;
startstate for p: Proc do at[p] := 0 end; end;
ruleset p: Proc do
  rule "ask" at[p] = 0 ==> at[p] := 1 end;
  rule "enter" at[p] = 1 & isundefined(next) ==> at[p] := 2; next := p end;
  rule "leave" at[p] = 2 ==> at[p] := 0; undefine next end;
end;
invariant "one" forall p: Proc do forall q: Proc do p = q | at[p] != 2 | at[q] != 2 end end;
invariant "nobody" forall p: Proc do at[p] != 2 end;
"""


def drawn(seed: str, kind: str) -> Program:
    """A drawn program without the formulas of linear time that many automata are needed for."""
    lines = alike(Random(seed), kind).splitlines()
    return load_program("\n".join(one for one in lines if not (one.startswith("--! ltl") and "Proc do" in one)))


def checked(
    subject: Program,
    chosen: ChosenGroup,
    asked: Strategy,
    engine: str = "mdd",
    budget: Budget = UNLIMITED,
    report: Report | None = None,
) -> Checked:
    """The answer on a program up to a group, by a strategy where the engine uses decision diagrams."""

    def by(quotient: Quotient) -> Way:
        proved, kept = chosen.unproved is None, chosen.starts_kept
        up_to = asked.up_to(subject, quotient, engine, budget, proved=proved, starts_kept=kept)
        return replace(way(engine, quotient, up_to=up_to), unproved=chosen.unproved)

    return checked_by_runs(subject, chosen.runs, by, budget, report)


def verdicts(found: Checked) -> dict[str, str]:
    """The verdict on each property, after a replay of every path."""
    for outcome in found.outcomes:
        if outcome.run is not None and outcome.run.path.states:
            replayed(found.model, outcome.run.path)
    return {one.property.name: one.verdict.outcome for one in found.outcomes}


plainly = partial(run_by, by="interpreted")
"""The answer of the interpreter, which visits every state."""


@pytest.mark.parametrize("kind", KINDS)
def test_verdicts_and_counts_are_those_of_all_states(kind: str) -> None:
    met = set()
    # In the programs of the first seeds, properties keep no symmetry.
    for seed in range(2, 2 + many(1)):
        subject = drawn(f"{kind} {seed}", kind)
        plain = plainly(subject)
        right = verdicts(plain)
        assert plain.reached is not None
        chosen = chosen_group(subject, UNLIMITED, DECLARED if kind == "set" else DETECTED)
        exact = checked(subject, chosen, Strategy(), "compiled")
        for strategy in STRATEGIES:
            found = checked(subject, chosen, Strategy(strategy))
            assert verdicts(found) == right, (seed, strategy)
            assert found.reached is not None
            if not found.reached.complete:
                continue
            assert found.reached.represented == plain.reached.states, (seed, strategy)
            if chosen.runs[0].quotient and found.explorations[0].orbits is not None:
                met.add(strategy)
                assert found.explorations[0].orbits == exact.explorations[0].orbits, (seed, strategy)
                assert found.explorations[0].canonical or strategy not in CANONICAL
    assert met == {*STRATEGIES}


def test_renaming_members_changes_nothing() -> None:
    figures, said = [], []
    for first, second in (("at", "zat"), ("next", "anext")):
        subject = load_program(re.sub(rf"\b{first}\b", second, TICKETS))
        found = checked(subject, chosen_group(subject, UNLIMITED, AUTO), Strategy("within"))
        assert found.reached is not None
        figures.append((found.reached.represented, found.explorations[0].orbits, found.reached.depth))
        said.append([*verdicts(found).values()])
    assert figures[0] == figures[1]
    assert said[0] == said[1]


def test_generators_that_are_none_prove_nothing_and_raise_no_alarm() -> None:
    trusted = dict[StrategyName, set[str]]()
    # Of the first seeds the generator is one of the program.
    for seed in range(4, 4 + many(1)):
        subject = drawn(f"wrong {seed}", "ring")
        given = generators(subject.layout, f"swap Proc {seed % (SIZE - 1)} {SIZE - 1}\n".encode(), "file")
        chosen = given_group(subject, given, "file", UNLIMITED, trusted=True)
        if chosen.unproved is None:
            continue
        right = verdicts(plainly(subject))
        for strategy in STRATEGIES:
            found = checked(subject, chosen, Strategy(strategy))
            for name, verdict in verdicts(found).items():
                trusted.setdefault(strategy, set()).add(verdict)
                assert verdict in ("unknown", right[name]), (seed, strategy, name)
                assert verdict != "holds", (seed, strategy, name)
            assert all(one.verdict.reason for one in found.outcomes if one.verdict.outcome == "unknown")
            assert found.explorations[0].orbits is None
            assert found.reached is None or not found.reached.complete
    assert trusted == {strategy: {"unknown", "violated"} for strategy in STRATEGIES}


class _Looks(Silence):
    """Counts the looks up from the work on decision diagrams: a clock that goes on with these alone."""

    looks = 0

    def saturated(self, _: int) -> None:
        """One more."""
        self.looks += 1


def test_a_search_that_is_cut_says_where() -> None:
    subject = load_program((EXAMPLES / "programs" / "salestore.m").read_text("utf-8"), {"N": 4})
    chosen, report = chosen_group(subject, UNLIMITED, DECLARED), _Looks()
    budget = Budget(deadline=6, clock=lambda: report.looks)
    found = checked(subject, chosen, Strategy(automatic=True), budget=budget, report=report)
    unknown = [one.verdict.reason or "" for one in found.outcomes if one.verdict.outcome == "unknown"]
    assert unknown
    began = r"the time limit was reached; explored .* under hint \d of 4; "
    ends = ("no .*violation there", "no path can refute it: vsym needs all states")
    met = [next((end for end in ends if re.fullmatch(began + end, reason)), None) for reason in unknown]
    assert {*met} == {*ends}, unknown


def hinted(hints: Sequence[str]) -> tuple[str, ...]:
    """The notes on some hints, which leave every verdict as it is."""
    subject = load_program(TICKETS + "".join(f"--! hint {one}\n" for one in hints))
    chosen = chosen_group(subject, UNLIMITED, DECLARED)
    found = checked(subject, chosen, Strategy("representatives"))
    assert verdicts(found) == verdicts(plainly(subject)), hints
    return found.notes


def test_hints_of_no_use_are_named_at_their_place() -> None:
    assert hinted(["isundefined(next)"]) == ()
    (first,) = hinted(["!isundefined(next)"])
    assert first == "program.m:12:10: hint `!isundefined(next)` adds nothing: it is false at the start"
    (second,) = hinted(["isundefined(next)", "forall p: Proc do at[p] = 0 end"])
    assert second.startswith("program.m:13:10: hint")
    assert second.endswith("adds nothing: no step from where it is true leads to a new state")
    (never,) = hinted(["isundefined(next)", "isundefined(next) & !isundefined(next)"])
    assert never.endswith("adds nothing: it is false in every state that was reached")


@pytest.mark.parametrize(
    ("asked", "engine", "said"),
    [
        (Strategy("within"), "nusmv", "--strategy is for decision diagrams, and --engine nusmv has none"),
        (Strategy(hints=True), "auto", "give --engine mdd"),
        (
            Strategy("full", hints=True),
            "mdd",
            "--hint is for --strategy representatives; --strategy full takes no hints",
        ),
        (Strategy("within", automatic=True), "mdd", "--hints is for --strategy representatives"),
        (Strategy(hints=True, automatic=True), "mdd", "--hint gives hints, and --hints auto makes them"),
    ],
)
def test_what_has_no_meaning_is_refused(asked: Strategy, engine: str, said: str) -> None:
    with pytest.raises(RefusedError, match=said):
        asked.require_meaning(engine)


def test_hints_ask_for_representatives() -> None:
    subject = load_program(TICKETS)
    found = checked(subject, chosen_group(subject, UNLIMITED, DECLARED), Strategy(automatic=True))
    assert found.reached is not None
    assert (found.reached.strategy, found.reached.represented, found.notes) == ("representatives", 20, ())


def test_the_library_takes_a_strategy() -> None:
    program = vsym.load(EXAMPLES / "programs" / "spinlock.m")
    found = vsym.check(program, engine="mdd", strategy="within")
    assert isinstance(found, Checked)
    assert found.reached is not None
    assert (found.reached.strategy, found.explorations[0].orbits, found.reached.represented) == ("within", 7, 20)
    with pytest.raises(RefusedError, match="give --engine mdd"):
        vsym.check(program, strategy="within")
    remaining = "there is no strategy `iterative`; there are: auto, full, after, within, representatives"
    with pytest.raises(RefusedError, match=remaining):
        vsym.check(program, engine="mdd", strategy=cast(StrategyName, "iterative"))


def test_each_part_of_the_work_is_told_when_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(Silence, "say", lambda _, activity: said.append(activity))
    subject = load_program(TICKETS)
    chosen = chosen_group(subject, UNLIMITED, DECLARED)
    checked(subject, chosen, Strategy("within"), report=Silence())
    searching = ["running the rules symbolically", "exploring canonical states layer by layer"]
    assert said == [*searching, "counting what was explored", "evaluating the properties"]


def test_multisets_are_refused_with_the_engine_that_has_them() -> None:
    subject = load_program((EXAMPLES / "programs" / "network.m").read_text("utf-8"))
    with pytest.raises(RefusedError, match="multisets, such as `network`: --engine compiled"):
        checked(subject, chosen_group(subject, UNLIMITED, DECLARED), Strategy())
