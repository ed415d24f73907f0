"""House rules that can be read off the source: imports run one way, one folder prints, nothing large comes early."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
import rustworkx

from tests.support.drawn import chosen
from vsym.languages.registry import LANGUAGES

PACKAGE = Path(__file__).parent.parent / "vsym"

ORDER = (
    "basics",
    "cluster",
    "logic",
    "arithmetic",
    "groups",
    "diagrams",
    "graphs",
    "system",
    "models",
    "languages",
    "symmetry",
    "reductions",
    "exchange",
    "engines",
    "checking",
    "stepping",
    "sweeping",
    "show",
    "face",
    "commands",
    "subprocesses",
    "lsp",
    "lab",
    "cli",
)
"""The folders of the package, and its face; each imports only from itself and from those before it."""

NEVER = (
    ("arithmetic", "models"),
    ("diagrams", "logic"),
    ("engines", "languages"),
    ("engines", "models"),
    ("engines", "reductions"),
    ("engines", "symmetry"),
    ("exchange", "show"),
    ("logic", "models"),
    ("show", "engines"),
    ("sweeping", "engines"),
    ("sweeping", "languages"),
    ("sweeping", "show"),
)
"""Pairs of parts of which the first must never import the second, whatever their order."""

EXCEPT = {
    "engines": ("vsym.engines.adaptive", "vsym.engines.compiled", "vsym.engines.interpreted", "vsym.engines.disk")
}
"""Modules to which NEVER does not apply: adaptive symmetry reduction works on processes, which no system shows, and the
others work on programs."""

HEAVY = {
    "lark": {"languages"},
    "numpy": {"basics.arrays", "engines", "groups", "graphs", "symmetry.detected"},
    "rustworkx": {"engines"},
    "jinja2": {"basics.templates"},
    "pydantic": {"basics.schema"},
    "pysmt": {
        "arithmetic",
        "symmetry",
        "reductions",
        "exchange.smtlib",
        "engines.smt",
        "checking",
        "commands.doctor",
        "cli.worker",
    },
    "dask": {"cluster"},
    "distributed": {"cluster"},
    "pygraphviz": {"show.pictures.graphviz"},
    "cvc5": {"arithmetic.solver"},
    "z3": {"arithmetic.solver", "engines.smt.z3_queries"},
    "lsprotocol": {"lsp"},
    "pygls": {"lsp"},
    "pygments": {
        "languages.protocol",
        "languages.highlighting",
        "languages.gsst.highlighting",
        "languages.murphi.highlighting",
        "languages.systems.highlighting",
        "languages.pp.highlighting",
        "languages.ta.highlighting",
        "show.page",
    },
    "rich": {"show", "commands", "lab.lessons", "cli"},
}
"""The parts, or modules of theirs, that may import each large library; all others reach Z3 through PySMT."""

LINES = 400


def _modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def _name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def _part(module: str) -> str:
    """`arithmetic` of `vsym.arithmetic.cubes`; `vsym` itself is the face."""
    return module.split(".")[1] if "." in module else "face"


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """All statements, without a look into their expressions, which are nine tenths of a tree."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            waiting += getattr(node, part, ())


_IMPORT = re.compile(r"^[ \t]*((?:from [\w.]+ import (?:\([^)]*\)|[^(\n]+)|import [\w., ]+))$", re.MULTILINE)


def _imports(tree: ast.AST) -> Iterator[str]:
    """Every module that is imported, wherever the import stands; from the package itself, as far as it is a module."""
    for node in _statements(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            inside = [f"{node.module}.{alias.name}" for alias in node.names]
            known = [name for name in inside if name in _names()]
            yield from known
            if len(known) < len(inside):
                yield node.module


@cache
def _names() -> frozenset[str]:
    return frozenset(_name(path) for path in _modules())


@cache
def _imported(path: Path) -> frozenset[str]:
    """The imports of a file, parsed from its import lines alone: parsing the whole package takes seconds."""
    text = "\n".join(found[1] for found in _IMPORT.finditer(path.read_text(encoding="utf-8")))
    return frozenset(_imports(ast.parse(text)))


@cache
def _own(path: Path) -> frozenset[str]:
    """The package's own modules that a module imports; the version in `vsym` itself is none."""
    return frozenset(name for name in _imported(path) if name.startswith("vsym."))


def _offences(of: Callable[[Path], Iterable[str]]) -> dict[str, set[str]]:
    """The offences of modules, by their names."""
    offences = {_name(path): set(of(path)) for path in _modules()}
    return {name: found for name, found in offences.items() if found}


def test_the_lines_that_are_imports_are_all_of_them() -> None:
    """The syntax trees of modules, by default of some of them, have the same imports."""
    for path in chosen(_modules()[::12], _modules()):
        assert _imported(path) == frozenset(_imports(_tree(path))), path


def test_every_part_has_its_place_in_the_order() -> None:
    assert {_part(_name(path)) for path in _modules()} == set(ORDER)


def test_the_handbook_lists_the_parts_in_their_order() -> None:
    """The tree in ARCHITECTURE.md is the order of the layers, and "Where to add" names only existing paths."""
    text = (PACKAGE.parent / "ARCHITECTURE.md").read_text(encoding="utf-8")
    tree = text.split("vsym/\n")[1].split("tests/ ")[0]
    listed = re.findall(r"^  (\w+)(?:/|\.py) ", tree, re.MULTILINE)
    assert ["face" if name == "__init__" else name for name in listed] == [*ORDER]
    places = text.split("## Where to add")[1]
    assert "**a language**" in places
    named = [path for path in re.findall(r"`([\w/]+(?:\.py|/))`", places) if not path.startswith(("grammars", "tests"))]
    assert [path for path in named if not (PACKAGE / path).exists()] == []


def test_imports_run_one_way() -> None:
    def upward(path: Path) -> set[str]:
        place = ORDER.index(_part(_name(path)))
        return {name for name in _own(path) if ORDER.index(_part(name)) > place}

    assert _offences(upward) == {}


@pytest.mark.parametrize(("part", "never"), NEVER, ids=lambda part: part)
def test_what_a_part_never_imports(part: str, never: str) -> None:
    except_for = EXCEPT.get(part, ())
    paths = [path for path in _modules() if _part(_name(path)) == part and not _name(path).startswith(except_for)]
    assert paths
    assert {name for path in paths for name in _own(path) if _part(name) == never} == set()


BUILT_ON = {"vsym.languages.pp": "vsym.languages.gsst"}
"""Languages whose expressions are those of another one."""


def test_nothing_outside_languages_knows_one() -> None:
    """The registry names the modules of a language; Pygments finds its lexer by name, in `pyproject.toml`."""
    folders = {one.package for one in LANGUAGES.values()}

    def others(path: Path) -> set[str]:
        own = {folder for folder in folders if _inside(_name(path), folder)}
        foreign = folders - own - {BUILT_ON[folder] for folder in own if folder in BUILT_ON}
        return {folder for folder in foreign for imported in _own(path) if _inside(imported, folder)}

    assert _offences(others) == {}


def test_others_use_the_library_of_diagrams_by_its_face() -> None:
    """But for the sets of values of one level, which are useful by themselves."""

    def inner(path: Path) -> set[str]:
        if _part(_name(path)) == "diagrams" or not any(_part(name) == "diagrams" for name in _own(path)):
            return set()
        text = path.read_text(encoding="utf-8")
        return {*re.findall(r"^[ \t]*from (vsym\.diagrams\.[\w.]+) import ", text, re.MULTILINE)} - {
            "vsym.diagrams.values"
        }

    assert _offences(inner) == {}


def _inside(module: str, folder: str) -> bool:
    return f"{module}.".startswith(f"{folder}.")


def test_no_two_modules_import_each_other_in_a_circle() -> None:
    graph = rustworkx.PyDiGraph()
    number = {_name(path): graph.add_node(_name(path)) for path in _modules()}
    for path in _modules():
        graph.add_edges_from_no_data([(number[_name(path)], number[name]) for name in _own(path) & _names()])
    circles = [one for one in rustworkx.strongly_connected_components(graph) if len(one) > 1]
    assert [[graph[node] for node in circle] for circle in circles] == []


def test_large_libraries_stay_in_their_parts() -> None:
    def elsewhere(path: Path) -> set[str]:
        libraries = {name.split(".")[0] for name in _imported(path)}
        name = _name(path).removeprefix("vsym.").split(".")
        places = {".".join(name[:length]) for length in range(1, len(name) + 1)}
        return {library for library in libraries & HEAVY.keys() if not places & HEAVY[library]}

    assert _offences(elsewhere) == {}


CALLED = {
    "stdout": ("sys.stdout",),
    "stderr": ("sys.stderr",),
    "exit": ("sys.exit",),
    "_exit": ("os._exit",),
    "echo": ("click.echo",),
    "secho": ("click.secho",),
}


def _effects(tree: ast.AST) -> Iterator[str]:
    """The calls that print, write or exit, as they are spelled."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            if node.attr in CALLED and (called := ast.unparse(node)) in CALLED[node.attr]:
                yield called
            elif node.attr in ("write_text", "write_bytes", "mkdir", "unlink", "touch"):
                yield node.attr
        elif isinstance(node, ast.Name) and node.id in ("print", "input", "exit", "quit", "SystemExit"):
            yield node.id
        elif isinstance(node, ast.Call) and _opens_to_write(node):
            yield "open"


_EFFECT = re.compile(
    r"\b(stdout|stderr|_?exit|s?echo|write_(text|bytes)|mkdir|unlink|touch|print|input|quit|SystemExit|(fd)?open)\b"
)
"""The words of which one stands wherever something is printed, written or left."""


def _opens_to_write(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    given = (*call.args, *(word.value for word in call.keywords))
    modes = [one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    return name in ("open", "fdopen") and any(re.fullmatch("[rwabtx+]*[wax+][rwabtx+]*", mode) for mode in modes)


def test_only_the_command_line_prints_writes_or_exits() -> None:
    """An engine that runs another program may write that program's files, in a directory of its own, and must end the
    program when it is ended itself. Graphviz has a process of its own, whose output is the drawing; each row of a sweep
    and each of the engines side by side has one as well. Between runs, vsym keeps only the parser, parsed texts,
    compiled programs and, on request, the states of a store."""
    allowed = {
        "vsym.cli.check": {"sys.exit"},
        "vsym.cli.lsp": {"sys.exit"},
        "vsym.cli.delivery": None,
        "vsym.cli.program": {"sys.exit"},
        "vsym.cli.exiting": {"os._exit", "sys.stderr", "sys.stdout", "SystemExit"},
        "vsym.cli.marker": {"open", "os._exit"},
        "vsym.cli.handbook": {"sys.exit"},
        "vsym.cli.rewriting": {"sys.exit"},
        "vsym.cli.sweep": {"open"},
        "vsym.cli.running": {"sys.exit", "sys.stderr"},
        "vsym.cli.signals": {"os._exit"},
        "vsym.cli.step": {"sys.exit", "sys.stdout"},
        "vsym.cli.translation": {"sys.stdout"},
        "vsym.cluster.embedded": {"open", "os._exit"},
        "vsym.engines.compiled.compiler": {"mkdir", "unlink", "write_text"},
        "vsym.engines.compiled.systems": {"open"},
        "vsym.engines.disk.folder": {"mkdir", "open", "unlink"},
        "vsym.engines.disk.remote": {"open"},
        "vsym.engines.nusmv.engine": {"write_text"},
        "vsym.engines.nusmv.program": {"open"},
        "vsym.show.pictures.graphviz": {"sys.stdout"},
        "vsym.basics.resources": {"mkdir"},
        "vsym.languages.reading": {"unlink", "write_bytes"},
        "vsym.cli.worker": {"open"},
        "vsym.basics.temporary": {"open", "mkdir", "unlink", "SystemExit"},
        "vsym.cli.engine": {"open", "os._exit"},
        "vsym.subprocesses.process": {"open", "os._exit"},
        "vsym.cli.lab": {"mkdir", "sys.exit"},
        "vsym.lsp.serving": {"open"},
    }

    def effects(path: Path) -> set[str]:
        permitted = allowed.get(_name(path), set[str]())
        if permitted is None or not _EFFECT.search(path.read_text(encoding="utf-8")):
            return set()
        return set(_effects(_tree(path))) - permitted

    assert _offences(effects) == {}


def test_effects_are_seen_where_they_are() -> None:
    """The test above would notice."""
    for text in (
        "print(1)",
        "import sys\nsys.exit(2)",
        "open('x', 'w')",
        "path.open(mode='ab')",
        "path.write_text('')",
    ):
        assert list(_effects(ast.parse(text))) != []
        assert _EFFECT.search(text)
    for text in ("open('data')", "path.open('rb')", "console.print(1)", "text.replace('a', 'b')"):
        assert list(_effects(ast.parse(text))) == []
    assert set(_effects(_tree(PACKAGE / "cli" / "delivery.py"))) != set()


def test_a_module_is_one_idea_long() -> None:
    lengths = {_name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in _modules()}
    assert {name: length for name, length in lengths.items() if length > LINES} == {}


_RUN = """
import io, json, sys
from vsym.cli import main
for arguments, text in json.load(sys.stdin):
    sys.stdin = io.TextIOWrapper(io.BytesIO(text.encode()))
    try:
        main(arguments)
    except SystemExit:
        pass
    print("loaded:", *sys.modules, file=sys.stderr)
"""


def _loaded(runs: Sequence[tuple[str, str]]) -> list[set[str]]:
    """The large libraries that one process has loaded by the end of each of its runs of the command line."""
    done = subprocess.run(
        [sys.executable, "-c", _RUN],
        input=json.dumps([(command.split(), text) for command, text in runs]),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        cwd=PACKAGE.parent,
        check=True,
    )
    loaded = [line.split()[1:] for line in done.stderr.splitlines() if line.startswith("loaded: ")]
    assert all("vsym.cli" in one for one in loaded)
    return [set(one) & {*HEAVY} for one in loaded]


LOADS: tuple[tuple[str, str, set[str]], ...] = (
    ("--help", "", set()),
    ("check --help", "", set()),
    ("check no/such/file.gsst", "", set()),
    ("check -", "system s\nstates A,, B\n", {"lark"}),
    ("check -", "system s\nstates A, B\ngroup P of 2\ninit C\n", {"lark"}),
    ("fmt -", "system s\nstates A, B\n", {"lark", "rich"}),
    ("new s -o -", "", {"lark", "rich"}),
    # A program that is explored in half a second would load a solver and arrays for half of that again.
    ("explore examples/programs/lock.m --engine mdd", "", {"lark", "rich"}),
)
"""Runs of the command line, the text that they read, and the large libraries that may be there after each."""


def test_help_and_errors_of_the_model_and_orbits_on_diagrams_come_at_once() -> None:
    """Symmetry is decided with PySMT and Z3, which the last run loads: the test would notice."""
    *quick, symmetry = _loaded([*((command, text) for command, text, _ in LOADS), ("symmetry examples/rw.gsst", "")])
    assert [loaded <= may for loaded, (_, _, may) in zip(quick, LOADS, strict=True)] == [True] * len(LOADS)
    assert {"pysmt", "z3", "rich"} <= symmetry


SHAPES = ("vsym.show.shapes.documents", "vsym.engines.disk.shapes", "vsym.lab.shapes")


def test_the_shapes_of_json_need_no_library() -> None:
    """A build of the wheel makes the schema of them in an environment without any; nothing else imports them."""
    code = f"import sys\nbefore = set(sys.modules)\nimport {', '.join(SHAPES)}\nprint(*set(sys.modules) - before)"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, cwd=PACKAGE.parent, check=True
    )
    loaded = {name.split(".")[0] for name in run.stdout.split()}
    assert "vsym" in loaded
    assert loaded - sys.stdlib_module_names <= {"vsym", "typing_extensions"}


def test_the_package_s_face_loads_nothing() -> None:
    code = "import sys, vsym\nprint(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, cwd=PACKAGE.parent, check=True
    )
    loaded = set(run.stdout.split())
    assert not loaded & {*HEAVY, "click"}
    assert not any(name.startswith("vsym.") for name in loaded)
