"""Secrets of tenants are sealed in the database; the keys are outside of it, and can be changed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from scrapersky.clients.whole_files import PRIVATE, draft_of, write_whole
from scrapersky.config.settings import Settings
from scrapersky.errors import ScraperSkyError

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet

KEY_FILE = "sealing.keys"
MAKE_ONE = "openssl rand -base64 32"


class BadSealingKey(ScraperSkyError):
    """SEALING_KEYS, or the file of keys, has something in it that is no key."""

    def __init__(self, where: str) -> None:
        super().__init__(f"{where} has a key that is none. A key is what this prints: {MAKE_ONE}")


class SealedElsewhere(ScraperSkyError):
    """None of our keys opens it."""

    http_status = 409

    def __init__(self, what: str) -> None:
        super().__init__(
            f"The secrets of {what} were sealed with a key that this machine does not have. Set SEALING_KEYS to the"
            " same on every machine, or set the target up anew."
        )


@dataclass(frozen=True, slots=True)
class Seals:
    """The keys are read each time: who changes them need not start anything anew."""

    settings: Settings

    @property
    def are_given(self) -> bool:
        return self.settings.sealing_keys is not None

    def seal(self, plain: bytes) -> bytes:
        return self._keys().encrypt(plain)

    def open(self, sealed: bytes, what: str) -> bytes:
        with _ours(what):
            return self._keys().decrypt(sealed)

    def sealed_anew(self, sealed: bytes, what: str) -> bytes:
        """With the first key, whichever it was sealed with."""
        with _ours(what):
            return self._keys().rotate(sealed)

    def add_key(self) -> None:
        """A new first one in the file. The one before stays until the next time: somebody may be sealing just now."""
        before = self._kept().read_bytes().split()
        write_whole(self._file, b"\n".join((_new_key(), *before[:1])) + b"\n")

    @property
    def _file(self) -> Path:
        return self.settings.scrapersky_data / KEY_FILE

    def _keys(self) -> "MultiFernet":
        from cryptography.fernet import Fernet, MultiFernet  # noqa: PLC0415  few have secrets, and it takes long to load

        given = self.settings.sealing_keys
        keys = given.get_secret_value().replace(",", " ").split() if given else self._kept().read_text("ascii").split()
        try:
            return MultiFernet([Fernet(key) for key in keys])
        except ValueError as error:
            raise BadSealingKey("SEALING_KEYS" if given else str(self._file)) from error

    def _kept(self) -> Path:
        """Made once. Two processes that make it together end up with the same."""
        file = self._file
        if not file.exists():
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                with draft_of(file, lambda draft, place: place.hardlink_to(draft), mode=PRIVATE) as stream:
                    stream.write(_new_key() + b"\n")
                    stream.flush()
                    os.fsync(stream.fileno())
            except FileExistsError:
                pass
        return file


@contextmanager
def _ours(what: str) -> Iterator[None]:
    from cryptography.fernet import InvalidToken  # noqa: PLC0415

    try:
        yield
    except InvalidToken as error:
        raise SealedElsewhere(what) from error


def _new_key() -> bytes:
    from cryptography.fernet import Fernet  # noqa: PLC0415

    return Fernet.generate_key()
