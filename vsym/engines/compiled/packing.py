"""The packing of the slots of a state into 64-bit words, as C in a straight line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from vsym.basics.frozen import frozen

WORD = 64

_MANY = 4000


@frozen
class Piece:
    """Bits of a slot from `low` on, at `shift` of a word."""

    slot: int
    low: int
    bits: int
    word: int
    shift: int

    def mask(self, lane: int) -> int:
        """The piece's bits in a machine word in which its slot begins at bit `lane`."""
        return ((1 << self.bits) - 1) << (lane + self.low)


@frozen
class Packing:
    """The pieces of all slots in order; `size` is the number of bytes of an unpacked slot."""

    pieces: tuple[Piece, ...]
    slots: int
    size: int

    @property
    def words(self) -> int:
        """The words of a packed state."""
        return max((piece.word + 1 for piece in self.pieces), default=1)

    @property
    def padded(self) -> int:
        """The number of slots that fill whole machine words, one at least."""
        lanes = WORD // 8 // self.size
        return max(1, -(-self.slots // lanes)) * lanes


def dense(widths: Iterable[int], size: int) -> Packing:
    """Slots of these widths in bits, side by side."""
    pieces: list[Piece] = []
    at = count = 0
    for count, bits in enumerate(widths, 1):
        low = 0
        while low < bits:
            here = min(bits - low, WORD - at % WORD)
            pieces.append(Piece(count - 1, low, here, at // WORD, at % WORD))
            low, at = low + here, at + here
    return Packing(tuple(pieces), count, size)


def source(packing: Packing) -> str:
    """The C functions `pack` and `unpack`: straight-line code that uses bit-gathering instructions where available, or
    a table and a loop if there are many slots."""
    if len(packing.pieces) > _MANY:
        return "\n".join(_looping(packing))
    # The shift cuts off bits that are too high for a word.
    parts: dict[int, list[str]] = {word: [] for word in range(packing.words)}
    slots: dict[int, list[str]] = {}
    for one in packing.pieces:
        read = f"(uint64_t)state[{one.slot}]" + (f" >> {one.low}" if one.low else "")
        parts[one.word].append(f"{read} << {one.shift}")
        bits = f"packed[{one.word}] >> {one.shift} & {(1 << one.bits) - 1:#x}u"
        slots.setdefault(one.slot, []).append(f"({bits}) << {one.low}")
    joining = (f"packed[{word}] = {' | '.join(read) or '0'};" for word, read in parts.items())
    splitting = (f"state[{slot}] = (slot_t)({' | '.join(bits)});" for slot, bits in slots.items())
    lines = [
        "#ifdef __BMI2__",
        *_function("pack", "const slot_t *state, uint64_t *packed", _gathering(packing)),
        *_function("unpack", "const uint64_t *packed, slot_t *state", _scattering(packing)),
        "#else",
        *_function("pack", "const slot_t *state, uint64_t *packed", [*joining, "(void)state;"]),
        *_function("unpack", "const uint64_t *packed, slot_t *state", [*splitting, "(void)state, (void)packed;"]),
        "#endif",
    ]
    return "\n".join(lines)


def _looping(packing: Packing) -> Iterator[str]:
    rows = (f"{{{one.slot},{one.low},{one.bits},{one.word},{one.shift}}}" for one in packing.pieces)
    yield "static const struct { uint32_t slot; uint8_t low, bits; uint32_t word; uint8_t shift; } pieces[] = {"
    yield ",\n".join(rows)
    yield "};"
    every = "for (uint64_t at = 0; at < sizeof pieces / sizeof *pieces; at++)"
    bits = "(UINT64_MAX >> (64 - pieces[at].bits))"
    packing_one = f"((uint64_t)state[pieces[at].slot] >> pieces[at].low & {bits}) << pieces[at].shift"
    pack = ["memset(packed, 0, WORDS * 8);", f"{every} packed[pieces[at].word] |= {packing_one};"]
    yield from _function("pack", "const slot_t *state, uint64_t *packed", pack)
    unpacking_one = f"(slot_t)((packed[pieces[at].word] >> pieces[at].shift & {bits}) << pieces[at].low)"
    unpack = ["memset(state, 0, PADDED * sizeof *state);", f"{every} state[pieces[at].slot] |= {unpacking_one};"]
    yield from _function("unpack", "const uint64_t *packed, slot_t *state", unpack)


def _function(name: str, parameters: str, body: Iterable[str]) -> Iterator[str]:
    yield f"static inline void {name}({parameters}) {{"
    yield from (f"    {line}" for line in body)
    yield "}"


def _groups(packing: Packing) -> Iterator[tuple[int, int, int, int]]:
    """Machine words of slots, by number, with a packed word, the bits that go there, and the place from which on."""
    lanes = WORD // 8 // packing.size
    for (group, word), members in groupby(packing.pieces, key=lambda piece: (piece.slot // lanes, piece.word)):
        pieces = list(members)
        mask = sum(piece.mask(piece.slot % lanes * 8 * packing.size) for piece in pieces)
        yield group, word, mask, pieces[0].shift


def _gathering(packing: Packing) -> Iterator[str]:
    yield "uint64_t lanes;"
    written, loaded = 0, -1
    for group, word, mask, shift in _groups(packing):
        if group != loaded:
            yield f"memcpy(&lanes, (const char *)state + {8 * group}, 8);"
        yield f"packed[{word}] {'=' if word >= written else '|='} __builtin_ia32_pext_di(lanes, {mask:#x}u) << {shift};"
        written, loaded = word + 1, group
    if not written:
        yield "(void)state, (void)lanes;"
        yield "packed[0] = 0;"


def _scattering(packing: Packing) -> Iterator[str]:
    yield "uint64_t lanes;"
    groups = list(_groups(packing))
    for group, shifts in groupby(groups, key=lambda one: one[0]):
        parts = [f"__builtin_ia32_pdep_di(packed[{word}] >> {shift}, {mask:#x}u)" for _, word, mask, shift in shifts]
        yield f"lanes = {' | '.join(parts)};"
        yield f"memcpy((char *)state + {8 * group}, &lanes, 8);"
    if not groups:
        yield "(void)packed, (void)lanes;"
        yield "memset(state, 0, PADDED * sizeof *state);"


def slot_size(cardinalities: Sequence[int]) -> int:
    """The bytes that a slot needs for the codes of its values and for 0; raises OverflowError past 64 bits."""
    most = max(cardinalities, default=0)
    for size in (1, 2, 4, 8):
        if most < 1 << 8 * size:
            return size
    raise OverflowError(f"a slot of {most} values")
