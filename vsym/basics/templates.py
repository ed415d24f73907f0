"""Templates that come with the package, compiled by Jinja."""

from __future__ import annotations

from functools import cache

import jinja2

from vsym.basics import resources


@cache
def templates(folder: str, *, escape: bool = False) -> jinja2.Environment:
    """The templates of a folder, each compiled once; with `escape`, text that is put into one is no markup."""
    return jinja2.Environment(
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        loader=jinja2.FunctionLoader(lambda name: resources.read(folder, name)),
        autoescape=escape,
    )
