"""The pages in docs/ show the output of vsym, to the letter but for times.

The test follows each page in a directory of its own, beside the examples:

- after a line that ends in "as `NAME`:", a block is a file to save;
- a `diff` block changes lines of the file named last before it;
- a `console` block holds commands, each with its output;
- a heading that links to another page begins where that page has left its files.

A few long commands, similar to others on the pages, run only with VSYM_DRAWN=2. With --update-goldens, the test runs
all, and writes their output into the pages.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.support.drawn import TIMES
from tests.support.running import Afresh, without_times
from vsym import load

ROOT = Path(__file__).parent.parent
# Sphinx itself checks the links of the site against its pages.
PAGES = tuple(sorted(page for page in (ROOT / "docs").rglob("*.md") if "site" not in page.parts))

LONG = {
    "adaptive.md": {
        "vsym check examples/vault.gsst --engine adaptive --prop no_visitor",
        "vsym check examples/programs/priorities.m --engine adaptive --prop in_order",
        "vsym explore examples/controller.gsst -D classes=5 --method all",
        "vsym explore examples/rw_adaptive.gsst --method all",
    },
    "canonical-sets.md": {
        "vsym draw examples/programs/matching.m -D N=3 --what diagrams -o matching.svg",
        "vsym explore examples/programs/matching.m -D N=3 --engine mdd --strategy within -q",
    },
    "engines.md": {
        "vsym check examples/rw_broken.gsst --cross-check -q",
        "vsym explore examples/token_ring.gsst -q",
        "vsym explore examples/token_ring.gsst --group virtual -q",
        "vsym explore examples/workshops.gsst --group virtual -q",
    },
    "errors.md": {"vsym sweep pass.m -D N=2:4 --prop somebody"},
    "instructors.md": {
        "vsym explore machine.gsst --method all",
        "vsym explore machine.gsst --method all -D users=12",
        "vsym check bus.m -q",
        "vsym check caches.gsst --for-all n --prop no_old_copy -q",
        "vsym check caches.gsst --for-all n,k --prop no_old_copy -q",
        "vsym check desk.gsst -q",
        "vsym check broadcast.ta -q",
        "vsym grade dan.gsst eve.gsst --against entered.gsst",
        "vsym symmetry examples/programs/hanoi.m",
    },
    "murphi.md": {
        "vsym check rest.m --as counters -D N=1000000 --engine smt --prop somebody --trace off",
        "vsym check -q printer.m -D staff=4",
        "vsym check -q tail.m --undefined lenient",
        "vsym check examples/programs/bus.m --group virtual --prop exclusive --prop the_last_sends",
        "vsym check token.m --group detected",
        "vsym draw token.m --what group -o group.svg",
        "vsym explore ring.m",
        "vsym explore token.m --group half.json",
        "vsym symmetry token.m",
    },
    "populations.md": {
        "vsym check examples/populations/approximate_majority.pp --for-all n -q",
        "vsym check majority.pp -D A=4 -D B=4 -q",
        "vsym check majority.pp -q",
    },
    "thresholds.md": {"vsym check broadcast.ta --prop relayed"},
    "tutorial/11-where-symmetry-hides.md": {
        "vsym symmetry examples/programs/philosophers.m -D N=5",
        "vsym symmetry examples/programs/token.m -D N=5",
        "vsym symmetry lamps.m",
    },
    "tutorial/13-why-something-happens.md": {
        "vsym check desk.gsst --prop empty",
        "vsym check desk.gsst --prop empty --for-all n",
        "vsym check desk.gsst --prop back --for-all n",
        "vsym draw desk.gsst --what ranking --prop empty --format mermaid",
    },
    "tutorial/14-alike-though-one-goes-first.md": {
        "vsym check rounds.m --group virtual -q",
        "vsym explore bus.m --group detected",
        "vsym symmetry bus.m",
    },
    "tutorial/15-faults.md": {
        "vsym check broadcast.ta -q",
        "vsym check broadcast.ta --prop relayed",
        "vsym check broadcast.ta --prop unforgeable",
    },
    "tutorial/4-what-it-buys.md": {"vsym sweep rw.gsst -D writers=1:1:8"},
}
"""Commands by page that take 0.1 s to 1 s of processor time, each like another one that a page shows."""

_BLOCK = re.compile(r"^```(?P<kind>\w*)\n(?P<text>(?:.*\n)*?)```$", re.MULTILINE)
_SAVED = re.compile(r"as\s+`(?P<name>[\w.-]+)`:\s*\Z")
_NAMED = re.compile(r"`(?P<name>[\w-]+\.(?:gsst|m|ta))`")
_CONTINUED = re.compile(r"^#+ .*\]\((?P<page>[\w/.-]+\.md)\)", re.MULTILINE)
# A link has a text: `[](p)` is a formula.
_LINK = re.compile(r"[^\[]\]\((?P<target>[^)#:]+)\)")
_COMMAND = re.compile(r"^\$ (?P<line>.*)\n(?P<output>(?:(?!\$ ).*\n)*)", re.MULTILINE)


@dataclass(frozen=True)
class Save:
    """A file that the reader is to write."""

    name: str
    text: str


@dataclass(frozen=True)
class Change:
    """Lines of a file that the reader is to replace: the removed ones and the added ones."""

    name: str
    removed: tuple[str, ...]
    added: tuple[str, ...]


@dataclass(frozen=True)
class Run:
    """A command line, its output on the page, and the place of that output in the page's text."""

    line: str
    output: str
    place: tuple[int, int]


@dataclass(frozen=True)
class Continue:
    """Begin where another page has left its files."""

    page: Path


Action: TypeAlias = Save | Change | Run | Continue


def actions(page: Path) -> Iterator[Action]:
    """The actions that a page asks for, in order."""
    text = page.read_text("utf-8")
    end = 0
    for block in _BLOCK.finditer(text):
        before = text[end : block.start()]
        for link in _CONTINUED.finditer(before):
            yield Continue((page.parent / link["page"]).resolve())
        if (saved := _SAVED.search(before)) is not None:
            yield Save(saved["name"], block["text"])
        elif block["kind"] == "diff":
            [*_, named] = _NAMED.finditer(text[: block.start()])
            lines = block["text"].splitlines()
            removed = tuple(line[1:] for line in lines if not line.startswith("+"))
            yield Change(named["name"], removed, tuple(line[1:] for line in lines if not line.startswith("-")))
        elif block["kind"] == "console":
            for command in _COMMAND.finditer(text, block.start("text"), block.end("text")):
                yield Run(command["line"], command["output"], command.span("output"))
        end = block.end()


def prepare(action: Action, directory: Path) -> None:
    """Do to the files of a directory what an action says."""
    match action:
        case Save(name, text):
            (directory / name).write_text(text, encoding="utf-8")
        case Change(name, removed, added):
            path = directory / name
            before, old, after = path.read_text("utf-8").partition("\n".join(removed) + "\n")
            assert old, f"{name} has no lines {removed}"
            path.write_text(before + "\n".join(added) + "\n" + after, encoding="utf-8")
        case Continue(page):
            for model in directory.glob("*.gsst"):
                model.unlink()
            for earlier in actions(page):
                prepare(earlier, directory)
        case Run():
            pass


def _title(page: Path) -> str:
    return page.relative_to(ROOT / "docs").as_posix()


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=[pytest.mark.slow] if page.stem == "instructors" else [])
        for page in PAGES
        if "```console" in page.read_text("utf-8")
    ],
    ids=_title,
)
def test_a_reader_who_follows_the_page_sees_what_it_shows(
    page: Path, tmp_path: Path, afresh: Afresh, request: pytest.FixtureRequest
) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    updating = request.config.getoption("--update-goldens")
    long = LONG.get(_title(page), set()) if TIMES == 1 and not updating else set()
    printed: dict[Run, str] = {}
    for action in actions(page):
        prepare(action, tmp_path)
        if isinstance(action, Run) and action.line not in long:
            command, *arguments = shlex.split(action.line)
            assert command == "vsym"
            ran = afresh(arguments, tmp_path)
            printed[action] = ran.out + ran.err
    if updating:
        page.write_text(_rewritten(page.read_text("utf-8"), printed), "utf-8")
    else:
        for action, shown in printed.items():
            assert without_times(shown) == without_times(action.output), action.line


def _rewritten(text: str, printed: dict[Run, str]) -> str:
    for action, shown in reversed(printed.items()):
        if without_times(shown) != without_times(action.output):
            start, end = action.place
            text = text[:start] + shown + text[end:]
    return text


def test_the_commands_are_found() -> None:
    commands = [action for page in PAGES for action in actions(page) if isinstance(action, Run)]
    assert len(commands) >= 45
    assert all(action.line.startswith("vsym ") for action in commands)
    for name, lines in LONG.items():
        assert lines <= {action.line for action in actions(ROOT / "docs" / name) if isinstance(action, Run)}, name


def test_what_is_quoted_from_an_example_is_in_it() -> None:
    page = (ROOT / "docs" / "adaptive.md").read_text("utf-8")
    [quoted] = re.findall(r"```\n(trans (?:.*\n)+?)```", page)
    assert quoted in (ROOT / "examples" / "vault.gsst").read_text("utf-8")
    assert load(ROOT / "examples" / "vault.gsst").transitions[3].respects is not None


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md"], ids=lambda page: page.name)
def test_every_file_that_is_named_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    for name in re.findall(r"(?:examples|scripts|docs|benchmarks)/[\w./-]*\w|\b[A-Z]+\.md\b", text):
        assert (ROOT / name).exists(), name
    for link in _LINK.finditer(text):
        assert (page.parent / link["target"]).exists(), link["target"]


def test_each_theorem_has_a_number_of_its_own() -> None:
    theory = (ROOT / "docs" / "theory.md").read_text("utf-8")
    numbers = re.findall(r"^\*\*Theorem (\d+\w?)", theory, re.MULTILINE)
    assert len(numbers) == len(set(numbers)) > 30
