"""No input may end in anything but a model or diagnostics, and soon."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.languages.error_files import error_files
from tests.languages.layouts import mutated
from tests.support.drawn import many
from tests.support.loading import load
from tests.support.running import EXAMPLES
from vsym.basics.source import DiagnosticError, Source
from vsym.logic.formula import subformulas
from vsym.models.counting.model import Model

SEEDS = [path.read_text("utf-8") for path in [*sorted(EXAMPLES.glob("*.gsst")), *error_files("gsst")]]
FRAGMENTS = [
    *"()[]{}|#&!\\-+*/%=<>:;,. \n",
    *["..", "->", "<->", ":=", "//", "/*", "*/", "forall i in 1..3:", "sum i in 0..2:", "for k in 1..2 {", "else:"],
    *["A [", "U", "W", "X", "AG", "all", "none of", "not", "in", "min(", "trans", "states", "group", "init", "param"],
    *["0", "1", "99999999999999999999", "1/0", "N", "T", "R", "P[1]", "L[2]", "{1..3}", "free", "do free := true"],
    "\0",
]


def _outcome(text: str) -> Model | None:
    try:
        found = load(Source("fuzz.gsst", text))
    except DiagnosticError as error:
        # Rendering has to work for every place and every character.
        return None if "error[VS" in str(error) else pytest.fail(f"no diagnostics for {text!r}")
    hash(found)
    for one in found.properties:
        assert sum(1 for _ in subformulas(one.formula)) >= 1
    return found


@settings(max_examples=many(8), deadline=None)
@given(mutated([text[:3000] for text in SEEDS], FRAGMENTS))
def test_mutated_files(text: str) -> None:
    _outcome(text)


@settings(max_examples=many(6), deadline=None)
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=30))
def test_fragments_in_a_guard(fragments: list[str]) -> None:
    frame = "system s\nstates N, T, L[1..2]\ngroup R of 2\ngroup P[k in 1..2] of k\nshared free : bool = true\ninit N\n"
    _outcome(f"{frame}trans N -> T if {' '.join(fragments)}")


@settings(max_examples=many(6), deadline=None)
@given(st.binary(max_size=200))
@example(b"\xef\xbb\xbfsystem")
def test_random_bytes(content: bytes) -> None:
    _outcome(content.decode("latin-1"))


HEAD = "system s\nstates N, T\ngroup R of 3\ninit "
BODY = f"{HEAD}N\nfairness "


def _doubling(depth: int) -> str:
    lines = [f"define d{i} = (d{i - 1} | #N = {i}) & (d{i - 1} | #T = {i})" for i in range(1, depth)]
    return "\n".join([HEAD + "N", "define d0 = #N = 0", *lines, f"fairness d{depth - 1}"])


@pytest.mark.parametrize(
    "text",
    [
        lambda: BODY + "!" * 1_500 + "#N = 0",
        lambda: BODY + "- " * 1_500 + "1 = #N",
        lambda: BODY + "#N = 0 -> " * 1_200 + "#N = 0",
        lambda: BODY + "#N = 0 <-> " * 1_200 + "#N = 0",
        lambda: BODY + "#N = 0 & " * 1_200 + "#N = 0",
        lambda: BODY + "(" * 5_000,
        lambda: BODY + "forall i in 1..2: " * 1_200 + "#N = 0",
        lambda: BODY + "A [ #N = 0 U " * 1_200,
        lambda: HEAD.replace("of 3", "of " + "9" * 200_000) + "N",
        lambda: HEAD + "N\n" + "for i in 1..99999999999999999 { " * 3 + "fairness #N = 0" + "}" * 3,
        lambda: HEAD + "N\n" + "".join(f"define d{i} = d{i + 1}\n" for i in range(1_200)) + "define d1200 = d0",
        lambda: HEAD + "N\n" + "".join(f"define d{i} = d{i + 1}\n" for i in range(1_200)) + "define d1200 = 1",
        lambda: _doubling(60),
        lambda: "trans\n" * 3_000,
        lambda: "system s\n" + "states N\n" * 1_500,
        lambda: "x" * 100_000,
        lambda: "/" * 100_000,
        lambda: "/*" * 50_000,
        lambda: "A " * 80_000,
        lambda: BODY + "#N = 0 W " * 1_200,
        lambda: "system s\n" + "}" * 100_000,
    ],
)
def test_large_inputs_end(text: Callable[[], str]) -> None:
    """Definitions that double and loops that multiply would never end."""
    _outcome(text())
