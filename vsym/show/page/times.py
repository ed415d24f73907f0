"""Where the time of a run went: stages whose times add up to the whole, to the last digit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise

from vsym.checking.results import Checked
from vsym.show.page.values import Times


def times(checked: Checked, judging: float, drawing: float) -> Times:
    """The stages of a run that took so many seconds until all verdicts were there, and then drew the pictures."""
    stages = [*_stages(checked, judging), ("pictures", drawing)]
    # Sums are rounded, and not the stages, so that what is shown adds up.
    sums = [round(1000 * total) for total in accumulate((seconds for _, seconds in stages), initial=0.0)]
    shown = [(name, _shown(after - before)) for (name, _), (before, after) in zip(stages, pairwise(sums), strict=True)]
    return Times(tuple(shown), _shown(sums[-1]))


def _stages(checked: Checked, judging: float) -> Iterator[tuple[str, float]]:
    """The stages until all verdicts are there; the last one takes what the others leave."""
    left = judging
    for name, seconds in _measured(checked, judging):
        took = max(0.0, min(seconds, left))
        left -= took
        yield name, took
    yield "reachable states, paths and all else", left


def _measured(checked: Checked, judging: float) -> Iterator[tuple[str, float]]:
    """What was measured on its own; properties that were decided side by side take no longer than all of them."""
    decided, prepared, deciding = checked.decided, checked.prepared, checked.seconds
    if decided is not None:
        transitions = sum(decision.seconds for decision in decided.decisions)
        yield "verdicts on the local transitions", transitions
        yield "relations, blocks and all else of the symmetry", decided.seconds - transitions
        yield "counter abstraction", judging - decided.seconds - deciding
    if prepared is not None:
        deciding -= prepared.seconds
        yield "what the edges respect", prepared.seconds
    yield "verdicts on the properties", min(sum(outcome.verdict.seconds for outcome in checked.outcomes), deciding)


def _shown(milliseconds: int) -> str:
    return f"{milliseconds / 1000:,.3f} s"
