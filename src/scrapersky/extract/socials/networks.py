"""What addresses look like on each social network: its hosts, profiles and posts, and names that are no accounts."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import TypedDict

_EVERYWHERE = frozenset(("www", "com", "net", "co", "m"))


class _Entry(TypedDict, total=False):
    name: str
    host: str
    profiles: list[tuple[str, str]]
    posts: str
    services: str
    on_subdomain: bool


@dataclass(frozen=True, slots=True)
class Network:
    """`profiles` are paths and the normal form of each; the first group of a path is the account.

    In a form, `{host}` is the host as it was, `{site}` the same without its www.
    """

    name: str
    host: re.Pattern[str]
    profiles: tuple[tuple[re.Pattern[str], str], ...]
    posts: re.Pattern[str] | None
    services: frozenset[str]
    on_subdomain: bool


@cache
def social_networks() -> tuple[Network, ...]:
    text = files("scrapersky.extract.vocabulary").joinpath("social_networks.toml").read_text("utf-8")
    written = tomllib.loads(text)
    return tuple(_network(entry, written["any_service"]) for entry in written["network"])


@cache
def service_hosts() -> frozenset[str]:
    """First labels of hosts where a network speaks of itself: help, rules, tools for developers."""
    text = files("scrapersky.extract.vocabulary").joinpath("social_networks.toml").read_text("utf-8")
    return frozenset(tomllib.loads(text)["service_hosts"].split())


@cache
def makers() -> frozenset[str]:
    """Accounts of site builders, hosts and theme makers."""
    text = files("scrapersky.extract.vocabulary").joinpath("social_networks.toml").read_text("utf-8")
    return frozenset(tomllib.loads(text)["makers"].split())


@lru_cache(maxsize=4_096)
def network_of(host: str) -> Network | None:
    """The network a host belongs to.

    >>> network_of("de-de.facebook.com").name, network_of("xfacebook.com")
    ('facebook', None)
    """
    for label in host.split("."):
        for network in _by_word().get(label, ()):
            if network.host.fullmatch(host):
                return network
    return None


@cache
def _by_word() -> Mapping[str, tuple[Network, ...]]:
    """Networks by the words in their host patterns, so that most links cost one look-up."""
    networks: dict[str, tuple[Network, ...]] = {}
    for network in social_networks():
        for word in re.findall(r"[a-z][a-z0-9-]*", re.sub(r"\[.*?\]|\{.*?\}", " ", network.host.pattern)):
            if word not in _EVERYWHERE:
                networks[word] = (*networks.get(word, ()), network)
    return networks


def _network(entry: _Entry, any_service: str) -> Network:
    posts = entry.get("posts")
    return Network(
        name=entry["name"],
        host=re.compile(entry["host"]),
        profiles=tuple((re.compile(path, re.IGNORECASE), form) for path, form in entry["profiles"]),
        posts=re.compile(posts, re.IGNORECASE) if posts else None,
        services=frozenset(f"{any_service} {entry.get('services', '')}".split()),
        on_subdomain=entry.get("on_subdomain", False),
    )
