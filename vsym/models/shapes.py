"""The shape of what documents say of a model itself, behind its name and its parameters."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from typing_extensions import TypedDict

from vsym.basics.shapes import Count, Keywords, Positive

Size: TypeAlias = Count | str
"""A number of processes; a term over the parameters that are kept for all sizes."""


class ForAll(TypedDict):
    """The sizes that a model is kept for."""

    parameters: Annotated[list[str], Keywords(minItems=1, uniqueItems=True)]
    """The parameters without a value."""
    domain: str
    """The values that they can have, as a formula."""


class Facts(TypedDict, total=False):
    """The facts of a model, by its kind: `processes`, `local_states` and `groups` of processes; `variables`, `slots`,
    `rules` and `scalarsets` of a program; `variables` and `events` of a system."""

    processes: Size
    """The number of processes."""
    local_states: Annotated[list[str], Keywords(uniqueItems=True)]
    groups: dict[str, Size]
    """The size of each group."""
    for_all: ForAll
    """Only with `--for-all`."""
    variables: list[str]
    slots: Count | None
    """The number of scalars in a state; null: for elements that are counted at all sizes."""
    rules: list[str]
    """Rules and rulesets, in the order of the text."""
    scalarsets: dict[str, Positive]
    """The size of each scalarset."""
    events: list[str]
