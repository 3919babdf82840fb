"""Others' software, in an environment of its own beside the data: nothing of it is installed where we run."""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

_SECONDS_TO_INSTALL = 600
_INSTALLED = "installed.txt"


class PeerMissing(Exception):
    """The peer could not be installed; why."""


async def peer_python(folder: Path, name: str, packages: Sequence[str]) -> Path:
    """The Python of an environment that has these packages; made on first use."""
    place = folder / "peers" / name
    python = place / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    wanted, kept = "\n".join(packages), place / _INSTALLED
    if kept.exists() and kept.read_text() == wanted and python.exists():
        return python
    await _run([sys.executable, "-m", "venv", "--clear", str(place)])
    await _run([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages])
    kept.write_text(wanted)
    return python


async def _run(command: Sequence[str]) -> None:
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
    )
    try:
        async with asyncio.timeout(_SECONDS_TO_INSTALL):
            _, said = await process.communicate()
    except TimeoutError:
        process.kill()
        raise PeerMissing(f"installing it took longer than {_SECONDS_TO_INSTALL} seconds") from None
    if process.returncode:
        last = (said.decode("utf-8", "replace").strip().splitlines() or ["pip failed"])[-1]
        raise PeerMissing(f"it could not be installed: {last[:300]}")
