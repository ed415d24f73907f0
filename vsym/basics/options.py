"""The settings of commands, and their exit statuses."""

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
ChosenStrategy: TypeAlias = Literal["full", "after", "within", "representatives"]
"""The ways in which decision diagrams explore up to a group."""

StrategyName: TypeAlias = Literal["auto", ChosenStrategy]
PictureFormat: TypeAlias = Literal["svg", "png", "dot", "mermaid", "markdown"]


class RefusedError(Exception):
    """A command cannot do its work, for a reason outside the model: status 2."""


class ClusterLostError(Exception):
    """The scheduler of a cluster has gone, with the tasks that it had; finished work is kept."""


def refuse_given(given: Mapping[str, object], why: str) -> None:
    """Raise RefusedError for the first of these options that has a value, by its name and why it has none here."""
    for option, value in given.items():
        if value:
            raise RefusedError(f"{option} {why}")


@frozen
class ClusterSettings:
    """The address of a cluster, and the files for mutual authentication: the trusted certificates, vsym's own, and its
    key."""

    address: str
    ca: str | None = None
    cert: str | None = None
    key: str | None = None


@frozen
class DialectOptions:
    """The dialect of a program; None where no option chooses it."""

    undefined: Literal["strict", "lenient"] | None = None
    scalarset: Literal["symmetric", "range"] | None = None
    deadlock: Literal["stuttering", "stuck", "off"] | None = None
    side_effects: Literal["refuse", "allow"] | None = None


@frozen
class Closing:
    """The extent of σ-steps, which compute the orbits of reached states (Barner, Grumberg, sections 4 and 5, figure 8).

    A σ-step is taken `after` each layer, or once for each hint. It goes to a fixed point, or for at most `rounds` of
    the generators, or until the decision diagram has more than `nodes` nodes.
    """

    after: Literal["layer", "hint"] = "layer"
    rounds: int | None = None
    nodes: int | None = None


WHOLE = Closing()
"""After each layer, up to a fixed point."""


@frozen
class QuotientOptions:
    """The permutations that identify states, and the way in which decision diagrams explore up to them.

    `group` is a word or a file; with `trust_group`, vsym needs no proof of it. The exploration has a strategy, hints,
    with `automatic` also those that vsym makes, and σ-steps of some extent.
    """

    group: str | None = None
    trust_group: bool = False
    strategy: StrategyName | None = None
    hints: tuple[str, ...] = ()
    automatic: Literal["auto"] | None = None
    sigma_step: Literal["layer", "hint"] | None = None
    sigma_rounds: int | None = None
    sigma_nodes: int | None = None

    @property
    def closing(self) -> Closing | None:
        """The extent of σ-steps; None where no option is about them."""
        said = (self.sigma_step, self.sigma_rounds, self.sigma_nodes) != (None, None, None)
        return Closing(self.sigma_step or "layer", self.sigma_rounds, self.sigma_nodes) if said else None


@frozen
class StoreOptions:
    """The folder that keeps states, in a number of `parts`, and the `workers` on this machine or the `cluster` that
    find them. With `resume`, an exploration continues from the states in the folder."""

    folder: str | None = None
    resume: bool = False
    workers: int | None = None
    parts: int | None = None
    cluster: ClusterSettings | None = None


BoundsWish: TypeAlias = Literal["auto", "never", "only"]
"""The use of bounds where symmetry fails: before vsym looks for exact blocks, never, or in place of these."""


@frozen
class Options:
    """The options that several commands share; those of one command alone are parameters of its function.

    `definitions` override parameters, and `for_all` leaves parameters without a value; `timeout` is in seconds,
    `memory` in MB, `bound` a number of steps, `threads` the number of threads of a search. With `strict`, a warning is
    as bad as a violated property; with `everything`, a search explores all states even after every property is decided.
    With `counted`, programs are explored as counter models; with `compact`, states are kept as hashes; with
    `certificate`, proofs have to leave one.
    """

    file: str
    definitions: Mapping[str, int] = field(default_factory=dict)
    for_all: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    timeout: float | None = None
    memory: int | None = None
    threads: int | None = None
    bound: int | None = None
    solver: str = "z3"
    engine: str = "auto"
    everything: bool = False
    strict: bool = False
    trace: TraceStyle | None = None
    quiet: bool = False
    verbose: bool = False
    certificate: bool = False
    compact: bool = False
    counted: Literal["counters", "auto"] | None = None
    bounds: BoundsWish = "auto"
    dialect: DialectOptions = DialectOptions()
    quotient: QuotientOptions = QuotientOptions()
    store: StoreOptions = StoreOptions()


@frozen
class Delivery:
    """The way of an answer: to standard output (`output` is None) or a file, its further files to a directory.

    A certificate has a file of its own. As one of `several` answers, a JSON document has one line, and text a heading.
    """

    color: Color = "auto"
    as_json: bool = False
    output: str | None = None
    directory: str | None = None
    certificate: str | None = None
    several: bool = False
