"""Options that several commands share, and how their values are read: of models, sweeps, stores and clusters."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from vsym.basics.limits import SOLVERS
from vsym.basics.options import ClusterSettings, RefusedError, StoreOptions
from vsym.engines.registry import MODULES

if TYPE_CHECKING:
    from vsym.sweeping.axes import Axis


SECONDS = click.FloatRange(min=0, max=1_000_000)


Decorator: TypeAlias = Callable[[Callable[..., None]], Callable[..., None]]
"""A function that adds options to a command."""


def gathered(name: str, make: Callable[..., object], *options: Decorator) -> Decorator:
    """Add options to a command, which receives them as one value under a `name`: `make` computes it from the values of
    its parameters."""
    parameters = tuple(signature(make).parameters)

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def with_value(**given: Any) -> None:
            values = {parameter: given.pop(parameter) for parameter in parameters}
            command(**{name: make(**values)}, **given)

        return added(with_value, options)

    return decorate


def added(command: Callable[..., None], options: Sequence[Decorator]) -> Callable[..., None]:
    """A command with options, in their order."""
    for option in reversed(options):
        command = option(command)
    return command


def definitions(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, int]:
    """The values of `name=value` options, each an integer."""
    values_by_name = {}
    for value in values:
        name, _, number = value.partition("=")
        if not name.strip() or not re.fullmatch(r"\s*-?[0-9]{1,4000}\s*", number):
            raise click.BadParameter(f"{value!r} is not a definition; write -D name=7")
        values_by_name[name.strip()] = int(number)
    return values_by_name


def names(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """The names in lists with commas, each once."""
    names = [name.strip() for value in values for name in value.split(",")]
    for name in names:
        if not name.isidentifier():
            raise click.BadParameter(f"{name!r} is not the name of a parameter; write --for-all readers,writers")
    return tuple(dict.fromkeys(names))


def seconds(_context: click.Context, _parameter: click.Parameter, value: float | None) -> float | None:
    if value is not None and value != value:
        raise click.BadParameter("this is not a time; write --timeout 60")
    return value


def ranges(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> tuple[Axis, ...]:
    """The values of `name=values` options, each parameter once."""
    from vsym.sweeping.axes import axis

    axes: dict[str, Axis] = {}
    for value in values:
        name, given, written = (part.strip() for part in value.partition("="))
        if not name or not given:
            raise click.BadParameter(f"{value!r} is not a range; write -D {name or 'name'}=1:1:50")
        if name in axes:
            raise click.BadParameter(f"`{name}` is given twice; write -D {name}=1,2,5 for several values")
        try:
            axes[name] = axis(name, written)
        except RefusedError as error:
            raise click.BadParameter(str(error)) from error
    return tuple(axes.values())


def timeout(purpose: str, default: float | None = None) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The option that bounds the time of something, with its `default` in seconds."""
    return click.option(
        "--timeout",
        type=SECONDS,
        callback=seconds,
        metavar="SECONDS",
        default=default,
        show_default=default is not None,
        help=purpose,
    )


COLOR = click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Print in colour; auto heeds NO_COLOR and FORCE_COLOR.",
)
QUIET = click.option("-q", "quiet", is_flag=True, help="Show only the verdicts, and no progress.")
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
SOLVER = click.option(
    "--solver",
    type=click.Choice(SOLVERS),
    default="z3",
    show_default=True,
    help="The SMT solver; cvc5, a second opinion, is the extra `vsym[cvc5]`.",
)
PROPERTIES = click.option(
    "--prop", "properties", metavar="NAME", multiple=True, help="Check only this property (repeatable)."
)
TIMEOUT = timeout("Stop after this time.")
DEFINITIONS = click.option(
    "-D",
    "definitions",
    metavar="NAME=VALUE",
    callback=definitions,
    multiple=True,
    help="Set a parameter of the model (repeatable).",
)
GROUP = click.option(
    "--group",
    metavar="auto|declared|detected|virtual|none|FILE",
    help="The symmetries to use: declared (the default), detected, virtual, all (auto), none, or, for programs, "
    'generators: in a FILE, or as in "swap Client 1 2; rotate Seat".',
)
STRATEGY = click.option(
    "--strategy",
    type=click.Choice(["auto", "full", "after", "within", "representatives"]),
    help="With --engine mdd: how decision diagrams use the group.",
)
FILE = click.argument("file", type=click.Path(allow_dash=True))
FILES = click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(allow_dash=True))


AS_COUNTERS = click.option(
    "--as",
    "counted",
    type=click.Choice(["counters", "auto"]),
    help="Keep only the number of scalarset elements in each local state; auto: where properties and options allow it.",
)
SWEPT_AS_COUNTERS = click.option(
    "--as",
    "counted",
    type=click.Choice(["counters"]),
    help="Keep only the number of scalarset elements in each local state.",
)


BOUNDS = click.option(
    "--bounds",
    type=click.Choice(["auto", "never", "only"]),
    default="auto",
    show_default=True,
    help="Where processes are not alike, decide by what may and what must be possible: before exact blocks, never, "
    "or only so.",
)
FOR_ALL = click.option(
    "--for-all",
    "for_all",
    metavar="NAMES",
    callback=names,
    multiple=True,
    help="Decide for every value of these parameters at once.",
)


TRACE = click.option(
    "--trace",
    type=click.Choice(["full", "diff", "off"]),
    help="Paths: whole states (full), changes (diff) or none (off); by default full, for programs diff.",
)


ALL = click.option(
    "--all", "everything", is_flag=True, help="Explore every state, even once every property is decided."
)


STRICT = click.option("--strict", is_flag=True, help="End with status 10 if there is a warning.")


MEMORY = click.option(
    "--memory",
    type=click.IntRange(min=1),
    metavar="MB",
    help="Stop at this much memory (60% of all memory by default).",
)


THREADS = click.option(
    "--threads",
    type=click.IntRange(1, 64),
    metavar="N",
    help="Search large spaces with so many threads (2, where there are two processors), by --engine compiled.",
)


ENGINE = click.option(
    "--engine",
    type=click.Choice(["auto", *MODULES]),
    default="auto",
    show_default=True,
    help="The engine that decides the properties.",
)


BOUND = click.option(
    "--bound",
    type=click.IntRange(min=0),
    metavar="STEPS",
    help="The most steps that --engine smt searches; turns Spacer off.",
)


OUTPUT = click.option(
    "-o", "output", metavar="FILE", type=click.Path(dir_okay=False), help="Write the output to this file."
)
_OF_MODELS = (
    DEFINITIONS,
    PROPERTIES,
    SOLVER,
    TIMEOUT,
    AS_JSON,
    OUTPUT,
    QUIET,
    click.option("-v", "verbose", is_flag=True, help="Show every row and every witness."),
    COLOR,
)


def shared_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add a file and the options of every command on a model."""
    return added(FILE(command), _OF_MODELS)


def options_of_files(command: Callable[..., None]) -> Callable[..., None]:
    """Add files and the options of every command on a model."""
    return added(FILES(command), _OF_MODELS)


_SWEEP = (
    FILE,
    click.option(
        "-D",
        "axes",
        metavar="NAME=VALUES",
        callback=ranges,
        multiple=True,
        help="Values of a parameter: 7, 1:50, first:step:last or 1,2,5 (repeatable).",
    ),
    PROPERTIES,
    ENGINE,
    GROUP,
    STRATEGY,
    SWEPT_AS_COUNTERS,
    SOLVER,
    timeout("Stop a row after this time."),
    click.option("--memory", type=click.IntRange(min=1), metavar="MB", help="Stop a row at this much memory."),
    click.option(
        "-j",
        "jobs",
        type=click.IntRange(min=1),
        metavar="JOBS",
        help="The number of processes (one per core by default).",
    ),
    click.option("--plot", metavar="FILE", type=click.Path(), help="Draw the growth to this file: .svg or .html."),
    click.option(
        "-o", "output", metavar="FILE", type=click.Path(), help="Write each row as it is decided: .csv or .jsonl."
    ),
    click.option("--fresh", is_flag=True, help="Start the file of -o over instead of continuing it."),
    AS_JSON,
    QUIET,
    click.option("-v", "verbose", is_flag=True, help="Show every row of a long table."),
    COLOR,
)


def sweep_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add a file and the options of `vsym sweep`."""
    return added(command, _SWEEP)


_FILE = click.Path(dir_okay=False)


def _cluster(
    cluster: str | None, tls_ca: str | None, tls_cert: str | None, tls_key: str | None
) -> ClusterSettings | None:
    if cluster is None and not (tls_ca is tls_cert is tls_key is None):
        raise click.UsageError("--tls-ca, --tls-cert and --tls-key are for --cluster tls://HOST:PORT")
    return None if cluster is None else ClusterSettings(cluster, tls_ca, tls_cert, tls_key)


cluster_options = gathered(
    "cluster",
    _cluster,
    click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Run on a Dask cluster: local:4 (4 workers here), tcp://127.0.0.1:PORT or tls://HOST:PORT.",
    ),
    click.option(
        "--tls-ca", metavar="FILE", type=_FILE, help="With tls://: the authority whose certificates vsym trusts."
    ),
    click.option("--tls-cert", metavar="FILE", type=_FILE, help="With tls://: the certificate that vsym presents."),
    click.option("--tls-key", metavar="FILE", type=_FILE, help="With tls://: the key of that certificate."),
)
"""Adds --cluster and its files to a command, which is given `cluster`, None if there is none."""


def _require_store(context: click.Context, _parameter: click.Parameter, resumed: bool) -> bool:
    """Refuse --resume without a store, before a file that follows it by habit is taken for a model."""
    if resumed and context.params.get("folder") is None:
        raise click.UsageError("--resume continues an exploration that --store keeps: `--store DIR --resume`")
    return resumed


_store_options = gathered(
    "store",
    StoreOptions,
    click.option(
        "--store",
        "folder",
        metavar="DIR",
        is_eager=True,
        help="Keep the states in this folder, for more than memory holds; --resume continues it.",
    ),
    click.option("--resume", is_flag=True, callback=_require_store, help="Continue the exploration in --store."),
    click.option(
        "--workers",
        metavar="N",
        type=click.IntRange(1, 999),
        help="With --store: the number of processes that explore (1).",
    ),
    click.option(
        "--parts",
        metavar="N",
        type=click.IntRange(1, 9999),
        help="With --store: the number of parts that vsym divides the states into, set at the start.",
    ),
)


def store_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add --store and the options that go with it, those of a cluster included, as `store`."""
    return cluster_options(_store_options(command))
