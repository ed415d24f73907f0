"""The symmetry of a program: its scalarsets, and the group that is detected; on a terminal and as JSON."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from vsym.basics.numbers import exact, number, plural, writable
from vsym.basics.source import Diagnostic
from vsym.checking.findings.program import DeepSearch, DetectedGroup
from vsym.checking.findings.suggestions import Patch, Suggestion
from vsym.checking.findings.types import TypeSymmetry
from vsym.exchange.generators import UNDEFINED, written
from vsym.models.program.program import Program, Rule
from vsym.models.program.types import Ringset, Scalarset
from vsym.show import groups
from vsym.show.documents import diagnostic
from vsym.show.groups import Wording
from vsym.show.recorded_paths import instances
from vsym.show.text.fitting import table
from vsym.show.text.lines import system_line
from vsym.symmetry.declared.soundness import at_every_size
from vsym.system.symmetry import Symmetry

if TYPE_CHECKING:
    from vsym.show.shapes import symmetry as shapes

_MOST = 4
"""The most moves of a candidate, and lines of a suggestion, that are written out."""


def lines(group: DetectedGroup, *, everything: bool = False) -> list[RenderableType]:
    """The group with its factors, the slots that each permutes, near-symmetries and suggestions. With `everything`,
    suggestions that change many lines show all of them."""
    words = wording(group.symmetry.program)
    lines: list[RenderableType] = [headline(group), *groups.structure_lines(words, group.group, group.subgroup)]
    for one in group.near_misses:
        lines += [Text(""), Text(f"{one.type.name} is symmetric but for {_rules(one.breaking)}", "yellow")]
    if group.values:
        lines.append(Text(""))
    for near in group.values:
        what = words.values(near.slots[0], near.codes)
        where = words.together(near.slots)
        lines.append(Text(f"Values {what} of {where} are alike but for {_rules(near.breaking)}", "yellow"))
    if group.deep is not None:
        lines += _beyond(words, group.deep)
    for suggestion in group.suggestions:
        lines += [Text(""), *_suggested(suggestion, everything=everything)]
    return lines


def _suggested(one: Suggestion, *, everything: bool) -> Iterator[Text]:
    """The lines to change so that a type becomes a scalarset or ringset, or the reason why vsym would refuse that."""
    symmetries = {"scalarset": "permutation", "ringset": "rotation"}[one.keyword]
    every = f"Every {symmetries} of {one.type.name} is a symmetry"
    if one.hindrance is not None:
        at, why = one.hindrance.span, one.hindrance.message
        yield Text(f"{every}, but as a {one.keyword} vsym would refuse it at {at}, `{at.text}`: {why}")
        return
    where = "line" if len(one.changes) == 1 else "lines"
    numbers = ", ".join(str(patch.line) for patch in one.changes)
    yield Text(f"{every}, so it could be a {one.keyword}; {where} {numbers}:")
    shown = one.changes if everything or len(one.changes) <= _MOST else one.changes[: _MOST - 1]
    for patch in shown:
        yield Text(f"- {patch.before}", "red")
        yield Text(f"+ {patch.after}", "green")
    if len(shown) < len(one.changes):
        yield Text(f"… and {len(one.changes) - len(shown)} more lines, which -v shows", "dim")


def identification(
    program: Program, unsound: Collection[Scalarset | Ringset], diagnostics: Sequence[Diagnostic]
) -> list[RenderableType]:
    """The program, each scalarset and ringset with the verdict on its use, and the places that tell elements apart."""
    lines: list[RenderableType] = [system_line(program), Text("")]
    if not (program.scalarsets or program.ringsets):
        return [*lines, Text("no scalarset is declared", "dim")]
    every = at_every_size(program)
    if program.scalarsets:
        lines.append(_verdicts("scalarset", "permutations", program.scalarsets, unsound, every))
    if program.scalarsets and program.ringsets:
        lines.append(Text(""))
    if program.ringsets:
        lines.append(_verdicts("ringset", "rotations", program.ringsets, unsound, every))
    for one in diagnostics:
        lines += [Text(""), Text(str(one))]
    return lines


def _verdicts(
    kind: str,
    symmetries: str,
    types: Sequence[Scalarset | Ringset],
    unsound: Collection[Scalarset | Ringset],
    every: Collection[Scalarset | Ringset],
) -> RenderableType:
    rows = table(kind, "elements", "verdict", symmetries)
    for column in (1, 3):
        rows.columns[column].justify = "right"
    for one in types:
        size = one.cardinality
        symmetric = "symmetric at every size" if one in every else "symmetric"
        verdict = ("misused", "red") if one in unsound else (symmetric, "green")
        order = size if isinstance(one, Ringset) else math.factorial(size)
        rows.add_row(Text(str(one.name)), Text(number(size)), Text(*verdict), Text(exact(order)))
    return rows


def scalarsets_record(
    program: Program, unsound: Collection[Scalarset | Ringset], diagnostics: Sequence[Diagnostic]
) -> shapes.ProgramSymmetry:
    """The verdict on the use of each scalarset and each ringset, and the places that tell elements apart."""
    return {
        "full": not unsound,
        "scalarsets": {one.name: "misused" if one in unsound else "symmetric" for one in program.scalarsets},
        "ringsets": {str(one.name): "misused" if one in unsound else "symmetric" for one in program.ringsets},
        "every_size": [str(one.name) for one in at_every_size(program)],
        "misuses": [diagnostic(one) for one in diagnostics],
    }


def headline(group: DetectedGroup) -> Text:
    """The group in one line."""
    return groups.headline(group.group, group.symmetry.detected)


def breaking_line(symmetry: TypeSymmetry) -> str | None:
    """The rule that tells the elements of a declared scalarset apart, where one does."""
    if not isinstance(symmetry.type, Scalarset) or not symmetry.breaking:
        return None
    rule = symmetry.breaking[0]
    return f'{symmetry.type.name} is not symmetric: rule "{rule.name}" ({rule.span}) tells its elements apart'


def record(group: DetectedGroup) -> shapes.ProgramGroup:
    """The group with its generators, which `--group FILE` reads."""
    layout, words = group.symmetry.program.layout, wording(group.symmetry.program)
    detected = group.symmetry.detected
    generators = (written(layout, one, detected.literals.domains) for one in group.symmetry.maps)
    beyond: list[shapes.Candidate] = [
        {"moves": _moves(words, candidate), "breaking": _breaking(rules)}
        for candidate, rules in (group.deep.near_misses if group.deep is not None else ())
    ]
    record = groups.record(words, group.group, group.subgroup, detected, generators)
    if group.subgroup is not None:
        by_property: list[shapes.KeptBy] = [
            {"name": one.name, "order": writable(one.order), "instances": instances(one.instances)}
            for one in group.subgroup.by_property
        ]
        record["kept"] = {**groups.kept_record(words, group.subgroup), "properties": by_property}
    return {
        **record,
        "deep": None if group.deep is None else {"added": group.deep.added, "near_misses": beyond},
        "types": [
            {
                "name": str(one.type.name),
                "symmetric": one.symmetric,
                "breaking": _breaking(one.breaking),
                "start": one.start,
            }
            for one in group.types
        ],
        "near_misses": [
            {
                "slots": words.listed(one.slots),
                "values": [words.value(one.slots[0], code) for code in one.codes],
                "breaking": _breaking(one.breaking),
            }
            for one in group.values
        ],
        "scalarsets": [
            {"type": str(one.type.name), **_patch(patch)}
            for one in group.suggestions
            if one.keyword == "scalarset"
            for patch in one.changes
        ],
        "ringsets": [
            {
                "type": str(one.type.name),
                "lines": [*map(_patch, one.changes)],
                "refused": None if one.hindrance is None else diagnostic(one.hindrance),
            }
            for one in group.suggestions
            if one.keyword == "ringset"
        ],
    }


def _patch(patch: Patch) -> shapes.Line:
    return {"line": patch.line, "before": patch.before, "after": patch.after}


def wording(program: Program) -> Wording:
    """The names of the slots of a program, and the values that their codes stand for."""
    slots = program.layout.slots

    def value(cell: int, code: int) -> str:
        of = slots[cell].type
        return of.text(of.value(code)) if code else UNDEFINED

    return Wording(tuple(slot.text for slot in slots), value)


def _beyond(words: Wording, deep: DeepSearch) -> Iterator[Text]:
    yield Text("")
    more = plural(deep.added, "generator") if deep.added else "nothing"
    yield Text(f"Beyond the graph: {more} more")
    for candidate, rules in deep.near_misses:
        yield Text(f"{_moves(words, candidate)} would be a symmetry but for {_rules(rules)}", "yellow")


def _rules(breaking: Sequence[Rule]) -> str:
    """Rules by name, with where they are."""
    return " and ".join(f'rule "{rule.name}" ({rule.span})' for rule in breaking)


def _moves(words: Wording, candidate: Symmetry) -> str:
    """A candidate in few words: each slot or value that moves, with its image."""
    moves = []
    for cell, image in candidate.moved:
        name = words.names[cell]
        if image.target != cell:
            moves.append(f"{name} → {words.names[image.target]}")
        else:
            moves += [f"{name} = {words.value(cell, old)} → {words.value(cell, new)}" for old, new in image.values]
    return ", ".join(moves[:_MOST] + (["…"] if len(moves) > _MOST else []))


def _breaking(rules: Sequence[Rule]) -> list[shapes.BrokenRule]:
    return [{"rule": rule.name, "at": str(rule.span)} for rule in rules]
