"""The parts of the C program: the figures and pieces of text that differ from model to model."""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import le

from vsym.basics import resources
from vsym.basics.frozen import frozen

FOLDER = "templates/compiled"
MAIN = "program.c"

NEVER, INITIALLY, REACHED = range(3)
"""The answers to a question: a state that must not be, one that must not be initial, one that is to be reached."""

ROOM = {"RULES": 255, "CHOICES": 15, "CONDITIONS": 63, "ATOMS": 127, "QUESTIONS": 63, "SLOTS": 256}
"""The most that a model has whose search is compiled apart."""

_INCLUDED = re.compile(r'^#include "([a-z_/]+\.c)"\n', re.MULTILINE)


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
    def has_room(self) -> bool:
        """True where the search may be compiled apart: for systems and where orbits may have several representatives
        it is not, nor where there is more of something than it has room for."""
        sizes = (self.rules, self.choices, self.conditions, self.atoms, len(self.questions), self.padded)
        certain = self.canonical is None or "#define SEVERAL 0\n" in self.canonical
        return all(map(le, sizes, ROOM.values())) and certain and not self.given_starts


def rendered(model: Model, main: str = MAIN) -> str:
    """The C program of a model, from the template that has its main function."""
    return _including(main, {"model.c": _of_model(model)})


def rendered_apart(model: Model) -> tuple[str, str]:
    """The same program as two that are compiled apart and linked: the model, and a search that all models share whose
    states have as many words, in slots of one type. Needs a model that `has_room`."""
    room = [*_typed(model), *_defined(**{f"MOST_{name}": most for name, most in ROOM.items()})]
    search = _including("search_apart.c", {"room.c": "".join(f"{line}\n" for line in room)})
    return _including("model_apart.c", {"model.c": _of_model(model)}), search


def _including(name: str, made: dict[str, str]) -> str:
    """A template with its included templates inserted, or with the texts of `made` in place of some; includes of the
    C library stay as they are."""
    text = made[name] if name in made else resources.read(FOLDER, name)
    return _INCLUDED.sub(lambda found: _including(found[1], made), text)


def _defined(**values: int) -> Iterator[str]:
    return (f"#define {name} {int(value)}" for name, value in values.items())


def _typed(model: Model) -> Iterator[str]:
    yield from _defined(WORDS=model.words)
    yield f"typedef {model.slot} slot_t;"


def _of_model(model: Model) -> str:
    """The definitions of the model for a search."""
    bags = [f"{{{one.offset}, {one.size}, {one.stride}}}, " for one in model.bags]
    kinds = [f"{one.kind}, " for one in model.questions]
    lines = [
        '#include "prelude.c"',
        *_typed(model),
        *_defined(
            WIDTH=model.width,
            PADDED=model.padded,
            RULES=model.rules,
            CHOICES=model.choices,
            ATOMS=model.atoms,
            CONDITIONS=model.conditions,
            QUESTIONS=len(model.questions),
            STUTTERING=model.stuttering,
            DEADLOCKS=model.deadlocks,
            ASSUMPTIONS=model.assumptions,
            SYMMETRIC=model.canonical is not None,
            FAIR=len(model.fair),
            BAGS=len(model.bags),
            GIVEN_STARTS=model.given_starts,
        ),
        f"static const uint32_t fair[FAIR + 1] = {{{''.join(f'{one}, ' for one in model.fair)}0}};",
        f"static const uint32_t entries[BAGS + 1][3] = {{{''.join(bags)}{{0}}}};",
        f"static const uint8_t question_kinds[QUESTIONS + 1] = {{{''.join(kinds)}0}};",
        '#include "working.c"',
        '#include "sorting.c"',
        model.packing,
        '#include "plain.c"' if model.canonical is None else model.canonical,
        "#if !ORBIT_SIZES",
        "static inline orbit_t orbit_size(const slot_t *state) { (void)state; return 1; }",
        "#endif",
        model.text,
        "static int asked(int question) {",
        "    switch (question) {",
        *(f"    case {number}: return {one.text};" for number, one in enumerate(model.questions)),
        "    default: return 0;",
        "    }",
        "}",
    ]
    return "".join(f"{line}\n" for line in lines)
