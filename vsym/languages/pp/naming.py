"""The names of a file, from its syntax alone: their declarations and uses, and the outline of the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vsym.basics.source import Span
from vsym.languages.gsst import declarations as d
from vsym.languages.gsst import naming as gsst
from vsym.languages.gsst.syntax import Reference
from vsym.languages.naming import Guard, Item, Naming
from vsym.languages.pp.declarations import File, Input, Interaction, Output, Pair, Precondition, Predicate
from vsym.languages.problems import on_one_line


def naming(file: File) -> Naming:
    """The names of a file's declarations."""
    uses = _Uses()
    for declared in gsst.plain(file.declarations):
        if isinstance(declared, Interaction):
            if isinstance(declared.name, Reference):
                title = declared.name
                uses.declare("transition", title.name, "transition", title.span, declared.span)
        else:
            gsst.declare_names(declared, uses)
    uses.look(file.declarations)
    return uses.collection.naming(item for declared in file.declarations for item in _items(declared))


class _Uses(gsst.Uses):
    """The names of a protocol: its states stand in pairs, inputs and outputs."""

    def look_at_step(self, node: Any) -> None:
        match node:
            case Input(state, agents):
                self.states(state)
                self.look(agents)
            case Pair(first, second):
                self.states(first, second)
            case Output(_, states):
                self.states(*states)
            case Interaction(name, before, after):
                self.look((() if name is None else name.brackets, before, after))
            case _:
                super().look_at_step(node)


def guards(_file: File) -> tuple[Guard, ...]:
    """No guards: agents that meet can always interact."""
    return ()


def _items(declared: Any) -> Iterator[Item]:
    """The items of a declaration in the outline."""
    whole: Span = declared.span
    match declared:
        case d.Repeat(index, over, body):
            head = Span(whole.source, whole.start, over.span.end)
            inner = tuple(one for part in body for one in _items(part))
            yield Item(head.text, "repetition", whole, index.span, inner)
        case Interaction(name, before):
            pair = Span(whole.source, before.span.start, whole.end)
            title = on_one_line(pair) if name is None else name.span.text
            yield Item(title, "transition", whole, before.span if name is None else name.span)
        case Predicate(formula):
            yield Item(on_one_line(formula.span), "property", whole, formula.span)
        case Precondition(formula):
            yield Item(on_one_line(formula.span), "assumption", whole, formula.span)
        case Output():
            pass
        case _:
            yield from gsst.items(declared)
