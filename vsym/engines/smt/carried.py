"""Certificates on sums of a system's variables, carried to the system itself.

A proof on as few counters as can be is one on all of them, with sums in place of the few: its goals then speak of the
system's own steps. So nothing need be believed of how the few were found, and a solver that knows nothing of that says
if the certificate is valid.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TypeAlias

from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.smt.certificate import Scope, scope_text
from vsym.engines.smt.certificate_model import proven, values_in
from vsym.engines.smt.certificate_reading import Tree, UnreadableError, scope_in, symbols, trees, written
from vsym.engines.smt.liveness.certificate import StrategyRule
from vsym.engines.smt.system import TransitionSystem, symbol_name, transition_system
from vsym.engines.smt.z3_queries import failing_goal
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.system.system import Event, System


@frozen
class Sums:
    """The variables of a smaller system, each with the variables of a `system` whose sum it is; `bounds` is the text
    for it in a certificate."""

    system: System
    parts: Mapping[str, tuple[str, ...]]
    bounds: str

    def carried(self, small: System, scopes: Mapping[str, str], budget: Budget) -> Mapping[str, str]:
        """Scopes of a certificate on a smaller system as scopes on the system; variables that are no sums count as 0.

        Raises UnreadableError where they are not valid there, UndecidedError.
        """
        carrying = _Carrying(self, small, budget)
        valid: dict[str, Scope] = {}

        def meeting(scope: Scope, expected: Scope, *, same_rule: bool, free: Collection[str]) -> None:
            if scope.variables != expected.variables or (same_rule and type(scope.rule) is not type(expected.rule)):
                raise UnreadableError(f"`{scope.name}` has variables that are no sums")
            given = {claim: scope.definitions[claim] for claim in free}
            valid[scope.name] = replace(expected, definitions={**expected.definitions, **given}, bounds=self.bounds)

        proven([carrying.of(scope_in(text)) for text in scopes.values()], self.system, budget, meeting)
        failing = failing_goal(list(valid.values()), budget)
        if failing is not None:
            raise UnreadableError(f"a solver refutes it on the system itself: {failing}")
        return {name: scope_text(scope) for name, scope in valid.items()}

    def tells_apart(self, scope: Scope) -> str | None:
        """A variable that some formula of a scope that it chose counts apart from the others of its sum, if any."""
        sums = {_sum(parts) for parts in self.parts.values()}
        within = {symbol_name(part) for parts in self.parts.values() if len(parts) > 1 for part in parts}
        chosen = (text for claim, text in scope.definitions.items() if claim.split()[0] in CHOSEN)
        rest = (symbol for text in chosen for tree in trees(text) for symbol in symbols(_without(tree, sums)))
        return next((symbol for symbol in rest if symbol in within), None)


CHOSEN = ("invariant", "rank", "unmet", "lemma", "region", "chosen")
"""The beginnings of the names of the claims that a proof is free to choose."""


def _sum(parts: tuple[str, ...]) -> Tree:
    names = tuple(map(symbol_name, parts))
    return names[0] if len(names) == 1 else ("+", *names)


def _without(tree: Tree, sums: Collection[Tree]) -> Tree:
    """A tree with a number in place of each of the sums."""
    if tree in sums:
        return "0"
    return tuple(_without(part, sums) for part in tree) if isinstance(tree, tuple) else tree


@frozen
class _Carrying:
    sums: Sums
    small: System
    budget: Budget

    @cached_property
    def _large(self) -> TransitionSystem:
        return transition_system(self.sums.system)

    @cached_property
    def _steps(self) -> TransitionSystem:
        return transition_system(self.small)

    @cached_property
    def _symbols(self) -> Mapping[str, Tree]:
        """The sum that stands for each symbol."""
        names = [variable.name for variable in self.small.variables]
        return {symbol_name(name): _sum(self.sums.parts[name]) if name in self.sums.parts else "0" for name in names}

    def of(self, scope: Scope) -> Scope:
        """A scope with sums in the formulas that it is free to choose."""
        given = scope.definitions
        definitions = {claim: written(self._tree(trees(text)[0])) for claim, text in given.items() if text}
        own = tuple(name for name in scope.variables if name not in self._symbols)
        scope = replace(
            scope,
            variables=(*(symbol_name(one.name) for one in self.sums.system.variables), *own),
            definitions=definitions,
        )
        if isinstance(scope.rule, StrategyRule):
            return self._choosing(scope, scope.rule)
        start = values_in(trees(given.get("initial", "true"))[0])
        if not self.small.parameters and start.keys() >= self._symbols.keys():
            definitions["initial"] = self._start(start)
        return scope

    def _tree(self, tree: Tree) -> Tree:
        return tuple(map(self._tree, tree)) if isinstance(tree, tuple) else self._symbols.get(tree, tree)

    def _start(self, sums: Mapping[str, int]) -> str:
        """One initial state of those with these sums, as a formula; raises UndecidedError."""
        system, manager = self._large, self._large.manager
        symbols = {symbol.symbol_name(): symbol for symbol in system.variables}
        given = [
            manager.Equals(
                manager.Plus([symbols[symbol_name(part)] for part in parts]), manager.Int(sums[symbol_name(name)])
            )
            for name, parts in self.sums.parts.items()
        ]
        with Session(system.environment, self.budget) as session:
            state = session.model(system.variables, system.domain, system.initial, *given)
        if state is None:
            raise UnreadableError("no initial state has the sums from which it is violated")
        return written(("and", *(("=", one.symbol_name(), _number(value)) for one, value in state.items())))

    def _choosing(self, scope: Scope, rule: StrategyRule) -> Scope:
        """The scope with each step of the system chosen wherever a step with its effect is."""
        chosen: dict[int, list[str]] = {}
        large, small = self.sums.system, self.small
        alike: dict[_Effect, list[int]] = {}
        for place, step in enumerate(self._large.steps):
            alike.setdefault(self._summed(large.events[step.event]), []).append(place)
        for number, _ in rule.chosen:
            effect = self._expanded(small.events[self._steps.steps[number].event])
            for place in alike.get(effect, ()):
                chosen.setdefault(place, []).append(scope.definitions[f"chosen {number}"])
        kept = {
            claim: text for claim, text in scope.definitions.items() if claim.split()[0] not in ("chosen", "enabled")
        }
        either = {
            f"chosen {place}": several[0] if len(several) == 1 else f"(or {' '.join(several)})"
            for place, several in sorted(chosen.items())
        }
        steps = tuple((place, self._large.steps[place].label) for place in sorted(chosen))
        return replace(scope, rule=replace(rule, chosen=steps), definitions={**kept, **either})

    def _expanded(self, event: Event) -> _Effect:
        """The change of each sum by a step of the smaller system."""
        parts = self.sums.parts

        def terms(term: Linear) -> Linear:
            atoms = [(Named(one), by) for atom, by in term.terms for one in parts.get(_name(atom), ())]
            return linear(atoms, term.constant)

        changes = ((name, value - linear([(Named(name), 1)])) for name, value in _linear(event))
        return frozenset((name, terms(change)) for name, change in changes if change != Linear())

    def _summed(self, event: Event) -> _Effect:
        """The change of each sum by a step of the system."""
        owners = {part: name for name, parts in self.sums.parts.items() for part in parts}
        changes: dict[str, Linear] = {}
        for name, value in _linear(event):
            owner = owners[name]
            changes[owner] = changes.get(owner, Linear()) + value - linear([(Named(name), 1)])
        return frozenset((name, change) for name, change in changes.items() if change != Linear())


_Effect: TypeAlias = frozenset[tuple[str, Linear]]


def _linear(event: Event) -> Iterator[tuple[str, Linear]]:
    for name, value in event.update:
        if not isinstance(value, Linear):
            raise UnreadableError(f"what `{event.label}` assigns is no sum")
        yield name, value


def _name(atom: Atom) -> str:
    assert isinstance(atom, Named)
    return atom.name


def _number(value: int) -> Tree:
    return str(value) if value >= 0 else ("-", str(-value))
