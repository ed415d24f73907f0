"""The tools that vsym can use on this machine: solvers, a C compiler, NuSMV; and how to get missing ones."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

from vsym import __version__
from vsym.basics import resources
from vsym.basics.limits import UndecidedError
from vsym.basics.memory import SHARE, default_memory

_PACKAGES = ("z3-solver", "pysmt", "lark", "jinja2", "numpy", "rustworkx", "click", "rich")
_INSTALL_NUSMV = "build it with `scripts/install-nusmv.sh` of the source distribution"


def findings() -> Iterator[str]:
    """One line per finding."""
    yield f"vsym {__version__}, Python {platform.python_version()} on {platform.system()} {platform.machine()}"
    for package in _PACKAGES:
        try:
            yield f"  {package} {version(package)}"
        except PackageNotFoundError:
            yield f"  {package}: missing; get it with `pip install {package}`"
    yield f"Graphviz: {_graphviz()}"
    yield "  for the pictures of `vsym draw`, reports and the lab"
    yield f"Second SMT solver: {_optional('cvc5', 'cvc5')}"
    yield "  for --solver cvc5, as with `vsym verify-certificate`"
    memory = default_memory() // 1_000_000
    yield f"Memory: work stops at {memory:,} MB, {SHARE:.0%} of the memory of this machine or its container"
    yield "  unless --memory says otherwise"
    yield f"C compiler: {_compiler()}"
    yield "  for programs (.m) and --engine compiled"
    yield f"NuSMV: {_nusmv()}"
    yield "  for --engine nusmv"
    yield f"Clusters: {_optional('distributed', 'cluster')}"
    yield "  for --cluster"
    yield f"Language server: {_optional('pygls', 'lsp')}"
    yield "  for editors, by vsym lsp"
    yield f"Editor of the lab: {_editor()}"
    yield "  for `vsym lab`; without it, the page has a plain text field"


def _graphviz() -> str:
    from vsym.show.pictures.graphviz import DrawingError, GraphvizMissingError, drawn

    try:
        drawn("graph {}", "svg")
    except GraphvizMissingError:
        return _missing("draw")
    except (DrawingError, UndecidedError) as error:
        return f"unusable; {error}"
    return f"pygraphviz {version('pygraphviz')}"


def _optional(package: str, extra: str) -> str:
    """The version of a package that an extra of vsym installs."""
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return _missing(extra)


def _missing(extra: str) -> str:
    return f"missing; get it with `pip install 'vsym[{extra}]'`"


def _editor() -> str:
    built = resources.directory("web") / "page" / "editor.js"
    if built.is_file():
        return f"{built.stat().st_size // 1_000} kB"
    return "missing; in a checkout with npm, run: scripts/build-web.sh && pip install ."


def _compiler() -> str:
    from vsym.engines.compiled.compiler import CompilerError, CompilerMissingError, find, trouble

    try:
        command = " ".join(find().command)
        return command if (error := trouble()) is None else f"{command}; {error}"
    except CompilerMissingError:
        return (
            "missing, so vsym interprets programs, slowly; get one with `pip install vsym[cc]` or a package such as gcc"
        )
    except CompilerError as error:
        return str(error)


def _nusmv() -> str:
    from vsym.engines.nusmv import engine as nusmv

    setting = os.environ.get("VSYM_NUSMV")
    program = nusmv.find()
    if program is None:
        if setting:
            return f"missing; VSYM_NUSMV is `{setting}`, which is not a program"
        return f"missing; {_INSTALL_NUSMV}, or set VSYM_NUSMV to the program"
    try:
        return f"{nusmv.version(program)} at {program}"
    except (RuntimeError, OSError, subprocess.TimeoutExpired):
        return f"unusable; {program} does not answer like NuSMV or nuXmv; {_INSTALL_NUSMV}"
