"""The contract of every road from `vsym check FILE` to a verdict: model, reduction, engine, group, store and limit.

The test draws a machine of a few processes, writes it both as a `.gsst` model and as a Murphi program, and lists its
states from the definition. On every road, and in every attempt of a cross-check, each verdict is the one that these
states give. Each path is one of the machine and shows the verdict, and each loop is fair. The document has its keys
even at a limit and after Ctrl-C. The exit status follows from the verdicts, and vsym applies a reduction once.
"""

from __future__ import annotations

import functools
import itertools
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from tests.support.drawn import chosen, many
from tests.support.generated_machines import Machine, Shown, check_path, machine, of_columns, recorded
from tests.support.running import Vsym, document
from vsym.basics.limits import REASONS, UNLIMITED, Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError
from vsym.checking.answer import Outcome
from vsym.checking.check import check, road, subject_of
from vsym.checking.cross_check import Asking
from vsym.checking.question import Question, Wishes
from vsym.engines import registry as engines
from vsym.languages import registry
from vsym.reductions.counters import reduce
from vsym.reductions.process_counters import model as counted_model
from vsym.reductions.programs import lowering
from vsym.show.text.progress import Narrator
from vsym.symmetry.declared import soundness
from vsym.system.report import Silence

REFUSED = 2
INTERRUPTED = 130


class Road(NamedTuple):
    """The file that is checked, and the options that choose reduction, engine and group."""

    file: str
    options: tuple[str, ...]


ENGINES: dict[str, tuple[str, ...]] = {"gsst": ("auto", "explicit", "mdd", "smt", "nusmv", "compiled", "adaptive")}
ENGINES |= {"m": ("auto", "compiled", "interpreted", "mdd", "smt", "explicit", "nusmv", "adaptive")}
GROUPS = (None, "none", "declared", "detected", "auto")
UP_TO = ("auto", "compiled", "mdd")
"""Engines that may take a group: by default each of them gets two of the groups, and every other engine one."""


def _asked(engine: str, number: int) -> list[str | None]:
    places = (0, 2) if engine in UP_TO else (0,)
    return chosen([GROUPS[(number + place) % 5] for place in places], GROUPS)


ROADS = (
    *(
        Road(f"drawn.{kind}", ("--engine", engine, *(() if group is None else ("--group", group))))
        for kind, engines in ENGINES.items()
        for number, engine in enumerate(engines)
        for group in _asked(engine, number)
    ),
    *(Road("drawn.m", ("--as", "counters", "--engine", engine)) for engine in ENGINES["gsst"]),
    Road("drawn.m", ("--engine", "compiled", "--group", "virtual")),
    *(Road(f"drawn.{kind}", ("--store", "store")) for kind in ENGINES),
    Road("drawn.m", ("--store", "store", "--group", "virtual")),
    *(Road(f"drawn.{kind}", ("--engine", "mdd", "--hint", "true", "--sigma-nodes", "9")) for kind in ENGINES),
    Road("drawn.gsst", ("--engine", "mdd", "--group", "detected", "--strategy", "within")),
    Road("drawn.m", ("--as", "counters", "--engine", "mdd", "--strategy", "representatives")),
)
"""The roads; where vsym refuses one, it says so with a status and a document. Each machine goes a third of these roads;
with more machines, as VSYM_DRAWN says, every kind goes each road."""

OPEN = {"smt", "stored"}
"""Engines that may leave a property open: one without a proof of its kind, and states on disk without their graph."""


@pytest.fixture
def drawn(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine, and its files in the working directory."""
    draw, kind = request.param
    of = machine(Random(draw), kind)
    tmp_path.joinpath("drawn.gsst").write_text(of.gsst)
    tmp_path.joinpath("drawn.m").write_text(of.murphi)
    monkeypatch.chdir(tmp_path)
    return of


DRAWS = [*itertools.product(range(many(1)), ("alike", "first", "lowest"))]
MACHINES = [pytest.param(draw, id=f"{draw[0]} {draw[1]}") for draw in DRAWS]
THIRDS = [
    pytest.param(draw, ROADS[(number + number // 3) % 3 :: 3], id=f"{draw[0]} {draw[1]}")
    for number, draw in enumerate(DRAWS)
]
WRITTEN = [
    pytest.param(draw, "gsst" if (number + number // 3) % 3 == 1 else "m", id=f"{draw[0]} {draw[1]}")
    for number, draw in enumerate(DRAWS)
]


@pytest.mark.slow
@pytest.mark.parametrize(("drawn", "roads"), THIRDS, indirect=["drawn"])
def test_every_road_leads_to_the_verdicts_of_the_definition(drawn: Machine, roads: Sequence[Road], vsym: Vsym) -> None:
    decided: Counter[str] = Counter()
    for number, taken in enumerate(roads):
        options = [f"{option}{number}" if option == "store" else option for option in taken.options]
        ran = vsym("check", taken.file, "--json", *options)
        whole = document(ran)
        if ran.status == REFUSED:
            assert all(one["message"] for one in whole["diagnostics"]), taken
            continue
        assert "properties" in whole, (taken, ran.err)
        verdicts = {one["name"]: one for one in whole["properties"] if one["name"] in drawn.verdicts}
        assert verdicts.keys() == drawn.verdicts.keys(), taken
        for name, one in verdicts.items():
            if one["verdict"] == "unknown":
                assert one["reason"], (taken, name)
                assert one["engine"] in OPEN, (taken, name)
                continue
            assert one["verdict"] == drawn.verdicts[name], (taken, name)
            decided[name] += 1
            if one["trace"] is not None:
                check_path(drawn, name, one["verdict"], recorded(one["trace"], drawn.processes), (taken, name))
        assert ran.status == _status([one["verdict"] for one in whole["properties"]]), taken
    assert min(decided.values()) > len(roads) / 3
    assert decided.keys() == drawn.verdicts.keys()


def _status(verdicts: Sequence[str]) -> int:
    return 10 if "violated" in verdicts else 5 if "unknown" in verdicts else 0


@pytest.mark.parametrize(("drawn", "kind"), chosen(WRITTEN[1:], WRITTEN), indirect=["drawn"])
def test_every_attempt_says_what_the_definition_does(drawn: Machine, kind: str) -> None:
    """A program has all attempts of a model, and more: one machine of three is a model.

    By default the test leaves machines whose processes are all alike to the roads.
    """
    subject = subject_of(registry.read(f"drawn.{kind}", UNLIMITED), {})
    names, attempts = road(subject.model.kind).attempts(subject, Budget(), Silence())
    assert {*names} >= drawn.verdicts.keys()
    asked = {word for label in attempts for word in label.split()}
    assert asked >= {*engines.MODULES} - ({"interpreted"} if kind == "gsst" else set())
    paths: Counter[str] = Counter()
    for label, ask in attempts.items():
        decided = 0
        for outcome in _outcomes(ask, names):
            name, verdict = outcome.property.name, outcome.verdict
            if name not in drawn.verdicts:
                continue
            if verdict.outcome == "unknown":
                assert verdict.reason, (label, name)
                assert verdict.engine in OPEN, (label, name)
                continue
            assert verdict.outcome == drawn.verdicts[name], (label, name)
            decided += 1
            if outcome.run is not None:
                words = outcome.run.model.words
                states = (of_columns(dict(words.columns(one)), drawn.processes) for one in outcome.run.path.states)
                shown = Shown(tuple(states), outcome.run.path.loop)
                paths[check_path(drawn, name, verdict.outcome, shown, (label, name))] += 1
        # A program that distinguishes its processes has no counter model; adaptive exploration knows no fairness.
        refused = (drawn.first or drawn.lowest) and label.startswith("counters ")
        assert decided or refused or (drawn.fair and label == "adaptive"), label
    assert sum(paths.values()) > len(attempts)


def _outcomes(ask: Asking, names: Sequence[str]) -> Iterator[Outcome]:
    """The outcomes of an attempt on the properties that it takes."""
    try:
        yield from ask(names, Budget())
    except (RefusedError, DiagnosticError):
        if len(names) > 1:
            for name in names:
                yield from _outcomes(ask, [name])


@pytest.mark.slow
@pytest.mark.parametrize("drawn", MACHINES[:1], indirect=True)
def test_a_limit_and_ctrl_c_leave_the_same_document_and_no_wrong_verdict(
    drawn: Machine, vsym: Vsym, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is no time at all; and Ctrl-C is pressed when some work begins, the first, the second and so on in turn.

    Each engine goes its road without a group on one file, and with all of it on the other.
    """
    begun: list[str] = []
    press: list[int] = []

    def say(_: Narrator, what: str) -> None:
        begun.append(what)
        if press == [len(begun)]:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Narrator, "say", say)
    interrupted = 0
    names = sorted({*itertools.chain(*ENGINES.values())})
    grouped = {*itertools.product(["drawn.gsst"], names[::2]), *itertools.product(["drawn.m"], names[1::2])}
    every = [Road(f"drawn.{kind}", ("--store", "store")) for kind in ENGINES]
    for kind, named in ENGINES.items():
        for engine in named:
            group = ("--group", "auto") if (f"drawn.{kind}", engine) in grouped else ()
            every.append(Road(f"drawn.{kind}", ("--engine", engine, *group)))
    roads = chosen(every[1::5], every)
    for number, taken in enumerate(roads):
        runs = []
        for at, more in (("", ()), ("-limit", ("--timeout", "0")), ("-again", ())):
            press[:] = [number % len(begun) + 1] if at == "-again" else []
            if at != "-limit":
                begun.clear()
            options = [f"{option}{number}{at}" if option == "store" else option for option in taken.options]
            runs.append(vsym("check", taken.file, "--json", *more, *options))
            if runs[0].status == REFUSED:
                break
        else:
            whole, limited, again = map(document, runs)
            for ran, left in zip(runs[1:], (limited, again), strict=True):
                assert left.keys() == whole.keys(), (taken, ran.err)
                verdicts = [one["verdict"] for one in left["properties"]]
                for one in left["properties"]:
                    if one["verdict"] == "unknown":
                        assert one["reason"], taken
                    else:
                        assert one["verdict"] == drawn.verdicts.get(one["name"], one["verdict"]), taken
                # What comes when all is known has nothing to take back.
                stopped = REASONS["keyboard"] in {one["reason"] for one in left["properties"]}
                assert ran.status in ({INTERRUPTED} if stopped else {INTERRUPTED, _status(verdicts)}), taken
                interrupted += ran.status == INTERRUPTED
            assert runs[1].status != INTERRUPTED, taken
    assert interrupted > len(roads) / 4


PIECES: Mapping[str, Callable[..., Any]] = {
    "lowering a program": lowering.lowered,
    "counting processes": counted_model.counted,
    "counting blocks": reduce.reduce,
    "soundness of scalarsets": soundness.misuses,
}
"""Work that vsym does once, for any question and any caller."""


@pytest.mark.parametrize(
    ("kind", "wishes", "expected"),
    [
        ("m", Wishes("mdd", group="auto"), {"lowering a program": 1, "soundness of scalarsets": 1}),
        ("m", Wishes(counted="auto"), {"counting processes": 1, "soundness of scalarsets": 1}),
        ("m", Wishes(counted="counters"), {"counting processes": 1, "soundness of scalarsets": 1}),
        ("gsst", Wishes(), {"counting blocks": 1}),
        ("gsst", Wishes("compiled", group="detected"), {"counting blocks": 1}),
    ],
)
@pytest.mark.parametrize("drawn", MACHINES[:1], indirect=True)
def test_a_reduction_is_applied_once(
    drawn: Machine, kind: str, wishes: Wishes, expected: Mapping[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    subject = subject_of(registry.read(f"drawn.{kind}", UNLIMITED), {}, wishes=wishes)
    # What is imported when it is needed has to be there before it is counted.
    check(Question(subject, wishes, Budget()), Silence())
    done = _counting(monkeypatch)
    known = check(Question(subject, wishes, Budget()), Silence())
    assert {one.verdict.outcome for one in known.outcomes if one.property.name in drawn.verdicts} >= {"violated"}
    assert done == Counter(expected)


def _counting(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """The number of times each of the pieces is done, wherever it is called."""
    done: Counter[str] = Counter()

    def counting(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def counted(*given: Any, **options: Any) -> Any:
            done[name] += 1
            return function(*given, **options)

        return counted

    for name, function in PIECES.items():
        replaced = counting(name, function)
        for module in [one for path, one in sys.modules.items() if path.startswith("vsym.")]:
            for own in [own for own, value in vars(module).items() if value is function]:
                monkeypatch.setattr(module, own, replaced)
    return done
