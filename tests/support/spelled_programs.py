"""The oracle's programs as Murphi texts, one statement a line, so that lines can be compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.support import oracle_programs as tree
from tests.support.oracle_program_types import BOOLEAN, Array, Bag, Elements, Int, Names, OneOf, Record, Type

BINDS = {"->": 1, "|": 2, "&": 3, "!": 4, "=": 5, "!=": 5, "<": 5, "<=": 5, ">": 5, ">=": 5, "+": 6, "-": 6}
BINDS |= {"*": 7, "/": 7, "%": 7}
LEFT = {"|", "&", "+", "-", "*", "/", "%"}
"""The operators that group to the left; others of one level always get parentheses."""
SIGN, PRIMARY = 8, 9


class Style(NamedTuple):
    """The choice among several spellings: `==` and `&&`, `endrule` and the like, all the parentheses, no `;` before
    `end`, and nested loops or quantifiers in one head, which rumur does not read."""

    doubled: bool = False
    long_ends: bool = False
    parentheses: bool = False
    sparse: bool = False
    joined: bool = False


@dataclass(frozen=True)
class Text:
    """A text, and the line, from 1, of each part that has one."""

    text: str
    lines: Mapping[tree.Line, int] = field(repr=False)


def spelled(program: tree.Program, style: Style) -> Text:
    """A program's text."""
    writer = _Writer(program, style)
    writer.program()
    return Text("".join(f"{line}\n" for line in writer.written), writer.lines)


@dataclass
class _Writer:
    source: tree.Program
    style: Style
    written: list[str] = field(default_factory=list)
    lines: dict[tree.Line, int] = field(default_factory=dict)
    indent: int = 0

    def put(self, text: str, line: tree.Line | None = None) -> None:
        self.written.append("  " * self.indent + text)
        if line is not None:
            self.lines[line] = len(self.written)

    def end(self, word: str) -> None:
        self.indent -= 1
        if self.style.sparse:
            self.written[-1] = self.written[-1].removesuffix(";")
        self.put(f"end{word if self.style.long_ends else ''};")

    def program(self) -> None:
        self.put("type")
        self.declare(self.source.types, ":", named=False)
        self.put("var")
        self.declare(self.source.variables, ":")
        for routine in self.source.routines:
            self.routine(routine)
        for start in self.source.starts:
            self.rule(start, "startstate")
        for rule in self.source.rules:
            self.rule(rule, "rule" if rule.priority == 0 else f"rule {rule.priority}")
        for prop in self.source.properties:
            self.property(prop)

    def declare(self, variables: tree.Variables, separator: str, *, named: bool = True) -> None:
        self.indent += 1
        for name, of in variables:
            self.put(f"{name}{separator} {self.type(of) if named else self.anonymous(of)};")
        self.indent -= 1

    def type(self, of: Type) -> str:
        names = [name for name, known in self.source.types if known == of]
        return names[0] if names else self.anonymous(of)

    def anonymous(self, of: Type) -> str:
        if of == BOOLEAN:
            return "boolean"
        match of:
            case Int(low, high):
                return f"{low}..{high}"
            case Names(members):
                return f"enum {{{', '.join(map(str, members))}}}"
            case Elements(_, size):
                return f"scalarset({size})"
            case OneOf(parts):
                return f"union {{{', '.join(map(self.type, parts))}}}"
            case Array(index, element):
                return f"array [{self.type(index)}] of {self.type(element)}"
            case Record(fields):
                inside = " ".join(f"{name}: {self.type(part)};" for name, part in fields)
                return f"record {inside} end"
            case Bag(size, element):
                return f"multiset [{size}] of {self.type(element)}"

    def routine(self, routine: tree.Routine) -> None:
        word = "procedure" if routine.result is None else "function"
        parameters = "; ".join(
            f"{'var ' if reference else ''}{name}: {self.type(of)}" for name, of, reference in routine.parameters
        )
        result = "" if routine.result is None else f": {self.type(routine.result)}"
        self.put(f"{word} {routine.name}({parameters}){result};")
        self.body(routine.variables, routine.body, word)

    def body(self, variables: tree.Variables, body: Sequence[tree.Statement], word: str) -> None:
        if variables:
            self.put("var")
            self.declare(variables, ":")
        self.put("begin")
        self.indent += 1
        self.statements(body)
        self.end(word)

    def rule(self, rule: tree.Rule, word: str) -> None:
        for wrapper in rule.wrappers:
            self.put(self.wrapper(wrapper), wrapper)
            self.indent += 1
        if word == "startstate":
            self.put(f'startstate "{rule.name}"', rule)
        else:
            self.put(f'{word} "{rule.name}" {self.expression(rule.guard)} ==>', rule)
        self.body(rule.variables, rule.body, word.split()[0])
        for wrapper in reversed(rule.wrappers):
            self.end({tree.Over: "ruleset", tree.Pick: "choose", tree.Alias: "alias"}[type(wrapper)])

    def wrapper(self, wrapper: tree.Wrapper) -> str:
        match wrapper:
            case tree.Over(name, domain):
                return f"ruleset {self.binder(name, domain)} do"
            case tree.Pick(name, place):
                return f"choose {name}: {self.expression(place)} do"
            case tree.Alias(name, of):
                return f"alias {name}: {self.expression(of)} do"

    def property(self, prop: tree.Property) -> None:
        self.put(f'{prop.kind} "{prop.name}" {self.expression(prop.condition)};', prop)

    def statements(self, body: Sequence[tree.Statement]) -> None:
        for statement in body:
            self.statement(statement)

    def block(self, opening: str, line: tree.Line | None, body: Sequence[tree.Statement], word: str = "") -> None:
        self.put(opening, line)
        self.indent += 1
        self.statements(body)
        self.indent -= 1
        if word:
            self.indent += 1
            self.end(word)

    def statement(self, statement: tree.Statement) -> None:
        write = self.expression
        match statement:
            case tree.If(cases, otherwise):
                for number, case in enumerate(cases):
                    word = "elsif" if number else "if"
                    self.block(f"{word} {write(case.conditions[0])} then", case, case.body)
                self.lines[statement] = self.lines[cases[0]]
                self.otherwise(otherwise, "if")
            case tree.Switch(value, branches, otherwise):
                self.put(f"switch {write(value)}", statement)
                self.indent += 1
                for case in branches:
                    self.block(f"case {', '.join(map(write, case.conditions))}:", case, case.body)
                self.otherwise(otherwise, "switch")
                self.indent -= 1
            case tree.For(name, domain, body):
                head = self.binder(name, domain)
                while self.style.joined and len(body) == 1 and isinstance(body[0], tree.For):
                    self.lines[body[0]] = len(self.written) + 1
                    head, body = f"{head}; {self.binder(body[0].name, body[0].domain)}", body[0].body
                self.block(f"for {head} do", statement, body, "for")
            case tree.While(condition, body):
                self.block(f"while {write(condition)} do", statement, body, "while")
            case tree.Scope(aliases, body):
                self.lines[statement] = len(self.written) + 1
                for number, alias in enumerate(aliases):
                    opening = "alias " if number == 0 else "      "
                    closing = " do" if number == len(aliases) - 1 else ";"
                    self.put(f"{opening}{alias.name}: {write(alias.of)}{closing}", alias)
                self.indent += 1
                self.statements(body)
                self.end("alias")
            case _:
                self.put(f"{self.simple(statement)};", statement)

    def otherwise(self, body: Sequence[tree.Statement], word: str) -> None:
        if body:
            self.block("else", None, body)
        self.indent += 1
        self.end(word)

    def simple(self, statement: tree.Statement) -> str:
        write = self.expression
        match statement:
            case tree.Assign(place, value):
                return f"{write(place)} := {write(value)}"
            case tree.Reset(word, place):
                return f"{word} {write(place)}"
            case tree.Fail(message):
                return f'error "{message}"'
            case tree.Claim(word, condition):
                return f'{word} {write(condition)} "a claim"'
            case tree.Add(element, place):
                return f"multisetadd({write(element)}, {write(place)})"
            case tree.Remove(name, place):
                return f"multisetremove({name}, {write(place)})"
            case tree.RemoveIf(name, place, condition):
                return f"multisetremovepred({name}: {write(place)}, {write(condition)})"
            case tree.Invoke(routine, arguments):
                return write(tree.Call(routine, arguments))
            case tree.Return(None):
                return "return"
            case tree.Return(value):
                assert value is not None
                return f"return {write(value)}"
        raise TypeError(statement)

    def binder(self, name: str, domain: tree.Domain) -> str:
        if isinstance(domain, tree.Span):
            by = "" if domain.by is None else f" by {domain.by}"
            return f"{name} := {self.expression(domain.first)} to {self.expression(domain.last)}{by}"
        return f"{name}: {self.type(domain)}"

    def expression(self, expression: tree.Expression, least: int = 0) -> str:
        """The text of an expression, in parentheses if it binds less tightly than `least` or the style wants them."""
        level, text = self.levelled(expression)
        if level < least or (self.style.parentheses and level < SIGN):
            return f"({text})"
        return text

    def levelled(self, expression: tree.Expression) -> tuple[int, str]:
        write = self.expression
        match expression:
            case tree.Name(name):
                return PRIMARY, name
            case tree.At(place, index):
                return PRIMARY, f"{write(place)}[{write(index)}]"
            case tree.Dot(place, part):
                return PRIMARY, f"{write(place)}.{part}"
            case tree.Literal_(bool() as literal):
                return PRIMARY, str(literal).lower()
            case tree.Literal_(int() as literal) if literal < 0:
                return SIGN, str(literal)
            case tree.Literal_(literal):
                return PRIMARY, str(literal)
            case tree.Undefined():
                return PRIMARY, "undefined"
            case tree.Prefix() | tree.Infix() | tree.Either():
                return self.computed(expression)
            case tree.Every(quantifier, name, domain, body):
                head = self.binder(name, domain)
                while self.style.joined and isinstance(body, tree.Every) and body.quantifier == quantifier:
                    head, body = f"{head}; {self.binder(body.name, body.domain)}", body.body
                return PRIMARY, f"{quantifier} {head} do {write(body)} end{self.long(quantifier)}"
            case tree.Tally(name, place, body):
                return PRIMARY, f"multisetcount({name}: {write(place)}, {write(body)})"
            case tree.Unknown(place):
                return PRIMARY, f"isundefined({write(place)})"
            case tree.Belongs(operand, member):
                return PRIMARY, f"ismember({write(operand)}, {self.type(member)})"
            case tree.Call(routine, arguments):
                return PRIMARY, f"{routine}({', '.join(map(write, arguments))})"

    def computed(self, expression: tree.Prefix | tree.Infix | tree.Either) -> tuple[int, str]:
        write = self.expression
        match expression:
            case tree.Prefix(operator, operand):
                level = BINDS["!"] if operator == "!" else SIGN
                inside = write(operand, level if operator == "!" else PRIMARY)
                return level, f"{operator}{inside}"
            case tree.Infix(operator, left, right):
                level = BINDS[operator]
                sides = write(left, level + (operator not in LEFT)), write(right, level + 1)
                return level, f"{sides[0]} {self.operator(operator)} {sides[1]}"
            case tree.Either(condition, then, otherwise):
                return 0, f"{write(condition, 1)} ? {write(then, 1)} : {write(otherwise, 1)}"

    def long(self, word: str) -> str:
        return word if self.style.long_ends else ""

    def operator(self, operator: str) -> str:
        doubled = {"=": "==", "&": "&&", "|": "||"}
        return doubled.get(operator, operator) if self.style.doubled else operator
