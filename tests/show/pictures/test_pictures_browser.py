"""Every kind of picture in headless Chromium: no text is cut or touches another one, and it is dark where pages are."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.show.text.chromium import WRONG_TEXTS
from tests.support.running import EXAMPLES, Vsym

_LIGHT = """async (png) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  const drawing = canvas.getContext("2d");
  drawing.drawImage(image, 0, 0);
  return Math.max(...drawing.getImageData(5, 5, 1, 1).data.slice(0, 3));
}"""

_LONG = """system long_guards
param n = 3
states Outside, Waiting, Inside
group Customers of n
group Clerks of 2
init Outside
trans Outside -> Waiting
trans Waiting -> Inside {
  Customers: #Inside[Customers] + #Waiting[Clerks] <= 1 & #Inside[Clerks] = 0 & #Outside[Clerks] + #Inside >= 2
  Clerks: #Inside = 0
}
trans Inside -> Outside
"""

_ONE = "system one\nstates A, B\ngroup P of 1\ninit A\ntrans A -> B\n"


@pytest.fixture(scope="module")
def opened(browser: Browser) -> Iterator[Page]:
    with browser.new_page(viewport={"width": 1200, "height": 800}) as page:
        yield page


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("long.gsst", "states"),
        ("one.gsst", "quotient"),
        *(("rw_broken.gsst", what) for what in ("states", "quotient", "witness", "adaptive", "ranking")),
        ("philosophers.gsst", "group"),
        *((f"programs/{name}.m", "group") for name in ("peterson", "token", "hypercube", "cache", "matching")),
        *(("programs/spinlock.m", what) for what in ("states", "representatives", "diagrams")),
    ],
)
def test_no_text_is_cut_or_touches_another(
    name: str, what: str, opened: Page, vsym: Vsym, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("long.gsst").write_text(_LONG, "utf-8")
    Path("one.gsst").write_text(_ONE, "utf-8")
    path = name if Path(name).exists() else str(EXAMPLES / name)
    ran = vsym("draw", path, "--what", what, "-o", "picture.svg")
    assert ran.status == 0, ran.err
    opened.set_content(Path("picture.svg").read_text("utf-8"))
    assert opened.evaluate(WRONG_TEXTS) == []
    assert opened.locator("svg text").count() > 2


def test_a_picture_is_dark_where_pages_are(opened: Page, vsym: Vsym, tmp_path: Path) -> None:
    path = tmp_path / "picture.svg"
    vsym("draw", str(EXAMPLES / "rw_broken.gsst"), "-o", str(path))
    opened.set_content(path.read_text("utf-8"))
    light = {}
    for scheme in ("light", "dark"):
        opened.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        taken = opened.locator("svg").screenshot()
        light[scheme] = opened.evaluate(_LIGHT, b64encode(taken).decode())
    opened.emulate_media(color_scheme="light")
    assert light["light"] == 255
    assert light["dark"] < 40
