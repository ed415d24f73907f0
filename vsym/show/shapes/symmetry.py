"""The shapes of symmetries: what identification decides, and groups that are detected."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

from vsym.basics.shapes import Amount, Count, Keywords, Positive, fields, when
from vsym.show.shapes.failures import Diagnostic
from vsym.show.shapes.paths import ONE_OF, Counts, Locations, Processes, Ranges

Verdict: TypeAlias = Literal["symmetric", "virtually symmetric", "broken", "undecided"]


class Beside(TypedDict, total=False):
    """The processes that a step moves beside its mover."""

    partner: Positive
    """The process that moves at once with it."""
    others: Ranges


class Enabled(Processes, Beside):
    """A state in which a process can take a transition."""

    moves: Positive
    """The process that can move."""


class Witness(TypedDict):
    """Two states that break a symmetry: `disabled` is `enabled` with its processes permuted, and no step from it
    leads to the counters of the target."""

    parameters: NotRequired[dict[str, int]]
    """For all sizes: the values that the witness is for."""
    enabled: Annotated[Enabled, ONE_OF]
    disabled: Annotated[Processes, ONE_OF]
    permutation: Annotated[list[Positive], Keywords(uniqueItems=True)] | None
    """Process i of `disabled` is process `permutation[i]` of `enabled`; null: there are more than 1000."""
    may_be_unreachable: bool
    """True if not both states are initial: a lemma may exclude them."""
    target: Locations | dict[str, Counts] | None
    """The processes after the step, as in `enabled`; null: it leaves the range of a shared variable."""
    target_shared: dict[str, bool | int | str] | None


class Decision(TypedDict):
    """The verdict on a transition of processes, or on several with one effect."""

    name: str | None
    """Its name, if it has one; with commas, those of several."""
    source: str
    target: str
    verdict: Verdict
    leaves_range: bool
    """True of the steps that assign a shared variable a value outside its range."""
    seconds: Amount
    beside: list[str]
    """Local transitions with the same effect, without which this one would be broken."""
    witness: Witness | None
    """The proof that it is broken."""


JudgedDecision: TypeAlias = Annotated[
    Decision, Keywords(**when("verdict", "broken", fields(witness="object"), fields(witness="null")))
]
"""A decision with a witness if it is that a symmetry is broken."""


class Block(TypedDict):
    """Processes that can be exchanged."""

    groups: list[str]
    """The groups that belong to it as a whole."""
    processes: list[tuple[Positive, Positive]] | None
    """Inclusive ranges; null: for all sizes."""


class ProcessSymmetry(TypedDict):
    """The virtual symmetry of processes."""

    full: bool | None
    """True if the model is fully virtually symmetric; null: undecided."""
    blocks: list[Block]
    """The blocks in which processes are counted."""
    reason: str | None
    """The reason why there may be larger blocks."""
    bounds: bool
    """True where the counters of these blocks are not exact: their steps have bounds."""
    transitions: list[JudgedDecision]


class ProgramSymmetry(TypedDict):
    """The use of a program's scalarsets and ringsets."""

    full: bool
    """True if every scalarset and every ringset is used soundly."""
    scalarsets: dict[str, Literal["symmetric", "misused"]]
    ringsets: dict[str, Literal["symmetric", "misused"]]
    every_size: list[str]
    """Those among both whose permutations, or rotations, are symmetries at every size."""
    misuses: list[Diagnostic]
    """The places that tell elements apart."""


class ValueOrbits(TypedDict):
    """Values that a factor of a group permutes."""

    slots: list[str]
    """The slots that hold them."""
    orbits: list[list[str]]


class Factor(TypedDict):
    """A factor of a group."""

    text: str
    """Its name."""
    order: Positive | None
    """The number of its elements; null: too many digits."""
    slots: list[list[str]]
    """The slots that it permutes, orbit by orbit."""
    values: list[ValueOrbits]


class Structure(TypedDict):
    """A group as the direct product of its factors."""

    text: str
    """Its name, such as S3 × S2 wr S2; 1: the identity alone."""
    factors: list[Factor]
    data: Factor | None
    """The symmetries that leave every slot in its place; null: all of them, or the identity alone."""


class Instances(TypedDict):
    """The number of a property's conjuncts that were checked; the others follow by symmetry."""

    checked: Positive
    of: Positive


class KeptBy(TypedDict):
    """The subgroup that one property leaves."""

    name: str
    order: Positive | None
    """The number of its elements; null: too many digits."""
    instances: Instances


class Kept(TypedDict):
    """The subgroup that the properties leave."""

    order: Positive | None
    """The number of its elements; null: too many digits, or not known."""
    structure: Structure | None
    reason: str | None
    """The reason why it is not known."""
    properties: NotRequired[list[KeptBy]]
    """Of a program: what each property leaves by itself."""


class Graph(TypedDict):
    """The size of the graph whose automorphisms are the symmetries."""

    nodes: Count
    edges: Count


class Group(TypedDict):
    """A group of symmetries: permutations of variables with their values. That of a program is a file for `--group`."""

    order: Positive | None
    """The number of symmetries; null: too many digits."""
    certain: bool
    """True if the order is proved; else it is a lower bound."""
    checked: Literal["proved", "run"]
    """run: some generators are not proved, but were run on some states."""
    structure: Structure
    generators: list[list[tuple[str, str]]]
    """Each by what it moves: pairs of a variable, or of one with a value as in owner=Proc_1, and its image."""
    orbits: list[Annotated[list[str], Keywords(minItems=2)]]
    """The variables that are exchanged."""
    graph: Graph
    kept: Kept | None
    """The subgroup that the properties leave; null: the model has none."""


class BrokenTransition(TypedDict):
    """A transition without an image."""

    transition: str
    at: str
    """Its place in the text."""


class CounterNearMiss(TypedDict):
    """Parts of a model that all but few transitions treat alike."""

    names: list[str]
    """Local states, groups, shared variables."""
    turned: bool
    """True if each takes the place of the next one; else any two are exchanged."""
    breaking: list[BrokenTransition]


class CounterGroup(Group):
    """The group of the counters and shared variables of a model of processes."""

    near_misses: list[CounterNearMiss]


class BrokenRule(TypedDict):
    """A rule without an image."""

    rule: str
    at: str
    """Its place in the text."""


class Candidate(TypedDict):
    """A permutation that all but few rules keep."""

    moves: str
    breaking: list[BrokenRule]


class Deep(TypedDict):
    """The findings of `--deep`, beyond the graph."""

    added: Count
    """Generators that the graph does not show."""
    near_misses: list[Candidate]


class TypeSymmetry(TypedDict):
    """The symmetry of a type of indices or of parameters."""

    name: str
    symmetric: bool
    """True if every permutation of its elements is a symmetry."""
    breaking: list[BrokenRule]
    start: bool
    """True if the start states tell elements apart."""


class ValueNearMiss(TypedDict):
    """Values in some slots that all but few rules treat alike."""

    slots: list[str]
    values: list[str]
    breaking: list[BrokenRule]


class Line(TypedDict):
    """A line of the text, before and after a change."""

    line: Positive
    before: str
    after: str


class Patch(Line):
    """A type that could be a scalarset, with the change of its declaration."""

    type: str


class RingsetPatch(TypedDict):
    """A range that the text turns, and that could be a ringset."""

    type: str
    lines: list[Line]
    """The changes that make it one; empty where vsym would refuse the changed text."""
    refused: Diagnostic | None
    """The error that vsym would report, at its place in the text as it is."""


class ProgramGroup(Group):
    """The group of a program."""

    deep: Deep | None
    """null: without `--deep`."""
    types: list[TypeSymmetry]
    near_misses: list[ValueNearMiss]
    scalarsets: list[Patch]
    ringsets: list[RingsetPatch]


class Refuted(TypedDict):
    """An exchange that is not virtual, with a witness."""

    exchange: tuple[str, str]
    """The two elements or values."""
    of: str
    """Their type or field."""
    event: str | None
    """The rule, with the values of its choices, whose step the exchanged state has no answer to; null: not known."""
    state: dict[str, str] | None
    """The state in which it fires; it has values that variables can have, and need not be reachable."""


class KeptVirtual(TypedDict):
    """The virtual group that some properties leave."""

    properties: list[str]
    """Their names; of counters and variables none: all of them together."""
    order: Positive | None
    """null: no more than ordinary symmetry, or too many digits."""
    text: str | None
    """Its name; null: no more than ordinary symmetry."""


class Virtual(TypedDict):
    """Virtual symmetry of a program, or of counters or variables where it is larger than the detected group: exchanges,
    and turns of rings, after which the same orbits are reached, by whatever rules."""

    order: Positive | None
    """The number of its elements; null: no more than ordinary symmetry, or too many digits."""
    text: str | None
    """Its name; null: no more than ordinary symmetry."""
    generators: list[list[tuple[str, str]]]
    """Each by what it moves: pairs of a slot, or of one with a value, and its image."""
    checked: Literal["proved"]
    assumed: list[str]
    """The invariants that the proof assumes, and exploring checks."""
    broken_rules: list[BrokenRule]
    """The rules or transitions that tell apart what it exchanges; none where start states alone do."""
    kept: list[KeptVirtual]
    refuted: list[Refuted]
