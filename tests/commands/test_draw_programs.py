"""`vsym draw` of programs: their groups, and their counter states."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.running import Vsym

pytestmark = pytest.mark.usefixtures("programs")


def test_a_picture_has_the_counter_states(vsym: Vsym) -> None:
    drawn = json.loads(vsym("draw", "coherent.m", "--as", "counters", "--json").out)["picture"]
    explored = json.loads(vsym("explore", "coherent.m", "--as", "counters", "--json").out)["exploration"]
    assert len(drawn["nodes"]) == explored["states"]
    labels = [node["label"] for node in drawn["nodes"]]
    assert labels[0] == "3 invalid"
    assert "2 invalid\n1 modified&owner" in labels
    assert [node["initial"] for node in drawn["nodes"]].count(True) == 1
    assert {edge["label"] for edge in drawn["edges"]} == {"read", "write"}
    refused = vsym("draw", "coherent.m", "--as", "counters", "--what", "group")
    assert (refused.status, "--as counters is for --what states" in refused.err) == (2, True)


@pytest.mark.parametrize(
    ("name", "beginning"),
    [("a.svg", b"<svg "), ("a.png", b"\x89PNG"), ("a.dot", b"digraph "), ("a.mmd", b"---\n"), ("a.md", b"```mermaid")],
)
def test_the_picture_of_a_group_has_every_format(name: str, beginning: bytes, tmp_path: Path, vsym: Vsym) -> None:
    ran = vsym("draw", "ring.m", "--what", "group", "-o", name)
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert (tmp_path / name).read_bytes().startswith(beginning)


def test_what_the_picture_of_a_group_leaves_out_is_said_unless_quiet(vsym: Vsym) -> None:
    large = ("draw", "ring.m", "-D", "N=12", "--what", "group", "--format", "dot")
    assert "the picture shows 16 of the 24 variables that symmetries move" in vsym(*large).err
    assert vsym(*large, "-q").err == ""
