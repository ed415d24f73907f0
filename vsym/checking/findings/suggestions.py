"""Declarations that would state a proved symmetry of a type: a scalarset for a range, or for an enumeration whose
members the text does not use; a ringset for a range that the text turns by `% N`.

vsym suggests only declarations that it has tried: it reads the changed text and checks the use of the type. For a
ringset, sums and differences may change their meaning, so that vsym compares the first states and steps with those of
the program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.basics.source import Diagnostic, DiagnosticError, Source, Span
from vsym.checking.findings.types import TypeSymmetry, judged
from vsym.checking.groups.detecting import ProgramSymmetry
from vsym.checking.groups.given import is_proved
from vsym.exchange.generators import rotation
from vsym.languages.registry import parsed
from vsym.models.program.faults import FaultError
from vsym.models.program.program import Choice, Condition, Program
from vsym.models.program.semantics import Fired, Semantics, State
from vsym.models.program.types import Enum, Range, Ringset, Scalarset
from vsym.symmetry.declared.soundness import misuses

Declarable: TypeAlias = Range | Enum
Keyword: TypeAlias = Literal["scalarset", "ringset"]

COMPARED = 12
"""The number of states whose steps are compared."""


@frozen
class Patch:
    """A line of the program's text, by its number from 1, before and after."""

    line: int
    before: str
    after: str


@frozen
class Suggestion:
    """The lines to change so that a type is declared by another keyword; or where there are none, the `hindrance`: the
    use that vsym would refuse then, at its place in the unchanged text."""

    type: Declarable
    keyword: Keyword
    changes: tuple[Patch, ...]
    hindrance: Diagnostic | None = None


def suggestions(program: Program, symmetry: ProgramSymmetry, types: Sequence[TypeSymmetry]) -> Iterator[Suggestion]:
    """The suggestions for the index types of a program, and for enumerations that index arrays."""
    others = (judged(symmetry, of) for of in _enumerations(program))
    for one in (*types, *others):
        of = one.type
        if isinstance(of, Ringset) or not isinstance(of, Range | Enum):
            continue
        suggestion = as_scalarset(program, of) if one.symmetric else None
        if suggestion is None and isinstance(of, Range):
            suggestion = as_ringset(program, symmetry, of)
        if suggestion is not None:
            yield suggestion


def _enumerations(program: Program) -> Iterator[Enum]:
    """The enumerations that index arrays or are parameters of rules, whose members only their declaration names."""
    steps = (step[0] for slot in program.layout.slots for step in slot.path if isinstance(step, tuple))
    wrappers = (one.domain for rule in program.rules for one in rule.wrappers if isinstance(one, Choice))
    for of in dict.fromkeys(one for one in (*steps, *wrappers) if isinstance(one, Enum)):
        text = program.span.source.text
        named = (len(re.findall(rf"\b{re.escape(member)}\b", text)) for member in of.members)
        if of.name is not None and of.cardinality > 1 and all(count == 1 for count in named):
            yield of


def as_scalarset(program: Program, of: Declarable) -> Suggestion | None:
    """The declaration of a type as a scalarset; None where vsym would refuse it."""
    for text in _declared(program, of, "scalarset"):
        if _refused(program, text, of) == ():
            return Suggestion(of, "scalarset", text.patches)
    return None


def as_ringset(program: Program, symmetry: ProgramSymmetry, of: Range) -> Suggestion | None:
    """The declaration of a range as a ringset, and sums without `% N`, where each rotation is proved to be a symmetry;
    None where the text has no such sum."""
    for text in _declared(program, of, "ringset"):
        declaration = text
        while True:
            refused = _refused(program, text, of)
            sums = [edit for one in refused or () for edit in _turning(one, of, text.size)]
            if not sums:
                break
            text = text.with_edits(sums)
        if refused is None or text == declaration or not _is_turned(symmetry, of):
            continue
        return Suggestion(of, "ringset", () if refused else text.patches, refused[0] if refused else None)
    return None


def _is_turned(symmetry: ProgramSymmetry, of: Range) -> bool:
    """True where the rotation by one element is proved to be a symmetry."""
    program = symmetry.program
    try:
        one = rotation(program.layout, of)
        return is_proved(symmetry, one.map, one.name, program.name)
    except (DiagnosticError, RefusedError):
        return False


@frozen
class _Edit:
    """A stretch of the text, by its offsets, and the text that replaces it."""

    start: int
    end: int
    text: str = ""


@frozen
class _Changed:
    """The text of a program with edits that do not overlap, in order; `size` is the text for the type's size."""

    source: Source
    size: str
    edits: tuple[_Edit, ...]

    def with_edits(self, more: Sequence[_Edit]) -> _Changed:
        """The same with more edits."""
        every = dict.fromkeys((*self.edits, *more))
        return replace(self, edits=tuple(sorted(every, key=lambda one: one.start)))

    @property
    def text(self) -> str:
        """The text after the edits."""
        pieces, end = [], 0
        for edit in self.edits:
            pieces += [self.source.text[end : edit.start], edit.text]
            end = edit.end
        return "".join((*pieces, self.source.text[end:]))

    @property
    def patches(self) -> tuple[Patch, ...]:
        """The lines that the edits change: none of them adds or removes a line."""
        lines = zip(self.source.text.splitlines(), self.text.splitlines(), strict=True)
        return tuple(Patch(number, before, after) for number, (before, after) in enumerate(lines, 1) if before != after)

    def before(self, one: Diagnostic) -> Diagnostic:
        """A diagnostic of the text after the edits, at its place before them."""
        span = Span(self.source, self._offset(one.span.start), self._offset(one.span.end))
        return replace(one, span=span)

    def _offset(self, offset: int) -> int:
        for edit in self.edits:
            if offset <= edit.start:
                break
            longer = len(edit.text) - (edit.end - edit.start)
            offset = max(offset - longer, edit.end) if offset >= edit.start + len(edit.text) else edit.start
        return offset


def _declared(program: Program, of: Declarable, keyword: Keyword) -> Iterator[_Changed]:
    """The text with each declaration of a type, by its name alone and in one line, by another keyword."""
    values = r"([^;\n]*?)[ \t]*\.\.[ \t]*([^;\n]*?)" if isinstance(of, Range) else r"(?i:enum)[ \t]*\{([^{};\n]*)()\}"
    declaration = re.compile(
        rf"(?<=\b{re.escape(of.name or '')})([ \t]*:[ \t]*){values}(?=[ \t]*(?:;|$))", re.MULTILINE
    )
    source = program.span.source
    for match in declaration.finditer(source.text):
        size = _size(of, match[3]) if isinstance(of, Range) else str(of.cardinality)
        yield _Changed(source, size, (_Edit(match.end(1), match.end(), f"{keyword}({size})"),))


def _size(of: Range, last: str) -> str:
    one_less = re.fullmatch(r"(.*\S)\s*-\s*1", last)
    if of.low == 0 and one_less:
        return one_less[1]
    return last if of.low == 1 else str(of.cardinality)


_LOOSER_BEFORE = re.compile(r"(?:[\[(,=:?]|\breturn)\s*$")
_LOOSER_BEHIND = re.compile(r"\s*(?:[\])},;=&|]|!=|\b(?:do|then|end)\b|$)")
_SUM = re.compile(r"\(([\w\s.\[\]+-]*)\)")


def _turning(refused: Diagnostic, of: Range, size: str) -> Iterator[_Edit]:
    """The edits that remove a `% N` that vsym refuses behind an element, and brackets that are needless then."""
    text, span = refused.span.source.text, refused.span
    modulo = re.compile(rf"\s*%\s*(?:{re.escape(size)}|{of.cardinality})(?!\w)").match(text, span.end)
    if refused.code != "VS341" or modulo is None:
        return
    yield _Edit(span.end, modulo.end())
    before, behind = _LOOSER_BEFORE.search(text, 0, span.start), _LOOSER_BEHIND.match(text, modulo.end())
    if before and behind and _SUM.fullmatch(span.text):
        yield _Edit(span.start, span.start + 1)
        yield _Edit(span.end - 1, span.end)


def _refused(program: Program, changed: _Changed, of: Declarable) -> tuple[Diagnostic, ...] | None:
    """The diagnostics of the changed text and of its use of scalarsets and ringsets, at their places before the change;
    None where it is another program."""
    source = Source(changed.source.name, changed.text)
    try:
        text: Any = parsed(source)
        other: Program = text.with_dialect(program.dialect).at(dict(program.parameters))
    except DiagnosticError as error:
        return tuple(map(changed.before, error.diagnostics))
    if misused := misuses(other):
        return tuple(changed.before(one.diagnostic) for one in misused)
    declared: tuple[Scalarset | Ringset, ...] = (*other.scalarsets, *other.ringsets)
    stated = [one for one in declared if (one.name, one.cardinality) == (of.name, of.cardinality)]
    # Sums and differences alone may mean another thing in a ring: a scalarset has none.
    return () if stated and (isinstance(stated[0], Scalarset) or _agree(program, other)) else None


def _agree(one: Program, other: Program) -> bool:
    """Tells if two programs have the same slots and start states, and in their first states the same steps and
    conditions."""
    if [slot.type.cardinality for slot in one.layout.slots] != [slot.type.cardinality for slot in other.layout.slots]:
        return False
    ours, theirs = Semantics(one), Semantics(other)
    starts = [*islice(ours.starts(), COMPARED)]
    if _outcomes(starts) != _outcomes(islice(theirs.starts(), COMPARED)):
        return False
    states = [*dict.fromkeys(fired.state for fired in starts if fired.state is not None)]
    for place in range(COMPARED):
        if place == len(states):
            break
        steps = [*ours.fire(states[place])]
        if _outcomes(steps) != _outcomes(theirs.fire(states[place])):
            return False
        after = (fired.state for fired in steps if fired.state is not None)
        states += dict.fromkeys(state for state in after if state not in states)
    return _truths(ours, states[:COMPARED]) == _truths(theirs, states[:COMPARED])


def _outcomes(fired: Iterator[Fired] | Sequence[Fired]) -> list[tuple[int, State | None]]:
    return [(one.firing.rule, one.state) for one in fired]


def _truths(semantics: Semantics, states: Sequence[State]) -> set[tuple[bool | None, ...]]:
    """The values of each condition of properties in some states, None where it ends in an error: conditions with the
    same values are one, as a program has equal ones once."""

    def value(condition: Condition, state: State) -> bool | None:
        try:
            return semantics.condition(condition, state)
        except FaultError:
            return None

    return {tuple(value(condition, state) for state in states) for condition in semantics.program.conditions}
