"""Early ends of an adaptive search: time, memory, Ctrl-C, an assignment out of its range."""

from __future__ import annotations

import gc
import time
from dataclasses import replace

import pytest

from tests.engines.adaptive.represented import depths, prepared, searched
from tests.support.composing import checked, explored
from tests.support.present import present
from tests.support.running import EXAMPLES
from vsym import load
from vsym.basics.limits import Budget
from vsym.basics.source import DiagnosticError
from vsym.checking import stages
from vsym.checking.adaptive import annotated
from vsym.engines.adaptive.engine import decide
from vsym.engines.adaptive.search import Search
from vsym.system.report import Progress, Silence

CONTROLLER = (EXAMPLES / "controller.gsst").read_text("utf-8")
UNWINDING = """
system s
states A, B, C, D, E, F
group P of 12
group Q of 12
group R of 12
init where #A = 6 & #B = 6 & #C = 6 & #D = 6 & #E = 6 & #F = 6
trans A -> B if #B[P] + 2 * #C[Q] + 3 * #D[R] >= 60
"""
OVERFLOW = """
system s
states N, T
group P of 3
group Q of 2
shared count : 0..3 = 0
init N
trans N -> T do count := count + 1
trans T -> N if #T[Q] = 2
"""


def _limited(text: str, deadline: float | None = None, max_bytes: int = 10**9) -> Search:
    return Search(annotated(prepared(text)), deadline, max_bytes=max_bytes)


@pytest.mark.parametrize(("text", "seconds"), [(CONTROLLER, -1), (UNWINDING, 0.2)], ids=["at once", "while unwinding"])
def test_time(text: str, seconds: float) -> None:
    found = _limited(text, deadline=time.monotonic() + seconds).run()
    assert (found.interrupted, found.complete) == ("time", False)


def test_memory() -> None:
    found = _limited(CONTROLLER, max_bytes=100_000).run()
    assert (found.interrupted, found.complete) == ("memory", False)
    nodes = found.reached.nodes
    assert 10 < len(nodes) < 505
    assert found.depth == depths(found)[-1] > 0


def test_any_number_of_shared_values_and_of_local_states() -> None:
    """Caches for shared values and local states do not grow without end, and nothing recurses over them."""
    text = """
    system s
    states L[1..1100]
    group P of 3
    shared turn : 0..49 = 0
    init L[1]
    trans L[1] -> L[1100] if turn < 49 do turn := turn + 1
    trans L[1100] -> L[1] { {2}: turn >= 2 & #L[700] = 0 }
    """
    search = _limited(text)
    assert search.run().complete
    assert len({node.shared for node in search.reached.nodes}) > 3
    wide = "system s\nstates N, T\ngroup P of 1200\ninit N\ntrans N -> T { {600}: #T = 0 }\n"
    wide += "invariant p: " + " | ".join(f"#T[{{{i}}}] = 0" for i in (1, 600, 1200))
    assert checked(load(wide), "adaptive").outcomes[0].verdict.outcome == "holds"


def test_ctrl_c() -> None:
    """The interrupted search keeps all nodes found so far, as many as its progress reported."""
    told: list[Progress] = []

    def press(progress: Progress) -> None:
        told.append(progress)
        raise KeyboardInterrupt

    search = Search(annotated(prepared(CONTROLLER)), progress=press)
    search.reported = 0.0
    found = search.run()
    assert found.interrupted == "keyboard"
    assert not found.complete
    assert len(found.reached.nodes) == told[0].states
    assert told[0].total is None


def test_verdicts_on_what_was_found() -> None:
    """A violation that was found counts; what might still come is unknown, with the reason."""
    model = load(CONTROLLER + "\ninvariant few: #T <= 2\n")
    wanted = tuple(prop for prop in model.properties if prop.name in ("recorded", "few"))
    result = checked(replace(model, properties=wanted), "adaptive", Budget(megabytes=0))
    assert {(one.verdict.outcome, one.verdict.reason) for one in result.outcomes} == {
        ("unknown", "the memory limit was reached")
    }
    subject = annotated(stages.prepared(model, Budget(), Silence()))
    found = Search(subject, max_bytes=100_000).run()
    assert not found.complete
    verdicts = decide(found, wanted, None)
    assert [(prop.name, verdict.outcome) for prop, verdict in zip(wanted, verdicts, strict=True)] == [
        ("recorded", "unknown"),
        ("few", "violated"),
    ]


def test_an_assignment_out_of_its_range_is_an_error_of_the_model() -> None:
    ready = prepared(OVERFLOW)
    with pytest.raises(DiagnosticError) as refused:
        explored(ready.model, method="adaptive")
    [found] = refused.value.diagnostics
    assert found.code == "VS330"
    assert found.span.text == "count := count + 1"
    assert "assigns 4 to `count`" in found.message
    assert present(found.hint).count("N -> T") == 3


def test_a_deadlock_of_some_states_of_an_orbit_only() -> None:
    """Only processes of Q may leave T, which has room for two: of an orbit, only the states with P there are stuck."""
    text = """
    system s
    states N, T
    group P of 2
    group Q of 2
    init N
    trans N -> T if #T < 2
    trans T -> N { Q: true }
    """
    ready = prepared(text)
    assert len(searched(ready).deadlocked) == 1
    deadlock = present(explored(ready.model, method="adaptive").deadlock)
    assert deadlock.path.states[-1].locations == ("T", "T", "N", "N")


def test_a_search_leaves_the_collector_of_garbage_as_it_was() -> None:
    before = gc.get_threshold()
    searched(prepared(CONTROLLER, classes=2))
    assert gc.get_threshold() == before
