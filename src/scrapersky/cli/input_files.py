"""What commands read: a file with a bar on a terminal, or the standard input for `-`."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import BinaryIO, cast

from rich import progress

from scrapersky.cli.commands.files import STANDARD_INPUT
from scrapersky.cli.terminal import console

_IN_MEMORY_BYTES = 10_000_000


@contextmanager
def opened(file: Path) -> Iterator[BinaryIO]:
    """A file that can be rewound. The standard input is spooled first."""
    if file == STANDARD_INPUT:
        with SpooledTemporaryFile(max_size=_IN_MEMORY_BYTES) as spooled:
            shutil.copyfileobj(sys.stdin.buffer, spooled)
            spooled.seek(0)
            yield cast("BinaryIO", spooled)
        return
    is_quiet = not console.is_terminal
    with progress.open(file, "rb", description=file.name, console=console, transient=True, disable=is_quiet) as stream:
        yield stream
