"""Loops over what a binder goes through, as C blocks around a body that is C too."""

from __future__ import annotations

from vsym.basics.source import Span
from vsym.engines.compiled.codes import bounds, decoded, is_run
from vsym.engines.compiled.emission import FAULTING, INT64, Emission, Pointer, Value, literal
from vsym.models.program.expressions import Binder, Quantified
from vsym.models.program.types import Multiset, Scalarset, Simple, Union, width


def counted(emission: Emission, binder: Binder, of: Simple, body: str) -> str:
    """The body for every value of a type, in order."""
    name, (low, high) = f"b{binder.number}", bounds(of)
    if is_run(of):
        return (
            f"for (int64_t {name} = {literal(low)}; {name} <= {literal(high)}; {name}++) {{\n(void){name};\n{body}\n}}"
        )
    code = emission.fresh()
    head = f"for (int64_t {code} = 1; {code} <= {of.cardinality}; {code}++)"
    return f"{head} {{\nint64_t {name} = {decoded(emission, of, code)};\n(void){name};\n{body}\n}}"


def interval(
    emission: Emission, binder: Binder, ends: tuple[Value, Value], by: Value | None, span: Span, body: str
) -> str:
    """The body for numbers from one to another, in steps; `span` is where the step is written."""
    name = f"b{binder.number}"
    (first, last), at, end, step = ends, emission.fresh(), emission.fresh(), emission.fresh()
    block = f"int64_t {at} = {first.text}; int64_t {end} = {last.text};\n"
    if by is None and last.high < INT64[-1]:
        return f"{{ {block}for (int64_t {name} = {at}; {name} <= {end}; {name}++) {{\n{body}\n}} }}"
    block += f"int64_t {step} = {by.text if by else 1};\n"
    if by is not None and by.low <= 0 <= by.high:
        block += f"if (UNLIKELY(!{step})) {emission.fail('step', span)}\n"
    wide = emission.fresh()
    head = f"for (__int128 {wide} = {at}; {step} > 0 ? {wide} <= {end} : {wide} >= {end}; {wide} += {step})"
    return f"{{ {block}{head} {{\nint64_t {name} = (int64_t){wide};\n(void){name};\n{body}\n}} }}"


def entries(emission: Emission, binder: Binder, place: Pointer, multiset: Multiset, body: str) -> str:
    """The body for the place from 0 of every element of a multiset that is there when it is come to."""
    name, base = f"b{binder.number}", emission.fresh()
    head = f"for (int64_t {name} = 0; {name} < {multiset.size}; {name}++)"
    test = f"if ({base}[{name} * {1 + width(multiset.element)}])"
    return f"{{ slot_t *{base} = {place.text}; {head} {test} {{\n{body}\n}} }}"


def stopping(quantified: Quantified, result: str, truth: Value) -> str:
    """The body of a quantifier's loop, which ends at the first value that decides; within a scalarset, which has no
    order, not before all its elements are looked at, if one of them may end in an error."""
    forall = quantified.quantifier == "forall"
    decides = f"!{truth.text}" if forall else truth.text
    if truth.effect < FAULTING:
        return f"if ({decides}) {{ {result} = {int(not forall)}; break; }}"
    domain, name = quantified.domain, f"b{quantified.binder.number}"
    members = domain.members if isinstance(domain, Union) else (domain,)
    scalarsets = (member for member in members if isinstance(member, Scalarset))
    inside = (f"({name} >= {one.base} && {name} < {one.base + one.size - 1})" for one in scalarsets)
    stop = f"{result} != {int(forall)} && !({' || '.join(inside) or 0})"
    return f"if ({decides}) {result} = {int(not forall)};\nif ({stop}) break;"
