"""What the pages in docs/ show is what the tool does, to the letter but for times.

With --update-goldens, what the commands print is written into the pages.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.documentation import PAGES, ROOT, Run, actions, prepare
from tests.running import in_process, without_times
from vsym import load

_LINK = re.compile(r"\]\((?P<target>[^)#:]+)\)")


def _title(page: Path) -> str:
    return page.relative_to(ROOT / "docs").as_posix()


@pytest.mark.parametrize("page", [page for page in PAGES if "```console" in page.read_text("utf-8")], ids=_title)
def test_a_reader_who_follows_the_page_sees_what_it_shows(
    page: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for action in actions(page):
        prepare(action, tmp_path)
        if isinstance(action, Run):
            program, *arguments = shlex.split(action.line)
            assert program == "vsym"
            ran = in_process(capfd, arguments)
            printed = ran.out + ran.err
            if request.config.getoption("--update-goldens"):
                _rewrite(page, action, printed)
            else:
                assert without_times(printed) == without_times(action.output), action.line


def _rewrite(page: Path, action: Run, printed: str) -> None:
    if without_times(printed) != without_times(action.output):
        text = page.read_text("utf-8")
        page.write_text(text.replace(f"$ {action.line}\n{action.output}", f"$ {action.line}\n{printed}", 1), "utf-8")


def test_the_commands_are_found() -> None:
    commands = [action for page in PAGES for action in actions(page) if isinstance(action, Run)]
    assert len(commands) >= 30
    assert all(action.line.startswith("vsym ") for action in commands)


def test_what_is_quoted_from_an_example_is_in_it() -> None:
    page = (ROOT / "docs" / "adaptive.md").read_text("utf-8")
    [quoted] = re.findall(r"```\n(trans .*)\n```", page)
    assert quoted in (ROOT / "examples" / "vault.gsst").read_text("utf-8")
    assert load(ROOT / "examples" / "vault.gsst").transitions[3].respects is not None


@pytest.mark.parametrize("page", PAGES, ids=_title)
def test_every_file_that_is_named_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    for name in re.findall(r"(?:examples|docs|benchmarks)/[\w./-]*\w", text):
        assert (ROOT / name).exists(), name
    for link in _LINK.finditer(text):
        assert (page.parent / link["target"]).exists(), link["target"]
