"""`vsym lab --export`."""

from __future__ import annotations

from pathlib import Path

from tests.support.running import EXAMPLES, Vsym


def test_a_page_is_written(vsym: Vsym, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    ran = vsym("lab", EXAMPLES / "rw.gsst", "--export", page, "-D", "writers=3")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert "4 processes (R 1, W 3)" in page.read_text("utf-8")


def test_what_cannot_be_done_says_so(vsym: Vsym, tmp_path: Path) -> None:
    ran = vsym("lab", "--export", tmp_path / "page.html")
    assert (ran.status, "needs a FILE" in ran.err) == (2, True)
    ran = vsym("lab", EXAMPLES / "rw.gsst", "--export", tmp_path / "no" / "page.html")
    assert (ran.status, "cannot write" in ran.err) == (2, True)
    assert vsym("lab", EXAMPLES / "rw.gsst", "--export", tmp_path / "page.html", "--timeout", "0").status == 5
    assert not (tmp_path / "page.html").exists()
