"""Sentences of a sweep on a property: they claim no more and no less than vsym has checked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.sweeping.made import row, swept

NO_PROOF = "; this is not a proof for other values"


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        ("holds holds holds", f"holds for all 3 values of q in 1:3{NO_PROOF} (--for-all q would be)"),
        ("violated violated", f"is violated for each of the 2 values of q in 1:2{NO_PROOF}"),
        ("up-to up-to", f"holds up to 5 for each of the 2 values of q in 1:2{NO_PROOF}"),
        (
            "holds holds violated violated",
            f"holds from q = 1 to 2 and is violated from q = 3 on (the last value: 4){NO_PROOF}",
        ),
        ("holds violated holds", f"holds at q = 1, is violated at q = 2 and holds at q = 3{NO_PROOF}"),
        (
            " ".join(["holds violated"] * 4),
            "holds for 4 (the first: q = 1) and is violated for 4 (the first: q = 2) of the 8 values of q in 1:8"
            f"{NO_PROOF}",
        ),
        ("holds unknown", "holds at q = 1 and is unknown at q = 2"),
        ("holds lost", "holds at q = 1 and is unknown at q = 2"),
    ],
)
def test_where_a_verdict_changes_and_for_which_values_it_is_the_same(verdicts: str, said: str) -> None:
    """A verdict at exactly these values is no proof for others, and an unknown one never counts as holding."""
    rows = [row(one.replace("up-to", "holds up to 5"), q=q) for q, one in enumerate(verdicts.split(), 1)]
    assert swept(rows, q=f"1:{len(rows)}").sentences[-1] == f"`p` {said}"


def test_missing_values_are_never_said_to_hold() -> None:
    *_, verdict, missing = swept([row("holds", q=q) for q in (1, 2)], q="1:5").sentences
    assert verdict.startswith("`p` holds for 2 of the 5 values of q in 1:5; this is not a proof")
    assert missing == "3 values were not checked"


def test_broken_symmetry_is_not_said_ambiguously() -> None:
    rows = [replace(row("holds", q=q), symmetry="not full") for q in (1, 2)]
    none = "the system is fully virtually symmetric for none of the 2 values of q in 1:2"
    assert swept(rows, q="1:2").sentences[0] == none
    mixed = swept([rows[0], row("holds", q=2)], q="1:2").sentences[0]
    assert mixed == "the system is not fully virtually symmetric at q = 1 and is fully virtually symmetric at q = 2"


def test_errors_of_the_model_are_apart() -> None:
    rows = [row("error", q=0), row("holds", q=1), row("holds", q=2)]
    said = swept(rows, q="0:2").sentences
    assert said[1].startswith("`p` holds for 2 of the 3 values of q in 0:2")
    assert said[-1] == "the model is in error at 1 value"


def test_combinations() -> None:
    rows = [row("holds" if q < 3 else "violated", d=d, q=q) for d in (1, 2) for q in (1, 2, 3)]
    assert swept(rows, d="1:2", q="1:3").sentences[1] == (
        "`p` holds for 4 (the first: d = 1, q = 1) and is violated for 2 (the first: d = 1, q = 3) "
        f"of the 6 combinations of d in 1:2 and q in 1:3{NO_PROOF}"
    )


def test_rows_that_are_all_lost_are_unknown() -> None:
    said = swept([row("lost", q=1), row("lost", q=2)], q="1:2").sentences
    assert said == ["`p` is unknown for each of the 2 values of q in 1:2"]


def test_a_long_list_is_shortened() -> None:
    values = range(1, 90, 2)
    said = swept([row("holds", q=q) for q in values], q=",".join(map(str, values))).sentences[1]
    assert "all 45 values of q in 1,3,5,7,9,11,13,15,17,19,21,…,71,73,75,77,79,81,83,85,87,89; this" in said


def test_a_single_row_says_its_verdict_alone() -> None:
    assert swept([row("holds", q=4)], q="4").sentences == ["the system is fully virtually symmetric", "`p` holds"]


def test_the_worst_row_counts_and_errors_only_alone() -> None:
    for verdicts, status in (("holds error", 0), ("holds unknown", 5), ("violated lost", 10), ("error error", 2)):
        assert swept([row(one, q=q) for q, one in enumerate(verdicts.split(), 1)], q="1:2").status == status
