"""The shapes of JSON documents, one for each command: what `--json` prints."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

from vsym.basics.shapes import Amount, Count, Keywords, when
from vsym.models.shapes import Facts
from vsym.show.shapes.failures import Diagnostic, ModelWarning
from vsym.show.shapes.paths import Trace
from vsym.show.shapes.pictures import Picture
from vsym.show.shapes.symmetry import CounterGroup, Group, ProcessSymmetry, ProgramGroup, ProgramSymmetry, Virtual
from vsym.show.shapes.verdicts import (
    Abstraction,
    Attempt,
    Counting,
    Estimate,
    Exploration,
    JudgedProperty,
    JudgedRank,
    Quotient,
    Run,
    StateSpace,
)
from vsym.sweeping.shapes import Row


class Opening(TypedDict):
    """The fields that every document begins with."""

    schema_version: Literal[2]
    """It grows when programs that read documents have to change."""
    vsym: str
    """The version of vsym."""


class Identified(TypedDict, total=False):
    """The field of documents for which the symmetry of processes, or the use of scalarsets, was decided."""

    symmetry: ProcessSymmetry | ProgramSymmetry


class Header(Opening, Facts, Identified):
    """The fields that every document about one model begins with."""

    file: str
    kind: str
    """The kind of the model: processes, program, system."""
    name: str
    """The name of the system; of a program, that of its file."""
    parameters: dict[str, int]
    """Of a program: the constants that are numbers."""


class Findings(TypedDict):
    """The findings of `vsym check`."""

    state_space: StateSpace | None
    """null: of a program, a system, or all sizes."""
    quotient: Quotient | None
    """null: every state is by itself."""
    properties: list[JudgedProperty]
    ranks: list[JudgedRank]
    """The ranks that the model states, each judged by itself."""
    warnings: list[ModelWarning]
    exploration: Exploration | None
    runs: list[Run]
    """Further runs, for properties that fewer symmetries keep."""
    attempts: list[Attempt]
    """The engines that `--engine auto` has tried, in order, where it has tried more than one."""
    stopped: str | None
    """The reason why the work stopped before anything was explored."""
    seconds: Amount
    trace: Trace | None
    """A path to a deadlock."""
    counting: NotRequired[Counting | None]
    """The elements that `--as counters` counted; null: none. Not of a model of processes."""


class Explored(TypedDict):
    """The findings of `vsym explore`."""

    quotient: Quotient | None
    """null: every state is by itself."""
    exploration: Exploration | None
    stopped: str | None
    """The reason why the work stopped before anything was explored."""
    counting: NotRequired[Counting | None]
    """The elements that `--as counters` counted; null: none. Not of a model of processes."""
    errors: NotRequired[JudgedProperty | None]
    """The verdict on errors of a program, with a path to one; null: no error is known. Not of a model of processes."""
    seconds: Amount
    trace: Trace | None
    """A path to a deadlock."""


class CheckDocument(Header, Findings):
    """The document of `vsym check` and `vsym report`."""


class ExploreDocument(Header, Explored):
    """The document of `vsym explore`."""


class MethodsDocument(Header):
    """The document of `vsym explore --method all`."""

    methods: list[Exploration]
    """The methods side by side."""


class EstimateDocument(Header):
    """The document of `vsym explore --estimate`."""

    estimate: Estimate


class SymmetryDocument(Header):
    """The document of `vsym symmetry`."""

    group: CounterGroup | ProgramGroup | Group | None
    """The group that is detected; null: it is not known."""
    reason: str | None
    """The reason why it is not known."""
    virtual: Virtual | None
    """The virtual symmetry of a program, of counters or of variables; null: it is not known, or for counters and
    variables not larger than what is detected."""


class AbstractDocument(Header):
    """The document of `vsym abstract`."""

    abstraction: Abstraction | None
    """With `--bounds`, that of the steps that may be possible; null: a limit ended the work before."""
    must: Abstraction | None
    """The abstraction of the steps that must be possible; null: without `--bounds`."""


class DrawDocument(Header):
    """The document of `vsym draw`."""

    picture: Picture


class ReplayDocument(Header):
    """The document of `vsym replay`."""

    trace: Trace | None
    """The path that was replayed."""


class SmvDocument(Header):
    """The document of `vsym emit-smv`."""

    model: Literal["counter", "direct", "may", "must"]
    """The model of counters, or the model itself; by bounds, the steps that may be possible, or that must be."""
    smv: str
    """The text for NuSMV."""


class SweepDocument(Opening):
    """The document of `vsym sweep`."""

    file: str
    name: str
    """The name of the system."""
    sweep: dict[str, Annotated[list[int], Keywords(minItems=1, uniqueItems=True)]]
    """The values of each parameter."""
    engine: Annotated[
        str,
        Keywords(enum=["auto", "explicit", "mdd", "smt", "nusmv", "compiled", "interpreted", "adaptive"]),
    ]
    rows: list[Row]
    """In the order of the ranges."""
    missing: Count
    """The rows that were not measured, as the sweep was interrupted."""
    summary: list[str]
    """A sentence for each property."""


class SectionDocument(Opening):
    """The document of `vsym explain NAME`."""

    title: str
    also: list[str]
    """Other names that find the section."""
    markdown: str


class ContentsDocument(Opening):
    """The document of `vsym explain` without a name."""

    sections: list[str]


class FailureDocument(Opening):
    """The document of a command that fails."""

    file: str | None
    """null: the command has none."""
    diagnostics: Annotated[list[Diagnostic], Keywords(minItems=1)]


_OF_KINDS = Keywords(
    title="The JSON documents of vsym, schema_version 2",
    description="The output of every command with --json: on a model, whatever its kind, on a sweep, or why it failed.",
    allOf=[
        when("kind", kind, {"required": required})
        for kind, required in (
            ("processes", ["processes", "local_states", "groups"]),
            ("program", ["variables", "slots", "rules", "scalarsets"]),
            ("system", ["variables", "events"]),
        )
    ],
)

Document: TypeAlias = Annotated[
    CheckDocument
    | ExploreDocument
    | MethodsDocument
    | EstimateDocument
    | SymmetryDocument
    | Annotated[AbstractDocument, Keywords(required=["symmetry"])]
    | DrawDocument
    | ReplayDocument
    | SmvDocument
    | SweepDocument
    | SectionDocument
    | ContentsDocument
    | FailureDocument,
    _OF_KINDS,
]
"""The document of any command."""
