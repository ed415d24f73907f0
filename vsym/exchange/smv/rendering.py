"""The templates of models for NuSMV."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import jinja2

from vsym.basics import resources
from vsym.exchange.smv.system import SystemText


def system_model(text: SystemText, header: Sequence[str] = ()) -> str:
    """A NuSMV model of a system, with its properties and fairness constraints; the header is a comment at its top."""
    return render("system.smv.j2", text, header)


def render(template: str, model: object, header: Sequence[str] = ()) -> str:
    """What a template makes of the texts of a model."""
    return _environment().get_template(template).render(model=model, header=header)


@cache
def _environment() -> jinja2.Environment:
    """What compiles the templates, each once."""
    return jinja2.Environment(
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        loader=jinja2.FunctionLoader(lambda name: resources.read("templates", name)),
        autoescape=False,
    )
