"""Help on options, and answers to options of other tools."""

from __future__ import annotations

import click
import pytest

from tests.support.running import EXAMPLES, Refused, Vsym
from vsym.cli.help import MANY, SECTIONS
from vsym.cli.program import MODULES, main


def _options(name: str) -> list[click.Option]:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    return [one for one in command.params if isinstance(one, click.Option)]


@pytest.mark.parametrize("name", MODULES)
def test_every_value_of_an_option_has_a_name(name: str) -> None:
    for option in _options(name):
        named = option.is_flag or isinstance(option.type, click.Choice) or option.metavar
        assert named, option.opts


LONG = [name for name in MODULES if len(_options(name)) > MANY]


@pytest.mark.parametrize("name", LONG)
def test_every_option_stands_in_one_section(name: str) -> None:
    for option in _options(name):
        sections = [title for title, names in SECTIONS.items() if set(option.opts) & set(names)]
        assert len(sections) == 1, option.opts


@pytest.mark.parametrize("name", LONG)
def test_the_short_help_names_at_most_ten_options_and_the_long_one(name: str, vsym: Vsym) -> None:
    short, full = vsym(name, "-h"), vsym(name, "--help")
    assert (short.status, full.status) == (0, 0)
    assert sum(line.startswith("  -") for line in short.out.splitlines()) <= 10
    number = sum(line.startswith("  -") for line in full.out.splitlines())
    assert f"`vsym {name} --help` lists all {number - 1} options." in short.out


def test_a_command_with_few_options_has_one_help(vsym: Vsym) -> None:
    assert vsym("fmt", "-h") == vsym("fmt", "--help")


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("check -m1000", "`--memory MB` bounds the memory"),
        ("check -ndl", "`--deadlock off` accepts deadlocks"),
        ("check -tv", "`--trace full` shows whole states"),
        ("check -vdfs", "`--engine NAME` chooses the engine"),
        ("check -sym2", "vsym uses declared symmetries by default"),
        ("check --output-format machine-readable", "`--json` prints one JSON document"),
        ("check --symmetry-reduction=off", "`--group declared|detected|virtual|none` chooses the symmetries"),
        ("check --max-errors 1", "`--all` explores on"),
        ("check -bmc", "`--engine smt` searches up to a bound"),
    ],
)
def test_an_option_of_another_tool_is_answered_with_ours(line: str, hint: str, refused: Refused) -> None:
    command, option, *rest = line.split()
    err = refused(command, option, *rest, str(EXAMPLES / "rw.gsst"))
    assert f"No such option: {option.partition('=')[0]}. Here, " in err
    assert hint in err


def test_what_a_command_does_not_have_is_not_named(refused: Refused) -> None:
    assert "--memory" not in refused("fmt", "-m1000", str(EXAMPLES / "rw.gsst"))


def test_a_file_in_place_of_a_command_is_answered_with_check(refused: Refused) -> None:
    assert "`vsym check rw.gsst` checks its properties" in refused("rw.gsst")
