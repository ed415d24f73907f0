"""A program as C: its rules, start states, conditions and routines, and the questions about its states."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from vsym.engines.compiled import packing
from vsym.engines.compiled.expressions import number
from vsym.engines.compiled.model import Asked, Bag, Model
from vsym.engines.compiled.rules import parts, rules, starts
from vsym.engines.compiled.statements import declared, written
from vsym.engines.compiled.value_code import Emission, encoded, literal
from vsym.logic.folding import Algebra, fold
from vsym.logic.formula import Comparison, Formula, atoms
from vsym.logic.terms import Atom, Linear
from vsym.models.program.expressions import Call, Reference, Variable
from vsym.models.program.program import Choice, Condition, Faulty, Program, Routine, Stuck
from vsym.models.program.statements import Invoke, Let
from vsym.models.program.types import Array, Enum, Multiset, Range, Record, Scalarset, Simple, Type, Union

SLOTS = {1: "uint8_t", 2: "uint16_t", 4: "uint32_t", 8: "uint64_t"}


def source(program: Program, questions: Sequence[tuple[int, Formula]], canonical: str | None = None) -> Model:
    """A program as C, with questions by kind and predicate over the program's conditions, `Stuck` and `Faulty`."""
    slots = program.layout.slots
    pieces = (program.rules, program.starts, program.routines)
    lets = {let.variable for let in parts(pieces, Let)}
    memory = [one.type for one in parts(pieces, Variable) if one not in lets]
    scalars = {one for of in memory for one in _scalars(of)} | {slot.type for slot in slots}
    size = packing.slot_size([one.cardinality for one in scalars])
    wide = {let.number for let in lets if isinstance(let.type, Simple) and let.type.cardinality >= 1 << 8 * size}
    emission = Emission(program, size, wide=wide, deep=_is_deep(program))
    text = [*_routines(emission), *conditions(emission), *rules(emission), *starts(emission)]
    packed = packing.dense([slot.type.cardinality.bit_length() for slot in slots], size)
    wrappers = [rule.wrappers for rule in program.rules] + [start.wrappers for start in program.starts]
    return Model(
        slot=SLOTS[size],
        width=len(slots),
        padded=packed.padded,
        words=packed.words,
        packing=packing.source(packed),
        text="\n".join([*(helper for _, helper in emission.helpers.values()), *text]),
        rules=len(program.rules),
        choices=max((sum(isinstance(one, Choice) for one in each) for each in wrappers), default=0),
        conditions=len(program.conditions),
        atoms=len(program.conditions) + 2 + len(program.fair_rules),
        questions=tuple(Asked(kind, _question(program, formula)) for kind, formula in questions),
        fair=tuple(one.rule for one in program.fair_rules),
        bags=tuple(Bag(bag.offset, bag.size, 1 + bag.width) for bag in reversed(program.layout.bags)),
        stuttering=program.dialect.deadlock == "stuttering",
        deadlocks=program.dialect.deadlock != "off",
        assumptions=bool(program.assumptions),
        canonical=canonical,
    )


def atom_numbers(program: Program) -> dict[Atom, int]:
    """The numbers of the atoms that a state is judged by."""
    numbered: list[Atom] = [*program.conditions, Stuck(), Faulty()]
    return {atom: number for number, atom in enumerate(numbered)}


def _scalars(of: Type) -> Iterator[Simple]:
    match of:
        case Range() | Enum() | Scalarset() | Union():
            yield of
        case Array(_, element) | Multiset(_, element):
            yield from _scalars(element)
        case Record(parts):
            for _, part in parts:
                yield from _scalars(part)


def _is_deep(program: Program) -> bool:
    """True where routines may call themselves, so that calls have to be counted."""
    calls = {}
    for one in program.routines:
        calls[one.number] = {call.routine for kind in (Call, Invoke) for call in parts(one.body, kind)}
    while leaves := [routine for routine, inner in calls.items() if not inner & calls.keys()]:
        for routine in leaves:
            del calls[routine]
    return bool(calls)


def _routines(emission: Emission) -> Iterator[str]:
    """The functions, all declared before the first is defined."""
    heads = [_head(routine) for routine in emission.program.routines]
    yield from (f"{head};" for head in heads)
    for routine, head in zip(emission.program.routines, heads, strict=True):
        yield f"{head} {{"
        yield "(void)state;"
        yield from (f"(void){name};" for name in _parameters(routine))
        for place, parameter in enumerate(routine.parameters):
            match parameter.name:
                case Variable(number=name, type=of) if isinstance(of, Simple):
                    code = encoded(emission, of, f"p{place}")
                    yield f"slot_t l{name}[1] = {{(slot_t)(p{place} == UNDEFINED ? 0 : {code})}}; (void)l{name};"
                case _:
                    pass
        yield declared(routine.locals)
        yield written(emission, routine.body, routine.result)
        yield "return ENDED;" if routine.result is not None else "return DONE;"
        yield "}"


def _parameters(routine: Routine) -> Iterator[str]:
    for place, parameter in enumerate(routine.parameters):
        match parameter.name:
            case Reference(number=name):
                yield f"r{name}"
            case Variable(number=name, type=of):
                yield f"p{place}" if isinstance(of, Simple) else f"l{name}"
    if routine.result is not None:
        yield "result"


def _head(routine: Routine) -> str:
    parameters = ["slot_t *state"]
    for place, parameter in enumerate(routine.parameters):
        match parameter.name:
            case Reference(number=name):
                parameters.append(f"slot_t *r{name}")
            case Variable(number=name, type=of):
                parameters.append(f"int64_t p{place}" if isinstance(of, Simple) else f"slot_t *l{name}")
    if routine.result is not None:
        parameters.append("int64_t *result" if isinstance(routine.result, Simple) else "slot_t *result")
    return f"static int routine_{routine.number}({', '.join(parameters)})"


def conditions(emission: Emission) -> Iterator[str]:
    """The functions `conditions`, which evaluates those of the properties, and `assumptions`."""
    program = emission.program
    for kind, group in (("condition", program.conditions), ("assumption", program.assumptions)):
        for place, condition in enumerate(group):
            yield f"static int {kind}_{place}(slot_t *state) {{"
            yield "(void)state;"
            yield f"return (int){number(emission, condition.expression).truth.text};"
            yield "}"
    yield "static void conditions(void) {"
    for place, condition in enumerate(program.conditions):
        if changing := program.changes(condition.expression):
            yield "memcpy(W, S, sizeof W);"
        yield f"atom[{place}] = (uint8_t)condition_{place}({'W' if changing else 'S'});"
    yield "}"
    yield "static int assumptions(slot_t *state) {"
    yield "(void)state;"
    for place in range(len(program.assumptions)):
        yield f"{{ int holds = assumption_{place}(state); if (holds != 1) return holds; }}"
    yield "return 1;"
    yield "}"


def _question(program: Program, formula: Formula) -> str:
    """A predicate as a C expression over its atoms, FAULTED where one of them ends in an error."""
    numbers = atom_numbers(program)

    def sums(left: Linear) -> str:
        return " + ".join(f"{literal(c)} * atom[{numbers[atom]}]" for atom, c in left.terms) or "0"

    text = predicate(formula, sums, literal)
    tests = [f"atom[{numbers[one]}] == FAULTED" for one in atoms(formula) if isinstance(one, Condition)]
    return f"({' || '.join(tests)}) ? FAULTED : ({text})" if tests else f"({text})"


def predicate(formula: Formula, left: Callable[[Linear], str], bound: Callable[[int], str]) -> str:
    """A predicate as C; `left` and `bound` write the sides of its comparisons."""

    def compared(comparison: Comparison) -> str:
        sign = "==" if comparison.operator == "=" else comparison.operator
        return f"({left(comparison.left)} {sign} {bound(comparison.bound)})"

    return fold(
        formula,
        Algebra(
            truth=lambda value: str(int(value)),
            comparison=compared,
            negation=lambda operand: f"!{operand}",
            conjunction=lambda operands: f"({' && '.join(operands)})",
            disjunction=lambda operands: f"({' || '.join(operands)})",
            equivalence=lambda left, right: f"({left} == {right})",
        ),
    )
