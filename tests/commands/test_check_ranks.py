"""`vsym check` of stated ranks: text, exit status, documents, the page and certificates."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.show.text.html_tree import read
from tests.support.running import Vsym, document

DESK = """system desk
param n = 3 where n >= 1
states Home, Queue, Desk
group P of n
init Home
trans come: Home -> Queue
trans next: Queue -> Desk if #Desk = 0
trans leave: Desk -> Home
ctl served: AG (#Queue >= 1 -> AF #Desk >= 1)
ctl home: AG EF #Home = n
"""


@pytest.fixture
def right(tmp_path: Path) -> str:
    """A model whose rank proves its property."""
    path = tmp_path / "right.gsst"
    path.write_text(f"{DESK}rank served: #Home\n", encoding="utf-8")
    return str(path)


@pytest.fixture
def wrong(tmp_path: Path) -> str:
    """A model whose first rank does not fall; the second one proves its property."""
    path = tmp_path / "wrong.gsst"
    path.write_text(f"{DESK}rank served: #Queue\nrank home: 2 * #Queue + #Desk\n", encoding="utf-8")
    return str(path)


def test_the_step_that_does_not_fall_is_shown_with_its_two_states(wrong: str, vsym: Vsym) -> None:
    ran = vsym("check", wrong)
    assert ran.status == 10
    assert "served  does not prove it" in ran.out
    assert "home    proves it" in ran.out
    *_, headline, columns, before, after = ran.out.splitlines()
    assert headline == "the rank of served does not fall: `come: Home -> Queue` raises it from 1 to 2"
    assert columns.split()[:3] == ["step", "#Home", "#Queue"]
    assert [line.split()[0] for line in (before, after)] == ["1", "2"]
    assert "2: Home -> Queue" in after


def test_the_verdicts_alone_say_why_a_rank_fails(wrong: str, right: str, vsym: Vsym) -> None:
    ran = vsym("check", wrong, "-q", "--for-all", "n")
    assert ran.status == 10
    assert "served  does not prove it at n = 2\n" in ran.out
    assert "served: after 1 step `come: Home -> Queue` raises it from 1 to 2" in ran.out
    assert vsym("check", wrong, "-q", "--prop", "home").status == 0
    assert vsym("check", right, "-q").out.splitlines()[-2:] == [" rank    verdict", " served  proves it"]


def test_a_rank_that_fails_is_status_10_though_its_property_holds(wrong: str, vsym: Vsym) -> None:
    ran = vsym("check", wrong, "--prop", "served", "--json")
    assert ran.status == 10
    assert [one["verdict"] for one in document(ran)["properties"]] == ["holds"]
    (said,) = (line for line in help_text(vsym).split(". ") if "exit status" in line)
    assert "10 if a property is violated or a stated rank fails" in said


def help_text(vsym: Vsym) -> str:
    """The output of `vsym check --help`, on one line."""
    return " ".join(vsym("check", "--help").out.split())


def test_the_document_has_ranks_with_values_and_a_trace(wrong: str, vsym: Vsym) -> None:
    served, home = document(vsym("check", wrong, "--json"))["ranks"]
    assert (served["verdict"], served["weights"], served["values"]) == ("fails", "#Queue", [[1], [2]])
    assert [state["counters"]["Queue"] for state in served["trace"]["states"]] == [0, 1, 2]
    assert (home["verdict"], home["reason"], home["trace"], home["values"]) == ("proves", None, None, [])
    everywhere, _ = document(vsym("check", wrong, "--json", "--for-all", "n"))["ranks"]
    assert (everywhere["verdict"], everywhere["parameters"]) == ("fails", {"n": 2})


def test_code_review_and_the_page_have_them_too(wrong: str, tmp_path: Path, vsym: Vsym) -> None:
    vsym("check", wrong, "-q", "--sarif", str(tmp_path / "log.sarif"))
    [result] = json.loads((tmp_path / "log.sarif").read_text("utf-8"))["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("rank", "error")
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == 11
    properties = read(vsym("report", wrong).out).id("properties")
    assert "From #Home = 2, #Queue = 1 to #Home = 1, #Queue = 2." in properties.words
    assert [one.words for one in properties.all("figcaption")] == ["Why served holds.", "Why home holds."]
    assert "while #Desk >= 1 is awaited" in properties.words


def test_the_proof_by_a_rank_is_a_certificate_of_its_property(right: str, tmp_path: Path, vsym: Vsym) -> None:
    """The engine that looks at all states leaves none."""
    proof = str(tmp_path / "served.smt2")
    assert vsym("check", right, "--prop", "served", "--engine", "auto", "--certificate", proof).status == 0
    checked = vsym("verify-certificate", proof, right, "--prop", "served")
    assert checked.status == 0
    assert "served" in checked.out


def test_a_limit_leaves_a_rank_unknown(right: str, vsym: Vsym) -> None:
    assert vsym("check", right, "--timeout", "0").status == 5
    [rank] = document(vsym("check", right, "--timeout", "0", "--json"))["ranks"]
    assert rank["verdict"] == "unknown"
