"""Exploration on decision diagrams: its strategy and hints, and its groups of programs and systems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.numbers import plural
from vsym.basics.options import WHOLE, Closing, StrategyName
from vsym.basics.source import Span
from vsym.engines.diagrams.engine import DiagramsEngine
from vsym.engines.diagrams.quotient.symmetries import Settings, Symmetries
from vsym.logic.formula import Formula, conjunction, negate
from vsym.logic.properties import Property
from vsym.models.program.layout import Layout
from vsym.models.program.renaming import LiteralMap, generating_maps
from vsym.reductions.programs.asking import errors_in
from vsym.reductions.programs.lowering import Lowered
from vsym.reductions.programs.starts import symmetry_of
from vsym.reductions.protocol import Activation, Hinted
from vsym.system.result import Reached
from vsym.system.symmetry import Image, Symmetry
from vsym.system.system import System

if TYPE_CHECKING:
    from vsym.engines.compiled.quotient.action import Action
    from vsym.engines.compiled.quotient.quotient import Quotient


@frozen
class Guide:
    """The way of an exploration, for any model and group: the strategy, with the hints and the extent of the σ-steps of
    `representatives`.

    Hints are predicates of the model: each says where steps may begin for a while; so do the `automatic` ones.
    """

    strategy: StrategyName = "auto"
    hints: tuple[Property, ...] = ()
    automatic: tuple[Activation, ...] = ()
    closing: Closing = WHOLE

    def settings(self, system: System, predicates: Sequence[Formula], symmetries: Symmetries) -> Settings:
        """The settings for the system of a model, on which the hints are some predicates."""
        hints = [(hint.text, predicate) for hint, predicate in zip(self.hints, predicates, strict=True)]
        hints += ((one.text, one.predicate(system)) for one in self.automatic)
        return Settings(symmetries, self.strategy, tuple(hints), self.closing)

    def notes(self, reached: Reached) -> Iterator[str]:
        """A line for each hint that added nothing, with its place, and one for the generators left out of the group."""
        hints = [(_place(one.span), one.text) for one in self.hints]
        hints += (("--hints auto", one.text) for one in self.automatic)
        for number, ever in reached.idle_hints:
            place, text = hints[number]
            why = f"it is false {'in every state that was reached' if number else 'at the start'}"
            if ever:
                why = "no step from where it is true leads to a new state"
            yield f"{place}: hint `{text}` adds nothing: {why}"
        if reached.left_out:
            several = plural(reached.left_out, "generator")
            yield f"left out of the group, since they map slots to slots with other values: {several}"


@frozen
class UpTo:
    """Literal maps that generate the group of a program, whether each is proved to be a symmetry, the strategy with its
    hints (`Guide`); and whether each map keeps the start states, or the steps alone, or is a virtual symmetry, which
    keeps neither."""

    maps: tuple[LiteralMap, ...] = ()
    proved: bool = True
    strategy: StrategyName = "auto"
    hints: tuple[Property, ...] = ()
    automatic: tuple[Activation, ...] = ()
    starts_kept: bool = True
    virtual: bool = False
    closing: Closing = WHOLE

    @property
    def guide(self) -> Guide:
        """The strategy and the hints."""
        return Guide(self.strategy, self.hints, self.automatic, self.closing)

    @property
    def images(self) -> tuple[Symmetry, ...]:
        """The maps as permutations of a system's literals where they need not keep the start states, else none."""
        return () if self.starts_kept else tuple(map(symmetry_of, self.maps))


def generators(layout: Layout, quotient: Quotient) -> tuple[LiteralMap, ...]:
    """Literal maps that generate the group of a quotient; raises ValueError where there are multisets."""
    moved = (scalarset for scalarset in quotient.scalarsets if scalarset.size > 1)
    own = (one for scalarset in moved for one in generating_maps(layout, scalarset))
    return (*own, *(one for strategy in quotient.strategies for one in strategy.action.maps))


def settings_of(made: Lowered, up_to: UpTo) -> Settings:
    """The settings for the system of a program, which has the hints among its properties."""
    stated = {one.name: one for one in made.system.properties}
    predicates = list[Formula]()
    for hint in up_to.hints:
        one = stated[hint.name]
        wrong = (negate(fault.where) for fault in errors_in(one, made.wrong))
        predicates.append(conjunction((one.formula, *wrong)))
    symmetries = Symmetries(tuple(map(symmetry_of, up_to.maps)), up_to.proved, up_to.starts_kept, up_to.virtual)
    return up_to.guide.settings(made.system, predicates, symmetries)


@frozen
class Guided:
    """A strategy with its hints, and their settings, without a group, for the system that a model is reduced to."""

    guide: Guide
    settings: Settings

    def notes(self, reached: Reached | None) -> tuple[str, ...]:
        """The lines on an exploration, none where nothing was explored."""
        return () if reached is None else tuple(self.guide.notes(reached))


def guided(reduced: Hinted, guide: Guide) -> Guided:
    """A strategy for the system that a model is reduced to; raises DiagnosticError for a hint that the reduction does
    not keep."""
    predicates = [one.formula for one in reduced.hints] if guide.hints else []
    return Guided(guide, guide.settings(reduced.tasks[0].structure, predicates, Symmetries(())))


def on_diagrams(system: System, quotient: Quotient | None, settings: Settings | None = None) -> DiagramsEngine:
    """The engine on decision diagrams that explores a system with some settings, up to the group of a quotient. The
    quotient's maps are on codes: the distances of values from the least ones."""
    actions = [strategy.action for strategy in quotient.strategies] if quotient else []
    generators = tuple(_above(system, action, one) for action in actions for one in action.maps)
    virtual = quotient is not None and quotient.virtual
    symmetries = Symmetries(generators, starts_kept=not virtual, virtual=virtual)
    return DiagramsEngine(replace(settings or Settings(symmetries), symmetries=symmetries))


def _above(system: System, action: Action, one: LiteralMap) -> Symmetry:
    """A map of codes, of which those in the domains count, as a permutation of a system's literals."""
    moved = []
    for cell, domain in zip(action.slots, action.domains, strict=True):
        target = one.slots[cell]
        low, first = system.ranges[cell][0], system.ranges[target][0]
        values = ((code + low, one.codes[cell][code] + first) for code in domain)
        changed = tuple(pair for pair in values if pair[0] != pair[1])
        if target != cell or changed:
            moved.append((cell, Image(target, changed)))
    return Symmetry(tuple(moved))


def _place(span: Span) -> str:
    """A place in a file; an option of the command line is its own place."""
    name = span.source.name
    return name if name.startswith("--") else str(span)
