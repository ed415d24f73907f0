"""Lines beside verdicts: the sizes at which a property holds, and the lemmas that a missing proof lacks."""

from __future__ import annotations

from dataclasses import replace

from tests.show.text.models import checked, lines
from vsym.checking.answer import Outcome
from vsym.show.text.verdicts import properties_table
from vsym.system.result import Verdict

MODEL = "system s\nstates A, B\ngroup P of 2\ninit A\ntrans A -> B\ninvariant few: #B <= 1\n"
FAILED = Verdict(
    "unknown",
    "smt",
    0.0,
    "the memory limit was reached",
    tried=("3-induction", "Spacer"),
    missing_lemmas=("#C >= 1 -> lock >= 1", "#B <= 1"),
)


def _told(verdict: Verdict, *, quiet: bool = False) -> list[str]:
    """The lines below the table of one property."""
    outcome = Outcome(checked(MODEL).outcomes[0].property, verdict)
    return [line.strip() for line in lines([properties_table([outcome], "for all n >= 1", quiet=quiet)])[2:] if line]


def test_a_proof_that_was_not_found_is_told_with_what_was_tried_and_the_lemmas_that_would_help() -> None:
    reason = "few: the memory limit was reached; smaller parameters (-D) or --engine nusmv may decide it"
    told = " ".join(_told(FAILED))
    assert told == (
        f"{reason} few: no proof by 3-induction, Spacer; "
        "it would follow from `#C >= 1 -> lock >= 1` and `#B <= 1`, but vsym found no proof of that"
    )
    assert " ".join(_told(replace(FAILED, missing_lemmas=()))) == f"{reason} few: no proof by 3-induction, Spacer"


def test_sizes_are_named_below_the_table() -> None:
    violated = Verdict("violated", "smt", 0.0, values={"n": 1}, smallest=True, exactly="n >= 3")
    assert _told(violated) == ["few: it holds exactly where n >= 3"]
    assert _told(replace(violated, exactly="false")) == ["few: it holds at no size"]
    assert _told(violated, quiet=True) == []
