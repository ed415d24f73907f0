"""Options of the tests, and what many of them are given."""

from __future__ import annotations

import gc
import importlib
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from tests.support import oracle_programs_meaning, running
from tests.support.drawn import many
from tests.support.hand_programs import FILES
from tests.support.needs import NEEDS, begin
from tests.support.running import EXAMPLES, Afresh, Refused, Vsym, in_process
from vsym.models.program import statements

# How long an example takes depends on the machine: no test may fail by that.
settings.register_profile("untimed", deadline=None, max_examples=many(10))
settings.load_profile("untimed")

# Looking for garbage after every 700 objects was an eighth of a run.
gc.set_threshold(1_000_000)

ENOUGH = 1_000_000
"""The number of new objects above which pytest looks for garbage between two modules."""

# What is drawn is not taken from the package's text: reading that takes each worker three seconds in a new clone.
pytest.MonkeyPatch().setattr(providers, "is_local_module_file", lambda _: False)

WARNINGS = "-Wall -Wextra -Wno-unused-function -Wno-unused-const-variable -Werror"
"""Options of the compiler: functions and tables of the templates that a model does not need are no mistake."""

SANITIZERS = (
    "-fsanitize=address,undefined -fno-sanitize=null,object-size,pointer-overflow -fsanitize-undefined-trap-on-error "
    "--param asan-instrumentation-with-call-threshold=0"
)
"""Options by which a program with undefined behaviour ends with an error, by a signal. Texts for each such place took
the compiler half as long again, and the checks of addresses find bad pointers. Calls that check an address compile a
fifth sooner than checks in place. With these options a program takes half as long again to compile, so only the tests
of engines have them."""

SOON_LINKED = "-fuse-ld=gold" if shutil.which("ld.gold") else ""
"""The linker that takes half the time, where it is installed."""

# Most programs that tests compile run for a moment: that the compiler improves them would take longer.
os.environ.setdefault("CC", f"cc -O0 {WARNINGS} {SOON_LINKED}")
os.environ.setdefault("ASAN_OPTIONS", "detect_leaks=0")

# In drawn programs many loops have no end, and each firing of one would take all the turns that vsym allows.
statements.TURNS = oracle_programs_meaning.TURNS = 100

# Each process that measures rows takes half a second to start: `tests/sweeping/test_pool.py` has some, and so have
# programs that tests start; a sweep in this process measures its rows here.
pytest.MonkeyPatch().setattr("vsym.sweeping.sweep.PROCESSES", False)

# The progress shows no violation before the answer: the output of commands in this process does not depend on how busy
# the machine is. A fixture for each test would take as long as the shortest test.
pytest.MonkeyPatch().setattr("vsym.show.text.progress.MOMENT", 3600.0)

# A call of a function that mutmut mutates is one of three frames.
if "mutmut" in sys.modules:
    sys.setrecursionlimit(3 * sys.getrecursionlimit())

# Tests in the background, or under nohup, would otherwise ignore these signals, as would the processes that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Goldens are compared, unless they are to be written anew."""
    parser.addoption("--update-goldens", action="store_true", help="write the golden files instead of comparing them")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Each of several workers imports a part of the modules before it collects all.

    Rewriting the assertions of all modules takes seven seconds in a new clone, and each worker finds on the disk the
    modules that another has rewritten.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers == 1:
        return
    number = int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw"))
    places = [Path(place.split("::")[0]).resolve() for place in session.config.args]
    paths = sorted(path for path in Path(__file__).parent.rglob("test_*.py") if {path, *path.parents} & {*places})
    for path in paths[number::workers]:
        # One that cannot be imported is found at collection.
        with suppress(Exception, pytest.skip.Exception):
            importlib.import_module(".".join(path.relative_to(session.config.rootpath).with_suffix("").parts))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests have the marker of a fixture that needs more than Python, before `-m` selects among them.

    Files that need Chromium come first: one worker does all of them with one browser, as what others take from it is at
    its end. Those with slow tests and with generated models are next, so that no worker is left with one at the end.
    """
    for item in items:
        for name in NEEDS:
            if name in getattr(item, "fixturenames", ()):
                item.add_marker(name)
    browser, slow = ({item.path for item in items if item.get_closest_marker(one)} for one in ("browser", "slow"))
    generated = ("fuzz", "checking/test_sizes", "test_contract")

    def place(item: pytest.Item) -> int:
        if item.path in browser:
            return 0
        return 1 if item.path in slow or any(one in item.nodeid for one in generated) else 2

    items.sort(key=place)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Check the browser or cluster that a test starts against its markers."""
    begin(frozenset(marker.name for marker in item.iter_markers()))


def pytest_collection_finish() -> None:
    """No search for garbage goes through the tests themselves."""
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Looks for garbage between two modules, among the objects since the last search; no search sees the rest again."""
    if nextitem is not None and nextitem.path != item.path and gc.get_count()[0] > ENOUGH:
        gc.collect()
        gc.freeze()


def pytest_sessionfinish() -> None:
    """Garbage that is left ends with the process: pytest would look through it five times."""
    gc.freeze()


@pytest.fixture
def vsym(capfd: pytest.CaptureFixture[str]) -> Vsym:
    """Runs a command line in this process."""
    return lambda *arguments: in_process(capfd, [str(argument) for argument in arguments])


@pytest.fixture
def refused(vsym: Vsym) -> Refused:
    """Runs a command line in this process that is refused."""

    def run(*arguments: object) -> str:
        ran = vsym(*arguments)
        assert (ran.status, ran.out) == (2, "")
        return ran.err

    return run


@pytest.fixture
def afresh(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Afresh:
    """Runs a command line in this process, in a directory, as if it were the first."""
    return partial(running.afresh, capfd, monkeypatch)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that does not exist yet, in memory where possible, since a durable write waits for a disk."""
    with running.in_memory() as made:
        yield made / "store"


@pytest.fixture
def in_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of the examples is where commands are run, for terminals of 120 columns."""
    monkeypatch.chdir(EXAMPLES)
    monkeypatch.setenv("COLUMNS", "120")


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs of `hand_programs` as files in the working directory."""
    for name, text in FILES.items():
        tmp_path.joinpath(f"{name}.m").write_text(text)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def no_nusmv(tmp_path: Path) -> str:
    """A PATH that leads to nothing but Python."""
    (tmp_path / "python3").symlink_to(sys.executable)
    return str(tmp_path)
