"""A laboratory that runs, and a browser, for all tests of the page."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.lab.opening import AXE, RW, Opened, opened
from tests.show.text.chromium import chromium
from tests.support.running import PROGRAM


@pytest.fixture(scope="package")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the laboratory was started, with its file."""
    found = tmp_path_factory.mktemp("lab")
    (found / "rw.gsst").write_text(RW, encoding="utf-8")
    return found


@pytest.fixture(scope="package")
def url(desk: Path) -> Iterator[str]:
    """The address that `vsym lab rw.gsst` has printed."""
    assert AXE.is_file(), "these tests need what scripts/build-web.sh builds"
    command = [str(PROGRAM), "lab", "rw.gsst", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=desk) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.terminate()


@pytest.fixture(scope="package")
def browser(url: str) -> Iterator[Browser]:
    """The browser, which starts while the laboratory gets ready."""
    assert url
    with chromium() as found:
        yield found


@pytest.fixture(scope="package")
def shared(browser: Browser, url: str) -> Iterator[Opened]:
    """One page for all tests; at the end it must have sent requests to its own server alone, and reported nothing."""
    with opened(browser, url) as found:
        yield found
