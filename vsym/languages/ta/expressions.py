"""The meaning of formulas and terms, over the names of locations, shared variables and parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Span, did_you_mean
from vsym.languages.problems import Problems
from vsym.languages.ta.syntax import Definition, Node
from vsym.logic.formula import TRUE, Formula, Temporal, Truth, compare, conjunction, disjunction, negate
from vsym.logic.terms import Linear, Named, linear

Part: TypeAlias = Literal["assumption", "start", "guard", "action", "specification", "definition"]
"""The part of an automaton that a formula stands in."""

Kind: TypeAlias = Literal["location", "shared variable", "parameter", "definition"]
"""The kind of a name."""

INTEGER = 10**18
"""The largest number that may stand."""

_BOTH: tuple[Kind, ...] = ("shared variable", "parameter")
_ALL: tuple[Kind, ...] = ("location", *_BOTH)
_ALLOWED: Mapping[Part, tuple[Kind, ...]] = {
    "assumption": ("parameter",),
    "start": _ALL,
    "guard": _BOTH,
    "action": _BOTH,
    "specification": _ALL,
    "definition": _ALL,
}
_SUBJECTS: Mapping[Part, str] = {
    "assumption": "an assumption is about parameters alone",
    "guard": "a guard compares shared variables with parameters",
    "action": "a rule raises shared variables by numbers",
}

_ZERO = Linear()


@frozen
class Scope:
    """The meanings of names in a formula: each name is a variable of its own, except for definitions."""

    problems: Problems
    kinds: Mapping[str, Kind]
    definitions: Mapping[str, Definition]
    part: Part = "definition"
    inside: tuple[str, ...] = field(default=())

    def speaking(self, part: Part) -> Scope:
        """The same names in another part."""
        return replace(self, part=part)

    def condition(self, node: Node) -> Formula:
        """The condition of a formula; reports errors, with some condition in their place."""
        match node:
            case Node("truth", text):
                return Truth(text == "true")
            case Node("name", name) if self.kinds.get(name) == "definition" and not self.names_number(node):
                return TRUE if (inner := self._within(node)) is None else inner.condition(self.definitions[name].body)
            case Node("prefix", "!", _, [operand]):
                return negate(self.condition(operand))
            case Node("prefix", ("[]" | "<>") as operator, span, [operand]):
                if self.part not in ("specification", "definition"):
                    message = f"`{operator}` is about paths, but this condition is about one state"
                    self.problems.add("VS315", span, message, "use it in `specifications`")
                return Temporal("G" if operator == "[]" else "F", (self.condition(operand),))
            case Node("chain", text) if text not in ("+", "-", "*"):
                return self._chain(node)
        self._report_kind(node, "expected a condition, but this is a number", "compare it: `… == 0`")
        return TRUE

    def term(self, node: Node) -> Linear:
        """The term of a node; reports errors, with some term in their place."""
        match node:
            case Node("number", digits):
                return Linear((), self._limited(int(digits) if len(digits) < 30 else INTEGER + 1, node.span))
            case Node("name", name) if self.kinds.get(name) == "definition" and self.names_number(node):
                return _ZERO if (inner := self._within(node)) is None else inner.term(self.definitions[name].body)
            case Node("name", name) if self.kinds.get(name, "definition") != "definition":
                self._check_allowed(node)
                return linear([(Named(name), 1)])
            case Node("prefix", "-", _, [operand]):
                return self.term(operand) * -1
            case Node("chain", "+" | "-", _, [first, *others], signs):
                total = self.term(first)
                for sign, operand in zip(signs, others, strict=True):
                    total += self.term(operand) * (1 if sign == "+" else -1)
                self._limited(total.constant, node.span)
                return total
            case Node("chain", "*", _, operands):
                return self._product(operands, node.span)
        self._report_kind(node, "expected a number, but this is a condition", "join conditions by `&&`, `||` or `->`")
        return _ZERO

    def names_number(self, node: Node) -> bool:
        """True where a node is a number, as far as its names say."""
        seen: set[str] = set()
        while node.kind == "name" and self.kinds.get(node.text) == "definition" and node.text not in seen:
            seen.add(node.text)
            node = self.definitions[node.text].body
        return not node.is_condition

    def _chain(self, chain: Node) -> Formula:
        sign: Any = "=" if chain.text == "==" else chain.text
        if sign in ("=", "!=", "<", "<=", ">", ">="):
            if len(chain.signs) > 1:
                self.problems.add("VS108", chain.span, "comparisons do not chain", "write `a < b && b < c`")
            return compare(self.term(chain.operands[0]), sign, self.term(chain.operands[1]))
        *parts, last = map(self.condition, chain.operands)
        if sign == "&&":
            return conjunction([*parts, last])
        if sign == "||":
            return disjunction([*parts, last])
        for part in reversed(parts):
            last = disjunction([negate(part), last])
        return last

    def _product(self, operands: Sequence[Node], span: Span) -> Linear:
        product = Linear((), 1)
        for operand in operands:
            factor = self.term(operand)
            if product.terms and factor.terms:
                self.problems.add(
                    "VS303", span, "`*` needs a number on one side", "terms are linear, as in `2 * x + T`"
                )
                return _ZERO
            product = product * factor.constant if product.terms else factor * product.constant
            self._limited(max(map(abs, (product.constant, *(by for _, by in product.terms)))), span)
        return product

    def _within(self, name: Node) -> Scope | None:
        """The scope inside a definition; None where that is defined by itself, which is reported."""
        if name.text not in self.inside:
            return replace(self, inside=(*self.inside, name.text))
        circle = self.inside[self.inside.index(name.text) :]
        # A circle is one problem, whichever of its definitions is read first.
        first = min(circle, key=lambda one: self.definitions[one].name.span.start)
        turned = [*circle[circle.index(first) :], *circle[: circle.index(first)], first]
        place = self.definitions[first].name.span
        self.problems.add("VS207", place, f"`{first}` is defined by itself: {' → '.join(turned)}")
        return None

    def _check_allowed(self, name: Node) -> None:
        kind = self.kinds[name.text]
        if kind not in _ALLOWED[self.part]:
            message = f"{_SUBJECTS[self.part]}, but `{name.text}` is a {kind}"
            hint = "count those that send in a shared variable" if kind == "location" else None
            self.problems.add("VS380", name.span, message, hint)

    def _limited(self, value: int, span: Span) -> int:
        if abs(value) > INTEGER:
            self.problems.add("VS305", span, "this number is too large", "numbers go up to 10^18")
            return 0
        return value

    def _report_kind(self, node: Node, message: str, hint: str) -> None:
        """Report a name that is unknown, or an expression of another kind than is expected here."""
        if node.kind == "name" and node.text not in self.kinds:
            message = f"`{node.text}` is not a location, shared variable, parameter or definition"
            self.problems.add("VS201", node.span, message, did_you_mean(node.text, list(self.kinds)))
        else:
            self.problems.add("VS301", node.span, message, hint)
