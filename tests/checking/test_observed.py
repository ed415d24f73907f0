"""Regular safety properties of drawn machines, by several engines, against words enumerated by definition."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.support.drawn import many
from tests.support.generated_machines import Condition, Machine, State, machine
from tests.support.oracle_regular import first_bad
from tests.support.running import Vsym, document
from vsym.basics.limits import UNLIMITED
from vsym.basics.options import RefusedError
from vsym.checking.answer import Checked, Outcome
from vsym.checking.check import check, subject_of
from vsym.checking.cross_check import cross_checked
from vsym.checking.observed import alone
from vsym.checking.question import Question, Wishes
from vsym.engines import registry as engines
from vsym.languages import registry
from vsym.system.report import Silence

LONGEST = 5
ENGINES = {"gsst": ("explicit", "mdd", "adaptive"), "m": ("interpreted", "explicit")}
TESTS = (Condition("C"), Condition(None), Condition("A", some=False))
SIGNS = {"following": "; ", "fused": " : ", "alternatives": " | "}


def drawn_pattern(draw: Random, size: int) -> Any:
    """An expression of the oracle with `size` letters."""
    if size == 1:
        return ("letter", draw.choice(TESTS))
    kind = draw.choice(("following", "following", "fused", "alternatives", "repeated"))
    if kind == "repeated":
        return (kind, drawn_pattern(draw, size - 1), *draw.choice(((0, None), (1, None), (2, 2), (0, 2))))
    left = draw.randint(1, size - 1)
    return (kind, [drawn_pattern(draw, left), drawn_pattern(draw, size - left)])


def spelled(pattern: Any, language: str) -> str:
    """An expression of the oracle in a language."""
    kind, *rest = pattern
    if kind == "letter":
        return f"{{{rest[0].gsst if language == 'gsst' else rest[0].murphi}}}"
    if kind == "repeated":
        part, least, most = rest
        times = {(0, None): "[*]", (1, None): "[+]", (2, 2): "[*2]"}.get((least, most), f"[*{least}:{most}]")
        return f"{{{spelled(part, language)}}}{times}"
    return f"{{{SIGNS[kind].join(spelled(part, language) for part in rest[0])}}}"


def shortest(drawn: Machine, pattern: Any, anywhere: bool) -> int | None:
    """The length of the shortest bad prefix of a run; None where none has at most LONGEST states."""
    words: set[tuple[tuple[Any, ...], State]] = {((_letter(drawn.initial),), drawn.initial)}
    for length in range(1, LONGEST + 1):
        if any(first_bad(pattern, word, lambda one, letter: one in letter, anywhere) == length for word, _ in words):
            return length
        steps = ((word, after) for word, state in words for after in drawn.graph.successors[state] if after != state)
        words = {((*word, _letter(after)), after) for word, after in steps}
    return None


def _letter(state: State) -> frozenset[Condition]:
    return frozenset(test for test in TESTS if test.true(state))


@pytest.mark.parametrize("seed", range(many(1)))
def test_verdicts_and_paths_are_those_of_words(seed: int, tmp_path: Path) -> None:
    draw = Random(seed)
    drawn = replace(machine(draw, draw.choice(("alike", "first"))), properties={}, fair=())
    patterns = [(drawn_pattern(draw, draw.randint(1, 4)), draw.random() < 0.7) for _ in range(2)]
    bounds = [shortest(drawn, pattern, anywhere) for pattern, anywhere in patterns]
    for language, text in (("gsst", drawn.gsst), ("m", drawn.murphi)):
        start = "--! never" if language == "m" else "never"
        for number, (pattern, anywhere) in enumerate(patterns):
            text += f"{start} p{number}: {{{spelled(pattern, language)}}}{'' if anywhere else ' from start'}\n"
        file = tmp_path / f"drawn.{language}"
        file.write_text(text)
        subject = subject_of(registry.read(str(file), UNLIMITED), {})
        for engine in ENGINES[language]:
            outcomes = _by_name(check(Question(subject, Wishes(engine)), Silence()))
            for number, bound in enumerate(bounds):
                _agrees(outcomes[f"p{number}"], bound, (engine, text))


def _by_name(checked: Checked) -> dict[str, Outcome]:
    return {one.property.name: one for one in checked.outcomes}


def _agrees(outcome: Outcome, bound: int | None, where: object) -> None:
    verdict, run = outcome.verdict, outcome.run
    if bound is not None:
        assert verdict.outcome == "violated", where
        assert run is not None
        assert len(run.path.steps) + 1 == bound, where
    elif verdict.outcome == "violated":
        assert run is not None
        assert len(run.path.steps) + 1 > LONGEST, where
    else:
        assert verdict.outcome == "holds", where


GSST = """system s
states N, C
param n = 2
group P of n
init N
trans N -> C if #C = 0
trans C -> N
ctl live: AG EF #C = 1
never twice: {#C = 1; #C = 1}
"""


def test_other_properties_know_nothing_of_observers(
    vsym: Vsym, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "s.gsst"
    file.write_text(GSST + "never odd: {{#C = 0; #C = 1} [*2]; #C = 1} from start\n")
    whole = document(vsym("check", str(file), "--json"))
    assert [(one["name"], one["verdict"]) for one in whole["properties"]] == [
        ("live", "holds"),
        ("twice", "holds"),
        ("odd", "holds"),
    ]
    assert [one["logic"] for one in whole["properties"]] == ["ctl", "regular", "regular"]
    assert whole["exploration"]["states"] == 2
    assert not whole["warnings"]
    file.write_text(GSST)
    swept = document(vsym("sweep", str(file), "-D", "n=1:2", "--json"))
    assert [row["verdicts"] for row in swept["rows"]] == [{"live": "holds", "twice": "holds"}] * 2
    subject = subject_of(registry.read(str(file), UNLIMITED), {})
    with pytest.raises(RefusedError, match="`twice` has an observer of its own"):
        alone(subject)
    [query] = alone(subject.asking(["twice"])).model.properties
    assert query.regular
    monkeypatch.setattr(engines, "MODULES", {"explicit": engines.MODULES["explicit"]})
    both = cross_checked(subject, 10, UNLIMITED, Silence())
    assert both.properties == ("live", "twice")
    assert not both.disagreements
