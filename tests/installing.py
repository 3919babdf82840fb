"""Packages installed without a network: by uv where it is, by pip otherwise."""

import shutil
import subprocess
import sys
from pathlib import Path

ALONE = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index")


def install(package: Path, folder: Path) -> None:
    """A folder of sources or a wheel, into a folder of its own, without what it depends on."""
    _install(sys.executable, "--target", str(folder), str(package))


def install_wheel(wheel: Path, python: Path) -> None:
    """Into that interpreter's environment, with its commands."""
    _install(str(python), str(wheel))


def _install(python: str, *words: str) -> None:
    uv = shutil.which("uv")
    pip = (
        [uv, "pip", "install", "--python", python]
        if uv
        else [sys.executable, "-m", "pip", "--python", python, "install"]
    )
    ended = subprocess.run([*pip, *ALONE, *words], capture_output=True, text=True, check=False)  # noqa: S603
    assert ended.returncode == 0, ended.stdout + ended.stderr
