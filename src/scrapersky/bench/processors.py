"""Processor time of processes and of those they started, where the system tells it."""

import os
from collections.abc import Iterator
from pathlib import Path

_PROCESSES = Path("/proc")
_FIELDS_AFTER_NAME = slice(11, 15)  # own time in user and system mode, then that of children that ended


def processor_seconds(process: int) -> float | None:
    """Of the process, of all below it that live, and of those that ended; None where there is no /proc."""
    if not (_PROCESSES / str(process) / "stat").exists():
        return None
    return sum(_seconds(member) for member in _with_children(process))


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
