"""Rules and start states of a program as C: functions that go through the choices around a rule, in order, and fire the
instances whose guard is true.

A conjunct of a guard is decided as soon as the choices are made that it speaks of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from vsym.basics.frozen import frozen
from vsym.engines.compiled.expressions import looped, number
from vsym.engines.compiled.statements import aliased, declared, written
from vsym.engines.compiled.value_code import Emission
from vsym.models.program.expressions import Binary, Binder, Entries, Expression, Interval
from vsym.models.program.program import Choice, Rule, Start, Wrapper
from vsym.models.program.statements import Bind, Let
from vsym.models.program.types import Simple


def rules(emission: Emission) -> Iterator[str]:
    """The functions of the rules, and `rules`, which fires those of least priority."""
    for rule in emission.program.rules:
        yield from _Piece(emission, rule, rule.guard, f"rule_{rule.number}", "guard_faulted()", "fired").text()
    yield "static void rules(void) {"
    ordered = sorted(emission.program.rules, key=lambda rule: rule.priority)
    for place, (_, group) in enumerate(groupby(ordered, key=lambda rule: rule.priority)):
        if place:
            yield "if (enabled) return;"
        yield from (f"rule_{rule.number}();" for rule in group)
    yield "}"


def starts(emission: Emission) -> Iterator[str]:
    """The functions of the start states, and `starts`, which makes all of them."""
    for start in emission.program.starts:
        handler = f"started({start.number}, 0, FAULTED)"
        yield from _Piece(emission, start, None, f"start_{start.number}", handler, "started").text()
    yield "static void starts(void) {"
    yield "memset(S, 0, sizeof S);"
    yield from (f"start_{start.number}();" for start in emission.program.starts)
    yield "}"


@frozen(eq=False)
class _Piece:
    """A rule or start state to be written in C: `handler` is the call for an error in its wrappers, and `ended` the
    function that gets the result of its body."""

    emission: Emission
    rule: Rule | Start
    guard: Expression | None
    name: str
    handler: str
    ended: str

    def text(self) -> Iterator[str]:
        wrappers = self.rule.wrappers
        first = len(wrappers)
        # From there on are only choices of which there is always one and which cannot end in an error.
        while (
            first and isinstance(one := wrappers[first - 1], Choice) and not isinstance(one.domain, Interval | Entries)
        ):
            first -= 1
        yield from self._function("body")
        yield declared(self.rule.locals)
        yield written(self.emission, self.rule.body)
        yield "return DONE;"
        yield "}"
        choices = [one for one in wrappers[first:] if isinstance(one, Choice)]
        if self.guard is not None and self._changing:
            yield from self._function("guard")
            yield f"return (int){number(self.emission, self.guard).truth.text};"
            yield "}"
        conditions = [] if self.guard is None or self._changing else _levels(self.guard, choices)
        for level, conjuncts in enumerate(conditions):
            if conjuncts:
                around = wrappers[: first + level]
                yield f"static inline int {self.name}_guard_{level}({self._parameters(around)}) {{"
                yield self._used(around)
                yield f"return {' && '.join(number(self.emission, one).truth.text for one in conjuncts)};"
                yield "}"
        yield from self._instances(first, choices, conditions)
        for place in reversed(range(first)):
            yield from self._wrapped(place)
        yield f"static void {self.name}(void) {{"
        yield self._guarded(f"{self.name}_{0}(S)")
        yield "}"

    def _function(self, name: str) -> Iterator[str]:
        """The head of a function of the state and all choices, in which aliases are bound anew."""
        binders = [f"b{one.binder.number}" for one in self.rule.wrappers if isinstance(one, Choice)]
        parameters = ["slot_t *state", *(f"int64_t {one}" for one in binders)]
        yield f"static int {self.name}_{name}({', '.join(parameters)}) {{"
        yield "(void)state;"
        yield from (f"(void){one};" for one in binders)
        for wrapper in self.rule.wrappers:
            if not isinstance(wrapper, Choice):
                yield aliased(self.emission, wrapper)

    @property
    def _changing(self) -> bool:
        """True where the guard changes the state that the body goes on with."""
        return isinstance(self.rule, Rule) and self.rule.number in self.emission.program.changing

    def _instances(
        self, first: int, choices: Sequence[Choice], conditions: Sequence[Sequence[Expression]]
    ) -> Iterator[str]:
        """The innermost choices, each after the conditions that are decided before it, and the firing."""
        wrappers = self.rule.wrappers
        before = sum(isinstance(one, Choice) for one in wrappers[:first])
        binders = [f"b{one.binder.number}" for one in wrappers if isinstance(one, Choice)]

        def inside(level: int) -> str:
            lines = []
            if level < len(conditions) and conditions[level]:
                arguments = self._arguments(wrappers[: first + level])
                lines.append(f"int holds = {self.name}_guard_{level}({arguments});")
                lines.append(f"if (holds == FAULTED) {self.handler};")
                lines.append(f"if (holds != 1) {'continue' if level else 'return DONE'};")
            if level == len(choices):
                body = f"{self.name}_body({', '.join(['W', *binders])})"
                lines.append("memcpy(W, S, sizeof W);")
                if self._changing:
                    lines.append(f"int holds = {self.name}_guard({', '.join(['W', *binders])});")
                    lines.append(f"if (holds == FAULTED) {self.handler};")
                    lines.append(f"if (holds != 1) {'continue' if level else 'return DONE'};")
                lines.append(f"{self.ended}({self.rule.number}, {len(binders)}, {body});")
            else:
                choice = choices[level]

                def chosen() -> str:
                    return f"V[{before + level}] = b{choice.binder.number};\n{inside(level + 1)}"

                lines.append(looped(self.emission, choice.binder, choice.domain, chosen))
            return "\n".join(lines)

        yield f"static inline int {self.name}_{first}({self._parameters(wrappers[:first])}) {{"
        yield self._used(wrappers[:first])
        yield inside(0)
        yield "return DONE;"
        yield "}"

    def _wrapped(self, place: int) -> Iterator[str]:
        """A wrapper that may end in an error, around those after it."""
        wrapper, wrappers = self.rule.wrappers[place], self.rule.wrappers
        call = self._guarded(f"{self.name}_{place + 1}({self._arguments(wrappers[: place + 1])})")
        yield f"static inline int {self.name}_{place}({self._parameters(wrappers[:place])}) {{"
        yield self._used(wrappers[:place])
        if isinstance(wrapper, Choice):
            number = sum(isinstance(one, Choice) for one in wrappers[:place])
            body = f"V[{number}] = b{wrapper.binder.number};\n{call}"
            yield looped(self.emission, wrapper.binder, wrapper.domain, lambda: body)
        else:
            yield aliased(self.emission, wrapper)
            yield call
        yield "return DONE;"
        yield "}"

    def _guarded(self, call: str) -> str:
        return f"if (UNLIKELY({call} == FAULTED)) {self.handler};"

    def _parameters(self, wrappers: Sequence[Wrapper]) -> str:
        return ", ".join(["slot_t *state", *(f"{kind}{name}" for kind, name in map(self._named, wrappers))])

    def _arguments(self, wrappers: Sequence[Wrapper]) -> str:
        return ", ".join(["state", *(name for _, name in map(self._named, wrappers))])

    def _used(self, wrappers: Sequence[Wrapper]) -> str:
        """The statements by which no compiler finds a parameter unused."""
        return " ".join(["(void)state;", *(f"(void){name};" for _, name in map(self._named, wrappers))])

    def _named(self, wrapper: Wrapper) -> tuple[str, str]:
        match wrapper:
            case Choice(binder):
                return "int64_t ", f"b{binder.number}"
            case Bind(reference):
                return "slot_t *", f"r{reference.number}"
            case Let(variable):
                assert isinstance(variable.type, Simple) or variable.number not in self.emission.wide
                wide = variable.number in self.emission.wide
                return ("int64_t ", f"x{variable.number}") if wide else ("slot_t *", f"l{variable.number}")


def _levels(guard: Expression, choices: Sequence[Choice]) -> list[list[Expression]]:
    """The conjuncts of a guard by how many of the choices have to be made before; their order stays.

    A conjunct that is false early leaves out those after it, as it does in the guard; one that ends in an error does so
    for at least one instance.
    """
    place = {choice.binder.number: number for number, choice in enumerate(choices, 1)}
    result: list[list[Expression]] = [[] for _ in range(len(choices) + 1)]
    level = 0
    for conjunct in _conjuncts(guard):
        level = max([level, *(place.get(binder.number, 0) for binder in parts(conjunct, Binder))])
        result[level].append(conjunct)
    return result


def _conjuncts(guard: Expression) -> Iterator[Expression]:
    match guard:
        case Binary("&", left, right):
            yield from _conjuncts(left)
            yield from _conjuncts(right)
        case _:
            yield guard


def parts(node: Any, kind: type[Any]) -> Iterator[Any]:
    """Everything of a kind in a tree of values."""
    stack = [node]
    while stack:
        current = stack.pop()
        if isinstance(current, kind):
            yield current
        if isinstance(current, tuple):
            stack.extend(current)
        else:
            # Without a list of the fields for each value, a program is searched in a third of the time.
            names = getattr(type(current), "__dataclass_fields__", ())
            stack.extend([getattr(current, name) for name in names if name != "span"])
