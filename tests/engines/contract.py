"""The contract of every engine, for any kind of input, on generated subjects and on some written by hand."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.support.drawn import many
from vsym.basics.limits import REASONS, Budget
from vsym.basics.source import DiagnosticError
from vsym.engines import registry
from vsym.engines.protocol import Answer, Engine
from vsym.logic.properties import Property
from vsym.system.report import Silence
from vsym.system.result import ErrorReached, Path, Verdict


class Subject(NamedTuple):
    """An input with its properties, whether each holds, and what checks a path that is to show a verdict."""

    input: Any
    properties: tuple[Property, ...]
    holds: Callable[[Property], bool]
    check_path: Callable[[Property, Verdict], None]


def drawn_quickly(examples: int) -> Callable[[Any], Any]:
    """Settings for subjects that are drawn once, the same in every run, and not made smaller."""
    return settings(
        max_examples=many(examples),
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate],
    )


class Contract(ABC):
    """Tests that an engine's class inherits; `name` is the engine's."""

    name: ClassVar[str]

    @property
    def engine(self) -> Engine[Any]:
        """The engine, from the registry."""
        return registry.engine(self.name)

    @abstractmethod
    def draw(self, draw: Callable[..., Any]) -> Subject:
        """A subject."""

    @abstractmethod
    def draw_error(self, draw: Callable[..., Any]) -> tuple[Any, bool, Callable[[int, Path[Any, Any]], None]]:
        """An input with an error, whether it can be reached, and what checks the path to it."""

    def verify(self, subject: Subject, properties: tuple[Property, ...], budget: Budget | None = None) -> Answer:
        """The answer of the engine, by default without a limit."""
        return self.engine.verify(subject.input, properties, budget or Budget(), Silence())

    def accepted(self, subject: Subject) -> tuple[Property, ...]:
        """The properties that the engine takes."""
        return tuple(prop for prop in subject.properties if self.engine.accepts(subject.input, prop) is None)

    def test_its_name_is_the_one_that_users_know(self) -> None:
        assert self.engine.name == self.name
        assert self.name in registry.MODULES

    def may_be_unknown(self, _subject: Subject, _prop: Property) -> bool:
        """True if the engine may leave a property undecided that it accepts, even without a limit."""
        return False

    def check_verdicts(self, subject: Subject, budget: Budget | None = None) -> None:
        """Every property accepted has its verdict, which is the oracle's, and a path that shows it."""
        accepted = self.accepted(subject)
        answer = self.verify(subject, accepted, budget)
        assert len(answer.verdicts) == len(accepted)
        for prop, verdict in zip(accepted, answer.verdicts, strict=True):
            assert verdict.engine == self.name
            if verdict.outcome == "unknown" and self.may_be_unknown(subject, prop):
                assert verdict.reason
                continue
            assert verdict.outcome == ("holds" if subject.holds(prop) else "violated"), prop
            assert verdict.path is not None or prop.logic == "ctl" or verdict.outcome == "holds"
            if verdict.path is not None:
                assert verdict.path.kind == ("witness" if verdict.outcome == "holds" else "counterexample")
                subject.check_path(prop, verdict)

    def check_refusals(self, subject: Subject) -> None:
        """Checks that `verify` refuses each property that `accepts` refuses, with the same diagnostic."""
        for prop in subject.properties:
            if (refused := self.engine.accepts(subject.input, prop)) is not None:
                with pytest.raises(DiagnosticError) as error:
                    self.verify(subject, (prop,))
                assert error.value.diagnostics == (refused,)

    @given(st.data())
    @drawn_quickly(3)
    def test_verdicts_are_those_of_the_oracle(self, data: st.DataObject) -> None:
        """The verdicts are right whether the search stops once it knows them or goes on to its end."""
        subject = self.draw(data.draw)
        self.check_verdicts(subject, Budget(spare=data.draw(st.sampled_from((0, None)))))
        self.check_refusals(subject)

    @given(st.data())
    @drawn_quickly(2)
    def test_with_no_time_nothing_wrong_is_said(self, data: st.DataObject) -> None:
        """An engine looks at the clock now and then: what needs no more than that may be decided."""
        subject = self.draw(data.draw)
        accepted = self.accepted(subject)
        answer = self.verify(subject, accepted, Budget(deadline=time.monotonic() - 1))
        for prop, verdict in zip(accepted, answer.verdicts, strict=True):
            if verdict.outcome == "unknown":
                assert verdict.reason is not None
                assert REASONS["time"] in verdict.reason
            else:
                assert verdict.outcome == ("holds" if subject.holds(prop) else "violated")

    @given(st.data())
    @drawn_quickly(1)
    def test_nothing_is_answered_where_nothing_is_asked(self, data: st.DataObject) -> None:
        assert self.verify(self.draw(data.draw), ()).verdicts == ()

    @given(st.data())
    @drawn_quickly(2)
    def test_an_error_is_raised_where_it_can_be_reached(self, data: st.DataObject) -> None:
        subject, reachable, check = self.draw_error(data.draw)
        asked = Subject(subject[0], subject[1], lambda _: True, lambda *_: None)
        if not (accepted := self.accepted(asked)):
            return
        try:
            self.verify(asked, accepted)
        except ErrorReached as error:
            assert reachable
            check(error.event, error.path)
        else:
            assert not reachable
