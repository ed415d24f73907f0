"""Invariants with less in them: what a certificate is as good without is left out."""

from __future__ import annotations

from dataclasses import replace

from pysmt.fnode import FNode

from vsym.basics.limits import Budget, UndecidedError
from vsym.engines.smt.certificate import Certificate, failing


def shortened(certificate: Certificate, budget: Budget) -> Certificate:
    """A certificate whose invariant has fewer conjuncts, as far as the time suffices to find one."""
    manager = certificate.system.environment.formula_manager
    parts = list(dict.fromkeys(_conjuncts(certificate.invariant)))
    try:
        for part in parts[:]:
            if len(parts) == 1:
                break
            others = [other for other in parts if other is not part]
            if failing(replace(certificate, invariant=manager.And(others)), budget) is None:
                parts = others
    except UndecidedError:
        pass
    return replace(certificate, invariant=manager.And(parts))


def _conjuncts(formula: FNode) -> list[FNode]:
    if not formula.is_and():
        return [formula]
    return [part for operand in formula.args() for part in _conjuncts(operand)]
