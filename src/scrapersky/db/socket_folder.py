"""Where the embedded server's socket is: in its own folder, or in another private one where that has a long name."""

import os
import pwd
import re
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

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
