"""What steps that move several processes add to the direct model: who the partner is, and where all the others go."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.exchange.smv.direct_lines import Definition, Line, Vocabularies
from vsym.exchange.smv.layout import MOVER, PARTNER, Update, both, chosen
from vsym.models.counting.model import Model


def partner_definitions(lines: tuple[Line, ...], words: Vocabularies) -> Iterator[Definition]:
    """For each guard line with partners, that the one who is chosen may be one."""
    for line in lines:
        if line.partners is not None:
            there = (f"{PARTNER} = {i} & {words.processes[i - 1]} = {line.partner_source}" for i in line.partners)
            yield Definition(line.partnered, " | ".join(there) or "FALSE", f"the partner in {line.comment}")


def partner_condition(model: Model, line: Line, index: int) -> str:
    """What a step by a process asks of its partner; "" in a model without any."""
    if line.partners is None:
        return f"{PARTNER} = 0" if has_partners(model) else ""
    return both(line.partnered, f"{PARTNER} != {index}")


def has_partners(model: Model) -> bool:
    """Whether some step has a partner."""
    return any(transition.partner is not None for transition in model.transitions)


def moved_along(model: Model, words: Vocabularies, index: int) -> Iterator[Update]:
    """Where a process goes as a partner, and then where it goes while others take a step."""
    name = words.processes[index - 1]
    for move, transition in zip(words.moves, model.transitions, strict=True):
        if transition.partner is not None:
            yield Update(both(f"{PARTNER} = {index}", chosen([move])), words.states[transition.partner.target])
    for move, transition in zip(words.moves, model.transitions, strict=True):
        for sweep in transition.others:
            if index in sweep.processes:
                for arrow in sweep.moves:
                    condition = both(f"{MOVER} != {index}", chosen([move]), f"{name} = {words.states[arrow.source]}")
                    yield Update(condition, words.states[arrow.target])
