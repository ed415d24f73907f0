"""What a line asks for: the commands by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from rich.text import Text

from vsym.basics.numbers import plural
from vsym.basics.options import RefusedError
from vsym.commands.step import asking, moving
from vsym.commands.step.session import Reply, Session
from vsym.commands.step.words import help_lines, resolved


def interpreted(session: Session, line: str) -> Reply:
    """What a line asks for; raises RefusedError for what cannot be done, DiagnosticError for a wrong expression, and
    UndecidedError at a limit, all of which leave the session as it is."""
    word, _, rest = line.strip().partition(" ")
    if not word or word.startswith(("#", "//")):
        return Reply(session)
    if word.isascii() and word.isdecimal():
        word, rest = "step", line.strip()
    return _MEANINGS[resolved(word)](session, rest.strip())


def _save(session: Session, rest: str) -> Reply:
    if not rest:
        raise RefusedError("to which file? As in `save path.itf.json`")
    said = Text(f"{plural(session.walk.at, 'step')} to {rest}")
    return Reply(session, [said], {rest: session.desk.written(session.walk)})


def _load(session: Session, rest: str) -> Reply:
    if not rest:
        raise RefusedError("from which file? As in `load path.itf.json`")
    return Reply(session, read=rest)


def _help(session: Session, _: str) -> Reply:
    return Reply(session, help_lines())


def _quit(session: Session, _: str) -> Reply:
    return Reply(session, ended=True)


_MEANINGS: Mapping[str, Callable[[Session, str], Reply]] = MappingProxyType(
    {
        "step": moving.step,
        "undo": moving.moved(-1, "there is nothing to undo"),
        "redo": moving.moved(1, "there is nothing to redo"),
        "next": moving.moved(1, "this is the end of the path"),
        "previous": moving.moved(-1, "this is the beginning of the path"),
        "random": moving.random,
        "start": moving.start,
        "trace": asking.trace,
        "goal": asking.goal,
        "watch": asking.watch,
        "unwatch": asking.unwatch,
        "why": asking.why,
        "disabled": asking.disabled,
        "path": asking.path,
        "state": asking.state,
        "save": _save,
        "load": _load,
        "help": _help,
        "quit": _quit,
    }
)
