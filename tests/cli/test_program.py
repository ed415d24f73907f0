"""The command line's options, messages and exit statuses, beyond the golden files."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from tests.support.running import EXAMPLES, Ran, Refused, Vsym, program, without_times

pytestmark = pytest.mark.usefixtures("in_examples")


def test_the_worst_status_wins(vsym: Vsym) -> None:
    assert vsym("check", "rw.gsst", "--prop", "mutex").status == 0
    assert vsym("check", "crowd.gsst", "--prop", "mutex", "--prop", "all_in").status == 10
    # The symmetry is broken, and the properties are verified all the same.
    assert vsym("check", "rw_broken.gsst", "--prop", "mutex").status == 0
    assert vsym("symmetry", "rw_broken.gsst").status == 10
    assert vsym("symmetry", "rw.gsst").status == 0


def test_paths_can_be_left_out(vsym: Vsym) -> None:
    shown, left_out = (
        vsym("check", "deadlock.gsst", "--prop", "always_again", *options) for options in ((), ("--trace", "off"))
    )
    assert (shown.status, left_out.status) == (10, 10)
    verdicts, _, path = without_times(shown.out).partition("\n\nalways_again is violated")
    assert without_times(left_out.out) == f"{verdicts}\n"
    assert path


def test_an_error_in_the_model_writes_nothing(vsym: Vsym, tmp_path: Path) -> None:
    model = tmp_path / "wrong.gsst"
    model.write_text("system wrong\nstates A, B\ngroup P of 2\ninit A\ntrans A -> Bb\ntrans AA -> B\n")
    output = tmp_path / "output"
    ran = vsym("check", str(model), "-o", str(output))
    assert (ran.status, ran.out, output.exists()) == (2, "", False)
    assert ran.err.count("error[VS2") == 2
    assert "did you mean `B`?" in ran.err


def test_a_binary_file_is_refused(refused: Refused, tmp_path: Path) -> None:
    model = tmp_path / "binary.gsst"
    model.write_bytes(bytes(range(256)))
    assert "this is not UTF-8 text" in refused("symmetry", str(model))


def test_an_unknown_command_is_a_usage_error(refused: Refused) -> None:
    assert "No such command 'chek'" in refused("chek", "rw.gsst")


@pytest.mark.parametrize("limit", ["-1", "soon", "inf", "1e300"])
def test_a_time_limit_is_a_number_of_seconds(limit: str, refused: Refused) -> None:
    assert "--timeout" in refused("check", "rw.gsst", "--timeout", limit)


def test_the_model_is_read_from_standard_input(vsym: Vsym, refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    def given(text: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    text = (EXAMPLES / "rw.gsst").read_text("utf-8")
    given(text)
    ran = vsym("symmetry", "-")
    assert ran.status == 0
    assert ran.out.startswith("rw: 3 processes")
    given(text.replace("init N", "init M"))
    assert refused("symmetry", "-").startswith("<stdin>:")


def test_nusmv_is_the_engine_that_is_asked_for(vsym: Vsym) -> None:
    ran = vsym("check", "starvation.gsst", "--engine", "nusmv")
    assert (ran.status, ran.out.count("holds     nusmv"), ran.out.count("violated  nusmv")) == (10, 3, 1)
    assert "reader_served is violated, as this path shows:" in ran.out


def test_nusmv_asked_for_and_absent(
    no_nusmv: str, vsym: Vsym, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", no_nusmv)
    monkeypatch.delenv("VSYM_NUSMV", raising=False)
    err = refused("check", "rw.gsst", "--engine", "nusmv")
    assert "NuSMV is missing" in err
    assert "scripts/install-nusmv.sh" in err
    assert vsym("check", "rw.gsst", "--prop", "mutex").status == 0


@pytest.mark.parametrize(
    ("command", "named", "said"),
    [
        (("check", "rw.gsst"), "/nowhere/NuSMV", "NuSMV is missing"),
        (("check", "rw.gsst"), sys.executable, "is not NuSMV or nuXmv;"),
        (("sweep", "rw.gsst", "-D", "writers=1:2", "-j", "1"), "/nowhere/NuSMV", "NuSMV is missing"),
    ],
)
def test_vsym_nusmv_that_names_nothing_or_something_else(
    command: tuple[str, ...], named: str, said: str, refused: Refused, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VSYM_NUSMV", named)
    assert said in refused(*command, "--engine", "nusmv")


@pytest.mark.parametrize(
    ("options", "environment", "coloured"),
    [
        ([], {}, False),
        (["--color", "always"], {}, True),
        (["--color", "always"], {"TERM": "dumb", "NO_COLOR": "1"}, True),
        (["--color", "always", "--json"], {}, False),
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": ""}, False),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
    ],
    ids=str,
)
def test_colour_is_for_terminals_unless_it_is_asked_for(
    options: list[str], environment: dict[str, str], coloured: bool, vsym: Vsym, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("vsym.show.text.progress.DELAY", 0.0)
    ran = vsym("check", "rw.gsst", *options)
    assert ("\x1b" in ran.out or "\x1b" in ran.err) == coloured


def test_output_is_utf8_whatever_the_locale() -> None:
    ran = program("check", "mutex.gsst", PYTHONIOENCODING="ascii")
    assert ran.status == 10
    assert "↻ 3" in ran.out


def test_output_goes_to_a_file_as_it_goes_to_standard_output(vsym: Vsym, tmp_path: Path) -> None:
    output = tmp_path / "output"
    for arguments in (["check", "rw.gsst"], ["emit-smv", "rw.gsst"]):
        shown = vsym(*arguments)
        assert vsym(*arguments, "-o", output) == Ran(shown.status, "", "")
        assert without_times(output.read_text("utf-8")) == without_times(shown.out)
        assert without_times(vsym(*arguments, "-o", "-").out) == without_times(shown.out)
    assert list(tmp_path.iterdir()) == [output]


@pytest.mark.parametrize(
    ("words", "completed"),
    [("vsym sym", "symmetry"), ("vsym check --eng", "--engine"), ("vsym check --engine m", "mdd")],
)
def test_a_shell_completes_commands_options_and_values(
    words: str, completed: str, vsym: Vsym, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = {"_VSYM_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split(" ")) - 1)}
    for name, value in asked.items():
        monkeypatch.setenv(name, value)
    assert vsym() == Ran(0, f"plain,{completed}\n", "")
