"""`vsym check --out-itf --out-xml` and `vsym replay`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.running import EXAMPLES, Ran, Refused, Vsym, document, without_times

MODEL = str(EXAMPLES / "starvation.gsst")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def _table(ran: Ran) -> list[str]:
    """The lines of the last trace in the output."""
    lines = without_times(ran.out).split("\n")
    return lines[max(number for number, line in enumerate(lines) if line.lstrip().startswith("step")) :]


@pytest.mark.parametrize("style", ["full", "diff"])
def test_what_is_written_is_shown_again(vsym: Vsym, tmp_path: Path, style: str) -> None:
    checked = vsym("check", MODEL, "--out-itf", "a/b", "--out-xml", "c", "--trace", style)
    assert (checked.status, checked.err) == (10, "")
    assert sorted(tmp_path.glob("**/*.*")) == [
        tmp_path / "a" / "b" / "reader_served.itf.json",
        tmp_path / "c" / "reader_served.xml",
    ]
    for file in ("a/b/reader_served.itf.json", "c/reader_served.xml"):
        ran = vsym("replay", MODEL, file, "--trace", style)
        assert (ran.status, ran.err) == (0, "")
        assert f"{file} is a path of starvation: 4 steps from an initial state." in " ".join(ran.out.split())
        assert _table(ran) == _table(checked)
        record = document(vsym("replay", MODEL, file, "--json"))
        assert len(record["trace"]["states"]) == 5
        assert record["trace"]["loop"] == 1
        assert vsym("replay", MODEL, file, "-q").out.split()[-3:] == ["an", "initial", "state."]


def test_a_trace_of_another_model_is_refused(vsym: Vsym, refused: Refused) -> None:
    vsym("check", MODEL, "-q", "--out-itf", ".", "--out-xml", ".")
    assert "reader_served.itf.json: state 0: there are 4 processes, but the model has 5" in refused(
        "replay", MODEL, "reader_served.itf.json", "-D", "writers=3"
    )
    assert "reader_served.xml:3: state 1: there is no value of" in refused(
        "replay", str(EXAMPLES / "mutex.gsst"), "reader_served.xml"
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "this file is empty"),
        (b"hello", "there is no `<counter-example>` in it"),
        (b"\xff\xfe", "this is not UTF-8 text: byte 1 is wrong"),
        (b"{,", "t:1:2: this is not JSON"),
    ],
)
def test_what_is_no_trace(vsym: Vsym, refused: Refused, tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "t").write_bytes(content)
    assert message in refused("replay", MODEL, "t")
    assert vsym("replay", MODEL, "missing").status == 2
    assert vsym("replay", "-", "-").status == 2


def test_what_cannot_be_written_is_said(vsym: Vsym, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    ran = vsym("check", MODEL, "-q", "--out-itf", "file/x")
    assert ran.status == 2
    assert "reader_served  violated" in ran.out
    ran = vsym("check", str(EXAMPLES / "mutex.gsst"), "-q", "--prop", "mutex", "--out-xml", "d", "--engine", "explicit")
    assert (ran.status, ran.err) == (0, "vsym: no property has a trace to write\n")
    assert not (tmp_path / "d").exists()


def test_many_processes(vsym: Vsym) -> None:
    arguments = ("-D", "processes=2000", "--engine", "smt", "--prop", "pair")
    text = (EXAMPLES / "mutex.gsst").read_text("utf-8") + "invariant pair: #T <= 2\n"
    Path("many.gsst").write_text(text, encoding="utf-8")
    ran = vsym("check", "many.gsst", "-q", *arguments, "--out-itf", ".")
    assert ran.status == 10
    assert "only counters, since there are more than 1,000 processes" in ran.err
    ran = vsym("replay", "many.gsst", "pair.itf.json", "-D", "processes=2000", "--prop", "pair")
    assert ran.status == 0
    assert "pair.itf.json is a path of mutex: 3 steps from an initial state." in ran.out


def test_engines_and_sizes_that_have_none(vsym: Vsym) -> None:
    assert (
        "--engine adaptive does not build"
        in vsym("check", str(EXAMPLES / "vault.gsst"), "--engine", "adaptive", "--out-xml", ".").err
    )
    assert vsym("check", str(EXAMPLES / "rw.gsst"), "--for-all", "readers", "--out-itf", ".").status == 2
    ran = vsym("check", str(EXAMPLES / "vault.gsst"), "--engine", "adaptive", "-q", "--out-itf", ".")
    assert (ran.status, ran.err) == (10, "")
    assert vsym("replay", str(EXAMPLES / "vault.gsst"), "no_visitor.itf.json", "-q").status == 0


@pytest.mark.usefixtures("programs")
def test_traces_go_out_and_come_back(vsym: Vsym) -> None:
    assert vsym("check", "broken.m", "--out-itf", "traces").status == 10
    ran = vsym("replay", "broken.m", "traces/mutex.itf.json")
    assert ran.status == 0
    assert "is a path of broken: 4 steps" in ran.out
    assert vsym("replay", "lock.m", "traces/mutex.itf.json").status == 2


def test_a_trace_stays_in_its_directory_whatever_the_property_is_called(tmp_path: Path, vsym: Vsym) -> None:
    text = "var x: 0..1; startstate x := 0; end; rule x = 0 ==> x := 1; end;"
    stated = "".join(f'invariant "{name}" x = 0;' for name in ("../out", "a/b", "a.b", "w" * 300))
    tmp_path.joinpath("odd.m").write_text(text + stated)
    vsym("check", "odd.m", "--deadlock", "off", "--out-itf", "deep/traces")
    assert {path.parent for path in tmp_path.rglob("*.itf.json")} == {tmp_path / "deep" / "traces"}
    assert len([*tmp_path.rglob("*.itf.json")]) == 4
