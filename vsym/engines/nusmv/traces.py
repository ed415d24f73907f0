"""NuSMV's traces, in its XML format, as paths of the system."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree import ElementTree

from vsym.exchange.smv.layout import CHOICE
from vsym.exchange.smv.system import SystemText
from vsym.system.result import Path, SystemPath
from vsym.system.system import System

_WORDS = {"TRUE": 1, "FALSE": 0}


def read_trace(system: System, text: SystemText, answer: str) -> SystemPath | None:
    """The counterexample in what NuSMV answered, or None where it gave none.

    `text` says what the variables and moves are called. Values that NuSMV leaves out are constants of the model.
    """
    found = re.search(r"<counter-example.*?</counter-example>", answer, re.DOTALL)
    if found is None:
        return None
    root = ElementTree.fromstring(found[0])
    defaults = {variable.name: low for variable, (low, _) in zip(text.variables, system.ranges, strict=True)}
    # A name is the value of one kind only.
    kinds = text.vocabulary.words.values()
    words = {**_WORDS, **{word: value for kind in kinds for value, word in enumerate(kind)}}
    steps_by_name = {move.name: move.event for move in text.moves}
    states: list[tuple[int, ...]] = []
    steps: list[int | None] = []
    for node in root.iter("node"):
        values = _values(node, "state")
        states.append(tuple(_number(values.get(name), low, words) for name, low in defaults.items()))
        # The input of a node leads to the next one; beside the last state it leads nowhere.
        steps.append(steps_by_name.get(_values(node, "input").get(CHOICE, "")))
    return Path("counterexample", tuple(states), tuple(steps[:-1]), _loop(root, states))


def _values(node: ElementTree.Element, kind: str) -> Mapping[str, str]:
    return {
        value.get("variable", ""): (value.text or "").strip()
        for group in node.iter(kind)
        for value in group.iter("value")
    }


def _number(text: str | None, default: int, words: Mapping[str, int]) -> int:
    if text is None:
        return default
    return words[text] if text in words else int(text)


def _loop(root: ElementTree.Element, states: list[tuple[int, ...]]) -> int | None:
    """Where the last state occurred before, among the states at which NuSMV says that a loop starts."""
    starts = [int(number) - 1 for element in root.iter("loops") for number in re.findall(r"\d+", element.text or "")]
    return next((start for start in starts if start < len(states) - 1 and states[start] == states[-1]), None)
