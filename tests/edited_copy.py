"""The package as somebody would have edited it: links to every file but the edited ones."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.process import SOURCES, environment


def with_text_before(file: str, anchor: str, text: str) -> str:
    """What a file of ours would say with this before the first such anchor."""
    start, found, rest = (SOURCES / file).read_text(encoding="utf-8").partition(anchor)
    assert found, f"{file} says {anchor!r} no more"
    return start + text + found + rest


def edited_copy(folder: Path, edits: Mapping[str, str]) -> Path:
    for file, text in edits.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text, encoding="utf-8")
    for made in [each for each in folder.rglob("*") if each.is_dir()]:
        for original in (SOURCES / made.relative_to(folder)).iterdir():
            copy = made / original.name
            if not copy.exists() and original.name != "__pycache__":
                copy.symlink_to(original)
    return folder


def answer_of(code: str, copy: Path) -> Any:
    """What the code prints as JSON, run with the copy in place of the package."""
    ran = subprocess.run(  # noqa: S603  our own code
        [sys.executable, "-c", code],
        env=environment(PYTHONPATH=str(copy)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)
