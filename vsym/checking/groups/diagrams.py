"""The exploration of programs up to symmetry on decision diagrams."""

from __future__ import annotations

from collections.abc import Iterator
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
from vsym.system.result import Reached
from vsym.system.symmetry import Image, Symmetry
from vsym.system.system import System

if TYPE_CHECKING:
    from vsym.engines.compiled.quotient.action import Action
    from vsym.engines.compiled.quotient.quotient import Quotient
    from vsym.reductions.programs.starts import Activation


@frozen
class UpTo:
    """Literal maps that generate the group, whether each is proved to be a symmetry, the strategy, and the
    hints that `representatives` takes; and whether each map keeps the start states, or the steps alone, or is a virtual
    symmetry, which keeps neither.

    Hints are invariants of the program: each says where steps may begin for a while; so do the `automatic` ones.
    """

    maps: tuple[LiteralMap, ...] = ()
    proved: bool = True
    strategy: StrategyName = "auto"
    hints: tuple[Property, ...] = ()
    automatic: tuple[Activation, ...] = ()
    starts_kept: bool = True
    virtual: bool = False
    closing: Closing = WHOLE

    @property
    def images(self) -> tuple[Symmetry, ...]:
        """The maps as permutations of a system's literals where they may take what is reached elsewhere, else none."""
        return () if self.starts_kept else tuple(map(symmetry_of, self.maps))


def generators(layout: Layout, quotient: Quotient) -> tuple[LiteralMap, ...]:
    """Literal maps that generate the group of a quotient; raises ValueError where there are multisets."""
    moved = (scalarset for scalarset in quotient.scalarsets if scalarset.size > 1)
    own = (one for scalarset in moved for one in generating_maps(layout, scalarset))
    return (*own, *(one for strategy in quotient.strategies for one in strategy.action.maps))


def settings_of(made: Lowered, up_to: UpTo) -> Settings:
    """The settings for the system of a program."""
    hints = list[tuple[str, Formula]]()
    for one in made.system.properties:
        if one.name in {hint.name for hint in up_to.hints}:
            wrong = (negate(fault.where) for fault in errors_in(one, made.wrong))
            hints.append((one.text, conjunction((one.formula, *wrong))))
    hints += ((one.text, one.predicate(made.system)) for one in up_to.automatic)
    symmetries = Symmetries(tuple(map(symmetry_of, up_to.maps)), up_to.proved, up_to.starts_kept, up_to.virtual)
    return Settings(symmetries, up_to.strategy, tuple(hints), up_to.closing)


def on_diagrams(system: System, quotient: Quotient) -> DiagramsEngine:
    """The engine on decision diagrams that explores a system up to the group of a quotient, whose maps are of how far
    values are above the least ones."""
    actions = [strategy.action for strategy in quotient.strategies]
    symmetries = (_above(system, action, one) for action in actions for one in action.maps)
    virtual = quotient.virtual
    return DiagramsEngine(Settings(Symmetries(tuple(symmetries), starts_kept=not virtual, virtual=virtual)))


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


def strategy_notes(up_to: UpTo, reached: Reached) -> Iterator[str]:
    """A line for each of them, with the place where there is one."""
    hints = [(_place(one.span), one.text) for one in up_to.hints]
    hints += (("--hints auto", one.text) for one in up_to.automatic)
    for number, ever in reached.idle_hints:
        place, text = hints[number]
        why = f"it is false {'in every state that was reached' if number else 'at the start'}"
        if ever:
            why = "no step from where it is true leads to a new state"
        yield f"{place}: hint `{text}` adds nothing: {why}"
    if reached.left_out:
        several = plural(reached.left_out, "generator")
        yield f"left out of the group, since they map slots to slots with other values: {several}"


def _place(span: Span) -> str:
    """A place in a file; an option of the command line is its own place."""
    name = span.source.name
    return name if name.startswith("--") else str(span)
