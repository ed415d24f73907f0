"""Models for NuSMV: the counter abstraction, and for comparison the processes themselves."""

from __future__ import annotations

import jinja2

from vsym.basics import resources
from vsym.exchange.smv import counter, direct
from vsym.models.counting.model import Model
from vsym.reductions.counters.abstraction import CounterSystem


def counter_model(system: CounterSystem) -> str:
    """A NuSMV model of a counter system, with its properties and fairness constraints.

    Raises DiagnosticError (VS412) for a range that NuSMV cannot hold.
    """
    return _render("counter.smv.j2", counter.prepare(system))


def direct_model(model: Model) -> str:
    """A NuSMV model with one variable per process, with its properties and fairness constraints.

    Raises DiagnosticError (VS411, VS412) for more processes or larger ranges than NuSMV can hold.
    """
    return _render("direct.smv.j2", direct.prepare(model))


def _render(template: str, model: object) -> str:
    environment = jinja2.Environment(
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        loader=jinja2.FunctionLoader(lambda name: resources.read("templates", name)),
        autoescape=False,
    )
    return environment.get_template(template).render(model=model)
