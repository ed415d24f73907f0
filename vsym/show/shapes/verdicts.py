"""The shapes of verdicts, and of the states that were explored for them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from typing_extensions import TypedDict

from vsym.basics.options import ChosenStrategy
from vsym.basics.shapes import Amount, Count, Keywords, Positive, fields, when
from vsym.reductions.protocol import Method
from vsym.show.shapes.paths import Error, Trace
from vsym.show.shapes.symmetry import Instances


class Bounds(TypedDict):
    """The bounds by which a property was decided where processes are not alike."""

    side: Literal["may", "must", "may and must", "lifted"]
    """The steps on which the verdict rests: those that may be possible, those that must be, or both; lifted: a path of
    steps that may be possible is one of the model."""
    blocks: Positive
    """The blocks in which processes were counted."""
    splits: Count
    """The number of times that a block had been split."""


class Property(TypedDict):
    """The verdict on a property."""

    name: str
    logic: Literal["ctl", "ltl", "regular"]
    """Of an invariant: ctl; of `never`: regular, and the formula is the expression."""
    formula: str
    verdict: Literal["holds", "holds up to k", "violated", "unknown"]
    engine: str
    """The engine that decided it; none: no engine was reached."""
    method: str | None
    """The method that decided it, where the engine has several."""
    reason: str | None
    """The reason why it is unknown."""
    steps: Count | None
    """The k of `holds up to k`."""
    invariant: str | None
    """The invariant that proves it, where there is one."""
    explanation: str | None
    """The reason why something happens eventually, or can happen, where the SMT engine proves that."""
    seconds: Amount
    order: Positive | None
    """Of a program: the order of the group up to which it was decided, in the run with the fewest symmetries; null: too
    many digits."""
    instances: Instances | None
    """Of a program: the conjuncts that were checked; null: it was checked as a whole."""
    bounds: Bounds | None
    """null: it was decided on an exact reduction, or not at all."""
    parameters: dict[str, int] | None
    """For all sizes: values at which it is violated."""
    exactly: str | None
    """For all sizes: where a violated one holds, as a formula over the parameters, if that is known."""
    tried: list[str]
    """For all sizes: the methods that found no proof of what is unknown."""
    wanted: list[str]
    """For all sizes: lemmas from which what is unknown would follow, and of which no proof was found."""
    trace: Trace | None
    """The path that shows the verdict."""
    error: Error | None
    """The error of the program in which the trace ends."""


_VERDICT = Keywords(
    allOf=[
        when("verdict", "unknown", fields(reason="string", trace="null")),
        when("verdict", "holds up to k", fields(steps="integer"), fields(steps="null")),
    ]
)

JudgedProperty: TypeAlias = Annotated[Property, _VERDICT]
"""A property whose fields are as its verdict wants."""


class Rank(TypedDict):
    """The verdict on a rank that the model states for a property."""

    property: str
    weights: str
    """Its levels, the most significant first."""
    verdict: Literal["proves", "fails", "unknown"]
    reason: str | None
    """The reason why it fails, or why the verdict is unknown."""
    explanation: str | None
    """The reason why something happens eventually, or can happen."""
    seconds: Amount
    values: Annotated[list[Annotated[list[int], Keywords(minItems=1)]], Keywords(maxItems=2)]
    """Its levels before and after the last step of the trace, or in its last state alone."""
    parameters: dict[str, int] | None
    """For all sizes: values at which it fails."""
    trace: Trace | None


JudgedRank: TypeAlias = Annotated[
    Rank, Keywords(**when("verdict", "proves", fields(reason="null", trace="null"), fields(reason="string")))
]
"""A rank whose fields are as its verdict wants."""


class QuotientFactor(TypedDict):
    """A factor of the group up to which states are one."""

    text: str
    """Its name."""
    order: Positive | None
    """The number of its elements; null: too many digits."""
    strategy: Literal["sorting", "least image", "local search"]
    exact: bool


class Quotient(TypedDict):
    """The group up to which states are one."""

    kind: Literal["ordinary", "virtual"]
    """virtual: not all states of an orbit need be reachable, and only orbits are counted."""
    order: Positive | None
    """The number of its elements; null: too many digits."""
    exact: bool
    """True if one state is stored of each orbit."""
    scalarsets: list[str]
    """Those of which all permutations belong to it."""
    factors: list[QuotientFactor]


class OrbitSize(TypedDict):
    """The number of orbits of one size."""

    size: Positive | None
    """null: too many digits."""
    orbits: Positive | None


class Exploration(TypedDict):
    """The figures of the states that were reached."""

    method: Method
    """The kind of state that is counted."""
    states: Count | None
    """Stored states: one of each orbit, or several where the quotient is not exact; on decision diagrams up to a
    program's group, the states that these stand for; null: too many digits, or not counted."""
    represented: Count | None
    """The states that the stored ones stand for; null: not counted, or too many digits."""
    orbits: Count | None
    """The orbits of the states; null: not known, or every state is by itself."""
    canonical: bool | None
    """True if each orbit has one representative; null: every state is by itself."""
    orbit_sizes: list[OrbitSize] | None
    """The number of orbits of each size, where decision diagrams have it at little cost."""
    representatives: Count | None
    """The states that decision diagrams keep, one or several of each orbit."""
    strategy: ChosenStrategy | None
    """The way in which decision diagrams explored up to a group."""
    nodes: Count | None
    """The nodes of the decision diagram of these states."""
    peak_nodes: Count | None
    """The most nodes of all decision diagrams at once."""
    rules_fired: Count | None
    """Of a program: the firings of enabled rules."""
    depth: Count | None
    """The largest distance from an initial state, where the engine explores in layers."""
    deadlocks: Count
    """The states that are, or stand for, deadlocked ones."""
    deadlock: bool | None
    """True if a deadlock is reachable; null: not known."""
    at_most: bool
    """True where the states are those that may be reached by bounds: all that are reached are among them."""
    bytes_per_state: Amount | None
    complete: bool
    """True if these are all the reachable states."""
    reason: str | None
    """The reason why they are not."""
    seconds: Amount
    compile_seconds: Amount | None
    """Seconds beside these for the C program that explored; null: there is none."""


class Run(TypedDict):
    """A further exploration, for properties that fewer symmetries keep."""

    properties: list[str]
    """The properties, or instances of them, that were decided in it."""
    quotient: Quotient | None
    exploration: Exploration | None
    stopped: str | None
    """The reason why the work stopped before anything was explored."""


class Attempt(TypedDict):
    """The work of an engine that `--engine auto` tried."""

    engine: str
    asked: list[str]
    """The properties that it had to decide."""
    decided: list[str]
    """The properties that it decided."""
    reason: str | None
    """The reason why it left the others open."""
    seconds: Amount


class Counting(TypedDict):
    """The elements that `--as counters` counts."""

    scalarset: str
    size: Positive | None
    """null: all sizes at once."""
    local_states: list[str]
    """The values of an element's slots, and the pointers to it."""
    pointers: list[str]
    """Slots that hold an element."""


class StateSpace(TypedDict):
    """The number of states, reachable or not."""

    concrete: Count | None
    """null: too many digits."""
    counter: Count | None
    """null: too many digits, or there is no abstraction."""


class Measured(TypedDict):
    """A short exploration by which vsym estimates."""

    states: Count | None
    complete: bool
    bytes_per_state: Amount | None
    seconds: Amount


class Estimate(TypedDict):
    """The space that states take in memory and in a store (`vsym explore --estimate`)."""

    memory: Measured | None
    disk: Measured | None
    levels: list[Positive]
    """The number of states of each level."""
    bytes: Count
    """The memory that work may take."""
    free: Count | None
    """The free bytes of the disk."""
    states_in_memory: Count | None
    states_on_disk: Count | None


class Joint(TypedDict, total=False):
    """The fields of a transition where steps may move several processes."""

    partner_block: str | None
    """The block of the partner; null: no partner."""
    changes: dict[str, str]
    """By how much each counter grows."""


class AbstractTransition(Joint):
    """A transition of the counter system."""

    name: str | None
    source: str
    target: str
    block: str
    guard: str
    update: dict[str, str]
    """The new value of each shared variable that changes."""
    leaves_range: bool
    """True if it assigns a value outside a variable's range."""


class Abstraction(TypedDict):
    """The counter system of a model of processes."""

    counters: list[str]
    states: int | None
    """null: more digits than JSON readers take."""
    transitions: list[AbstractTransition]
    invariants: list[str] | None
    """Linear invariants of the counters; null: without `--invariants`."""
