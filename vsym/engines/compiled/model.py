"""The parts of the C program: the figures and pieces of text that differ from model to model."""

from __future__ import annotations

from hashlib import sha256

from vsym.basics import resources
from vsym.basics.frozen import frozen

FOLDER = "templates/compiled"
MAIN = "program.c.j2"
PARTS = (
    "model.c.j2",
    "prelude.c",
    "working.c",
    "sorting.c",
    "basis.c",
    "store.c",
    "columns.c",
    "graph.c",
    "judging.c",
    "exploring.c",
    "chunks.c",
    "tracing.c",
    "requests.c",
    "main.c",
)

NEVER, INITIALLY, REACHED = range(3)
"""The answers to a question: a state that must not be, one that must not be initial, one that is to be reached."""


@frozen
class Asked:
    """A question as C: its kind, and the condition its answers satisfy."""

    kind: int
    text: str


@frozen
class Bag:
    """The place of a multiset: its offset, its size and the slots of an entry."""

    offset: int
    size: int
    stride: int


@frozen
class Model:
    """A model as C. `width` slots, `padded` to whole machine words, take `words` words when packed.

    `choices` is the largest number of choices of an instance. Each state records which of the `fair` rules may fire.
    With `given_starts` the initial states come from a file. States are stored in the form that `canonical` gives them,
    if any.
    """

    slot: str
    width: int
    padded: int
    words: int
    packing: str
    text: str
    rules: int
    choices: int = 0
    conditions: int = 0
    atoms: int = 0
    questions: tuple[Asked, ...] = ()
    fair: tuple[int, ...] = ()
    bags: tuple[Bag, ...] = ()
    stuttering: bool = False
    deadlocks: bool = True
    assumptions: bool = False
    given_starts: bool = False
    canonical: str | None = None

    @property
    def digest(self) -> str:
        """A name for the model's program: the SHA-256 of its parts."""
        parts = [resources.read(FOLDER, name) for name in (MAIN, *PARTS)]
        return sha256("\0".join([repr(self), *parts]).encode()).hexdigest()


def rendered(model: Model, main: str = MAIN) -> str:
    """The C program of a model, from the template that has its main function."""
    from vsym.basics.templates import templates

    return templates(FOLDER).get_template(main).render(model=model)
