"""From the values of the page to HTML: one file that asks for nothing else, by templates that escape every text.

A source is shown by lines, split into pieces that are highlighted alike.
"""

from __future__ import annotations

import base64
import hashlib
import posixpath
import re
from collections.abc import Iterable, Iterator

from markupsafe import Markup
from pygments.token import STANDARD_TYPES

from vsym.basics import resources
from vsym.basics.source import Source, Span
from vsym.basics.templates import templates
from vsym.languages.protocol import Token
from vsym.languages.registry import language
from vsym.show.page.values import Code, Linked, Listing, Page, Piece, Trace

PATHS = "page/path/path.css"
"""The style of paths, wherever they are shown."""

_IMPORT = re.compile(r'^import \{[^}]*\} from "(?P<file>[^"]+)";\n', re.MULTILINE)
_MARKED = re.compile(r"`(?P<code>[^`]*)`|(?P<base>\d+)\^(?P<exponent>\d+)")


def html(page: Page) -> str:
    """The page as a document."""
    return document("report.html.j2", page, "report.js", "report.css")


def document(template: str, page: object, script: str, *styles: str, **values: object) -> str:
    """A page as a document, from a template, with a script and styles of `web/alone` and the style of paths.

    Its policy lets a browser load nothing and run no script but its own.
    """
    code = inlined(f"alone/{script}")
    # What a browser takes the digest of begins right after the tag.
    digest = base64.b64encode(hashlib.sha256(f"\n{code}".encode()).digest()).decode()
    return _rendered(
        template,
        page=page,
        style=Markup("".join(resources.read("web", file) for file in (PATHS, *(f"alone/{one}" for one in styles)))),
        script=Markup(code),
        policy=f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; base-uri 'none'",
        **values,
    )


def inlined(file: str) -> str:
    """A module of `web/` and all that it imports as one text, each once and after those that it needs: a page of one
    file can import none."""
    parts: dict[str, str] = {}

    def add(name: str) -> None:
        code = resources.read("web", name)
        for one in _IMPORT.finditer(code):
            needed = posixpath.normpath(posixpath.join(posixpath.dirname(name), one["file"]))
            if needed not in parts:
                add(needed)
        parts[name] = _IMPORT.sub("", code).replace("\nexport ", "\n")

    add(file)
    return "".join(parts.values())


def lanes(trace: Trace) -> str:
    """A trace alone as a fragment for other pages, in the colours of the text around it."""
    return _rendered("report/lanes.html.j2", trace=trace)


def _rendered(template: str, **values: object) -> str:
    compiled = templates("templates", escape=True)
    compiled.filters["prose"] = prose
    return compiled.get_template(template).render(values)


def prose(text: str) -> Markup:
    """A sentence as HTML: text between backquotes becomes code, and powers get superscripts."""
    markup, end = Markup(), 0
    for part in _MARKED.finditer(text):
        markup += text[end : part.start()]
        if part["code"] is not None:
            markup += Markup("<code>{}</code>").format(part["code"])
        else:
            markup += Markup("{}<sup>{}</sup>").format(part["base"], part["exponent"])
        end = part.end()
    return markup + text[end:]


LINES = 2000
"""The most lines of a source that are shown."""


def listing(source: Source) -> Listing:
    """The lines of a source, as far as they are shown."""
    lines = list(_lines(language(source.name).tokens(source.text.rstrip())))
    return Listing(source.name, tuple(lines[:LINES]), max(0, len(lines) - LINES))


def formula(text: str, file: str = "") -> Code:
    """A formula or a guard, in the language of a file of this name."""
    return tuple(_piece(token) for token in language(file).tokens(text, formula=True))


def plain(text: str) -> Code:
    """A guard, in which every letter is a name."""
    return tuple(_piece(token) for token in language().tokens(text))


def linked(text: str, span: Span) -> Linked:
    """A name with the line that its declaration begins in."""
    line, _ = span.source.position(span.start)
    return Linked(text, line if line <= LINES else None)


def _lines(tokens: Iterable[Token]) -> Iterator[Code]:
    line: list[Piece] = []
    for kind, value in tokens:
        first, *others = value.split("\n")
        line.append(_piece((kind, first)))
        for other in others:
            yield tuple(piece for piece in line if piece[1])
            line = [_piece((kind, other))]
    yield tuple(piece for piece in line if piece[1])


def _piece(token: Token) -> Piece:
    kind, value = token
    return STANDARD_TYPES.get(kind, "") if value.strip() else "", value
