"""What a sweep says of a property: exactly what was looked at."""

from __future__ import annotations

from dataclasses import replace

from tests.sweeping.made import row, swept

NO_PROOF = "; this is not a proof for other values"


def _said(*verdicts: str, **axes: str) -> str:
    name = next(iter(axes))
    rows = [row(verdict, **{name: value}) for value, verdict in enumerate(verdicts, 1)]
    return next(sentence for sentence in swept(rows, **axes).sentences if sentence.startswith("`p`"))


def test_one_verdict_for_all_values_is_no_proof() -> None:
    assert _said("holds", "holds", "holds", q="1:3") == (
        f"`p` holds for all 3 values of q in 1:3{NO_PROOF} (--for-all q would be)"
    )
    assert _said("violated", "violated", q="1:2") == f"`p` is violated for each of the 2 values of q in 1:2{NO_PROOF}"
    assert (
        _said("holds up to 5", "holds up to 5", q="1:2")
        == f"`p` holds up to 5 for each of the 2 values of q in 1:2{NO_PROOF}"
    )


def test_where_a_verdict_changes() -> None:
    assert _said("holds", "holds", "violated", "violated", q="1:4") == (
        f"`p` holds from q = 1 to 2 and is violated from q = 3 on (the last value: 4){NO_PROOF}"
    )
    assert _said("holds", "violated", "holds", q="1:3") == (
        f"`p` holds at q = 1, is violated at q = 2 and holds at q = 3{NO_PROOF}"
    )


def test_many_changes_are_counted() -> None:
    verdicts = ["holds", "violated"] * 4
    assert _said(*verdicts, q="1:8") == (
        "`p` holds for 4 (the first: q = 1) and is violated for 4 (the first: q = 2) "
        f"of the 8 values of q in 1:8{NO_PROOF}"
    )


def test_unknown_and_missing_values_are_never_said_to_hold() -> None:
    assert _said("holds", "unknown", q="1:2") == ("`p` holds at q = 1 and is unknown at q = 2")
    assert _said("holds", "lost", q="1:2") == "`p` holds at q = 1 and is unknown at q = 2"
    assert _said("holds", "holds", q="1:5").startswith(
        "`p` holds for 2 of the 5 values of q in 1:5; this is not a proof"
    )
    assert swept([row("holds", q=1)], q="1:5").sentences[-1] == "4 values were not looked at"


def test_broken_symmetry_is_not_said_ambiguously() -> None:
    rows = [replace(row("holds", q=q), symmetry="not full") for q in (1, 2)]
    assert (
        swept(rows, q="1:2").sentences[0]
        == "the system is fully virtually symmetric for none of the 2 values of q in 1:2"
    )
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
    assert swept([row("lost", q=1), row("lost", q=2)], q="1:2").sentences == [
        "`p` is unknown for each of the 2 values of q in 1:2"
    ]


def test_a_long_list_is_shortened() -> None:
    values = range(1, 90, 2)
    found = swept([row("holds", q=q) for q in values], q=",".join(map(str, values)))
    assert (
        "all 45 values of q in 1,3,5,7,9,11,13,15,17,19,21,…,71,73,75,77,79,81,83,85,87,89; this" in found.sentences[1]
    )


def test_a_single_row_says_its_verdict_alone() -> None:
    assert swept([row("holds", q=4)], q="4").sentences == ["the system is fully virtually symmetric", "`p` holds"]


def test_the_worst_row_counts_and_errors_only_alone() -> None:
    assert swept([row("holds", q=1), row("error", q=2)], q="1:2").status == 0
    assert swept([row("holds", q=1), row("unknown", q=2)], q="1:2").status == 5
    assert swept([row("violated", q=1), row("lost", q=2)], q="1:2").status == 10
    assert swept([row("error", q=1), row("error", q=2)], q="1:2").status == 2
