"""Mutants of modules, run against the tests that belong to them: `scripts/mutants.sh` starts it.

Status 0: none of the mutants that were run survives; 1: some do, and are printed with their place; 2: there was no run.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import json
import os
import random
import runpy
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
_MIRROR = runpy.run_path(str(ROOT / "scripts" / "mirror_tests.py"))

_AT_ONCE = 1000
"""The number of names that one command line takes."""

_SURVIVED = 0
_UNREACHED = (5, 33)
"""Codes of mutmut for a mutant that no test has killed, and for one that no test reaches."""

_PATIENCE = 20
"""The seconds that mutmut has to end by itself."""

_CONFIGURATION = """[mutmut]
source_paths=vsym
only_mutate=
{modules}
also_copy=
{beside}
pytest_add_cli_args=
    -p
    no:cacheprovider
pytest_add_cli_args_test_selection=
{tests}
process_isolation=forkserver
use_git_change_detection=false
on_dependency_change=ignore
do_not_mutate_patterns=
    ^\\s*raise\\s
    ^\\s*f?".*"[,)]*$
"""
"""A server that has run no test forks a process for each mutant, so that no mutant meets what another, or no mutant at
all, has put into a cache. Messages are left to goldens."""


def main() -> int:
    """The status of the whole run."""
    # Where it is started in the background, it and mutmut would ignore the first; the other would leave mutmut alone.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    options = _options()
    modules = _modules(options.inside, options.commit)
    if importlib.util.find_spec("mutmut") is None:
        print("mutmut is not installed: pip install --editable '.[dev,mutants]'")
        return 2
    if not modules:
        print("no module has changed")
        return 0
    tests = options.tests or sorted({*_MIRROR["tests_of"](modules)})
    if not tests:
        print("no tests belong to what has changed")
        return 2
    _copy(options.state)
    os.chdir(options.state)
    os.environ["PYTHONPATH"] = str(Path("mutants").resolve())
    _configure(modules, tests)
    _generate(modules)
    chosen = chosen_of({module: sorted(_codes(module)) for module in modules}, options.sample, options.seed)
    finished = _run(_open(chosen), options.minutes)
    return _report(chosen) if finished else 2


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/mutants.sh", description=__doc__)
    parser.add_argument("commit", nargs="?", default="HEAD", help="modules that have changed since (default: HEAD)")
    parser.add_argument("--in", dest="inside", action="append", help="instead, a module or all of a folder; repeatable")
    parser.add_argument("--tests", action="append", help="instead of the mirror, a test file or a folder; repeatable")
    parser.add_argument("--sample", type=int, help="so many mutants of each module, by chance")
    parser.add_argument("--seed", type=int, default=0, help="of the sample (default: 0)")
    parser.add_argument("--minutes", type=float, help="stop then; the next run goes on from there")
    parser.add_argument(
        "--state",
        type=Path,
        default=ROOT / "build" / "mutants",
        help="the copy that is mutated (default: build/mutants)",
    )
    return parser.parse_args()


def _modules(inside: Sequence[str] | None, commit: str) -> list[str]:
    """Paths from the root, of modules that are there."""
    if inside:
        paths = [path for one in inside for path in ([Path(one)] if one.endswith(".py") else Path(one).rglob("*.py"))]
        return sorted({str(path) for path in paths})
    changed = _MIRROR["changed"](commit)
    return sorted(
        {name for name in changed if name.startswith("vsym/") and name.endswith(".py") and Path(name).is_file()}
    )


def chosen_of(mutants: dict[str, list[str]], sample: int | None, seed: int) -> dict[str, list[str]]:
    """Mutants by module: all, or as many of each module as the sample has. The same seed chooses the same ones."""
    if sample is None:
        return mutants
    draws = {module: random.Random(f"{seed} {module}") for module in mutants}
    return {module: draws[module].sample(names, min(sample, len(names))) for module, names in mutants.items()}


def _copy(state: Path) -> None:
    """The files of the checkout, with their times; mutants stay of files that are as they were."""
    listed = subprocess.run(
        ("git", "ls-files", "--cached", "--others", "--exclude-standard"), check=True, capture_output=True, text=True
    )
    names = [name for name in listed.stdout.splitlines() if Path(name).is_file()]
    for name in names:
        target = state / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.is_file() or target.stat().st_mtime != Path(name).stat().st_mtime:
            shutil.copy2(name, target)
    for folder in (state, state / "mutants"):
        for old in [path for part in ("vsym", "tests") for path in (folder / part).rglob("*.py")]:
            if str(old.relative_to(folder)) not in names:
                old.unlink()


def _configure(modules: Iterable[str], tests: Iterable[str]) -> None:
    beside = sorted(path.name for path in Path().iterdir() if path.name not in {"vsym", "mutants", "setup.cfg"})
    lines = ("\n".join(f"    {one}" for one in listed) for listed in (modules, beside, tests))
    Path("setup.cfg").write_text(_CONFIGURATION.format(**dict(zip(("modules", "beside", "tests"), lines, strict=True))))


def _generate(modules: Iterable[str]) -> None:
    """The mutants of the modules, where they are not there yet."""
    from mutmut import __main__ as mutmut

    for module in modules:
        # Without what is written down of it, it was copied for a run that did not mutate it: mutmut would take it as
        # mutated. What was being written as mutmut was killed is no JSON.
        written = Path(f"mutants/{module}.meta")
        try:
            json.loads(written.read_text())
        except (FileNotFoundError, ValueError):
            written.unlink(missing_ok=True)
            Path("mutants", module).unlink(missing_ok=True)
    Path("mutants").mkdir(exist_ok=True)
    with contextlib.redirect_stdout(None):
        mutmut.copy_src_dir()
        mutmut.copy_also_copy_files()
        mutmut.create_mutants(1)


def _codes(module: str) -> dict[str, int | None]:
    """The exit code of pytest for each mutant of a module, None where it was not run."""
    from mutmut.mutation.data import SourceFileMutationData

    data = SourceFileMutationData(path=Path(module))
    data.load()
    return data.exit_code_by_key


def _open(chosen: dict[str, list[str]]) -> list[str]:
    """Mutants that have not been run, or have survived: since then there may be a new test."""
    return [name for module, names in chosen.items() for name in names if _codes(module)[name] in (None, _SURVIVED)]


def _run(names: Sequence[str], minutes: float | None) -> bool:
    """Runs mutants until all are done or the time is up; False where their tests fail without any mutant."""
    end = time.monotonic() + 60 * minutes if minutes is not None else None
    for begin in range(0, len(names), _AT_ONCE):
        command = ("mutmut", "run", "--max-children", "1", *names[begin : begin + _AT_ONCE])
        with Path("mutmut.log").open("w") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        try:
            process.wait(None if end is None else max(0, end - time.monotonic()))
        except (subprocess.TimeoutExpired, KeyboardInterrupt):
            return True
        finally:
            _end(process)
        if process.returncode != 0:
            print("".join(Path("mutmut.log").read_text().splitlines(keepends=True)[-30:]))
            return False
    return True


def _end(process: subprocess.Popen[bytes]) -> None:
    """Lets mutmut write down what it has done, and ends all that it has started."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.send_signal(signal.SIGINT)
        process.wait(_PATIENCE)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _report(chosen: dict[str, list[str]]) -> int:
    """Prints the survivors, and how many mutants of each module have come to what end."""
    from mutmut.mutation.diff_apply import get_diff_for_mutant
    from mutmut.stats import status_by_exit_code

    counts = Counter[str]()
    for module, names in chosen.items():
        codes = _codes(module)
        counts.update(status_by_exit_code[codes[name]] for name in names)
        for name in names:
            if codes[name] == _SURVIVED:
                difference = get_diff_for_mutant(name, path=module).splitlines()[3:]
                line = line_of(Path(module).read_text(), difference)
                print(f"{module}:{line}: {name}\n" + "\n".join(difference) + "\n")
        unreached = {name.rpartition("__mutmut_")[0] for name in names if codes[name] in _UNREACHED}
        for function in sorted(unreached):
            print(f"{module}: no test reaches {function}\n")
    print(", ".join(f"{count} {status}" for status, count in counts.most_common()))
    return 1 if counts["survived"] or counts["no tests"] else 0


def line_of(source: str, difference: Sequence[str]) -> int:
    """The line of a module at which a difference of two versions of one of its functions begins, at any indent."""
    lines = [line.strip() for line in source.splitlines()]
    before = [line for line in difference if line[:1] in (" ", "-")]
    first = next(at for at, line in enumerate(before) if line[0] == "-")
    texts = [line[1:].strip() for line in before]
    return first + next(at for at in range(1, len(lines) + 1) if lines[at - 1 : at - 1 + len(texts)] == texts)


if __name__ == "__main__":
    sys.exit(main())
