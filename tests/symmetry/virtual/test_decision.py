"""Virtual symmetry of single relations, for full symmetry and for given blocks."""

from __future__ import annotations

import pytest

import vsym
from tests.symmetry.virtual.judging import RW, RW_BROKEN, TWO_GROUPS, judged, processes, relations_of, verdicts
from vsym.models.counting.processes import Processes
from vsym.symmetry.virtual.decision import treats_alike
from vsym.symmetry.virtual.question import frame_of, needs_results

SHARED = TWO_GROUPS + "shared x : 0..4 = 0\n"
R, W, ALL = processes(1, 2), processes(3, 4), processes(1, 4)


NAMES_R = TWO_GROUPS + "trans A -> B if #A[R] >= 1\n"
ONLY_R = TWO_GROUPS + "trans A -> B { R: true }\n"
COUNTS_R = SHARED + "trans A -> B do x := #A[R]\n"
COUNTS_APART = SHARED + "trans A -> B { R: true do x := #A[R]  W: true do x := #A[W] }\n"
READERS_APART = [processes(1, 1), processes(2, 3)]
OF_ANOTHER = "system s\nstates A, B\ngroup P[k in 1..3] of 2\ninit A\ntrans A -> B { P[3]: #A[P[1]] = 0 }\n"
ONE, TWO, THREE = (processes(low, low + 1) for low in (1, 3, 5))


@pytest.mark.parametrize(
    ("text", "blocks", "expected"),
    [
        (RW, None, ["symmetric", "virtually symmetric", "symmetric"]),
        (RW_BROKEN, None, ["symmetric", "broken", "symmetric"]),
        (RW, READERS_APART, ["symmetric"] * 3),
        (RW_BROKEN, READERS_APART, ["symmetric"] * 3),
        # A single guard that names a group inside the block must be checked: it may break the symmetry, or not.
        (NAMES_R, None, ["broken"]),
        (NAMES_R, [R, W], ["symmetric"]),
        (TWO_GROUPS + "trans A -> B if #A[R] >= 1 | #A[W] >= 1\n", None, ["virtually symmetric"]),
        # A group that never moves, and one of nobody.
        (ONLY_R, None, ["broken"]),
        (ONLY_R, [R, W], ["symmetric"]),
        (ONLY_R.replace("W of 2", "W of 0"), None, ["symmetric"]),
        # Different updates that coincide are judged by their effect.
        (SHARED + "trans A -> B { R: x = 1 do x := 1  W: x = 1 }\n", None, ["virtually symmetric"]),
        (SHARED + "trans A -> B { R: x <= 1 do x := 1  W: x <= 1 }\n", None, ["broken"]),
        (COUNTS_APART, None, ["broken"]),
        (COUNTS_APART.replace("#A[R]", "#A").replace("#A[W]", "4 - #B"), None, ["virtually symmetric"]),
        # An update that counts inside the block breaks it, unless only one value is possible.
        (COUNTS_R, None, ["broken"]),
        (COUNTS_R, [R, W], ["symmetric"]),
        (COUNTS_R.replace("[R]", ""), None, ["symmetric"]),
        (COUNTS_R.replace(" do", " if #A = 4 do"), None, ["virtually symmetric"]),
        # A guard that counts in a whole block is symmetric for every block; one that cuts a block is not.
        (OF_ANOTHER, [ONE, TWO, THREE], ["symmetric"]),
        (OF_ANOTHER, [ONE | TWO, THREE], ["broken"]),
        (OF_ANOTHER, [ONE, TWO | THREE], ["broken"]),
    ],
)
def test_verdicts(text: str, blocks: list[Processes] | None, expected: list[str]) -> None:
    assert verdicts(text, blocks) == expected


def test_overflows_must_be_a_matter_of_the_orbit_too() -> None:
    text = SHARED + "trans A -> B { R: true do x := x + 1  W: x < 4 do x := x + 1 }\n"
    assert [(d.relation.overflow, d.verdict) for d in judged(vsym.load(text))] == [
        (False, "symmetric"),
        (True, "broken"),
    ]


def test_a_lemma_narrows_the_states() -> None:
    model = vsym.load(TWO_GROUPS + "trans A -> B if #B[R] = 0\nlemma few: #B[R] = 0\n")
    assert [decision.verdict for decision in judged(model)] == ["broken"]
    assert [decision.verdict for decision in judged(model, lemma=model.lemmas[0].formula)] == ["virtually symmetric"]


def test_a_pair_has_equal_counters_and_one_enabled_side() -> None:
    model = vsym.load(RW_BROKEN)
    decision = judged(model)[1]
    pair = decision.pair
    assert pair is not None
    assert decision.seconds > 0
    for row in pair.frame.rows:
        sides = (pair.enabled, pair.disabled)
        totals = {sum(side[row, number] for number in range(len(pair.frame.columns))) for side in sides}
        assert len(totals) == 1
    # The smallest witness has one process outside N.
    outside = sum(size for (row, _), size in pair.enabled.items() if row != "N")
    assert outside == 1


@pytest.mark.parametrize("needed", [2, 5, 7, 9, 13])
@pytest.mark.parametrize("order", ["N, T, C", "T, N, C"])
def test_a_pair_has_as_many_processes_as_possible_in_the_first_local_state(needed: int, order: str) -> None:
    """A writer enters where `needed` processes wait: only these are in T, or as many as possible if T comes first."""
    text = RW.replace("readers = 1", "readers = 16").replace("writers = 2", "writers = 16").replace("N, T, C", order)
    text = text.replace("R: #C = 0 & #T[W] = 0", "R: false").replace("W: #C = 0", f"W: #T >= {needed}")
    decision = judged(vsym.load(text))[1]
    assert decision.pair is not None
    # In the disabled state only the sixteen readers may wait.
    waiting = sum(size for (row, _), size in decision.pair.enabled.items() if row == "T")
    assert waiting == (needed if order.startswith("N") else 16)


@pytest.mark.parametrize("name", ["N -> T", "T -> C"])
def test_what_the_text_shows_needs_no_solver(name: str) -> None:
    model = vsym.load(RW)
    relation = next(r for r in relations_of(model) if f"{r.source} -> {r.target}" == name)
    everyone = model.processes
    assert treats_alike(relation, everyone, [everyone]) == (name == "N -> T")
    assert treats_alike(relation, processes(1, 1), [processes(1, 1), processes(2, 3)])


def test_results_are_part_of_the_question_where_updates_differ_or_count_inside() -> None:
    for text, expected in (
        ("trans A -> B do x := 1", False),
        ("trans A -> B do x := #A", False),
        ("trans A -> B do x := #A[R]", True),
        ("trans A -> B { R: true do x := 1  W: true }", True),
    ):
        (relation,) = relations_of(vsym.load(SHARED + text + "\n"))
        assert needs_results(relation, [ALL]) == expected
    (relation,) = relations_of(vsym.load(SHARED + "trans A -> B do x := #A[R]\n"))
    assert not needs_results(relation, [R, W])


def test_a_question_tells_apart_only_what_it_names() -> None:
    text = "system s\nstates L[1..9]\ngroup P[k in 1..9] of 3\ninit L[1]\ntrans L[2] -> L[3] if #L[4][P[5..6]] = 0\n"
    model = vsym.load(text)
    (relation,) = relations_of(model)
    frame = frame_of(model, [model.processes], [relation.domain(model.processes)], [])
    assert frame.rows == ("L[2]", "L[4]")
    assert [column.size for column in frame.columns] == [21, 6]
