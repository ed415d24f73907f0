"""Ranks: weights that a person gives to what is counted, stated for a property that asks for something eventually."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.basics.source import did_you_mean
from vsym.languages.gsst.choices import branches
from vsym.languages.gsst.declarations import RankDeclaration
from vsym.languages.gsst.expressions import term
from vsym.languages.gsst.names import Names
from vsym.languages.gsst.properties import text_of
from vsym.languages.gsst.scope import Scope
from vsym.languages.gsst.transitions import indexed_name
from vsym.languages.gsst.values import measured
from vsym.languages.problems import Problems
from vsym.logic.properties import Property, StatedRank

EVENTUALLY = "`AF F`, `AG (F -> AF F)`, `AG (F -> EF F)` or `G (F -> F F)`"
"""What a rank is about."""


def rank(declared: RankDeclaration, names: Names, scope: Scope) -> StatedRank | None:
    """The rank, whose property is not looked for yet; None where it has no meaning, which has been reported."""
    inner = scope.speaking("predicate")
    found = [term(level, inner) for level in declared.levels]
    name = indexed_name(declared.name, scope)
    if name is None or not names.declare(name, declared.name.span, "rank"):
        return None
    known = [level for level in found if level is not None]
    shallow = [measured(level, declared.span, inner) is not None for level in known]
    if len(known) < len(found) or not all(shallow):
        return None
    text = ", ".join(text_of(level.span) for level in declared.levels)
    return StatedRank(name, tuple(map(branches, known)), text, declared.name.span)


def ranks(found: Sequence[object], names: Names, problems: Problems) -> tuple[StatedRank, ...]:
    """The ranks among what a file declares; one whose property is missing, or cannot have a rank, is reported."""
    stated = tuple(one for one in found if isinstance(one, StatedRank))
    if not stated:
        return ()
    from vsym.logic.progress import may_have_a_rank

    properties = {one.name: one for one in found if isinstance(one, Property)}
    for one in stated:
        prop = properties.get(one.property)
        if prop is None and names.has(one.property, "property"):
            # What is wrong with that has been reported.
            continue
        if prop is None:
            message = f"there is no property `{one.property}` that this could be a rank of"
            hint = did_you_mean(one.property, list(properties)) or "a rank has the name of its property"
            problems.add("VS211", one.span, message, hint)
            continue
        asked = may_have_a_rank(prop)
        if asked is None or len(asked.parts) != 1:
            what = "asks for several things at once" if asked else "does not ask whether something happens eventually"
            hint = f"a rank shows {EVENTUALLY}, with F without temporal operators"
            if asked:
                hint += "; state each of these things as a property of its own"
            problems.add("VS331", one.span, f"`{one.property}` {what}, so that no rank can show it", hint)
    return stated
