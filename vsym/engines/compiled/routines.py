"""Procedures and functions of a program as C functions, which return how they ended."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.engines.compiled.codes import encoded
from vsym.engines.compiled.emission import Emission
from vsym.engines.compiled.statements import declared, written
from vsym.models.program.expressions import Reference, Variable
from vsym.models.program.program import Routine
from vsym.models.program.types import Simple


def routines(emission: Emission) -> Iterator[str]:
    """The functions, all declared before the first is defined."""
    heads = [_head(routine) for routine in emission.program.routines]
    yield from (f"{head};" for head in heads)
    for routine, head in zip(emission.program.routines, heads, strict=True):
        yield f"{head} {{"
        yield "(void)state;"
        yield from (f"(void){name};" for name in _parameters(routine))
        for number, parameter in enumerate(routine.parameters):
            match parameter.name:
                case Variable(number=name, type=of) if isinstance(of, Simple):
                    code = encoded(emission, of, f"p{number}")
                    yield f"slot_t l{name}[1] = {{(slot_t)(p{number} == UNDEFINED ? 0 : {code})}}; (void)l{name};"
                case _:
                    pass
        yield declared(routine.locals)
        yield written(emission, routine.body, routine.result)
        yield "return ENDED;" if routine.result is not None else "return DONE;"
        yield "}"


def _parameters(routine: Routine) -> Iterator[str]:
    for number, parameter in enumerate(routine.parameters):
        match parameter.name:
            case Reference(number=name):
                yield f"r{name}"
            case Variable(number=name, type=of):
                yield f"p{number}" if isinstance(of, Simple) else f"l{name}"
    if routine.result is not None:
        yield "result"


def _head(routine: Routine) -> str:
    parameters = ["slot_t *state"]
    for number, parameter in enumerate(routine.parameters):
        match parameter.name:
            case Reference(number=name):
                parameters.append(f"slot_t *r{name}")
            case Variable(number=name, type=of):
                parameters.append(f"int64_t p{number}" if isinstance(of, Simple) else f"slot_t *l{name}")
    if routine.result is not None:
        parameters.append("int64_t *result" if isinstance(routine.result, Simple) else "slot_t *result")
    return f"static int routine_{routine.number}({', '.join(parameters)})"
