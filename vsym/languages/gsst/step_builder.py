"""From the parser's tree to local transitions."""

from __future__ import annotations

from typing import Any

from lark import Token

from vsym.languages.gsst import declared_steps as d
from vsym.languages.gsst.expression_builder import ExpressionBuilder
from vsym.languages.gsst.tree_values import Children, without_tokens


class StepBuilder(ExpressionBuilder):
    """One method per rule about local transitions, each from the children to the rule's value."""

    def transition(self, children: Children) -> d.Transition:
        arrow = next(i for i, child in enumerate(children) if isinstance(child, Token) and child.type == "ARROW")
        *name, source = children[1:arrow]
        guard, update, block, respects = None, (), None, None
        partner, others = None, None
        for part in children[arrow + 2 :]:
            match part:
                case d.Partner():
                    partner = part
                case d.Others():
                    others = part
                case tuple():
                    update = part
                case d.Block(lines):
                    block = lines
                case d.Respects():
                    respects = part
                case _:
                    guard = part
        return d.Transition(
            name[0] if name else None,
            source,
            children[arrow + 1],
            guard,
            update,
            block,
            respects,
            self._span(children),
            partner,
            others,
        )

    def partner(self, children: Children) -> d.Partner:
        return d.Partner(children[1], self._span(children))

    def move(self, children: Children) -> d.Move:
        source, _, target = children
        return d.Move(source, target, self._span(children))

    def conditional_target(self, children: Children) -> d.ConditionalTarget:
        _, condition, _, target, _, otherwise = children
        return d.ConditionalTarget(condition, target, otherwise, self._span(children))

    def others(self, children: Children) -> d.Others:
        return d.Others(without_tokens(children), self._span([child for child in children if child != ";"]))

    def sweep(self, children: Children) -> d.SweepLine:
        head, *moves = without_tokens(children)
        if isinstance(head, d.Move | d.Repeat):
            return d.SweepLine(None, (head, *moves), self._span(children))
        return d.SweepLine(head, tuple(moves), self._span(children))

    def transition_name(self, children: Children) -> Any:
        return children[0]

    def condition(self, children: Children) -> Any:
        return children[1]

    def update(self, children: Children) -> tuple[d.Assign, ...]:
        return without_tokens(children)

    def assignment(self, children: Children) -> d.Assign:
        variable, _, value = children
        return d.Assign(variable, value, self._span(children))

    def respects(self, children: Children) -> d.Respects:
        return d.Respects(without_tokens(children), self._span(children))

    def block(self, children: Children) -> d.Block:
        return d.Block(without_tokens(children), self._span(children))

    def line(self, children: Children) -> d.GuardLine:
        head, *partners = children[: next(i for i, child in enumerate(children) if child == ":")]
        guard, *update = children[len(partners) + 2 :]
        span = self._span(children)
        return d.GuardLine(head, guard, update[0] if update else (), span, partners[0] if partners else None)

    def partners(self, children: Children) -> Any:
        return children[1]

    def otherwise(self, children: Children) -> d.Otherwise:
        return d.Otherwise(self._span(children))
