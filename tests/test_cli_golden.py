"""What each command prints, compared with files that were read by a person (`pytest --update-goldens` writes them)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.running import EXAMPLES, in_process, without_times

FOLDER = Path(__file__).parent / "golden"
MODELS = ("mutex", "rw", "rw_broken", "deadlock", "controller", "starvation")
COMMANDS = ("check", "symmetry", "abstract", "explore", "emit-smv")

# The name of the golden file, the width, and the command line.
CASES = [
    *((f"{command}_{model}", 120, [command, f"{model}.gsst"]) for command in COMMANDS for model in MODELS),
    ("check_rw_json", 120, ["check", "rw.gsst", "--json"]),
    ("check_rw_quiet", 120, ["check", "rw.gsst", "-q"]),
    ("check_starvation_verbose", 120, ["check", "starvation.gsst", "-v"]),
    ("check_starvation_diff", 120, ["check", "starvation.gsst", "--trace", "diff"]),
    ("check_starvation_off", 120, ["check", "starvation.gsst", "--trace", "off"]),
    ("check_starvation_mutex", 120, ["check", "starvation.gsst", "--prop", "mutex"]),
    ("check_controller_80", 80, ["check", "controller.gsst"]),
    ("check_controller_60", 60, ["check", "controller.gsst"]),
    ("check_rw_broken_color", 80, ["check", "rw_broken.gsst", "--color", "always"]),
    ("check_rw_many", 80, ["check", "rw.gsst", "-D", "writers=40"]),
    ("symmetry_rw_broken_many", 80, ["symmetry", "rw_broken.gsst", "-D", "writers=40"]),
    ("symmetry_rw_broken_json", 120, ["symmetry", "rw_broken.gsst", "--json"]),
    ("symmetry_rw_broken_quiet", 120, ["symmetry", "rw_broken.gsst", "-q"]),
    ("abstract_starvation_json", 120, ["abstract", "starvation.gsst", "--json"]),
    ("explore_deadlock_json", 120, ["explore", "deadlock.gsst", "--json"]),
    ("explore_controller_levels", 120, ["explore", "controller.gsst", "--engine", "mdd", "-v"]),
    ("check_rw_levels", 120, ["check", "rw.gsst", "--engine", "mdd", "-v"]),
    ("explore_deadlock_diff", 120, ["explore", "deadlock.gsst", "--trace", "diff"]),
    ("explore_all_rw_adaptive", 120, ["explore", "rw_adaptive.gsst", "--method", "all"]),
    ("explore_all_timeout", 120, ["explore", "rw_adaptive.gsst", "--method", "all", "--timeout", "0"]),
    ("explore_adaptive_controller", 120, ["explore", "controller.gsst", "--method", "adaptive", "-v"]),
    ("explore_adaptive_deadlock", 120, ["explore", "deadlock.gsst", "--method", "adaptive"]),
    ("explore_adaptive_timeout", 120, ["explore", "deadlock.gsst", "--method", "adaptive", "--timeout", "0"]),
    ("explore_plain_quiet", 120, ["explore", "rw.gsst", "--method", "plain", "-q"]),
    ("check_adaptive_vault", 120, ["check", "vault.gsst", "--engine", "adaptive"]),
    ("check_adaptive_vault_quiet", 120, ["check", "vault.gsst", "--engine", "adaptive", "-q"]),
    ("check_adaptive_timeout", 120, ["check", "vault.gsst", "--engine", "adaptive", "--timeout", "0"]),
    ("check_adaptive_refused", 120, ["check", "rw.gsst", "--engine", "adaptive"]),
    ("emit_direct_rw", 120, ["emit-smv", "rw.gsst", "--model", "direct"]),
    ("timeout_check", 120, ["check", "rw_broken.gsst", "--timeout", "0"]),
    ("timeout_symmetry", 120, ["symmetry", "rw_broken.gsst", "--timeout", "0"]),
    ("timeout_abstract", 120, ["abstract", "rw_broken.gsst", "--timeout", "0"]),
    ("timeout_explore", 120, ["explore", "rw_broken.gsst", "--timeout", "0"]),
    ("timeout_emit", 120, ["emit-smv", "rw_broken.gsst", "--timeout", "0"]),
    ("error_parameter", 120, ["check", "rw.gsst", "-D", "reders=2"]),
    ("error_definition", 120, ["check", "rw.gsst", "-D", "readers"]),
    ("error_negative", 120, ["check", "rw.gsst", "-D", "readers=-1"]),
    ("error_property", 120, ["check", "rw.gsst", "--prop", "mutx"]),
    ("error_no_such_property", 120, ["check", "rw.gsst", "--prop", "nothing_like_it"]),
    ("error_solver", 120, ["check", "rw.gsst", "--solver", "abacus"]),
    ("error_engine", 120, ["check", "rw.gsst", "--engine", "steam"]),
    ("error_timeout", 120, ["check", "rw.gsst", "--timeout", "nan"]),
    ("error_no_file", 120, ["check"]),
    ("error_missing_file", 120, ["check", "missing.gsst"]),
    ("error_directory", 120, ["check", "."]),
    ("for_all_symmetry_rw", 120, ["symmetry", "rw.gsst", "--for-all", "readers,writers"]),
    ("for_all_symmetry_broken", 120, ["symmetry", "rw_broken.gsst", "--for-all", "readers", "--for-all", "writers"]),
    ("for_all_symmetry_json", 120, ["symmetry", "rw_broken.gsst", "--for-all", "writers", "--json"]),
    ("for_all_symmetry_quiet", 120, ["symmetry", "asr.gsst", "--for-all", "full", "-D", "resources=2", "-q"]),
    ("for_all_check_rw", 120, ["check", "rw.gsst", "--for-all", "readers,writers"]),
    ("for_all_check_adaptive", 120, ["check", "rw_adaptive.gsst", "--for-all", "readers,writers", "-q"]),
    ("for_all_check_json", 120, ["check", "mutex.gsst", "--for-all", "processes", "--json"]),
    ("for_all_check_quiet", 120, ["check", "balance.gsst", "--for-all", "left,right", "-q"]),
    ("for_all_name", 120, ["check", "rw.gsst", "--for-all", "reders"]),
    ("for_all_no_name", 120, ["check", "rw.gsst", "--for-all", "readers,"]),
    ("for_all_override", 120, ["check", "rw.gsst", "--for-all", "readers", "-D", "readers=2"]),
    ("for_all_index", 120, ["check", "controller.gsst", "--for-all", "classes"]),
    ("for_all_property", 120, ["check", "rw.gsst", "--for-all", "readers", "--prop", "mutex", "--prop", "entered"]),
    ("for_all_engine", 120, ["check", "rw.gsst", "--for-all", "readers", "--engine", "mdd"]),
    ("for_all_bound", 120, ["check", "rw.gsst", "--for-all", "readers", "--bound", "3"]),
    ("for_all_timeout", 120, ["check", "rw.gsst", "--for-all", "readers,writers", "--timeout", "0"]),
    ("draw_rw_mermaid", 120, ["draw", "rw.gsst", "--format", "mermaid"]),
    ("draw_rw_quotient", 120, ["draw", "rw.gsst", "--what", "quotient", "--format", "dot"]),
    ("draw_rw_broken_witness", 120, ["draw", "rw_broken.gsst", "--what", "witness", "--format", "dot"]),
    ("draw_rw_adaptive", 120, ["draw", "rw_adaptive.gsst", "--what", "adaptive", "--format", "mermaid"]),
    ("draw_refused", 120, ["draw", "mutex.gsst", "--what", "witness"]),
    ("sweep_rw", 120, ["sweep", "rw.gsst", "-D", "writers=0:3"]),
    ("sweep_rw_60", 60, ["sweep", "rw.gsst", "-D", "writers=1:2", "-D", "readers=1,4"]),
    ("sweep_rw_broken_quiet", 120, ["sweep", "rw_broken.gsst", "-D", "readers=1", "-D", "writers=1:3", "-q"]),
    ("sweep_timeout", 120, ["sweep", "rw.gsst", "-D", "writers=1:3", "--timeout", "0", "--prop", "mutex"]),
    ("sweep_errors", 120, ["sweep", "rw.gsst", "-D", "writers=-1:0"]),
    ("sweep_range", 120, ["sweep", "rw.gsst", "-D", "writers=3:1"]),
    ("help", 80, ["--help"]),
    ("help_check", 80, ["check", "--help"]),
    ("help_explore", 80, ["explore", "--help"]),
    ("help_report", 80, ["report", "--help"]),
    ("help_sweep", 80, ["sweep", "--help"]),
    ("help_draw", 80, ["draw", "--help"]),
]


@pytest.mark.parametrize(("name", "width", "arguments"), CASES, ids=[name for name, _, _ in CASES])
def test_the_output_is_the_one_that_was_reviewed(
    name: str,
    width: int,
    arguments: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.chdir(EXAMPLES)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.delenv("NO_COLOR", raising=False)
    ran = in_process(capfd, arguments)
    errors = f"--- stderr\n{ran.err}" if ran.err else ""
    out = without_times(ran.out) if "--json" not in arguments else without_seconds(ran.out)
    found = f"$ vsym {' '.join(arguments)}\n{out}{errors}--- status {ran.status}\n"
    golden = FOLDER / f"{name}.txt"
    if request.config.getoption("--update-goldens"):
        golden.write_text(found, encoding="utf-8")
    assert found == golden.read_text("utf-8")


def without_seconds(text: str) -> str:
    """A JSON document with every duration replaced by 0."""
    lines = (line.split('"seconds": ') for line in text.split("\n"))
    return "\n".join(
        line[0] if len(line) == 1 else f'{line[0]}"seconds": 0{"," if line[1].endswith(",") else ""}' for line in lines
    )


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*")} == {name for name, _, _ in CASES}
