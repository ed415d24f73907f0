"""The guards of local transitions, from the syntax alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vsym.languages.gsst.declarations import Declaration, File
from vsym.languages.gsst.declared_steps import GuardLine, Repeat, Transition
from vsym.languages.gsst.syntax import Boolean
from vsym.languages.guards import Guard


def guards(file: File) -> tuple[Guard, ...]:
    """The guards in their order, but for those that are `true` already."""
    return tuple(_of(file.declarations))


def _of(declarations: Iterable[Declaration]) -> Iterator[Guard]:
    for declared in declarations:
        if isinstance(declared, Repeat):
            yield from _of(declared.body)
        elif isinstance(declared, Transition):
            title = " ".join(f"{declared.source.span.text} -> {declared.target.span.text}".split())
            if declared.name is not None:
                title = f"{declared.name.span.text}: {title}"
            if declared.guard is not None and not isinstance(declared.guard, Boolean):
                yield Guard(title, declared.guard.span)
            yield from _lines(declared.block or (), title)


def _lines(lines: Iterable[GuardLine | Repeat[GuardLine]], title: str) -> Iterator[Guard]:
    for line in lines:
        if isinstance(line, Repeat):
            yield from _lines(line.body, title)
        elif not isinstance(line.guard, Boolean):
            yield Guard(f"{title} by {line.head.span.text}", line.guard.span)
