"""What vsym can use on this machine: solvers and NuSMV, and how to get what is missing."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

from vsym import __version__

_PACKAGES = ("z3-solver", "pysmt", "lark", "jinja2", "numpy", "rustworkx", "click", "rich", "pygraphviz")
_INSTALL_NUSMV = "build it with `scripts/install-nusmv.sh` of the source distribution"


def findings() -> Iterator[str]:
    """One line per finding."""
    from pysmt.environment import Environment

    yield f"vsym {__version__}, Python {platform.python_version()} on {platform.system()} {platform.machine()}"
    for package in _PACKAGES:
        try:
            yield f"  {package} {version(package)}"
        except PackageNotFoundError:
            yield f"  {package}: missing; get it with `pip install {package}`"
    solvers = ", ".join(sorted(Environment().factory.all_solvers())) or "none; get one with `pip install z3-solver`"
    yield f"SMT solvers that PySMT finds: {solvers}"
    yield "  for --solver; `pysmt-install --help` says how to get others"
    yield f"NuSMV: {_nusmv()}"
    yield "  for --engine nusmv"


def _nusmv() -> str:
    from vsym.engines.nusmv import engine as nusmv

    asked = os.environ.get("VSYM_NUSMV")
    program = nusmv.find()
    if program is None:
        if asked:
            return f"missing; VSYM_NUSMV is `{asked}`, which is not a program"
        return f"missing; {_INSTALL_NUSMV}, or set VSYM_NUSMV to the program"
    try:
        return f"{nusmv.version(program)} at {program}"
    except (RuntimeError, OSError, subprocess.TimeoutExpired):
        return f"unusable; {program} does not answer as NuSMV or nuXmv does; {_INSTALL_NUSMV}"
