"""The adaptive engine passes the contract, on generated models."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import assume

from tests import oracle, oracle_temporal
from tests.drawn import loaded
from tests.engines.contract import Contract, Subject
from tests.generated import Generated, models
from tests.replaying import check_replay, concrete
from vsym.basics.limits import Budget
from vsym.checking.adaptive import annotated
from vsym.checking.stages import prepared
from vsym.engines.adaptive.reached import Annotated
from vsym.logic.properties import Property
from vsym.system.report import Silence
from vsym.system.result import Path, Verdict


class TestAdaptive(Contract):
    """The adaptive engine; its subjects are models, and its paths theirs."""

    name = "adaptive"

    def draw(self, draw: Callable[..., Any]) -> Subject:
        drawn, subject, structure = self._drawn(draw)
        assume(not oracle.reachable_overflows(structure))
        formulas = dict(drawn.model.properties)

        def check(_: Property, verdict: Verdict) -> None:
            assert verdict.path is not None
            check_replay(structure, verdict.path)

        def holds(prop: Property) -> bool:
            return oracle_temporal.satisfied(structure, formulas[prop.name])

        return Subject(subject, subject.model.properties, holds, check)

    def draw_error(self, draw: Callable[..., Any]) -> Any:
        _, subject, structure = self._drawn(draw)
        reachable = oracle.reachable_overflows(structure)

        def check(edge: int, path: Path[Any, Any]) -> None:
            check_replay(structure, path)
            assert subject.edges[edge].overflow
            assert concrete(path.states[-1]) in {state for state, _ in reachable}

        return (subject, subject.model.properties), bool(reachable), check

    def _drawn(self, draw: Callable[..., Any]) -> tuple[Generated, Annotated, oracle.Structure]:
        drawn = draw(models())
        lemmas = [formula for _, formula in drawn.model.lemmas]
        whole = oracle.structure(drawn.model)
        model = loaded(drawn)
        assume(oracle.inductive(whole, lemmas))
        structure = oracle.structure(drawn.model, lemmas) if lemmas else whole
        return drawn, annotated(prepared(model, Budget(), Silence())), structure
