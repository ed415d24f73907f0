"""The commands of a session by their names, with their descriptions for the help.

Some move along the path: one step, several at random, back and forth, to another start.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import islice
from types import MappingProxyType
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from vsym.basics.numbers import plural
from vsym.basics.options import RefusedError
from vsym.basics.source import did_you_mean
from vsym.commands.step.session import Evidence, Reply, Session, at, lead
from vsym.show.text import stepping as text
from vsym.show.text.fitting import table
from vsym.stepping.protocol import Walk

_STARTS = 20
"""The most start states that can be chosen by their numbers."""

_MOST = 10_000
"""The most random steps of one command."""


def _step(session: Session, rest: str) -> Reply:
    """Take a step by its number, of the processes or with the values that are named, or else of the first."""
    number, _, named = rest.partition(" ")
    choices = session.subject.stepper.choices(session.walk.state)
    place = _number(number, "a step", 1) - 1
    if place >= len(choices):
        count = f"{plural(len(choices), 'step is', 'steps are')} possible, numbered from 1"
        raise RefusedError(f"{count}; if that step is listed, `why {place + 1}` says why it is not possible")
    choice = choices[place]
    if named.split():
        choice = session.subject.stepper.member(session.walk.state, place, named.split())
    if choice.target is None:
        raise RefusedError(f"`{choice.label}` ends in an error: {choice.fault}")
    return at(replace(session, walk=session.walk.taken([choice.step], [choice.target])))


def _random(session: Session, rest: str) -> Reply:
    """Take steps at random: a choice is drawn, and then who takes it."""
    count = _number(rest, "how many steps", 1)
    if count > _MOST:
        raise RefusedError(f"one command takes at most {_MOST:,} steps")
    stepper, state = session.subject.stepper, session.walk.state
    steps: list[Any] = []
    states: list[Any] = []
    while len(steps) < count:
        possible = [place for place, one in enumerate(stepper.choices(state)) if one.target is not None]
        if not possible:
            break
        choice = stepper.drawn(state, session.random.choice(possible), session.random)
        if choice.target is None:
            break
        state = choice.target
        steps.append(choice.step)
        states.append(state)
    notes = [f"{plural(len(steps), 'random step')}, seed {session.seed}"]
    if len(steps) < count:
        notes.append("no step is possible after them")
    return at(replace(session, walk=session.walk.taken(steps, states)), "; ".join(notes))


def _moved(direction: int, nothing: str) -> Callable[[Session, str], Reply]:
    """The command that goes back or forward along the known path; past its ends, RefusedError says `nothing`."""

    def move(session: Session, rest: str) -> Reply:
        walk = session.walk.moved(direction * _number(rest or "1", "how many steps", 0))
        if walk is None:
            raise RefusedError(nothing)
        return at(replace(session, walk=walk))

    return move


def _start(session: Session, rest: str) -> Reply:
    """Go to an initial state by its number."""
    starts = [*islice(session.subject.stepper.starts(), _STARTS + 1)]
    count = f"{len(starts[:_STARTS])}{' or more' if len(starts) > _STARTS else ''}"
    number = _number(rest or "1", "a start", 1)
    if number > min(len(starts), _STARTS):
        raise RefusedError(f"there is no initial state {number} up to symmetry; choose from 1..{count}")
    note = f"initial state {number} of {count} up to symmetry"
    return at(replace(session, walk=Walk((starts[number - 1],))), note)


def _number(given: str, what: str, least: int) -> int:
    if not given.isascii() or not given.isdecimal() or len(given) > 9 or int(given) < least:
        raise RefusedError(f"{what}: give a number from {least} on{f', not `{given}`' if given else ''}")
    return int(given)


def interpreted(session: Session, line: str) -> Reply:
    """The reply to a line; raises RefusedError for an impossible command, DiagnosticError for a wrong expression, and
    UndecidedError at a limit, all of which leave the session as it is."""
    word, _, rest = line.strip().partition(" ")
    if not word or word.startswith(("#", "//")):
        return Reply(session)
    if word.isascii() and word.isdecimal():
        word, rest = "step", line.strip()
    return _COMMANDS[_resolved(word)][2](session, rest.strip())


def _save(session: Session, rest: str) -> Reply:
    if not rest:
        raise RefusedError("name a file, as in `save path.itf.json`")
    said = Text(f"{plural(session.walk.at, 'step')} to {rest}")
    return Reply(session, [said], {rest: session.subject.written(session.walk)})


def _load(session: Session, rest: str) -> Reply:
    if not rest:
        raise RefusedError("name a file, as in `load path.itf.json`")
    return Reply(session, read=rest)


def _help(session: Session, _: str) -> Reply:
    return Reply(session, _help_lines())


def _quit(session: Session, _: str) -> Reply:
    return Reply(session, ended=True)


def trace(session: Session, rest: str) -> Reply:
    """Go to the beginning of the path that shows the verdict on a property."""
    if not rest:
        names = ", ".join(session.subject.properties) or "none"
        raise RefusedError(f"name a property: {names}")
    proof = session.subject.counterexample(rest)
    if proof.walk is None:
        return Reply(session, [Text(f"{rest}: {proof.verdict}; {proof.note or 'no path shows it'}")])
    return _along(session, f"{rest}: {proof.verdict}", proof)


def goal(session: Session, rest: str) -> Reply:
    """Go to a state in which a condition is true, from here, or else along a path from a start."""
    if not rest:
        raise RefusedError("give a condition in the model's language, as in `goal #C >= 1`")
    led = lead(session.subject, session.walk.state, session.subject.observation(rest))
    if led.on is not None:
        return at(replace(session, walk=session.walk.taken(led.on.steps, led.on.states[1:])), led.said)
    return Reply(session, [Text(led.said)]) if led.anew is None else _along(session, led.said, led.anew)


def watch(session: Session, rest: str) -> Reply:
    """Show a value with every state from now on."""
    if not rest:
        raise RefusedError("give an expression in the model's language, as in `watch #T + #C`")
    observed = session.subject.observation(rest)
    others = tuple(one for one in session.watched if one[0] != rest)
    line = f"{rest} = {observed.told(session.walk.state)}"
    return Reply(replace(session, watched=(*others, (rest, observed))), [Text(line)])


def unwatch(session: Session, rest: str) -> Reply:
    """Show a value no longer, or none of them."""
    others = tuple(one for one in session.watched if rest not in ("", one[0]))
    if len(others) == len(session.watched):
        raise RefusedError(f"there is no watched value{f' as `{rest}`' if rest else ''}")
    return Reply(replace(session, watched=others), [Text(f"{plural(len(others), 'value is', 'values are')} watched")])


def why(session: Session, rest: str) -> Reply:
    """Show the false conditions of a step, by its number or its name, or of all steps."""
    stepper, state = session.subject.stepper, session.walk.state
    disabled, choices = stepper.disabled(state), stepper.choices(state)
    if rest.isascii() and rest.isdecimal():
        number = int(rest[:9])
        if not 1 <= number <= len(choices) + len(disabled):
            raise RefusedError(f"choose a number from 1..{len(choices) + len(disabled)}")
        if number <= len(choices):
            one = choices[number - 1]
            return Reply(session, [Text(one.fault or f"{one.label} is possible: its guard is true")])
        steps = [disabled[number - len(choices) - 1]]
    else:
        steps = [one for one in disabled if rest in ("", one.label, one.label.partition(":")[0])]
        if not steps:
            raise RefusedError(f"no impossible step is called `{rest}`" if rest else "every step is possible")
    return Reply(session, [line for one in steps for line in text.why_lines(one)])


def disabled(session: Session, _: str) -> Reply:
    """List all steps that are not possible."""
    stepper, state = session.subject.stepper, session.walk.state
    return Reply(session, [text.disabled_table(stepper.disabled(state), len(stepper.choices(state)) + 1)])


def path(session: Session, _: str) -> Reply:
    """List the steps of the path with what each changes."""
    stepper, walk = session.subject.stepper, session.walk
    steps = [stepper.told(step) for step in walk.steps]
    cells = [stepper.view(state).cells for state in walk.states]
    return Reply(session, [text.path_table(steps, cells, walk.at)])


def state(session: Session, _: str) -> Reply:
    """Show the state once more."""
    return at(session)


def _help_lines() -> list[RenderableType]:
    """A row for each command."""
    rows = table("command", "does")
    for name, (given, does, _) in _COMMANDS.items():
        rows.add_row(Text(f"{name} {given}".rstrip()), Text(does))
    note = " you can shorten a command to any unambiguous beginning; vsym skips lines that begin with #"
    return [rows, Text(note, "dim")]


def _along(session: Session, said: str, evidence: Evidence) -> Reply:
    assert evidence.walk is not None
    ahead = f"{plural(len(evidence.walk.steps), 'step')} ahead; `next` and `previous` move along them"
    note = "; ".join(part for part in (said, ahead, evidence.note) if part)
    return at(replace(session, walk=evidence.walk), note)


_COMMANDS: Mapping[str, tuple[str, str, Callable[[Session, str], Reply]]] = MappingProxyType(
    {
        "step": ("N [WHO…]", "take step N, or just N; by these processes, or with these values of its choices", _step),
        "undo": ("[K]", "go back K steps, 1 if no number is given", _moved(-1, "there is nothing to undo")),
        "redo": ("[K]", "take K undone steps again", _moved(1, "there is nothing to redo")),
        "next": ("[K]", "go K steps forward along a loaded trace or path", _moved(1, "this is the end of the path")),
        "previous": ("[K]", "go K steps back along it", _moved(-1, "this is the beginning of the path")),
        "random": ("K", "take K steps at random", _random),
        "start": ("[K]", "go to initial state K", _start),
        "trace": ("NAME", "go to the beginning of the path that shows the verdict on a property", trace),
        "goal": ("CONDITION", "go to a state where a condition is true, by a shortest path", goal),
        "watch": ("EXPRESSION", "show the value of an expression with every state", watch),
        "unwatch": ("[EXPRESSION]", "stop showing it; without an expression, stop showing all", unwatch),
        "why": ("[N|NAME]", "show why a step is not possible: its false conditions, with their values", why),
        "disabled": ("", "list all steps that are not possible", disabled),
        "path": ("", "list the steps of the path, with what each changes", path),
        "state": ("", "show the state again", state),
        "save": ("FILE", "write the path up to here as ITF, which `vsym replay` and `load` read", _save),
        "load": ("FILE", "go to the beginning of the path of an ITF file", _load),
        "help": ("", "list the commands", _help),
        "quit": ("", "end the session, as the end of the input does", _quit),
    }
)
"""Each command: the arguments that it has, its description for the help, and its meaning."""


def _resolved(word: str) -> str:
    """The command that a word names, or that alone begins with it; raises RefusedError where there is none."""
    if word in _COMMANDS:
        return word
    begun = [name for name in _COMMANDS if name.startswith(word.lower())]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise RefusedError(f"`{word}` could be {' or '.join(begun)}")
    hint = did_you_mean(word, [*_COMMANDS]) or "`help` lists the commands"
    raise RefusedError(f"there is no command `{word}`; {hint}")
