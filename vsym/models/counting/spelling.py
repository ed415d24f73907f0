"""Formulas and process sets written back in the language that the user wrote them in, and how many states there are."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from vsym.basics.numbers import DIGITS, writable
from vsym.logic.formula import And, Comparison, Formula, Iff, Not, Operator, Or, Temporal, Truth, relation
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.models.counting.counts import DEADLOCK, Count, counted, is_about_deadlock
from vsym.models.counting.model import Group, Model
from vsym.models.counting.processes import Processes

_LEVEL = {Iff: 1, Or: 2, And: 3, Not: 4, Temporal: 4}


class Spelling:
    """The spelling of one model's sets and formulas: groups by name, all processes without brackets."""

    def __init__(self, model: Model) -> None:
        self._all = model.processes
        self._groups = [group for group in model.groups if group.processes]
        self._named = {group.processes: group.name for group in reversed(self._groups)}
        alone = all(group.processes.size == 1 for group in self._groups)
        self.one_each = not model.sizes.parameters and len(self._groups) > 1 and alone
        """True where there are several groups of one process each, whose names thus mean more than numbers."""
        self._shared = {variable.name: variable for variable in model.shared}

    def processes(self, processes: Processes) -> str:
        """A set as it stands inside `[ ]`: `W`, `P[1..3]`, `R | W` or `{1, 3..5}`; `all` for every process."""
        if processes == self._all:
            return "all"
        if processes in self._named:
            return self._named[processes]
        inside = [group for group in self._groups if group.processes <= processes]
        if inside and Processes.of(piece for group in inside for piece in group.processes.ranges) == processes:
            runs = _family_runs(inside, self._groups)
            if len(runs) <= 4:
                return " | ".join(runs)
        return f"{{{processes}}}"

    def process(self, process: int) -> str:
        """A process by the name of its group where `one_each`, else its number."""
        return self._named[Processes.of([(process, process)])] if self.one_each else str(process)

    def formula(self, formula: Formula) -> str:
        """The formula with no more brackets than it needs."""
        return self._formula(formula, 0)

    def term(self, term: Linear) -> str:
        """A linear term, with its added parts before its subtracted ones."""
        terms = sorted(linear(term.terms).terms, key=lambda one: one[1] < 0)
        return _sum([(self._variable(variable), c) for variable, c in terms], term.constant)

    def value(self, name: str, term: Linear) -> str:
        """The right-hand side of an assignment to a shared variable."""
        variable = self._shared.get(name)
        if variable is not None and not term.terms:
            return variable.spelled(term.constant)
        match term:
            case Linear(((negated, -1),), 1) if variable is not None and variable.boolean:
                return f"!{self._variable(negated)}"
        return self.term(term)

    def values(self, shared: Iterable[tuple[str, int]]) -> str:
        """The values of shared variables: `free = true, level = 2`."""
        return ", ".join(f"{name} = {self.value(name, Linear((), value))}" for name, value in shared)

    def _formula(self, formula: Formula, level: int) -> str:
        match formula:
            case Truth(value):
                return "true" if value else "false"
            case Comparison():
                return self._comparison(formula)
            case Not(operand):
                inner = self._formula(operand, 4)
                # A comparison in brackets, for the reader's sake.
                text = f"!({inner})" if isinstance(operand, Comparison) and " " in inner else f"!{inner}"
            case And(operands):
                text = " & ".join(self._formula(operand, 4) for operand in operands)
            case Or(operands):
                text = " | ".join(self._formula(operand, 3) for operand in operands)
            case Iff(left, right):
                text = f"{self._formula(left, 2)} <-> {self._formula(right, 2)}"
            case Temporal(operator, operands):
                text = self._temporal(operator, operands)
            case _:
                assert_never(formula)
        return f"({text})" if _LEVEL[type(formula)] < level else text

    def _temporal(self, operator: str, operands: Sequence[Formula]) -> str:
        if len(operands) == 1:
            return f"{operator} {self._formula(operands[0], 4)}"
        left, right = (self._formula(operand, 2) for operand in operands)
        if len(operator) == 2:
            return f"{operator[0]} [{left} {operator[1]} {right}]"
        return f"({left} {operator} {right})"

    def _comparison(self, comparison: Comparison) -> str:
        if is_about_deadlock(comparison):
            return "deadlock" if comparison == DEADLOCK else "!deadlock"
        # Counts of one local state over several blocks read best as one count.
        terms, bound = linear(comparison.left.terms).terms, comparison.bound
        match terms:
            case ((Named(name), _),) if name in self._shared:
                variable = self._shared[name]
                true = (comparison.operator, bound) in (("=", 1), (">=", 1), ("!=", 0))
                false = (comparison.operator, bound) in (("=", 0), ("<=", 0), ("!=", 1))
                if variable.boolean and (true or false):
                    return name if true else f"!{name}"
                if variable.words:
                    return _named_values(name, variable.words, comparison.operator, bound)
        left = [(self._variable(variable), c) for variable, c in terms if c > 0]
        right = [(self._variable(variable), -c) for variable, c in terms if c < 0]
        if right and bound < 0:
            return f"{_sum(left, -bound)} {comparison.operator} {_sum(right)}"
        return f"{_sum(left)} {comparison.operator} {_sum(right, bound)}"

    def _variable(self, variable: Atom) -> str:
        if isinstance(variable, Named):
            return variable.name
        return self.count(counted(variable))

    def count(self, count: Count) -> str:
        """A counter: `#T`, or `#T[W]` for some of the processes."""
        inside = "" if count.processes == self._all else f"[{self.processes(count.processes)}]"
        return f"#{count.state}{inside}"


def _named_values(name: str, words: Sequence[str], operator: Operator, bound: int) -> str:
    """A comparison of a variable whose values have names, by those for which it holds, or by the one for which not."""
    holds = relation(operator)
    true = [word for value, word in enumerate(words) if holds(value, bound)]
    false = [word for word in words if word not in true]
    if len(false) == 1 and len(true) > 1:
        return f"{name} != {false[0]}"
    text = " | ".join(f"{name} = {word}" for word in true)
    return f"({text})" if len(true) > 1 else text or "false"


def _sum(terms: Iterable[tuple[str, int]], constant: int = 0) -> str:
    text = ""
    for name, coefficient in terms:
        sign = " + " if coefficient > 0 else " - "
        size = abs(coefficient)
        lead = sign if text else ("-" if coefficient < 0 else "")
        text += f"{lead}{name if size == 1 else f'{size} * {name}'}"
    if not text:
        return str(constant)
    if constant:
        text += f" {'+' if constant > 0 else '-'} {abs(constant)}"
    return text


def _family_runs(inside: Sequence[Group], groups: Sequence[Group]) -> list[str]:
    """Groups as names, members of a family that follow each other as one range, a whole family as its bare name."""
    sizes = Counter(map(_family, groups))
    runs: list[list[Group]] = []
    for group in inside:
        last = runs[-1][-1] if runs else None
        follows = last is not None and _family(last) == _family(group) and "[" in group.name
        if follows and last is not None and _index(group) == _index(last) + 1:
            runs[-1].append(group)
        else:
            runs.append([group])
    return [_run_name(run, sizes) for run in runs]


def _run_name(run: Sequence[Group], sizes: Mapping[str, int]) -> str:
    family = _family(run[0])
    if len(run) == 1:
        return run[0].name
    return family if len(run) == sizes[family] else f"{family}[{_index(run[0])}..{_index(run[-1])}]"


def _family(group: Group) -> str:
    return group.name.partition("[")[0]


def _index(group: Group) -> int:
    return int(group.name.partition("[")[2].rstrip("]"))


def shared_values(model: Model) -> int:
    """The number of values that the shared variables have together."""
    return math.prod(variable.high - variable.low + 1 for variable in model.shared)


def concrete_states(model: Model) -> int | None:
    """|L|^n times the shared values, or None where it has more digits than are written."""
    if model.size * math.log10(max(1, len(model.states))) > DIGITS:
        return None
    return writable(len(model.states) ** model.size * shared_values(model))
