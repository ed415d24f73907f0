"""What the pages in docs/ show is what the tool does, to the letter but for times."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.running import in_process, without_times
from vsym import load

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs").glob("*.md"))
_SHOWN = re.compile(r"```console\n\$ vsym (?P<arguments>.*)\n(?P<output>(?:.*\n)*?)```\n")


def _shown() -> list[tuple[str, str]]:
    return [(m["arguments"], m["output"]) for page in PAGES for m in _SHOWN.finditer(page.read_text("utf-8"))]


@pytest.mark.parametrize(("arguments", "output"), _shown(), ids=[arguments for arguments, _ in _shown()])
def test_the_output_is_the_tool_s(
    arguments: str, output: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "100")
    ran = in_process(capfd, shlex.split(arguments))
    assert without_times(ran.out + ran.err) == without_times(output)


def test_the_pages_are_found() -> None:
    assert len(_shown()) >= 3


def test_what_is_quoted_from_an_example_is_in_it() -> None:
    page = (ROOT / "docs" / "adaptive.md").read_text("utf-8")
    [quoted] = re.findall(r"```\n(trans (?:.*\n)+?)```", page)
    assert quoted in (ROOT / "examples" / "vault.gsst").read_text("utf-8")
    assert load(ROOT / "examples" / "vault.gsst").transitions[3].respects is not None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_is_named_exists(page: Path) -> None:
    for name in re.findall(r"(?:examples|docs|benchmarks)/[\w./-]*\w", page.read_text("utf-8")):
        assert (ROOT / name).exists(), name
