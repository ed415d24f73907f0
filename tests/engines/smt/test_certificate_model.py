"""Certificates checked against models: none counts as a proof of more than it proves."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

import pytest

from tests.support.composing import checked
from tests.support.drawn import chosen
from tests.support.loading import counting, load_open
from tests.support.running import EXAMPLES
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.checking.check import subject_of
from vsym.checking.question import Subject
from vsym.checking.stages import identified, reduced
from vsym.engines.smt.certificate import document
from vsym.engines.smt.certificate_model import Proven, proven
from vsym.engines.smt.certificate_reading import UnreadableError, read, recheck
from vsym.languages import reading
from vsym.models.counting.model import Model
from vsym.system.report import Silence
from vsym.system.system import System

BOUNDED = """system bounded  states N, T, G  group P of 5  shared free : 0..1 = 1  init N
trans N -> T
trans T -> G if free = 1 do free := free - 1
trans G -> N do free := free + 1
invariant alone: #G <= 1
ctl three: EF #G = 3
ctl once: AG AF #G = 1
ctl again: AG (#T >= 1 -> EF #G = 1)
ctl later: AX #T = 1
"""
"""Its certificate has the proof that `free` stays in its range, on which the others rest."""

STILL = """system still  states N, T  group P of 4  init T
trans T -> N if false
invariant empty: #N = 0
ctl soon: AF #T >= 3
ctl ever: AG EF #T >= 3
"""
"""No step is ever possible, so that no goal is about one."""

RANGE = "no assignment leaves its range"


def _subject(source: str, open_names: tuple[str, ...] = ()) -> Subject[Model]:
    if source.endswith(".gsst"):
        return subject_of(counting(reading.read(str(EXAMPLES / source))), {}, open_names)
    return load_open(Source("model.gsst", source), {}, open_names)


@cache
def _system(source: str, open_names: tuple[str, ...] = ()) -> System:
    subject = _subject(source, open_names)
    return reduced(subject, identified(subject, Budget(), Silence()), Budget(), Silence())[1].system


@cache
def _scopes(source: str, open_names: tuple[str, ...] = ()) -> Mapping[str, str]:
    answer = checked(_subject(source, open_names), "auto", certifying=True, warned=False)
    proofs = [outcome.verdict.proof for outcome in answer.outcomes]
    return {name: text for proof in proofs if proof is not None for name, text in proof.scopes.items()}


def _text(name: str = "") -> str:
    """The certificate, or only its scopes for one property and for the range on which that property rests."""
    return document("bounded", {one: text for one, text in _scopes(BOUNDED).items() if one.startswith((name, RANGE))})


def _verdict(text: str, system: System | None = None) -> tuple[Proven, ...] | str:
    """The properties proved, or the reason for having none: the refusal, or the first goal that is not valid."""
    try:
        scopes = read(text)
        found = proven(scopes, system or _system(BOUNDED), Budget())
    except UnreadableError as error:
        return str(error)
    failed = next((goal.label for goal in recheck(scopes, Budget()) if not goal.valid), None)
    return found if failed is None else f"not valid: {failed}"


def test_of_a_system_without_steps() -> None:
    found = _verdict(document("still", _scopes(STILL)), _system(STILL))
    assert not isinstance(found, str), found
    assert [one.name for one in found] == ["empty", "soon", "ever"]


STARTING = """system starting  param n = 1000000000 where n >= 1  states N, C  group P of n  init N
trans N -> C
ctl rested: #C = 0
ctl moved: #C >= 1
invariant counted: #N <= n
"""


@pytest.mark.parametrize("open_names", [(), ("n",)])
def test_what_holds_at_the_start_is_proved_without_a_step(open_names: tuple[str, ...]) -> None:
    scopes, system = _scopes(STARTING, open_names), _system(STARTING, open_names)
    assert _verdict(document("", scopes), system) == (Proven("rested", True, {}), Proven("counted", True, {}))
    lasting = replace(system, properties=tuple(replace(one, logic="invariant") for one in system.properties))
    assert _verdict(document("", scopes), lasting) == "`rested` has other steps than the model"


def test_what_a_certificate_proves_of_its_model() -> None:
    lemmas = {"once, lemma 1", "once, lemma 2", "again, lemma 1"}
    assert set(_scopes(BOUNDED)) == {RANGE, "alone", "three", "once", "again"} | lemmas
    assert _verdict(_text()) == (
        Proven("alone", True, {}),
        Proven("three", False, {}),
        Proven("once", True, {}),
        Proven("again", True, {}),
    )


@pytest.mark.parametrize(
    ("source", "open_names", "found"),
    [
        ("deadlock.gsst", ("writers",), {"exclusive": True, "written": False}),
        ("msi.gsst", ("n",), {"exclusive": True, "coherent": True, "modified": True, "crowded": False}),
        *chosen(
            [],
            [
                ("mutex.gsst", ("processes",), {"mutex": True, "entered": True}),
                ("deadlock.gsst", (), {"exclusive": True}),
                ("rw.gsst", (), {"mutex": True, "possible": True, "entered": True}),
            ],
        ),
    ],
)
def test_certificates_of_examples(source: str, open_names: tuple[str, ...], found: dict[str, bool]) -> None:
    verdict = _verdict(document("", _scopes(source, open_names)), _system(source, open_names))
    assert not isinstance(verdict, str)
    assert {one.name: one.holds for one in verdict} == found


RELAY = """system relay  param n = 2 where n >= 1  states N, T, C  group P of n  shared f : bool = true  init N
trans N -> T if f do f := false
trans T -> C do f := true
ctl everybody: EF #C = n
"""


def test_a_path_for_every_size_is_one_of_its_model_alone() -> None:
    """A path step by step is no proof for a model with other guards, nor with another rank."""
    text = document("relay", _scopes(RELAY, ("n",)))
    assert _verdict(text, _system(RELAY, ("n",))) == (Proven("everybody", True, {}),)
    narrower = _verdict(text, _system(RELAY.replace("T -> C do", "T -> C if #C <= 5 do"), ("n",)))
    assert "is not that" in str(narrower)
    constant = re.sub(r"(define-fun \|everybody: rank 1\| \(.*?\)\) Int\n  ).*\)\n", r"\g<1>0)\n", text)
    assert str(_verdict(constant, _system(RELAY, ("n",)))).startswith("not valid: everybody: step")


def _defined(name: str, body: str | Callable[[str], str]) -> str:
    """The certificate with another body of a definition."""

    def changed(found: re.Match[str]) -> str:
        return f"{found[1]}{body if isinstance(body, str) else body(found[2])})\n"

    pattern = rf"(define-fun \|{re.escape(name)}\| \(.*?\)\) (?:Bool|Int)\n  )(.*)\)\n"
    whole = _text(name.partition(":")[0])
    text, count = re.subn(pattern, changed, whole)
    assert count == 1
    assert text != whole
    return text


def _start(value: int) -> Callable[[str], str]:
    """The initial state from which `three` is violated, with another number of processes in N."""
    return lambda body: f"(= |#N| {value})".join(body.rsplit("(= |#N| 5)", 1))


Redefined = tuple[str, str | Callable[[str], str], str]

_REDEFINED: list[Redefined] = [
    ("alone: domain", "true", "the definition of `alone: domain` is not that"),
    ("alone: initial", "false", "the definition of `alone: initial` is not that"),
    ("alone: step 0", lambda body: f"(and {body} (<= |#G@0| 0))", "`alone: step 0` is not that"),
    ("alone: property", lambda body: body.replace("1", "2"), "`alone: property` is not that of the model"),
    ("alone: invariant", "true", "not valid: alone: the invariant implies"),
    ("alone: invariant", "(= |#G| 0)", "not valid: alone: step 1"),
    ("three: initial", _start(4), "`three` is about a state that is not an initial one"),
    ("three: initial", "true", "`three` does not say where it is violated"),
    ("once: rank 1", "0", "not valid: once: step .* lowers the rank"),
    ("once: waiting", "false", "`once: waiting` is not that of the model"),
    ("once: goal", "true", "`once: goal` is not that of the model"),
    ("once: stuck", "false", "`once: stuck` is not that of the model"),
    ("once: lemma 1", "false", "`once, lemma 1` proves something else than `once` rests on"),
    ("again: chosen 1", "false", "not valid: again: a chosen step is enabled"),
    ("again: region", "false", "not valid: again: it begins inside the region"),
    ("again: trigger", "false", "`again: trigger` is not that of the model"),
]

_MORE: list[Redefined] = [
    ("alone: domain", "false", "the definition of `alone: domain` is not that"),
    ("alone: step 1", "false", "`alone: step 1` is not that"),
    ("alone: property", "true", "`alone: property` is not that of the model"),
    ("alone: invariant", "false", "not valid: alone: every initial state"),
    ("three: initial", lambda body: body.replace("(and", "(or", 1), "does not say where|is not that of the model"),
]


@pytest.mark.parametrize(("name", "body", "message"), [*_REDEFINED, *chosen([], _MORE)])
def test_another_definition_is_refused(name: str, body: str | Callable[[str], str], message: str) -> None:
    _refused(_defined(name, body), message)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("alone:", "always:", "`always` is not a property of the model"),
        ("alone:", "later:", "`later` is not a property of the model that"),
        ("(T -> G)", "(G -> T)", "`no assignment .* has other steps than the model"),
        ("#T", "#X", "has other variables than the model"),
        ("once, lemma 1", "once, lemma 9", "`once, lemma 1` is not proved"),
    ],
)
def test_another_name_is_refused(old: str, new: str, message: str) -> None:
    assert old in _text()
    _refused(_text().replace(old, new), message)


@pytest.mark.parametrize("name", [RANGE, "once, lemma 1"])
def test_what_the_rest_rests_on_is_not_left_out(name: str) -> None:
    _refused(document("", {one: text for one, text in _scopes(BOUNDED).items() if one != name}), f"`{name}` is not")


def test_a_rank_for_another_rule_is_refused() -> None:
    text = _text().replace("once:", "one:").replace("again", "once").replace("one:", "again:")
    _refused(text, "proved by another rule|is not proved|twice")


def _refused(text: str, message: str) -> None:
    assert text != _text()
    verdict = _verdict(text)
    assert isinstance(verdict, str)
    assert re.search(message, verdict), verdict


def test_a_certificate_of_another_size_is_refused() -> None:
    other = _system(BOUNDED.replace("of 5", "of 6"))
    verdict = _verdict(_text(), other)
    assert isinstance(verdict, str)
    assert verdict.endswith("is not that of the model")


def test_a_size_at_which_there_is_no_start_shows_no_violation() -> None:
    """`written` is violated with no process at all; there is no state with fewer."""
    text = document("", _scopes("deadlock.gsst", ("writers",)))
    assert "(= writers 0)" in text
    verdict = _verdict(text.replace("(= writers 0)", "(= writers (- 1))"), _system("deadlock.gsst", ("writers",)))
    assert verdict == "`written` is about a state that is not an initial one"
