"""A file system of a few megabytes, in memory, that can be full for a while without harm to any other."""

import os
import subprocess
from pathlib import Path


class SmallDisk:
    """Mounting takes root and Linux; where that is not permitted there is none."""

    def __init__(self, folder: Path, space: int) -> None:
        self.folder, self._space = folder, space
        self._ballast = folder / "ballast"

    def mount(self) -> bool:
        self.folder.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", f"size={self._space}", "tmpfs", str(self.folder)]
        try:
            return subprocess.run(command, check=False, capture_output=True).returncode == 0  # noqa: S603  of the system
        except OSError:
            return False

    def fill(self) -> None:
        """To the last byte."""
        with self._ballast.open("wb") as ballast:
            left = os.statvfs(self.folder)
            os.posix_fallocate(ballast.fileno(), 0, max(1, left.f_bavail * left.f_frsize))

    def free(self) -> None:
        self._ballast.unlink(missing_ok=True)
