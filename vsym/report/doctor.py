"""What vsym can use on this machine: solvers and NuSMV, and how to get what is missing."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

from vsym import __version__

_PACKAGES = ("z3-solver", "pysmt", "lark", "jinja2", "numpy", "click", "rich")


def findings() -> Iterator[str]:
    """One line per finding."""
    from pysmt.environment import Environment

    from vsym.engines import nusmv

    yield f"vsym {__version__}, Python {platform.python_version()} on {platform.system()} {platform.machine()}"
    for package in _PACKAGES:
        try:
            yield f"  {package} {version(package)}"
        except PackageNotFoundError:
            yield f"  {package}: missing; `pip install {package}`"
    solvers = ", ".join(sorted(Environment().factory.all_solvers())) or "none; `pip install z3-solver`"
    yield f"SMT solvers that PySMT finds: {solvers}"
    yield "  others: `pysmt-install --help`"
    program = nusmv.find()
    if program is None:
        yield "NuSMV: missing; build it with scripts/install-nusmv.sh, or set VSYM_NUSMV to the program"
    else:
        yield f"NuSMV: {nusmv.version(program)} at {program}"
