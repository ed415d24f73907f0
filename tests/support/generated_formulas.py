"""Formulas drawn in two shapes at once: as `.gsst` text, with the variety of its spellings, and for the oracle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.support import oracle
from tests.support.choosing import chance, one_of

# How tightly a text binds; an operand that binds less tightly than its place asks for is put in parentheses.
QUANTIFIED, IFF, IMPLIES, OR, AND, PREFIX, ATOM = range(7)
SUM, PRODUCT, FACTOR = range(3)


class SpelledSet(NamedTuple):
    """A set of processes; `simple` where it needs no parentheses inside another set."""

    text: str
    processes: frozenset[int]
    simple: bool = True


class SpelledTerm(NamedTuple):
    """An integer term, and how tightly its text binds."""

    text: str
    term: oracle.Term
    level: int = FACTOR


class SpelledFormula(NamedTuple):
    """A formula, and how tightly its text binds."""

    text: str
    formula: oracle.Formula
    level: int = ATOM


@dataclass(frozen=True)
class Indexed:
    """A count with an index, as in `#L[{}]`: its text, its first index, and the counts from that index on."""

    text: str
    first: int
    counts: tuple[oracle.Count, ...]
    impartial: bool = True


@dataclass(frozen=True)
class Words:
    """The vocabulary of a formula: the local states, sets that have a name, and shared variables.

    `definitions` collects the `define` declarations that drawn formulas rely on. With `deadlock`, that is an atom; with
    `cases`, there are terms by cases. `named` has the names of the values of enumerations. With `constants`, formulas
    use these for numbers and never name a process: sizes are open, and groups are named by number.
    """

    states: tuple[str, ...]
    sets: tuple[SpelledSet, ...]
    size: int
    shared: tuple[oracle.Variable, ...] = ()
    booleans: frozenset[str] = frozenset()
    indexed: tuple[Indexed, ...] = ()
    definitions: dict[str, str] = field(default_factory=dict)
    deadlock: bool = False
    named: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    cases: bool = True
    constants: tuple[SpelledTerm, ...] = ()

    @property
    def everyone(self) -> frozenset[int]:
        """All processes."""
        return frozenset(range(1, self.size + 1))

    def number_of(self, processes: frozenset[int]) -> oracle.Term:
        """The size of a set: where sizes are open, as many as are in any state."""
        if self.constants:
            return oracle.Count(frozenset(self.states), processes)
        return oracle.Number(len(processes))

    def impartial(self) -> Words:
        """The same words without any that tells processes apart."""
        indexed = tuple(one for one in self.indexed if one.impartial)
        return replace(self, sets=(), indexed=indexed, cases=not self.constants)


def draw_set(draw: DrawFn, words: Words, depth: int = 1) -> SpelledSet:
    """A named set, an index set, or two of them combined."""
    if depth and chance(draw, 30):
        left, right = draw_set(draw, words, 0), draw_set(draw, words, 0)
        operator = one_of(draw, "|", "&", "\\")
        processes = {
            "|": left.processes | right.processes,
            "&": left.processes & right.processes,
            "\\": left.processes - right.processes,
        }[operator]
        return SpelledSet(f"{left.text} {operator} {right.text}", processes, simple=False)
    if words.constants and not words.sets:
        return SpelledSet("all", words.everyone)
    if not words.sets or (not words.constants and chance(draw, 12)):
        low = draw(st.integers(1, words.size))
        high = draw(st.integers(low, words.size))
        other = draw(st.integers(1, words.size))
        indices = frozenset(range(low, high + 1))
        return draw(
            st.sampled_from(
                [
                    SpelledSet("all", words.everyone),
                    SpelledSet(f"{{{other}}}", frozenset([other])),
                    SpelledSet(f"{{{other}, {low}..{high}}}", indices | {other}),
                ]
            )
        )
    return draw(st.sampled_from(words.sets))


def draw_count(draw: DrawFn, words: Words) -> SpelledTerm:
    """`#A`, `#{A, B}` or `#A[set]`."""
    state = draw(st.sampled_from(words.states))
    if words.sets and chance(draw, 70):
        named = draw_set(draw, words)
        return within(state, named)
    if chance(draw, 15):
        other = draw(st.sampled_from([another for another in words.states if another != state]))
        return SpelledTerm(f"#{{{state}, {other}}}", oracle.Count(frozenset([state, other]), words.everyone))
    return SpelledTerm(f"#{state}", oracle.Count(frozenset([state]), words.everyone))


def within(state: str, among: SpelledSet) -> SpelledTerm:
    """`#A[set]`."""
    return SpelledTerm(f"#{state}[{among.text}]", oracle.Count(frozenset([state]), among.processes))


def spelled_number(value: int) -> SpelledTerm:
    """A number as it is written."""
    return SpelledTerm(str(value), oracle.Number(value))


def draw_term(draw: DrawFn, words: Words, depth: int = 1) -> SpelledTerm:
    """A term with at least one count or shared variable, most often a single count."""
    others = (*words.booleans, *words.named)
    integers = [variable.name for variable in words.shared if variable.name not in others]
    if depth and words.cases and chance(draw, 12):
        return _by_cases(draw, words, depth)
    if depth and chance(draw, 35):
        left, right = draw_term(draw, words, depth - 1), draw_operand(draw, words, depth - 1)
        if chance(draw, 30):
            left, right = right, left
        return arithmetic(one_of(draw, "+", "-"), left, right)
    if depth and chance(draw, 15):
        factor = spelled_number(draw(st.integers(0, 3)))
        inner = draw_term(draw, words, depth - 1)
        return arithmetic("*", factor, inner) if chance(draw, 50) else arithmetic("*", inner, factor)
    if integers and chance(draw, 25):
        name = draw(st.sampled_from(integers))
        return SpelledTerm(name, oracle.Value(name))
    return draw_count(draw, words)


def _by_cases(draw: DrawFn, words: Words, depth: int) -> SpelledTerm:
    """A quotient, a remainder, or one of two terms as a condition says."""
    left = draw_term(draw, words, depth - 1)
    if chance(draw, 50):
        divisor = draw(st.sampled_from([2, 2, 3, -2, 1]))
        operator: Literal["/", "%"] = draw(st.sampled_from(["/", "%"]))
        text = left.text if left.level >= PRODUCT else f"({left.text})"
        return SpelledTerm(f"{text} {operator} {divisor}", oracle.Divided(operator, left.term, divisor), PRODUCT)
    condition, right = draw_predicate(draw, words, 0), draw_operand(draw, words)
    text = f"(if {condition.text} then {left.text} else {right.text})"
    return SpelledTerm(text, oracle.Either(condition.formula, left.term, right.term))


def draw_operand(draw: DrawFn, words: Words, depth: int = 0) -> SpelledTerm:
    """A term or a constant: a small number, or the size of a set."""
    if chance(draw, 50):
        return draw_term(draw, words, depth)
    return draw_constant(draw, words)


def draw_constant(draw: DrawFn, words: Words) -> SpelledTerm:
    """A small number, maybe less than a constant by it, or the size of a set."""
    if chance(draw, 15):
        named = draw_set(draw, words)
        text = named.text if named.simple else f"({named.text})"
        return SpelledTerm(f"|{text}|", words.number_of(named.processes))
    number = spelled_number(draw(st.sampled_from([0, 1, 1, 2])))
    if words.constants and chance(draw, 35):
        return arithmetic("-", draw(st.sampled_from(words.constants)), number)
    return number


def arithmetic(operator: str, left: SpelledTerm, right: SpelledTerm) -> SpelledTerm:
    """`left operator right`, with the parentheses it needs."""
    level = PRODUCT if operator == "*" else SUM
    one = left.text if left.level >= level else f"({left.text})"
    other = right.text if right.level > level else f"({right.text})"
    kinds: dict[str, Literal["+", "-", "*"]] = {"+": "+", "-": "-", "*": "*"}
    return SpelledTerm(f"{one} {operator} {other}", oracle.Arithmetic(kinds[operator], left.term, right.term), level)


def compare(draw: DrawFn, left: SpelledTerm, operator: str, right: SpelledTerm) -> SpelledFormula:
    """A comparison; its operator is written in ASCII or not."""
    kinds: dict[str, Literal["=", "!=", "<", "<=", ">", ">="]] = {
        "=": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=",
    }  # fmt: skip
    spelled = {"!=": ("!=", "≠"), "<=": ("<=", "≤"), ">=": (">=", "≥")}.get(operator, (operator, operator))
    return SpelledFormula(
        f"{left.text} {one_of(draw, *spelled)} {right.text}", oracle.Compare(kinds[operator], left.term, right.term)
    )


def draw_atom(draw: DrawFn, words: Words) -> SpelledFormula:
    """A comparison, a basic element in words, or a Boolean shared variable."""
    if words.deadlock and chance(draw, 12):
        return SpelledFormula("deadlock", oracle.Deadlocked())
    booleans = sorted(words.booleans)
    if booleans and chance(draw, 25):
        name = draw(st.sampled_from(booleans))
        return SpelledFormula(name, oracle.Compare("=", oracle.Value(name), oracle.Number(1)))
    if words.named and chance(draw, 30):
        return _of_enumeration(draw, words)
    if chance(draw, 15):
        return _in_words(draw, words)
    operator = one_of(draw, "=", "!=", "<", "<=", ">", ">=")
    if words.indexed and chance(draw, 12):
        return _quantified(draw, draw(st.sampled_from(words.indexed)), operator)
    right = draw_operand(draw, words) if chance(draw, 25) else draw_constant(draw, words)
    return compare(draw, draw_term(draw, words), operator, right)


def _of_enumeration(draw: DrawFn, words: Words) -> SpelledFormula:
    """A variable with named values that is, or is not, one of them."""
    name = draw(st.sampled_from(sorted(words.named)))
    value = draw(st.integers(0, len(words.named[name]) - 1))
    left, right = SpelledTerm(name, oracle.Value(name)), SpelledTerm(words.named[name][value], oracle.Number(value))
    return compare(draw, *((left, "=", right) if chance(draw, 60) else (right, "!=", left)))


def _quantified(draw: DrawFn, indexed: Indexed, operator: str) -> SpelledFormula:
    """A comparison for all or for some indices, or of the sum over them; an empty range is drawn as well."""
    low = draw(st.integers(0, len(indexed.counts)))
    high = draw(st.integers(low, len(indexed.counts)))
    bound = draw(st.integers(0, 2))
    right = SpelledTerm(str(bound), oracle.Number(bound))
    text, counts = indexed.text.format("i"), indexed.counts[low:high]
    span = f"i in {indexed.first + low}..{indexed.first + high - 1}"
    word = one_of(draw, "forall", "exists", "sum")
    if word == "sum":
        total: oracle.Term = oracle.Number(0)
        for count in counts:
            total = oracle.Arithmetic("+", total, count)
        return compare(draw, SpelledTerm(f"(sum {span}: {text})", total), operator, right)
    formula: oracle.Formula = oracle.Constant(word == "forall")
    body = compare(draw, SpelledTerm(text, oracle.Number(0)), operator, right)
    for count in counts:
        one = compare(draw, SpelledTerm(text, count), operator, right).formula
        formula = oracle.Connective("and" if word == "forall" else "or", formula, one)
    return SpelledFormula(f"{word} {span}: {body.text}", formula, QUANTIFIED)


def _in_words(draw: DrawFn, words: Words) -> SpelledFormula:
    state = draw(st.sampled_from(words.states))
    named = draw(st.sampled_from(words.sets)) if words.sets and chance(draw, 50) else None
    processes = named.processes if named else words.everyone
    of = f" of {named.text}" if named else ""
    word = one_of(draw, "all", "none", "some", "some not", "two")
    counted = oracle.Count(frozenset([state]), processes)
    meaning: dict[str, oracle.Formula] = {
        "all": oracle.Compare("=", counted, words.number_of(processes)),
        "none": oracle.Compare("=", counted, oracle.Number(0)),
        "some": oracle.Compare(">=", counted, oracle.Number(1)),
        "some not": oracle.Compare("<", counted, words.number_of(processes)),
        "two": oracle.Compare(">=", counted, oracle.Number(2)),
    }
    text = f"some{of} not in {state}" if word == "some not" else f"{word}{of} in {state}"
    return SpelledFormula(text, meaning[word])


def draw_predicate(draw: DrawFn, words: Words, depth: int = 2) -> SpelledFormula:
    """A formula without temporal operators."""
    shape = draw(st.integers(0, 99)) if depth else 0
    if shape < 45:
        return _perhaps_defined(draw, words, draw_atom(draw, words))
    if shape < 58:
        return negation(draw, draw_predicate(draw, words, depth - 1))
    left, right = draw_predicate(draw, words, depth - 1), draw_predicate(draw, words, depth - 1)
    if words.cases and chance(draw, 8):
        return _chosen(draw, words, left, right)
    operators = ("and", "and", "or", "or", "implies", "iff")
    return connective(draw, operators[(shape - 58) % len(operators)], left, right)


def _chosen(draw: DrawFn, words: Words, left: SpelledFormula, right: SpelledFormula) -> SpelledFormula:
    """`if … then … else …` of conditions."""
    condition = draw_predicate(draw, words, 0)
    one = oracle.Connective("and", condition.formula, left.formula)
    other = oracle.Connective("and", oracle.Not(condition.formula), right.formula)
    text = f"if {condition.text} then {left.text} else {right.text}"
    return SpelledFormula(text, oracle.Connective("or", one, other), QUANTIFIED)


def _perhaps_defined(draw: DrawFn, words: Words, spelled: SpelledFormula) -> SpelledFormula:
    if not chance(draw, 6):
        return spelled
    name = f"defined{len(words.definitions)}"
    words.definitions[name] = spelled.text
    return SpelledFormula(name, spelled.formula)


def negation(draw: DrawFn, operand: SpelledFormula) -> SpelledFormula:
    """The negation, in one of its spellings."""
    inner = operand.text if operand.level >= PREFIX else f"({operand.text})"
    return SpelledFormula(f"{one_of(draw, '!', '¬', 'not ')}{inner}", oracle.Not(operand.formula), PREFIX)


def connective(draw: DrawFn, operator: str, left: SpelledFormula, right: SpelledFormula) -> SpelledFormula:
    """`left operator right`, with the parentheses that precedence asks for and sometimes more."""
    kinds: dict[str, tuple[Literal["and", "or", "implies", "iff"], int, tuple[str, ...]]] = {
        "and": ("and", AND, ("&", "&", "and", "∧")),
        "or": ("or", OR, ("|", "|", "or", "∨")),
        "implies": ("implies", IMPLIES, ("->", "->", "→")),
        "iff": ("iff", IFF, ("<->", "↔")),
    }
    kind, level, spellings = kinds[operator]
    # `->` groups to the right; a chain of `<->` has the same meaning either way, but is bracketed to be plain.
    bare_left = left.level > level or (left.level == level and operator in ("and", "or"))
    bare_right = right.level > level or (right.level == level and operator == "implies")
    generous = chance(draw, 10)
    one = left.text if bare_left and not generous else f"({left.text})"
    other = right.text if bare_right else f"({right.text})"
    formula = oracle.Connective(kind, left.formula, right.formula)
    return SpelledFormula(f"{one} {one_of(draw, *spellings)} {other}", formula, level)


def conjunction(draw: DrawFn, parts: Sequence[SpelledFormula]) -> SpelledFormula:
    """All of the parts; `true` where there is none."""
    if not parts:
        return SpelledFormula("true", oracle.Constant(True))
    first, *others = parts
    for part in others:
        first = connective(draw, "and", first, part)
    return first


def draw_ctl(draw: DrawFn, words: Words, depth: int = 3) -> SpelledFormula:
    """A CTL formula, with a temporal operator on top more often than not."""
    if not depth or chance(draw, 25):
        return draw_predicate(draw, words, 1)
    shape = draw(st.integers(0, 9))
    if shape == 0:
        return negation(draw, draw_ctl(draw, words, depth - 1))
    left = draw_ctl(draw, words, depth - 1)
    quantifier: Literal["A", "E"] = draw(st.sampled_from(["A", "E"]))
    if shape < 6:
        tense: Literal["X", "F", "G"] = draw(st.sampled_from(["X", "F", "G", "F", "G"]))
        inner = left.text if left.level >= PREFIX else f"({left.text})"
        return SpelledFormula(f"{quantifier}{tense} {inner}", oracle.Path(quantifier, tense, (left.formula,)), PREFIX)
    right = draw_ctl(draw, words, depth - 1)
    if shape < 8:
        return connective(draw, one_of(draw, "and", "or", "implies", "iff"), left, right)
    binary: Literal["U", "W", "R"] = draw(st.sampled_from(["U", "U", "W", "R"]))
    space = one_of(draw, " ", "")
    # A quantifier would reach over the `U`.
    one = left.text if left.level > QUANTIFIED else f"({left.text})"
    formula = oracle.Path(quantifier, binary, (left.formula, right.formula))
    return SpelledFormula(f"{quantifier}{space}[{one} {binary} {right.text}]", formula, PREFIX)
