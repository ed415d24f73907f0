"""Where names are used in local transitions, and in the lines of `init`."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.basics.source import Span
from vsym.languages.gsst.declarations import StartLine
from vsym.languages.gsst.declared_steps import (
    Assign,
    ConditionalTarget,
    GuardLine,
    Head,
    Move,
    Otherwise,
    Repeat,
    SweepLine,
    Target,
    Transition,
)
from vsym.languages.gsst.naming_uses import Uses


class StepUses:
    """The uses in what moves processes."""

    def __init__(self, uses: Uses) -> None:
        self._uses = uses

    def start(self, lines: Sequence[StartLine | Repeat[StartLine]]) -> None:
        """The uses in the lines of `init { … }`."""
        self._lines(lines)

    def transition(self, declared: Transition) -> None:
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
            StartLine | GuardLine | SweepLine | Move | Repeat[StartLine] | Repeat[GuardLine] | Repeat[Move]
        ],
    ) -> None:
        for line in lines:
            match line:
                case Repeat(index, over, body):
                    self._uses.value(over)
                    with self._uses.index(index, Span(over.span.source, over.span.end, line.span.end)):
                        self._lines(body)
                case StartLine(head, state):
                    self._head(head)
                    self._uses.state(state)
                case GuardLine(head, guard, update, _, partners):
                    self._head(head)
                    self._uses.sets([partners])
                    self._uses.value(guard)
                    self._update(update)
                case SweepLine(among, moves):
                    self._uses.sets([among])
                    self._lines(moves)
                case Move(source, target):
                    self._uses.state(source)
                    self._target(target)

    def _head(self, head: Head) -> None:
        if not isinstance(head, Otherwise):
            self._uses.set(head)

    def _target(self, target: Target) -> None:
        if isinstance(target, ConditionalTarget):
            self._uses.value(target.condition)
            self._target(target.target)
            self._target(target.otherwise)
        else:
            self._uses.state(target)

    def _update(self, update: Sequence[Assign]) -> None:
        for one in update:
            self._uses.values([one.variable, one.value])
