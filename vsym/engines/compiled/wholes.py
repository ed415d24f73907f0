"""What is asked of the slots of a place as a whole, as C."""

from __future__ import annotations

from vsym.engines.compiled.emission import CALLING, FAULTING, READING, Pointer, Value
from vsym.models.program.types import Simple, Type, width


def same_places(ends: tuple[Pointer, Pointer], names: tuple[str, str], slots: int, equal: str) -> Value:
    """Whether two places have the same codes; `equal` is `!` for whether they have not."""
    one, other = names
    declared = f"slot_t *{one} = {ends[0].text}, *{other} = {ends[1].text};"
    effect = max(READING, ends[0].effect, ends[1].effect)
    return Value(f"({{ {declared} {equal}!memcmp({one}, {other}, {slots} * sizeof(slot_t)); }})", 0, 1, effect)


def same_copies(copies: str, names: tuple[str, str], slots: int, equal: str) -> Value:
    """The same of copies, which statements make first."""
    one, other = names
    declared = f"slot_t {one}[{slots}], {other}[{slots}]; {copies}"
    return Value(f"({{ {declared} {equal}!memcmp({one}, {other}, {slots} * sizeof(slot_t)); }})", 0, 1, CALLING)


def undefined(place: Pointer, of: Type) -> Value:
    """Whether all slots of a place are undefined."""
    text = f"(!*{place.text})" if isinstance(of, Simple) else f"all_undefined({place.text}, {width(of)})"
    return Value(text, 0, 1, max(place.effect, READING))


def entry(name: str, multiset: Pointer, position: str, stride: int, fail: str) -> Pointer:
    """An element of a multiset, behind the slot that says whether it is there; `fail` is done where it is not."""
    at = f"{multiset.text} + {position} * {stride}"
    text = f"({{ slot_t *{name} = {at}; if (UNLIKELY(!*{name})) {fail} {name} + 1; }})"
    return Pointer(text, max(multiset.effect, FAULTING))
