"""Verdicts of a real NuSMV on the models that vsym writes for it, against the oracle, on generated models."""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.engines.nusmv.checks import program
from tests.support import oracle, oracle_temporal
from tests.support.composing import reduced
from tests.support.drawn import DRAWN, loaded, many
from tests.support.generated import Generated, models
from tests.support.loading import load
from vsym.basics.source import Source
from vsym.exchange.smv.writing import counter_model, direct_model

MODELS = 4

# What NuSMV calls a property in its answer, and the keywords of those properties in the order in which it answers.
SPOKEN = {"specification": ["CTLSPEC", "LTLSPEC"], "invariant": ["INVARSPEC"]}

SOME_FAIR_PATH = oracle.Path("E", "G", (oracle.Constant(True),))

OTHER_FEATURES = """
system features
param n = 3
states N, T, C
group R of 1
group W of n - 1
shared turns : 0..2 = 0
shared open : bool = false
init where #N[R] = 1 & #C = 0
fairness #N[W] <= 1
trans N -> T if !open do open := true, turns := turns + 1
trans T -> C { R: open & #T[W] = 0 do open := !open
  W: turns < 2 }
ltl waits: (#C = 0) W (#T >= 1)
ltl released: open R (turns >= 1 -> open)
ltl again: G F #N[W] <= 1
ltl few: G turns <= 1
invariant bound: turns <= 1
"""


def verdicts(text: str, *options: str) -> dict[str, bool]:
    """Every property's verdict by its name, from a plain run on the file, as a user would start it."""
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory, "model.smv")
        file.write_text(text, encoding="utf-8")
        done = subprocess.run([program(), "-dcx", *options, file], capture_output=True, encoding="utf-8", check=True)
    answers: dict[str, bool] = {}
    for spoken, keywords in SPOKEN.items():
        said = re.findall(rf"^-- {spoken} .* is (true|false)$", done.stdout, re.MULTILINE)
        names = [name for keyword in keywords for name in re.findall(rf"^{keyword} NAME (\w+)", text, re.MULTILINE)]
        assert len(said) == len(names), done.stdout + done.stderr
        answers.update((name, answer == "true") for name, answer in zip(names, said, strict=True))
    return answers


@given(st.one_of(models(fairness=True), models(fairness=True, joint=True)), st.sampled_from([(), ("-df",)]))
@settings(DRAWN, max_examples=many(MODELS))
def test_nusmv_agrees_with_the_oracle(drawn: Generated, options: tuple[str, ...]) -> None:
    """Both models, of counters and of processes, have the verdicts that the definitions give, backwards (-df) as well.

    NuSMV leaves out initial states from which no fair path starts: on them it calls every property true.
    """
    whole = oracle.structure(drawn.model)
    lemmas = [formula for _, formula in drawn.model.lemmas]
    assume(oracle.inductive(whole, lemmas))
    model = loaded(drawn)
    starts = oracle_temporal.satisfying(whole, SOME_FAIR_PATH).intersection(oracle.initial_states(whole))
    overflows = bool(oracle.reachable_overflows(whole))
    for text in (direct_model(model), counter_model(reduced(model).counters)):
        answers = verdicts(text, *options)
        in_range = [answer for name, answer in answers.items() if name.startswith("in_range_")]
        assert all(in_range) == (not overflows)
        if not overflows:
            for name, formula in drawn.model.properties:
                assert answers[name] == (starts <= oracle_temporal.satisfying(whole, formula))


def test_linear_time_fairness_and_a_free_start() -> None:
    model = load(Source("features.gsst", OTHER_FEATURES), {})
    direct, counters = verdicts(direct_model(model)), verdicts(counter_model(reduced(model).counters))
    expected = {"waits": True, "released": True, "again": True, "few": False, "bound": False}
    assert direct == {**expected, "in_range_N_to_T": True}
    assert {name: counters[name] for name in expected} == expected
