"""Programs explored up to a group of literal maps: as many states as orbits, the same verdicts, real paths."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.engines.compiled.literal_groups import drawn_program, moving, named, orbits, program, reachable
from tests.engines.compiled.models import MULTISETS, RING
from tests.engines.compiled.test_programs import verified as verified_by
from tests.support import hand_programs as philosophers
from tests.support.drawn import chosen, many
from tests.support.present import present
from vsym.basics.limits import UNLIMITED
from vsym.engines.compiled.quotient.quotient import PLAIN_STATES, Quotient, quotient
from vsym.engines.compiled.quotient.tables import Cosets, Descent
from vsym.engines.compiled.search import Settings
from vsym.engines.interpreted import InterpretedEngine
from vsym.engines.protocol import Answer
from vsym.models.program.program import Program
from vsym.models.program.renaming import LiteralMap, SymmetryGroup
from vsym.system.report import Silence

PHILOSOPHERS = f"""{philosophers.RING.replace("N: 4", "N: 5").rstrip()}
invariant "alone" forall p: place do state[p] != eats | state[(p + 1) % N] != eats end;
--! ctl again: AG EF forall p: place do state[p] = thinks end
--! ltl eats: G F exists p: place do state[p] = eats end
"""
"""A ring: its rotations."""

OWNERS = """
const N: 3;
type id: 0..N-1;
var state: array [id] of 0..2; owner: id; before: id;
startstate for i: id do state[i] := 0; end; end;
ruleset i: id do
  rule "ask" state[i] = 0 ==> state[i] := 1; end;
  rule "own" state[i] = 1 & isundefined(owner) ==> owner := i; end;
  rule "enter" state[i] = 1 & !isundefined(owner) & owner = i ==> state[i] := 2; end;
  rule "leave" state[i] = 2 ==> state[i] := 0; before := owner; undefine owner; end;
end;
invariant "one" forall i: id do forall j: id do i = j | state[i] != 2 | state[j] != 2 end end;
--! ltl enters: G F exists i: id do state[i] = 2 end
--! ctl can: AG EF exists i: id do state[i] = 2 end
invariant "not all" exists i: id do state[i] != 1 end;
"""
"""Processes and the names of two of them."""

SERVERS = """
const S: 3; C: 2;
type server: 0..S-1; client: 0..C-1;
var asks: array [server] of array [client] of boolean; busy: array [server] of 0..C; active: boolean;
startstate
  for s: server do for c: client do asks[s][c] := false; end; busy[s] := C; end;
  active := false;
end;
ruleset s: server; c: client do
  rule "ask" !asks[s][c] ==> asks[s][c] := true; end;
  rule "serve" asks[s][c] & busy[s] = C & !active ==> busy[s] := c; active := true; end;
  rule "answer" busy[s] = c ==> asks[s][c] := false; busy[s] := C; active := false; end;
end;
invariant "some" exists s: server do forall c: client do !asks[s][c] end end;
--! ltl serves: G F active
--! ctl rest: AG EF forall s: server do forall c: client do !asks[s][c] end end
"""
"""Servers with clients of their own, which they name: a wreath product."""


def maps_of(name: str) -> tuple[Program, list[LiteralMap]]:
    """A program and generators of a group of it."""
    match name:
        case "rotations":
            subject = program(PHILOSOPHERS)
            ring = {f"{of}[{one}]": f"{of}[{(one + 1) % 5}]" for of in ("fork", "state") for one in range(5)}
            return subject, [named(subject, ring)]
        case "names":
            subject = program(OWNERS)
            pair = {"0": "1", "1": "0"}
            turn = {"0": "1", "1": "2", "2": "0"}
            return subject, [
                named(
                    subject,
                    {f"state[{one}]": f"state[{other}]" for one, other in moved.items()},
                    values={"owner": moved, "before": moved},
                )
                for moved in (pair, turn)
            ]
        case "wreath":
            subject = program(SERVERS)
            clients = named(
                subject,
                {"asks[0][0]": "asks[0][1]", "asks[0][1]": "asks[0][0]"},
                values={"busy[0]": {"0": "1", "1": "0"}},
            )
            servers = [
                named(
                    subject,
                    {f"asks[{s}][{c}]": f"asks[{moved.get(s, s)}][{c}]" for s in range(3) for c in range(2)},
                    {f"busy[{s}]": f"busy[{moved.get(s, s)}]" for s in range(3)},
                )
                for moved in ({0: 1, 1: 0}, {1: 2, 2: 1})
            ]
            return subject, [clients, *servers]
        case _:
            subject = program(RING.replace("scalarset(3)", "0..2"))
            moves = ({"0": "1", "1": "0"}, {"0": "1", "1": "2", "2": "0"})
            return subject, [
                named(
                    subject,
                    {f"idle[{one}]": f"idle[{other}]" for one, other in moved.items()},
                    values={"turn": moved, "before": moved},
                )
                for moved in moves
            ]


NAMES = ("rotations", "names", "wreath", "pairs of names")


def verified(subject: Program, by: Quotient) -> Answer:
    """The answer of the compiled engine, after a replay of its paths."""
    return verified_by(subject, Settings(quotient=by))


def outcomes(answer: Answer) -> list[tuple[str, bool]]:
    """The verdicts, and which have a path."""
    return [(one.outcome, one.path is not None) for one in answer.verdicts]


def exact(subject: Program, maps: list[LiteralMap]) -> Quotient:
    """The quotient by the group that the maps generate."""
    return quotient(subject.layout, SymmetryGroup(generators=tuple(maps)))


def inexact(subject: Program, maps: list[LiteralMap]) -> Quotient:
    """The same with several representatives of each orbit."""
    return Quotient(strategies=tuple(Descent(one.action) for one in exact(subject, maps).strategies))


def cut(subject: Program, maps: list[LiteralMap]) -> Quotient:
    """The same with least images, of which so few are followed that orbits may have several."""
    return Quotient(strategies=tuple(Cosets(one.action, one.order, 2) for one in exact(subject, maps).strategies))


Reducing = Callable[[Program, list[LiteralMap]], Quotient]


def compared(subject: Program, maps: list[LiteralMap], several: Reducing) -> tuple[int, int]:
    """Hold the exact quotient, and one by which orbits may have several representatives, against the plain states of
    the interpreter and brute force; how many orbits and states."""
    plain = InterpretedEngine().verify(subject, subject.properties, UNLIMITED, Silence())
    one, some = (verified(subject, by(subject, maps)) for by in (exact, several))
    assert outcomes(one) == outcomes(some) == outcomes(plain)
    for verdict, by in [(of, by) for way in (one, some) for of, by in zip(plain.verdicts, way.verdicts, strict=True)]:
        if verdict.path is not None and verdict.path.loop is None:
            assert present(by.path).length == verdict.path.length
    assert plain.reached is not None
    assert one.reached is not None
    assert some.reached is not None
    assert all(factor.exact for factor in exact(subject, maps).factors)
    assert one.reached.states == len(orbits(maps, reachable(subject)))
    assert one.reached.represented == plain.reached.states
    assert not one.reached.several
    if several is inexact:
        assert some.reached.represented is None
    else:
        assert some.reached.represented == (None if some.reached.several else plain.reached.states)
        assert some.reached.several or some.reached.states == one.reached.states
    # A rule that fires in no stored state may have images that fire in some.
    assert (one.reached.idle, some.reached.idle) == (None, None)
    assert one.reached.depth == plain.reached.depth
    # An orbit may be met anew, by a further representative, in a later layer.
    assert present(some.reached.depth) >= present(plain.reached.depth)
    assert one.reached.states <= some.reached.states <= plain.reached.states
    return one.reached.states, plain.reached.states


@pytest.mark.parametrize(
    ("name", "several"),
    chosen([("names", inexact), ("wreath", cut)], zip(NAMES, (inexact, inexact, cut, cut), strict=True)),
)
def test_programs_with_a_known_group(name: str, several: Reducing) -> None:
    """Each with one of the quotients by which orbits may have several representatives."""
    one, plain = compared(*maps_of(name), several)
    assert one < plain


@pytest.mark.parametrize("seed", range(many(1)))
def test_drawn_programs(seed: int) -> None:
    """Programs that are made to have a random group, of slots and values, with properties of paths."""
    random = Random(seed)
    slots, values = random.choice(((4, 2), (4, 3), (5, 2)))
    maps = []
    for _ in range(random.choice((1, 1, 2))):
        order = random.sample(range(slots), slots)
        turned = dict(enumerate(random.sample(range(1, values + 1), values), 1))
        codes = {slot: turned for slot in range(slots) if random.random() < 0.4}
        maps.append(moving([values] * slots, dict(enumerate(order)), codes))
    compared(drawn_program(random, maps, slots, values), maps, (cut, inexact)[seed % 2])


def test_names_as_literal_maps_are_a_scalarset() -> None:
    """The same program with a scalarset, up to whose permutations it has as many states."""
    subject, maps = maps_of("pairs of names")
    declared = program(RING)
    by_maps, by_scalarset = verified(subject, exact(subject, maps)), verified(declared, Quotient(declared.scalarsets))
    assert by_maps.reached is not None
    assert by_scalarset.reached is not None
    assert by_maps.reached.states == by_scalarset.reached.states
    assert by_maps.reached.represented == by_scalarset.reached.represented
    assert outcomes(by_maps) == outcomes(by_scalarset)


def test_scalarsets_together_with_literal_maps() -> None:
    """With multisets: the scalarset as before, and a map of two flags that the scalarset leaves alone."""
    flags = "var left: boolean; right: boolean; startstate left := false; right := false;"
    rules = 'rule "left" !left ==> left := true; end; rule "right" !right ==> right := true; end;'
    model = MULTISETS.replace("startstate", flags, 1) + rules
    subject = program(model)
    both = named(subject, {"left": "right", "right": "left"})
    plain = verified(subject, PLAIN_STATES)
    by = quotient(subject.layout, SymmetryGroup(subject.scalarsets, (both,)))
    one = verified(subject, by)
    without = program(MULTISETS)
    alone = verified(without, Quotient(without.scalarsets))
    assert outcomes(plain) == outcomes(one)
    assert one.reached is not None
    assert one.reached.represented == present(plain.reached).states
    # Of the four states of the flags, two are one up to the map.
    assert one.reached.states == present(alone.reached).states * 3


def test_what_touches_a_multiset_is_refused() -> None:
    subject = program(MULTISETS)
    slot = next(slot for slot in subject.layout.bags).offset
    one = moving([slot.type.cardinality for slot in subject.layout.slots], {}, {slot + 1: {1: 2, 2: 1}})
    with pytest.raises(ValueError, match="multiset"):
        quotient(subject.layout, SymmetryGroup(generators=(one,)))
