"""The pictures of a program: its states or counter states, representatives, decision diagrams and symmetries."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from vsym.basics.limits import UndecidedError
from vsym.basics.options import RefusedError
from vsym.checking.groups.choosing import asked_group
from vsym.checking.groups.diagrams import UpTo
from vsym.checking.question import MDD
from vsym.models.program.program import Program
from vsym.show.pictures import registry
from vsym.show.pictures.registry import Drawn, Gallery, PictureRequest


def _require(what: str, request: PictureRequest) -> None:
    """Raise RefusedError for a wish that is for other pictures."""
    wishes = request.question.wishes
    if wishes.counted and what != "states":
        raise RefusedError(f"--as counters is for --what states; leave it out for --what {what}")
    of_groups = {"--group": wishes.group, "--trust-group": wishes.trusted}
    of_strategies = {
        "--strategy": wishes.strategy.strategy,
        "--hint": wishes.strategy.hints,
        "--hints": wishes.strategy.automatic,
        "--sigma-step": wishes.strategy.closing,
    }
    for option, value in {**of_groups, **of_strategies}.items():
        if value and what != "representatives" and (what != "diagrams" or option in of_strategies):
            also = " and diagrams" if option in of_groups else ""
            raise RefusedError(f"{option} is for --what representatives{also}, which draw orbits")


def _states(request: PictureRequest) -> Drawn:
    """The states of the program, or those of its counters."""
    if request.question.wishes.counted is None:
        return registry.states(request)

    from vsym.checking.process_counters import counters_of
    from vsym.checking.state_graph import SystemSemantics, state_graph
    from vsym.show.pictures.programs import STATES, counter_states

    request.report.say("counting processes")
    budget = request.question.budget
    counters = counters_of(request.question.subject, budget).counters
    return Drawn(counter_states(counters, state_graph(SystemSemantics(counters.system), STATES, budget)))


def _group(request: PictureRequest) -> Drawn:
    """The symmetries of the program."""
    from vsym.checking.groups.detecting import program_symmetry
    from vsym.show.pictures.group import detected_group
    from vsym.show.program_group import wording

    program: Program = request.model
    request.report.say("looking for symmetries")
    symmetry = program_symmetry(program, request.question.budget)
    if not symmetry.maps:
        raise RefusedError(f"nothing to draw: vsym detected no symmetry of `{program.name}` but the identity")
    return Drawn(detected_group(program.name, wording(program), symmetry.detected))


def _representatives(request: PictureRequest) -> Drawn:
    """The orbits with the states that a strategy keeps of them."""
    from vsym.checking.views.programs import program_orbits
    from vsym.show.pictures.programs import ORBIT_STATES, program_representatives

    up_to = _up_to(request)
    if up_to.strategy == "full":
        raise RefusedError("--strategy full keeps every state: --what states draws them")
    orbits = program_orbits(request.model, up_to, ORBIT_STATES, request.question.budget, request.report)
    return Drawn(program_representatives(request.model, orbits, up_to.strategy))


def _diagrams(request: PictureRequest) -> Drawn:
    """The decision diagrams of all states and of canonical ones."""
    from vsym.checking.views.programs import program_diagrams as both
    from vsym.show.pictures.programs import NODES, program_diagrams

    diagrams = both(request.model, _up_to(request), NODES, request.question.budget, request.report)
    return Drawn(program_diagrams(request.model, diagrams))


def _witness(request: PictureRequest) -> Drawn:
    """The first exchange of elements that is no virtual symmetry, with its witness."""
    from vsym.checking.findings.virtual import virtual_group
    from vsym.checking.groups.detecting import program_symmetry
    from vsym.show.pictures.program_witness import program_witness
    from vsym.show.virtual_group import first_witnesses

    program, budget = request.model, request.question.budget
    if request.transition is not None:
        raise RefusedError("--transition is for .gsst models; of a program, the first witness is drawn")
    request.report.say("looking for symmetries")
    symmetry = program_symmetry(program, budget)
    request.report.say("looking for virtual symmetries")
    group = virtual_group(program, symmetry, budget)
    if isinstance(group, str):
        raise UndecidedError(group)
    witnesses = first_witnesses(group.refuted)
    if not witnesses:
        raise RefusedError(f"no exchange of elements of `{program.name}` is refuted: there is no witness to draw")
    first, *others = witnesses
    assert first.witness is not None
    names = ", ".join(f"{one.row} {one.members[0]} and {one.members[1]}" for one in others)
    notes = (f"also no virtual symmetry: exchanging {names}",) if others else ()
    return Drawn(program_witness(program, first.row, first.members, first.witness), notes)


GALLERY = Gallery(
    MappingProxyType(
        {
            "states": _states,
            "witness": _witness,
            "group": _group,
            "representatives": _representatives,
            "diagrams": _diagrams,
        }
    ),
    "--what {} is for .gsst models; of a program, draw states, witness, group, representatives or diagrams".format,
    _require,
)


def _up_to(request: PictureRequest) -> UpTo:
    """The group up to which a program is drawn, which all properties keep, and the strategy, by default representatives
    as they are met; raises RefusedError where no symmetry is in use."""
    program, wishes, budget = request.model, request.question.wishes, request.question.budget
    strategy = replace(wishes.strategy, strategy=wishes.strategy.strategy or "representatives")
    strategy.require_meaning(MDD)
    chosen = asked_group(
        program,
        wishes.group,
        budget,
        request.report,
        together=True,
        trusted=wishes.trusted,
        asymmetric=True,
        virtual=False,
    )
    proved, starts_kept = chosen.unproved is None, chosen.starts_kept
    up_to = strategy.up_to(program, chosen.runs[0].quotient, MDD, budget, proved=proved, starts_kept=starts_kept)
    assert up_to is not None
    if not up_to.maps:
        raise RefusedError(
            f"no symmetry of `{program.name}` is in use, so there are no orbits to draw; --group detected looks for "
            "undeclared symmetries"
        )
    return up_to
