"""The pictures of a model of processes: local states, orbits, witnesses, annotated states, ranks and symmetries."""

from __future__ import annotations

from types import MappingProxyType

from vsym.basics.limits import REASONS, UndecidedError
from vsym.basics.options import RefusedError
from vsym.basics.source import did_you_mean
from vsym.checking.stages import identified, prepared
from vsym.checking.stages import reduced as reduction
from vsym.models.counting.model import LocalTransition, Model, label_of
from vsym.reductions.counters.reduced import Reduced
from vsym.show.pictures.registry import Drawn, Gallery, PictureRequest, refuse_strategies
from vsym.symmetry.virtual.decision import SymmetryVerdict
from vsym.symmetry.virtual.identification import Decided
from vsym.symmetry.virtual.witness import Witness


def _require(what: str, request: PictureRequest) -> None:
    """Raise RefusedError for a transition where all are drawn, and for a group, as processes have one of their own."""
    if request.transition is not None and what != "witness":
        raise RefusedError("--transition is for --what witness; the other pictures show every local transition")
    refuse_strategies(what, request)
    if request.question.wishes.group is not None:
        raise RefusedError("--group is for programs (.m); --what quotient draws the orbits of a .gsst model")


def _states(request: PictureRequest) -> Drawn:
    """The local states of a process, and where its transitions stand."""
    from vsym.checking.views.starts import check_start, initial_local_states
    from vsym.show.pictures.local_states import local_states

    model, budget = request.model, request.question.budget
    check_start(model, budget)
    places = {(one.source, one.target): one.span for one in reversed(model.transitions)}
    return Drawn(local_states(model, initial_local_states(model, budget)), places=places)


def _quotient(request: PictureRequest) -> Drawn:
    """The concrete structure with its orbits, and the counter states that these are."""
    from vsym.checking.views.quotient import neighbourhood
    from vsym.show.pictures.quotient import quotient, room

    smaller = _reduced(request)
    near = neighbourhood(smaller, room(smaller.model), request.question.budget)
    members = [state for orbit in near.orbits for state in orbit.members]
    states = {f"s{number}": state for number, state in enumerate(members)}
    states |= {f"q{number}": orbit.members[0] for number, orbit in enumerate(near.orbits, 1) if orbit.members}
    return Drawn(quotient(smaller, near), states=states)


def _witness(request: PictureRequest) -> Drawn:
    """The picture of a broken local transition with its reason, the first one if none is named."""
    from vsym.show.pictures.witness import witness

    (label, why), *others = _broken(request)
    names = ", ".join(f"`{other}`" for other, _ in others)
    notes = (f"also broken; --transition draws one of them: {names}",) if others else ()
    return Drawn(witness(request.model, label, why), notes)


def _adaptive(request: PictureRequest) -> Drawn:
    """The annotated states that the adaptive search meets."""
    from vsym.checking.views.adaptive_tree import annotated_tree
    from vsym.show.pictures.adaptive_tree import STATES, adaptive_tree

    budget = request.question.budget
    ready = prepared(request.model, budget, request.report)
    return Drawn(adaptive_tree(annotated_tree(ready, budget, request.report, STATES)))


def _ranking(request: PictureRequest) -> Drawn:
    """The rank of the first progress property, with notes on its further goals and on the other properties."""
    from vsym.checking.ranks import of_progress, proving_ranks
    from vsym.checking.views.starts import initial_local_states
    from vsym.show.pictures.local_states import ranking

    model, budget, names = request.model, request.question.budget, request.question.wishes.names
    progress = of_progress(model)
    if not progress:
        among = f"`{names[0]}` does not say" if names else "no property says"
        raise RefusedError(f"{among} that something happens eventually, so there is no rank to draw")
    prop, *others = progress
    smaller = _reduced(request)
    rank, *further = proving_ranks(smaller, prop, budget, request.report)
    notes = [f"`{prop.name}` has {len(further)} more goals, which `vsym report` shows"] if further else []
    if others:
        notes.append(f"--prop draws the rank of another property: {', '.join(f'`{other.name}`' for other in others)}")
    picture = ranking(model, smaller.counters, prop.name, rank, initial_local_states(model, budget))
    return Drawn(picture, tuple(notes))


def _group(request: PictureRequest) -> Drawn:
    """The symmetries of the counters, which counting processes does not see."""
    from vsym.checking.groups.counters import counter_group
    from vsym.show.counter_group import wording
    from vsym.show.pictures.group import detected_group

    request.report.say("looking for symmetries of the counters")
    group, name = counter_group(_reduced(request), request.question.budget), request.model.name
    if group.group.order == 1:
        raise RefusedError(f"nothing to draw: vsym detected no symmetry of the counters of `{name}` but the identity")
    return Drawn(detected_group(name, wording(group), group.detected))


GALLERY = Gallery(
    MappingProxyType(
        {
            "states": _states,
            "quotient": _quotient,
            "witness": _witness,
            "adaptive": _adaptive,
            "ranking": _ranking,
            "group": _group,
        }
    ),
    "--what {} is for programs (.m); --what quotient draws the orbits of a .gsst model".format,
    _require,
    "these are the local states; --what quotient, witness, adaptive, ranking or group draws another picture",
)


def _decided(request: PictureRequest) -> Decided:
    return identified(request.question.subject, request.question.budget, request.report)


def _reduced(request: PictureRequest) -> Reduced:
    return reduction(request.question.subject, _decided(request), request.question.budget, request.report)[1]


def _broken(request: PictureRequest) -> list[tuple[str, Witness]]:
    """The broken local transitions with the requested name, or all if no name is given, each with its witness.

    There is at least one. Otherwise, raises RefusedError, UndecidedError where a limit left symmetries or witnesses
    open, and KeyboardInterrupt after Ctrl-C.
    """
    model, name = request.model, request.transition
    if name is not None and not _may_be(model, name):
        raise _unknown(model, name)
    decided = _decided(request)
    if decided.interrupted:
        raise KeyboardInterrupt
    broken: list[tuple[str, Witness]] = []
    verdicts: list[SymmetryVerdict] = []
    for decision, witness in zip(decided.decisions, decided.witnesses, strict=True):
        origins = [model.transitions[place] for place in decision.relation.origins]
        label = label_of(origins)
        if name is None or _spelled(name) in {_spelled(said) for one in origins for said in (label, *_names(one))}:
            verdicts.append(decision.verdict)
            broken += [] if witness is None else [(label, witness)]
    if name is not None and not verdicts:
        raise _unknown(model, name)
    if broken:
        return broken
    if "undecided" in verdicts:
        raise UndecidedError(decided.undecided[0])
    if "broken" in verdicts:
        raise UndecidedError(REASONS["time"])
    if name is not None:
        raise RefusedError(f"`{name}` is {verdicts[0]}: there is no witness to draw")
    hint = "--what quotient shows its orbits"
    raise RefusedError(f"`{model.name}` is fully virtually symmetric: there is no witness to draw; {hint}")


def _names(transition: LocalTransition) -> list[str]:
    arrow = f"{transition.source}->{transition.target}"
    return [transition.label, arrow, *([transition.name] if transition.name else [])]


def _may_be(model: Model, name: str) -> bool:
    """True where a local transition, or several together, can have this name."""
    spelled = _spelled(name)
    arrow = spelled.partition("|")[0].rpartition(":")[2]
    return any(spelled in map(_spelled, _names(one)) or arrow == _spelled(one.arrow) for one in model.transitions)


def _unknown(model: Model, name: str) -> RefusedError:
    names = [*dict.fromkeys(one.name or one.label for one in model.transitions)]
    hint = did_you_mean(name, names) or f"it has: {', '.join(names[:20]) or 'none'}"
    return RefusedError(f"`{model.name}` has no local transition `{name}`; {hint}")


def _spelled(name: str) -> str:
    """A local transition as it is compared: without spaces, with either arrow."""
    return "".join(name.split()).replace("→", "->")
