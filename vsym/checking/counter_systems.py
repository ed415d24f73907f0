"""The systems that a program's counters are, with what each is asked: of states, and of the paths that are fair."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from vsym.logic.properties import Property
from vsym.reductions.process_counters.model import CounterModel
from vsym.reductions.process_counters.questions import Asked, asked
from vsym.reductions.programs.asking import but_for_errors, errors_in, never, with_fair_rules
from vsym.system.system import System

_LEGAL = str.maketrans({"|": "¦", "\\": "/"})
"""What SMT-LIB does not take in the name of anything."""


def question_name(prop: Property) -> str:
    """What a property is called where it is asked: any text may be the name of one, but not of what is proved."""
    return prop.name.translate(_LEGAL)


class CounterSystems:
    """The systems of a counter model that are asked some properties, and that their conditions end in no errors."""

    def __init__(self, model: CounterModel, properties: tuple[Property, ...]) -> None:
        self._model, self.properties = model, properties
        self._asked: Asked = asked(model, properties)
        self._own = {prop.name: prop for prop in self._asked.properties}
        self._never = {one.condition: never(one, place) for place, one in enumerate(self._asked.wrong, 1)}

    @property
    def all(self) -> tuple[System, ...]:
        """Those that are asked anything: the one about states first, then the one about fair paths."""
        program = self._model.program
        fair = bool(program.fairness or program.fair_rules)
        of_paths = [prop for prop in self.properties if fair and prop.logic != "invariant"]
        of_states = [prop for prop in self.properties if prop not in of_paths]
        systems = [self._of_states([*self._questions(of_states), *self._never.values()])]
        if len(self._asked.fairness) == len(program.fairness):
            systems.append(self._of_paths(self._questions(of_paths)))
        return tuple(system for system in systems if system.properties)

    @property
    def whole(self) -> System:
        """One that is asked everything, its fair paths those of the program, for other tools."""
        return self._of_paths([*self._questions(self.properties), *self._never.values()])

    def rests_on(self, prop: Property) -> tuple[str, ...]:
        """The names of the questions that have to hold for a property to hold: its conditions end in no errors."""
        return tuple(self._never[one.condition].name for one in errors_in(prop, self._asked.wrong))

    def left_out(self, prop: Property) -> str:
        """Why a property is not asked: it cannot be, or what paths are fair cannot."""
        reasons = self.reasons
        return reasons[prop.name] if prop.name in reasons else next(iter(reasons.values()))

    @cached_property
    def reasons(self) -> dict[str, str]:
        """Why something cannot be asked, by what it is called."""
        return dict(self._asked.left_out)

    def _questions(self, properties: Iterable[Property]) -> list[Property]:
        """What can be asked of some properties."""
        return [
            replace(but_for_errors(self._own[prop.name], errors_in(prop, self._asked.wrong)), name=question_name(prop))
            for prop in properties
            if prop.name in self._own
        ]

    def _of_states(self, questions: Iterable[Property]) -> System:
        return replace(self._model.system, properties=tuple(questions), deadlock=self._asked.deadlock)

    def _of_paths(self, questions: Iterable[Property]) -> System:
        model = self._model
        system = replace(self._of_states(questions), fairness=self._asked.fairness)
        return with_fair_rules(model.program, system, [way.rule for way in model.ways], self._asked.fair_rules)
