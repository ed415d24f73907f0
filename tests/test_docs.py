"""What the pages in docs/ show is what the tool does, to the letter but for times.

With --update-goldens, what the commands print is written into the pages.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.documentation import PAGES, ROOT, Run, actions, prepare
from tests.running import afresh, without_times
from vsym import load

_LINK = re.compile(r"\]\((?P<target>[^)#:]+)\)")


def _title(page: Path) -> str:
    return page.relative_to(ROOT / "docs").as_posix()


@pytest.mark.parametrize("page", [page for page in PAGES if "```console" in page.read_text("utf-8")], ids=_title)
def test_a_reader_who_follows_the_page_sees_what_it_shows(
    page: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    printed: dict[Run, str] = {}
    for action in actions(page):
        prepare(action, tmp_path)
        if isinstance(action, Run):
            command, *arguments = shlex.split(action.line)
            assert command == "vsym"
            ran = afresh(arguments, tmp_path)
            printed[action] = ran.out + ran.err
    if request.config.getoption("--update-goldens"):
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
    assert len(commands) >= 30
    assert all(action.line.startswith("vsym ") for action in commands)


def test_what_is_quoted_from_an_example_is_in_it() -> None:
    page = (ROOT / "docs" / "adaptive.md").read_text("utf-8")
    [quoted] = re.findall(r"```\n(trans (?:.*\n)+?)```", page)
    assert quoted in (ROOT / "examples" / "vault.gsst").read_text("utf-8")
    assert load(ROOT / "examples" / "vault.gsst").transitions[3].respects is not None


@pytest.mark.parametrize("page", PAGES, ids=_title)
def test_every_file_that_is_named_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    for name in re.findall(r"(?:examples|docs|benchmarks)/[\w./-]*\w", text):
        assert (ROOT / name).exists(), name
    for link in _LINK.finditer(text):
        assert (page.parent / link["target"]).exists(), link["target"]
