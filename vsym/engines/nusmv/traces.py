"""NuSMV's traces, in its XML format, as paths of the system; and queries about the initial states without fair paths,
which NuSMV passes over.

A copy of the system can be left at any time, for a place where every constraint holds for ever. So some fair path
starts in each of its states, NuSMV passes over none, and EG of not having left says where the system has one itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from xml.etree import ElementTree

from vsym.exchange.smv.layout import CHOICE
from vsym.exchange.smv.system import SystemText
from vsym.logic.folding import REBUILT, fold
from vsym.logic.formula import TRUE, Formula, Temporal, Truth, compare, conjunction, disjunction, negate
from vsym.logic.properties import Property
from vsym.logic.terms import Linear, Named, linear
from vsym.system.result import Path, SystemPath
from vsym.system.step import Vector, is_fair, refutes
from vsym.system.system import Event, System, Variable

_WORDS = {"TRUE": 1, "FALSE": 0}


def read_trace(system: System, text: SystemText, answer: str, formula: Formula = TRUE) -> SystemPath | None:
    """The counterexample in NuSMV's answer, or None where it gave none.

    `text` has the names of variables and moves. Values that NuSMV leaves out are constants of the model. A path that
    repeats does so where a fair one refutes the `formula`, if it does anywhere.
    """
    match = re.search(r"<counter-example.*?</counter-example>", answer, re.DOTALL)
    if match is None:
        return None
    root = ElementTree.fromstring(match[0])
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
    starts = [int(number) - 1 for element in root.iter("loops") for number in re.findall(r"\d+", element.text or "")]
    return Path("counterexample", tuple(states), tuple(steps[:-1]), _loop(system, formula, states, starts))


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


def _loop(system: System, formula: Formula, states: Sequence[Vector], starts: Sequence[int]) -> int | None:
    """The start of a fair loop, among the states that NuSMV names as starts of a loop.

    NuSMV names every state that looks like the last one. The trace lacks other differences, such as the state of an
    automaton for the formula, so that not all of these loops refute the formula. Nor is each of them fair: the path to
    a state that explains EX may just end in a state that it was in before.
    """
    places = [start for start in starts if start < len(states) - 1 and states[start] == states[-1]]
    fair = [start for start in places if is_fair(system, states[start:])]
    return next((start for start in fair if refutes(system, formula, states, start)), fair[0] if fair else None)


def where_no_path_counts(prop: Property) -> Formula:
    """The meaning of a property where no fair path starts: every `A` is true, every `E` false.

    An LTL property, which speaks of paths alone, is true there.
    """
    if prop.logic != "ctl":
        return Truth(True)
    paths = replace(REBUILT, temporal=lambda operator, _: Truth(operator.startswith("A")))
    return fold(prop.formula, paths)


def leaving(system: System, questions: list[Formula]) -> System:
    """The copy, whose last variable records that it was left. Its properties are that each predicate holds in all
    initial states from which no fair path starts."""
    name = "left"
    while name in system.places:
        name += "_"
    here, gone = (compare(linear([(Named(name), 1)]), "=", Linear((), value)) for value in (0, 1))
    regular = [event for event in system.events if event.error is None]
    # A deadlock of the system is none of the copy: a step of its own stays there.
    staying = Event("stay", "stay", conjunction([here, *(negate(event.guard) for event in regular)]), ())
    leave = Event("leave", "leave", here, ((name, Linear((), 1)),))
    moves = tuple(replace(event, guard=conjunction([event.guard, here])) for event in regular)
    fair = Temporal("EG", (here,))
    formulas = (disjunction([question, fair]) for question in questions)
    span = system.fairness[0].span
    return replace(
        system,
        variables=(*system.variables, Variable(name, Linear(), Linear((), 1), boolean=True, about="having left")),
        initial=conjunction([system.initial, here]),
        events=(*moves, staying, leave),
        properties=tuple(Property(f"unfair_{n}", "ctl", formula, "", span) for n, formula in enumerate(formulas)),
        fairness=tuple(replace(one, formula=disjunction([one.formula, gone])) for one in system.fairness),
    )


def start(path: SystemPath | None) -> SystemPath:
    """The initial state of a counterexample in the copy, as a path of the system; raises RuntimeError without one."""
    if path is None:
        raise RuntimeError("NuSMV gave no trace to a property that fails in an initial state")
    return Path("counterexample", (path.states[0][:-1],), ())
