"""The names of a file, from its syntax alone: where each is declared and used, what the file declares, and its guards.

Local transitions and the lines of `init` use names in scopes of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vsym.basics.source import Span
from vsym.languages.gsst import declarations as d
from vsym.languages.gsst.naming_uses import Uses
from vsym.languages.gsst.syntax import Boolean, Identifier, Indices, Reference
from vsym.languages.naming import Guard, Item, ItemKind, Kind, Naming


def naming(file: d.File) -> Naming:
    """The names of a file's declarations."""
    uses = Uses()
    for declared in _plain(file.declarations):
        _declare(declared, uses)
    steps = _StepUses(uses)
    for declaration in file.declarations:
        _use(declaration, uses, steps)
    return uses.collection.naming(item for declaration in file.declarations for item in _items(declaration))


def _plain(declarations: Iterable[d.Declaration]) -> Iterator[d.PlainDeclaration]:
    for declared in declarations:
        if isinstance(declared, d.Repeat):
            yield from _plain(declared.body)
        else:
            yield declared


def _declare(declared: d.PlainDeclaration, uses: Uses) -> None:
    """Gather the names that can be used before they are declared: all but those of indices."""

    def declare(
        name: Identifier | Reference, kind: Kind, whole: Span, space: str | None = None, indices: int = 0
    ) -> None:
        text = name.text if isinstance(name, Identifier) else name.name
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
            for piece in values.pieces if isinstance(values, Indices) else ():
                if isinstance(piece, Reference):
                    # The same names in the same order are the same enumeration.
                    entry = uses.found("value", piece.name)
                    if entry is not None and entry.kind == "value":
                        entry.use(piece.span)
                    else:
                        declare(piece, "value", declared.span)
        case d.Transition(Reference() as title):
            declare(title, "transition", declared.span)
        case d.PropertyDeclaration(word, title):
            declare(title, "lemma" if word == "lemma" else "property", declared.span)


def _use(declared: d.Declaration, uses: Uses, steps: _StepUses) -> None:
    match declared:
        case d.Repeat(_, over, body):
            uses.value(over)
            with uses.index(declared.index, Span(over.span.source, over.span.end, declared.span.end)):
                for one in body:
                    _use(one, uses, steps)
        case d.ParameterDeclaration(parameters, domain):
            uses.values(one.value for one in parameters)
            uses.values([domain])
        case d.Define(_, formula) | d.FairnessDeclaration(formula) | d.StartWhere(formula):
            uses.value(formula)
        case d.States(families):
            uses.values(over for family in families for over in family.ranges)
        case d.GroupDeclaration(_, index, over, size):
            uses.values([over])
            with uses.indices([] if index is None else [index], size.span):
                uses.value(size)
        case d.SharedDeclaration(_, indices, ranges, values, initial):
            uses.values(ranges)
            last = initial.span if values is None else values.span
            with uses.indices(indices, Span(last.source, min(last.start, initial.span.start), initial.span.end)):
                uses.values([None if isinstance(values, Indices) else values, initial])
        case d.StartState(state):
            uses.state(state)
        case d.StartBlock(lines):
            steps.start(lines)
        case d.Transition():
            steps.transition(declared)
        case d.PropertyDeclaration(_, title, formula):
            uses.values([*title.brackets, formula])
        case d.RankDeclaration(title, levels):
            uses.use("property", title)
            uses.values([*title.brackets, *levels])


def _items(declared: d.Declaration) -> Iterator[Item]:
    """What the outline has of a declaration."""
    whole = declared.span

    def item(name: Identifier | Reference, kind: ItemKind, inside: Span = whole) -> Item:
        return Item(name.span.text, kind, inside, name.span)

    match declared:
        case d.Repeat(index, over, body):
            head = Span(whole.source, whole.start, over.span.end)
            inner = tuple(one for part in body for one in _items(part))
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
        case d.RankDeclaration(title):
            yield item(title, "rank")
        case d.FairnessDeclaration(formula):
            yield Item(formula.span.text, "fairness", whole, formula.span)
        case _:
            yield Item("init", "start", whole, Span(whole.source, whole.start, whole.start + len("init")))


class _StepUses:
    """The uses in what moves processes."""

    def __init__(self, uses: Uses) -> None:
        self._uses = uses

    def start(self, lines: Sequence[d.StartLine | d.Repeat[d.StartLine]]) -> None:
        """The uses in the lines of `init { … }`."""
        self._lines(lines)

    def transition(self, declared: d.Transition) -> None:
        """The uses in a transition."""
        uses = self._uses
        uses.values(() if declared.name is None else declared.name.brackets)
        uses.state(declared.source)
        self._target(declared.target)
        if declared.partner is not None:
            self._lines([declared.partner.move])
        self._lines(() if declared.others is None else declared.others.lines)
        uses.values([declared.guard])
        self._update(declared.update)
        self._lines(declared.block or ())
        uses.sets(() if declared.respects is None else declared.respects.cells)

    def _lines(
        self,
        lines: Sequence[
            d.StartLine
            | d.GuardLine
            | d.SweepLine
            | d.Move
            | d.Repeat[d.StartLine]
            | d.Repeat[d.GuardLine]
            | d.Repeat[d.Move]
        ],
    ) -> None:
        for line in lines:
            match line:
                case d.Repeat(index, over, body):
                    self._uses.value(over)
                    with self._uses.index(index, Span(over.span.source, over.span.end, line.span.end)):
                        self._lines(body)
                case d.StartLine(head, state):
                    self._head(head)
                    self._uses.state(state)
                case d.GuardLine(head, guard, update, _, partners):
                    self._head(head)
                    self._uses.sets([partners])
                    self._uses.value(guard)
                    self._update(update)
                case d.SweepLine(among, moves):
                    self._uses.sets([among])
                    self._lines(moves)
                case d.Move(source, target):
                    self._uses.state(source)
                    self._target(target)

    def _head(self, head: d.Head) -> None:
        if not isinstance(head, d.Otherwise):
            self._uses.set(head)

    def _target(self, target: d.Target) -> None:
        if isinstance(target, d.ConditionalTarget):
            self._uses.value(target.condition)
            self._target(target.target)
            self._target(target.otherwise)
        else:
            self._uses.state(target)

    def _update(self, update: Sequence[d.Assign]) -> None:
        for one in update:
            self._uses.values([one.variable, one.value])


def guards(file: d.File) -> tuple[Guard, ...]:
    """The guards in their order, but for those that are `true` already."""
    return tuple(_guards(file.declarations))


def _guards(declarations: Iterable[d.Declaration]) -> Iterator[Guard]:
    for declared in declarations:
        if isinstance(declared, d.Repeat):
            yield from _guards(declared.body)
        elif isinstance(declared, d.Transition):
            title = " ".join(f"{declared.source.span.text} -> {declared.target.span.text}".split())
            if declared.name is not None:
                title = f"{declared.name.span.text}: {title}"
            if declared.guard is not None and not isinstance(declared.guard, Boolean):
                yield Guard(title, declared.guard.span)
            yield from _guards_of_lines(declared.block or (), title)


def _guards_of_lines(lines: Iterable[d.GuardLine | d.Repeat[d.GuardLine]], title: str) -> Iterator[Guard]:
    for line in lines:
        if isinstance(line, d.Repeat):
            yield from _guards_of_lines(line.body, title)
        elif not isinstance(line.guard, Boolean):
            yield Guard(f"{title} by {line.head.span.text}", line.guard.span)
