"""The ranks that prove a property: those that are found, or the one that is stated for it."""

from __future__ import annotations

from dataclasses import replace

from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.options import RefusedError
from vsym.engines.smt.engine import ENGINE, judged_ranks
from vsym.logic.progress import progress
from vsym.logic.properties import Property
from vsym.models.counting.model import Model
from vsym.reductions.counters.reduced import Reduced
from vsym.system.report import Report
from vsym.system.result import Proof, ProvedRank


def of_progress(model: Model) -> tuple[Property, ...]:
    """The properties of a model that ask whether something happens eventually, or can happen."""
    return tuple(prop for prop in model.properties if progress(prop) is not None)


def proving_ranks(reduced: Reduced, prop: Property, budget: Budget, report: Report) -> tuple[ProvedRank, ...]:
    """The rank of each goal that a property asks for; a rank that is stated for it goes before one that is found.

    Raises RefusedError where the property is violated or the rank does not prove it, UndecidedError where neither is
    known.
    """
    [asked] = [one for one in reduced.system.properties if one.name == prop.name]
    stated = tuple(rank for rank in reduced.system.ranks if rank.property == prop.name)
    system = replace(reduced.system, properties=(asked,), ranks=stated)
    if stated:
        [judged] = judged_ranks(system, budget, report)
        if judged.outcome == "unknown":
            raise UndecidedError(f"whether its rank proves `{prop.name}` is not known: {judged.reason}")
        if judged.proof is None:
            raise RefusedError(
                f"the rank of `{prop.name}` does not prove it: {judged.reason}; `vsym check` shows where"
            )
        return ranks_of(prop, judged.proof)
    [verdict] = ENGINE.verify(system, [asked], budget, report).verdicts
    if verdict.outcome == "violated":
        raise RefusedError(f"`{prop.name}` is violated, so that there is no rank to draw; `vsym check` shows a path")
    if verdict.proof is None:
        raise UndecidedError(f"no rank was found that proves `{prop.name}`: {verdict.reason}")
    return ranks_of(prop, verdict.proof)


def ranks_of(prop: Property, proof: Proof) -> tuple[ProvedRank, ...]:
    """The ranks of a proof, one for each goal of the property; those of fair paths are left out."""
    asked = progress(prop)
    return () if asked is None else proof.ranks[: len(asked.parts)]
