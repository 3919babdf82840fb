"""Files that are there when they are whole, and not before."""

import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO

PRIVATE = 0o600
AS_USUAL = 0o666  # less what the process's mask forbids


@contextmanager
def draft_of(
    file: Path, take_name: Callable[[Path, Path], object] = Path.replace, *, mode: int = AS_USUAL
) -> Iterator[BinaryIO]:
    """A file beside it, which takes its name at the end; what fails half-way leaves nothing behind."""
    # A name may be as long as the file system allows, and this one is longer.
    draft = file.with_name(f".{file.name[:40]}.{secrets.token_hex(4)}.part")
    try:
        with open(draft, "x+b", opener=partial(os.open, mode=mode)) as stream:
            yield stream
        take_name(draft, file)
    finally:
        draft.unlink(missing_ok=True)


def write_whole(file: Path, content: bytes) -> None:
    """For its owner only, in a folder that is made where there is none. A power cut leaves no half of it either."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with draft_of(file, mode=PRIVATE) as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
