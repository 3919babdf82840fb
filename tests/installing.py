"""Packages installed without a network: by uv where it is, by pip otherwise."""

import shutil
import subprocess
import sys
from pathlib import Path

ALONE = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index")


def install(package: Path, folder: Path) -> None:
    """A folder of sources or a wheel, into a folder of its own, without what it depends on."""
    uv = shutil.which("uv")
    pip = [uv, "pip", "install", "--python", sys.executable] if uv else [sys.executable, "-m", "pip", "install"]
    ended = subprocess.run(  # noqa: S603  an installer of this machine
        [*pip, *ALONE, "--target", str(folder), str(package)], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
