"""Which constants of a model are numbers, as its text alone shows: these are its parameters."""

from __future__ import annotations

from vsym.languages.murphi.syntax import declarations as d
from vsym.languages.murphi.syntax import expressions as s


def parameters(file: d.File) -> tuple[s.Name, ...]:
    """The names of the constants beside the rules that are numbers."""
    found: dict[str, s.Name] = {}
    for section in file.parts:
        if isinstance(section, d.Constants):
            for naming in section.values:
                if _is_number(naming.value, found):
                    found.update((name.text, name) for name in naming.names)
    return tuple(found.values())


def _is_number(node: s.Expression, known: dict[str, s.Name]) -> bool:
    match node:
        case s.Number():
            return True
        case s.Designator(name, ()):
            return name.text in known
        case s.Prefix(operator):
            return operator in ("-", "+")
        case s.Chain(_, operators):
            return operators[0] in ("+", "-", "*", "/", "%")
        case s.Choosing(_, then):
            return _is_number(then, known)
        case _:
            return False
