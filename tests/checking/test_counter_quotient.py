"""Counter states explored up to detected symmetries: the same verdicts, as many states, and paths of the model."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest

import vsym
from tests.support.composing import checked, explored, reduced, shown, verified
from tests.support.drawn import many
from tests.support.loading import load
from tests.support.running import EXAMPLES
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError, Source
from vsym.checking.answer import Checked, Exploration
from vsym.checking.attempt import Attempted
from vsym.checking.groups.counters import counter_quotient
from vsym.checking.groups.names import GROUPS, VIRTUAL, engine_for
from vsym.models.counting.model import Model
from vsym.reductions.counters.reduced import Reduced
from vsym.system.report import Silence

RING = """system ring
param n = 3
states A, B, C
group G[k in 1..n] of 1
shared busy : bool = false
shared x : 0..2 = 0
init A
"""
GUARDS = (
    "none of G[k % n + 1] in B",
    "#B[G[k]] + #C[G[(k - 2) % n + 1]] <= 1",
    "#B <= 1 & some of G[k % n + 1] in {A, C}",
    "busy & none of G[k] in C",
    "true do busy := !busy",
    "x < 2 do x := x + 1",
    "x > 0 do x := x - 1",
)
ASKED = (
    "invariant {}: forall k in 1..n: none of G[k] in {{B, C}} | none of G[k % n + 1] in C",
    "ctl {}: AG EF some in A",
    "ctl {}: EF AG none in A",
    "ctl {}: AG (#B = 1 -> EX #B = 0)",
    "ltl {}: G F some in A",
    "ltl {}: F G busy",
    "ltl {}: G F (#B = 1 & X #B = 0)",
    "ltl {}: G (some in B -> F some in C)",
)
FAIR = ("", "", "fairness some in A", "fairness busy", "for k in 1..n { fairness some of G[k] in A }")


def drawn(seed: int) -> Model:
    """Groups in a ring, all with one guard for each transition."""
    return load(Source("drawn.gsst", ring(Random(seed))))


def ring(draw: Random) -> str:
    """The text of such a model."""
    lines = [RING]
    for source, target in (("A", "B"), ("B", "C"), ("C", "A")):
        lines.append(f"trans {source} -> {target} {{ for k in 1..n {{ G[k]: {draw.choice(GUARDS)} }} }}")
    lines += (one.format(f"p{number}") for number, one in enumerate(draw.sample(ASKED, 4)))
    return "\n".join([*lines, draw.choice(FAIR), ""])


class Known(NamedTuple):
    """The answer on a reduced model, and the states that are stored."""

    found: Attempted
    states: Exploration


def up_to(smaller: Reduced, group: str, engine: str = "compiled") -> Known:
    """A reduced model checked up to a group; its paths are replayed."""
    chosen = counter_quotient(smaller.system, group, engine, UNLIMITED, Silence())
    found = verified(smaller, engine, quotient=chosen.quotient)
    none = Exploration("counter")
    return Known(found, none if found.reached is None else Exploration.kept("counter", found.reached, chosen.factors))


def outcomes(known: Known) -> list[tuple[str, bool]]:
    """The verdicts, and which have a path."""
    return [(one.verdict.outcome, one.run is not None) for one in known.found.outcomes]


def compared(smaller: Reduced) -> tuple[int, int, int]:
    """Hold a model up to detected symmetries, by each engine that can, against all of its counter states; the order,
    orbits and states."""
    plain, orbits = up_to(smaller, "none", "explicit"), up_to(smaller, "detected")
    diagrams = up_to(smaller, "detected", "mdd")
    assert outcomes(plain) == outcomes(orbits)
    assert [verdict for verdict, _ in outcomes(diagrams)] == [verdict for verdict, _ in outcomes(plain)]
    for one, other in zip(plain.found.outcomes, orbits.found.outcomes, strict=True):
        if one.run is not None and one.run.path.loop is None:
            told = one.run.counters, shown(other).counters
            assert len({path and path.length for path in told}) == 1
    every, stored, by_diagrams = plain.states.reached, orbits.states.reached, diagrams.states.reached
    assert every is not None
    assert stored is not None
    assert orbits.states.exact
    if by_diagrams is not None and by_diagrams.complete and diagrams.states.factors:
        assert (by_diagrams.represented, by_diagrams.states) == (every.states, stored.states)
    assert (stored.represented or stored.states) == every.states
    assert stored.depth == every.depth
    assert (plain.found.stuck is None) == (orbits.found.stuck is None)
    return orbits.states.order, stored.states, every.states


@pytest.mark.parametrize("seed", range(many(1)))
def test_drawn_rings(seed: int) -> None:
    compared(reduced(drawn(seed)))


def test_the_philosophers_turn() -> None:
    assert compared(reduced(EXAMPLES / "philosophers.gsst")) == (5, 18, 82)


TURNING = """system turning
param n = 3
states A, B, C
group G[k in 1..n] of 1
init A
trans A -> B { for k in 1..n { G[k]: none of G[k % n + 1] in B } }
trans B -> C { for k in 1..n { G[k]: none of G[k % n + 1] in C } }
trans C -> A
"""


def test_a_property_that_names_a_group_leaves_no_rotation() -> None:
    named = f"{TURNING}invariant p: none of G[1] in B\n"
    smaller = reduced(named)
    assert compared(smaller)[0] == 1
    notes = {
        group: counter_quotient(smaller.system, group, "compiled", UNLIMITED, Silence()).notes
        for group in GROUPS
        if group != VIRTUAL
    }
    assert notes["detected"] == ("no symmetry of the counters is detected",)
    assert notes["auto"] == checked(load(Source("turning.gsst", named)), "compiled", group="auto").notes


def test_fairness_constraints_are_not_exchanged() -> None:
    """Up to the rotation, the search would not see that a path visits all groups."""
    asked = "for k in 1..n { fairness some of G[k] in B }\nltl p: F G false\n"
    assert compared(reduced(f"{TURNING}{asked}"))[0] == 1
    assert compared(reduced(f"{TURNING}fairness some in B\nltl p: F G false\n"))[0] == 3


LEAVING = """system leaving
param n = 3
states A, B, C
group G[k in 1..n] of 1
shared x : 0..1 = 1
init A
trans A -> B { for k in 1..n { G[k]: none of G[k % n + 1] in B } }
trans B -> C { for k in 1..n { G[k]: some of G[k % n + 1] in C do x := x + 1 } }
"""


def test_an_error_is_shown_where_it_is() -> None:
    """The state that is stored may have another one of the events that are exchanged: the path is replayed."""
    wrong = reduced(LEAVING.replace("C do x", "A do x"))
    told = set()
    for group, engine in (("none", "explicit"), ("detected", "compiled")):
        with pytest.raises(DiagnosticError) as caught:
            up_to(wrong, group, engine)
        told.add(tuple((one.code, one.message) for one in caught.value.diagnostics))
    assert len(told) == 1


def test_no_property_is_asked_of_an_exploration() -> None:
    model = load(Source("turning.gsst", f"{TURNING}invariant p: none of G[1] in B\n"))
    [states] = explored(model, "compiled", group="detected").explorations
    assert states.reached is not None
    assert (states.reached.states, states.reached.represented) == (9, 25)
    assert [one.name for one in states.factors] == ["C3"]


def test_the_library_takes_a_group() -> None:
    found = vsym.check(TURNING, group="detected")
    assert isinstance(found, Checked)
    assert found.reached is not None
    assert found.main is not None
    assert (found.reached.states, found.main.order) == (9, 3)
    assert "symmetric under C3, order 3 (by least images): orbits of up to 3 counter states" in str(found)
    with pytest.raises(RefusedError, match="--engine compiled and --engine mdd can"):
        vsym.check(TURNING, group="detected", engine="smt")


def test_which_engine_can() -> None:
    assert engine_for("detected", "auto") == engine_for("detected", "compiled") == "compiled"
    for name in ("explicit", "smt", "nusmv", "adaptive", "mdd"):
        assert engine_for("auto", name) == engine_for(None, name) == engine_for("none", name) == name
    for name in ("explicit", "smt", "nusmv", "adaptive"):
        with pytest.raises(RefusedError, match="--engine compiled and --engine mdd can"):
            engine_for("detected", name)
    with pytest.raises(RefusedError, match="one size"):
        engine_for("detected", "auto", every_size=True)
    with pytest.raises(RefusedError, match="did you mean `detected`"):
        engine_for("detcted", "auto")


def test_what_cannot_be_used_is_said_and_a_limit_leaves_nothing_known() -> None:
    model = load(Source("turning.gsst", TURNING))
    [note] = checked(model, "explicit", group="auto").notes
    assert note == "only --engine compiled and --engine mdd can use symmetries of the counters, so vsym looks for none"
    assert checked(model, "compiled", Budget(deadline=0.0), group="detected").stopped is not None
