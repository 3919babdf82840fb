"""Recognises sites behind which nobody is: for sale, parked, suspended, a server's default page, not yet begun."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_BEGINNING = 60


@dataclass(frozen=True, slots=True)
class Parked:
    """Why there is no real site, for filters, and in words for the person curating."""

    reason: str
    words: str


@dataclass(frozen=True, slots=True)
class _Sign:
    parked: Parked
    longest: int
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class _Signs:
    phrases: tuple[_Sign, ...]
    hosts: tuple[str, ...]
    longest: int


def recognise_parked(title: str, text: str, assets: str) -> Parked | None:
    """Say why there is no real site behind a page, or None. `text` is what is visible, `assets` what the page loads.

    >>> recognise_parked("acme.com", "This domain is for sale! Buy now.", "")
    Parked(reason='for_sale', words='the domain is for sale')
    >>> recognise_parked("Acme", "Homes for sale", "") is None
    True
    """
    signs = _signs()
    if len(text) > signs.longest:
        return None
    # The text's beginning once more, on a line of its own: there it is at a beginning, as the title is.
    evidence = f"{title} {text}\0\n{text[:_BEGINNING]}".lower()
    for sign in signs.phrases:
        # A real site may mention any of the phrases; a page that says little else is what they say.
        if len(text) <= sign.longest and sign.pattern.search(evidence):
            return sign.parked
    lower = assets.lower()
    if any(host in lower for host in signs.hosts):
        return next(sign.parked for sign in signs.phrases if sign.parked.reason == "parked")
    return None


@cache
def _signs() -> _Signs:
    entries = tomllib.loads(files("scrapersky.extract.vocabulary").joinpath("parked.toml").read_text(encoding="utf-8"))
    hosts = entries.pop("parking_hosts")["hosts"]
    phrases = tuple(
        _Sign(
            Parked(reason, entry["words"]),
            entry["longest"],
            re.compile("|".join(entry["phrases"]), re.MULTILINE),  # in small letters, which is four times as fast
        )
        for reason, entry in entries.items()
    )
    return _Signs(phrases, tuple(hosts), max(sign.longest for sign in phrases))
