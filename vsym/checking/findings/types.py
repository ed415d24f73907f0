"""The index types of a program: if their elements are interchangeable, and which rules tell them apart if not (theory,
section 8)."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from vsym.basics.frozen import frozen
from vsym.basics.source import DiagnosticError, Source
from vsym.checking.groups.detecting import ProgramSymmetry
from vsym.checking.groups.exchanges import Exchanges, index_types
from vsym.languages.registry import parsed
from vsym.models.program.program import Program, Rule
from vsym.models.program.types import Range, Simple
from vsym.symmetry.declared.soundness import misuses


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
    return tuple(_judged(symmetry, of) for of in index_types(symmetry.program))


def _judged(symmetry: ProgramSymmetry, of: Simple) -> TypeSymmetry:
    program, literals = symmetry.program, symmetry.detected.literals
    prover = symmetry.detection.prover
    breaking: dict[Rule, None] = {}
    start = unanswered = False
    exchanges = Exchanges(program.layout, of)
    for first, second in pairwise(of.values()):
        try:
            failures = prover.failures(literals.restricted(exchanges(first, second)))
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
