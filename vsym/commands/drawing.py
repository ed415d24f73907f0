"""`vsym draw`: a picture of a model, as a drawing or as text for other tools."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict
from typing import NamedTuple, assert_never

from vsym.basics.limits import REASONS, UndecidedError
from vsym.basics.options import HOLDS, PictureFormat, RefusedError
from vsym.basics.source import did_you_mean
from vsym.commands.answer import Answer
from vsym.commands.task import Task
from vsym.models.counting.model import LocalTransition, label_of
from vsym.show.pictures.drawing import dot, png, svg
from vsym.show.pictures.graphviz import SECONDS, DrawingError, DrawingTimeoutError
from vsym.show.pictures.mermaid import fenced, mermaid
from vsym.show.pictures.picture import Picture
from vsym.symmetry.virtual.decision import SymmetryVerdict
from vsym.symmetry.virtual.identification import Decided
from vsym.symmetry.virtual.witness import Witness


def draw(task: Task) -> Answer:
    """`vsym draw`; raises RefusedError where there is nothing to draw, UndecidedError where a limit ends the work."""
    what = task.options.what or "states"
    if task.options.transition is not None and what != "witness":
        raise RefusedError("--transition is for --what witness; the other pictures show every local transition")
    if task.options.group is not None:
        raise RefusedError("--group is for programs (.m); --what quotient draws the orbits of a .gsst model")
    notes = []
    if task.options.what is None:
        kinds = "quotient, witness, adaptive, ranking or group"
        notes.append(f"these are the local states; --what {kinds} draws something else")
    match what:
        case "states":
            from vsym.checking.starts import check_start, initial_local_states
            from vsym.show.pictures.local_states import local_states

            check_start(task.model, task.budget)
            picture = local_states(task.model, initial_local_states(task.model, task.budget))
        case "quotient":
            from vsym.checking.neighbourhood import neighbourhood
            from vsym.show.pictures.quotient import quotient, room

            reduced = task.reduce(task.decide())
            picture = quotient(reduced, neighbourhood(reduced, room(reduced.model), task.budget))
        case "witness":
            from vsym.show.pictures.witness import witness

            (label, found), *others = _broken(task)
            picture = witness(task.model, label, found)
            if others:
                names = ", ".join(f"`{other}`" for other, _ in others)
                notes.append(f"broken, too, and drawn by --transition: {names}")
        case "adaptive":
            from vsym.checking.annotated_tree import annotated_tree
            from vsym.show.pictures.adaptive_tree import STATES, adaptive_tree

            picture = adaptive_tree(annotated_tree(task.prepare(), task.budget, task.narrator, STATES))
        case "ranking":
            picture, said = _ranking(task)
            notes += said
        case "group":
            picture = _group(task)
        case "representatives" | "diagrams":
            raise RefusedError(f"--what {what} is for programs (.m); --what quotient draws the orbits of a .gsst model")
        case _:
            assert_never(what)
    notes += [f"the picture shows {line}" for line in picture.left_out]
    task.narrator.say("drawing")
    raw = written(picture, task.options.format, task.budget.deadline)
    record = {**task.document(), "picture": {"what": what, **asdict(picture)}}
    return Answer(HOLDS, record=record, raw=raw, notes=() if task.options.quiet else tuple(notes))


def _group(task: Task) -> Picture:
    """What is symmetric in the counters, which counting processes does not see."""
    from vsym.checking.counter_symmetry import counter_group
    from vsym.checking.group_table import group_table
    from vsym.show.counter_group import wording
    from vsym.show.pictures.group import ROOM, group

    task.narrator.say("looking for symmetries of the counters")
    found = counter_group(task.reduce(task.decide()), task.budget)
    if found.group.order == 1:
        raise RefusedError(
            f"no symmetry of the counters of `{task.model.name}` but the identity was detected: nothing is to be drawn"
        )
    words = wording(found)
    return group(task.model.name, words, group_table(found.detected, words.names, words.value, ROOM))


def _ranking(task: Task) -> tuple[Picture, list[str]]:
    """The rank of the first property that has one, and what is said of the others."""
    from vsym.checking.ranking import of_progress, proving_ranks
    from vsym.checking.starts import initial_local_states
    from vsym.show.pictures.ranking import ranking

    asking = of_progress(task.model)
    if not asking:
        among = f"`{task.options.properties[0]}` does not ask" if task.options.properties else "no property asks"
        raise RefusedError(f"{among} whether something happens eventually, so that there is no rank to draw")
    prop, *others = asking
    reduced = task.reduce(task.decide())
    rank, *further = proving_ranks(reduced, prop, task.budget, task.narrator)
    notes = [f"`{prop.name}` has {len(further)} more goals, which `vsym report` shows"] if further else []
    if others:
        names = ", ".join(f"`{other.name}`" for other in others)
        notes.append(f"--prop draws the rank of another property: {names}")
    return ranking(task.model, reduced.counters, prop.name, rank, initial_local_states(task.model, task.budget)), notes


class _Found(NamedTuple):
    """A relation by its label and by what it can be asked for, with its verdict, and its witness where it is broken."""

    label: str
    names: frozenset[str]
    verdict: SymmetryVerdict
    witness: Witness | None


def _broken(task: Task) -> list[tuple[str, Witness]]:
    """The broken local transitions that were asked for, at least one, each with why it is."""
    model, asked = task.model, task.options.transition
    if asked is not None:
        _check_known(task, asked)
    decided = task.decide()
    if decided.interrupted:
        raise KeyboardInterrupt
    found = [one for one in _relations(decided) if asked is None or _spelled(asked) in one.names]
    broken = [(one.label, one.witness) for one in found if one.witness is not None]
    if broken:
        return broken
    if any(one.verdict == "undecided" for one in found):
        raise UndecidedError(decided.undecided[0])
    if any(one.verdict == "broken" for one in found):
        raise UndecidedError(REASONS["time"])
    if asked is not None:
        raise RefusedError(f"`{asked}` is {found[0].verdict}: there is no witness to draw")
    hint = "--what quotient shows its orbits"
    raise RefusedError(f"`{model.name}` is fully virtually symmetric: there is no witness to draw; {hint}")


def _relations(decided: Decided) -> Iterator[_Found]:
    for decision, witness in zip(decided.decisions, decided.witnesses, strict=True):
        origins = [decided.model.transitions[place] for place in decision.relation.origins]
        names = frozenset(_spelled(name) for one in origins for name in _names(one))
        yield _Found(label_of(origins), names, decision.verdict, witness)


def _names(transition: LocalTransition) -> list[str]:
    arrow = f"{transition.source}->{transition.target}"
    return [transition.label, arrow, *([transition.name] if transition.name else [])]


def _check_known(task: Task, asked: str) -> None:
    """Raises RefusedError for a local transition that the model does not have."""
    transitions = task.model.transitions
    if _spelled(asked) not in {_spelled(name) for one in transitions for name in _names(one)}:
        known = [*dict.fromkeys(one.name or one.label for one in transitions)]
        hint = did_you_mean(asked, known) or f"it has: {', '.join(known[:20]) or 'none'}"
        raise RefusedError(f"`{task.model.name}` has no local transition `{asked}`; {hint}")


def _spelled(name: str) -> str:
    """A local transition as it is compared: without spaces, with either arrow."""
    return "".join(name.split()).replace("→", "->")


def written(picture: Picture, form: PictureFormat, deadline: float | None) -> str | bytes:
    """A picture in a format; raises UndecidedError at the deadline, RefusedError where it cannot be drawn."""
    seconds = SECONDS if deadline is None else max(0.0, deadline - time.monotonic())
    try:
        match form:
            case "svg":
                return svg(picture, seconds)
            case "png":
                return png(picture, seconds)
            case "dot":
                return dot(picture)
            case "mermaid":
                return mermaid(picture)
            case "markdown":
                return fenced(picture)
    except DrawingTimeoutError as error:
        raise UndecidedError(str(error)) from error
    except DrawingError as error:
        raise RefusedError(f"{error}; --format dot and --format mermaid need no Graphviz") from error
    assert_never(form)
