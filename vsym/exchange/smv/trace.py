"""Paths as NuSMV's XML (its trace plugin 4), for `read_trace` beside the model that `vsym emit-smv` writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from vsym.exchange.smv.counter import CounterText, prepare
from vsym.exchange.smv.layout import CHOICE, STUTTER, VariableText
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.system.result import SystemPath


def smv_trace(system: CounterSystem, name: str, trace: SystemPath) -> str:
    """A path of a counter system whose steps are not repeated, in the names of its NuSMV model.

    Raises DiagnosticError for a system that NuSMV cannot hold.
    """
    text = prepare(system)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<counter-example type="0" desc={quoteattr(name)} >']
    for number, vector in enumerate(trace.states, 1):
        lines += ["\t<node>", *_element("state", number, _values(text.variables, system, vector))]
        # An input of a single value is none for NuSMV.
        if text.moves and number <= len(trace.steps):
            move = _move(text, trace.steps[number - 1])
            lines += _element("input", number + 1, [(CHOICE, move)])
        lines.append("\t</node>")
    loops = "" if trace.loop is None else f"{trace.loop + 1} "
    return "\n".join([*lines, f"\t<loops> {loops}</loops>", "</counter-example>", ""])


def _element(kind: str, number: int, values: Sequence[tuple[str, str]]) -> Iterator[str]:
    yield f'\t\t<{kind} id="{number}">'
    for name, value in values:
        yield f"\t\t\t<value variable={quoteattr(name)}>{escape(value)}</value>"
    yield f"\t\t</{kind}>"


def _values(variables: Sequence[VariableText], system: CounterSystem, vector: Sequence[int]) -> list[tuple[str, str]]:
    """The variables of the model; what has one value there is none."""
    first = len(system.counters)
    boolean = {first + place for place, variable in enumerate(system.shared) if variable.boolean}
    return [
        (variable.name, ("TRUE" if vector[place] else "FALSE") if place in boolean else str(vector[place]))
        for place, variable in enumerate(variables)
        if variable.type
    ]


def _move(text: CounterText, step: int | None) -> str:
    return STUTTER if step is None else text.moves[text.moved.index(step)].name
