"""An environment has all services of PySMT's own, and makes none before it is asked for."""

from __future__ import annotations

import pysmt.environment
import pytest

from vsym.arithmetic.environment import Environment

SERVICES = [name for name, one in vars(pysmt.environment.Environment).items() if isinstance(one, property)]


@pytest.mark.parametrize("service", SERVICES)
def test_every_service_is_that_of_pysmt_for_these_formulas(service: str) -> None:
    environment = Environment()
    made = getattr(environment, service)
    assert type(made) is type(getattr(pysmt.environment.Environment(), service))
    assert made is getattr(environment, service)
    assert next(one for one in vars(made).values() if isinstance(one, pysmt.environment.Environment)) is environment


def test_formulas_that_are_only_made_need_no_other_service() -> None:
    environment = Environment()
    manager = environment.formula_manager
    manager.And(manager.GE(manager.Int(3), manager.Int(2)), manager.TRUE())
    made = {type(one).__name__ for one in vars(environment).values() if type(one).__module__.startswith("pysmt")}
    assert made == {"FormulaManager", "SimpleTypeChecker", "TypeManager"}
