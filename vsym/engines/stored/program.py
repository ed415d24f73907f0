"""The C program that takes the steps of an exploration on disk, and what tells its store from others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from vsym.basics.limits import UNLIMITED, Budget
from vsym.engines.compiled.compiler import compiled
from vsym.engines.compiled.model import Model, rendered
from vsym.engines.stored.manifest import Identity

MAIN = "stored/step.c.j2"


def text_of(model: Model) -> str:
    """The program of a model."""
    return rendered(model, MAIN)


def identity_of(model: Model, text: str) -> Callable[[int], Identity]:
    """What a store of so many parts is of, if it is made by the program of a model."""
    unasked = _digest(text_of(replace(model, questions=())))
    return lambda parts: Identity(_digest(text), unasked, model.words, parts)


def executable(text: str, budget: Budget = UNLIMITED) -> Path:
    """The program, compiled where this machine has not done so yet; raises what `compiled` does."""
    return compiled(_digest(text), lambda: text, budget=budget)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
