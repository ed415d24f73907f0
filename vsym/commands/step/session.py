"""A session: where one stands in a model, and what a command has led to. Nothing here reads, prints or writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from random import Random
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from rich.text import Text

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.commands.step.desk import Desk
from vsym.show.text import stepping as text
from vsym.stepping.protocol import Walk

if TYPE_CHECKING:
    from vsym.models.text import Observation


@frozen
class Session:
    """Where one stands, what is watched, and from where chance comes, whose `seed` can be told."""

    desk: Desk
    walk: Walk[Any, Any]
    seed: int
    random: Random
    watched: tuple[tuple[str, Observation], ...] = ()

    @staticmethod
    def begun(desk: Desk, seed: int) -> Session:
        """A session in the first of the initial states; raises RefusedError where there is none."""
        first = next(desk.stepper.starts(), None)
        if first is None:
            raise RefusedError(f"{desk.stepper.name} has no initial state without an error")
        return Session(desk, Walk((first,)), seed, Random(seed))


@frozen
class Reply:
    """What a command has led to: the session from now on, what is to be shown, files to be written, by their names.

    Where a path is to be `read`, that is the name of its file, whose text is for `loaded`. `ended` after the last one.
    """

    session: Session
    shown: Sequence[RenderableType] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    read: str | None = None
    ended: bool = False


def at(session: Session, *before: str) -> Reply:
    """The state in which one stands, below what is to be said first."""
    return Reply(session, [*(Text(said) for said in before), *shown_state(session)])


def shown_state(session: Session) -> list[RenderableType]:
    """The state in which one stands, with what is possible."""
    stepper, walk = session.desk.stepper, session.walk
    last = stepper.told(walk.steps[walk.at - 1]) if walk.at else None
    watched = [(written, one.told(walk.state)) for written, one in session.watched]
    return [
        text.where(stepper.name, walk, last),
        text.state_table(stepper.view(walk.state), watched),
        *text.choices_lines(stepper.choices(walk.state), stepper.disabled(walk.state)),
        Text(""),
    ]


def loaded(session: Session, text: str, file: str) -> Reply:
    """The session at the beginning of the path that a file tells; raises as `Desk.read` does."""
    return at(replace(session, walk=session.desk.read(text, file)))
