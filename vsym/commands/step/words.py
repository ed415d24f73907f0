"""The commands of a session by name, and what its help says of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rich.console import RenderableType
from rich.text import Text

from vsym.basics.options import RefusedError
from vsym.basics.source import did_you_mean
from vsym.show.text.fitting import table

COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "step": ("N [WHO…]", "take step N, or just N; by these processes, or with these values of its choices"),
        "undo": ("[K]", "go back K steps, 1 if no number is given"),
        "redo": ("[K]", "take K steps again that were undone"),
        "next": ("[K]", "K steps on along a trace or a path that was loaded"),
        "previous": ("[K]", "K steps back along it"),
        "random": ("K", "take K steps at random"),
        "start": ("[K]", "go to initial state K"),
        "trace": ("NAME", "go to the beginning of the path that shows the verdict on a property"),
        "goal": ("CONDITION", "go to a state in which a condition is true, by a shortest path"),
        "watch": ("EXPRESSION", "show the value of an expression with every state"),
        "unwatch": ("[EXPRESSION]", "no longer; without one, none of them"),
        "why": ("[N|NAME]", "why a step is not possible: each condition that is false, with its values"),
        "disabled": ("", "list all steps that are not possible"),
        "path": ("", "list the steps of the path, with what each changes"),
        "state": ("", "show the state once more"),
        "save": ("FILE", "write the path up to here as ITF, which `vsym replay` and `load` read"),
        "load": ("FILE", "go to the beginning of the path of an ITF file"),
        "help": ("", "list the commands"),
        "quit": ("", "end, as the end of the input does"),
    }
)
"""What each command is given, and what it does."""


def resolved(word: str) -> str:
    """The command that a word names, or that alone begins with it; raises RefusedError where there is none."""
    if word in COMMANDS:
        return word
    begun = [name for name in COMMANDS if name.startswith(word.lower())]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise RefusedError(f"`{word}` could be {' or '.join(begun)}")
    hint = did_you_mean(word, [*COMMANDS]) or "`help` lists the commands"
    raise RefusedError(f"there is no command `{word}`; {hint}")


def help_lines() -> list[RenderableType]:
    """What each command does."""
    rows = table("command", "does")
    for name, (given, does) in COMMANDS.items():
        rows.add_row(Text(f"{name} {given}".rstrip()), Text(does))
    note = " a command can be shortened as long as one alone begins so; a line that begins with # is skipped"
    return [rows, Text(note, "dim")]
