"""The shapes of the answers to the page of `vsym lab`; `Answers` has all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

from vsym.basics.shapes import Count, Keywords, Positive
from vsym.lab.step_shapes import Led, Path, Starts, Stood, Taken, Watched
from vsym.stepping.shapes import State
from vsym.subprocesses.process import Reason

Stretch = TypedDict("Stretch", {"from": Count, "to": Count})
"""A stretch of the text: `from` and `to` count UTF-16 units."""


Style: TypeAlias = Literal[
    "declaration",
    "keyword",
    "quantifier",
    "types",
    "constant",
    "operator",
    "builtins",
    "sign",
    "comment",
    "number",
    "string",
]
"""The kind of a token that has a colour."""


class Tokens(TypedDict):
    """The coloured stretches of a text."""

    tokens: list[tuple[Count, Count, Style]]
    """The beginning and the end of each, in UTF-16 units, and its kind."""


class Fix(Stretch):
    """A stretch that can be replaced."""

    title: str
    insert: str


class Finding(Stretch):
    """An error or a warning."""

    severity: Literal["error", "warning"]
    code: str
    message: str
    hint: str | None
    fix: Fix | None


class Name(Stretch):
    """A name where it stands."""

    name: str
    kind: str


class Guard(Stretch):
    """A guard without which the model can be tried."""

    title: str
    guard: str


class Parameter(TypedDict):
    """A parameter of the text."""

    name: str
    value: int | None
    """null: the text has errors."""
    domain: str | None
    """The condition on it."""
    problem: str | None
    """The error of the value that the page gives."""


class Lint(TypedDict):
    """The findings of a text, and its parts as far as it parses."""

    findings: list[Finding]
    names: list[Name]
    parameters: list[Parameter]
    guards: list[Guard]
    expectations: list[str]
    """The expectations that its comments state."""


class NoWord(TypedDict):
    """The answer where there is no word."""

    word: None


class Word(Stretch):
    """A word of the text, with the declaration it names and its explanation."""

    word: str
    kind: str | None
    declaration: str | None
    page: str | None
    """The section of the handbook on it."""
    said: str | None
    """The first paragraph of that section."""


class Transition(Stretch):
    """The verdict on a local transition."""

    label: str
    verdict: Literal["symmetric", "virtually symmetric", "broken", "undecided"]
    witness: str | None
    """The table of its witness."""


class Group(TypedDict):
    """The group of symmetries that is detected."""

    name: str
    order: Positive
    kept: str | None
    """The name of the subgroup that the properties leave, if it is known."""


class Symmetry(TypedDict):
    """The symmetry of a model, as far as vsym knows it for models of its kind."""

    full: bool | None
    transitions: list[Transition]
    blocks: list[str]
    group: Group | None


class Property(Stretch):
    """The verdict on a property."""

    name: str
    logic: Literal["ctl", "ltl", "invariant"]
    formula: str
    outcome: str
    engine: str
    seconds: float
    reason: str | None
    path: Path | None


class Rank(Stretch):
    """The verdict on a rank that is stated for a property."""

    name: str
    weights: str
    outcome: Annotated[str, Keywords(enum=["proves it", "does not prove it", "unknown"])]
    seconds: float
    reason: str | None


class Extent(TypedDict):
    """The facts on reachable states; null: they are not all known."""

    deadlock: bool | None
    reachable: Count | None


class Facts(Extent):
    """The facts that expectations are about."""

    symmetry: Symmetry
    properties: list[Property]
    ranks: list[Rank]
    what: str
    """The noun for the things that `reachable` counts."""
    stopped: str | None
    """The reason why the work stopped before anything was explored."""


class Expectation(TypedDict):
    """An expectation of the text."""

    text: str
    met: bool | None
    """null: not known, or about other parameters."""


class Check(Facts):
    """The facts of a model, and the expectations that they meet."""

    expectations: list[Expectation]
    hidden: list[bool | None]
    """For each check of the open lesson, whether it is passed; null: it is about another model."""


class Node(TypedDict):
    """A node of a picture that can be chosen."""

    name: str
    label: str
    initial: bool
    place: Stretch | None
    """The place in the text of a local state."""
    state: State | None
    """The state of the model that it stands for."""


class Edge(TypedDict):
    """An edge of a picture."""

    source: str
    target: str
    label: str
    place: Stretch | None
    """The place of its transition."""


class Picture(TypedDict):
    """A picture."""

    title: str
    svg: str
    caption: list[str]
    left_out: list[str]
    nodes: list[Node]
    edges: list[Edge]


class Explanation(TypedDict):
    """A section of the handbook."""

    title: str
    body: Sequence[object]
    """A tree of elements: a name, attributes, and elements or texts inside."""


class Cancelled(TypedDict):
    """The answer where work was cancelled."""


class Saved(TypedDict):
    """The answer on a file."""

    saved: bool
    message: str


class Lexical(TypedDict):
    """The words of a language."""

    name: str
    words: list[str]
    """The reserved words."""
    comment: str
    """The beginning of a comment."""


class LessonTitle(TypedDict):
    """A lesson in the list of all."""

    name: str
    title: str


class Beginning(TypedDict):
    """The values that the page begins with."""

    file: str
    text: str
    saves: bool
    """True if the file can be saved."""
    seconds: float | None
    """The time limit of a check."""
    language: str
    lexical: dict[str, Lexical]
    """The words of each language, by its suffix."""
    editor: bool
    lessons: list[LessonTitle]
    nonce: NotRequired[str]


class Lesson(TypedDict):
    """A lesson of the tutorial."""

    name: str
    body: Sequence[object]
    examples: dict[str, str]
    """The texts of the examples that it names, by their paths."""
    hidden: Count
    """The number of its checks."""


class Answers(TypedDict):
    """The answer to each verb, to `begin`, and to `lesson/` with the name of one."""

    tokens: Tokens
    lint: Lint
    hover: NoWord | Word
    check: Check
    steps: Starts | Stood | Taken | Led | Watched
    picture: Picture
    explain: Explanation
    cancel: Cancelled
    save: Saved
    begin: Beginning
    lesson: Lesson


class Problem(TypedDict):
    """The reason why there is no answer."""

    kind: Reason
    message: str


Answer: TypeAlias = (
    Tokens
    | Lint
    | NoWord
    | Word
    | Check
    | Starts
    | Stood
    | Taken
    | Led
    | Watched
    | Picture
    | Explanation
    | Cancelled
    | Saved
    | Beginning
    | Lesson
)
"""Any of these."""


class Reply(TypedDict, total=False):
    """An answer, or the problem in its place."""

    version: Count
    """The version of the text that it is about."""
    answer: Answer
    problem: Problem


ValidReply: TypeAlias = Annotated[Reply, Keywords(oneOf=[{"required": ["answer"]}, {"required": ["problem"]}])]
"""A reply with either of these."""
