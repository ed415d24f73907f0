"""Small models drawn twice over: as a `.gsst` text and, built beside it and not from it, for the oracle.

`models()` mixes three kinds, so that symmetric and broken ones, and every way to write a guard, come up often:
priority rules over group counters (virtually symmetric, unless the one mutation that a coin decides breaks them), turn
rules (who goes first depends on group counters of any local state) and templates without any plan.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.support import oracle, oracle_ltl
from tests.support.choosing import chance, one_of
from tests.support.generated_declarations import Skeleton, draw_skeleton, members_before
from tests.support.generated_formulas import (
    SpelledFormula,
    SpelledSet,
    SpelledTerm,
    Words,
    arithmetic,
    compare,
    conjunction,
    connective,
    draw_constant,
    draw_count,
    draw_ctl,
    draw_predicate,
    negation,
    spelled_number,
    within,
)
from tests.support.generated_joint import joint_transition
from tests.support.generated_linear import draw_linear


@dataclass(frozen=True)
class Generated:
    """A drawn model: its text, its meaning, and its groups by name, in order and with the empty ones.

    `linear` are its LTL properties, which the oracle's model leaves out.
    """

    text: str
    model: oracle.Model
    groups: tuple[tuple[str, frozenset[int]], ...]
    linear: tuple[tuple[str, oracle_ltl.Formula], ...] = ()


Update = tuple[str, tuple[tuple[str, oracle.Term], ...]]


def models(*, fairness: bool = False, linear: bool = False, joint: bool = False) -> st.SearchStrategy[Generated]:
    """Models of one to four processes, two or three local states, and at most about 500 states in all.

    Properties have distinct names and are CTL, with `linear` also LTL; a lemma need not be inductive and an assignment
    may overflow, so ask the oracle (`inductive`, `reachable_overflows`) what to expect. With `fairness`,
    some have justice constraints; with `joint`, steps may move several processes at once.
    """
    return _models(fairness, linear, joint)


@st.composite
def _models(draw: DrawFn, fairness: bool, linear: bool, joint: bool) -> Generated:
    skeleton = draw_skeleton(draw)
    words = skeleton.words
    kind = draw(st.integers(0, 99))
    if kind < 40:
        drawn = _priority(draw, skeleton)
    elif kind < 60:
        drawn = _turns(draw, skeleton)
    else:
        drawn = [_transition(draw, skeleton) for _ in range(draw(st.integers(1, 3)))]
        drawn += [] if chance(draw, 30) else _route(draw, words)[2]
    if kind < 60 and chance(draw, 20):
        drawn.append(_transition(draw, skeleton))
    for _ in range(draw(st.integers(1, 2)) if joint else 0):
        drawn.insert(draw(st.integers(0, len(drawn))), joint_transition(draw, skeleton, _update))
    initial_text, initial = _initial(draw, skeleton)
    asked = replace(words, deadlock=True)
    properties = [
        _property(draw, replace(asked, cases=False) if chance(draw, 25) else asked.impartial(), f"property{number}")
        for number in range(draw(st.integers(1, 3)))
    ]
    lemmas = [_claim(draw, words)] if chance(draw, 12) else []
    count = draw(st.integers(0, 2)) if fairness else 0
    justice = [draw_predicate(draw, asked.impartial(), 1) for _ in range(count)]
    paths = [draw_linear(draw, asked.impartial()) for _ in range(draw(st.integers(1, 2)) if linear else 0)]
    model = oracle.Model(
        words.states,
        words.size,
        tuple(transition for _, transition in drawn),
        initial,
        words.shared,
        tuple((name, formula) for _, name, formula in properties),
        tuple(("claim", claim.formula) for claim in lemmas),
        tuple(predicate.formula for predicate in justice),
    )
    texts = _interleaved(
        draw,
        [initial_text],
        [text for text, _ in drawn],
        [text for text, _, _ in properties],
        [f"ltl path{number}: {path.text}" for number, path in enumerate(paths)],
        [f"lemma claim: {claim.text}" for claim in lemmas],
        [f"fairness {predicate.text}" for predicate in justice],
    )
    definitions = [f"define {name} = {text}" for name, text in words.definitions.items()]
    declarations = [_commented(draw, one) for one in (*skeleton.declarations, *definitions, *texts)]
    told = tuple((f"path{number}", path.formula) for number, path in enumerate(paths))
    return Generated("\n".join(["system drawn", *declarations, ""]), model, skeleton.groups, told)


def _interleaved(draw: DrawFn, *kinds: list[str]) -> list[str]:
    """All declarations, most often kind by kind; otherwise mixed, each kind in its own order."""
    places = [place for place, kind in enumerate(kinds) for _ in kind]
    if chance(draw, 30):
        places = draw(st.permutations(places))
    queues = [iter(kind) for kind in kinds]
    return [next(queues[place]) for place in places]


def _commented(draw: DrawFn, declaration: str) -> str:
    if not chance(draw, 5):
        return declaration
    return one_of(draw, f"{declaration}  // a comment", f"/* one\n more */ {declaration}", f"// #\n{declaration};")


def _total(words: Words, state: str) -> SpelledTerm:
    return SpelledTerm(f"#{state}", oracle.Count(frozenset([state]), words.everyone))


def _route(draw: DrawFn, words: Words) -> tuple[str, str, list[tuple[str, oracle.Transition]]]:
    """The source and target of a rule worth drawing, and unguarded transitions that lead round to its source."""
    order = draw(st.permutations(words.states))
    source, target = order[0], order[1]
    around: list[tuple[str, oracle.Transition]] = []
    for one, other in zip(order[1:], [*order[2:], source], strict=True):
        if not chance(draw, 8):
            around.append(_uniform(draw, words, one, other))
    return source, target, around


def _uniform(draw: DrawFn, words: Words, source: str, target: str) -> tuple[str, oracle.Transition]:
    """One guard for everyone; over total counters, so it never breaks the symmetry."""
    guard = draw_predicate(draw, words.impartial(), 1) if chance(draw, 18) else None
    update_text, update = _update(draw, words.impartial()) if chance(draw, 30) else ("", ())
    line = oracle.Line(words.everyone, guard.formula if guard else oracle.Constant(True), update)
    condition = f" if {guard.text}" if guard else ""
    return f"trans {_arrow(draw, source, target)}{condition}{update_text}", oracle.Transition(source, target, (line,))


def _arrow(draw: DrawFn, source: str, target: str) -> str:
    name = f"move{draw(st.integers(0, 9))}: " if chance(draw, 15) else ""
    return f"{name}{source} {one_of(draw, '->', '->', '→')} {target}"


def _base(draw: DrawFn, words: Words, target: str) -> list[SpelledFormula]:
    """A symmetric condition that all groups share: mostly that there is room in the target."""
    parts: list[SpelledFormula] = []
    if chance(draw, 60):
        parts.append(
            compare(draw, _total(words, target), one_of(draw, "=", "<="), spelled_number(draw(st.integers(0, 1))))
        )
    if words.booleans and chance(draw, 60):
        name = min(words.booleans)
        parts.append(SpelledFormula(name, oracle.Compare("=", oracle.Value(name), oracle.Number(1))))
    return parts


def _priority(draw: DrawFn, skeleton: Skeleton) -> list[tuple[str, oracle.Transition]]:
    """A group may move if none of the groups before it waits in the same local state; sometimes mutated."""
    words = skeleton.words
    source, target, around = _route(draw, words)
    update_text, update = _update(draw, words.impartial()) if words.shared and chance(draw, 60) else ("", ())
    base = _base(draw, words, target)
    if skeleton.family and chance(draw, 50):
        return [_priority_family(draw, skeleton, source, target, base, (update_text, update)), *around]
    mutated = None if chance(draw, 45) else draw(st.integers(0, len(skeleton.groups) - 1))
    lines: list[oracle.Line] = []
    texts: list[str] = []
    for place, (name, processes) in enumerate(skeleton.groups):
        before = [SpelledSet(other, members) for other, members in skeleton.groups[:place]]
        parts = list(base)
        if before and chance(draw, 40):
            union = SpelledSet(
                " | ".join(one.text for one in before),
                frozenset[int]().union(*(one.processes for one in before)),
                simple=False,
            )
            parts.append(compare(draw, within(source, union), "=", spelled_number(0)))
        else:
            parts += [compare(draw, within(source, one), "=", spelled_number(0)) for one in before]
        if place == mutated:
            parts = _mutate(draw, words, parts)
        guard = conjunction(draw, parts)
        last = place == len(skeleton.groups) - 1
        texts.append(f"  {'else' if last and chance(draw, 20) else name}: {guard.text}{update_text}")
        lines.append(oracle.Line(processes, guard.formula, update))
    return [_block(draw, source, target, texts, lines), *around]


def _priority_family(
    draw: DrawFn, skeleton: Skeleton, source: str, target: str, base: list[SpelledFormula], update: Update
) -> tuple[str, oracle.Transition]:
    """The same as a `for` over the members of the family; mutated by another bound or another first member."""
    groups = list(skeleton.groups)
    bound = draw(st.integers(0, 1)) if chance(draw, 40) else 0
    first = 2 if chance(draw, 25) else 1
    common = conjunction(draw, base)
    lines: list[oracle.Line] = []
    for k, (_, processes) in enumerate(groups, start=1):
        if k >= first:
            ahead = oracle.Compare(
                "<=", oracle.Count(frozenset([source]), members_before(groups, k)), oracle.Number(bound)
            )
            lines.append(oracle.Line(processes, oracle.Connective("and", common.formula, ahead), update[1]))
    text = f"({common.text}) & #{source}[P[1..k-1]] <= {bound}{update[0]}"
    return _block(draw, source, target, [f"  for k in {first}..{skeleton.family} {{ P[k]: {text} }}"], lines)


def _mutate(draw: DrawFn, words: Words, parts: list[SpelledFormula]) -> list[SpelledFormula]:
    if parts and chance(draw, 50):
        return parts[:-1]
    count = draw_count(draw, words)
    return [*parts, compare(draw, count, one_of(draw, "=", "!=", "<=", ">="), draw_constant(draw, words))]


def _turns(draw: DrawFn, skeleton: Skeleton) -> list[tuple[str, oracle.Transition]]:
    """Two sides; where both wait, a predicate over counters of any local states says who goes first."""
    words = skeleton.words
    source, target, around = _route(draw, words)
    base = _base(draw, words, target)
    (left_name, left), (right_name, right) = skeleton.groups[0], skeleton.groups[-1]
    if len(skeleton.groups) != 2:
        right_name, right = "else", words.everyone - left
    turn = draw_predicate(draw, words, 1)
    other_turn = negation(draw, turn) if chance(draw, 55) else draw_predicate(draw, words, 1)
    left_waits = within(source, SpelledSet(left_name, left))
    right_set = SpelledSet(right_name if right_name != "else" else f"all \\ {left_name}", right)
    alone = compare(draw, within(source, right_set), "=", spelled_number(0))
    other_alone = compare(draw, left_waits, "=", spelled_number(0))
    guard = conjunction(draw, [*base, connective(draw, "or", alone, turn)])
    other_guard = conjunction(draw, [*base, connective(draw, "or", other_alone, other_turn)])
    lines = [oracle.Line(left, guard.formula)]
    texts = [f"  {left_name}: {guard.text}"]
    if len(skeleton.groups) > 1:
        lines.append(oracle.Line(right, other_guard.formula))
        texts.append(f"  {right_name}: {other_guard.text}")
    return [_block(draw, source, target, texts, lines), *around]


def _transition(draw: DrawFn, skeleton: Skeleton) -> tuple[str, oracle.Transition]:
    """Any transition at all: one guard for everyone, or lines for some of the groups, with or without `else`."""
    words = skeleton.words
    source, target = draw(st.permutations(words.states))[:2]
    if chance(draw, 30):
        guard = draw_predicate(draw, words)
        update_text, update = _update(draw, words) if chance(draw, 40) else ("", ())
        text = f"trans {_arrow(draw, source, target)} if {guard.text}{update_text}"
        return text, oracle.Transition(source, target, (oracle.Line(words.everyone, guard.formula, update),))
    named = [group for group in skeleton.groups if not chance(draw, 30)]
    left_over = words.everyone.difference(*(processes for _, processes in named))
    heads = list(named)
    if chance(draw, 35):
        heads.append(("else", left_over))
    lines: list[oracle.Line] = []
    texts: list[str] = []
    for head, processes in heads:
        guard = draw_predicate(draw, words) if chance(draw, 80) else conjunction(draw, [])
        update_text, update = _update(draw, words) if chance(draw, 30) else ("", ())
        texts.append(f"  {head}: {guard.text}{update_text}")
        lines.append(oracle.Line(processes, guard.formula, update))
    return _block(draw, source, target, texts, lines)


def _block(
    draw: DrawFn, source: str, target: str, texts: list[str], lines: list[oracle.Line]
) -> tuple[str, oracle.Transition]:
    separator = one_of(draw, "\n", "\n", ";\n")
    body = separator.join(texts)
    return f"trans {_arrow(draw, source, target)} {{\n{body}\n}}", oracle.Transition(source, target, tuple(lines))


def _update(draw: DrawFn, words: Words) -> Update:
    """` do …` for some of the shared variables; with `words` impartial, over total counters."""
    texts: list[str] = []
    update: list[tuple[str, oracle.Term]] = []
    for variable in words.shared:
        if not chance(draw, 70):
            continue
        if variable.name in words.booleans:
            spelled = _truth(draw, words)
        elif variable.name in words.named:
            spelled = _named(draw, words, variable.name)
        else:
            spelled = _assigned(draw, words, variable)
        texts.append(f"{variable.name} := {spelled.text}")
        update.append((variable.name, spelled.term))
    return (f" do {', '.join(texts)}" if texts else "", tuple(update))


def _truth(draw: DrawFn, words: Words) -> SpelledTerm:
    """A value for a Boolean variable: a constant, or rarely a condition."""
    if chance(draw, 15):
        condition = draw_predicate(draw, words, 1)
        return SpelledTerm(condition.text, oracle.Either(condition.formula, oracle.Number(1), oracle.Number(0)))
    value = draw(st.integers(0, 1))
    return SpelledTerm("true" if value else "false", oracle.Number(value))


def _named(draw: DrawFn, words: Words, name: str) -> SpelledTerm:
    """A value for an enumeration: one of its names, or of two of them as a condition says."""
    names = words.named[name]
    value = draw(st.integers(0, len(names) - 1))
    if not chance(draw, 30):
        return SpelledTerm(names[value], oracle.Number(value))
    condition = draw_predicate(draw, words, 0)
    text = f"if {condition.text} then {names[value]} else {name}"
    return SpelledTerm(text, oracle.Either(condition.formula, oracle.Number(value), oracle.Value(name)))


def _assigned(draw: DrawFn, words: Words, variable: oracle.Variable) -> SpelledTerm:
    """A value for an integer variable: in range for sure, or a step up or down, or a counter."""
    current = SpelledTerm(variable.name, oracle.Value(variable.name))
    total = SpelledTerm(str(variable.low + variable.high), oracle.Number(variable.low + variable.high))
    options: list[Callable[[], SpelledTerm]] = [
        lambda: spelled_number(draw(st.integers(variable.low, variable.high))),
        lambda: arithmetic("-", total, current),
        lambda: arithmetic(one_of(draw, "+", "-"), current, spelled_number(1)),
        lambda: _counter(draw, words, variable),
        lambda: _wrapped(draw, variable),
    ]
    return draw(st.sampled_from([0, 0, 1, 1, 2, 3, 4]).map(lambda choice: options[choice]))()


def _wrapped(draw: DrawFn, variable: oracle.Variable) -> SpelledTerm:
    """A step round the range from 0 on, or down where it is not at its end already."""
    current = SpelledTerm(variable.name, oracle.Value(variable.name))
    if chance(draw, 50):
        size = variable.high + 1
        text = f"({variable.name} + 1) % {max(size, 1)}"
        return SpelledTerm(text, oracle.Divided("%", arithmetic("+", current, spelled_number(1)).term, max(size, 1)))
    least = oracle.Compare(">", oracle.Value(variable.name), oracle.Number(variable.low))
    down = arithmetic("-", current, spelled_number(1))
    text = f"if {variable.name} > {variable.low} then {down.text} else {variable.low}"
    return SpelledTerm(text, oracle.Either(least, down.term, oracle.Number(variable.low)))


def _counter(draw: DrawFn, words: Words, variable: oracle.Variable) -> SpelledTerm:
    """A counter; that of an empty group is 0, which vsym refuses where the variable cannot have it."""
    count = draw_count(draw, words)
    zero = isinstance(count.term, oracle.Count) and not count.term.processes
    return spelled_number(variable.low) if zero and not variable.low <= 0 <= variable.high else count


def _initial(draw: DrawFn, skeleton: Skeleton) -> tuple[str, oracle.Formula]:
    words = skeleton.words
    form = draw(st.integers(0, 99))
    state = draw(st.sampled_from(words.states))
    if form < 60:
        return f"init {state}", oracle.Compare(
            "=", oracle.Count(frozenset([state]), words.everyone), oracle.Number(words.size)
        )
    if form < 75:
        places = [(name, draw(st.sampled_from(words.states)), processes) for name, processes in skeleton.groups]
        body = one_of(draw, "; ", "\n  ").join(f"{name}: {place}" for name, place, _ in places)
        formula: oracle.Formula = oracle.Constant(True)
        for place in words.states:
            there = frozenset(process for _, other, processes in places if other == place for process in processes)
            counted = oracle.Compare("=", oracle.Count(frozenset([place]), there), oracle.Number(len(there)))
            formula = oracle.Connective("and", formula, counted)
        return f"init {{ {body} }}", formula
    if form < 90:
        impartial = replace(words.impartial(), shared=(), booleans=frozenset(), named={})
        predicate = draw_predicate(draw, impartial, 1)
        return f"init where {predicate.text}", predicate.formula
    return "init any", oracle.Constant(True)


def _property(draw: DrawFn, words: Words, name: str) -> tuple[str, str, oracle.Formula]:
    if chance(draw, 25):
        predicate = draw_predicate(draw, words, 1)
        return f"invariant {name}: {predicate.text}", name, oracle.Path("A", "G", (predicate.formula,))
    spelled = draw_ctl(draw, words)
    return f"ctl {name}: {spelled.text}", name, spelled.formula


def _claim(draw: DrawFn, words: Words) -> SpelledFormula:
    """A would-be lemma, of a kind that has a fair chance to be inductive."""
    if chance(draw, 30):
        return draw_predicate(draw, words, 1)
    state = draw(st.sampled_from(words.states))
    counted = _total(words, state) if chance(draw, 60) else draw_count(draw, words)
    bound = one_of(draw, "<=", ">=")
    number = draw(st.integers(1, max(1, words.size - 1))) if bound == "<=" else 0
    return compare(draw, counted, bound, spelled_number(number))
