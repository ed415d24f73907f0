"""Transitions drawn that may move several processes at once: with a partner, a map for all others, or both."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.support.choosing import chance, one_of
from tests.support.generated_declarations import Skeleton
from tests.support.generated_formulas import SpelledFormula, Words, conjunction, draw_predicate
from tests.support.oracle import Branch, Destination, Line, Term, Transition

Update = tuple[str, tuple[tuple[str, Term], ...]]

Map = tuple[tuple[str, Destination], ...]

Others = tuple[tuple[frozenset[int], Map], ...]


def joint_transition(
    draw: DrawFn, skeleton: Skeleton, draw_update: Callable[[DrawFn, Words], Update]
) -> tuple[str, Transition]:
    """A transition as text and as the oracle has it; it moves more than one process, or none."""
    words = skeleton.words
    source, (target_text, target) = _arrow(draw, words)
    head, partner = f"trans {source} -> {target_text}", None
    if chance(draw, 55):
        with_source, (with_text, with_target) = _arrow(draw, words)
        head, partner = f"{head} with {with_source} -> {with_text}", (with_source, with_target)
    others_text, others = _others(draw, skeleton) if partner is None or chance(draw, 45) else ("", ())
    head += others_text
    impartial = chance(draw, 50)
    if impartial or chance(draw, 30):
        named = words.impartial() if impartial else words
        guard = draw_predicate(draw, named, 1) if chance(draw, 60) else None
        update_text, update = draw_update(draw, named) if chance(draw, 40) else ("", ())
        condition = f" if {guard.text}" if guard else ""
        formula = guard.formula if guard else conjunction(draw, []).formula
        line = Line(words.everyone, formula, update, words.everyone)
        return head + condition + update_text, Transition(source, target, (line,), partner, others)
    texts, lines = _lines(draw, skeleton, paired=partner is not None)
    body = one_of(draw, "\n", ";\n").join(texts)
    return f"{head} {{\n{body}\n}}", Transition(source, target, tuple(lines), partner, others)


def _arrow(draw: DrawFn, words: Words) -> tuple[str, tuple[str, Destination]]:
    """A local state, and where it leads: most often to another one."""
    if chance(draw, 12):
        state = draw(st.sampled_from(words.states))
        return state, (state, state)
    source, target = draw(st.permutations(words.states))[:2]
    return source, _destination(draw, words, target)


def _destination(draw: DrawFn, words: Words, target: str, percent: int = 15) -> tuple[str, Destination]:
    """A local state, or now and then by a condition that or another."""
    if not chance(draw, percent):
        return target, target
    condition = draw_predicate(draw, words.impartial() if chance(draw, 70) else words, 1)
    then_text, then = _destination(draw, words, target)
    text, otherwise = _destination(draw, words, draw(st.sampled_from(words.states)))
    return f"if {condition.text} then {then_text} else {text}", Branch(condition.formula, then, otherwise)


def _others(draw: DrawFn, skeleton: Skeleton) -> tuple[str, Others]:
    """A map for everybody, or one for some group and another for the rest."""
    words = skeleton.words
    if len(skeleton.groups) == 1 or chance(draw, 65):
        text, arrows = _map(draw, words)
        return f" others {text}", ((words.everyone, arrows),)
    name, processes = draw(st.sampled_from(skeleton.groups))
    text, arrows = _map(draw, words)
    if chance(draw, 40):
        return f" others {name}: {text}", ((processes, arrows),)
    rest_text, rest = _map(draw, words)
    return f" others {name}: {text}; {rest_text}", ((processes, arrows), (words.everyone - processes, rest))


def _map(draw: DrawFn, words: Words) -> tuple[str, Map]:
    sources = draw(st.permutations(words.states))[: draw(st.integers(1, 2))]
    drawn = [(source, *_destination(draw, words, draw(st.sampled_from(words.states)), 25)) for source in sources]
    text = ", ".join(f"{source} -> {target_text}" for source, target_text, _ in drawn)
    return text, tuple((source, target) for source, _, target in drawn)


def _lines(draw: DrawFn, skeleton: Skeleton, *, paired: bool) -> tuple[list[str], list[Line]]:
    """A guard for each of some groups, or pairs of groups, and maybe one for the rest."""
    words = skeleton.words
    texts: list[str] = []
    lines: list[Line] = []
    for name, processes in skeleton.groups:
        if chance(draw, 25):
            continue
        if not paired or chance(draw, 40):
            guard = _guard(draw, words)
            texts.append(f"  {name}: {guard.text}")
            lines.append(Line(processes, guard.formula, (), words.everyone))
            continue
        for other, partners in skeleton.groups:
            if chance(draw, 60):
                guard = _guard(draw, words)
                texts.append(f"  {name} with {other}: {guard.text}")
                lines.append(Line(processes, guard.formula, (), partners))
    if chance(draw, 50) or not texts:
        guard = _guard(draw, words)
        texts.append(f"  else: {guard.text}")
        for process in sorted(words.everyone):
            named = [line.partners for line in lines if process in line.processes]
            left = words.everyone.difference(*named)
            if paired and left:
                lines.append(Line(frozenset([process]), guard.formula, (), left))
            elif not paired and not named:
                lines.append(Line(frozenset([process]), guard.formula))
    return texts, lines


def _guard(draw: DrawFn, words: Words) -> SpelledFormula:
    return draw_predicate(draw, words, 1) if chance(draw, 70) else conjunction(draw, [])
