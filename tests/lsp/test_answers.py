"""Hover, completion, outline, folding and lenses."""

from __future__ import annotations

import asyncio
import re

import pytest
from lsprotocol import types as lsp

from tests.lsp.opened import applied, checked, decided, example, opened
from vsym.basics.limits import Budget
from vsym.lsp import jobs
from vsym.lsp.document import Document
from vsym.lsp.findings import CHECK, WITNESS, lenses, resolved
from vsym.lsp.jobs import Job, Symmetry, Verdict
from vsym.lsp.navigation import hover, references, rename
from vsym.lsp.outline import completions, folds, symbols
from vsym.lsp.workspace import Sheet
from vsym.subprocesses.process import Failure, done

PROGRAM = """type
  id: scalarset(2);
  cell: record full: boolean; owner: id; end;
var cells: array [id] of cell;
ruleset p: id do
  rule "take" !cells[p].full ==>
  begin
    cells[p].full := true;
  end;
end;
startstate begin for q: id do clear cells[q]; end; end;
-- one comment on a rule
-- of two lines
invariant "true" true
"""


def told(document: Document, part: str, known: Symmetry | None = None) -> str:
    shown = hover(document, document.source.text.index(part), known)
    if shown is None:
        return ""
    assert isinstance(shown.contents, lsp.MarkupContent)
    return shown.contents.value


def labels(document: Document, part: str) -> set[str]:
    offset = document.source.text.index(part) + len(part)
    return {one.label for one in completions(document, offset)}


def test_hover_tells_what_a_name_is() -> None:
    document = opened(PROGRAM, "model.m")
    assert "variable `cells`" in told(document, "cells[p]")
    assert "field `full`" in told(document, "full :=")
    assert "**scalarset**" in told(document, "scalarset")
    assert told(document, "rule\n") == told(document, ":= true") == ""


def test_hover_tells_what_is_known_of_symmetry() -> None:
    document = example("forks.gsst")
    assert "broken" not in told(document, "trans")
    known = decided(document)
    assert "**broken**" in told(document, "trans", known)
    assert "no step of the second leads to the same counters" in told(document, "trans", known)
    assert "**Symmetry:** only the permutation that moves no process" in told(document, "forks\n", known)
    whole = example("rw.gsst")
    assert "**Symmetry:** all permutations of 3 processes (3!)" in told(whole, "rw\n", decided(whole))


def test_a_ringset_is_told_completed_and_judged_rule_by_rule() -> None:
    document = example("programs/dinner.m")
    text = document.source.text
    assert "**ringset**" in told(document, "ringset(")
    assert "type `Seat`" in told(document, "Seat: ringset")
    assert {"Seat", "ringset", "scalarset"} <= labels(document, "var\n")
    uses = references(document, text.index("Seat: ringset"), declared=True)
    assert len(uses) == len(re.findall(r"\bSeat\b", text.partition("const N")[2])) == 6
    assert applied(document, rename(document, text.index("Seat: ringset"), "Chair")).count("Chair") == 6
    symmetry = decided(document)
    assert {one.verdict for one in symmetry.judged} == {"symmetric"}
    broken = opened(text.replace("state[s] := holds_both;", "for t: Seat do state[s + 1] := state[t] end;"), "dinner.m")
    (judged,) = [one for one in decided(broken).judged if one.verdict != "symmetric"]
    assert "VS361" in (judged.witness or "")


def test_names_are_completed_where_they_are_visible() -> None:
    document = opened(PROGRAM, "model.m")
    assert {"id", "cells", "p", "begin"} <= labels(document, "cells[")
    assert "p" not in labels(document, "q: ")
    assert labels(document, "cells[p].") == {"full", "owner"}
    assert {"A", "B", "trans"} <= labels(opened("system s\nstates A, B\ntrans A -> "), "-> ")


def test_the_outline_has_what_is_declared() -> None:
    document = opened(PROGRAM, "model.m")
    found = symbols(document)
    assert [one.name for one in found] == ["id", "cell", "cells", "ruleset p: id", "startstate", "true"]
    assert [one.name for one in found[3].children or ()] == ["take"]
    for one in [*found, *(found[3].children or ())]:
        assert one.range.start <= one.selection_range.start
        assert one.selection_range.end <= one.range.end


def test_what_takes_several_lines_folds() -> None:
    found = folds(opened(PROGRAM, "model.m"))
    assert sorted((one.start_line, one.end_line) for one in found if one.kind is None) == [(4, 9), (5, 8)]
    assert [(one.start_line, one.end_line) for one in found if one.kind is not None] == [(11, 12)]


def listed(document: Document, known: Symmetry, *verdicts: Verdict) -> list[tuple[int, str, str]]:
    """The lines, titles and commands of all lenses, for these verdicts and a known symmetry."""

    async def made() -> list[lsp.CodeLens]:
        sheet = Sheet(document, asyncio.get_running_loop().create_future())
        sheet.verdicts = {one.name: one for one in verdicts}
        return [one if one.command else resolved(one, document, known) for one in lenses(sheet)]

    return [
        (one.range.start.line, one.command.title, one.command.command) for one in asyncio.run(made()) if one.command
    ]


@pytest.mark.parametrize("name", ["forks.gsst", "programs/misuse.m"])
def test_lenses_say_what_is_symmetric_and_what_holds(name: str) -> None:
    """Broken symmetry has a lens in its own line, and nowhere else."""
    document = example(name)
    known = decided(document)
    broken = {document.source.position(one.start)[0] - 1 for one in known.judged if one.verdict == "broken"}
    assert broken
    shown = listed(document, known)
    assert {line for line, _, command in shown if command == WITNESS} == broken
    assert all(title == "broken: show witness" for _, title, command in shown if command == WITNESS)
    assert shown[0][2] == CHECK


def test_a_property_s_lens_has_its_verdict() -> None:
    document = example("rw.gsst")
    first = next(item.whole for item in document.names.all_items() if item.kind == "property")
    found = checked(document, first.start, first.end)
    assert "mutex     holds" in found.text
    shown = listed(document, Symmetry(), *found.outcomes)
    titles = [title for _, title, command in shown if command == CHECK]
    assert titles == ["check 3 properties", "holds – check again", "check", "check"]


def test_the_rules_of_a_program_without_scalarsets_have_no_lens() -> None:
    assert not any(line for line, _, command in listed(example("programs/token.m"), Symmetry()) if command == "")


def test_hover_tells_the_group_of_a_program() -> None:
    document = example("programs/lock.m")
    found = jobs.group(Job("group", document.source), Budget())
    assert found == "group S4, 24 symmetries, proved"
    assert f"**Symmetry:** {found}" in told(document, "Process", Symmetry(group=found))
    assert jobs.group(Job("group", opened("var x", "model.m").source), Budget()).startswith("the group is unknown: ")


def test_what_a_limit_leaves_undecided_is_said_to_be_so() -> None:
    steps = "trans A -> B if #A > 1\n" * 200
    document = opened(f"system s\nstates A, B\ngroup P of 3\ninit A\n{steps}ctl live: EF #B = 3\n")
    budget = Budget().within(0)
    reason = "the time limit was reached"
    (problem,) = jobs.findings(Job("findings", document.source), budget)
    assert (problem.warning, problem.message) == (True, f"vsym did not finish reading the text: {reason}")
    known = jobs.symmetry(Job("symmetry", document.source), budget)
    assert known == Symmetry(reason=reason)
    assert {title for _, title, command in listed(document, known) if not command} == {reason}
    assert done(Job("verdicts", document.source).task, budget) == Failure("undecided", reason)
