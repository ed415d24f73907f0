"""The pictures of a program: its states or counter states, representatives, decision diagrams and symmetries."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from vsym.basics.options import RefusedError
from vsym.checking.groups.choosing import asked_group
from vsym.checking.groups.diagrams import UpTo
from vsym.checking.question import MDD
from vsym.models.program.program import Program
from vsym.show.pictures import registry
from vsym.show.pictures.registry import Drawn, Gallery, Wanted


def _require(what: str, wanted: Wanted) -> None:
    """Raise RefusedError for a wish that is for other pictures."""
    wishes = wanted.question.wishes
    if wishes.counted and what != "states":
        raise RefusedError(f"--as counters is for --what states, and --what {what} draws states or what permutes them")
    of_groups = {"--group": wishes.group, "--trust-group": wishes.trusted}
    of_strategies = {
        "--strategy": wishes.strategy.strategy,
        "--hint": wishes.strategy.hints,
        "--hints": wishes.strategy.automatic,
    }
    for option, value in {**of_groups, **of_strategies}.items():
        if value and what != "representatives" and (what != "diagrams" or option in of_strategies):
            also = " and diagrams" if option in of_groups else ""
            raise RefusedError(f"{option} is for --what representatives{also}, which draw what a group makes of states")


def _states(wanted: Wanted) -> Drawn:
    """The states of the program, or those of its counters."""
    if wanted.question.wishes.counted is None:
        return registry.states(wanted)

    from vsym.checking.process_counters import counters_of
    from vsym.checking.state_graph import SystemSemantics, state_graph
    from vsym.show.pictures.programs import STATES, counter_states

    wanted.report.say("counting processes")
    budget = wanted.question.budget
    counters = counters_of(wanted.question.subject, budget).counters
    return Drawn(counter_states(counters, state_graph(SystemSemantics(counters.system), STATES, budget)))


def _group(wanted: Wanted) -> Drawn:
    """The symmetries of the program."""
    from vsym.checking.groups.detecting import program_symmetry
    from vsym.show.pictures.group import detected_group
    from vsym.show.program_group import wording

    program: Program = wanted.model
    wanted.report.say("looking for symmetries")
    symmetry = program_symmetry(program, wanted.question.budget)
    if not symmetry.maps:
        raise RefusedError(f"no symmetry of `{program.name}` but the identity was detected: nothing is to be drawn")
    return Drawn(detected_group(program.name, wording(program), symmetry.detected))


def _representatives(wanted: Wanted) -> Drawn:
    """The orbits with the states that a strategy keeps of them."""
    from vsym.checking.views.programs import program_orbits
    from vsym.show.pictures.programs import ORBIT_STATES, program_representatives

    up_to = _up_to(wanted)
    if up_to.strategy == "full":
        raise RefusedError("--strategy full keeps every state: --what states draws them")
    orbits = program_orbits(wanted.model, up_to, ORBIT_STATES, wanted.question.budget, wanted.report)
    return Drawn(program_representatives(wanted.model, orbits, up_to.strategy))


def _diagrams(wanted: Wanted) -> Drawn:
    """The decision diagrams of all states and of canonical ones."""
    from vsym.checking.views.programs import program_diagrams as both
    from vsym.show.pictures.programs import NODES, program_diagrams

    diagrams = both(wanted.model, _up_to(wanted), NODES, wanted.question.budget, wanted.report)
    return Drawn(program_diagrams(wanted.model, diagrams))


GALLERY = Gallery(
    MappingProxyType({"states": _states, "group": _group, "representatives": _representatives, "diagrams": _diagrams}),
    "--what {} is for .gsst models; of a program, --what states, group, representatives or diagrams is drawn".format,
    _require,
)


def _up_to(wanted: Wanted) -> UpTo:
    """Up to what all properties keep a program is to be drawn, by representatives as they are met if no strategy is
    wished; raises RefusedError where that is nothing."""
    program, wishes, budget = wanted.model, wanted.question.wishes, wanted.question.budget
    strategy = replace(wishes.strategy, strategy=wishes.strategy.strategy or "representatives")
    strategy.require_meaning(MDD)
    chosen = asked_group(
        program, wishes.group, budget, wanted.report, together=True, trusted=wishes.trusted, asymmetric=True
    )
    proved, kept = chosen.unproved is None, chosen.starts_kept
    up_to = strategy.up_to(program, chosen.runs[0].quotient, MDD, budget, proved=proved, starts_kept=kept)
    assert up_to is not None
    if not up_to.maps:
        raise RefusedError(
            f"every state of `{program.name}` is by itself: there are no orbits to draw; --group detected looks "
            "for symmetries that are not declared"
        )
    return up_to
