"""Writes the TextMate grammars of all languages, by which editors colour them: `scripts/textmate.py [FOLDER]`.

They are made of the words and lexemes of the lexers in vsym/languages. A grammar does not say what those know of the
text before a word, by which a letter is an operator in a formula of `.gsst` and `.sys`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from pygments.token import Keyword, Name, Operator

from vsym.languages.murphi.words import TENSES
from vsym.languages.precedence import PATH_QUANTIFIERS, UNTIL
from vsym.languages.protocol import Language
from vsym.languages.registry import LANGUAGES

FOLDER = Path(__file__).parent.parent / "editors" / "vscode" / "syntaxes"

_KINDS = {
    Keyword.Declaration: "keyword.declaration",
    Keyword: "keyword.control",
    Keyword.Pseudo: "support.function",
    Keyword.Type: "storage.type",
    Keyword.Constant: "constant.language",
    Operator.Word: "keyword.operator.word",
    Name.Builtin: "support.function.builtin",
    Name.Class: "entity.name.type",
    Name.Function: "entity.name.function",
}
_LEXEMES = {
    "line_comment": "comment.line",
    "comment": "comment.block",
    "string": "string.quoted",
    "number": "constant.numeric",
    "sign": "keyword.operator",
    "punctuation": "punctuation",
}
"""The names that themes know for what the lexers have."""


def grammar(language: Language) -> dict[str, Any]:
    """The grammar of a language, as JSON has it."""
    about, lexer = language.descriptor, import_module(f"{language.package}.highlighting")
    parts = {"lexemes": {"patterns": [*_rules(language, lexer)]}}
    if "note" in lexer.SHAPES:
        parts = {"annotations": _annotation(about.name, lexer), **parts}
    return {
        "name": about.title,
        "scopeName": f"source.{about.name}",
        "patterns": [{"include": f"#{name}"} for name in parts],
        "repository": parts,
    }


def _rules(language: Language, lexer: Any) -> Iterator[dict[str, Any]]:
    """A rule for each lexeme, the first that fits before others."""
    name = language.descriptor.name
    for lexeme, shape in lexer.SHAPES.items():
        if lexeme == "comment":
            yield {"name": f"{_LEXEMES[lexeme]}.{name}", "begin": r"/\*", "end": r"\*/"}
        elif lexeme == "word":
            yield from _words(language, lexer)
            # The digits of a name are no number.
            yield {"match": shape}
        elif lexeme in _LEXEMES:
            yield {"name": f"{_LEXEMES[lexeme]}.{name}", "match": shape}


def _words(language: Language, lexer: Any) -> Iterator[dict[str, Any]]:
    """A rule for the names after some words, and one for the words of each kind."""
    name, start = language.descriptor.name, "(?i)" if language.descriptor.caseless else ""
    kinds: dict[Any, list[str]] = {}
    for word in language.vocabulary():
        [(kind, _)] = language.tokens(word)
        kinds.setdefault(kind, []).append(word)
    for before, kind in getattr(lexer, "NAMED", {}).items():
        [(own, _)] = language.tokens(before)
        captures = {"1": {"name": f"{_KINDS[own]}.{name}"}, "2": {"name": f"{_KINDS[kind]}.{name}"}}
        yield {"match": rf"\b({before})\s+({lexer.SHAPES['word']})", "captures": captures}
    for kind, words in kinds.items():
        yield {"name": f"{_KINDS[kind]}.{name}", "match": rf"{start}\b({'|'.join(words)})\b"}


def _annotation(name: str, lexer: Any) -> dict[str, Any]:
    """The rule for a comment that says something, with the operators of formulas."""
    letters = "|".join(map(re.escape, (*TENSES, *UNTIL)))
    return {
        "begin": rf"({lexer.SHAPES['note']})[ \t]*(?:({'|'.join(lexer.HEADS)})\b)?",
        "beginCaptures": {
            "1": {"name": f"comment.line.annotation.{name}"},
            "2": {"name": f"{_KINDS[Keyword.Declaration]}.{name}"},
        },
        "end": "$",
        "patterns": [
            {
                "name": f"{_KINDS[Operator.Word]}.{name}",
                "match": rf"\b(?:{letters}|(?:{'|'.join(PATH_QUANTIFIERS)})(?=\s*\[))(?!\w)",
            },
            {"include": "#lexemes"},
        ],
    }


def main() -> None:
    """One file for each language."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    for one in dict.fromkeys(LANGUAGES.values()):
        text = json.dumps(grammar(one), indent=2, ensure_ascii=False)
        (folder / f"{one.descriptor.name}.tmLanguage.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
