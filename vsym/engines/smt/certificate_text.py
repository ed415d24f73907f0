"""Certificates as SMT-LIB 2, for any solver: each goal is a scope of its own whose answer must be `unsat`."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping

from pysmt.fnode import FNode
from pysmt.smtlib.printers import SmtPrinter

from vsym.basics.frozen import frozen
from vsym.engines.smt.certificate import Certificate, Claim, Goal, Rule, goals
from vsym.engines.smt.unrolling import Unrolling

FORMAT = "vsym-certificate-1"
"""What the file says it is, so that another SMT-LIB file is not taken for a certificate."""


@frozen
class Scope:
    """What a certificate proves by its `name`, its rule, the names of parameters and variables, and by the names of the
    claims the formulas that they stand for, as text."""

    name: str
    rule: Rule
    parameters: tuple[str, ...]
    variables: tuple[str, ...]
    definitions: Mapping[str, str]

    def state(self, place: int) -> tuple[str, ...]:
        """What the variables are called in a state of a path."""
        return tuple(f"{variable}@{place}" for variable in self.variables)

    def arguments(self, claim: str) -> tuple[str, ...]:
        """What the formula of a claim speaks of."""
        if claim == "different" or claim.startswith("step"):
            return (*self.parameters, *self.state(0), *self.state(1))
        return (*self.parameters, *self.variables)

    def symbol(self, claim: str) -> str:
        """What the formula of a claim is called in the file."""
        return f"{self.name}: {'property' if claim == 'predicate' else claim}"


def document(title: str, scopes: Mapping[str, str]) -> str:
    """A file with the scopes of several certificates, by the names of what they prove."""
    told = "".join(
        f"; {line}\n" for line in (title, "every answer must be unsat: then the invariants prove what is named")
    )
    count = sum(text.count("(check-sat)") for text in scopes.values())
    head = f'{told}(set-logic QF_LIA)\n(set-info :source "{FORMAT}")\n(set-info :goals "{count}")\n'
    return head + "".join(f"\n(push 1)\n{text}(pop 1)\n" for text in scopes.values())


def scope(name: str, certificate: Certificate) -> str:
    """The definitions and the goals of one certificate, to stand between a push and its pop."""
    return scope_text(scope_of(name, certificate))


def scope_of(name: str, certificate: Certificate) -> Scope:
    """A certificate with its formulas as text."""
    claims = claimed(certificate.rule)
    unrolling = Unrolling(certificate.system)
    system = certificate.system
    return Scope(
        name,
        certificate.rule,
        tuple(symbol.symbol_name() for symbol in system.parameters),
        tuple(symbol.symbol_name() for symbol in system.variables),
        {claim: _printed(_formula(claim, certificate, unrolling)) for claim in claims},
    )


def claimed(rule: Rule) -> tuple[str, ...]:
    """The names of the claims that the goals of a rule make, in the order in which they are defined."""
    claims = dict.fromkeys(claim.name for goal in goals(rule) for claim in goal.claims)
    return tuple(sorted(claims, key=lambda claim: claim == "step"))


def scope_text(scope: Scope) -> str:
    """The definitions and the goals of one certificate as they are written."""
    return "".join(_lines(scope))


def _lines(scope: Scope) -> Iterator[str]:
    yield f"; {scope.name}\n"
    for symbol in (*scope.parameters, *(name for place in range(scope.rule.depth + 1) for name in scope.state(place))):
        yield f"(declare-fun {_quoted(symbol)} () Int)\n"
    for claim in claimed(scope.rule):
        declared = " ".join(f"({_quoted(symbol)} Int)" for symbol in scope.arguments(claim))
        head = f"(define-fun {_quoted(scope.symbol(claim))} ({declared}) Bool"
        yield f"{head}\n  {scope.definitions[claim]})\n"
    for goal in goals(scope.rule):
        yield _goal(scope, goal)


def _formula(claim: str, certificate: Certificate, unrolling: Unrolling) -> FNode:
    system = certificate.system
    match claim.split():
        case ["step"]:
            return unrolling.step(0)
        case ["step", number]:
            return unrolling.relation(system.steps[int(number)], 0)
        case ["different"]:
            return unrolling.different(0, 1)
    return {
        "initial": system.initial,
        "domain": system.domain,
        "invariant": certificate.invariant,
        "predicate": certificate.predicate,
    }[claim]


def _goal(scope: Scope, goal: Goal) -> str:
    label = f"{scope.name}: {goal.label}".replace('"', "'")
    asserted = "".join(f"(assert {_claim(scope, claim)})\n" for claim in goal.claims)
    return f'(push 1)\n(set-info :goal "{label}")\n{asserted}(check-sat)\n(pop 1)\n'


def _claim(scope: Scope, claim: Claim) -> str:
    states = [symbol for place in claim.places for symbol in scope.state(place)]
    values = " ".join(map(_quoted, (*scope.parameters, *states)))
    used = f"({_quoted(scope.symbol(claim.name))} {values})"
    return f"(not {used})" if claim.negated else used


def _printed(formula: FNode) -> str:
    text = io.StringIO()
    SmtPrinter(text).printer(formula)
    return text.getvalue()


def _quoted(name: str) -> str:
    return f"|{name}|"
