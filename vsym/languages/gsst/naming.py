"""The names of a file, from its syntax alone: their declarations and uses, the outline of the file, and its guards.

The place of a use alone determines its name space.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from vsym.basics.source import Source, Span
from vsym.languages.gsst import declarations as d
from vsym.languages.gsst import syntax as s
from vsym.languages.naming import Collection, Entry, Guard, Item, ItemKind, Kind, Naming

_BEFORE = re.compile(r"(?:[(\[\s]|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
"""The signs that can stand before the name in the stretch of a reference, which includes the brackets around it."""


def naming(file: d.File) -> Naming:
    """The names of a file's declarations."""
    uses = Uses()
    for declared in plain(file.declarations):
        declare_names(declared, uses)
    uses.look(file.declarations)
    return uses.collection.naming(item for declaration in file.declarations for item in items(declaration))


def plain(declarations: Iterable[Any]) -> Iterator[Any]:
    """The declarations, including those inside repetitions."""
    for declared in declarations:
        if isinstance(declared, d.Repeat):
            yield from plain(declared.body)
        else:
            yield declared


def declare_names(declared: Any, uses: Uses) -> None:
    """Gather the names that can be used before they are declared: all but those of indices."""

    def declare(
        name: s.Identifier | s.Reference, kind: Kind, whole: Span, space: str | None = None, indices: int = 0
    ) -> None:
        text = name.text if isinstance(name, s.Identifier) else name.name
        uses.declare(space or kind, text, kind, name.span, whole, indices)

    match declared:
        case d.System(name):
            declare(name, "system", declared.span)
        case d.ParameterDeclaration(parameters):
            for one in parameters:
                declare(one.name, "parameter", one.span, "value")
        case d.Define(name):
            declare(name, "definition", declared.span, "value")
        case d.States(families):
            for family in families:
                declare(family.name, "local state", family.span, "state", len(family.ranges))
        case d.GroupDeclaration(name):
            declare(name, "group", declared.span)
        case d.SharedDeclaration(name, values=values):
            declare(name, "shared variable", declared.span, "value")
            for piece in values.pieces if isinstance(values, s.Indices) else ():
                if isinstance(piece, s.Reference):
                    # The same names in the same order are the same enumeration.
                    entry = uses.entry("value", piece.name)
                    if entry is not None and entry.kind == "value":
                        entry.use(piece.span)
                    else:
                        declare(piece, "value", declared.span)
        case d.Transition(s.Reference() as title):
            declare(title, "transition", declared.span)
        case d.PropertyDeclaration(word, title):
            declare(title, "lemma" if word == "lemma" else "property", declared.span)


class Uses:
    """The names of a file by their name spaces, and the indices in scope at the current place."""

    def __init__(self) -> None:
        self.collection = Collection()
        self._spaces: dict[tuple[str, str], Entry] = {}
        self._families: dict[str, int] = {}
        self._indices: list[Entry] = []

    def declare(self, space: str, name: str, kind: Kind, place: Span, whole: Span, indices: int = 0) -> None:
        """Declare a name in a name space, with a number of indices; uses refer to its first declaration."""
        entry = self.collection.declare(name, kind, place, whole)
        if self._spaces.setdefault((space, name), entry) is entry and space == "state":
            self._families[name] = indices

    def entry(self, space: str, name: str) -> Entry | None:
        """The entry of a name in a name space, if it is declared there."""
        return self._spaces.get((space, name))

    def look(self, node: Any) -> None:
        """Note every use in a declaration, a line, a number or a condition, or in a tuple of these."""
        match node:
            case tuple():
                for part in node:
                    self.look(part)
            case s.Reference(_, brackets):
                self._of_value(node)
                self.look(brackets)
            case s.CountOf(states, bracket):
                self.states(*states)
                self._sets(bracket)
            case s.SizeOf(processes):
                self._sets(processes)
            case s.Members(_, processes, _, states):
                self._sets(processes)
                self.states(*states)
            case s.Quantified(_, index, over, body):
                self.look(over)
                with self._inside([index], body.span):
                    self.look(body)
            case d.Repeat(index, over, body):
                self.look(over)
                with self._inside([index], Span(over.span.source, over.span.end, node.span.end)):
                    self.look(body)
            case d.GroupDeclaration(_, index, over, size):
                self.look(over)
                with self._inside([] if index is None else [index], size.span):
                    self.look(size)
            case d.SharedDeclaration(_, indices, ranges, values, initial):
                self.look(ranges)
                begin = (initial or node).span.start if values is None else values.span.start
                with self._inside(indices, Span(node.span.source, begin, node.span.end)):
                    self.look((None if isinstance(values, s.Indices) else values, initial))
            case d.PropertyDeclaration(_, title, formula):
                self.look((title.brackets, formula))
            case d.NeverDeclaration(title, bad):
                self.look((title.brackets, bad.pattern))
            case d.RankDeclaration(title, levels):
                self._use("property", title)
                self.look((title.brackets, levels))
            case None | bool() | str() | Span() | Source() | s.Identifier():
                pass
            case _:
                self.look_at_step(node)

    def look_at_step(self, node: Any) -> None:
        """Note every use in a part of a start or of a step; of any other node, in all its fields."""
        match node:
            case d.StartState(state):
                self.states(state)
            case d.StartLine(head, state):
                self._sets(head)
                self.states(state)
            case d.GuardLine(head, guard, update, _, partners):
                self._sets(head, partners)
                self.look((guard, update))
            case d.SweepLine(head, moves):
                self._sets(head)
                self.look(moves)
            case d.Move(source, target):
                self.states(source, target)
            case d.Transition(name, source, target, guard, update, block, respects, _, partner, others):
                self.states(source, target)
                self.look((() if name is None else name.brackets, partner, others, guard, update, block))
                self._sets(*(() if respects is None else respects.cells))
            case _:
                self.look(tuple(vars(node).values()))

    def states(self, *targets: d.Target) -> None:
        """Note uses where local states stand, whose last brackets may hold processes."""
        for target in targets:
            if isinstance(target, d.ConditionalTarget):
                self.look(target.condition)
                self.states(target.target, target.otherwise)
            else:
                self._use("state", target)
                indices = self._families.get(target.name, 0)
                self.look(target.brackets[:indices])
                self._sets(*target.brackets[indices:])

    def _sets(self, *sets: s.Expression | s.Range | d.Otherwise | None) -> None:
        """Note uses where sets of processes stand."""
        for processes in sets:
            match processes:
                case s.Reference(_, brackets):
                    if not self._use("group", processes):
                        self._of_value(processes)
                    self.look(brackets)
                case s.Chain(operands):
                    self._sets(*operands)
                case _:
                    self.look(processes)

    @contextmanager
    def _inside(self, names: Sequence[s.Identifier], scope: Span) -> Iterator[None]:
        """Inside, indices are declared."""
        declared = [self.collection.declare(one.text, "index", one.span, one.span, scope) for one in names]
        self._indices += declared
        yield
        del self._indices[len(self._indices) - len(declared) :]

    def _use(self, space: str, reference: s.Reference) -> bool:
        """Note a use of a name; False where the name space does not have it."""
        entry = self.entry(space, reference.name)
        if entry is not None:
            entry.use(_place(reference))
        return entry is not None

    def _of_value(self, reference: s.Reference) -> None:
        """The index of a name that is around the place, or else the value; in its place a wrong name may stand."""
        index = next((one for one in reversed(self._indices) if one.name == reference.name), None)
        if index is not None:
            index.use(_place(reference))
        else:
            any(self._use(space, reference) for space in ("value", "state", "group"))


def _place(reference: s.Reference) -> Span:
    """The stretch from the name on."""
    span = reference.span
    before = _BEFORE.match(span.source.text, span.start, span.end)
    return span if before is None else Span(span.source, before.end(), span.end)


def items(declared: Any) -> Iterator[Item]:
    """The items of a declaration in the outline."""
    whole = declared.span

    def item(name: s.Identifier | s.Reference, kind: ItemKind, inside: Span = whole) -> Item:
        return Item(name.span.text, kind, inside, name.span)

    match declared:
        case d.Repeat(index, over, body):
            head = Span(whole.source, whole.start, over.span.end)
            inner = tuple(one for part in body for one in items(part))
            yield Item(head.text, "repetition", whole, index.span, inner)
        case d.System(name):
            yield item(name, "system")
        case d.ParameterDeclaration(parameters):
            yield from (item(one.name, "parameter", one.span) for one in parameters)
        case d.Define(name):
            yield item(name, "definition")
        case d.States(families):
            yield from (item(family.name, "local state", family.span) for family in families)
        case d.GroupDeclaration(name):
            yield item(name, "group")
        case d.SharedDeclaration(name):
            yield item(name, "shared variable")
        case d.Transition(title, source, target):
            arrow = Span(whole.source, source.span.start, target.span.end)
            yield Item(arrow.text if title is None else title.span.text, "transition", whole, (title or source).span)
        case d.PropertyDeclaration(word, title):
            yield item(title, "lemma" if word == "lemma" else "property")
        case d.NeverDeclaration(title):
            yield item(title, "property")
        case d.RankDeclaration(title):
            yield item(title, "rank")
        case d.FairnessDeclaration(formula):
            yield Item(formula.span.text, "fairness", whole, formula.span)
        case _:
            yield Item("init", "start", whole, Span(whole.source, whole.start, whole.start + len("init")))


def guards(file: d.File) -> tuple[Guard, ...]:
    """The guards in their order, except for those that are `true` already."""
    return tuple(_guards(file.declarations))


def _guards(declarations: Iterable[d.Declaration]) -> Iterator[Guard]:
    for declared in declarations:
        if isinstance(declared, d.Repeat):
            yield from _guards(declared.body)
        elif isinstance(declared, d.Transition):
            title = " ".join(f"{declared.source.span.text} -> {declared.target.span.text}".split())
            if declared.name is not None:
                title = f"{declared.name.span.text}: {title}"
            if declared.guard is not None and not isinstance(declared.guard, s.Boolean):
                yield Guard(title, declared.guard.span)
            yield from _guards_of_lines(declared.block or (), title)


def _guards_of_lines(lines: Iterable[d.GuardLine | d.Repeat[d.GuardLine]], title: str) -> Iterator[Guard]:
    for line in lines:
        if isinstance(line, d.Repeat):
            yield from _guards_of_lines(line.body, title)
        elif not isinstance(line.guard, s.Boolean):
            yield Guard(f"{title} by {line.head.span.text}", line.guard.span)
