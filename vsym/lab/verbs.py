"""The answers to the page's verbs, as functions from values to JSON: of a server's processes and of a browser."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from vsym.basics import resources
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError, Source
from vsym.lab import lessons
from vsym.lab.protocol import Record, problem
from vsym.languages.protocol import Language
from vsym.languages.registry import LANGUAGES

if TYPE_CHECKING:
    from vsym.lab import shapes

_ANSWERS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "tokens": ("colouring", "answer"),
        "lint": ("linting", "answer"),
        "hover": ("linting", "hover"),
        "check": ("checking", "answer"),
        "steps": ("walking", "answer"),
        "picture": ("picturing", "answer"),
    }
)
"""The module of `vsym.lab` and the function that answers a verb."""


def answer(verb: str, source: Source, values: Record, budget: Budget) -> shapes.Reply:
    """The answer to a verb about a text. A DiagnosticError becomes a refusal; every other error is raised."""
    module, function = _ANSWERS[verb]
    try:
        return {"answer": getattr(import_module(f"vsym.lab.{module}"), function)(source, values, budget)}
    except DiagnosticError as error:
        return problem("refused", error.diagnostics[0].message)


def beginning(name: str, text: str, *, saves: bool, seconds: float, editor: bool) -> shapes.Beginning:
    """The values that the page needs to begin with: the file's name and text, the seconds that a check may take."""
    return {
        "file": name,
        "text": text,
        "saves": saves,
        "seconds": seconds,
        "language": PurePath(name).suffix,
        "lexical": {suffix: lexical(one) for suffix, one in LANGUAGES.items()},
        "editor": editor,
        "lessons": lessons.listed(),
    }


def source_of(name: str, values: Mapping[str, Any]) -> Source:
    """The text of a request to the page of a file, in its language or another one; raises RefusedError where there is
    no such language."""
    suffix = values.get("language")
    if suffix is None or suffix == PurePath(name).suffix:
        return Source(name, values["text"])
    if suffix not in LANGUAGES:
        raise RefusedError(f"`{suffix[:40]}` is not a language")
    return Source(f"model{suffix}", values["text"])


def explained(name: str) -> shapes.Explanation:
    """The handbook's section on a code or a term; raises RefusedError where there is none."""
    section = resources.find(name)
    if section is None:
        raise RefusedError(f"the handbook has nothing on `{name[:40]}`")
    return {"title": section.title, "body": lessons.tree(section.text)}


@cache
def lexical(language: Language) -> shapes.Lexical:
    """The reserved words of a language, and the beginning of its comments."""
    about = language.descriptor
    return {"name": about.name, "words": [*language.vocabulary()], "comment": about.comment}
