"""The examples at all sizes: their results, against the oracle and the rest of the tool at small sizes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

import pytest

from tests.support import hand_models, oracle, oracle_symmetry, oracle_temporal
from tests.support.composing import checked, shown, verdicts
from tests.support.drawn import TIMES, chosen
from tests.support.loading import load_open
from tests.support.present import present
from tests.support.running import EXAMPLES
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError, Source
from vsym.checking.answer import Checked
from vsym.checking.question import Subject
from vsym.languages.reading import read
from vsym.logic.folding import satisfied
from vsym.logic.terms import Atom
from vsym.models.counting.model import Model
from vsym.models.counting.spelling import Spelling
from vsym.symmetry.virtual.identification import Decided

MOST = 2 if TIMES == 1 else 3
"""The largest value that the test tries for each open parameter."""

STATES = 300
"""The most states of a size that the oracle enumerates; the rest of the tool decides larger ones."""


class Case(NamedTuple):
    """An example with fixed and open parameters, and its symmetry, blocks and verdicts at all sizes."""

    name: str
    fixed: Mapping[str, int]
    kept: tuple[str, ...]
    full: bool
    blocks: str
    verdicts: Mapping[str, str]

    def twin(self, **parameters: int) -> oracle.Model:
        """The model of the oracle at some size."""
        return hand_models.BY_HAND[self.name](**self.fixed, **parameters)


CASES = [
    Case("mutex", {}, ("processes",), True, "all", {"mutex": "holds", "together": "violated", "entered": "holds"}),
    Case("rw", {}, ("readers", "writers"), True, "all", {"mutex": "holds"}),
    Case("rw_broken", {}, ("readers", "writers"), False, "R, W", {"mutex": "holds"}),
    Case(
        "rw_adaptive",
        {},
        ("readers", "writers"),
        False,
        "R, W",
        {"no_writer_disturbed": "holds", "read_together": "holds", "mutex": "violated"},
    ),
    Case("starvation", {}, ("readers", "writers"), True, "R, W", {"mutex": "holds"}),
    Case(
        "library",
        {},
        ("readers", "writers"),
        False,
        "R, W",
        {"room": "holds", "opens": "holds", "answered": "holds", "alone": "holds", "together": "holds"},
    ),
    Case("controller", {"classes": 3}, ("size",), True, "all", {"recorded": "holds", "unused": "violated"}),
    Case("grw", {"d": 2, "m": 3}, ("q",), True, "all", {"mutex": "holds"}),
    Case("asr", {"resources": 2}, ("full",), False, "Full, Part[1], Part[2]", {"all_used": "holds"}),
    Case("open_case", {}, ("cars", "trucks"), True, "all", {"capacity": "holds"}),
    Case("balance", {}, ("left", "right"), True, "all", {"capacity": "holds", "busy": "violated"}),
    Case("deadlock", {}, ("writers",), True, "all", {"exclusive": "holds", "written": "violated"}),
]


KINDS = ("mutex", "library", "controller", "deadlock")
"""Examples of full symmetry and of blocks, with one open parameter and with two, with violated properties."""


@pytest.mark.parametrize(
    "case", chosen([case for case in CASES if case.name in KINDS], CASES), ids=lambda case: case.name
)
def test_what_is_said_of_the_examples_is_true_at_every_small_size(case: Case) -> None:
    opened = load_open(read(str(EXAMPLES / f"{case.name}.gsst")), case.fixed, case.kept)
    answer = checked(opened)
    decided = _decided(answer)
    assert decided.full == case.full
    assert ", ".join(Spelling(decided.model).processes(block) for block in decided.blocks) == case.blocks
    assert verdicts(answer).items() >= case.verdicts.items()
    for values in _sizes(opened):
        twin = case.twin(**values)
        if len(twin.states) ** twin.size <= STATES:
            _check_by_the_oracle(case, twin, answer)
        else:
            _check_by_the_rest(opened, values, answer)
    for outcome in answer.outcomes:
        if outcome.verdict.values is not None:
            assert shown(outcome).model is not answer.model
            twin = case.twin(**outcome.verdict.values)
            structure = oracle.structure(twin, [formula for _, formula in twin.lemmas])
            assert not oracle_temporal.satisfied(structure, dict(twin.properties)[outcome.property.name])


def _answer(text: str, *names: str) -> Checked:
    """The answer on a model with some parameters open."""
    return checked(load_open(Source("model.gsst", text), {}, names))


def _decided(answer: Checked) -> Decided:
    return present(answer.decided)


def _sizes(opened: Subject[Model]) -> list[dict[str, int]]:
    sizes = opened.model.sizes
    chosen = itertools.product(range(MOST + 1), repeat=len(sizes.parameters))
    return [
        values
        for numbers in chosen
        for values in [dict(zip(sizes.parameters, numbers, strict=True))]
        if satisfied(sizes.domain, _reader(values))
    ]


def _reader(values: Mapping[str, int]) -> Callable[[Atom], int]:
    return lambda variable: values[getattr(variable, "name", "")]


def _check_by_the_oracle(case: Case, twin: oracle.Model, answer: Checked) -> None:
    decided = _decided(answer)
    structure = oracle.structure(twin, [formula for _, formula in twin.lemmas])
    broken = set(oracle_symmetry.broken(structure, oracle_symmetry.one_block(twin)))
    for decision, instance in zip(decided.decisions, decided.instances, strict=True):
        arrow = (decision.relation.source, decision.relation.target)
        if instance is None or twin.size < instance.model.size:
            assert arrow not in broken
    for outcome in answer.outcomes:
        values = outcome.verdict.values
        smaller = values is not None and outcome.verdict.smallest and twin.size < case.twin(**values).size
        if outcome.verdict.outcome == "holds" or smaller:
            assert oracle_temporal.satisfied(structure, dict(twin.properties)[outcome.property.name])


def _check_by_the_rest(opened: Subject[Model], values: Mapping[str, int], answer: Checked) -> None:
    model = present(opened.instance)(values)
    names = {outcome.property.name for outcome in answer.outcomes if outcome.verdict.outcome == "holds"}
    here = checked(replace(model, properties=tuple(one for one in model.properties if one.name in names)), "explicit")
    assert _decided(here).full or not _decided(answer).full
    assert {outcome.verdict.outcome for outcome in here.outcomes} <= {"holds"}


FAIR = """system fair
param n = 2 where n >= 1
states A, B
group P of n
init A
trans A -> B
trans B -> A
fairness #B >= 1
invariant trivial: #A >= 0
ctl moved: AG AF #B >= 1
ctl stays: AG #B <= 1
"""


def test_properties_of_fair_paths() -> None:
    """One is true on all paths, one on fair ones alone, and one is violated on a fair path."""
    assert verdicts(_answer(FAIR, "n")) == {"trivial": "holds", "moved": "holds", "stays": "violated"}


STOPPED = """system stopped
param n = 2 where n >= 0
states N, T
group R of n
shared stop : bool = false
init N
trans N -> T
trans T -> N if !stop
trans T -> T if #T >= 2 do stop := true
fairness #T <= 1
ctl stopped: EF (#T >= 2 & stop)
ctl crowded: EF #T >= 2
"""
"""No fair path goes on from where `stop` is true; without it, `stopped` holds exactly where n >= 2."""


def test_sizes_at_which_a_state_is_reached_are_named_only_where_fair_paths_go_on() -> None:
    fair = _answer(STOPPED, "n").outcomes
    said = [(one.verdict.outcome, one.verdict.values, one.verdict.exactly) for one in fair]
    assert said == [("violated", {"n": 0}, None)] * 2
    for always in ("", "fairness #T >= 0\n"):
        outcomes = _answer(STOPPED.replace("fairness #T <= 1\n", always), "n").outcomes
        assert [one.verdict.exactly for one in outcomes] == ["n >= 2", "n >= 2"]


def test_a_size_is_the_smallest_only_where_fair_paths_go_on_at_smaller_ones() -> None:
    """At n = 1 it is so at the start, but nothing ever moves, so that there is no fair path."""
    text = STOPPED.replace("#T >= 2 & stop)", "#T + 1 >= n)").replace("trans N -> T\n", "trans N -> T if false\n")
    text = text.replace("fairness #T <= 1", "fairness #T > n")
    stopped, _ = _answer(text, "n").outcomes
    assert (stopped.verdict.outcome, stopped.verdict.values, stopped.verdict.proof) == ("violated", {"n": 0}, None)


def test_what_a_path_does_not_show_at_all_sizes_is_asked_at_small_ones() -> None:
    """A path leads there at every size, though at none is it part of a fair one."""
    text = STOPPED.replace("n >= 0", "n >= 2")
    stopped, crowded = _answer(text, "n").outcomes
    assert (stopped.verdict.outcome, stopped.verdict.values) == ("violated", {"n": 2})
    assert crowded.verdict.outcome == "unknown"


def test_parameters_without_any_value_are_refused() -> None:
    text = "system s\nparam n = 2 where n >= 1\nparam m = 1 where 2 * m = 2 * n + 1\nstates A\ngroup P of n\ninit A\n"
    with pytest.raises(DiagnosticError, match="VS306"):
        _answer(text, "n", "m")
    text = text.replace("2 * m = 2 * n + 1", "n > m & m > n")
    with pytest.raises(RefusedError, match="no values satisfy the domains of"):
        _answer(text, "n", "m")


@pytest.mark.parametrize(
    ("assigned", "code", "hint"),
    [("n", "VS311", "at n = 4: its values are 0..3"), ("v + 1", "VS330", "at n = 4: reached by:")],
)
def test_an_assignment_that_is_an_error_at_some_size_is_told_with_the_size(assigned: str, code: str, hint: str) -> None:
    text = "system much\nparam n = 2 where n >= 1\nstates A, B\ngroup P of n\nshared v : 0..3 = 0\ninit A\n"
    with pytest.raises(DiagnosticError) as refusal:
        _answer(f"{text}trans A -> B do v := {assigned}\n", "n")
    [diagnostic] = refusal.value.diagnostics
    assert (diagnostic.code, assigned in diagnostic.span.text) == (code, True)
    assert str(diagnostic.hint).startswith(hint)


def test_ranges_may_depend_on_sizes() -> None:
    text = "system just\nparam n = 2 where n >= 1\nstates A, B\ngroup P of n\nshared v : 0..n = 0\ninit A\n"
    text += "trans A -> B do v := v + 1\ninvariant counted: v = #B\nctl full: EF v = n\n"
    assert verdicts(_answer(text, "n")) == {"counted": "holds", "full": "holds"}


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
    answer = _answer(APART, "a")
    decided = _decided(answer)
    assert decided.full
    assert len(decided.blocks) == 2
    assert "`T -> C`" in str(decided.blocks_reason)
    assert verdicts(answer) == {"mine": "holds"}


MARKED = """system cases
param n = 2 where n >= 0
states N, T
group R of n
group W of 1
shared f : bool = false
shared v : 0..2 = 0
init N
trans mark: N -> T do f := |R| = 2
trans back: T -> N if all of W in N do v := (v + 1) % 3
"""


def test_a_witness_is_of_the_declaration_that_is_broken_whatever_cases_there_are_at_its_size() -> None:
    """At one size `mark` has one case, so that those of `back` have other places in the model."""
    decided = _decided(_answer(MARKED, "n"))
    shown = [instance.witness for instance in decided.instances if instance is not None]
    assert [decision.verdict for decision in decided.decisions].count("broken") == len(shown) == 2
    assert {witness.enabled.shared[1] for witness in shown} == {("v", 0), ("v", 2)}
