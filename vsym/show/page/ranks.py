"""The ranks that a model states, on the page."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.basics.numbers import capital, seconds
from vsym.composition.results import RankOutcome
from vsym.show.page.listing import formula, linked
from vsym.show.page.values import Mood, Rank, Said
from vsym.show.text.ranks import rank_reason, rank_text, states_text

_MOODS: dict[str, Mood] = {"proves": "good", "fails": "bad", "unknown": "open"}


def of_rank(outcome: RankOutcome, every_size: str = "") -> Rank:
    """A rank with its verdict, which may be for the sizes that `every_size` says, or name one at which it fails."""
    rank, verdict = outcome.rank, outcome.verdict
    said = Said(rank_text(verdict, every_size), _MOODS[verdict.outcome])
    weights = formula(rank.text, rank.span.source.name)
    return Rank(linked(rank.property, rank.span), weights, said, seconds(verdict.seconds), tuple(_notes(outcome)))


def _notes(outcome: RankOutcome) -> Iterator[str]:
    for note in (rank_reason(outcome), states_text(outcome)):
        if note is not None:
            yield capital(note)
