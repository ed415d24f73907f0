"""A self-contained page that steps through a model: its states, and a script that loads nothing else."""

from __future__ import annotations

import json
from typing import Any

from markupsafe import Markup

from vsym import __version__
from vsym.basics.frozen import frozen
from vsym.basics.numbers import number, plural
from vsym.show.page.rendering import document
from vsym.show.page.values import Listing
from vsym.stepping.handout import Handout, Scene
from vsym.stepping.protocol import Disabled


@frozen
class HandoutPage:
    """The texts of the page: of which model it is, how much of it there is, and its source."""

    title: str
    system: str
    summary: str
    version: str
    listing: Listing
    states: None = None
    undrawn: str = ""


def page(handout: Handout, system: str, listing: Listing) -> HandoutPage:
    """The page of a handout, on which `system` describes the model."""
    many = len(handout.scenes)
    summary = f"You can step through all {plural(many, 'state')} up to symmetry here"
    if not handout.complete:
        summary = f"You can step through the {number(many)} states nearest to the start here; there are more"
    return HandoutPage(handout.title, system, f"{summary}.", __version__, listing)


def html(page: HandoutPage, handout: Handout) -> str:
    """The page as a document."""
    # No text of the model can end the element that the data stands in.
    data = json.dumps(_data(handout), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return document("handout.html.j2", page, "handout.js", "report.css", "handout.css", data=Markup(data))


def _data(handout: Handout) -> dict[str, Any]:
    """The states for the script; each reason why a step is not possible is stored once."""
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
        "options": [[one.label, one.by, one.size, one.target, one.fault, list(one.renamed)] for one in scene.options],
        "disabled": [reasons[one] for one in scene.disabled],
    }
