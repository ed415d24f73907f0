"""What is asked of a process, and why it may have no answer, as these go between the processes."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from vsym.basics.frozen import frozen

Reason: TypeAlias = Literal["undecided", "refused", "cancelled", "bug"]
"""Why there is no answer: a limit, something that cannot be done, somebody who ended it, or a fault of ours."""


@frozen
class Limits:
    """The seconds and megabytes that a piece of work may take."""

    seconds: float = 30.0
    megabytes: int = 1000


@frozen
class Task:
    """A function by its module and name, what it is given, and the limits of its budget, which is given to it last."""

    module: str
    function: str
    values: tuple[Any, ...]
    limits: Limits = Limits()


@frozen
class Failure:
    """Why a task has come to nothing; of a fault of ours, `told` is the traceback."""

    reason: Reason
    told: str
