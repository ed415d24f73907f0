"""The parts that JSON documents on every kind of model have: header, verdict, exploration."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vsym import __version__
from vsym.basics.limits import REASONS
from vsym.basics.numbers import writable
from vsym.logic.properties import Property
from vsym.show.documents import SCHEMA_VERSION, Record, Value
from vsym.show.text.verdicts import invariant_of
from vsym.system.result import Reached, Verdict


def header(kind: str, name: str, parameters: Iterable[tuple[str, int]], file: str) -> Record:
    """The keys that every document on a model begins with; `kind` is "processes" or "program"."""
    return {
        "schema_version": SCHEMA_VERSION,
        "vsym": __version__,
        "file": file,
        "kind": kind,
        "name": name,
        "parameters": dict(parameters),
    }


def verdict(prop: Property, verdict: Verdict, *, engine: str | None = None) -> Record:
    """The verdict on a property. The keys that depend on the kind of model are null: its caller sets them."""
    text = f"AG ({prop.text})" if prop.logic == "invariant" else prop.text
    return {
        "name": prop.name,
        "logic": "ctl" if prop.logic == "invariant" else prop.logic,
        "formula": text,
        "verdict": verdict.outcome,
        "engine": engine or verdict.engine,
        "method": verdict.method,
        "reason": verdict.reason,
        "steps": verdict.decided,
        "invariant": invariant_of(verdict),
        "explanation": None if verdict.proof is None else verdict.proof.explanation,
        "seconds": round(verdict.seconds, 6),
        "order": None,
        "instances": None,
        "parameters": None if verdict.values is None else dict(verdict.values),
        "exactly": verdict.exactly,
        "tried": list(verdict.tried),
        "wanted": list(verdict.wanted),
        "trace": None,
        "error": None,
    }


def stopped(reason: str | None, verdicts: Iterable[Verdict], reached: Reached | None) -> str | None:
    """The reason why the work stopped before anything was explored, or the one limit that left every verdict open."""
    reasons = {verdict.reason for verdict in verdicts}
    if reason is None and reached is None and len(reasons) == 1 and reasons <= {*REASONS.values()}:
        return reasons.pop()
    return reason


def exploration(
    reached: Reached, *, method: str, reason: str | None, canonical: bool | None, orbits: int | None
) -> Record:
    """The figures of the states that were reached.

    `reason` is why they are not all, `canonical` whether each of the `orbits` has one representative; null where every
    state is by itself.
    """
    return {
        "method": method,
        "states": writable(reached.states),
        "represented": None if reached.represented is None else writable(reached.represented),
        "orbits": orbits,
        "canonical": canonical,
        "orbit_sizes": _orbit_sizes(reached.orbit_sizes),
        "representatives": None if orbits is None and canonical is None else reached.representatives,
        "strategy": reached.strategy,
        "nodes": reached.set_nodes,
        "peak_nodes": reached.nodes,
        "rules_fired": reached.rules_fired,
        "depth": reached.depth,
        "deadlocks": reached.deadlocks,
        "deadlock": None if not reached.complete and not reached.deadlocks else reached.deadlocks > 0,
        "bytes_per_state": reached.bytes_per_state,
        "complete": reached.complete,
        "reason": None if reached.complete else reason,
        "seconds": round(reached.seconds, 6),
        "compile_seconds": None if reached.compile_seconds is None else round(reached.compile_seconds, 6),
    }


def _orbit_sizes(sizes: Sequence[tuple[int, int]] | None) -> list[Value] | None:
    """How many orbits there are of each size."""
    if sizes is None:
        return None
    return [{"size": writable(size), "orbits": writable(orbits)} for size, orbits in sizes]
