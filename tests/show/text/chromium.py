"""The browser that pages are opened in."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from tests.support.needs import needed

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The shell, which has no windows to draw, comes first: it takes half the processor time."""

WRONG_TEXTS = """() => {
  const svg = document.querySelector("svg"), page = svg.viewBox.baseVal;
  const box = (one) => {
    const inner = one.getBBox(), to = svg.getScreenCTM().inverse().multiply(one.getScreenCTM());
    const corner = new DOMPoint(inner.x, inner.y).matrixTransform(to);
    const other = new DOMPoint(inner.x + inner.width, inner.y + inner.height).matrixTransform(to);
    return { left: corner.x, top: corner.y, right: other.x, bottom: other.y };
  };
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const texts = [...svg.querySelectorAll("text")].map((one) => ({ one, said: one.textContent, at: box(one) }));
  const shapes = [...svg.querySelectorAll(".node path, .node polygon, .node ellipse, .cluster path, .cluster polygon")]
    .map(box);
  const wrong = [];
  for (const [number, { one, said, at }] of texts.entries()) {
    const { x, y, width, height } = page;
    if (at.left < x || at.top < y || at.right > x + width || at.bottom > y + height) wrong.push([said, "is cut"]);
    for (const other of texts.slice(number + 1)) if (meet(at, other.at)) wrong.push([said, other.said]);
    const caption = one.parentElement.getAttribute("class") === "graph";
    if (caption && shapes.some((shape) => meet(at, shape))) wrong.push([said, "touches a node"]);
  }
  return wrong;
}"""
"""The texts of the drawing in a page that are cut or touch another one, and lines of its caption that touch a node."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless browser: the one that VSYM_CHROMIUM names, or the one on PATH."""
    needed("browser")
    named = os.environ.get("VSYM_CHROMIUM")
    program = next((found for name in ([named] if named else NAMES) if (found := shutil.which(name))), None)
    assert program is not None, "these tests need Chromium: scripts/install-chromium.sh installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()
