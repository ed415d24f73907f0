"""Guard lines of transitions with a partner: each for movers of one set and partners of another."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.basics.frozen import frozen
from vsym.languages.gsst.declared_steps import GuardLine, Otherwise, Repeat
from vsym.languages.gsst.lines import written_out
from vsym.languages.gsst.places import processes
from vsym.languages.gsst.scope import Scope
from vsym.models.counting.processes import Processes, refine


@frozen
class PairLine:
    """A guard line with the movers and the partners that it is for, and the scope that its indices stand in."""

    line: GuardLine
    movers: Processes
    partners: Processes
    scope: Scope


def pair_lines(lines: Sequence[GuardLine | Repeat[GuardLine]], scope: Scope) -> list[PairLine] | None:
    """Every line, repetitions written out and `else` for all pairs that no other line names.

    None where the sets have no meaning, which has been reported.
    """
    everyone = scope.everyone
    named: list[PairLine] = []
    others: list[tuple[GuardLine, Scope]] = []
    known = True
    for line, inner in written_out(lines, scope):
        if isinstance(line.head, Otherwise):
            if line.partners is not None:
                hint = "`else` is for all pairs of mover and partner that no other line names"
                scope.problems.add("VS323", line.partners.span, "`else` has no partners of its own", hint)
            others.append((line, inner))
            continue
        movers = processes(line.head, inner)
        partners = everyone if line.partners is None else processes(line.partners, inner)
        if movers is None or partners is None:
            known = False
        else:
            named.append(PairLine(line, movers, partners, inner))
    for line, _ in others[1:]:
        scope.problems.add("VS208", line.head.span, "a second `else`", f"the first is at {others[0][0].head.span}")
    _report_overlaps(named, scope)
    if not known or everyone is None:
        return None
    rest = [
        PairLine(line, cell, partners, inner)
        for line, inner in others[:1]
        for cell in refine([everyone, *(one.movers for one in named)])
        if (partners := everyone - _partners(named, cell))
    ]
    return [one for one in (*named, *rest) if one.movers and one.partners]


def _partners(named: Sequence[PairLine], movers: Processes) -> Processes:
    """The partners that lines name for some movers, all of which are inside or outside of each line's."""
    return Processes.of(piece for one in named if movers <= one.movers for piece in one.partners.ranges)


def _report_overlaps(named: Sequence[PairLine], scope: Scope) -> None:
    for place, one in enumerate(named):
        for other in named[:place]:
            movers, partners = one.movers & other.movers, one.partners & other.partners
            # Nobody is a partner of itself; where sizes are open, an index is a whole group.
            alone = not scope.kept and movers.size == 1 and movers == partners
            if movers and partners and not alone:
                message = "a pair of mover and partner is named by two lines"
                scope.problems.add("VS208", one.line.head.span, message, f"the other line is at {other.line.head.span}")
                break
