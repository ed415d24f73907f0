"""The protocol's promises for a model of any kind, checked on all reachable states of a small one."""

from __future__ import annotations

import pytest

from tests.support.oracle import closure
from vsym.basics.options import RefusedError
from vsym.logic.formula import TRUE, Temporal, negate
from vsym.models.protocol import Model, StateT, StepT


def reachable(model: Model[StateT, StepT]) -> list[StateT]:
    """The reachable states, each once."""
    semantics = model.semantics
    return closure(semantics.initial(), lambda state: [target for _, target in semantics.steps(state)])


def check_definition(model: Model[StateT, StepT]) -> None:
    """`true` holds and `false` does not, what speaks of paths is no predicate, and the same steps come twice."""
    semantics = model.semantics
    for state in reachable(model):
        assert semantics.holds(TRUE, state)
        assert not semantics.holds(negate(TRUE), state)
        assert list(semantics.steps(state)) == list(semantics.steps(state))
        with pytest.raises(TypeError):
            semantics.holds(Temporal("F", (TRUE,)), state)


def check_words(model: Model[StateT, StepT]) -> None:
    """Columns have the same names everywhere and tell states apart; changes are the columns that are others."""
    words, states = model.words, reachable(model)
    columns = [words.columns(state) for state in states]
    assert len({tuple(name for name, _ in column) for column in columns}) == 1
    assert len(set(columns)) == len(states)
    assert words.extent
    assert words.facts
    for state, before in zip(states, columns, strict=True):
        assert set(words.changes(None, state)) <= set(before)
        for step, target in model.semantics.steps(state):
            changes = zip(before, words.columns(target), strict=True)
            assert words.changes(state, target) == tuple(new for old, new in changes if old != new)
            text = words.step(step)
            assert text
            assert "\n" not in text


def check_asking(model: Model[StateT, StepT]) -> None:
    """Checks that asking leaves only the named properties, in order, in the same model, and refuses another name."""
    names = [prop.name for prop in model.properties]
    for chosen in (names, names[:1], names[1:]):
        asked = model.asking(chosen)
        assert [prop.name for prop in asked.properties] == chosen
        assert (asked.kind, asked.name, asked.parameters) == (model.kind, model.name, model.parameters)
        assert list(asked.semantics.initial()) == list(model.semantics.initial())
    with pytest.raises(RefusedError, match=f"`{model.name}` has no property `{names[0]}s`; did you mean"):
        model.asking([f"{names[0]}s"])


def check_stating(model: Model[StateT, StepT]) -> None:
    """Other properties stand in place of its own; fairness stays unless it is given."""
    stated = model.stating(model.properties[:1])
    assert (stated.properties, stated.fairness) == (model.properties[:1], model.fairness)
    assert model.stating((), ()).fairness == ()
    assert list(stated.semantics.initial()) == list(model.semantics.initial())
