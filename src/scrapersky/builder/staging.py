"""Tried out in a temporary copy first: what does not import and generate there is never written."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from scrapersky.errors import ScraperSkyError

_COPIED = ("src", "schema", "docs/reference")
_COPIED_FILES = ("pyproject.toml", ".env.example")
_SECONDS = 120


class DoesNotWork(ScraperSkyError):
    """The drafted workflow failed in its temporary copy; nothing was written."""


def staged_in_project(root: Path, files: Mapping[str, str]) -> dict[str, str]:
    """The given files and those that `generate` makes of them, as far as they differ from what is there."""
    with _stage() as stage:
        for name in _COPIED:
            if (root / name).exists():
                shutil.copytree(root / name, stage / name)  # with what is compiled: to do it again would take longest
        for name in _COPIED_FILES:
            if (root / name).exists():
                shutil.copy(root / name, stage / name)
        write_files(stage, files)
        _polish(stage, files)
        _run(stage, "-m", "scrapersky", "generate")
        return {name: text for name, text in _texts(stage).items() if _read(root / name) != text}


def staged_package(package: str, files: Mapping[str, str]) -> dict[str, str]:
    """The given files, with the SQL and the canonical YAML that follow from them."""
    with _stage() as stage:
        write_files(stage, files)
        _polish(stage, files)
        _run(stage, "-m", "scrapersky.builder.rendering", package)
        return _texts(stage)


@contextmanager
def _stage() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="scrapersky-builder-") as folder:
        yield Path(folder)


def write_files(root: Path, files: Mapping[str, str], say: Callable[[str], None] = lambda _: None) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
        say(name)


def _polish(stage: Path, files: Mapping[str, str]) -> None:
    """Formatted by ruff where a developer has it; without, the files work as well."""
    if find_spec("ruff") is None:
        return
    names = [name for name in files if name.endswith(".py")]
    _run(stage, "-m", "ruff", "check", "--quiet", "--fix", "--exit-zero", "--select", "I,F401", *names)
    _run(stage, "-m", "ruff", "format", "--quiet", "--line-length", "120", *names)


def _run(stage: Path, *arguments: str) -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(stage / "src"), *sys.path])}
    ended = subprocess.run(  # noqa: S603  our own interpreter and modules
        [sys.executable, *arguments],
        cwd=stage,
        env=environment,
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=False,
    )
    if ended.returncode:
        last = (ended.stderr.strip() or ended.stdout.strip()).splitlines()[-1:]
        reason = " ".join(last) or f"it ended with code {ended.returncode}"
        raise DoesNotWork(f"Nothing was written, because the new workflow does not work: {reason}")


def _texts(stage: Path) -> dict[str, str]:
    skipped = ("__pycache__", ".ruff_cache")
    paths = (path for path in sorted(stage.rglob("*")) if path.is_file() and not set(path.parts) & set(skipped))
    found = {str(path.relative_to(stage)): _read(path) for path in paths}
    return {name: text for name, text in found.items() if text is not None}


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except (FileNotFoundError, UnicodeDecodeError):
        return None
