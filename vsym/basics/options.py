"""What a command can be told, and the exit statuses it can end with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen

HOLDS, BUG, ERROR, UNDECIDED, VIOLATED, INTERRUPTED = 0, 1, 2, 5, 10, 130
Color: TypeAlias = Literal["auto", "always", "never"]

_SEVERITY = (HOLDS, UNDECIDED, VIOLATED, ERROR, BUG, INTERRUPTED)


def worst(*statuses: int) -> int:
    """The exit status that wins."""
    return max(statuses, key=_SEVERITY.index, default=HOLDS)


TraceStyle: TypeAlias = Literal["full", "diff", "off"]
PictureKind: TypeAlias = Literal[
    "states", "quotient", "witness", "adaptive", "ranking", "group", "representatives", "diagrams"
]
StrategyName: TypeAlias = Literal["auto", "full", "after", "within", "representatives"]
PictureFormat: TypeAlias = Literal["svg", "png", "dot", "mermaid", "markdown"]


class RefusedError(Exception):
    """A command cannot do what it was asked, for a reason outside the model: status 2."""


class ClusterLostError(Exception):
    """The scheduler of a cluster has gone, and what it was given with it: what was finished before is kept."""


def refuse_given(given: Mapping[str, object], why: str) -> None:
    """Raise RefusedError for the first of these options that has a value, by its name and why it has none here."""
    for option, value in given.items():
        if value:
            raise RefusedError(f"{option} {why}")


@frozen
class ClusterSettings:
    """Where a cluster is, and with which files it is trusted and trusts: certificates of those that are, an own one and
    its key."""

    address: str
    ca: str | None = None
    cert: str | None = None
    key: str | None = None


@frozen
class Options:
    """What commands are told.

    `definitions` override parameters, those in `for_all` are left without a value; `timeout` is in seconds, `memory` in
    MB, `bound` a number of steps. With `strict`, a warning is as bad as a violated property. `what` is the picture to
    draw, of one `transition` where that is named. With `everything`, all states are explored, whatever is decided.
    `out_itf` and `out_xml` are directories for traces, `replayed` is the file of one, `proofs` that of a certificate.

    Programs alone have what follows: `undefined`, `deadlock`, `scalarset` and `side_effects` are how one is understood,
    `group` is up to which permutations they are explored, by a word or a file, which with `trust_group` nothing need
    prove; with `deep`, symmetries are also looked for beyond the graph; `strategy`, `hints` and
    `automatic` (hints that are made) are how decision diagrams explore up to the group; `counted` is whether they
    are explored as counter models; with `compact`, states are kept as hashes.

    States are kept in `store`, in so many `parts`, and found by `workers` of this machine or a `cluster`; with
    `resume`, an exploration goes on with what is there. With `estimate`, it is measured what an exploration takes.
    """

    file: str
    definitions: Mapping[str, int] = field(default_factory=dict)
    timeout: float | None = None
    solver: str = "z3"
    engine: str = "auto"
    method: Literal["plain", "orbit", "counter", "adaptive", "all"] = "counter"
    bound: int | None = None
    memory: int | None = None
    properties: tuple[str, ...] = ()
    for_all: tuple[str, ...] = ()
    trace: TraceStyle | None = None
    quiet: bool = False
    verbose: bool = False
    strict: bool = False
    smt2: bool = False
    certificate: bool = False
    out_itf: str | None = None
    out_xml: str | None = None
    sarif: bool = False
    replayed: str = "-"
    proofs: str = "-"
    invariants: bool = False
    direct: bool = False
    what: PictureKind | None = None
    format: PictureFormat = "svg"
    transition: str | None = None
    undefined: Literal["strict", "lenient"] | None = None
    deadlock: Literal["stuttering", "stuck", "off"] | None = None
    scalarset: Literal["symmetric", "range"] | None = None
    side_effects: Literal["refuse", "allow"] | None = None
    group: str | None = None
    trust_group: bool = False
    deep: bool = False
    strategy: StrategyName | None = None
    hints: tuple[str, ...] = ()
    automatic: Literal["auto"] | None = None
    counted: Literal["counters", "auto"] | None = None
    everything: bool = False
    compact: bool = False
    resume: bool = False
    store: str | None = None
    workers: int | None = None
    parts: int | None = None
    cluster: ClusterSettings | None = None
    estimate: bool = False


@frozen
class Delivery:
    """Where an answer goes: to standard output (`output` is None) or a file, its further files to a directory.

    A certificate has a file of its own. As one of `several` answers, a JSON document has one line, and text a heading.
    """

    color: Color = "auto"
    as_json: bool = False
    output: str | None = None
    directory: str | None = None
    certificate: str | None = None
    several: bool = False
