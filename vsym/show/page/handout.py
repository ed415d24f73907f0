"""A page that goes through a model's states by itself: its states, and a script that asks for nothing else."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

from markupsafe import Markup

from vsym import __version__
from vsym.basics import resources
from vsym.basics.frozen import frozen
from vsym.basics.numbers import number, plural
from vsym.show.page.rendering import environment
from vsym.show.page.values import Listing
from vsym.stepping.handout import Handout, Option, Scene
from vsym.stepping.protocol import Disabled


@frozen
class HandoutPage:
    """What the page says: of which model, how much of it, and its text."""

    title: str
    system: str
    summary: str
    version: str
    listing: Listing
    states: None = None


def page(handout: Handout, system: str, listing: Listing) -> HandoutPage:
    """The page of a handout, on which `system` says what the model is."""
    known = number(len(handout.scenes))
    summary = f"All {plural(len(handout.scenes), 'state')} up to symmetry can be gone through here"
    if not handout.complete:
        summary = f"The {known} states nearest to the start can be gone through here, of more that there are"
    return HandoutPage(handout.title, system, f"{summary}.", __version__, listing)


def html(page: HandoutPage, handout: Handout) -> str:
    """The page as a document. Its policy lets a browser load nothing and run no script but its own."""
    script = resources.read("templates", "report/handout.js")
    # What a browser takes the digest of begins right after `<script>`.
    digest = base64.b64encode(hashlib.sha256(f"\n{script}".encode()).digest()).decode()
    style = resources.read("templates", "report/page.css") + resources.read("templates", "report/handout.css")
    # No text of the model can end the element that the data stands in.
    data = json.dumps(_data(handout), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return (
        environment()
        .get_template("handout.html.j2")
        .render(
            page=page,
            style=Markup(style),
            script=Markup(script),
            data=Markup(data),
            policy=f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; base-uri 'none'",
        )
    )


def _data(handout: Handout) -> dict[str, Any]:
    """The states for the script; each reason why a step is not possible stands there once."""
    reasons: dict[Disabled, int] = {}
    for scene in handout.scenes:
        for one in scene.disabled:
            reasons.setdefault(one, len(reasons))
    return {
        "lanes": handout.lanes,
        "names": handout.names,
        "starts": handout.starts,
        "scenes": [_scene(scene, reasons) for scene in handout.scenes],
        "reasons": [
            [one.label, one.by, [[why.condition, [list(value) for value in why.values]] for why in one.hindrances]]
            for one in reasons
        ],
    }


def _scene(scene: Scene, reasons: dict[Disabled, int]) -> dict[str, Any]:
    return {
        "cells": scene.cells,
        "rows": [list(row) for row in scene.rows],
        "options": [_option(option) for option in scene.options],
        "disabled": [reasons[one] for one in scene.disabled],
    }


def _option(option: Option) -> list[object]:
    return [option.label, option.by, option.size, option.target, option.fault, list(option.renamed)]
