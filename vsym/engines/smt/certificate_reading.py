"""A certificate file read back: every goal in it is put to a solver once more."""

from __future__ import annotations

import io
from collections.abc import Iterator

from pysmt.environment import Environment
from pysmt.exceptions import PysmtException
from pysmt.fnode import FNode
from pysmt.smtlib.parser import SmtLibParser
from pysmt.smtlib.script import SmtLibCommand

from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.smt.certificate_text import FORMAT


class UnreadableError(Exception):
    """A text is not a certificate."""


@frozen
class Checked:
    """A goal's label, and whether it is unsatisfiable as it must be."""

    label: str
    valid: bool


@frozen
class _Question:
    label: str
    assertions: tuple[FNode, ...]


def recheck(text: str, budget: Budget) -> Iterator[Checked]:
    """Every goal of a certificate file with what the solver says of it.

    Raises UnreadableError where the text is not a certificate or part of it is missing, UndecidedError and
    UnknownSolverError as a session does.
    """
    environment = Environment()
    questions = _questions(text, environment)
    with Session(environment, budget) as session:
        for question in questions:
            yield Checked(question.label, not session.satisfiable(*question.assertions))


def _questions(text: str, environment: Environment) -> list[_Question]:
    try:
        commands = list(SmtLibParser(environment).get_command_generator(io.StringIO(text)))
    except (PysmtException, ValueError, IndexError, KeyError, AssertionError, RecursionError) as error:
        raise UnreadableError(f"it is not SMT-LIB 2 that can be read: {error}") from error
    about = {command.args[0]: _plain(command.args[1]) for command in commands if command.name == "set-info"}
    if about.get(":source") != FORMAT:
        raise UnreadableError("it is not a certificate of vsym")
    questions = _collected(commands)
    if str(len(questions)) != about.get(":goals"):
        raise UnreadableError(f"it announces {about.get(':goals')} goals and has {len(questions)}")
    return questions


def _collected(commands: list[SmtLibCommand]) -> list[_Question]:
    questions: list[_Question] = []
    scopes: list[list[FNode]] = [[]]
    label: str | None = None
    for command in commands:
        match command.name:
            case "push":
                scopes += [[] for _ in range(command.args[0])]
            case "pop":
                del scopes[len(scopes) - command.args[0] :]
            case "assert":
                if not scopes:
                    raise UnreadableError("it has more pops than pushes")
                scopes[-1].append(command.args[0])
            case "set-info" if command.args[0] == ":goal":
                label = _plain(command.args[1])
            case "check-sat":
                if label is None:
                    raise UnreadableError("a goal has no label")
                questions.append(_Question(label, tuple(part for asserted in scopes for part in asserted)))
                label = None
    return questions


def _plain(value: object) -> str:
    return str(value).strip('"|')
