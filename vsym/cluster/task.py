"""The task that a worker runs: a function of vsym by its name, from a text of JSON to another one. A worker runs tasks
of its own version only, so that results of different versions never mix."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

from vsym import __version__
from vsym.basics.frozen import frozen
from vsym.basics.memory import SHARE, available
from vsym.basics.options import RefusedError
from vsym.basics.resources import directory

Function: TypeAlias = Callable[[Any], Any]
"""A function from a JSON value to a JSON value; it raises RefusedError for work that the machine cannot do."""

_CLOSING = ("closing", "closed", "failed")

_running = threading.local()

_FOLDERS = ("grammars", "templates")


def perform(text: str) -> str:
    """Run the function that an `envelope` names, and wrap its result.

    Raises what the function raises, except RefusedError, which becomes an answer.
    """
    from distributed import get_worker

    worker = get_worker()
    given = json.loads(text)
    if given["of"] != described():
        return json.dumps({"other": described(), "worker": worker.address})
    function = _function(given["function"])
    worker.log_event(given["topic"], given["key"])
    _running.task = worker, worker.get_current_task()
    try:
        return json.dumps({"result": function(given["argument"])})
    except RefusedError as error:
        return json.dumps({"refused": str(error)})
    finally:
        del _running.task


def envelope(function: Function, argument: Any, key: str, topic: str) -> str:
    """The argument of `perform`; the worker that begins the task logs an event under the topic."""
    name = f"{function.__module__}:{function.__qualname__}"
    if _function(name) is not function:
        raise ValueError(f"{name} is not found by its name")
    request = {"of": described(), "function": name, "argument": argument, "key": key, "topic": topic}
    return json.dumps(request)


def _function(name: str) -> Function:
    module, _, function = name.partition(":")
    if not module.startswith("vsym.") or not function.isidentifier() or function.startswith("_"):
        raise ValueError(f"{name} is not a function that workers run")
    attribute: Function = getattr(import_module(module), function)
    return attribute


def wanted() -> bool:
    """True until the task that this thread runs is cancelled; outside a worker, always.

    A task that takes long checks this now and then, since Dask interrupts no task.
    """
    task = getattr(_running, "task", None)
    if task is None:
        return True
    worker, key = task
    state = worker.state.tasks.get(key)
    # A worker that has lost its scheduler closes, and waits for its tasks as long as it may.
    return worker.status.name not in _CLOSING and state is not None and state.state == "executing"


def memory_share() -> int:
    """The bytes that the task that this thread runs may take.

    That is a share of its worker's limit, where that has one and several threads an equal part each, or of the machine.
    """
    task = getattr(_running, "task", None)
    if task is None:
        return int(SHARE * available())
    [worker, _] = task
    limit = worker.memory_manager.memory_limit or available()
    return int(SHARE * min(limit, available()) / worker.state.nthreads)


@frozen
class Identity:
    """A version, and a digest of the whole package, which tells copies under development apart."""

    version: str
    digest: str

    def __str__(self) -> str:
        return f"{self.version} ({self.digest[:8]})"


@cache
def identity() -> Identity:
    """The identity of the vsym that this process runs."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    files = {f"vsym/{path.relative_to(package).as_posix()}": path for path in package.rglob("*.py")}
    for name in _FOLDERS:
        folder = directory(name)
        files |= {f"{name}/{path.relative_to(folder).as_posix()}": path for path in folder.rglob("*") if path.is_file()}
    for name, path in sorted(files.items()):
        content = path.read_bytes()
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return Identity(__version__, digest.hexdigest())


def described() -> list[str]:
    """The version and the digest of this process's vsym, for comparison with those on other machines."""
    return [identity().version, identity().digest]
