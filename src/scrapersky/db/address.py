"""DATABASE_URL, written as for PostgreSQL's own programs, in the terms of our driver."""

import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, quote, unquote, urlencode, urlsplit

from sqlalchemy import URL

from scrapersky.db.parameters import POOLER, THE_DRIVERS, BadDatabaseUrl, is_yes, refuse_impossible, whole_number
from scrapersky.db.silence import PROBES, SOCKET_OPTIONS, kept_alive

DEFAULT_PORT = 5432
FORM = "postgresql://user:password@host:5432/name"


@dataclass(frozen=True, slots=True)
class DatabaseAddress:
    """`url` says where; `arguments` are the driver's; `is_pooled` if the address itself says that a pooler answers."""

    url: URL
    arguments: Mapping[str, Any]
    is_pooled: bool

    def arguments_with(self, others: Mapping[str, Any]) -> dict[str, Any]:
        """Ours and `others`; what the address says wins."""
        settings = {**others.get("server_settings", {}), **self.arguments.get("server_settings", {})}
        return {**others, **self.arguments, **({"server_settings": settings} if settings else {})}


def read_address(address: str) -> DatabaseAddress:
    """Take the address as people write it; the driver is ours to choose.

    >>> read_address("postgres://me@db/sky?pgbouncer=true").url.drivername
    'postgresql+asyncpg'
    """
    parts = _split(address)
    given = _place_of(parts) | _parameters(parts.query)
    for name, value in given.items():
        refuse_impossible(name, value, given)
    hosts = given.get("host", "").split(",")
    ports = _ports(given.get("port", ""), len(hosts))
    return DatabaseAddress(
        _url(given, hosts, ports), _arguments(given, hosts, ports), is_yes(POOLER, given.get(POOLER, "no"))
    )


def _split(address: str) -> SplitResult:
    unreadable = BadDatabaseUrl(
        f"DATABASE_URL cannot be read; type {FORM}."
        " In a name or password, @ is written %40, / %2F, : %3A, ? %3F, # %23."
    )
    try:
        parts = urlsplit(address)
    except ValueError as error:
        raise unreadable from error
    backend = parts.scheme.partition("+")[0]
    is_whole = all("=" in pair for pair in parts.query.split("&") if pair)
    if not parts.scheme or "://" not in address or parts.fragment or not is_whole:
        raise unreadable
    if backend not in ("postgresql", "postgres"):
        raise BadDatabaseUrl(f"DATABASE_URL names {backend}; ScraperSky runs on PostgreSQL only.")
    places = parts.netloc.rpartition("@")[2]
    if any(not _port_in(place).isdecimal() for place in places.split(",") if _port_in(place)):
        raise unreadable  # most likely the rest of a password
    return parts


def _port_in(place: str) -> str:
    """
    >>> _port_in("db:5433"), _port_in("[::1]:5433"), _port_in("[::1]"), _port_in("db")
    ('5433', '5433', '', '')
    """
    return place.rpartition("]")[2].rpartition(":")[2] if ":" in place.rpartition("]")[2] else ""


def _place_of(parts: SplitResult) -> dict[str, str]:
    """User, password, hosts, ports and database that stand before the question mark."""
    person, _, places = parts.netloc.rpartition("@")
    user, _, password = person.partition(":")
    listed = places.split(",")
    ports = [_port_in(place) for place in listed]
    hosts = [place.removesuffix(f":{port}").strip("[]") for place, port in zip(listed, ports, strict=True)]
    written = {
        "user": user,
        "password": password,
        "host": ",".join(hosts),
        "port": ",".join(ports) if any(ports) else "",
        "dbname": parts.path.removeprefix("/"),
    }
    return {name: unquote(value) for name, value in written.items() if value}


def _parameters(query: str) -> dict[str, str]:
    """A plus sign is one here, as for PostgreSQL's programs; what is empty is not given."""
    pairs = (pair.partition("=") for pair in query.split("&"))
    return {unquote(name): unquote(value) for name, _, value in pairs if value}


def _ports(written: str, count: int) -> list[int]:
    """One for each host; a single one is for all."""
    try:
        ports = [int(port) if port else DEFAULT_PORT for port in written.split(",")]
    except ValueError as error:
        raise BadDatabaseUrl("DATABASE_URL has a port that is no number.") from error
    if len(ports) not in (1, count):
        raise BadDatabaseUrl(
            f"DATABASE_URL has {count} hosts and {len(ports)} ports; each host has one, or all the same."
        )
    return ports if len(ports) == count else ports * count


def _url(given: Mapping[str, str], hosts: list[str], ports: list[int]) -> URL:
    is_socket = hosts[0].startswith("/")
    several = ",".join(f"{host}:{port}" for host, port in zip(hosts, ports, strict=True))
    return URL.create(
        "postgresql+asyncpg",
        username=given.get("user"),
        password=given.get("password"),
        host=several if len(hosts) > 1 else None if is_socket else hosts[0] or None,
        port=ports[0] if len(hosts) == 1 and "port" in given else None,
        database=given.get("dbname"),
        query={"host": hosts[0]} if is_socket and len(hosts) == 1 else {},
    )


def _arguments(given: Mapping[str, str], hosts: list[str], ports: list[int]) -> dict[str, Any]:
    arguments: dict[str, Any] = {"connection_class": kept_alive(_socket_options(given))}
    if len(hosts) > 1:
        arguments |= {"host": hosts, "port": ports}
    if "connect_timeout" in given:
        seconds = whole_number("connect_timeout", given["connect_timeout"])
        arguments["timeout"] = seconds if seconds > 0 else None
    settings = {name: given[name] for name in ("application_name", "options") if name in given}
    if "fallback_application_name" in given:
        settings.setdefault("application_name", given["fallback_application_name"])
    if settings:
        arguments["server_settings"] = settings
    the_drivers = {name: value for name, value in given.items() if name in THE_DRIVERS}
    if given.get("sslrootcert") == "system":
        arguments["ssl"] = _trusting_what_the_system_does(the_drivers)
        del the_drivers["sslrootcert"]
    if the_drivers:
        arguments["dsn"] = f"postgresql://?{urlencode(the_drivers, quote_via=quote)}"
    return arguments


def _socket_options(given: Mapping[str, str]) -> dict[str, int] | None:
    """None where the operating system is not to look whether the other side is still there."""
    if not is_yes("keepalives", given.get("keepalives", "yes")):
        return None
    return {**PROBES, **{name: whole_number(name, given[name]) for name in SOCKET_OPTIONS if name in given}}


def _trusting_what_the_system_does(given: Mapping[str, str]) -> ssl.SSLContext:
    if given.get("sslmode", "verify-full") != "verify-full":
        raise BadDatabaseUrl("DATABASE_URL has sslrootcert=system, which takes sslmode=verify-full.")
    context = ssl.create_default_context()
    context.set_alpn_protocols(["postgresql"])
    if "sslcert" in given:
        context.load_cert_chain(given["sslcert"], given.get("sslkey"), lambda: given.get("sslpassword", ""))
    return context
