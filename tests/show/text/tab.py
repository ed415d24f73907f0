"""A tab of a browser, in which one page after another is opened."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page

Scheme = Literal["light", "dark"]


@dataclass
class Tab:
    """A tab of the browser, with the requests and the messages of the open page."""

    page: Page
    requests: list[str] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)

    @staticmethod
    def of(browser: Browser, *, scripts: bool = True) -> Tab:
        """A new tab, in which scripts may be forbidden."""
        found = Tab(browser.new_context(java_script_enabled=scripts).new_page())
        found.page.on("request", lambda request: found.requests.append(request.url))
        found.page.on("console", lambda message: found.messages.append(message.text))
        found.page.on("pageerror", lambda error: found.messages.append(str(error)))
        return found

    def open(self, file: Path, *, width: int = 1200, scheme: Scheme = "light") -> Page:
        """The page of a file, as it is at first."""
        self.page.emulate_media(media="screen", color_scheme=scheme)
        self.page.set_viewport_size({"width": width, "height": 800})
        self.requests.clear()
        self.messages.clear()
        self.page.goto(file.as_uri())
        return self.page

    def left(self, file: Path) -> Page:
        """The page of a file, as it was left where it is open already: a large one takes seconds to open."""
        return self.page if self.page.url == file.as_uri() else self.open(file)

    def press(self, *keys: str) -> None:
        """Press keys, one after another."""
        for key in keys:
            self.page.keyboard.press(key)
