"""Counter states explored up to virtual symmetry: groups are virtual by the definition, orbits those of brute force,
verdicts those of every state, and paths paths of the model that begin where it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

import vsym
from tests.support.composing import checked, explored, reduced, shown, verdicts, verified
from tests.support.drawn import chosen, many
from tests.support.loading import load
from tests.support.oracle_virtual import Closed
from tests.support.present import present
from vsym.basics.limits import UNLIMITED
from vsym.basics.options import RefusedError
from vsym.basics.source import Source
from vsym.checking.answer import Checked
from vsym.checking.groups.counters import counter_quotient
from vsym.checking.groups.virtual_counters import VirtualCounters, virtual_counters
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import initial_states, steps
from vsym.reductions.counters.abstraction import abstract, concretize
from vsym.reductions.counters.reduced import Reduced
from vsym.symmetry.detected.detection import Detection
from vsym.symmetry.detected.simplifying import without_sums
from vsym.system.report import Silence
from vsym.system.step import Vector

SHOPS = """system shops
param k = {k}
states Rest, Ask, Work
group M[i in 1..k] of 1
group H[i in 1..k] of {helpers}
shared turn : 0..k = 0
init {init}
"""
IDLE = "none of H[i] in Work"
MOVES = (
    ("Rest -> Ask", "M", ("true", "true", IDLE, "#Ask[M] <= 1")),
    (
        "Ask -> Work",
        "M",
        (
            "#Work[M] = 0 & #Ask[M[1..i-1]] = 0",
            "#Work[M] < 2 & #Ask[M[i+1..k]] = 0",
            "none in Work & #Ask[M[1..i-1]] = 0 do turn := i",
            "#Ask[M[1..i-1]] = 0 & turn = 0 do turn := i",
            "none of M[i % k + 1] in Work",
        ),
    ),
    ("Work -> Rest", "M", (IDLE, IDLE, f"{IDLE} do turn := 0", "true do turn := 0", f"{IDLE} do turn := i % k + 1")),
    ("Rest -> Work", "H", ("some of M[i] in Work", "some of M[i] in Work", "some of M[i] in Work & #Work[H] <= 1")),
    ("Work -> Rest", "H", ("true", "some of M[i] in Work", "#Work[H[1..i-1]] = 0")),
    ("Work -> Ask", "M", ("i = 1 & all in Rest", "false", "turn = 1")),
)
STARTS = ("Rest", "Rest", "{ M[1]: Work; else: Rest }", "{ M[1]: Ask; else: Rest }")
ASKED = (
    "invariant {}: #Work[M] <= 1",
    "invariant {}: forall i in 1..k: some of M[i] in Work | none of H[i] in Work",
    "invariant {}: turn = 0 | some in Work",
    "ctl {}: AG EF all in Rest",
    "ctl {}: AG (#Work[M] = 1 -> EX #Work[M] = 0)",
    "ctl {}: EF AG none of H in Work",
    "ltl {}: G (some of M in Ask -> F some of M in Work)",
    "ltl {}: F G none in Ask",
    "ltl {}: G F (#Work[H] = 1 & X #Work[H] = 0)",
    "invariant {}: none of M[2] in Work",
)
FAIR = ("", "", "", "fairness some of M in Rest", "for i in 1..k {{ fairness some of M[i] in Rest }}")
Map = Callable[[Vector], Vector]


def drawn(seed: int) -> Model:
    """Families of groups, whose members follow one rule each, in which some go first."""
    draw = Random(seed)
    k = draw.choice((2, 3, 3, 4))
    lines = [SHOPS.format(k=k, helpers=draw.choice((1, 1, 2)), init=draw.choice(STARTS))]
    for way, family, guards in MOVES:
        lines.append(f"trans {way} {{ for i in 1..k {{ {family}[i]: {draw.choice(guards)} }} }}")
    lines += (one.format(f"p{number}") for number, one in enumerate(draw.sample(ASKED, 4)))
    return load(Source("drawn.gsst", "\n".join([*lines, draw.choice(FAIR).format(), ""])))


def virtual_of(smaller: Reduced) -> VirtualCounters:
    """The virtual symmetry of a reduced model."""
    detection = Detection(without_sums(smaller.system), UNLIMITED)
    return virtual_counters(detection, detection.detected().generators, UNLIMITED)


def closed(smaller: Reduced, generators: Sequence[Map]) -> Closed[Vector]:
    """The counter states that the model's own semantics and some maps do not leave."""
    model, counters = smaller.model, smaller.counters

    def successors(vector: Vector) -> Iterator[Vector | None]:
        state = concretize(model, counters, vector)
        yield from (abstract(counters, step.target) for step in steps(model, state))

    return Closed([abstract(counters, one) for one in initial_states(model)], successors, generators)


ENGINES = ("compiled", "mdd")
"""The engines that explore counters up to virtual symmetry."""


def compared(smaller: Reduced, engines: Sequence[str] = ENGINES) -> tuple[int, int, int]:
    """Hold a model up to virtual symmetry, by each engine that can, against all of its counter states and the
    definition; the order of the group, the orbits, and the states."""
    plain = verified(smaller, "explicit")
    chosen = counter_quotient(smaller.system, "virtual", "compiled", UNLIMITED, Silence())
    assert plain.reached is not None
    if not chosen.virtual:
        return 1, plain.reached.states, plain.reached.states
    assert chosen.quotient is not None
    answers = [verified(smaller, engine, quotient=chosen.quotient) for engine in engines]
    for found in answers:
        assert verdicts(found) == verdicts(plain)
        for outcome in found.outcomes:
            assert (outcome.verdict.path is None) or outcome.run is not None
    stored = answers[0].reached
    assert stored is not None
    assert (stored.represented, stored.rules_fired) == (None, None)
    asked = [*(one.formula for one in smaller.system.properties), *(one.formula for one in smaller.system.fairness)]
    group = virtual_of(smaller).keeping(asked)
    orbits = closed(smaller, [one.state for one in group.generators])
    assert orbits.virtual
    if stored.complete:
        assert len(orbits.reachable()) == plain.reached.states
        assert orbits.reached() == stored.states
    return chosen.quotient.order, stored.states, plain.reached.states


ALIKE = {5: 6, 29: 2, 8: 6, 31: 2, 42: 2}
"""Seeds of shops in which families are virtually alike, with the order of the group."""


@pytest.mark.parametrize("seed", chosen([29], [*ALIKE, *range(100, 98 + many(2))]))
def test_drawn_shops(seed: int) -> None:
    order, _, _ = compared(reduced(drawn(seed)))
    assert order == ALIKE.get(seed, order)


QUEUE = """system queue
param k = 3
states Rest, Ask, Work
group M[i in 1..k] of 1
group H[i in 1..k] of 2
init Rest
trans ask: Rest -> Ask { M: true }
trans take: Ask -> Work { for i in 1..k { M[i]: #Work[M] < 2 & #Ask[M[1..i-1]] = 0 } }
trans done: Work -> Rest { for i in 1..k { M[i]: none of H[i] in Work } }
trans help: Rest -> Work { for i in 1..k { H[i]: some of M[i] in Work } }
trans stop: Work -> Rest { H: true }
"""
PAIR = QUEUE.replace("k = 3", "k = 2")


def test_whole_families_are_exchanged_though_one_goes_first() -> None:
    """The model does not state that helpers work only beside their master; vsym finds this."""
    found = virtual_of(reduced(load(Source("queue.gsst", QUEUE))))
    assert found.order(found.group) == 6
    assert {found.detection.system.events[event].label for event in found.broken} == {"take: Ask -> Work"}
    assert found.starts_kept
    engines = chosen(ENGINES[1:], ENGINES)
    assert compared(reduced(f"{QUEUE}ctl again: AG EF all in Rest\n"), engines) == (6, 25, 98)
    system = reduced(f"{QUEUE}invariant last: none of M[3] in Work\n").system
    assert present(counter_quotient(system, "virtual", "compiled", UNLIMITED, Silence()).quotient).order == 2


def test_who_is_served_must_not_be_remembered() -> None:
    remembered = PAIR.replace("init Rest", "shared last : 0..k = 0\ninit Rest").replace(
        "#Ask[M[1..i-1]] = 0 }", "#Ask[M[1..i-1]] = 0 do last := i }"
    )
    used = remembered.replace("M: true", "for i in 1..k { M[i]: last != i }")
    assert virtual_of(reduced(used)).broken
    ordered = remembered.replace("M: true", "for i in 1..k { M[i]: last < i }")
    assert virtual_of(reduced(ordered)).group.proved == {}


RING = """system ring
param n = 3
states N, T, C
group U[k in 1..n] of 1
shared token : 0..n = 2
init N
trans want: N -> T if token != 0
trans enter: T -> C { for k in 1..n { U[k]: token = k } }
trans leave: C -> N
trans pass: N -> N { for k in 1..n { U[k]: token = k do token := k % n + 1 } }
"""


def test_a_ring_turns_wherever_the_token_begins() -> None:
    """The image of the start state is none, and paths begin in the start state all the same."""
    found = virtual_of(reduced(RING))
    assert (found.order(found.group), found.broken, found.starts_kept) == (3, (), False)
    smaller = reduced(f"{RING}invariant free: none in C\nctl away: AG EF all in N\n")
    assert compared(smaller) == (3, 12, 36)
    chosen = counter_quotient(smaller.system, "virtual", "compiled", UNLIMITED, Silence())
    for engine in ("compiled", "mdd"):
        first = verified(smaller, engine, quotient=chosen.quotient).outcomes[0]
        assert shown(first).path.states[0] == next(iter(initial_states(smaller.model)))


def test_a_lost_token_is_renewed_by_the_first() -> None:
    """A number may decide where all places are alike: such a state is its own image. What is true of pairs of variables
    is found, and not stated."""
    lost = f"{RING}trans lose: N -> N if all in N & token != 0 do token := 0\n"
    renewed = f"{lost}trans renew: N -> N {{ U[1]: token = 0 do token := 1 }}\n"
    found = virtual_of(reduced(renewed))
    assert found.order(found.group) == 3
    assert [found.detection.system.events[event].label for event in found.broken] == ["renew: N -> N"]
    anywhere = renewed.replace("all in N & token", "token")
    assert virtual_of(reduced(anywhere)).group.proved == {}


def test_a_system_s_variables_are_exchanged(tmp_path: Path) -> None:
    asks = "event {0}_asks if {0} = dark do {0} := asking\nevent {0}_ends if {0} = lit do {0} := dark"
    first = "event {}_lit if {} = asking{} & a != lit & b != lit & c != lit do {} := lit"
    lines = ["system lamps", *(f"var {name} : {{dark, asking, lit}}" for name in "abc")]
    lines += ["init a = dark & b = dark & c = dark", *(asks.format(name) for name in "abc")]
    for place, name in enumerate("abc"):
        before = "".join(f" & {other} != asking" for other in "abc"[:place])
        lines.append(first.format(name, name, before, name))
    file = tmp_path / "lamps.sys"
    file.write_text("\n".join([*lines, "ctl again: AG EF (a = dark & b = dark & c = dark)", ""]))
    found = vsym.check(file, group="virtual")
    assert isinstance(found, Checked)
    assert found.main is not None
    assert (found.main.virtual, found.main.order, found.main.orbits) == (True, 6, 7)


def test_the_largest_group_is_taken_and_what_is_not_is_said() -> None:
    model = load(Source("queue.gsst", PAIR))
    [states] = explored(model, "compiled", group="auto").explorations
    assert states.virtual
    assert states.kind == "reachable counter state"
    ordinary = PAIR.replace(" & #Ask[M[1..i-1]] = 0", "")
    found = checked(load(Source("queue.gsst", ordinary)), "compiled", group="virtual")
    assert found.notes == ("no virtual symmetry of the counters is larger than what is detected",)
    with pytest.raises(RefusedError, match="compiled and --engine mdd can"):
        checked(model, "smt", group="virtual")
