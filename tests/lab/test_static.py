"""The page in a folder of files, which runs vsym in the browser: in Chromium, from a plain server of files."""

from __future__ import annotations

import base64
import re
import subprocess
import zlib
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Error, Page, Worker, expect

from tests.lab.learning import learn
from tests.lab.opening import TYPED, Opened, at_every_width, by_keys, checked, opened, verdict, waiting
from tests.support.drawn import chosen, many
from tests.support.running import EXAMPLES, PROGRAM
from vsym.basics.limits import UNLIMITED
from vsym.checking.check import check
from vsym.checking.question import Question, Subject
from vsym.lab import lessons
from vsym.languages import registry
from vsym.system.report import Silence

BUILT = Path(__file__).parents[2] / "web" / "browser" / "packages.bin"

LOADED = 240_000
"""Milliseconds in which Python is loaded on a machine at work."""


DROP = """([name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  const content = document.querySelector(".cm-content");
  content.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}"""
"""A file of this name and text is dropped on the editor."""


class Files(SimpleHTTPRequestHandler):
    """A file server that records the requested paths."""

    asked: ClassVar[list[str]] = []
    """The requested paths, in order."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Log nothing."""

    def do_GET(self) -> None:
        """Record the path, and send the file."""
        Files.asked.append(self.path)
        super().do_GET()


SNAPSHOT = """async () => {
  for (const name of await caches.keys()) {
    const found = await (await caches.open(name)).match("browser/snapshot");
    if (found) return JSON.parse(found.headers.get("Vsym-State"));
  }
  return null;
}"""
"""The state that the browser keeps with a Python's memory, without the memory."""

DAMAGE = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name), found = await cache.match("browser/snapshot");
    const state = JSON.parse(found.headers.get("Vsym-State"));
    state.base += 1;
    const headers = { "Vsym-State": JSON.stringify(state) };
    await cache.put("browser/snapshot", new Response(await found.arrayBuffer(), { headers }));
  }
}"""
"""The memory is one of a Python with another table of functions."""

STATUS = """addEventListener("DOMContentLoaded", () => {
  const status = document.querySelector("#status");
  window.statuses = [];
  new MutationObserver(() => window.statuses.push(status.textContent)).observe(status, { childList: true });
})"""
"""The page notes what its status has been."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the page, which `vsym lab --static` has written."""
    assert BUILT.is_file(), "these tests need what scripts/build-page.sh builds"
    folder = tmp_path_factory.mktemp("static")
    (folder / "rw_broken.gsst").write_bytes((EXAMPLES / "rw_broken.gsst").read_bytes())
    subprocess.run([PROGRAM, "lab", "--static", "page", "rw_broken.gsst"], check=True, cwd=folder, capture_output=True)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=folder / "page")) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def inside(browser: Browser, address: str) -> Iterator[Opened]:
    """One page for all tests, which sends requests to the server of its files alone."""
    with opened(browser, address) as found:
        found.page.set_default_timeout(LOADED)
        expect.set_options(timeout=LOADED)
        yield found


@pytest.fixture
def page(inside: Opened) -> Page:
    """The page with the file's text."""
    page = inside.begin()
    if page.locator("#back").is_visible():
        page.click("#back")
        checked(page)
    return page


def open_link(page: Page, text: str, suffix: str) -> None:
    """Open a link to a text, as one gets it from somebody."""
    packed = zlib.compressobj(wbits=-15)
    letters = base64.urlsafe_b64encode(packed.compress(text.encode()) + packed.flush()).decode().rstrip("=")
    page.click("#share")
    page.fill("#given", f"{page.url.partition('#')[0]}#model={letters}&language={suffix}")
    page.get_by_role("button", name="open", exact=True).click()
    expect(page.locator("#file")).to_have_text("a text of its own")
    page.click("#share")


def answers(name: str) -> dict[str, str]:
    """The verdicts of the installed vsym on an example."""
    model = registry.read(str(EXAMPLES / name), UNLIMITED).at({}, UNLIMITED)
    checked = check(Question(Subject(model)), Silence())
    return {one.property.name: one.verdict.outcome for one in checked.outcomes}


def test_the_memory_is_kept_beside_the_files_of_its_version(address: str) -> None:
    """The service worker deletes the cache of another version with the memory in it."""
    texts = [urlopen(f"{address}{name}").read().decode() for name in ("sw.js", "snapshot.js")]
    [kept, memory] = [re.findall(r'^const VERSION = "(\w{64})";$', text, re.MULTILINE) for text in texts]
    assert len(kept) == 1
    assert kept == memory


def test_the_first_visit(page: Page) -> None:
    for name, outcome in answers("rw_broken.gsst").items():
        assert outcome in verdict(page, name)
    expect(page.locator("#drawing svg")).to_be_visible()
    page.click("#path button")
    expect(page.locator("#path table")).to_be_visible()


def test_it_starts_without_a_network_and_the_keys_are_enough(page: Page) -> None:
    """Its Python begins with the memory of the one before."""
    page.wait_for_function("navigator.serviceWorker.ready.then(found => found.active.state === 'activated')")
    page.wait_for_function(SNAPSHOT)
    page.add_init_script(STATUS)
    Files.asked.clear()
    page.context.set_offline(True)
    page.reload()
    checked(page)
    assert "violated" in verdict(page, "reader_served")
    assert "checking…" in page.evaluate("statuses")
    assert "starting vsym" not in page.evaluate("statuses")
    page.context.set_offline(False)
    # Whether there is a newer page, the browser finds out in a process of its own, which has a network.
    assert {*Files.asked} <= {"/sw.js"}
    by_keys(page)
    # A digit takes a step, as in a handout.
    expect(page.locator(".choices button").first).to_have_attribute("aria-keyshortcuts", "1")
    page.keyboard.press("1")
    expect(page.locator("#path .said")).to_contain_text("State 2 of 2")


def test_a_link_opens_the_text_in_another_page(page: Page) -> None:
    """It does so before its Python is loaded."""
    text = (EXAMPLES / "ticket_lock.gsst").read_text("utf-8")
    open_link(page, text, ".gsst")
    page.click("#share")
    link = page.locator("#link").input_value()
    page.click("#share")
    other = page.context.new_page()
    other.goto(link)
    expect(other.locator("#file")).to_have_text("a text of its own")
    assert other.locator(".cm-line").all_inner_texts()[:3] == page.locator(".cm-line").all_inner_texts()[:3]
    other.close()
    checked(page)
    for prop, outcome in answers("ticket_lock.gsst").items():
        assert outcome in verdict(page, prop)


LEARNED = lessons.names() if many(1) > 1 else ("2-readers-and-writers", "9-ltl")
"""The lessons that are done in the page: all of them where VSYM_DRAWN says more than once. Their verdicts are those of
test_browser.py, and test_lessons.py does all of them in the same way in the installed lab."""


def test_lessons_are_done_by_clicking_and_typing(page: Page) -> None:
    """The page reads typed text at its own time: a clock that jumps would end its Python, as if that took too long."""
    page.set_viewport_size({"width": 1200, "height": 700})
    page.click("#lessons")
    expect(page.locator("#lesson option")).to_have_count(len(lessons.names()))
    for name in LEARNED:
        learn(page, name, nullcontext)


def test_every_width_light_and_dark(page: Page) -> None:
    if page.locator("#lesson").is_hidden():
        page.click("#lessons")
    at_every_width(page)
    page.click("#lessons")


def test_a_program_is_checked(page: Page) -> None:
    open_link(page, (EXAMPLES / "programs" / "spinlock.m").read_text("utf-8"), ".m")
    checked(page)
    for prop, outcome in answers("programs/spinlock.m").items():
        assert outcome in verdict(page, prop)


def test_the_text_is_downloaded_and_a_file_is_opened_by_its_dialog_or_dropped(page: Page, tmp_path: Path) -> None:
    page.click("#editor .cm-content")
    with page.expect_download() as downloading:
        page.keyboard.press("Control+s")
    assert downloading.value.suggested_filename == "rw_broken.gsst"
    downloading.value.save_as(tmp_path / "rw_broken.gsst")
    assert (tmp_path / "rw_broken.gsst").read_bytes() == (EXAMPLES / "rw_broken.gsst").read_bytes()
    with page.expect_file_chooser() as choosing:
        page.click("#open")
    choosing.value.set_files(EXAMPLES / "systems" / "jugs.sys")
    expect(page.locator("#file")).to_have_text("jugs.sys")
    checked(page)
    for prop, outcome in answers("systems/jugs.sys").items():
        assert outcome in verdict(page, prop)
    page.evaluate(DROP, ["two.pp", (EXAMPLES / "populations" / "majority.pp").read_text("utf-8")])
    expect(page.locator("#file")).to_have_text("two.pp")
    page.evaluate(DROP, ["notes.txt", "no model"])
    expect(page.locator("#told")).to_contain_text("notes.txt has none of the ends .gsst")
    expect(page.locator("#file")).to_have_text("two.pp")
    with page.expect_download() as downloading:
        page.click("#save")
    assert downloading.value.suggested_filename == "two.pp"


STILL = """(still) => {
  window.timer ??= window.setTimeout;
  window.setTimeout = (act, after, ...more) => (still && after > 600 ? 0 : window.timer(act, after, ...more));
}"""
"""Stop the page's long timers, as browsers do where nobody sees it, or let them go on."""


def is_python(worker: Worker) -> bool:
    """True for a worker that runs Python."""
    return worker.url.endswith("/worker.js")


def pythons(page: Page) -> int:
    """The number of Pythons that run."""
    return sum(map(is_python, page.workers))


def await_one_python(page: Page) -> None:
    """Wait until no job is left, and only one Python: a busy machine may have begun a second one, which ends once it
    has rested."""
    expect(page.locator("#picture-body .drawing:not(.stale) svg")).to_be_visible()
    while pythons(page) > 1:
        page.clock.fast_forward(11_000)
        # The page's workers end while Playwright waits.
        page.wait_for_timeout(100)


def rest(page: Page) -> None:
    """Let the page's only Python rest until the page ends it; only this function moves the page's clock.

    A leap is shorter than a job may take, and the one after next waits until the job is done.
    """
    [python] = filter(is_python, page.workers)
    with suppress(Error):
        for _ in range(6):
            python.evaluate("null")
            page.clock.fast_forward(11_000)


def test_what_takes_too_long_is_ended_and_the_page_lives(page: Page) -> None:
    """Colouring this many agents takes minutes. Meanwhile another Python draws the picture."""
    await_one_python(page)
    page.evaluate(STILL, True)
    colouring = (EXAMPLES / "programs" / "two_hop.m").read_text("utf-8").replace("N: 3", "N: 9")
    open_link(page, colouring, ".m")
    status = page.locator("#status")
    expect(status).to_have_text("checking…")
    expect(page.locator("#picture-body .stale")).to_have_count(1)
    page.clock.fast_forward(4_000)
    expect(page.locator("#picture-body .stale")).to_have_count(0)
    while status.inner_text() == "checking…":
        page.clock.fast_forward(40_000)
    expect(status).to_have_text("undecided: the time limit was reached")
    page.evaluate(STILL, False)
    page.click("#back")
    checked(page)
    assert "holds" in verdict(page, "mutex")


@pytest.mark.parametrize("damaged", chosen([False], [False, True]), ids=lambda damaged: "damaged" if damaged else "")
def test_a_python_whose_memory_has_grown_gives_way_to_a_new_one(damaged: bool, page: Page) -> None:
    """This many tokens take half of the memory that Python began with. The snapshot that the browser keeps may not fit
    the new Python, which throws it away and begins without it."""
    page.wait_for_function(SNAPSHOT)
    base = page.evaluate(SNAPSHOT)["base"]
    if damaged:
        page.evaluate(DAMAGE)
        assert page.evaluate(SNAPSHOT)["base"] != base
    await_one_python(page)
    with page.expect_worker(is_python), waiting(page):
        open_link(page, "1\n" * 200_000, ".gsst")
        page.clock.run_for(TYPED)
        expect(page.locator("#findings")).to_contain_text("expected a declaration")
        rest(page)
    assert pythons(page) == 1
    page.click("#back")
    checked(page)
    assert "violated" in verdict(page, "reader_served")
    page.wait_for_function(f"async () => (await ({SNAPSHOT})())?.base === {base}")
