"""Certificates: an invariant and the few goals that show it to be one, each unsatisfiable for a fresh solver, by proof
rules; and as SMT-LIB 2 for any solver, each goal a scope of its own whose answer must be `unsat`.

A rule says which claims on one state, or on two, cannot hold together where a certificate is valid.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Protocol

from pysmt.fnode import FNode
from pysmt.smtlib.printers import SmtPrinter

from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.smt.system import TransitionSystem, Unrolling

PAIRS = ("different", "step", "falls", "phase")
"""The beginnings of the names of claims on two states."""


@frozen
class Certificate:
    """Proof that `predicate` holds in every reachable state: `invariant` holds there and implies it.

    With `depth` 1 the invariant is inductive within the domain. With a greater one it is `depth`-inductive: it holds in
    the first `depth` states of every path, and after any `depth` states in which it does; with `simple` after those of
    paths that visit no state twice, which suffices, as a shortest path to anywhere is one.
    """

    system: TransitionSystem
    predicate: FNode
    invariant: FNode
    depth: int = 1
    simple: bool = False

    @property
    def rule(self) -> Induction:
        """The rule that generates its goals."""
        return Induction(tuple(step.label for step in self.system.steps), self.depth, self.simple)

    def definition(self, claim: str, unrolling: Unrolling, places: tuple[int, ...] = (0, 1)) -> FNode:
        """The formula of a claim, of these states of a path if it speaks of two, else of the system's symbols."""
        match claim.split():
            case ["step"]:
                return unrolling.step(places[0])
            case ["step", number]:
                return unrolling.relation(self.system.steps[int(number)], places[0])
            case ["different"]:
                return unrolling.different(*places)
        return {
            "initial": self.system.initial,
            "domain": self.system.domain,
            "invariant": self.invariant,
            "predicate": self.predicate,
        }[claim]


def failing(certificate: Certificate, budget: Budget) -> Goal | None:
    """The first goal that a solver of its own finds satisfiable, None if the certificate is valid. Raises
    UndecidedError."""
    unrolling, manager = Unrolling(certificate.system), certificate.system.manager

    def formula(claim: Claim) -> FNode:
        said = certificate.definition(claim.name, unrolling, claim.places)
        if len(claim.places) == 1:
            said = unrolling.at(said, claim.places[0])
        return manager.Not(said) if claim.negated else said

    with Session(certificate.system.environment, budget) as session:
        for goal in certificate.rule.goals():
            if session.satisfiable(*map(formula, goal.claims)):
                return goal
    return None


@frozen
class Claim:
    """An assumption of a goal on states of a path, by their places, or its negation.

    Of induction these are `initial`, `domain`, `invariant`, `predicate`, `different`, `step` (some step leads from the
    first to the second) and `step j` (the j-th does); other rules have others.
    """

    name: str
    places: tuple[int, ...]
    negated: bool = False


@frozen
class Goal:
    """Claims that cannot hold together, which proves the statement of the label."""

    label: str
    claims: tuple[Claim, ...]


Applied = Callable[[str, int], str]
"""A definition, by its name, of a state of a path, by its place, as text."""


class Rule(Protocol):
    """The goals by which something is proved of a system."""

    @property
    def length(self) -> int:
        """The number of steps of the longest path that a goal speaks of."""

    def goals(self) -> Iterator[Goal]:
        """The goals that must be unsatisfiable for a certificate to be valid."""

    def terms(self) -> tuple[str, ...]:
        """The definitions that are integers, and the claims used by derived ones alone."""

    def derived(self, claim: str, applied: Applied, /) -> str | None:
        """A claim that the rule itself defines, by other definitions; None for those that a certificate gives."""


def claimed(rule: Rule) -> tuple[str, ...]:
    """The names of all definitions that the goals of a rule rest on, in the order in which they are defined."""
    claims = dict.fromkeys([*rule.terms(), *(claim.name for goal in rule.goals() for claim in goal.claims)])
    return tuple(sorted(claims, key=lambda claim: claim in LAST))


LAST = frozenset({"step", "falls", "covered"})
"""Claims that are defined after all others."""


@frozen
class Induction:
    """A proof rule: induction of some depth, on paths that visit no state twice if `simple`, over steps with labels."""

    steps: tuple[str, ...]
    depth: int = 1
    simple: bool = False

    @property
    def length(self) -> int:
        return self.depth

    def goals(self) -> Iterator[Goal]:
        inside = (Claim("domain", (0,)), Claim("invariant", (0,)))
        for length in range(self.depth):
            path = (Claim("domain", (0,)), Claim("initial", (0,)), *_path(length))
            said = "every initial state satisfies" if length == 0 else f"{length} steps from an initial state lead into"
            yield Goal(f"{said} the invariant", (*path, Claim("invariant", (length,), negated=True)))
        if self.depth > 1:
            yield from self._long_steps()
        for number, label in enumerate(self.steps if self.depth == 1 else ()):
            name = f"step {number}" + (f" ({label})" if label else "")
            for claim in ("domain", "invariant"):
                claims = (*inside, Claim(f"step {number}", (0, 1)), Claim(claim, (1,), negated=True))
                yield Goal(f"{name} keeps the {claim}", claims)
        yield Goal("the invariant implies the property", (*inside, Claim("predicate", (0,), negated=True)))

    def terms(self) -> tuple[str, ...]:
        return ()

    def derived(self, _claim: str, _applied: Applied, /) -> str | None:
        return None

    def _long_steps(self) -> Iterator[Goal]:
        k = self.depth
        inside = [Claim(name, (place,)) for place in range(k) for name in ("domain", "invariant")]
        claims = (*inside[:2], Claim("step", (0, 1)), Claim("domain", (1,), negated=True))
        yield Goal("every step keeps the domain", claims)
        apart = [Claim("different", (i, j)) for j in range(1, k + 1) for i in range(j)] if self.simple else []
        before = (*inside, *_path(k), *apart)
        yield Goal(f"after {k} states in it, a step stays in the invariant", (*before, Claim("invariant", (k,), True)))


def _path(length: int) -> tuple[Claim, ...]:
    return tuple(Claim("step", (place, place + 1)) for place in range(length))


FORMAT = "vsym-certificate-1"
"""The name of the format in a file, so that another SMT-LIB file is not taken for a certificate."""


INTEGERS = ("rank", "unmet")
"""The beginnings of the names of definitions that are integers."""


@frozen
class Scope:
    """A certificate by the `name` of the statement that it proves: its rule, the names of parameters and variables, and
    the formulas of claims as text, by name. Claims that the rule derives are not among these. A certificate that was
    carried from bounds on sums of the variables names these `bounds`."""

    name: str
    rule: Rule
    parameters: tuple[str, ...]
    variables: tuple[str, ...]
    definitions: Mapping[str, str]
    bounds: str | None = None

    def state(self, place: int) -> tuple[str, ...]:
        """The names of the variables in a state of a path."""
        return tuple(f"{variable}@{place}" for variable in self.variables)

    def arguments(self, claim: str) -> tuple[str, ...]:
        """The symbols that the formula of a claim speaks of."""
        if claim.startswith(PAIRS):
            return (*self.parameters, *self.state(0), *self.state(1))
        return (*self.parameters, *self.variables)

    def definition(self, claim: str) -> str:
        """The formula of a claim, one that the rule derives among them."""

        def applied(name: str, place: int) -> str:
            values = self.state(place) if claim.startswith(PAIRS) else self.variables
            return f"({' '.join(map(_quoted, (self.symbol(name), *self.parameters, *values)))})"

        derived = self.rule.derived(claim, applied)
        return self.definitions[claim] if derived is None else derived

    def symbol(self, claim: str) -> str:
        """The name of the formula of a claim in the file."""
        return f"{self.name}: {'property' if claim == 'predicate' else claim}"


def document(title: str, scopes: Mapping[str, str]) -> str:
    """A file with the scopes of several certificates, by the names of the statements that they prove."""
    comments = f"; {title}\n; every answer must be unsat, which proves the goals\n"
    count = sum(text.count("(check-sat)") for text in scopes.values())
    head = f'{comments}(set-logic QF_LIA)\n(set-info :source "{FORMAT}")\n(set-info :goals "{count}")\n'
    return head + "".join(f"\n(push 1)\n{text}(pop 1)\n" for text in scopes.values())


class Certified(Protocol):
    """The content of a proof: formulas for the claims of a rule."""

    @property
    def system(self) -> TransitionSystem:
        """The system it covers."""

    @property
    def rule(self) -> Rule:
        """The proof rule with its goals."""

    def definition(self, claim: str, unrolling: Unrolling) -> FNode:
        """The formula of a claim, of a path's first two states if it speaks of two, else of the system's symbols."""


def scope(name: str, certificate: Certified) -> str:
    """The definitions and the goals of one certificate, to stand between a push and its pop."""
    return scope_text(scope_of(name, certificate))


def scope_of(name: str, certificate: Certified) -> Scope:
    """A certificate with its formulas as text."""
    rule = certificate.rule
    given = [claim for claim in claimed(rule) if rule.derived(claim, lambda name, _: name) is None]
    system = certificate.system
    unrolling = Unrolling(system)
    return Scope(
        name,
        rule,
        tuple(symbol.symbol_name() for symbol in system.parameters),
        tuple(symbol.symbol_name() for symbol in system.variables),
        dict(zip(given, _printed(certificate.definition(claim, unrolling) for claim in given), strict=True)),
    )


def scope_text(scope: Scope) -> str:
    """The definitions and the goals of one certificate as they are written."""
    return "".join(_lines(scope))


def _lines(scope: Scope) -> Iterator[str]:
    yield f"; {scope.name}\n"
    if scope.bounds is not None:
        yield f'(set-info :bounds "{scope.bounds}")\n'
    for symbol in (*scope.parameters, *(name for place in range(scope.rule.length + 1) for name in scope.state(place))):
        yield f"(declare-fun {_quoted(symbol)} () Int)\n"
    for claim in claimed(scope.rule):
        declared = " ".join(f"({_quoted(symbol)} Int)" for symbol in scope.arguments(claim))
        sort = "Int" if claim.startswith(INTEGERS) else "Bool"
        head = f"(define-fun {_quoted(scope.symbol(claim))} ({declared}) {sort}"
        yield f"{head}\n  {scope.definition(claim)})\n"
    for goal in scope.rule.goals():
        label = f"{scope.name}: {goal.label}".replace('"', "'")
        asserted = "".join(f"(assert {_claim(scope, claim)})\n" for claim in goal.claims)
        yield f'(push 1)\n(set-info :goal "{label}")\n{asserted}(check-sat)\n(pop 1)\n'


def _claim(scope: Scope, claim: Claim) -> str:
    states = [symbol for place in claim.places for symbol in scope.state(place)]
    applied = f"({' '.join(map(_quoted, (scope.symbol(claim.name), *scope.parameters, *states)))})"
    return f"(not {applied})" if claim.negated else applied


def _printed(formulas: Iterable[FNode]) -> Iterator[str]:
    """Each as text, all by one printer: to make one takes longer than most formulas."""
    text = io.StringIO()
    printer = SmtPrinter(text)
    for formula in formulas:
        text.seek(0)
        text.truncate()
        printer.printer(formula)
        yield text.getvalue()


def _quoted(name: str) -> str:
    return f"|{name}|"
