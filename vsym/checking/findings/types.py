"""The index types of a program: if their elements are interchangeable, and which rules tell them apart if not (theory,
section 8)."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from vsym.basics.frozen import frozen
from vsym.basics.source import DiagnosticError, Source
from vsym.checking.groups.detecting import ProgramSymmetry
from vsym.languages.registry import parsed
from vsym.models.program.layout import Layout, Step
from vsym.models.program.program import Choice, Program, Rule
from vsym.models.program.types import PRESENCE, Enum, Range, Scalarset, Simple, Union
from vsym.symmetry.declared.soundness import misuses
from vsym.system.symmetry import Image, Symmetry


@frozen
class TypeSymmetry:
    """The answer to whether every permutation of a type's elements, in indices and values alike, is a symmetry.

    Where not, the `breaking` rules are those without an image under the exchange of two neighbouring elements; `start`,
    that the initial states have none. Where both are empty, it is proved; `open` where the solver gave no answer.
    """

    type: Simple
    breaking: tuple[Rule, ...]
    start: bool
    open: bool

    @property
    def symmetric(self) -> bool:
        """True where all elements are interchangeable."""
        return not (self.breaking or self.start or self.open)


def type_symmetries(symmetry: ProgramSymmetry) -> tuple[TypeSymmetry, ...]:
    """The symmetry of each named type of more than one element that indexes an array or is a rule's parameter."""
    return tuple(_judged(symmetry, of) for of in _index_types(symmetry.program))


def _judged(symmetry: ProgramSymmetry, of: Simple) -> TypeSymmetry:
    program, literals = symmetry.program, symmetry.detected.literals
    prover = symmetry.detection.prover
    breaking: dict[Rule, None] = {}
    start = unanswered = False
    for first, second in pairwise(of.values()):
        try:
            candidate = _exchange(program.layout, of, first, second)
            failures = prover.failures(literals.restricted(candidate))
        except ValueError:
            # A value that one element can have and the other cannot is given by the start, or by what follows from it.
            start = True
            continue
        for failure in failures:
            if failure.outcome == "open":
                unanswered = True
            elif failure.event is None:
                start = True
            else:
                breaking[program.rules[symmetry.lowered.firings[failure.event].rule]] = None
    rules = sorted(breaking, key=lambda rule: rule.number)
    return TypeSymmetry(of, tuple(rules), start, unanswered)


def _exchange(layout: Layout, of: Simple, first: int, second: int) -> Symmetry:
    """Two elements of a type exchanged, where they index arrays and where they are values."""

    def exchanged(kind: Simple, value: int) -> int:
        if kind == of or (isinstance(kind, Union) and isinstance(of, Enum | Scalarset) and of in kind.members):
            return {first: second, second: first}.get(value, value)
        return value

    def path(steps: tuple[Step, ...]) -> tuple[Step, ...]:
        return tuple((step[0], exchanged(*step)) if isinstance(step, tuple) else step for step in steps)

    offsets = {(slot.path, slot.type == PRESENCE): slot.offset for slot in layout.slots}
    moved = []
    for slot in layout.slots:
        target = offsets[path(slot.path), slot.type == PRESENCE]
        pairs = [] if slot.type == PRESENCE else [(one, exchanged(slot.type, one)) for one in slot.type.values()]
        values = [(slot.type.code(one), slot.type.code(other)) for one, other in pairs if one != other]
        if target != slot.offset or values:
            moved.append((slot.offset, Image(target, tuple(sorted(values)))))
    return Symmetry(tuple(moved))


def _index_types(program: Program) -> tuple[Simple, ...]:
    steps = (step for slot in program.layout.slots for step in slot.path)
    indices = (step[0] for step in steps if isinstance(step, tuple))
    wrappers = (wrapper for rule in program.rules for wrapper in rule.wrappers)
    parameters = (one.domain for one in wrappers if isinstance(one, Choice) and isinstance(one.domain, Simple))
    named = (of for of in (*indices, *parameters) if of.cardinality > 1 and of.name is not None)
    return tuple(dict.fromkeys(of for of in named if isinstance(of, Range | Scalarset)))


@frozen
class Patch:
    """A line of the program's text, by its number from 1, before and after."""

    line: int
    before: str
    after: str


def scalarset_patch(program: Program, of: Range) -> Patch | None:
    """The declaration of a range, by its name alone, as that of a scalarset, if the program is sound then."""
    declaration = re.compile(rf"(\b{re.escape(of.name or '')}\s*:\s*)([^;]*?)\s*\.\.\s*([^;]*?)(\s*;|\s*$)")
    for number, line in enumerate(program.span.source.text.splitlines(), 1):
        if match := declaration.search(line):
            after = f"{line[: match.start()]}{match[1]}scalarset({_size(of, match[3])}){match[4]}{line[match.end() :]}"
            patch = Patch(number, line, after)
            if _is_sound(program, patch, of):
                return patch
    return None


def _size(of: Range, last: str) -> str:
    one_less = re.fullmatch(r"(.*\S)\s*-\s*1", last)
    if of.low == 0 and one_less:
        return one_less[1]
    return last if of.low == 1 else str(of.cardinality)


def _is_sound(program: Program, patch: Patch, of: Range) -> bool:
    """Tells if the changed text is a program that uses the scalarset, of the same size, as one."""
    lines = program.span.source.text.splitlines()
    lines[patch.line - 1] = patch.after
    try:
        text: Any = parsed(Source(program.span.source.name, "\n".join(lines)))
        changed = text.with_dialect(program.dialect).at(dict(program.parameters))
    except DiagnosticError:
        return False
    sizes = {one.name: one.size for one in changed.scalarsets}
    return sizes.get(of.name or "") == of.cardinality and not misuses(changed)
