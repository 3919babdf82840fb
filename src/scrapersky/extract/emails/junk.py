"""Which well-formed addresses are nobody's: image names, error trackers, placeholders; and which are an office's."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from scrapersky.extract.emails.mail_hosts import is_free_mail
from scrapersky.extract.placeholders import is_placeholder

_MACHINE_ID = re.compile(r"[0-9a-f]{20,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_IMAGE_DENSITY = re.compile(r"\d{1,2}(?:\.\d)?x(?:[.-]|$)")
_PUNCTUATION = str.maketrans("", "", ".-_")

_IMAGE_NAME, _FILE_NAME = "An image name, not an address", "A file name, not an address"
_MACHINE = "A machine's id, not a mailbox"
NO_ADDRESS = frozenset((_IMAGE_NAME, _FILE_NAME, _MACHINE))

MailRole = Literal["no_reply", "role"]


@dataclass(frozen=True, slots=True)
class JunkList:
    """Made from a file; every name in it is lower case."""

    file_endings: frozenset[str]
    hosts: frozenset[str]
    locals: frozenset[str]
    anybody: frozenset[str]
    addresses: frozenset[str]
    no_reply: frozenset[str]
    roles: frozenset[str]

    def reason(self, address: str) -> str | None:
        """Why an address is junk, in words for a person; None when it is not.

        >>> default_junk().reason("logo@2x.png"), default_junk().reason("info@acme.example")
        ('An image name, not an address', None)
        >>> default_junk().reason("you@example.com")
        'example.com is on the junk list'
        """
        local, _, host = address.lower().rpartition("@")
        if _IMAGE_DENSITY.match(host) or host.rpartition(".")[2] in self.file_endings:
            return _IMAGE_NAME if _IMAGE_DENSITY.match(host) else _FILE_NAME
        listed = self._listed_host(host)
        if listed is not None:
            return f"{listed} is on the junk list"
        if address.lower() in self.addresses:
            return "This address is on the junk list"
        return self._reason_of_local(local, host)

    def _reason_of_local(self, local: str, host: str) -> str | None:
        if local.translate(_PUNCTUATION) in self.locals or is_placeholder(local) or is_placeholder(_name_of(host)):
            return "A placeholder, not somebody's address"
        if local in self.anybody and is_free_mail(host):
            return f"At {host} this is nobody's own address"
        if "*" in local:
            return "A masked address"
        return _MACHINE if _MACHINE_ID.fullmatch(local) else None

    def role(self, address: str) -> MailRole | None:
        """Whether an address is an office's, or one that nobody reads.

        >>> [default_junk().role(f"{local}@acme.com") for local in ("no-reply", "info", "j.roe")]
        ['no_reply', 'role', None]
        """
        local = address.lower().rpartition("@")[0].split("+")[0]
        bare = local.translate(_PUNCTUATION)
        if bare in self.no_reply or bare.startswith(("noreply", "donotreply")):
            return "no_reply"
        first_word = re.split(r"[._-]", local, maxsplit=1)[0]
        return "role" if bare in self.roles or first_word in self.roles else None

    def _listed_host(self, host: str) -> str | None:
        labels = host.split(".")
        tails = (".".join(labels[start:]) for start in range(len(labels) - 1))
        return next((tail for tail in tails if tail in self.hosts), None)


def _name_of(host: str) -> str:
    return host.removeprefix("www.").partition(".")[0]


def read_junk_list(text: str) -> JunkList:
    """Read a list in the format of `email_junk.toml`.

    >>> read_junk_list('hosts = ["Spam.example"]').reason("a@mail.spam.example")
    'spam.example is on the junk list'
    """
    named = tomllib.loads(text)
    return JunkList(
        **{name: frozenset(str(entry).lower() for entry in named.get(name, ())) for name in JunkList.__slots__}
    )


@cache
def default_junk() -> JunkList:
    return read_junk_list(files("scrapersky.extract.vocabulary").joinpath("email_junk.toml").read_text("utf-8"))
