"""Packages installed without a network."""

import shutil
import subprocess
import sys
import zipfile
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from hatchling.build import build_wheel

ALONE = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index")


def install(package: Path, folder: Path) -> None:
    """A folder of sources into a folder of its own: what a tool would build of it, without starting the tool."""
    with TemporaryDirectory() as made:
        with chdir(package):
            wheel = build_wheel(made)
        with zipfile.ZipFile(Path(made) / wheel) as archive:
            archive.extractall(folder)


def install_wheel(wheel: Path, python: Path) -> None:
    """Into that interpreter's environment with its commands, by uv where it is, by pip otherwise."""
    uv = shutil.which("uv")
    pip = (
        [uv, "pip", "install", "--python", str(python)]
        if uv
        else [sys.executable, "-m", "pip", "--python", str(python), "install"]
    )
    ended = subprocess.run([*pip, *ALONE, str(wheel)], capture_output=True, text=True, check=False)  # noqa: S603
    assert ended.returncode == 0, ended.stdout + ended.stderr
