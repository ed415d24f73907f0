"""Regular expressions over conditions, as the languages that have them write them (PSL's SEREs), and their meaning.

`{ }` around all: `p; q` one after the other, `p : q` with the last state of the one the first of the other, `p | q`
one of both, and behind a condition or braces `[*]`, `[+]`, `[*2]` and `[*1:3]` for repetitions. `[*]` and its like
alone are of any states. `|` binds more tightly than `:`, and that more tightly than `;`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.languages.problems import Problems, complete, on_one_line
from vsym.logic.formula import TRUE, Formula
from vsym.logic.observer import (
    Alternatives,
    Following,
    Fused,
    Letter,
    Never,
    Regular,
    Repeated,
    TooLargeError,
    observer,
)


@frozen
class Times:
    """`[*]`, `[+]`, `[*least]` or `[*least:most]`; without numbers those that the sign has, `plus` of `[+]`."""

    numbers: tuple[Any, ...]
    plus: bool
    span: Span


@frozen
class Condition:
    """A condition on one state."""

    condition: Any
    span: Span


@frozen
class Some:
    """A part, repeated as in `times`; any states where there is no part."""

    part: Pattern | None
    times: Times
    span: Span


@frozen
class Series:
    """Parts with an operator between them: `;`, `:` or `|`."""

    parts: tuple[Pattern, ...]
    operators: tuple[tuple[str, Span], ...]
    span: Span


Pattern: TypeAlias = Condition | Some | Series


@frozen
class Bad:
    """A whole expression, with which no run may begin; if it is `anywhere`, no part of a run may match it."""

    pattern: Pattern
    anywhere: bool
    span: Span


Letters: TypeAlias = Callable[[Any], Formula | None]
"""The predicate of a condition; None where it has no meaning, which has been reported."""

Numbers: TypeAlias = Callable[[Any], int | None]
"""The number of an expression; None where it has none, which has been reported."""


def never(name: str, stated: Bad, span: Span, letters: Letters, numbers: Numbers, problems: Problems) -> Never | None:
    """The regular safety property of a name; None where it has no meaning, which has been reported."""
    meaning = _Meaning(letters, numbers, problems).of(stated.pattern)
    if meaning is None:
        return None
    try:
        automaton = observer(meaning, anywhere=stated.anywhere)
    except TooLargeError as error:
        problems.add("VS310", stated.span, f"this expression is too large: {error}")
        return None
    return Never(name, automaton, f"never {on_one_line(stated.span)}", span)


@frozen
class _Meaning:
    letters: Letters
    numbers: Numbers
    problems: Problems

    def of(self, node: Pattern) -> Regular | None:
        match node:
            case Condition(condition):
                formula = self.letters(condition)
                return None if formula is None else Letter(formula)
            case Series():
                return self.series(node)
            case Some(part, times):
                inner = Letter(TRUE) if part is None else self.of(part)
                if isinstance(part, Condition) and _joins(part.condition):
                    message = "a repetition here could be of the last operand or of all"
                    self.problems.add("VS317", times.span, message, "put `( )` or `{ }` around what is repeated")
                    return None
                bounds = self.bounds(times)
                return None if inner is None or bounds is None else Repeated(inner, *bounds)
        assert_never(node)

    def series(self, node: Series) -> Regular | None:
        for sign, span in node.operators:
            if sign not in (";", ":", "|", "∨", "or"):
                message = f"`{sign}` has no meaning between parts of a regular expression"
                self.problems.add("VS317", span, message, "parts are joined by `;`, `:` and `|`; conditions by all")
                return None
        parts: list[Regular] | None = complete(self.of(part) for part in node.parts)
        if parts is None:
            return None
        match node.operators[0][0]:
            case ";":
                return Following(tuple(parts))
            case ":":
                return Fused(tuple(parts))
        return Alternatives(tuple(parts))

    def bounds(self, times: Times) -> tuple[int, int | None] | None:
        ends: list[int] | None = complete(self.numbers(one) for one in times.numbers)
        if ends is None:
            return None
        if not ends:
            return int(times.plus), None
        least, most = ends[0], ends[-1]
        if 0 <= least <= most:
            return least, most
        message = f"a part cannot be repeated {least} times" if least < 0 else f"no number is from {least} to {most}"
        self.problems.add("VS317", times.span, message)
        return None


def _joins(condition: Any) -> bool:
    """True where a condition is conditions with operators between them, and no parentheses around all."""
    operators: tuple[str, ...] = getattr(condition, "operators", ())
    joining = bool(operators) and operators[0] in ("|", "||", "&", "&&", "->", "<->")
    return joining and condition.span.start == condition.operands[0].span.start
