"""An environment has all services of PySMT's own, and makes each of them only on first use."""

from __future__ import annotations

import pysmt.environment
import pytest
import z3

from vsym.arithmetic.environment import Environment
from vsym.arithmetic.solver import Session
from vsym.basics.limits import UNLIMITED

SERVICES = [name for name, one in vars(pysmt.environment.Environment).items() if isinstance(one, property)]


@pytest.mark.parametrize("service", SERVICES)
def test_every_service_is_that_of_pysmt_for_these_formulas(service: str) -> None:
    environment = Environment()
    made = getattr(environment, service)
    assert isinstance(made, type(getattr(pysmt.environment.Environment(), service)))
    assert made is getattr(environment, service)
    assert next(one for one in vars(made).values() if isinstance(one, pysmt.environment.Environment)) is environment


def test_formulas_that_are_only_made_need_no_other_service() -> None:
    environment = Environment()
    manager = environment.formula_manager
    manager.And(manager.GE(manager.Int(3), manager.Int(2)), manager.TRUE())
    services = {name for name in SERVICES if vars(environment).get(f"_{name}") is not None}
    assert services == {"formula_manager", "stc", "type_manager"}


def test_a_formula_without_a_type_is_refused_by_the_solver() -> None:
    environment = Environment()
    manager = environment.formula_manager
    with Session(environment, UNLIMITED) as session, pytest.raises(z3.Z3Exception):
        session.satisfiable(manager.And(manager.Int(3), manager.TRUE()))
