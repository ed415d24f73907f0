"""Each strategy passes the contract of engines, on systems with symmetries that are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import assume
from hypothesis import strategies as st

from tests.engines.contract import Subject
from tests.engines.diagrams.quotient.drawn import SYMMETRIES, symmetric_system
from tests.engines.test_contract import HandWritten, SystemContract
from tests.support.drawn import many
from tests.system.judging import structure
from vsym.basics.limits import Budget
from vsym.basics.options import StrategyName
from vsym.basics.source import Diagnostic
from vsym.engines.diagrams.engine import DiagramsEngine
from vsym.engines.diagrams.quotient.symmetries import Settings, Symmetries
from vsym.engines.protocol import Answer, Engine
from vsym.logic.properties import Property
from vsym.system import step
from vsym.system.report import Report, Silence
from vsym.system.result import ErrorReached
from vsym.system.system import System


class UpToSymmetry:
    """The engine with the known symmetries of each system."""

    name = "mdd"

    def __init__(self, strategy: StrategyName) -> None:
        self._strategy = strategy

    def _on(self, system: System) -> DiagramsEngine:
        return DiagramsEngine(Settings(Symmetries(SYMMETRIES.get(system, ())), self._strategy))

    def accepts(self, system: System, prop: Property) -> Diagnostic | None:
        """The reason of the engine for refusing a property of this system, or None."""
        return self._on(system).accepts(system, prop)

    def verify(self, system: System, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """The answer of the engine that has the symmetry of this system."""
        return self._on(system).verify(system, properties, budget, report)


class StrategyContract(SystemContract):
    """The contract of a strategy."""

    name = "mdd"
    strategy: ClassVar[StrategyName]
    short_and_fair = False

    @property
    def engine(self) -> Engine[Any]:
        return UpToSymmetry(self.strategy)

    def draw(self, draw: Callable[..., Any]) -> Subject:
        system = symmetric_system(Random(draw(st.integers(0, 10**6))), fair=True)
        # What a formula costs here and in the oracle grows with the square of its length, and one in six is longer.
        assume(all(len(str(prop.formula)) < 8_000 for prop in system.properties))
        return self.subject(system)

    def system_with_error(self, draw: Callable[..., Any]) -> System:
        return symmetric_system(Random(draw(st.integers(0, 10**6))), fair=False, errors=True)

    def test_an_error_is_met_however_little_is_left_for_a_path(self) -> None:
        """An exploration of all states bounds its search for a path to a deadlock, but never its search for errors."""
        met = 0
        for seed in range(many(2)):
            system = symmetric_system(Random(seed), fair=False, errors=True)
            reachable = any(next(step.errors(system, state), None) is not None for state in structure(system).steps)
            settings = Settings(Symmetries(SYMMETRIES[system]), self.strategy)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("vsym.engines.diagrams.quotient.verifying.PATH_TURN", -1)
                patch.setattr("vsym.diagrams.nodes._UNITS_PER_REPORT", 1)
                try:
                    DiagramsEngine(settings).explore(system, Budget(), Silence())
                except ErrorReached:
                    assert reachable
                    met += 1
                else:
                    assert not reachable
        assert met


class TestFull(StrategyContract, HandWritten):
    """Systems written by hand come without symmetries, so all strategies do the same there and one is enough."""

    strategy = "full"


class TestAfter(StrategyContract):
    strategy = "after"


class TestWithin(StrategyContract):
    strategy = "within"


class TestRepresentatives(StrategyContract):
    strategy = "representatives"


class TestAuto(StrategyContract):
    strategy = "auto"
