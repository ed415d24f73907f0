"""What a file declares to no purpose: parameters and definitions that nothing uses, groups that nothing tells apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from vsym.basics.source import ModelWarning, Source, Span
from vsym.languages.gsst.declarations import (
    Declaration,
    Define,
    File,
    GroupDeclaration,
    ParameterDeclaration,
    PropertyDeclaration,
    RankDeclaration,
)
from vsym.languages.gsst.declared_steps import Transition
from vsym.languages.gsst.syntax import Identifier, Indices, Reference


def unused(file: File) -> tuple[ModelWarning, ...]:
    """A warning for each, in the order of the text.

    A name counts as used wherever it stands, even where it means something else, so that no warning is wrong.
    """
    valued = [declared for declared in file.declarations if isinstance(declared, ParameterDeclaration | Define)]
    others = [declared for declared in file.declarations if not isinstance(declared, ParameterDeclaration | Define)]
    values = {name.text: declared for declared in valued for name in _declared(declared)}
    used = _reached(values, set(_names(others)))
    found = [*_values(valued, used), *_groups(file.declarations, others, used)]
    return tuple(sorted(found, key=lambda warning: 0 if warning.span is None else warning.span.start))


def _declared(declared: ParameterDeclaration | Define) -> Iterator[Identifier]:
    yield from [declared.name] if isinstance(declared, Define) else (one.name for one in declared.parameters)


def _values(valued: Iterable[ParameterDeclaration | Define], used: set[str]) -> Iterator[ModelWarning]:
    for declared in valued:
        kind = "definition" if isinstance(declared, Define) else "parameter"
        for name in _declared(declared):
            if name.text not in used:
                yield ModelWarning(f"unused {kind}", f"the {kind} `{name.text}` is never used", name.span)


def _groups(
    declarations: Iterable[Declaration], others: Sequence[Declaration], used: set[str]
) -> Iterator[ModelWarning]:
    """Of several groups that nothing names, all but the first; none where processes are named by their indices."""
    groups = [declared for declared in declarations if isinstance(declared, GroupDeclaration)]
    unnamed = [group for group in groups if group.name.text not in used]
    if any(isinstance(part, Indices) for part in _parts(others)):
        return
    for group in unnamed[1:]:
        message = (
            f"the group `{group.name.text}` is never named, so that nothing tells its processes from those of "
            f"`{unnamed[0].name.text}`"
        )
        yield ModelWarning("unused group", message, group.name.span)


def _reached(values: Mapping[str, ParameterDeclaration | Define], used: set[str]) -> set[str]:
    """The names that are used, and those that the parameters and definitions among them use."""
    waiting = list(used)
    while waiting:
        declared = values.get(waiting.pop())
        for name in () if declared is None else _names([declared]):
            if name not in used:
                used.add(name)
                waiting.append(name)
    return used


def _names(declarations: Iterable[Declaration]) -> Iterator[str]:
    return (part.name for part in _parts(declarations) if isinstance(part, Reference))


def _parts(declarations: Iterable[Declaration]) -> Iterator[object]:
    """Every value inside declarations, but for the names that they declare."""
    waiting: list[object] = list(declarations)
    while waiting:
        part = waiting.pop()
        match part:
            case tuple():
                waiting.extend(part)
            case None | str() | bool() | Span() | Source():
                pass
            case _:
                yield part
                named = part.name if isinstance(part, Transition | PropertyDeclaration | RankDeclaration) else None
                waiting.extend(inner for inner in vars(part).values() if inner is not named)
                waiting.extend(() if named is None else named.brackets)
