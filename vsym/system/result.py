"""Results of engines: verdicts with the paths that show them, proofs of properties, and the states reached."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from vsym.basics.frozen import frozen
from vsym.basics.limits import Interruption
from vsym.basics.options import ChosenStrategy
from vsym.system.step import Vector

S = TypeVar("S", covariant=True)
T = TypeVar("T", covariant=True)

PathKind: TypeAlias = Literal["counterexample", "witness"]


@frozen
class Path(Generic[S, T]):
    """A path: its states, and the step from each to the next.

    In a system, states are vectors and steps the numbers of events; in a model, its semantics defines them. A step is
    None where a deadlocked state stutters. With `loop` = i, the last state equals state i (or has the same vector) and
    the states between repeat. With `times`, the step `steps[i]` is taken `times[i]` times in a row, and the states in
    between are left out.
    """

    kind: PathKind
    states: tuple[S, ...]
    steps: tuple[T | None, ...]
    loop: int | None = None
    times: tuple[int, ...] | None = None

    @property
    def length(self) -> int:
        """The number of steps of the path, repeated ones counted each time."""
        return len(self.steps) if self.times is None else sum(self.times)


SystemPath: TypeAlias = Path[Vector, int]


@frozen
class Verdict:
    """The verdict of an engine on one property. `unknown` always has a reason; a violated one usually has a path.

    `decided` is the number of steps up to which a bounded engine looked (`holds up to k`), else None. `method` names
    the method that decided it, where the engine has several. `path` is a path of the system or model that the engine
    was given, and `proof` the proof of the verdict, where the engine gives one. With parameters, a property holds for
    all their values, or is violated at `values`; where `smallest`, no smaller size violates it. `exactly` says in the
    language at which values of the parameters a violated property holds, where vsym knows this of all values. For an
    unknown verdict, `tried` names the methods of proof that had their turn; the property would follow if all
    `missing_lemmas` held, which vsym has not proved.

    `unfair` is an initial state from which no fair path starts, where the engine knows of one. `vacuous` has the
    numbers of the property's premises that are true in no reachable state; None where vsym did not check this.
    """

    outcome: Literal["holds", "holds up to k", "violated", "unknown"]
    engine: str
    seconds: float
    reason: str | None = None
    path: Path[Any, Any] | None = None
    decided: int | None = None
    method: str | None = None
    proof: Proof | None = None
    values: Mapping[str, int] | None = None
    smallest: bool = False
    exactly: str | None = None
    tried: tuple[str, ...] = ()
    missing_lemmas: tuple[str, ...] = ()
    unfair: Vector | None = None
    vacuous: tuple[int, ...] | None = None

    @property
    def bounded(self) -> str:
        """The outcome, with the number of steps where there is one: `holds up to 7`."""
        return self.outcome if self.decided is None else self.outcome.replace("k", str(self.decided))


@frozen
class RankVerdict:
    """The verdict on a rank that the user states: it proves its property, or else has a `reason`.

    Where it fails, the `path` leads to a state in which it is not lowered, by its last step where a step is to blame,
    and `ranks` is the rank there: before and after that step, or in the last state alone. With parameters, it fails at
    `values`. One that proves its property has a `proof`.
    """

    outcome: Literal["proves", "fails", "unknown"]
    seconds: float
    reason: str | None = None
    path: Path[Any, Any] | None = None
    ranks: tuple[tuple[int, ...], ...] = ()
    values: Mapping[str, int] | None = None
    proof: Proof | None = None


@frozen
class Reached:
    """The reachable states that were found; `complete` if they are all, else `interrupted` says why not.

    An annotated state counts even if another one that was found later subsumes it. `depth` is the largest distance from
    an initial state, in steps of a concrete path, None where the states were not found layer by layer; of annotated
    states, and where `several` states of an orbit may be kept, the layers of the search, which can be more, as an orbit
    may be met anew. `deadlocks` counts the states that are, or represent, deadlocked ones. `nodes` is the peak number
    of nodes where the states are held in decision diagrams, and `levels` the order of their levels, as places in a
    vector of the system. `idle` has the numbers of the events that none of the states enables, errors left out; None
    where that is not known. `stuck` is a shortest path to a deadlocked one, None where there is none, or none was found
    in time.

    `set_nodes` counts the nodes of the set alone. For a search up to a group, `strategy` names its strategy,
    `representatives` counts the states that it keeps, and `orbits` the orbits that these states are in, None where that
    is not known. `orbit_sizes` has pairs of a size and the number of orbits of that size, where they were counted.
    `idle_hints` has the number of each hint that has added nothing, from 0, and tells if it is true in any kept state;
    `left_out` counts generators that do not keep the ranges of variables.

    For programs, `rules_fired` counts the firings of enabled rules, and `bytes_per_state` is the memory that the search
    used for each state; None where these were not counted. Up to a group, `represented` counts the states that orbits
    stand for. `several` tells if there may be several states of an orbit, though the search aimed at one of each. Where
    a C program found the states, its compilation took `compile_seconds`, beside the `seconds` of the exploration.
    """

    states: int
    depth: int | None
    deadlocks: int
    complete: bool
    interrupted: Interruption | None
    seconds: float
    nodes: int | None = None
    levels: tuple[int, ...] = ()
    stuck: Path[Any, Any] | None = None
    idle: tuple[int, ...] | None = None
    rules_fired: int | None = None
    represented: int | None = None
    bytes_per_state: float | None = None
    several: bool = False
    representatives: int | None = None
    orbits: int | None = None
    set_nodes: int | None = None
    strategy: ChosenStrategy | None = None
    orbit_sizes: tuple[tuple[int, int], ...] | None = None
    idle_hints: tuple[tuple[int, bool], ...] = ()
    left_out: int = 0
    compile_seconds: float | None = None

    def __repr__(self) -> str:
        end = "complete" if self.complete else "incomplete"
        return f"<{type(self).__name__}: {self.states:,} states, {end}>"


class ErrorReached(Exception):  # noqa: N818 - a finding about the model, not a failure
    """A reachable state enables an event that is an error.

    `event` is its number; `path` leads from an initial state to the state that enables it. With parameters, `values`
    are some for which this holds.
    """

    def __init__(self, event: int, path: Path[Any, Any], values: Mapping[str, int] | None = None) -> None:
        self.event, self.path, self.values = event, path, values
        super().__init__(f"event {event} is an error, enabled after {path.length} steps")

    def __reduce__(self) -> tuple[type[ErrorReached], tuple[object, ...]]:
        """The recipe to make it again in another process: pickling a Python exception keeps its message alone."""
        return ErrorReached, (self.event, self.path, self.values)


@frozen
class Weights:
    """One level of a rank in the states `where` a predicate holds, None for all that are left.

    `of` has the weight of each variable that has one, by its name; the constant is added to them.
    """

    where: str | None
    of: Mapping[str, int]
    constant: int


@frozen
class ProvedRank:
    """The rank that proves that a goal is reached on every path (`inevitable`), or can be (`possible`).

    `levels` begin with the most significant one, each by cases. `steps` are the labels of the steps that lower it: all
    that can be taken without leading to the goal, or the ones that are chosen. Until one of the constraints `until` is
    true, they may also leave it as it is.
    """

    kind: Literal["inevitable", "possible"]
    goal: str
    levels: tuple[tuple[Weights, ...], ...]
    steps: tuple[str, ...]
    until: tuple[str, ...] = ()


@frozen
class Proof:
    """An invariant as text of the language, and its certificate as scopes of SMT-LIB 2 named after the claims that they
    prove.

    A proof that something happens eventually, or can happen, has an `explanation` in place of an invariant, and
    consists of `ranks`.
    """

    invariant: str | None
    scopes: Mapping[str, str]
    explanation: str | None = None
    ranks: tuple[ProvedRank, ...] = ()
