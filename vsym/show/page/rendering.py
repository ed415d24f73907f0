"""From the values of the page to HTML: one file that asks for nothing else, by templates that escape every text."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache

import jinja2
from markupsafe import Markup

from vsym.basics import resources
from vsym.show.page.trace_values import Trace
from vsym.show.page.values import Page

_MARKED = re.compile(r"`(?P<code>[^`]*)`|(?P<base>\d+)\^(?P<exponent>\d+)")


def html(page: Page) -> str:
    """The page as a document. Its policy lets a browser load nothing and run no script but its own."""
    script = resources.read("templates", "report/page.js")
    # What a browser takes the digest of begins right after `<script>`.
    digest = base64.b64encode(hashlib.sha256(f"\n{script}".encode()).digest()).decode()
    return (
        environment()
        .get_template("report.html.j2")
        .render(
            page=page,
            style=Markup(resources.read("templates", "report/page.css")),
            script=Markup(script),
            policy=f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; base-uri 'none'",
        )
    )


def lanes(trace: Trace) -> str:
    """A trace alone as a fragment for other pages, in the colours of the text around it."""
    return environment().get_template("report/lanes.html.j2").render(trace=trace)


@cache
def environment() -> jinja2.Environment:
    """What compiles the templates, each once."""
    environment = jinja2.Environment(
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        loader=jinja2.FunctionLoader(lambda name: resources.read("templates", name)),
        autoescape=True,
    )
    environment.filters["prose"] = prose
    return environment


def prose(text: str) -> Markup:
    """A sentence in which what stands between backquotes is code, and powers are written as such."""
    found = Markup()
    end = 0
    for part in _MARKED.finditer(text):
        found += text[end : part.start()]
        if part["code"] is not None:
            found += Markup("<code>{}</code>").format(part["code"])
        else:
            found += Markup("{}<sup>{}</sup>").format(part["base"], part["exponent"])
        end = part.end()
    return found + text[end:]
