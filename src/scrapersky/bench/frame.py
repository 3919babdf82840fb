"""How everything is measured: those compared take turns in one run, so that a busy machine is busy for all of them."""

import os
import platform
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import orjson

Value = TypeVar("Value")

_PROCESSES = Path("/proc")
_FIELDS_AFTER_NAME = slice(11, 15)  # own time in user and system mode, then that of children that ended


def processor_seconds(process: int) -> float | None:
    """Of the process, of all below it that live, and of those that ended; None where there is no /proc."""
    if not (_PROCESSES / str(process) / "stat").exists():
        return None
    return sum(_seconds(member) for member in _with_children(process))


class ProcessorClock:
    """Begins when it is made."""

    def __init__(self, process: int) -> None:
        self._process, self._before = process, processor_seconds(process)

    @property
    def spent(self) -> float | None:
        now = processor_seconds(self._process)
        return None if now is None or self._before is None else now - self._before


def _with_children(process: int) -> Iterator[int]:
    yield process
    for listed in (_PROCESSES / str(process) / "task").glob("*/children"):
        for child in _read(listed).split():
            yield from _with_children(int(child))


def _seconds(process: int) -> float:
    fields = _read(_PROCESSES / str(process) / "stat").rpartition(")")[2].split()
    return sum(map(int, fields[_FIELDS_AFTER_NAME])) / os.sysconf("SC_CLK_TCK")


def _read(file: Path) -> str:
    """A process may end while it is looked at."""
    try:
        return file.read_text()
    except OSError:
        return ""


@dataclass(frozen=True, slots=True)
class BenchRun:
    """What was asked for. `folder` keeps the peers' environments; `sizes` replace those that a benchmark has."""

    folder: Path
    quick: bool = False
    sizes: Sequence[int] = ()
    say: Callable[[str], None] = lambda _: None

    def choose(self, usual: Value, quick: Value) -> Value:
        return quick if self.quick else usual


@dataclass(frozen=True, slots=True)
class Lap:
    """One turn of one contender: how many units of work in how many seconds, and of whose processor time."""

    units: int
    seconds: float
    processor_seconds: float | None = None
    database_seconds: float | None = None
    megabytes: float | None = None

    @property
    def rate(self) -> float:
        return self.units / self.seconds

    @property
    def milliseconds(self) -> float | None:
        """Of processor time for a unit, the database's included."""
        if self.processor_seconds is None:
            return None
        return 1000 * (self.processor_seconds + (self.database_seconds or 0.0)) / self.units


Contender = Callable[[], Awaitable[Lap]]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Of one contender with a peer: `goal` is the least ratio of their rates, the others the most of what they take."""

    key: str
    ours: str
    peer: str
    goal: float | None = None
    processor_goal: float | None = None
    memory_goal: float | None = None


@dataclass(frozen=True, slots=True)
class BenchResult:
    """Each contender's laps in the order in which they were run."""

    name: str
    laps: Mapping[str, Sequence[Lap]]
    unit: str
    comparisons: Sequence[Comparison] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    notes: Sequence[str] = ()

    def rate(self, contender: str) -> float:
        return statistics.median(lap.rate for lap in self.laps[contender])

    def milliseconds(self, contender: str) -> float | None:
        return _middle(lap.milliseconds for lap in self.laps.get(contender, ()))

    def megabytes(self, contender: str) -> float | None:
        return _middle(lap.megabytes for lap in self.laps.get(contender, ()))

    def spread(self, contender: str) -> float:
        """How far the slowest lap is behind the fastest, as a share of the middle one."""
        rates = [lap.rate for lap in self.laps[contender]]
        return (max(rates) - min(rates)) / statistics.median(rates)

    def ratio(self, contender: str, peer: str) -> float | None:
        """Of laps that stood beside each other; the middle one counts."""
        if peer not in self.laps or contender not in self.laps:
            return None
        pairs = zip(self.laps[contender], self.laps[peer], strict=True)
        return statistics.median(ours.rate / theirs.rate for ours, theirs in pairs)

    def ratios(self) -> dict[str, float | None]:
        """By their names in what is printed. One that could not be measured is None, and a note says why."""
        found: dict[str, float | None] = {}
        for each in self.comparisons:
            found[f"ratio_to_{each.key}"] = self.ratio(each.ours, each.peer)
            found[f"processor_ratio_to_{each.key}"] = _ratio(map(self.milliseconds, (each.ours, each.peer)))
            if each.memory_goal is not None:
                found[f"memory_ratio_to_{each.key}"] = _ratio(map(self.megabytes, (each.ours, each.peer)))
        return found

    def goals(self) -> dict[str, str]:
        """Of those ratios that have one."""
        found: dict[str, str] = {}
        for each in self.comparisons:
            for name, sign, goal in (
                ("ratio", "≥", each.goal),
                ("processor_ratio", "≤", each.processor_goal),
                ("memory_ratio", "≤", each.memory_goal),
            ):
                if goal is not None:
                    found[f"{name}_to_{each.key}"] = f"{sign} {goal:g}"
        return found


def _middle(measured: Iterable[float | None]) -> float | None:
    known = [each for each in measured if each is not None]
    return statistics.median(known) if known else None


def _ratio(pair: Iterable[float | None]) -> float | None:
    ours, theirs = pair
    return ours / theirs if ours and theirs else None


async def race(contenders: Mapping[str, Contender], rounds: int) -> dict[str, list[Lap]]:
    laps: dict[str, list[Lap]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, run in contenders.items():
            laps[name].append(await run())
    return laps


async def timed(work: Awaitable[object], units: int, database: int) -> Lap:
    """What it takes of this process, and of the server whose first process is `database`."""
    served, own, began = ProcessorClock(database), time.process_time(), time.perf_counter()
    await work
    return Lap(units, time.perf_counter() - began, time.process_time() - own, served.spent)


def as_object(measured: BenchResult) -> dict[str, Any]:
    """What is printed with --json, and kept."""
    return {
        "benchmark": measured.name,
        **{name: None if ratio is None else round(ratio, 3) for name, ratio in measured.ratios().items()},
        "goals": measured.goals(),
        "unit": measured.unit,
        "contenders": {
            name: {
                "rate": round(measured.rate(name), 4),
                "spread": round(measured.spread(name), 3),
                "processor_milliseconds": measured.milliseconds(name),
                "megabytes": measured.megabytes(name),
                "laps": [asdict(lap) for lap in laps],
            }
            for name, laps in measured.laps.items()
        },
        "notes": list(measured.notes),
        "versions": {"scrapersky": version("scrapersky"), **measured.versions},
        "machine": machine(),
        "measured_at": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def figure(rate: float) -> str:
    """As many digits as mean something.

    >>> figure(29028.68), figure(0.04321)
    ('29,028.7', '0.043')
    """
    return f"{rate:,.1f}" if rate >= 10 else f"{rate:.3f}"


def machine() -> dict[str, Any]:
    load = os.getloadavg() if hasattr(os, "getloadavg") else ()
    return {
        "system": platform.system(),
        "processor": platform.machine(),
        "processors": os.cpu_count(),
        "python": sys.version.split()[0],
        "load": [round(figure, 1) for figure in load],
    }


def keep(result: Mapping[str, Any], folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{result['benchmark']}.json"
    file.write_bytes(orjson.dumps(result, option=orjson.OPT_INDENT_2) + b"\n")
    return file
