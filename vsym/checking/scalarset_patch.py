"""A range whose elements are interchangeable as a scalarset: the change in the program's text, tried before it is
suggested."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vsym.basics.frozen import frozen
from vsym.basics.source import DiagnosticError, Source
from vsym.languages.registry import parsed
from vsym.models.program.program import Program
from vsym.models.program.types import Range
from vsym.models.text import ProgramText
from vsym.symmetry.declared.soundness import misuses


@frozen
class Patch:
    """A line of the program's text, by its number from 1, before and after."""

    line: int
    before: str
    after: str


def scalarset_patch(program: Program, of: Range) -> Patch | None:
    """The declaration of a range as that of a scalarset, if the program is one without misuses then."""
    for patch in _candidates(program.span.source, of):
        if _is_sound(program, patch, of):
            return patch
    return None


def _candidates(source: Source, of: Range) -> Iterator[Patch]:
    """Lines that declare the range by its name alone."""
    declaration = re.compile(rf"(\b{re.escape(of.name or '')}\s*:\s*)([^;]*?)\s*\.\.\s*([^;]*?)(\s*;|\s*$)")
    for number, line in enumerate(source.text.splitlines(), 1):
        found = declaration.search(line)
        if found:
            after = f"{line[: found.start()]}{found[1]}scalarset({_size(of, found[3])}){found[4]}{line[found.end() :]}"
            yield Patch(number, line, after)


def _size(of: Range, last: str) -> str:
    """How many elements there are, as the text says it."""
    one_less = re.fullmatch(r"(.*\S)\s*-\s*1", last)
    if of.low == 0 and one_less:
        return one_less[1]
    return last if of.low == 1 else str(of.cardinality)


def _is_sound(program: Program, patch: Patch, of: Range) -> bool:
    """Whether the changed text is a program that uses the scalarset, of the same size, as one."""
    lines = program.span.source.text.splitlines()
    lines[patch.line - 1] = patch.after
    try:
        text = parsed(Source(program.span.source.name, "\n".join(lines)))
        assert isinstance(text, ProgramText)
        changed = text.with_dialect(program.dialect).at(dict(program.parameters))
    except DiagnosticError:
        return False
    sizes = {one.name: one.size for one in changed.scalarsets}
    return sizes.get(of.name or "") == of.cardinality and not misuses(changed)
