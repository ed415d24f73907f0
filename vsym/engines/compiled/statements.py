"""Statements of a program as C."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from vsym.engines.compiled.expressions import called, copied, evaluated, is_wide, looped, number, pointer
from vsym.engines.compiled.value_code import FAIL, PURE, Emission, checked, cleared, stored
from vsym.models.program import statements as tree
from vsym.models.program.expressions import Entries, Expression, Read, Variable
from vsym.models.program.types import Multiset, Simple, Type, width


def declared(variables: Sequence[Variable]) -> str:
    """The declarations of local variables, undefined."""
    return "\n".join(f"slot_t l{one.number}[{width(one.type)}] = {{0}}; (void)l{one.number};" for one in variables)


def aliased(emission: Emission, alias: tree.Bind | tree.Let) -> str:
    """The declaration of an alias, as its place or value is now."""
    match alias:
        case tree.Bind(reference, place):
            return f"slot_t *r{reference.number} = {pointer(emission, place).text}; (void)r{reference.number};"
        case tree.Let(variable, value):
            if variable.number in emission.wide:
                assert isinstance(variable.type, Simple)
                given = checked(emission, variable.type, evaluated(emission, value))
                return f"int64_t x{variable.number} = {given}; (void)x{variable.number};"
            name = f"l{variable.number}"
            return (
                f"slot_t {name}[{width(variable.type)}];\n{_put(emission, variable.type, name, value)}\n(void){name};"
            )
    assert_never(alias)


def written(emission: Emission, body: Sequence[tree.Statement], result: Type | None = None) -> str:
    """Statements in sequence; `result` is that of their function."""
    return "\n".join(_written(emission, statement, result) for statement in body)


def _written(emission: Emission, statement: tree.Statement, result: Type | None) -> str:
    match statement:
        case tree.If() | tree.Switch() | tree.For() | tree.While() | tree.Scope():
            return _control(emission, statement, result)
        case tree.Add() | tree.Remove() | tree.RemoveIf():
            return _change(emission, statement)
        case tree.Return(value):
            return _return(emission, value, result)
        case tree.Assign(place, value):
            target = emission.fresh()
            assign = _put(emission, place.type, target, value)
            return f"{{ slot_t *{target} = {pointer(emission, place).text};\n{assign} }}"
        case tree.Clear(place):
            target = emission.fresh()
            return f"{{ slot_t *{target} = {pointer(emission, place).text}; {cleared(emission, place.type, target)} }}"
        case tree.Undefine(place):
            return f"memset({pointer(emission, place).text}, 0, {width(place.type)} * sizeof(slot_t));"
        case tree.Fail():
            return FAIL
        case tree.Assert(condition):
            return f"if (UNLIKELY(!{number(emission, condition).truth.text})) {FAIL}"
        case tree.Assume(condition):
            return f"if (!{number(emission, condition).truth.text}) return DROPPED;"
        case tree.Invoke(routine):
            kind, name = emission.program.routines[routine].result, emission.fresh()
            if isinstance(kind, Simple):
                return f"{{ int64_t {name}; {called(emission, statement, f'&{name}')} (void){name}; }}"
            space = "" if kind is None else f"slot_t {name}[{width(kind)}]; "
            return f"{{ {space}{called(emission, statement, name)} }}"
    assert_never(statement)


def _put(emission: Emission, of: Type, target: str, value: Expression) -> str:
    """The statement that gives the place at `target` a value."""
    if not isinstance(of, Simple):
        return copied(emission, value, target)
    if isinstance(value, Read) and not value.checked and value.place.type == of and not is_wide(emission, value.place):
        # Codes of the same type, the one for undefined among them.
        return f"*{target} = *{pointer(emission, value.place).text};"
    return stored(emission, of, target, evaluated(emission, value))


def _return(emission: Emission, value: Expression | None, result: Type | None) -> str:
    if result is None:
        return "return DONE;"
    if value is None:
        empty = f"memset(result, 0, {width(result)} * sizeof(slot_t));"
        empty = "*result = UNDEFINED;" if isinstance(result, Simple) else empty
        return f"{{ {empty} return DONE; }}"
    if isinstance(result, Simple):
        return f"{{ *result = {checked(emission, result, evaluated(emission, value))}; return DONE; }}"
    return f"{{ {copied(emission, value, 'result')} return DONE; }}"


def _control(
    emission: Emission, statement: tree.If | tree.Switch | tree.For | tree.While | tree.Scope, result: Type | None
) -> str:
    match statement:
        case tree.If(cases, otherwise):
            text = f"{{ {written(emission, otherwise, result)} }}"
            for condition, body in reversed(cases):
                inside = written(emission, body, result)
                text = f"if ({number(emission, condition).text}) {{\n{inside}\n}} else {text}"
            return text
        case tree.Switch(value, alternatives, otherwise):
            name = emission.fresh()
            text = f"{{ {written(emission, otherwise, result)} }}"
            for labels, body in reversed(alternatives):
                tests = " || ".join(f"{name} == {number(emission, label).text}" for label in labels)
                text = f"if ({tests or '0'}) {{\n{written(emission, body, result)}\n}} else {text}"
            return f"{{ int64_t {name} = {number(emission, value).text};\n{text} }}"
        case tree.For(binder, domain, body):
            return looped(emission, binder, domain, lambda: written(emission, body, result))
        case tree.While(condition, body):
            turns = emission.fresh()
            head = f"for (uint32_t {turns} = 0; {number(emission, condition).text}; {turns}++)"
            limit = f"if (UNLIKELY({turns} == {tree.TURNS})) {FAIL}"
            return f"{head} {{\n{limit}\n{written(emission, body, result)}\n}}"
        case tree.Scope(aliases, body):
            made = "\n".join(aliased(emission, alias) for alias in aliases)
            return f"{{\n{made}\n{written(emission, body, result)}\n}}"
    assert_never(statement)


def _change(emission: Emission, statement: tree.Add | tree.Remove | tree.RemoveIf) -> str:
    place = statement.place
    assert isinstance(place.type, Multiset)
    base, element = emission.fresh(), place.type.element
    stride = 1 + width(element)
    where = f"slot_t *{base} = {pointer(emission, place).text};"
    match statement:
        case tree.Add(value):
            free = emission.fresh()
            search = f"slot_t *{free} = free_entry({base}, {place.type.size}, {stride}); if (UNLIKELY(!{free})) {FAIL}"
            name = emission.fresh()
            if isinstance(element, Simple):
                new = evaluated(emission, value)
                given = f"int64_t {name} = {new.text};"
                put = stored(emission, element, f"({free} + 1)", replace(new, text=name, effect=PURE))
            else:
                given = f"slot_t {name}[{stride - 1}]; {copied(emission, value, name)}"
                put = f"memcpy({free} + 1, {name}, sizeof {name});"
            return f"{{ {given} {where} {search} {put} *{free} = 1; }}"
        case tree.Remove(binder):
            entry = f"{base} + b{binder.number} * {stride}"
            return f"{{ {where} if (UNLIKELY(!*({entry}))) {FAIL} memset({entry}, 0, {stride} * sizeof(slot_t)); }}"
        case tree.RemoveIf(binder, _, condition):
            taken = f"memset({base} + b{binder.number} * {stride}, 0, {stride} * sizeof(slot_t));"
            loop = looped(
                emission,
                binder,
                Entries(place, place.type),
                lambda: f"if ({number(emission, condition).text}) {taken}",
            )
            return f"{{ {where} {loop} }}"
    assert_never(statement)
