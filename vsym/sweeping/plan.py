"""The plan of a sweep, checked before anything is measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import PurePath
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError, Source, did_you_mean
from vsym.checking.groups.names import GROUPS
from vsym.models.protocol import require_properties
from vsym.sweeping.axes import Axis, Settings, Values, check_size, corners, rows

if TYPE_CHECKING:
    from vsym.models.protocol import AnyModel
    from vsym.models.text import AnyText

_COUNTED = frozenset({"program"})
"""The kinds of models that can be explored as counters of their processes, or not."""

_TRIED = 20
"""The most values that the plan tries; beyond, the sweep has to find values that the model can have."""


@frozen
class Plan:
    """A model's text, its axes and how to measure rows; `system` and `properties` are those that were seen at the ends.

    `provable` are the properties that `--for-all` with the ranged parameters decides.
    """

    source: Source
    axes: tuple[Axis, ...]
    settings: Settings
    system: str
    properties: tuple[str, ...]
    provable: frozenset[str]

    @property
    def rows(self) -> list[Values]:
        """The values of every row, in order."""
        return list(rows(self.axes))


def plan(text: AnyText, axes: Sequence[Axis], settings: Settings) -> Plan:
    """Check the model at the ends of the ranges.

    Raises DiagnosticError where the model can have none of the values tried; RefusedError for unknown parameters,
    properties or groups, for a strategy or counters without meaning, and for too many rows.
    """
    check_size(axes)
    _require_meaning(text, settings)
    if settings.group not in (None, *GROUPS):
        hint = did_you_mean(settings.group, GROUPS) or "generators are for one size"
        raise RefusedError(f"--group {settings.group}: a sweep takes one of {', '.join(GROUPS)}; {hint}")
    for axis in axes:
        text.parameters.require(axis.name, f"-D {axis.name}")
    models = _models(text, axes)
    if settings.counted and models:
        _require_scalarset(text, axes, models)
    stated = (prop for model in models for prop in (*model.properties, *(one.stated() for one in model.nevers)))
    properties = {prop.name: prop for prop in stated}
    system = models[0].name if models else text.source.name
    if models:
        require_properties(system, tuple(properties.values()), settings.properties)
    names = tuple(name for name in properties if not settings.properties or name in settings.properties)
    return Plan(text.source, tuple(axes), settings, system, names, _provable(text, axes))


def _require_meaning(text: AnyText, settings: Settings) -> None:
    from vsym.checking.question import Strategy

    Strategy(settings.strategy).require_meaning(settings.engine)
    if settings.counted and text.kind not in _COUNTED:
        suffix = PurePath(text.source.name).suffix or ".gsst"
        raise RefusedError(f"--as counters is for programs (.m), and this is a {suffix} model")
    if settings.counted:
        from vsym.checking.process_counters import require_engine

        require_engine(settings.engine)
        for option, value in (("--group", settings.group), ("--strategy", settings.strategy)):
            if value is not None:
                raise RefusedError(f"{option} has no meaning with --as counters")


def _require_scalarset(text: AnyText, axes: Sequence[Axis], models: Sequence[AnyModel]) -> None:
    """Raise RefusedError where no size has anything to count: a scalarset of one element is a constant."""
    counted = any(one.words.facts.get("scalarsets") for one in models)
    for values in _some_others(axes, corners(axes)):
        if counted:
            return
        with suppress(DiagnosticError):
            counted = bool(text.at(dict(values)).words.facts.get("scalarsets"))
    if not counted:
        raise RefusedError(f"`{models[0].name}` declares no scalarset: there are no processes to count")


def _models(text: AnyText, axes: Sequence[Axis]) -> list[AnyModel]:
    """The models at the ends of the ranges, or at one of a few values where there is none.

    Raises DiagnosticError where that is all values and each is in error.
    """
    errors: list[DiagnosticError] = []
    models: list[AnyModel] = []
    ends = corners(axes)
    for values in (*ends, *_some_others(axes, ends)):
        if models and values not in ends:
            break
        try:
            models.append(text.at(dict(values)))
        except DiagnosticError as error:
            errors.append(error)
    if not models and len(errors) == sum(1 for _ in rows(axes)):
        raise errors[0]
    return models


def _some_others(axes: Sequence[Axis], seen: Sequence[Values]) -> Iterator[Values]:
    return islice((values for values in rows(axes) if values not in seen), _TRIED)


def _provable(text: AnyText, axes: Sequence[Axis]) -> frozenset[str]:
    """The properties that vsym may decide for all values of the ranged parameters."""
    from vsym.checking.sizes import may_be_decided

    ranged = tuple(axis.name for axis in axes if axis.ranged)
    if not ranged:
        return frozenset()
    try:
        opened = text.open(ranged, {axis.name: axis.values[0] for axis in axes if not axis.ranged})
    except DiagnosticError:
        return frozenset()
    properties = (*opened.properties, *(one.stated() for one in opened.nevers))
    return frozenset(prop.name for prop in properties if may_be_decided(prop))
