"""What is symmetric and why, and the witnesses of what is not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from vsym.basics.frozen import frozen
from vsym.basics.numbers import capital, seconds
from vsym.models.counting.model import Model
from vsym.models.counting.spelling import Spelling
from vsym.show.movers import at_rest
from vsym.show.page.rendering import linked
from vsym.show.page.values import Decision, Figure, Mood, Said, Symmetry, Witness, WitnessRow
from vsym.show.text import lines as text
from vsym.show.text.story import WITNESSES
from vsym.show.text.transitions import resting_text
from vsym.show.text.witnesses import by_place, permuted, processes_to_show, states_of, taking, unreachable
from vsym.symmetry.virtual import witness as witnesses
from vsym.symmetry.virtual.decision import SymmetryVerdict
from vsym.symmetry.virtual.identification import Decided


@frozen
class Shown:
    """A witness that is shown: in the model, or `at` some sizes in an instance of it, for a local transition."""

    model: Model
    label: str
    witness: witnesses.Witness
    at: str = ""


_MOODS: dict[SymmetryVerdict, Mood] = {
    "symmetric": "good",
    "virtually symmetric": "good",
    "broken": "bad",
    "undecided": "open",
}

_REASONS: dict[SymmetryVerdict, str] = {
    "symmetric": "Its text treats all processes alike.",
    "virtually symmetric": "Its guards tell processes apart, yet the counters alone say whether somebody may move.",
    "broken": "In one state somebody may move, in another with the same counters nobody may.",
}


def shown_witnesses(decided: Decided, *, everything: bool) -> Mapping[int, Shown]:
    """The witnesses that are shown, by the places of their decisions; for all sizes, those of instances."""
    model = decided.model
    found: dict[int, Shown] = {}
    for place, decision in enumerate(decided.decisions):
        label = model.label(decision.relation.origins)
        witness = decided.witnesses[place]
        instance = decided.instances[place] if decided.instances else None
        if instance is not None:
            at = f" at {text.values_text(instance.values)}"
            found[place] = Shown(instance.model, label, instance.witness, at)
        elif witness is not None:
            found[place] = Shown(model, label, witness)
    return found if everything else dict(islice(found.items(), WITNESSES))


def symmetry(
    decided: Decided, witnesses_shown: Mapping[int, Shown], figures: Mapping[int, Figure], *, everything: bool
) -> Symmetry:
    """The verdict on the model and on each local transition, with some witnesses and their pictures, by place."""
    words = text.symmetry_verdict(decided)[0]
    if decided.full is None:
        before, verdict = (
            "Whether the system is fully virtually symmetric is",
            Said(words.removeprefix("symmetry "), "open"),
        )
    else:
        before, verdict = "The system is", Said(words, "good" if decided.full else "bad")
    numbers = {place: number for number, place in enumerate(witnesses_shown)}
    decisions = tuple(_decisions(decided, numbers))
    rows = len(decisions) if everything else text.ROWS
    broken = sum(decision.verdict == "broken" for decision in decided.decisions)
    return Symmetry(
        before,
        verdict,
        "".join(text.symmetry_rest(decided)),
        decisions[:rows],
        tuple(_witness(shown, figures.get(place)) for place, shown in witnesses_shown.items()),
        broken - len(witnesses_shown),
        max(0, len(decisions) - rows),
    )


def _decisions(decided: Decided, numbers: dict[int, int]) -> Iterator[Decision]:
    undecided = iter(decided.undecided)
    for place, decision in enumerate(decided.decisions):
        origin = decided.model.transitions[decision.relation.origins[0]]
        label = decided.model.label(decision.relation.origins) + (
            " (leaves a range)" if decision.relation.overflow else ""
        )
        reason = _REASONS.get(decision.verdict, "")
        if (resting := resting_text(decided.model, decision)) is not None:
            reason = f"{resting}."
        if decision.verdict == "undecided":
            reason = f"{capital(next(undecided, ''))}."
        said = Said(decision.verdict, _MOODS[decision.verdict])
        yield Decision(linked(label, origin.span), said, reason, seconds(decision.seconds), numbers.get(place))


def _witness(shown: Shown, figure: Figure | None) -> Witness:
    model, witness = shown.model, shown.witness
    several = sum(bool(group.processes) for group in model.groups) > 1
    chosen = next(iter(processes_to_show(model, witness)), ())
    groups = [next(group.name for group in model.groups if process in group.processes) for process in chosen]
    rows = []
    for (name, state), told in zip(states_of(witness), by_place(model, witness), strict=True):
        mover = chosen.index(witness.moves) if witness.moves in chosen and state is not witness.disabled else None
        places = tuple(state.locations[process - 1] for process in chosen) or (told,)
        rows.append(WitnessRow(name, places, mover, Spelling(model).values(state.shared)))
    return Witness(
        shown.label,
        shown.at,
        "The first and the last of these states have the same counters. In the first, process "
        f"{taking(witness).named(Spelling(model).process)} can move; no step of the last leads to the same counters. "
        f"{_first(permuted(model, witness))}",
        tuple((str(process), group if several else "") for process, group in zip(chosen, groups, strict=True)),
        tuple(rows),
        bool(model.shared),
        tuple(_notes(shown, chosen)),
        figure,
    )


def _notes(shown: Shown, chosen: Sequence[int]) -> Iterator[str]:
    if chosen:
        yield from (f"{capital(note.plain.strip())}." for note in at_rest(shown.model, shown.witness.enabled, chosen))
    remark = unreachable(shown.model, shown.witness)
    if remark is not None:
        yield remark


def _first(said: str) -> str:
    return said.replace("The second is", "The last is", 1)
