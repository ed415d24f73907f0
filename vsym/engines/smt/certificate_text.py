"""Certificates as SMT-LIB 2, for any solver: each goal is a scope of its own whose answer must be `unsat`."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from pysmt.fnode import FNode
from pysmt.smtlib.printers import SmtPrinter

from vsym.basics.frozen import frozen
from vsym.engines.smt.certificate import PAIRS, Claim, Rule, claimed
from vsym.engines.smt.system import TransitionSystem, Unrolling

FORMAT = "vsym-certificate-1"
"""The name of the format in a file, so that another SMT-LIB file is not taken for a certificate."""


INTEGERS = ("rank", "unmet")
"""The beginnings of the names of definitions that are integers."""


@frozen
class Scope:
    """A certificate by the `name` of what it proves, its rule, the names of parameters and variables, and by the names
    of the claims the formulas that they stand for, as text; those that the rule derives are not among these."""

    name: str
    rule: Rule
    parameters: tuple[str, ...]
    variables: tuple[str, ...]
    definitions: Mapping[str, str]

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
    """A file with the scopes of several certificates, by the names of what they prove."""
    comments = f"; {title}\n; every answer must be unsat: then what is named is proved\n"
    count = sum(text.count("(check-sat)") for text in scopes.values())
    head = f'{comments}(set-logic QF_LIA)\n(set-info :source "{FORMAT}")\n(set-info :goals "{count}")\n'
    return head + "".join(f"\n(push 1)\n{text}(pop 1)\n" for text in scopes.values())


class Certified(Protocol):
    """The content of a proof: formulas for the claims of a rule."""

    @property
    def system(self) -> TransitionSystem:
        """Of what it is proved."""

    @property
    def rule(self) -> Rule:
        """The rule by whose goals it is proved."""

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
