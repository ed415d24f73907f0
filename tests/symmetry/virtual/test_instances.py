"""Models with open sizes: which are errors at some size, and the smallest one that breaks a symmetry."""

from __future__ import annotations

import pytest

from tests.support.loading import load_open
from tests.support.present import present
from tests.symmetry.virtual.judging import RW, RW_BROKEN
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError, Source
from vsym.checking.question import Subject
from vsym.checking.stages import identified
from vsym.models.counting.model import Model
from vsym.symmetry.virtual.instances import check_instances
from vsym.system.report import Silence

ASSIGNED = """system assigned
param n = 3 where {domain}
param m = 1 where m >= 0
states A, B
group P of n
group Q of m
shared x : 0..4 = 0
init A
trans A -> B do x := {value}
"""


def _open(text: str, *names: str) -> Subject[Model]:
    return load_open(Source("model.gsst", text), {}, names)


def _checked(value: str, domain: str = "n >= 1") -> None:
    subject = _open(ASSIGNED.format(value=value, domain=domain), "n", "m")
    check_instances(subject.model, present(subject.instance), Budget())


@pytest.mark.parametrize(
    ("value", "domain", "values"),
    [
        ("n", "n >= 1", "n = 5, m = 0"),
        ("n", "n >= 7", "n = 7, m = 0"),
        ("2 - n", "n >= 1", "n = 3, m = 0"),
        ("5 + #A[Q]", "n >= 1", "n = 1, m = 0"),
    ],
)
def test_a_number_out_of_range_is_an_error_at_the_smallest_size_that_has_it(
    value: str, domain: str, values: str
) -> None:
    with pytest.raises(DiagnosticError) as error:
        _checked(value, domain)
    assert f"at {values}: " in str(error.value.diagnostics[0].hint)


@pytest.mark.parametrize(
    ("value", "domain"),
    [
        ("n", "1 <= n & n <= 4"),
        ("2 - n", "1 <= n & n <= 2"),
        # At some sizes somebody is always there to be counted: an error only where the step is taken.
        ("5 + #A[P]", "n >= 1"),
        ("x + n", "n >= 1"),
    ],
)
def test_what_is_in_range_at_each_size_or_depends_on_the_state_is_none(value: str, domain: str) -> None:
    _checked(value, domain)


def test_parameters_without_values_are_refused() -> None:
    with pytest.raises(RefusedError, match="domains of `n`, `m`"):
        _checked("0", "n >= 3 & n <= 2")


def test_a_broken_symmetry_is_shown_at_the_smallest_size_that_breaks_it() -> None:
    """A reader asks for two who wait, and a writer for nobody inside."""
    decided = identified(_open(RW_BROKEN, "readers", "writers"), Budget(), Silence())
    (instance,) = (one for one in decided.instances if one is not None)
    assert dict(instance.values) == {"readers": 1, "writers": 1}
    assert instance.model.size == 2
    assert instance.witness.moves in instance.model.processes


def test_the_smallest_size_need_not_have_the_smallest_parameters() -> None:
    text = RW_BROKEN.replace("writers = 2", "spare = 2 where 0 <= spare & spare <= 9").replace(
        "W of writers", "W of 10 - spare"
    )
    decided = identified(_open(text, "readers", "spare"), Budget(), Silence())
    (instance,) = (one for one in decided.instances if one is not None)
    assert dict(instance.values) == {"readers": 1, "spare": 9}


def test_each_broken_relation_has_an_instance_of_its_own() -> None:
    text = "system s\nparam n = 3 where n >= 1\nstates A, B\ngroup R of n\ngroup W of n\ninit A\n"
    text += "trans A -> B { R: true }\ntrans B -> A { W: true }\n"
    decided = identified(_open(text, "n"), Budget(), Silence())
    sources = [decision.relation.source for decision in decided.decisions]
    assert sources == ["A", "B"]
    for instance, source in zip(map(present, decided.instances), sources, strict=True):
        assert dict(instance.values) == {"n": 1}
        assert instance.witness.enabled.locations[instance.witness.moves - 1] == source


def test_a_symmetry_of_all_sizes_has_no_instance() -> None:
    decided = identified(_open(RW, "readers", "writers"), Budget(), Silence())
    assert [one is None for one in decided.instances] == [True] * len(decided.decisions)
