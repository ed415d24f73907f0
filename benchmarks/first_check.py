"""The first check of a program, of which nothing is compiled: the processor time of whole commands, before and now.

All programs of `examples/programs`, and twenty that are drawn as the tests draw them. What other programs share is kept
from an earlier check, that of `lock.m`; `--anew` measures with nothing compiled. With `--before`, a folder with other
code of vsym is measured in the same turns; beside both, Python with the two libraries that a check of a system loads.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from measuring import measure

HERE = Path(__file__).parents[1]
DRAWN = 20
SECONDS = 20.0
VSYM = Path(sys.executable).with_name("vsym")
SHARED = HERE / "examples" / "programs" / "lock.m"


def main() -> None:
    """Print a row for each program, then the median and the most."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, help="a folder with the code that is measured beside this one")
    parser.add_argument("--anew", action="store_true", help="with nothing compiled that programs share")
    arguments = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    codes = [HERE] if arguments.before is None else [arguments.before, HERE]
    with tempfile.TemporaryDirectory() as folder:
        programs = [*sorted((HERE / "examples" / "programs").glob("*.m")), *_drawn(Path(folder))]
        kept = {code: Path(folder) / f"kept{number}" for number, code in enumerate(codes)}
        for code, cache in kept.items():
            _checked(code, cache, SHARED)
            if arguments.anew:
                shutil.rmtree(cache / "vsym" / "programs")
        taken: dict[Path | None, list[float]] = {code: [] for code in (*codes, None)}
        for program in programs:
            for code in codes:
                cache = Path(folder) / "cache"
                shutil.copytree(kept[code], cache)
                taken[code].append(_checked(code, cache, program))
                shutil.rmtree(cache)
            beside = measure([sys.executable, "-c", "import z3, numpy"], SECONDS)
            taken[None].append(beside.user + beside.system)
            print(f"{program.name:24}", *(f"{seconds[-1]:6.2f}" for seconds in taken.values()), flush=True)
    for name, of in (("median", statistics.median), ("most", max)):
        print(f"{name:24}", *(f"{of(seconds):6.2f}" for seconds in taken.values()))


def _checked(code: Path, cache: Path, program: Path) -> float:
    os.environ |= {"PYTHONPATH": str(code), "XDG_CACHE_HOME": str(cache)}
    measured = measure([VSYM, "check", "-q", "--timeout", "10", program], SECONDS, quiet=True)
    return measured.user + measured.system


def _drawn(folder: Path) -> list[Path]:
    """Programs that the tests draw, from seeds that stay the same."""
    sys.path.insert(0, str(HERE))
    from tests.support.decided_programs import of_seed
    from tests.support.generated_program_names import Kind

    files = [folder / f"drawn{seed}.m" for seed in range(DRAWN)]
    for seed, file in enumerate(files):
        file.write_text(of_seed(seed, Kind()).spelled.text, encoding="utf-8")
    return files


if __name__ == "__main__":
    main()
