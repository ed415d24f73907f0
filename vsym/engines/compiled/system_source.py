"""A system as C: its events, and the questions about its states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.engines.compiled import packing
from vsym.engines.compiled.model import Asked, Model
from vsym.engines.compiled.packing import Packing, Piece
from vsym.engines.compiled.source import SLOTS, predicate
from vsym.engines.explicit.table import Layout
from vsym.logic.formula import Formula
from vsym.logic.terms import Linear
from vsym.system.system import Case, Event, Quotient, Remainder, System, Term

_MOST = 1 << 120
"""Numbers below this are exact in 128 bits, sums of a few of them too."""

_FLOORED = """
static inline __int128 quotient(__int128 dividend, __int128 divisor) {
    return dividend / divisor - (dividend % divisor < 0);
}
static inline __int128 remainder_of(__int128 dividend, __int128 divisor) {
    return dividend - divisor * quotient(dividend, divisor);
}
"""


def source(system: System, questions: Sequence[tuple[int, Formula]], canonical: str | None = None) -> Model:
    """A system as C, with questions by kind and predicate; a slot has how far its variable is above its least value.

    Raises ValueError on a variable whose range is wider than 62 bits, RefusedError for numbers of more than 120 bits.
    """
    writer = _Writer(system)
    packed = packed_as(system)
    lines = [
        _FLOORED,
        "static void conditions(void) {}",
        "static int assumptions(slot_t *state) { (void)state; return 1; }",
        "static void rules(void) {",
        *(line for number, event in enumerate(system.events) for line in writer.event(number, event)),
        "}",
    ]
    return Model(
        slot=SLOTS[packed.size],
        width=packed.slots,
        padded=packed.padded,
        words=packed.words,
        packing=packing.source(packed),
        text="\n".join(lines),
        rules=len(system.events),
        questions=tuple(Asked(kind, writer.predicate(target)) for kind, target in questions),
        given_starts=True,
        canonical=canonical,
    )


def packed_as(system: System) -> Packing:
    """Slots with the explicit engine's bit layout, so that it can read the states."""
    places = enumerate(Layout.of(system.ranges).fields)
    pieces = [Piece(number, 0, one.width, one.word, one.shift) for number, one in places if one.width]
    size = packing.slot_size([high - low for low, high in system.ranges])
    return Packing(tuple(pieces), len(system.ranges), size)


@frozen(eq=False)
class _Writer:
    """Writes the terms and predicates of a system."""

    system: System

    def event(self, number: int, event: Event) -> Iterator[str]:
        """The effect of an event in the state S, if it is enabled there."""
        yield f"if ({self.predicate(event.guard)}) {{"
        if event.error is not None:
            yield f"error_reached({number});"
        else:
            yield "memcpy(W, S, sizeof W);"
            for name, term in event.update:
                place = self.system.places[name]
                low, high = self.system.ranges[place]
                yield f"{{ __int128 value = {self.term(term)};"
                yield f'if (UNLIKELY(value < {_wide(low)} || value > {_wide(high)})) failed("range");'
                yield f"W[{place}] = (slot_t)(value - {_wide(low)}); }}"
            yield f"fired({number}, 0, DONE);"
        yield "}"

    def predicate(self, formula: Formula) -> str:
        """A predicate of the state S."""
        return predicate(formula, self._linear, _wide)

    def term(self, term: Term) -> str:
        """The value of a term in the state S."""
        match term:
            case Linear():
                return self._linear(term)
            case Case(branches, otherwise):
                text = self.term(otherwise)
                for condition, branch in reversed(branches):
                    text = f"({self.predicate(condition)} ? {self.term(branch)} : {text})"
                return text
            case Quotient(inner, divisor):
                return f"quotient({self.term(inner)}, {_wide(divisor)})"
            case Remainder(inner, divisor):
                return f"remainder_of({self.term(inner)}, {_wide(divisor)})"
        assert_never(term)

    def _linear(self, linear: Linear) -> str:
        """A sum in 64 bits where that is exact, else in 128."""
        constant, terms, magnitude = linear.constant, list[str](), abs(linear.constant)
        for atom, coefficient in linear.terms:
            place = self.system.positions[atom]
            low, high = self.system.ranges[place]
            magnitude += abs(coefficient) * max(abs(low), abs(high), high - low)
            constant += coefficient * low
            terms.append(f"{_wide(coefficient)} * KIND S[{place}]")
        kind = "(int64_t)" if magnitude < 1 << 62 else "(__int128)"
        return f"({' + '.join([*terms, _wide(constant)])})".replace("KIND ", kind)


def _wide(number: int) -> str:
    """A number of up to 120 bits as C writes it."""
    if abs(number) >= _MOST:
        raise RefusedError("a number of the system has more than 120 bits; --engine explicit takes it")
    if abs(number) < 1 << 62:
        return f"INT64_C({number})"
    high, low = divmod(abs(number), 1 << 60)
    return f"({'-' if number < 0 else ''}((__int128)INT64_C({high}) * INT64_C({1 << 60}) + INT64_C({low})))"
