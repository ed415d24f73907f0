"""Mermaid text: what each line can be, labels that nothing in it reads as its own, and Markdown around it."""

from __future__ import annotations

import re

from tests.show.pictures.test_adaptive_tree import example as tree
from tests.show.pictures.test_drawing import HARD, SMALL
from tests.show.pictures.test_local_states import drawn as states
from tests.show.pictures.test_quotient import example as quotient
from tests.show.pictures.test_witness import example as witness
from vsym.show.pictures.mermaid import fenced, mermaid
from vsym.show.pictures.picture import Edge, Node, Picture

TEXT = r'"(?:[^"#&<>`*_\\\n]|#\d+;|<br/>)+"'
STYLE = r"(?:stroke:#[0-9a-f]{6},)?stroke-width:\dpx(?:,stroke-dasharray:\d \d)?"
LINE = re.compile(
    "|".join(
        (
            r"flowchart (?:TB|LR)",
            rf" +n\d+(?:\[\[{TEXT}\]\]|\[{TEXT}\]|\({TEXT}\))",
            rf" +subgraph c\d+\[{TEXT}\]",
            r" +direction (?:TB|LR)",
            r" +end",
            rf" +[nc]\d+ --[->](?:\|{TEXT}\|)? [nc]\d+",
            rf" +linkStyle \d+ {STYLE}",
            rf" +style n\d+ (?:fill:none,stroke:none|{STYLE})",
            rf" +style c\d+ fill:none,{STYLE}",
            rf" +caption\[{TEXT}\]",
            r" +style caption fill:none,stroke:none",
        )
    )
)


def pictures() -> list[Picture]:
    """One of each kind, and one with everything that is hard to write."""
    return [states("rw"), quotient("controller"), witness("vault"), tree("vault"), SMALL]


def test_every_line_is_one_of_a_flowchart() -> None:
    for picture in pictures():
        first, title, last, *lines = mermaid(picture).splitlines()
        assert (first, last) == ("---", "---")
        assert re.fullmatch(r'title: ".*"', title)
        assert [line for line in lines if not LINE.fullmatch(line)] == []


def test_edges_are_styled_by_their_numbers() -> None:
    for picture in pictures():
        lines = mermaid(picture).splitlines()
        edges = [place for place, line in enumerate(lines) if re.match(r" +[nc]\d+ --", line)]
        assert len(edges) == len(picture.edges)
        assert [lines[place + 1].split()[:2] for place in edges] == [["linkStyle", str(n)] for n in range(len(edges))]


def test_labels_are_read_back() -> None:
    labels = re.findall(TEXT, mermaid(SMALL))
    plain = [re.sub(r"#(\d+);", lambda code: chr(int(code[1])), label)[1:-1] for label in labels]
    assert f"node {HARD}<br/>second" in plain
    assert f"edge {HARD}" in plain
    assert f"frame {HARD}" in plain
    assert "below a line<br/>―<br/>note " + HARD in plain


def test_names_that_are_words_of_mermaid_do_no_harm() -> None:
    text = mermaid(Picture("end", (), (Node("end", "end"), Node("", "")), (Edge("end", ""),)))
    assert text.splitlines()[3:7] == ["flowchart TB", '  n0("end")', '  n1(" ")', "  n0 --> n1"]


def test_in_markdown_it_is_a_block_of_code() -> None:
    written = fenced(SMALL)
    assert written.startswith("```mermaid\n---\n")
    assert written.endswith("```\n")
    assert written.count("```") == 2
