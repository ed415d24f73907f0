"""Answers to the page: they follow the schema and agree with the model and the command line."""

from __future__ import annotations

import json
import runpy
import sys
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.lab.solutions import SOLUTIONS, begun, edited
from tests.support.running import EXAMPLES
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.schema import schema
from vsym.basics.source import Source
from vsym.lab import lessons
from vsym.lab.checking import extent
from vsym.lab.colouring import KINDS
from vsym.lab.laboratory import Laboratory
from vsym.lab.linting import Expectation, expectations, hidden
from vsym.lab.protocol import VERBS, Places, Request, problem
from vsym.lab.shapes import Answers, ValidReply
from vsym.lab.verbs import answer, explained
from vsym.languages.registry import language
from vsym.subprocesses.process import Limits
from vsym.system.result import Reached

ROOT = Path(__file__).parents[2]

RW, FIRST = (EXAMPLES / "rw_broken.gsst").read_text("utf-8"), "1-mutual-exclusion"
LOCK = (EXAMPLES / "programs" / "spinlock.m").read_text("utf-8")


# Made where a test needs them: they take half a second.
answers = cache(lambda: schema(Answers))
replies = cache(lambda: jsonschema.Draft202012Validator(schema(ValidReply)))


def _valid(verb: str, found: Any) -> Any:
    reply = json.loads(json.dumps(found))
    replies().validate(reply)
    own = {"$ref": f"#/$defs/Answers/properties/{verb}", "$defs": answers()["$defs"]}
    jsonschema.Draft202012Validator(own).validate(reply["answer"])
    return reply["answer"]


def _answer(verb: str, text: str, name: str = "model.gsst", **values: object) -> Any:
    return _valid(verb, answer(verb, Source(name, text), values, Budget()))


def test_every_verb_has_a_shape_and_a_reply_is_an_answer_or_a_problem() -> None:
    jsonschema.Draft202012Validator.check_schema(answers())
    assert [*answers()["$defs"]["Answers"]["properties"]] == [*VERBS, "begin", "lesson"]
    refused = problem("refused", "why")
    for reply, valid in ((refused, True), ({}, False), ({"answer": {}}, True), ({**refused, "answer": {}}, False)):
        assert replies().is_valid(reply) is valid


def test_the_page_is_checked_by_the_types_of_the_shapes() -> None:
    written = ROOT / "web" / "page" / "answers.d.ts"
    types = runpy.run_path(str(ROOT / "scripts" / "answers.py"))["types"]()
    assert written.read_text("utf-8") == types, "scripts/answers.py writes it anew"


def test_the_page_begins_with_what_its_shape_says() -> None:
    replies().validate({"answer": Laboratory(None, "m.gsst", RW, Limits(), editor=False).beginning()})
    for name in lessons.names():
        replies().validate({"answer": lessons.lesson(name)})


def test_errors_have_a_place_and_a_fix_in_utf_16() -> None:
    broken = "// 🙂\nsystem m\nstates A, B\ngroup P of 2\ninit A\ntrans A -> C\ninvariant one: #A <= 1\n"
    [found] = _answer("lint", broken)["findings"]
    units = broken.encode("utf-16-le")
    assert units[2 * found["from"] : 2 * found["to"]].decode("utf-16-le") == "C"
    assert found["severity"] == "error"
    typo = RW.replace("ctl mutex: AG #C", "ctl mutex: AG #C[Q]")
    assert [one["code"] for one in _answer("lint", typo)["findings"]] == ["VS203"]
    places = Places(broken)
    assert [places.offset(places.units(offset)) for offset in range(len(broken))] == [*range(len(broken))]


@pytest.mark.parametrize("name", ["mutex.gsst", "programs/spinlock.m", "systems/jugs.sys"])
def test_a_text_has_the_tokens_of_its_lexer_in_utf_16(name: str) -> None:
    mark = language(name).descriptor.comment
    text = f"{mark} 🙂 one\n{(EXAMPLES / name).read_text('utf-8')}"
    units = text.encode("utf-16-le")
    tokens = _answer("tokens", text, name)["tokens"]
    found = [(units[2 * begin : 2 * end].decode("utf-16-le"), kind) for begin, end, kind in tokens]
    lexed = ((value, KINDS.get(tuple(kind))) for kind, value in language(name).tokens(text))
    assert found == [one for one in lexed if one[1] is not None]
    assert found[0] == (f"{mark} 🙂 one", "comment")
    assert {"declaration", "sign", "number", "comment"} <= {kind for _, kind in found}


def test_each_guard_can_be_tried_without() -> None:
    first, second = _answer("lint", RW)["guards"]
    assert (first["title"], first["guard"]) == ("T -> C by R", "#C = 0 & #T = 2")
    assert (second["title"], second["guard"]) == ("T -> C by W", "#C = 0")
    without = RW[: first["from"]] + "true" + RW[first["to"] :]
    before, after = _answer("check", RW), _answer("check", without)
    outcomes = [{one["name"]: one["outcome"] for one in found["properties"]} for found in (before, after)]
    assert [one["mutex"] for one in outcomes] == ["holds", "violated"]
    guards = _answer("lint", LOCK, "spinlock.m")["guards"]
    assert guards
    for one in guards:
        assert _answer("lint", LOCK[: one["from"]] + "true" + LOCK[one["to"] :], "spinlock.m")["findings"] == []


def test_a_check_says_what_is_expected_and_what_is_broken() -> None:
    found = _answer("check", RW)
    assert found["symmetry"]["full"] is False
    assert {one["label"]: one["verdict"] for one in found["symmetry"]["transitions"]}["T -> C"] == "broken"
    assert len(found["expectations"]) == len(expectations(RW))
    assert all(one["met"] is True for one in found["expectations"])
    wrong = RW.replace("expect: reachable 12", "expect: reachable 13").replace("#C >= 1)", "#C >= 2)", 1)
    met = {one["text"]: one["met"] for one in _answer("check", wrong)["expectations"]}
    assert (met["reachable 13"], met["possible holds"], met["mutex holds"]) == (False, False, True)


def test_what_an_example_expects_is_met() -> None:
    """The examples have orbits by a found group, processes alone in their blocks, and figures that only tests count."""
    for example in ("programs/dinner.m", "vault.gsst", "token_ring.gsst"):
        file = EXAMPLES / example
        met = {one["text"]: one["met"] for one in _answer("check", file.read_text(), file.name)["expectations"]}
        open_texts = {text for text, answer in met.items() if answer is None}
        assert False not in met.values(), met
        assert all(text.split()[0] in ("rules_fired", "virtual") for text in open_texts), open_texts


def test_what_a_limit_leaves_open_is_not_said() -> None:
    """An unfinished search leaves open a deadlock, the number of states, and what holds only up to a bound."""
    some = Reached(5, None, 0, complete=False, interrupted="time", seconds=1.0)
    assert extent(some) == {"deadlock": None, "reachable": None}
    assert extent(replace(some, deadlocks=1)) == {"deadlock": True, "reachable": None}
    every = replace(some, complete=True, interrupted=None)
    assert extent(every) == {"deadlock": False, "reachable": 5}
    assert extent(every, proved=False) == extent(None) == extent(some)
    facts: Any = {**extent(some), "properties": [{"name": "p", "outcome": "holds up to 9"}]}
    for subject, value in (("p", "holds"), ("p", "violated"), ("deadlock", "no"), ("reachable", "5")):
        assert Expectation(subject, value).met(facts) is None
    assert Expectation("q", "holds").met(facts) is False
    stuck: Any = {**extent(replace(some, deadlocks=1)), "properties": [{"name": "deadlock", "outcome": "violated"}]}
    met = {said: Expectation("deadlock", said).met(stuck) for said in ("holds", "violated", "yes", "no")}
    assert met == {"holds": False, "violated": True, "yes": True, "no": False}
    assert Expectation("represented", "20").met(facts) is None


def test_a_path_is_gone_along_and_left() -> None:
    """Each state of a trace is one of the model, and the next is among its possible successors."""
    for text, name in ((RW, "model.gsst"), (LOCK.replace("lock := true", "lock := false"), "spinlock.m")):
        paths = [one["path"] for one in _answer("check", text, name)["properties"] if one["path"]]
        for path in paths:
            columns = path["columns"]
            for here, there in pairwise(columns):
                scene = _answer("steps", text, name, state=here["state"])["scene"]
                assert scene["lanes"] == here["lanes"]
                if there["told"] != "nothing moves":
                    assert any(
                        sorted(_lanes(text, name, one["state"])) == sorted(value for _, value in there["lanes"])
                        for one in scene["choices"]
                        if one["state"]
                    )
        assert paths or name == "spinlock.m"


def _lanes(text: str, name: str, state: object) -> list[str]:
    return [value for _, value in _answer("steps", text, name, state=state)["scene"]["lanes"]]


def test_steps_by_hand_say_which_conjunct_is_false() -> None:
    [start] = _answer("steps", RW)["starts"]
    reasons = {one["label"]: one["hindrances"] for one in start["disabled"]}
    assert {"condition": "#C >= 1", "values": [["#C", "0"]]} in reasons["C -> N"]
    taken = _answer("steps", RW, state=start["state"], random=6, seed=3)["taken"]
    assert len(taken) == 6
    assert taken == _answer("steps", RW, state=start["state"], random=6, seed=3)["taken"]
    [begun] = _answer("steps", LOCK, "spinlock.m")["starts"]
    assert begun["choices"]


@pytest.mark.parametrize(
    "state",
    [
        {},
        {"codes": [1]},
        {"ends": [3], "states": ["X"], "shared": {}},
        {"ends": [4], "states": ["N"], "shared": {}},
        {"ends": [3, 3], "states": ["N", "T"], "shared": {}},
        {"ends": [-1, 3], "states": ["N", "T"], "shared": {}},
        {"ends": ["a"], "states": ["N"], "shared": {}},
        {"ends": [3], "states": [["N"]], "shared": {}},
    ],
)
def test_a_state_of_another_model_is_refused(state: object) -> None:
    with pytest.raises(RefusedError):
        answer("steps", Source("model.gsst", RW), {"state": state}, Budget())


def test_pictures_know_what_their_nodes_are() -> None:
    found = _answer("picture", RW, what="states")
    for node in found["nodes"]:
        assert RW[node["place"]["from"] : node["place"]["to"]] == node["name"]
        assert f'data-node="{node["name"]}"' in found["svg"]
    assert all(RW[one["place"]["from"] :].startswith("trans") for one in found["edges"])
    assert "style=" not in found["svg"]
    orbits = _answer("picture", RW, what="quotient")
    state = next(one["state"] for one in orbits["nodes"] if one["name"] == "s0")
    assert _answer("steps", RW, state=state)["scene"]["choices"]
    with pytest.raises(RefusedError):
        answer("picture", Source("m.gsst", RW), {"what": "x"}, Budget())


def test_parameters_have_their_values_and_conditions_and_what_is_wrong_with_others() -> None:
    both = "system m\nparam a = 1, b = 2 where a < b\nparam c = 3\nstates X, Y\ngroup P of a\ninit X\ntrans X -> Y\n"
    listed = {one["name"]: one for one in _answer("lint", both)["parameters"]}
    values = {name: (one["value"], one["domain"], one["problem"]) for name, one in listed.items()}
    assert values == {"a": (1, "a < b", None), "b": (2, "a < b", None), "c": (3, None, None)}
    wrong = {one["name"]: one["problem"] for one in _answer("lint", both, parameters={"a": 5, "c": 4})["parameters"]}
    assert wrong == {"a": "`a` = 5, `b` = 2 are outside their domain", "b": wrong["a"], "c": None} | {"c": wrong["c"]}
    assert _answer("lint", both.replace("trans X", "trans Z"), parameters={"a": 0})["parameters"][0]["problem"] is None
    assert [(one["name"], one["value"]) for one in _answer("lint", LOCK, "spinlock.m")["parameters"]] == [("n", 3)]
    [size] = _answer("lint", LOCK, "spinlock.m", parameters={"n": -1})["parameters"]
    assert size["problem"]
    assert _answer("lint", "system")["parameters"] == []


@pytest.mark.parametrize(("text", "name", "more"), [(RW, "rw.gsst", {"writers": 3}), (LOCK, "spinlock.m", {"n": 4})])
def test_values_of_parameters_are_those_of_every_answer(text: str, name: str, more: dict[str, int]) -> None:
    few, many = _answer("check", text, name), _answer("check", text, name, parameters=more)
    assert many["reachable"] > few["reachable"]
    assert all(one["met"] is None for one in many["expectations"]), "these are about the values of the text"
    lanes, nodes = [], []
    for given in ({}, {"parameters": more}):
        lanes.append(len(_answer("steps", text, name, **given)["starts"][0]["lanes"]))
        nodes.append(_answer("picture", text, name, what="quotient", **given)["nodes"])
    assert lanes[1] > lanes[0]
    assert nodes[1] != nodes[0]


def test_without_graphviz_the_page_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    with pytest.raises(RefusedError, match=r"drawings need Graphviz; get it with `pip install 'vsym\[draw\]'`"):
        answer("picture", Source("m.gsst", RW), {"what": "states"}, Budget())


def test_why_a_step_is_broken_is_a_picture() -> None:
    found = _answer("picture", RW, what="witness", transition="T -> C")
    assert found["title"] == "rw_broken: why T -> C is broken"
    assert found["title"] == _answer("picture", RW, what="witness")["title"]
    several = (EXAMPLES / "rw_adaptive.gsst").read_text("utf-8")
    for row in _answer("check", several)["symmetry"]["transitions"]:
        if row["witness"] is not None:
            assert row["label"] in _answer("picture", several, what="witness", transition=row["label"])["title"]
    for transition in ("N -> T", "none"):
        with pytest.raises(RefusedError, match="not known to be broken"):
            answer("picture", Source("m.gsst", RW), {"what": "witness", "transition": transition}, Budget())


def test_words_are_explained() -> None:
    assert _answer("hover", RW, offset=RW.index("states"))["word"] == "states"
    assert _answer("hover", RW, offset=RW.index("writers = "))["kind"] == "parameter"
    assert _answer("hover", RW, offset=len(RW) + 9) == {"word": None}
    _valid("explain", {"answer": explained("VS203")})
    with pytest.raises(RefusedError, match="nothing on"):
        explained("nonsense")


@pytest.mark.parametrize("name", lessons.names())
def test_what_a_lesson_hides_is_not_met_by_a_mistake(name: str) -> None:
    """`test_browser.py` and the page check that the answer meets it, and that no model of the lesson does."""
    count = lessons.lesson(name)["hidden"]
    assert count == len(hidden(lessons.text(name))) > 0
    met = set[int]()
    for solution in SOLUTIONS[name]:
        text, suffix = begun(name, solution)
        mistaken = edited(text, solution.wrong)
        assert edited(mistaken, solution.correction) == edited(text, solution.edits)
        found = _answer("check", mistaken, f"model{suffix}", lesson=name)["hidden"]
        wanted = set(range(count)) if solution.met is None else {*solution.met}
        assert not {number for number, one in enumerate(found) if one} >= wanted
        met |= wanted
    assert met == set(range(count))
    assert "expect:" not in json.dumps(lessons.lesson(name)["body"])


def test_what_is_hidden_about_one_model_is_not_said_of_another() -> None:
    [one] = hidden("<!-- expect [rw]: mutex holds -->")
    facts: Any = {"properties": [{"name": "mutex", "outcome": "holds"}]}
    assert (one.met("rw", facts), one.met("library", facts)) == (True, None)
    facts["properties"][0]["outcome"] = "unknown"
    assert one.met("rw", facts) is False


def test_ranks_and_the_symmetries_of_programs_are_told() -> None:
    desk = "system desk\nstates A, B\ngroup P of 2\ninit A\ntrans A -> B\nctl both: AF #B = 2\nrank both: #A\n"
    [rank] = _answer("check", desk)["ranks"]
    assert (desk[rank["from"] : rank["to"]], rank["outcome"]) == ("both", "proves it")
    facts = _answer("check", desk.replace("rank both: #A", "rank both: #B"))
    assert Expectation("rank", "both does not prove it").met(facts) is True
    assert Expectation("rank", "both proves it").met(facts) is False
    assert Expectation("rank", "none proves it").met(facts) is False
    found = _answer("check", LOCK, "spinlock.m")
    assert found["symmetry"]["group"] == {"name": "S3", "order": 6, "kept": "S3"}
    assert Expectation("symmetry", "group S3").met(found) is True
    assert Expectation("symmetry", "kept S2").met(found) is False
    assert Expectation("symmetry", "group S3").met(facts) is None


@pytest.mark.parametrize(
    ("verb", "body"),
    [
        ("lint", {"text": 1, "version": 1}),
        ("lint", {"text": ""}),
        ("lint", []),
        ("lint", {"text": "", "version": True}),
        ("lint", {"text": "", "version": 1, "file": "/etc/passwd"}),
        ("__init__", {}),
        ("picture", {"text": "", "version": 1}),
        ("steps", {"text": "", "version": 1, "watched": [1]}),
        ("steps", {"text": "", "version": 1, "states": [[]]}),
    ],
)
def test_what_is_no_request_is_refused(verb: str, body: object) -> None:
    with pytest.raises(RefusedError):
        Request.of(verb, body)


def _led(text: str, name: str, state: object, goal: str) -> Any:
    return _answer("steps", text, name, state=state, goal=goal)["led"]


def test_a_goal_is_gone_to_from_here_or_from_a_start_or_never_reached() -> None:
    """Each step of a path is one that is possible where it is taken."""
    [start] = _answer("steps", RW)["starts"]
    there = _led(RW, "model.gsst", start["state"], "#C = 1 & #T[W] = 2")
    assert there["problem"] is None
    columns = there["path"]["columns"]
    assert (there["told"], there["anew"], len(columns)) == (f"{len(columns) - 1} steps to it", False, len(columns))
    assert columns[0]["state"] == start["state"]
    for here, after in pairwise(columns):
        scene = _answer("steps", RW, state=here["state"])["scene"]
        told = [sorted(_lanes(RW, "model.gsst", one["state"])) for one in scene["choices"]]
        assert sorted(value for _, value in after["lanes"]) in told
    assert sorted(value for _, value in columns[-1]["lanes"]) == ["C", "T", "T"]
    assert _led(RW, "model.gsst", columns[-1]["state"], "#C = 1")["told"] == "the condition holds already"
    never = _led(RW, "model.gsst", start["state"], "#C = 2")
    assert (never["told"], never["path"]) == ("unreachable from here; no start reaches it", None)
    stuck = LOCK.replace('rule "leave" place[p] = inside', 'rule "leave" false')
    inside = _led(stuck, "m.m", _answer("steps", stuck, "m.m")["starts"][0]["state"], "locked")["path"]["columns"][-1]
    again = _led(stuck, "m.m", inside["state"], "forall p: Process do place[p] = outside end")
    assert (again["anew"], len(again["path"]["columns"])) == (True, 1)
    assert again["told"] == "unreachable from here; this path from a start leads to it"


def test_expressions_are_watched_in_each_state() -> None:
    [start] = _answer("steps", RW)["starts"]
    states = [one["state"] for one in _answer("steps", RW, state=start["state"], random=3, seed=1)["taken"]]
    wrong = ["#T + #C", "#Q > 1", "", "#T ="]
    first, *others = _answer("steps", RW, watched=wrong, states=[start["state"], *states])["watched"]
    lanes = [_lanes(RW, "model.gsst", one) for one in (start["state"], *states)]
    assert first["values"] == [str(sum(value in ("T", "C") for value in one)) for one in lanes]
    assert [one["values"] for one in others] == [None, None, None]
    assert others[0]["problem"].startswith("column 2: `Q` is not a local state")
    assert others[2]["problem"].startswith("column 4: the file ends here")
    [begun] = _answer("steps", LOCK, "m.m")["starts"]
    value, typo = _answer("steps", LOCK, "m.m", watched=["locked", "lockd"], states=[begun["state"]])["watched"]
    assert value["values"] == ["false"]
    assert typo["problem"] == "column 1: `lockd` is not declared here; did you mean `locked`?"
    for found in (_led(RW, "model.gsst", start["state"], "#T + 1"), _led(RW, "model.gsst", start["state"], "#Q = 1")):
        assert found["problem"]
        assert found["path"] is None
