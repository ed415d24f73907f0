"""Every language of the registry offers all that the protocol requires."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import get_type_hints

import pytest

from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError, Source
from vsym.languages import gsst
from vsym.languages.protocol import Language
from vsym.languages.registry import DEFAULT, LANGUAGES, language, parsed, read
from vsym.models.counting.model import CLOSED, Model
from vsym.models.text import Parameters, Text

TEXT = """system pool
param size = 3 where size >= 1
param tickets = size
states out, in_
group P of size
shared left : 0..tickets = tickets
init out
trans out -> in_ if left > 0 do left := left - 1
invariant few: #in_ <= tickets
"""


@pytest.fixture(params=sorted(LANGUAGES))
def one(request: pytest.FixtureRequest) -> Language:
    """Each of the languages."""
    return language(f"model{request.param}")


def test_a_language_has_all_that_the_protocol_says(one: Language) -> None:
    source = Source("new", one.starter("new"))
    assert one.named(source) == replace(one.naming_of(one.parsed(source)), whole=True)
    # Agents of a population protocol that meet need no guard.
    assert bool(one.guards(source)) == (one.descriptor.name != "pp")
    assert len({*one.vocabulary()}) == len(one.vocabulary()) > 0


def test_a_descriptor_says_what_texts_of_the_language_are_like(one: Language) -> None:
    about = one.descriptor
    assert all(LANGUAGES[suffix] is one for suffix in about.suffixes)
    written = one.starter("new")
    assert one.formatted(Source("new", f"{about.comment} a comment\n{written}")).startswith(about.comment)


def test_a_text_has_all_that_the_protocol_says(one: Language) -> None:
    text = one.parsed(Source("new", one.starter("new")))
    for name in [name for name in vars(Text) if not name.startswith("_")]:
        assert hasattr(text, name)
    assert text.source.name == "new"
    model = text.at({})
    assert model.name == "new"
    assert set(text.parameters.names) == {name for name, _ in model.parameters}
    if isinstance(model, Model):
        assert model.sizes == CLOSED


def test_the_starter_is_in_the_one_style_and_is_all_tokens(one: Language) -> None:
    written = one.starter("new")
    assert one.formatted(Source("new", written)) == written
    assert "".join(value for _, value in one.tokens(written)) == written


def test_every_parameter_of_a_starter_can_be_open_or_is_refused_with_a_diagnostic(one: Language) -> None:
    text = one.parsed(Source("new", one.starter("new")))
    for name in text.parameters.names:
        try:
            opened = text.open([name], {})
        except DiagnosticError:
            continue
        assert isinstance(opened, Model)
        # The size of a population is that of its inputs.
        inputs = tuple(other for other in text.parameters.names if other != name)
        assert opened.sizes.parameters == (inputs if (one.descriptor.name, name) == ("pp", "n") else (name,))


def test_errors_of_syntax_come_from_parsing(one: Language) -> None:
    with pytest.raises(DiagnosticError):
        one.parsed(Source("wrong", "((("))
    with pytest.raises(DiagnosticError):
        one.formatted(Source("wrong", "((("))


@pytest.mark.parametrize("name", ["a.gsst", "-", "<stdin>", "a.txt", "a", "", ".gsst", "a.gsst.old"])
def test_the_suffix_says_which_language_and_without_one_it_is_the_first(name: str) -> None:
    assert language(name) is gsst.LANGUAGE
    assert DEFAULT in LANGUAGES


def test_a_file_is_read_as_a_text(tmp_path: Path) -> None:
    path = tmp_path / "pool.gsst"
    path.write_text(TEXT, encoding="utf-8")
    text = read(str(path))
    assert text.source == Source(str(path), TEXT)
    assert text.parameters.names == ("size", "tickets")
    assert text.at({"size": 5}).parameters == (("size", 5), ("tickets", 5))


@pytest.mark.parametrize(
    ("names", "values", "message"),
    [
        (["sizes"], {}, "--for-all: the model has no parameter `sizes`; did you mean `size`?"),
        (["x"], {}, "--for-all: the model has no parameter `x`; it has: size, tickets"),
        (["size"], {"size": 2}, "`--for-all` leaves `size` open, but `-D size=2` sets it"),
    ],
)
def test_names_that_cannot_be_open(names: list[str], values: dict[str, int], message: str) -> None:
    with pytest.raises(RefusedError) as caught:
        parsed(Source("pool", TEXT)).open(names, values)
    assert str(caught.value) == message


def test_a_text_without_parameters() -> None:
    text = parsed(Source("s", "system s\nstates A\ngroup P of 1\ninit A\n"))
    assert text.parameters == Parameters(())
    with pytest.raises(RefusedError, match="-D n: the model has no parameter `n`; it has: none"):
        text.parameters.require("n", "-D n")


def test_the_protocol_can_be_read_at_run_time() -> None:
    assert get_type_hints(Text.at)["values"]
