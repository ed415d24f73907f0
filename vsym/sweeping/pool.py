"""Rows measured in processes of their own; one that is lost costs its row only, and none outlives the sweep."""

from __future__ import annotations

import json
import queue
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import IO, TYPE_CHECKING, Any

from vsym.basics.frozen import frozen
from vsym.basics.memory import default_memory
from vsym.basics.options import RefusedError
from vsym.basics.resources import serving
from vsym.basics.source import Source
from vsym.sweeping.axes import Settings, Values
from vsym.sweeping.row import Row, from_record

if TYPE_CHECKING:
    from vsym.models.text import AnyText

GRACE = 5.0
"""Seconds that a process has beyond the time limit of its row before it is ended."""

_POLL = 0.2


@frozen
class Started:
    """A process has begun with the row of these values."""

    values: Values


@frozen
class Alive:
    """A cluster's number of workers, the address of its scheduler, and that of Dask's own pages on them, if any."""

    workers: int
    address: str
    dashboard: str | None


def measured(
    source: Source, settings: Settings, todo: Sequence[Values], jobs: int, is_needed: Callable[[], bool] = lambda: True
) -> Generator[Started | Row, None, None]:
    """Measure every row in one of `jobs` processes; yield an event when a row is begun, and the row when it is done.

    Where `is_needed` returns False, vsym gives up the rows left. All processes have ended when this generator has,
    however it ends. Raises RefusedError for settings with which no row can be measured, OSError where no process can be
    started, RuntimeError where one does not get ready (a bug of ours).
    """
    waiting: queue.SimpleQueue[Values] = queue.SimpleQueue()
    for values in todo:
        waiting.put(values)
    events: queue.SimpleQueue[Started | Row | Exception] = queue.SimpleQueue()
    if settings.memory is None:
        # All rows that are measured at the same time share the memory that one command may take.
        settings = replace(settings, memory=max(1, default_memory() // 1_000_000 // max(1, min(jobs, len(todo)))))
    slots = [_Slot(source, settings, waiting, events) for _ in range(min(jobs, len(todo)))]
    threads = [threading.Thread(target=slot.work, daemon=True) for slot in slots]
    left = len(todo)
    try:
        for thread in threads:
            thread.start()
        while left:
            try:
                event = events.get(timeout=_POLL)
            except queue.Empty:
                for slot in slots:
                    slot.end_if_late()
                if not is_needed():
                    return
                continue
            if isinstance(event, Exception):
                raise event
            left -= isinstance(event, Row)
            yield event
    finally:
        for slot in slots:
            slot.stop()
        for thread in threads:
            thread.join()


def measured_here(
    text: AnyText, settings: Settings, todo: Sequence[Values], is_needed: Callable[[], bool] = lambda: True
) -> Generator[Started | Row, None, None]:
    """The same in this process, one row after the other, for where no other process can be started."""
    from vsym.sweeping.measuring import measure

    for values in todo:
        if not is_needed():
            return
        yield Started(values)
        yield measure(text, values, settings)


@dataclass
class _Slot:
    """A thread's place for one process at a time, which takes rows that wait and answers with events."""

    source: Source
    settings: Settings
    waiting: queue.SimpleQueue[Values]
    events: queue.SimpleQueue[Started | Row | Exception]
    process: subprocess.Popen[str] | None = None
    begun: float | None = None
    late: bool = False
    stopped: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)

    def work(self) -> None:
        """Measure rows until none waits."""
        try:
            with tempfile.TemporaryFile() as errors:
                while not self.stopped:
                    values = self.waiting.get_nowait()
                    process = self._ready(errors)
                    self.events.put(Started(values))
                    self.late, begun = False, time.monotonic()
                    self.begun = begun
                    answer = _asked(process, json.dumps(values))
                    self.begun = None
                    row = from_record(_accepted(answer)) if answer else self._lost(process, errors, values, begun)
                    self.events.put(row)
        except queue.Empty:
            pass
        except Exception as error:
            if not self.stopped:
                self.events.put(error)
        finally:
            self.stop()

    def end_if_late(self) -> None:
        """End the process if it is well past its time."""
        begun, limit = self.begun, self.settings.timeout
        if begun is not None and limit is not None and time.monotonic() - begun > limit + GRACE:
            with self.lock:
                self.late = True
                if self.process is not None:
                    _end(self.process)

    def stop(self) -> None:
        """End the process, and start none any more."""
        with self.lock:
            self.stopped = True
            if self.process is not None:
                _end(self.process)

    def _ready(self, errors: IO[bytes]) -> subprocess.Popen[str]:
        with self.lock:
            if self.stopped:
                raise queue.Empty
            if self.process is not None:
                return self.process
            errors.seek(0)
            errors.truncate()
            process = self.process = subprocess.Popen(
                serving("vsym.cli.worker", "serve(1)"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                encoding="utf-8",
            )
        given = {"name": self.source.name, "text": self.source.text, **asdict(self.settings)}
        answer = _asked(process, json.dumps(given))
        if answer:
            _accepted(answer)
            return process
        raise RuntimeError(f"a process of the sweep did not start: {_ended(process, errors)}")

    def _lost(self, process: subprocess.Popen[str], errors: IO[bytes], values: Values, begun: float) -> Row:
        """The row of a process that has gone without an answer; the next row gets a new one."""
        seconds = time.monotonic() - begun
        if process.wait() in (0, -signal.SIGINT):
            # Ctrl-C reaches both processes. Where it was pressed, the sweep ends now, and this is no lost row.
            time.sleep(2 * _POLL)
        ended = _ended(process, errors)
        problem = "the time limit was reached, and the process did not stop by itself" if self.late else ended
        with self.lock:
            self.process = None
        return Row(values, seconds=seconds, failure="limit", problem=problem)


def _ended(process: subprocess.Popen[str], errors: IO[bytes]) -> str:
    """The end of a process in words, with its own last words."""
    status = process.wait()
    said = f"its process ended with status {status}"
    if status < 0:
        said = f"its process was ended by {signal.Signals(-status).name}"
        if status == -signal.SIGKILL:
            said += ", as systems do when memory runs out"
    errors.seek(0)
    lines = errors.read().decode(errors="replace").split("\n")
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return f"{said}: {last}" if last else said


def _asked(process: subprocess.Popen[str], line: str) -> str:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(line + "\n")
        process.stdin.flush()
        return process.stdout.readline()
    except (BrokenPipeError, ValueError):
        return ""


def _accepted(answer: str) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(answer)
    if "refused" in record:
        raise RefusedError(record["refused"])
    return record


def _end(process: subprocess.Popen[str]) -> None:
    """SIGTERM lets a process end the NuSMV that it has started; one that is deaf to it is killed."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
