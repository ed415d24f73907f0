"""Linear invariants hold in every reachable state, and the ones that matter are found."""

from __future__ import annotations

import itertools
import math
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engines.smt.open_models import opened, verdicts
from tests.support.composing import checked
from tests.support.drawn import many
from tests.support.loading import load
from tests.support.present import present
from tests.support.running import EXAMPLES
from tests.system.generated import systems
from tests.system.judging import structure
from tests.system.systems import of
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.engines.smt.certificate import document
from vsym.engines.smt.certificate_model import Proven, proven
from vsym.engines.smt.certificate_reading import UnreadableError, read, recheck
from vsym.engines.smt.engine import invariants
from vsym.engines.smt.invariants import equations_until_marked, linear_invariants, with_quotients
from vsym.engines.smt.linear import atom, holds, null_space, null_space_modulo
from vsym.engines.smt.readable import readable
from vsym.engines.smt.system import transition_system
from vsym.system.result import Verdict
from vsym.system.system import System


@settings(max_examples=many(4), deadline=None)
@given(systems())
def test_invariants_hold_wherever_the_system_comes(system: System) -> None:
    transitions = transition_system(system)
    found = (*linear_invariants(transitions, (), Budget()), *equations_until_marked(transitions, Budget()))
    for state in structure(system).steps:
        values = dict(zip(transitions.variables, state, strict=True))
        assert all(holds(formula, values) for formula in found)


def test_the_invariants_of_the_examples() -> None:
    expected = {
        "controller": ["free + #Granted + #Using + #Done = 1"],
        "mutex": ["#C <= 1"],
        "deadlock": ["#Pen + #Both <= 1", "#Paper + #Both <= 1"],
        "asr": [],
        "starvation": ["#C[R] + #C[W] <= 1"],
    }
    for name, said in expected.items():
        system = of((EXAMPLES / f"{name}.gsst").read_text("utf-8"))
        assert invariants(system, Budget()) == said


OPEN = """system w
param x = 1, y = 2 where x >= 0 & y >= x
states P, Q, R, S
group agents of x + 2 * y + 1
init where #P = x & #Q = 2 * y & #R = 1
trans P -> S with Q -> S
trans S -> P with S -> Q
trans R -> P with S -> Q
"""


def test_what_no_step_changes_is_a_term_over_the_parameters() -> None:
    transitions = transition_system(opened(OPEN, "x", "y"))
    found = linear_invariants(transitions, (), Budget())
    assert [*map(readable, found)] == ["#P + 2 * y = #Q + x", "#R <= 1"]
    for x, y in ((0, 0), (1, 1), (1, 2), (0, 2)):
        for state in structure(of(OPEN, x=x, y=y)).steps:
            values = dict(zip(transitions.variables, state, strict=True))
            values |= dict(zip(transitions.parameters, (x, y), strict=True))
            assert all(holds(formula, values) for formula in found)


ALARM = """system alarm
param x = 2, y = 3 where x >= 0 & y >= 1
states P, Q, Alarm, S
group agents of x + y
init where #P = x & #Q = y
trans P -> S with P -> Q
trans Q -> Alarm with S -> Alarm
trans Alarm -> Alarm with P -> Q
"""


def test_an_equation_may_hold_until_somebody_is_at_a_place() -> None:
    open_ones = transition_system(opened(ALARM, "x", "y"))
    found = [*equations_until_marked(open_ones, Budget())]
    assert [*map(readable, found)] == ["#Alarm >= 1 | #P + 2 * #Q = x + 2 * y", "#Alarm >= 1 | #P + 2 * #S = x"]
    silent = transition_system(opened(ALARM.replace("x >= 0", "x = 0"), "x", "y"))
    assert "#Alarm <= 0" in map(readable, equations_until_marked(silent, Budget()))
    for x, y in ((0, 1), (1, 1), (2, 1), (2, 2)):
        for state in structure(of(ALARM, x=x, y=y)).steps:
            values = dict(zip(open_ones.variables, state, strict=True))
            values |= dict(zip(open_ones.parameters, (x, y), strict=True))
            assert all(holds(formula, values) for formula in found)


FLAG = """system flag
states A, B, C
group P of 1
shared v : bool = false
init A
trans B -> C do v := true
trans A -> B do v := false
"""


def test_a_flag_that_is_set_is_taken_for_a_change_only_until_a_step_refutes_that() -> None:
    """Taken as changes, the two assignments would keep #B + v = 0, by which nobody is ever at C."""
    system = of(FLAG)
    transitions = transition_system(system)
    found = [*equations_until_marked(transitions, Budget())]
    for state in structure(system).steps:
        values = dict(zip(transitions.variables, state, strict=True))
        assert all(holds(formula, values) for formula in found)


WIDTH = 3


@given(st.lists(st.lists(st.integers(-4, 4), min_size=WIDTH, max_size=WIDTH), max_size=3), st.integers(2, 6))
def test_all_that_rows_send_to_multiples_comes_from_the_null_space_modulo(rows: list[list[int]], by: int) -> None:
    found = null_space_modulo(rows, WIDTH)
    for vector, modulus in found:
        assert math.gcd(*vector) == 1 < modulus
        assert all(_product(row, vector) % modulus == 0 for row in rows)
    inside = [
        vector
        for vector in itertools.product(range(by), repeat=WIDTH)
        if all(_product(row, vector) % by == 0 for row in rows)
    ]
    # The rows made diagonal send as many vectors to multiples of a number as they did before.
    of_moduli = math.prod(math.gcd(modulus, by) for _, modulus in found)
    assert len(inside) == of_moduli * by ** len(null_space(rows, WIDTH))
    generated = {(0,) * WIDTH}
    for vector, modulus in found:
        part = [by // math.gcd(modulus, by) * entry for entry in vector]
        multiples = [[times * entry for entry in part] for times in range(by)]
        generated = {
            tuple((a + b) % by for a, b in zip(one, more, strict=True)) for one in generated for more in multiples
        }
    assert generated <= set(inside)
    assert len(generated) == of_moduli


def _product(row: list[int], vector: tuple[int, ...]) -> int:
    return sum(a * b for a, b in zip(row, vector, strict=True))


STATES = ("A", "B", "C")


def _text(random: Random) -> str:
    """A model of one open size in which processes move in pairs, and a number grows by three or so."""
    lines = ["system drawn", "param n = 2 where n >= 0", "states A, B, C", "group P of n"]
    lines += ["shared v : 0..20 = 1", "shared f : bool = false", "init A"]
    for _ in range(random.randint(1, 3)):
        source, target = random.sample(STATES, 2)
        together = (source, target) if random.random() < 0.7 else random.sample(STATES, 2)
        guard = " if v <= 14" + random.choice(["", " & !f", " & #B <= 3"])
        update = random.choice(["v := v + 3", "v := v + 6", "f := true, v := v + 3", "v := 4"])
        lines.append(f"trans {source} -> {target} with {together[0]} -> {together[1]}{guard} do {update}")
    return "\n".join(lines)


def test_congruences_hold_wherever_a_system_comes_at_every_size() -> None:
    count = 0
    for seed in range(many(5)):
        text = _text(Random(seed))
        transitions = transition_system(opened(text, "n"))
        extended, equations = with_quotients(transitions, Budget())
        count += len(equations)
        quotients = set(extended.variables[len(transitions.variables) :])
        for size, equation in itertools.product(range(4), equations):
            said = atom(equation)
            assert not isinstance(said, bool)
            [modulus] = [-by for symbol, by in said.left.coefficients.items() if symbol in quotients]
            for state in structure(of(text, n=size)).steps:
                values = dict(zip(transitions.variables, state, strict=True))
                total = sum(by * values[symbol] for symbol, by in said.left.coefficients.items() if symbol in values)
                assert total % modulus == said.bound
    assert count >= many(2)


PAIRS = """system pairs  param n = 1000000000 where n >= 0  states N, P  group G of n  init N
trans N -> P with N -> P
trans P -> N with P -> N
invariant odd: #P != 1
ctl alone: EF #P = 3
"""


@cache
def _pairs() -> tuple[System, tuple[Verdict, ...]]:
    """The system of PAIRS for all sizes, and its verdicts."""
    system = opened(PAIRS, "n")
    return system, verdicts(system, Budget().within(300))


@pytest.mark.parametrize("open_names", [(), ("n",)])
def test_what_a_remainder_excludes_is_proved_at_any_size(open_names: tuple[str, ...]) -> None:
    system = _pairs()[0] if open_names else of(PAIRS)
    odd, alone = _pairs()[1] if open_names else verdicts(system, Budget().within(300))
    assert [odd.outcome, alone.outcome] == ["holds", "violated"]
    assert odd.proof is not None
    assert odd.proof.invariant == ("#P % 2 = 0" if open_names else "#N % 2 = 0")
    assert invariants(system, Budget()) == [odd.proof.invariant]
    proofs = [proof for one in (odd, alone) if (proof := one.proof) is not None]
    scopes = read(document("pairs", {name: text for proof in proofs for name, text in proof.scopes.items()}))
    values = {"n": 0} if open_names else {}
    assert proven(scopes, system, Budget()) == (Proven("odd", True, {}), Proven("alone", False, values))
    assert all(goal.valid for goal in recheck(scopes, Budget()))


def test_a_wrong_modulus_is_refused() -> None:
    system, (odd, _) = _pairs()
    proof = present(odd.proof)
    wrong = read(document("pairs", proof.scopes).replace("(* (- 2) |#P / 2|)", "(* (- 3) |#P / 2|)"))
    with pytest.raises(UnreadableError, match="the definition of `odd: domain` is not that of the model"):
        proven(wrong, system, Budget())
    assert not all(goal.valid for goal in recheck(wrong, Budget()))


def test_quotients_that_rule_states_out_are_refused() -> None:
    """A domain that fixes the remainder at 0 makes every goal valid, but it does not define a quotient."""
    system = opened(PAIRS.replace("init N", "init where #P <= 1"), "n")
    assert verdicts(system, Budget().within(300))[0].outcome == "violated"
    pairs, (odd, _) = _pairs()
    text = document("pairs", present(odd.proof).scopes)
    wrong = read(text.replace("(<= (+ |#P| (* (- 2) |#P / 2|)) 1)", "(<= (+ |#P| (* (- 2) |#P / 2|)) 0)"))
    with pytest.raises(UnreadableError, match="the definition of `odd: domain` is not that of the model"):
        proven(wrong, pairs, Budget())


def test_what_is_proved_of_pairs_is_true_of_small_sizes() -> None:
    for size in range(5):
        model = load(Source("pairs.gsst", PAIRS), {"n": size})
        outcomes = {one.property.name: one.verdict.outcome for one in checked(model, "explicit").outcomes}
        assert outcomes == {"odd": "holds", "alone": "violated"}
