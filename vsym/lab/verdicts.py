"""Verdicts as JSON has them: on symmetry, on properties, on ranks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vsym.composition.programs import ProgramOutcome
from vsym.composition.results import Outcome, RankOutcome
from vsym.lab.places import Places
from vsym.lab.protocol import Record
from vsym.show.text.ranks import rank_reason, rank_text
from vsym.show.text.rendering import as_text
from vsym.show.text.witnesses import witness_table
from vsym.symmetry.virtual.identification import Decided

WIDTH = 90
"""How many characters wide a witness is told."""


def symmetry(decided: Decided | None, places: Places) -> Record:
    """What is known of a model's symmetry: of each transition, and the blocks that are counted apart."""
    if decided is None:
        return {"full": None, "transitions": [], "blocks": [], "group": None}
    return {
        "full": decided.full,
        "group": None,
        "transitions": [*_transitions(decided, places)],
        "blocks": [
            ", ".join(group.name for group in decided.model.groups if group.processes and group.processes <= block)
            or str(block)
            for block in decided.blocks
        ],
    }


def _transitions(decided: Decided, places: Places) -> Iterator[Record]:
    model = decided.model
    for decision, witness in zip(decided.decisions, decided.witnesses, strict=True):
        first, label = model.transitions[decision.relation.origins[0]], model.label(decision.relation.origins)
        told = None if witness is None else as_text([witness_table(model, label, witness)], WIDTH, color=False)
        yield {"label": label, "verdict": decision.verdict, "witness": told, **places.stretch(first.span)}


def outcome(found: Outcome | ProgramOutcome, places: Places, path: Record | None) -> Record:
    """The verdict on a property, with the path that shows it."""
    verdict, prop = found.verdict, found.property
    said: dict[str, Any] = places.stretch(prop.span)
    return {
        "name": prop.name,
        **said,
        "logic": prop.logic,
        "formula": prop.text,
        "outcome": verdict.bounded,
        "engine": verdict.engine,
        "seconds": round(verdict.seconds, 4),
        "reason": verdict.reason,
        "path": path,
    }


def rank(found: RankOutcome, places: Places) -> Record:
    """The verdict on a rank; why it proves its property is told in full."""
    verdict, proof = found.verdict, found.verdict.proof
    return {
        "name": found.rank.property,
        **places.stretch(found.rank.span),
        "weights": found.rank.text,
        "outcome": rank_text(verdict),
        "seconds": round(verdict.seconds, 4),
        "reason": rank_reason(found) if proof is None else proof.explanation,
    }
