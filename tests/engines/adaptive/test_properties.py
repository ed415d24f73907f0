"""Properties that adaptive exploration decides, its verdicts and its paths."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.engines.adaptive.represented import counted, distances, searched
from tests.engines.adaptive.represented import prepared as prepared_text
from tests.support import hand_models, oracle, oracle_temporal
from tests.support.composing import checked, decided, explicitly, shown
from tests.support.drawn import chosen
from tests.support.expectations import expectations
from tests.support.loading import load as load_text
from tests.support.present import present
from tests.support.running import EXAMPLES
from vsym import load
from vsym.basics.limits import Budget
from vsym.basics.source import DiagnosticError, Source
from vsym.checking.adaptive import annotated
from vsym.checking.answer import Checked
from vsym.checking.stages import prepared
from vsym.engines.adaptive.engine import ENGINE
from vsym.engines.adaptive.reached import Node
from vsym.engines.adaptive.search import Search
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import State, holds
from vsym.reductions.direct import everyone_apart
from vsym.show import record
from vsym.system.report import Silence

TEXT = """
system s
states N, T, C
group P of 3
shared turn : 0..2 = 0
{init}
trans N -> T
trans T -> C if #C = 0
trans C -> N
{more}
"""


def _model(*more: str, init: str = "init N") -> Model:
    return load_text(Source("model.gsst", TEXT.format(init=init, more="\n".join(more))))


def _verified(*more: str, init: str = "init N") -> Checked:
    return checked(_model(*more, init=init), "adaptive")


def _verdicts(*more: str, init: str = "init N") -> list[str]:
    return [outcome.verdict.outcome for outcome in _verified(*more, init=init).outcomes]


def test_questions_of_reachability_are_decided() -> None:
    assert _verdicts("invariant p: #C <= 1", "invariant q: #T <= 2") == ["holds", "violated"]
    assert _verdicts("ctl p: AG #C <= 1", "ctl q: AG #T <= 2") == ["holds", "violated"]
    assert _verdicts("ctl p: EF #C = 1", "ctl q: EF #C = 2") == ["holds", "violated"]
    assert _verdicts("ctl p: !EF #C = 2", "ctl q: !AG #C = 0") == ["holds", "holds"]
    assert _verdicts("ltl p: G #C <= 1", "ltl q: !F #T = 3") == ["holds", "violated"]
    assert _verdicts("ctl p: AG #C <= 1 & AG #T <= 3", "ltl q: G (#C <= 1 & G #T <= 2)") == ["holds", "violated"]
    assert _verdicts("ctl p: #N = 3", "ctl q: #T = 3") == ["holds", "violated"]


def test_a_property_may_tell_processes_apart() -> None:
    outcomes = _verified("invariant third: #C[{3}] = 0", "ctl first: EF (#T[{1}] = 1 & #N[{2}] = 0)").outcomes
    assert [outcome.verdict.outcome for outcome in outcomes] == ["violated", "holds"]
    violated, reached = (shown(outcome).path for outcome in outcomes)
    assert violated.kind == "counterexample"
    assert violated.states[-1].locations[2] == "C"
    assert [step.process for step in violated.steps if step is not None] == [3, 3]
    assert reached.kind == "witness"
    assert len(reached.steps) == 2


def test_a_state_found_later_in_a_larger_orbit_does_not_hide_a_shorter_path() -> None:
    """One step by process 1 alone, or two by anybody, lead to A; a shortest path to X takes the one step."""
    text = """
    system s
    states N, B, A, X
    group P of 2
    init N
    trans N -> B
    trans B -> A
    trans N -> A { {1}: true }
    trans A -> X
    ctl error: EF #X[{1}] = 1
    """
    [outcome] = checked(load(text), "adaptive").outcomes
    assert len(present(outcome.run).path.steps) == 2


def test_virtual_symmetry_skips_no_unwinding() -> None:
    """The grants of the controller are virtually symmetric. Taken without unwinding, up to that symmetry, they would
    lead to a process of the second class with the resource while one of the first waits."""
    everyone, first, second = range(1, 5), (1, 2), (3, 4)
    claims = {
        "in_order": ("#Granted[{3, 4}] >= 1 -> #T[{1, 2}] = 0", ("Granted", second, "T", first)),
        "reversed": ("#Granted[{1, 2}] >= 1 -> #T[{3, 4}] = 0", ("Granted", first, "T", second)),
        "alone": ("#Granted >= 1 -> #Using = 0", ("Granted", everyone, "Using", everyone)),
    }
    text = (EXAMPLES / "controller.gsst").read_text("utf-8").split("\n// The resource is never")[0]
    text += "".join(f"\ninvariant {name}: {claim}" for name, (claim, _) in claims.items())
    model = load_text(Source("controller.gsst", text), {"classes": 2})
    assert decided(model).full
    structure = oracle.structure(hand_models.controller(2, 2))
    verdicts = {one.property.name: one.verdict.outcome for one in checked(model, "adaptive").outcomes}
    expected = {}
    for name, (_, (held, holders, waiting, others)) in claims.items():
        implied = hand_models.equal(hand_models.count(waiting, others), 0)
        always = hand_models.leads(hand_models.at_least(hand_models.count(held, holders), 1), implied)
        expected[name] = "holds" if oracle_temporal.satisfied(structure, always) else "violated"
    assert verdicts == expected == {"in_order": "holds", "reversed": "violated", "alone": "holds"}


def test_a_path_through_annotated_states_may_be_no_path() -> None:
    """The example of the theory: the process in T may go to C if it is the first, to D if it is the second, and back.
    No run has a process in C and later one in D. But the start subsumes the states after the way back, so a path of
    annotated states leads from C to D."""
    text = """
    system s
    states N, T, C, D
    group P of 2
    init where #T = 1 & #N = 1
    trans T -> C { {1}: true }
    trans T -> D { {2}: true }
    trans C -> T
    trans D -> T
    ltl apart: G (#C = 1 -> G #D = 0)
    """
    model = load_text(Source("s.gsst", text))
    assert explicitly(model, "apart") == "holds"
    dropped: list[Node] = []
    reached = Search(annotated(prepared(model, Budget(), Silence())), dropped=dropped.append).run().reached
    digits = reached.partitions.digits
    start, *others = [digits.of_cell(digits.total(node.counts), 0) for node in reached.nodes]
    assert others == [(1, 0, 1, 0), (1, 0, 0, 1)]
    assert {(node.parent, digits.of_cell(digits.total(node.counts), 0)) for node in dropped} == {(1, start), (2, start)}


def test_what_cannot_be_reached_is_told_from_the_start() -> None:
    [outcome] = _verified("ctl q: EF #C = 2").outcomes
    assert outcome.run is not None
    assert [state.locations for state in outcome.run.path.states] == [("N", "N", "N")]


@pytest.mark.parametrize(
    ("more", "init", "reason"),
    [
        (["ctl p: AG EF #C = 1"], "init N", "decides only reachability, and `p` is more than that"),
        (["ltl p: F #C = 1"], "init N", "decides only reachability"),
        (["ctl p: AG #C <= 1 | AG #T <= 2"], "init N", "decides only reachability"),
        (["ctl p: AG #C <= 1", "fairness #C = 1"], "init N", "which paths are fair for `p`"),
        (["ltl p: #C = 1", "fairness #C = 1"], "init N", "which paths are fair for `p`"),
        (["ctl p: EF #C = 1"], "init any", "from each of several initial states"),
        (["ctl p: EF #C = 1"], "init where #T = 1 & #N = 2", "from each of several initial states"),
        (["ctl p: !AG #C = 0"], "init any", "from each of several initial states"),
    ],
)
def test_all_else_is_refused_at_its_place(more: list[str], init: str, reason: str) -> None:
    model = _model(*more, init=init)
    [prop] = model.properties
    found = present(ENGINE.accepts(annotated(prepared(model, Budget(), Silence())), prop))
    assert found.code == "VS403"
    assert found.span == prop.span
    assert reason in found.message
    with pytest.raises(DiagnosticError, match="VS403"):
        checked(model, "adaptive")


PATHS = sorted(EXAMPLES.glob("*.gsst"))


@pytest.mark.parametrize(
    "path", chosen((path for path in PATHS[::2] if path.stem != "workshops"), PATHS), ids=lambda path: path.stem
)
def test_the_examples_keep_their_promises(path: Path) -> None:
    """The parameters are the default ones. Examples of many processes are left out; the engine refuses joint steps."""
    model = load(path)
    if model.joint:
        with pytest.raises(DiagnosticError, match="VS404"):
            checked(model, "adaptive")
        return
    if model.size > 20:
        assert path.stem == "grw"
        return
    promised = {one.subject: one.value for one in expectations(path.read_text("utf-8")) if not one.parameters}
    subject = annotated(prepared(model, Budget(), Silence()))
    accepted = tuple(prop for prop in model.properties if ENGINE.accepts(subject, prop) is None)
    result = checked(replace(model, properties=accepted), "adaptive")
    assert result.reached is not None
    assert promised["deadlock"] == ("yes" if result.reached.deadlocks else "no")
    for outcome in result.outcomes:
        assert outcome.verdict.outcome == promised[outcome.property.name]


def test_an_error_that_total_counters_cannot_see() -> None:
    """The vault: in the state in which a visitor is inside, the counters are those of an allowed one."""
    [outcome] = _vault("no_visitor").outcomes
    assert outcome.verdict.outcome == "violated"
    end = present(outcome.run).path.states[-1]
    assert not holds(outcome.property.formula, end)
    exchanged = [*end.locations]
    visitor = end.locations.index("Vault")
    exchanged[visitor], exchanged[0] = exchanged[0], exchanged[visitor]
    allowed = State(tuple(exchanged), end.shared)
    assert holds(outcome.property.formula, allowed)
    inside = f"#Vault[{{1}}] = 1 & ajar & #Lobby = {end.locations.count('Lobby')}"
    [reachable] = _vault("reachable", f"\nctl reachable: EF ({inside})\n").outcomes
    assert reachable.verdict.outcome == "holds"


def _vault(name: str, more: str = "") -> Checked:
    """One property of the vault."""
    model = load((EXAMPLES / "vault.gsst").read_text("utf-8") + more)
    return checked(replace(model, properties=tuple(p for p in model.properties if p.name == name)), "adaptive")


@pytest.mark.parametrize("groups", ["group P of 0", "group P of 0\ngroup Q of 0"])
def test_a_path_of_no_processes_is_told(groups: str) -> None:
    model = load_text(
        Source("none.gsst", f"system nobody\nstates A, B\n{groups}\ninit A\ntrans A -> B\nctl p: EF #A >= 1\n")
    )
    found = checked(model, "adaptive")
    assert record.exploration(present(found.main))["deadlock"] is True
    assert found.outcomes[0].run is not None
    assert present(found.counters).counters


WITH_STEPS = """
system s
states N, T, C
group R of 2
group W of 2
shared x : 0..4 = 0
shared free : bool = true
init {start}
{steps}
"""

CASES = {
    "an assignment tells processes apart": ("N", "trans N -> T\ntrans T -> C do x := #T[R]"),
    "an assignment with two sets": ("N", "trans N -> T\ntrans T -> C do x := 2 - #T[R] + #C[W] * 1"),
    "two edges of one transition": ("N", "trans N -> T { R: x = 0 do x := 1; W: x = 1 do x := 0 }\ntrans T -> N"),
    "a start for each group": (
        "{ R: T; W: N }",
        "trans N -> T if #T[R] = 2\ntrans T -> C { W: free do free := false }",
    ),
    "many starts": ("where #N[R] >= 1 & #C = 0", "trans N -> T if #T[W] = 1\ntrans T -> C if #N[R] = #N[W]"),
    "guards that merge": ("N", "trans N -> T if #T[R] = 0 & #T[W] = 0\ntrans N -> C { {3}: true }\ntrans C -> T"),
}


@pytest.mark.parametrize("name", CASES)
def test_the_states_and_their_distances(name: str) -> None:
    start, steps = CASES[name]
    ready = prepared_text(WITH_STEPS.format(start=start, steps=steps))
    expected = counted(ready.model, ready.edges, everyone_apart(ready.model))
    assert len(expected) > 5
    assert distances(searched(ready)) == expected
