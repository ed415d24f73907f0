"""The examples at all sizes: what is said of them, held against the oracle and the rest of the tool at small sizes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import NamedTuple

import pytest
from vsym.every_size.identify import Identified, identify, reduce_for_all
from vsym.every_size.verify import Verified, refusals, verify_for_all
from vsym.languages.opening import OpenModel

from tests import hand_models, oracle, oracle_symmetry, oracle_temporal
from tests.loading import load_open
from tests.running import EXAMPLES
from vsym import pipeline
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError, Source
from vsym.languages.reading import read
from vsym.logic.formula import satisfied
from vsym.logic.terms import Atom
from vsym.models.counting.spelling import Spelling

MOST = 4
"""Up to which value every open parameter is tried."""

STATES = 300
"""Up to how many states the oracle looks at a size; larger ones are decided by the rest of the tool."""


class Case(NamedTuple):
    """An example with parameters fixed and open, its twin for the oracle, and what is said of it at all sizes."""

    name: str
    fixed: Mapping[str, int]
    kept: tuple[str, ...]
    twin: Callable[..., oracle.Model]
    full: bool
    blocks: str
    verdicts: Mapping[str, str]


CASES = [
    Case("mutex", {}, ("processes",), hand_models.mutex, True, "all", {"mutex": "holds", "together": "unknown"}),
    Case("rw", {}, ("readers", "writers"), hand_models.rw, True, "all", {"mutex": "holds", "all_in": "violated"}),
    Case("rw_broken", {}, ("readers", "writers"), hand_models.rw_broken, False, "R, W", {"mutex": "holds"}),
    Case(
        "rw_adaptive",
        {},
        ("readers", "writers"),
        hand_models.rw_adaptive,
        False,
        "R, W",
        {"no_writer_disturbed": "holds", "read_together": "holds", "mutex": "violated"},
    ),
    Case("starvation", {}, ("readers", "writers"), hand_models.starvation, True, "R, W", {"mutex": "holds"}),
    Case(
        "controller",
        {"classes": 3},
        ("size",),
        hand_models.controller,
        True,
        "all",
        {"recorded": "holds", "unused": "violated"},
    ),
    Case("grw", {"d": 2, "m": 3}, ("q",), hand_models.grw, True, "all", {"mutex": "holds"}),
    Case("asr", {"resources": 2}, ("full",), hand_models.asr, False, "Full, Part[1], Part[2]", {"all_used": "holds"}),
    Case("open_case", {}, ("cars", "trucks"), hand_models.open_case, True, "all", {"capacity": "holds"}),
    Case("balance", {}, ("left", "right"), hand_models.balance, True, "all", {"capacity": "holds", "busy": "violated"}),
    Case(
        "deadlock", {}, ("writers",), hand_models.deadlock, True, "all", {"exclusive": "holds", "written": "violated"}
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_said_of_the_examples_is_true_at_every_small_size(case: Case) -> None:
    opened = load_open(read(str(EXAMPLES / f"{case.name}.gsst")), case.fixed, case.kept)
    verified = _verified(opened)
    decided = verified.identified.decided
    assert decided.full == case.full
    assert ", ".join(Spelling(decided.model).processes(block) for block in decided.blocks) == case.blocks
    found = {judged.property.name: judged.finding for judged in verified.judged}
    assert {name: found[name].outcome for name in case.verdicts} == case.verdicts
    for values in _sizes(opened):
        twin = case.twin(**case.fixed, **values)
        if len(twin.states) ** twin.size <= STATES:
            _check_by_the_oracle(twin, verified)
        else:
            _check_by_the_rest(opened, values, verified)
    for judged in verified.judged:
        if judged.shown is not None:
            twin = case.twin(**case.fixed, **dict(judged.shown.values))
            structure = oracle.structure(twin, [formula for _, formula in twin.lemmas])
            assert not oracle_temporal.satisfied(structure, dict(twin.properties)[judged.property.name])


def _verified(opened: OpenModel) -> Verified:
    identified, system = reduce_for_all(_identified(opened), Budget(), lambda _: None)
    return verify_for_all(identified, system, Budget(), pipeline.Limits(), pipeline.Silence())


def _identified(opened: OpenModel) -> Identified:
    return identify(opened, Budget(), lambda _: None)


def _sizes(opened: OpenModel) -> list[dict[str, int]]:
    sizes = opened.model.sizes
    assert sizes is not None
    chosen = itertools.product(range(MOST + 1), repeat=len(sizes.parameters))
    return [
        values
        for numbers in chosen
        for values in [dict(zip(sizes.parameters, numbers, strict=True))]
        if satisfied(sizes.domain, _reader(values))
    ]


def _reader(values: Mapping[str, int]) -> Callable[[Atom], int]:
    return lambda variable: values[getattr(variable, "name", "")]


def _check_by_the_oracle(twin: oracle.Model, verified: Verified) -> None:
    identified = verified.identified
    structure = oracle.structure(twin, [formula for _, formula in twin.lemmas])
    broken = set(oracle_symmetry.broken(structure, oracle_symmetry.one_block(twin)))
    for decision, instance in zip(identified.decided.decisions, identified.instances, strict=True):
        arrow = (decision.relation.source, decision.relation.target)
        if instance is None or twin.size < instance.model.size:
            assert arrow not in broken
    for judged in verified.judged:
        if judged.finding.outcome == "holds":
            assert oracle_temporal.satisfied(structure, dict(twin.properties)[judged.property.name])
        if judged.shown is not None and judged.finding.smallest and twin.size < judged.shown.model.size:
            assert oracle_temporal.satisfied(structure, dict(twin.properties)[judged.property.name])


def _check_by_the_rest(opened: OpenModel, values: Mapping[str, int], verified: Verified) -> None:
    decided = pipeline.decide(opened.instance(values), Budget(), lambda _: None)
    assert decided.full or not verified.identified.decided.full
    system = pipeline.reduce_model(decided, Budget(), lambda _: None)
    names = [judged.property.name for judged in verified.judged if judged.finding.outcome == "holds"]
    checked = pipeline.verify(decided, system, names, "explicit", pipeline.Limits(), pipeline.Silence())
    assert {outcome.verdict.outcome for outcome in checked.outcomes} <= {"holds"}


FAIR = """system fair
param n = 2 where n >= 1
states A, B
group P of n
init A
trans A -> B
fairness #B >= 1
invariant trivial: #A >= 0
"""


def test_properties_of_fair_paths_are_refused_at_the_constraint() -> None:
    opened = load_open(Source("fair.gsst", FAIR), {}, ("n",))
    assert [(found.code, found.span.text) for found in refusals(opened.model, ())] == [("VS424", "fairness #B >= 1")]


def test_parameters_without_any_value_are_refused() -> None:
    text = (
        "system empty\nparam n = 2 where n >= 1\nparam m = 1 where 2 * m = 2 * n + 1\nstates A\ngroup P of n\ninit A\n"
    )
    with pytest.raises(DiagnosticError, match="VS306"):
        _identified(load_open(Source("none.gsst", text), {}, ("n", "m")))
    text = text.replace("2 * m = 2 * n + 1", "n > m & m > n")
    with pytest.raises(RefusedError, match="leave them no values"):
        _identified(load_open(Source("none.gsst", text), {}, ("n", "m")))


def test_an_assignment_that_is_an_error_at_some_size_is_told_with_the_size() -> None:
    text = "system much\nparam n = 2 where n >= 1\nstates A, B\ngroup P of n\nshared v : 0..3 = 0\ninit A\n"
    with pytest.raises(DiagnosticError) as refusal:
        _identified(load_open(Source("much.gsst", f"{text}trans A -> B do v := n\n"), {}, ("n",)))
    (found,) = refusal.value.diagnostics
    assert (found.code, found.span.text, found.hint) == ("VS311", "n", "at n = 4: its values are 0..3")


def test_an_assignment_that_leaves_its_range_at_some_size_is_told_with_the_size() -> None:
    text = "system much\nparam n = 2 where n >= 1\nstates A, B\ngroup P of n\nshared v : 0..3 = 0\ninit A\n"
    with pytest.raises(DiagnosticError) as refusal:
        _verified(load_open(Source("much.gsst", f"{text}trans A -> B do v := v + 1\n"), {}, ("n",)))
    (found,) = refusal.value.diagnostics
    assert found.code == "VS330"
    assert str(found.hint).startswith("at n = 4: reached by:")


def test_ranges_may_depend_on_sizes() -> None:
    text = "system just\nparam n = 2 where n >= 1\nstates A, B\ngroup P of n\nshared v : 0..n = 0\ninit A\n"
    text += "trans A -> B do v := v + 1\ninvariant counted: v = #B\nctl full: EF v = n\n"
    verified = _verified(load_open(Source("just.gsst", text), {}, ("n",)))
    assert [judged.finding.outcome for judged in verified.judged] == ["holds", "holds"]


APART = """system apart
param a = 2 where a >= 1
states N, T, C
group R of a
group W of a
init N
lemma writers_first: (#T[W] = a | #T[R] = 0) & #C[W] = 0
trans N -> T {
  R: #T[W] = a
  W: true
}
trans T -> C { R: true }
invariant mine: #C <= a
"""


def test_where_no_guard_is_known_at_every_size_cells_are_counted() -> None:
    """The guard of T -> C is `#T > a`, but the lemma alone says so, in terms of a group."""
    verified = _verified(load_open(Source("apart.gsst", APART), {}, ("a",)))
    decided = verified.identified.decided
    assert decided.full
    assert len(decided.blocks) == 2
    assert "`T -> C`" in str(decided.blocks_reason)
    assert [judged.finding.outcome for judged in verified.judged] == ["holds"]
