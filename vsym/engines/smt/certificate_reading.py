"""A certificate file read back: it must follow its proof rule, and a solver checks every goal in it.

Two texts of SMT-LIB are compared as trees, so spaces and comments do not count.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TypeAlias

from pysmt.exceptions import PysmtException
from pysmt.fnode import FNode
from pysmt.smtlib.parser import SmtLibParser

from vsym.arithmetic.environment import Environment
from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.smt.certificate import FORMAT, Induction, Rule, Scope, claimed, document, scope_text
from vsym.engines.smt.liveness.certificate import rule_of_progress
from vsym.engines.smt.phases.certificate import rule_of_phases

Tree: TypeAlias = "str | tuple[Tree, ...]"
"""A symbol without bars, a number, a keyword or a string in its quotes; or a list."""


Command: TypeAlias = tuple[Tree, ...]

_DEPTH = re.compile(r"after ([1-9][0-9]{0,3}) states in it, a step stays in the invariant")
_SHOWN = 60


class UnreadableError(Exception):
    """A text is not a certificate, or not the one that its proof rule or a model asks for."""


@frozen
class Checked:
    """A goal's label, and whether it is unsatisfiable as it must be."""

    label: str
    valid: bool


def read(text: str) -> tuple[Scope, ...]:
    """The proofs in a certificate file, with their rules; raises UnreadableError for one that has more or less."""
    try:
        commands = [tree if isinstance(tree, tuple) else (tree,) for tree in trees(text)]
        if ("set-info", ":source", f'"{FORMAT}"') not in commands[:2]:
            raise UnreadableError("it is not a certificate of vsym")
        scopes = tuple(_scope(inner) for inner in _scopes(commands[3:]))
        again = document("", {str(number): scope_text(scope) for number, scope in enumerate(scopes)})
        _compare("the file", commands[:3], [tree for tree in trees(again)[:3] if isinstance(tree, tuple)])
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"it is not SMT-LIB 2 that can be read: {error}") from error
    if not scopes:
        raise UnreadableError("it has no goals: it proves nothing")
    names = [scope.name for scope in scopes]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UnreadableError(f"it proves `{twice}` twice")
    return scopes


def scope_in(text: str) -> Scope:
    """One proof, as `scope_text` writes it; raises UnreadableError."""
    return _scope([tree for tree in trees(text) if isinstance(tree, tuple)])


def recheck(scopes: Sequence[Scope], budget: Budget) -> Iterator[Checked]:
    """Every goal of a file's proofs, with the solver's answer. Raises UnreadableError for a formula that is not of
    linear arithmetic, UndecidedError and UnknownSolverError as a session does."""
    environment = Environment()
    with Session(environment, budget) as session:
        for scope in scopes:
            labels = (f"{scope.name}: {goal.label}" for goal in scope.rule.goals())
            for label, asserted in zip(labels, _asserted(scope, environment), strict=True):
                yield Checked(label, not session.satisfiable(*asserted))


def _asserted(scope: Scope, environment: Environment) -> list[list[FNode]]:
    """The assertions of each goal."""
    try:
        commands = list(SmtLibParser(environment).get_command_generator(io.StringIO(scope_text(scope))))
    except (PysmtException, ValueError, IndexError, KeyError, AssertionError, RecursionError) as error:
        raise UnreadableError(f"`{scope.name}` has a formula that cannot be read: {error}") from error
    assertions: list[list[FNode]] = []
    for command in commands:
        if command.name == "push":
            assertions.append([])
        elif command.name == "assert":
            assertions[-1].append(command.args[0])
    return assertions


def _scopes(commands: Sequence[Command]) -> Iterator[list[Command]]:
    """The commands between each outer push and its pop; nothing may stand outside."""
    inside: list[Command] = []
    depth = 0
    for command in commands:
        match command:
            case ("push", "1"):
                depth += 1
                if depth == 1:
                    continue
            case ("pop", "1"):
                depth -= 1
                if depth == 0:
                    yield inside
                    inside = []
                    continue
        if depth < 1:
            raise UnreadableError(f"{_shown(command)} is outside every property that it proves")
        inside.append(command)
    if depth:
        raise UnreadableError("it is cut off")


def _scope(commands: Sequence[Command]) -> Scope:
    declared: list[str] = []
    defined: dict[str, Tree] = {}
    labels: list[str] = []
    bounds: str | None = None
    for command in commands:
        match command:
            case ("set-info", ":bounds", str(text)):
                bounds = text.strip('"')
            case ("declare-fun", str(symbol), (), "Int"):
                declared.append(symbol)
            case ("define-fun", str(symbol), tuple(), "Bool" | "Int", body) if symbol not in defined:
                defined[symbol] = body
            case ("set-info", ":goal", str(label)):
                labels.append(label.strip('"'))
    name = next((one.removesuffix(": domain") for one in defined if one.endswith(": domain")), None)
    if name is None:
        raise UnreadableError("it does not define the domain of a property")
    formulas = {one.removeprefix(f"{name}: "): written(body) for one, body in defined.items()}
    formulas["predicate"] = formulas.pop("property", "")
    rule = _rule([label.removeprefix(f"{name}: ") for label in labels], [*formulas])
    scope = Scope(
        name,
        rule,
        tuple(symbol for symbol in declared if "@" not in symbol),
        tuple(symbol.removesuffix("@0") for symbol in declared if symbol.endswith("@0")),
        formulas,
        bounds,
    )
    _check(scope, defined)
    again = [tree for tree in trees(scope_text(scope)) if isinstance(tree, tuple)]
    for goal in scope.rule.goals():
        if f"{name}: {goal.label}" not in labels:
            raise UnreadableError(f"the goal `{name}: {goal.label}` is missing")
    _compare(f"`{name}`", commands, again)
    return scope


def _rule(labels: Sequence[str], definitions: Sequence[str]) -> Rule:
    """The proof rule that the labels of goals, and the definitions, suggest."""
    if (progress := rule_of_progress(labels, definitions)) is not None:
        return progress
    if (phases := rule_of_phases(labels, definitions)) is not None:
        return phases
    for label in labels:
        if depth := _DEPTH.fullmatch(label):
            # A rule has as many goals as its depth, and two more: so no number makes a rule larger than the file.
            return Induction((), min(int(depth[1]), len(labels)), "different" in definitions)
    steps = []
    for number in range(sum(one.startswith("step ") for one in definitions)):
        pattern = re.compile(rf"step {number}(?: \((.*)\))? keeps the domain")
        steps.append(next((step[1] or "" for label in labels if (step := pattern.fullmatch(label))), ""))
    return Induction(tuple(steps))


def _check(scope: Scope, defined: dict[str, Tree]) -> None:
    """Raise UnreadableError where a definition is missing, or speaks of more than its own states."""
    for claim in claimed(scope.rule):
        symbol = scope.symbol(claim)
        if scope.rule.derived(claim, lambda name, _: name) is not None:
            continue
        if symbol not in defined:
            raise UnreadableError(f"the definition of `{symbol}` is missing")
        foreign = next((one for one in symbols(defined[symbol]) if one not in scope.arguments(claim)), None)
        if foreign is not None:
            raise UnreadableError(f"the definition of `{symbol}` uses `{foreign}`, which is not one of its arguments")


def _compare(where: str, commands: Sequence[Command], expected: Sequence[Command]) -> None:
    """Raise UnreadableError at the first command that differs from the one that the proof rule asks for."""
    for command, other in zip_longest(commands, expected):
        if command != other:
            has, rule = _shown(command), _shown(other)
            raise UnreadableError(f"{where} has {has} where the proof rule asks for {rule}")


def _shown(command: Command | None) -> str:
    if command is None:
        return "nothing"
    text = re.sub(r"\|([A-Za-z-]+)\|", r"\1", written(command))
    return f"`{text if len(text) <= _SHOWN else text[:_SHOWN] + '…'}`"


OPERATORS = frozenset({"and", "or", "not", "=>", "ite", "=", "<", "<=", ">", ">=", "+", "-", "*", "true", "false"})
"""The words of a formula beside numbers and the symbols that are declared."""

_TOKEN = re.compile(
    r'\s+|;[^\n]*|(?P<bracket>[()])|\|(?P<quoted>[^|\\"]*)\||(?P<string>"[^"]*")|(?P<plain>[^\s()|;"]+)|(?P<wrong>.)',
    re.DOTALL,
)
_PLAIN = re.compile(r'[0-9]+|:.*|".*"', re.DOTALL)


def trees(text: str) -> tuple[Tree, ...]:
    """The lists that a text is made of; raises ValueError for a text that is not made of lists."""
    opened: list[list[Tree]] = [[]]
    for match in _TOKEN.finditer(text):
        match match.lastgroup:
            case None:
                continue
            case "bracket" if match.group() == "(":
                opened.append([])
            case "bracket" if len(opened) > 1:
                opened[-2].append(tuple(opened.pop()))
            case "quoted" | "string" | "plain" as kind:
                opened[-1].append(match[kind])
            case _:
                raise ValueError(f"`{match.group()}` stands alone")
    if len(opened) > 1:
        raise ValueError("a bracket is not closed")
    return tuple(opened[0])


def written(tree: Tree) -> str:
    """A tree as text."""
    if isinstance(tree, tuple):
        return f"({' '.join(map(written, tree))})"
    return tree if tree in OPERATORS or _PLAIN.fullmatch(tree) else f"|{tree}|"


def symbols(tree: Tree) -> Iterator[str]:
    """Every symbol in a formula."""
    stack = [tree]
    while stack:
        part = stack.pop()
        if isinstance(part, tuple):
            stack.extend(part)
        elif part not in OPERATORS and not part.isdecimal():
            yield part
