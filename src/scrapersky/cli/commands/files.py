"""Files that commands take."""

from pathlib import Path

import typer

STANDARD_INPUT = Path("-")


def readable(file: Path) -> Path:
    """A check for arguments: usage is wrong when the file is not there."""
    if file != STANDARD_INPUT and not file.is_file():
        raise typer.BadParameter(f"There is no file {file}.")
    return file
