"""The examples fulfil their `// expect:` lines, with every engine.

By default the explicit engine decides all of them, decision diagrams half, the SMT engine and NuSMV some of each kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from tests.support.composing import decided as identified
from tests.support.composing import explored as explored_by
from tests.support.composing import verified
from tests.support.drawn import chosen
from tests.support.expectations import Run, expectations, promised, run_name, runs
from tests.support.running import EXAMPLES
from vsym import load
from vsym.basics.limits import Budget
from vsym.checking.answer import Outcome
from vsym.checking.question import Subject
from vsym.checking.stages import reduced
from vsym.engines.smt.accepts import accepts
from vsym.logic.progress import progress
from vsym.models.counting.spelling import Spelling, concrete_states
from vsym.reductions.counters.reduced import Reduced
from vsym.symmetry.virtual.identification import Decided
from vsym.system.report import Silence
from vsym.system.result import Reached

FILES = sorted(EXAMPLES.glob("*.gsst"))
FACTS = Path(__file__).parent / "examples_facts.txt"
_COLUMNS = ("model", "concrete", "counter", "depth", "deadlocks", "symmetry", "guards", "paths")
_LARGE = ("grw", "philosophers", "token_ring", "workshops")
"""Examples that take NuSMV long: it checks a smaller table of philosophers."""


_SMALLER: dict[str, Run] = {
    "dragon": (EXAMPLES / "dragon.gsst", (("n", 3),)),
    "forks": (EXAMPLES / "forks.gsst", (("seats", 2),)),
    "sense_barrier": (EXAMPLES / "sense_barrier.gsst", (("n", 2),)),
    "ticket_lock": (EXAMPLES / "ticket_lock.gsst", (("n", 2),)),
    "token_ring": (EXAMPLES / "token_ring.gsst", (("n", 2), ("users", 1))),
    "workshops": (EXAMPLES / "workshops.gsst", (("shops", 2),)),
    "waiting_list": (EXAMPLES / "waiting_list.gsst", (("n", 3),)),
}
"""Smaller instances, with the same verdicts, of the examples that take the SMT engine longer."""


_KINDS = {"bridge", "deadlock", "illinois", "mutex", "open_case", "rw", "starvation"}
"""Examples of full symmetry and of broken one, of each kind of property, with fairness and without."""

_SMT_KINDS = _KINDS - {"bridge", "open_case"}
"""Those of _KINDS that are unlike each other for the SMT engine."""


RUNS = runs(FILES)
USUAL = [run for run in runs(FILES) if run_name(run) in _KINDS]

_ORBITS = "workshops"
"""The example whose orbits up to virtual symmetry are counted by default."""


@cache
def _reduced(path: Path, parameters: tuple[tuple[str, int], ...]) -> tuple[Decided, Reduced]:
    """The symmetry of an example, and its reduction to counters, which all engines get."""
    model = load(path, **dict(parameters))
    return reduced(Subject(model), identified(model), Budget(), Silence())


def _explored(run: Run) -> bool:
    """True where the example promises more than its symmetry at these parameters."""
    return any(one.subject != "symmetry" for one in promised(run))


@cache
def _explicit(run: Run) -> tuple[tuple[Outcome, ...], Reached | None]:
    return _verified(run, "explicit")


def _verified(run: Run, engine: str, names: Sequence[str] | None = None) -> tuple[tuple[Outcome, ...], Reached | None]:
    """The outcomes of an engine on an example, of some of its properties or of all, and the states it reached."""
    smaller = _reduced(*run)[1]
    if names is not None:
        wanted = tuple(prop for prop in smaller.counters.properties if prop.name in names)
        smaller = Reduced.to(smaller.model, replace(smaller.counters, properties=wanted))
    found = verified(smaller, engine)
    return found.outcomes, found.reached


@pytest.mark.parametrize("run", runs(FILES), ids=run_name)
def test_the_expectations_hold(run: Run) -> None:
    decided, _ = _reduced(*run)
    subjects = {"symmetry": {"full" if decided.full else "not full"}}
    for decision in decided.decisions:
        if decision.verdict == "broken":
            subjects["symmetry"].add(f"broken {decision.relation.source} -> {decision.relation.target}")
    blocks = " | ".join(Spelling(decided.model).processes(block) for block in decided.blocks)
    subjects["symmetry"].add(f"blocks {blocks}")
    every = promised(run)
    expected = chosen([one for one in every if one.subject != "virtual" or run_name(run) == _ORBITS], every)
    if _explored(run):
        outcomes, explored = _explicit(run)
        assert explored is not None
        assert explored.complete
        subjects["deadlock"] = {"yes" if explored.deadlocks else "no"}
        subjects["reachable"] = {str(explored.states)}
        for symbolic, saturated in [_verified(run, "mdd")] if run in chosen(RUNS[::2], RUNS) else []:
            assert saturated is not None
            assert saturated.states == explored.states
            assert all(one.verdict.outcome == two.verdict.outcome for one, two in zip(outcomes, symbolic, strict=True))
        subjects.update((outcome.property.name, {outcome.verdict.outcome}) for outcome in outcomes)
    if any(one.subject == "virtual" for one in expected):
        orbits = explored_by(decided.model, "compiled", group="virtual").main
        assert orbits is not None
        assert orbits.virtual
        subjects["virtual"] = {str(orbits.orbits)}
    for one in expected:
        assert one.value in subjects[one.subject], one


@pytest.mark.parametrize("run", runs(FILES), ids=run_name)
def test_the_facts_are_those_that_were_reviewed(run: Run, request: pytest.FixtureRequest) -> None:
    """States, symmetry, lengths of guards and of shortest paths, a line each; --update-goldens writes them anew."""
    facts = _facts(run)
    if request.config.getoption("--update-goldens"):
        lines = {line[0]: line for line in _rows()} | {facts[0]: facts}
        order = [_COLUMNS, *(lines[run_name(one)] for one in runs(FILES) if run_name(one) in lines)]
        widths = [max(len(line[column]) for line in order) for column in range(len(_COLUMNS))]
        written = ("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in order)
        FACTS.write_text("".join(f"{line.rstrip()}\n" for line in written), encoding="utf-8")
    assert facts in _rows()


def test_there_are_facts_of_nothing_else() -> None:
    assert [row[0] for row in _rows()] == [run_name(run) for run in runs(FILES)]


def _rows() -> list[tuple[str, ...]]:
    lines = FACTS.read_text("utf-8").splitlines()
    starts = [lines[0].index(f"{name} " if name != _COLUMNS[-1] else name) for name in _COLUMNS]
    return [
        tuple(line[start:end].strip() for start, end in zip(starts, [*starts[1:], None], strict=True))
        for line in lines[1:]
    ]


def _facts(run: Run) -> tuple[str, ...]:
    """A line of the table. Symmetry is a letter for each local transition: symmetric, virtually so, or broken."""
    decided, smaller = _reduced(*run)
    spelling = Spelling(decided.model)
    guards = " ".join(spelling.formula(one.guard) for one in smaller.counters.transitions)
    outcomes, explored = _explicit(run) if _explored(run) else ((), None)
    assert all(one.run is not None or one.verdict.outcome != "violated" for one in outcomes)
    paths = [(one.property.name, one.run.path) for one in outcomes if one.run is not None]
    return (
        run_name(run),
        f"{concrete_states(decided.model):.7g}",
        str(smaller.counters.state_count),
        *(("", "") if explored is None else (str(explored.depth), str(explored.deadlocks))),
        "".join(decision.verdict[0] for decision in decided.decisions),
        str(len(guards)),
        ", ".join(f"{name} {path.length}{'' if path.loop is None else f' to {path.loop}'}" for name, path in paths),
    )


@pytest.mark.parametrize(
    "run", chosen(USUAL, [run for run in runs(FILES) if run_name(run) not in _LARGE]), ids=run_name
)
def test_nusmv_gives_the_same_verdicts(run: Run) -> None:
    expected = {one.subject: one.value for one in promised(run)}
    named = [prop.name for prop in _reduced(*run)[0].model.properties if prop.name in expected]
    outcomes, _ = _verified(run, "nusmv", named) if named else ((), None)
    assert {o.property.name: o.verdict.outcome for o in outcomes} == {name: expected[name] for name in named}


@pytest.mark.parametrize(
    "run",
    chosen([run for run in USUAL if run_name(run) in _SMT_KINDS], [run for run in runs(FILES) if not run[1]]),
    ids=run_name,
)
def test_the_smt_engine_gives_the_same_verdicts(run: Run) -> None:
    """At the default sizes of the examples, or smaller ones; explicit and NuSMV also decide the other sizes."""
    expected = {one.subject: one.value for one in promised(run)}
    run = _SMALLER.get(run_name(run), run)
    system = _reduced(*run)[1].system
    accepted = [prop.name for prop in system.properties if accepts(system, prop) is None and prop.name in expected]
    for outcome in _verified(run, "smt", accepted)[0]:
        if outcome.verdict.outcome == "unknown" and progress(outcome.property) is not None:
            continue
        assert outcome.verdict.outcome == expected[outcome.property.name]
        assert (outcome.verdict.proof is None) == (outcome.run is not None and bool(outcome.run.path.steps))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_example_says_what_it_shows_and_promises_everything(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.startswith("// ")
    assert text.index("// expect") > 100, "an explanation comes first"
    subjects = {one.subject for one in expectations(text)}
    properties = {prop.name for prop in load(path).properties}
    assert subjects - {"virtual"} == {"symmetry", "deadlock", "reachable"} | properties
