"""What a real NuSMV says of generated models, as counters and as processes, against the oracle."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from tests import oracle, oracle_temporal
from tests.generated import Generated, models
from tests.loading import load
from tests.replaying import check_replay
from vsym import pipeline
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.engines.nusmv import engine as nusmv
from vsym.exchange.smv.writing import counter_model, direct_model
from vsym.symmetry.virtual.identification import decide_symmetry

MODELS = 30
_SPECIFICATION = re.compile(r"^(CTLSPEC|INVARSPEC) NAME (\w+) :=", re.MULTILINE)
_VERDICT = re.compile(r"^-- (?:specification|invariant) .* is (true|false)$", re.MULTILINE)


def _silent(_: str) -> None:
    return None


@pytest.fixture(scope="module")
def program() -> Path:
    found = nusmv.find()
    assert found is not None, "these tests need NuSMV; scripts/install-nusmv.sh builds it"
    return found


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("nusmv") / "model.smv"


@given(models(fairness=True), st.booleans())
@settings(max_examples=MODELS, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
def test_nusmv_agrees_with_the_oracle(program: Path, file: Path, drawn: Generated, backwards: bool) -> None:
    lemmas = [formula for _, formula in drawn.model.lemmas]
    whole = oracle.structure(drawn.model)
    assume(oracle.inductive(whole, lemmas) and not oracle.reachable_overflows(whole))
    # NuSMV passes over initial states from which no fair path starts.
    assume(oracle_temporal.satisfied(whole, oracle.Path("E", "G", (oracle.Constant(True),))))
    model = load(Source("drawn.gsst", drawn.text))
    expected = {
        name: "true" if oracle_temporal.satisfied(whole, formula) else "false"
        for name, formula in drawn.model.properties
    }
    decided = decide_symmetry(model, Budget(), _silent)
    system = pipeline.reduce_model(decided, Budget(), _silent)
    for text in (counter_model(system), direct_model(model)):
        file.write_text(text, encoding="utf-8")
        verdicts = _verdicts(program, file, backwards=backwards)
        assert {name: verdicts[name] for name in expected} == expected, text
    checked = pipeline.verify(decided, system, (), "nusmv", pipeline.Limits(), pipeline.Silence())
    for outcome in checked.outcomes:
        assert outcome.verdict.outcome == {"true": "holds", "false": "violated"}[expected[outcome.property.name]]
        if outcome.trace is not None:
            check_replay(whole, outcome.trace, system)


def _verdicts(program: Path, file: Path, *, backwards: bool) -> dict[str, str]:
    """What NuSMV prints of each property when it is started as a user would; with `backwards`, with -df."""
    done = subprocess.run(
        [program, *(["-df"] if backwards else []), file],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    # NuSMV takes the CTL specifications first, whatever their order in the text.
    asked = _SPECIFICATION.findall(file.read_text("utf-8"))
    names = [name for kind in ("CTLSPEC", "INVARSPEC") for found, name in asked if found == kind]
    return dict(zip(names, _VERDICT.findall(done.stdout), strict=True))
