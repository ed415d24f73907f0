"""Paths as NuSMV's XML (its trace plugin 4), for `read_trace` beside the model that `vsym emit-smv` writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from vsym.exchange.smv.expressions import constant
from vsym.exchange.smv.layout import CHOICE, STUTTER
from vsym.exchange.smv.system import SystemText, prepare
from vsym.system.result import SystemPath
from vsym.system.system import System


def smv_trace(system: System, name: str, path: SystemPath, *, everywhere: bool = False) -> str:
    """A path of a system whose steps are not repeated, in the names of its NuSMV model, written as `prepare` has it.

    Raises DiagnosticError for a system that NuSMV cannot hold.
    """
    text = prepare(system, everywhere=everywhere)
    choices: dict[int | None, str] = {move.event: move.name for move in text.moves}
    choices[None] = STUTTER
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<counter-example type="0" desc={quoteattr(name)} >']
    for number, vector in enumerate(path.states, 1):
        lines += ["\t<node>", *_element("state", number, _values(system, text, vector))]
        # An input of a single value is none for NuSMV.
        if text.moves and number <= len(path.steps):
            lines += _element("input", number + 1, [(CHOICE, choices[path.steps[number - 1]])])
        lines.append("\t</node>")
    loops = "" if path.loop is None else f"{path.loop + 1} "
    return "\n".join([*lines, f"\t<loops> {loops}</loops>", "</counter-example>", ""])


def _element(kind: str, number: int, values: Sequence[tuple[str, str]]) -> Iterator[str]:
    yield f'\t\t<{kind} id="{number}">'
    for name, value in values:
        yield f"\t\t\t<value variable={quoteattr(name)}>{escape(value)}</value>"
    yield f"\t\t</{kind}>"


def _values(system: System, text: SystemText, vector: Sequence[int]) -> list[tuple[str, str]]:
    """The variables of the model; what has one value there is none."""
    return [
        (written.name, constant(number, variable.atom, text.vocabulary))
        for variable, written, number in zip(system.variables, text.variables, vector, strict=True)
        if written.type
    ]
