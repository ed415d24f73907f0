"""Certificates as SMT-LIB 2, for any solver: each goal is a scope of its own whose answer must be `unsat`."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence

from pysmt.fnode import FNode
from pysmt.smtlib.printers import SmtPrinter

from vsym.engines.smt.certificate import Certificate, Claim, Goal, goals
from vsym.engines.smt.unrolling import Unrolling

FORMAT = "vsym-certificate-1"
"""What the file says it is, so that another SMT-LIB file is not taken for a certificate."""


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
    return "".join(_lines(name, certificate))


def _lines(name: str, certificate: Certificate) -> Iterator[str]:
    yield f"; {name}\n"
    wanted = list(goals(certificate))
    claims = list(dict.fromkeys(claim.name for goal in wanted for claim in goal.claims))
    unrolling = Unrolling(certificate.system)
    for symbol in certificate.system.parameters:
        yield f"(declare-fun {_quoted(symbol.symbol_name())} () Int)\n"
    for place in range(certificate.depth + 1):
        for symbol in unrolling.copies(place).values():
            yield f"(declare-fun {_quoted(symbol.symbol_name())} () Int)\n"
    for claim in sorted(claims, key=lambda claim: claim == "step"):
        yield _definition(name, claim, certificate, unrolling)
    for goal in wanted:
        yield _goal(name, goal, unrolling)


def _definition(name: str, claim: str, certificate: Certificate, unrolling: Unrolling) -> str:
    system = certificate.system
    before, after = unrolling.copies(0), unrolling.copies(1)
    arguments: Sequence[FNode] = [*system.parameters, *before.values(), *after.values()]
    match claim.split():
        case ["step"]:
            body = unrolling.step(0)
        case ["step", number]:
            body = unrolling.relation(system.steps[int(number)], 0)
        case ["different"]:
            body = unrolling.different(0, 1)
        case _:
            arguments = system.symbols
            body = {
                "initial": system.initial,
                "domain": system.domain,
                "invariant": certificate.invariant,
                "predicate": certificate.predicate,
            }[claim]
    declared = " ".join(f"({_quoted(symbol.symbol_name())} Int)" for symbol in arguments)
    return f"(define-fun {_called(name, claim)} ({declared}) Bool\n  {_printed(body)})\n"


def _goal(name: str, goal: Goal, unrolling: Unrolling) -> str:
    label = f"{name}: {goal.label}".replace('"', "'")
    asserted = "".join(f"(assert {_claim(name, claim, unrolling)})\n" for claim in goal.claims)
    return f'(push 1)\n(set-info :goal "{label}")\n{asserted}(check-sat)\n(pop 1)\n'


def _claim(name: str, claim: Claim, unrolling: Unrolling) -> str:
    states = [symbol for place in claim.places for symbol in unrolling.copies(place).values()]
    values = " ".join(_quoted(symbol.symbol_name()) for symbol in (*unrolling.system.parameters, *states))
    used = f"({_called(name, claim.name)} {values})"
    return f"(not {used})" if claim.negated else used


def _called(name: str, claim: str) -> str:
    return _quoted(f"{name}: {'property' if claim == 'predicate' else claim}")


def _printed(formula: FNode) -> str:
    text = io.StringIO()
    SmtPrinter(text).printer(formula)
    return text.getvalue()


def _quoted(name: str) -> str:
    return f"|{name}|"
