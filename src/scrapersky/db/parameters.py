"""What may stand behind the question mark of DATABASE_URL: what PostgreSQL's programs know, and what we can do."""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path

from scrapersky.db.silence import SOCKET_OPTIONS
from scrapersky.errors import ScraperSkyError

_PLACE = frozenset({"dbname", "host", "password", "port", "user"})
_FILES = frozenset({"passfile", "sslcert", "sslcrl", "sslkey", "sslrootcert"})
THE_DRIVERS = _FILES | {
    *("gsslib", "krbsrvname", "service", "sslmode", "sslnegotiation", "sslpassword", "target_session_attrs"),
    *("ssl_max_protocol_version", "ssl_min_protocol_version"),
}
_THE_SERVERS = frozenset({"application_name", "fallback_application_name", "options"})
# What these ask for is so in any case; what they could ask for otherwise, the driver cannot do.
_SO_ANYWAY: Mapping[str, frozenset[str]] = {
    "channel_binding": frozenset({"disable", "prefer"}),
    "client_encoding": frozenset({"auto", "unicode", "utf-8", "utf8"}),
    "gssdelegation": frozenset({"0"}),
    "gssencmode": frozenset({"disable", "prefer"}),
    "load_balance_hosts": frozenset({"disable"}),
    "max_protocol_version": frozenset({"3.0", "latest"}),
    "min_protocol_version": frozenset({"3.0"}),
    "replication": frozenset({"0", "false", "no", "off"}),
    "sslcertmode": frozenset({"allow"}),
    "sslcompression": frozenset({"0"}),
    "sslsni": frozenset({"1"}),
}
_BEYOND_THE_DRIVER = frozenset(
    {
        *("hostaddr", "oauth_client_id", "oauth_client_secret", "oauth_issuer", "oauth_scope", "require_auth"),
        *("requirepeer", "scram_client_key", "scram_server_key", "sslcrldir", "sslkeylogfile"),
    }
)
POOLER = "pgbouncer"
KNOWN = (
    _PLACE | THE_DRIVERS | _THE_SERVERS | _SO_ANYWAY.keys() | _BEYOND_THE_DRIVER | SOCKET_OPTIONS.keys()
    | {POOLER, "connect_timeout", "keepalives"}
)  # fmt: skip
_SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_YES, _NO = ("1", "on", "true", "yes"), ("0", "false", "no", "off")


class BadDatabaseUrl(ScraperSkyError):
    """DATABASE_URL is not the address of a PostgreSQL, or asks for what we cannot do."""

    code = "database_url"


def refuse_impossible(name: str, value: str, given: Mapping[str, str]) -> None:
    if name not in KNOWN:
        raise BadDatabaseUrl(_unknown(name))
    if name in _BEYOND_THE_DRIVER:
        raise BadDatabaseUrl(f"DATABASE_URL has the parameter {name!r}, which our driver does not know. Leave it out.")
    if name == "channel_binding" and value == "require":
        if given.get("sslmode") != "verify-full":
            raise BadDatabaseUrl(
                "DATABASE_URL has channel_binding=require, which our driver cannot do. Leave it out and write"
                " sslmode=verify-full&sslrootcert=system instead: that the server is the right one is then proved"
                " by its certificate."
            )
    elif name in _SO_ANYWAY and value.lower() not in _SO_ANYWAY[name]:
        possible = " or ".join(f"{name}={each}" for each in sorted(_SO_ANYWAY[name]))
        raise BadDatabaseUrl(f"DATABASE_URL has {name}={value}, which our driver cannot do; it can do {possible}.")
    if name == "sslmode" and value not in _SSL_MODES:
        raise BadDatabaseUrl(f"DATABASE_URL has sslmode={value}; there are {', '.join(_SSL_MODES)}.")
    if name in _FILES and not (name == "sslrootcert" and value == "system"):
        _refuse_unreadable(name, Path(value))


def _unknown(name: str) -> str:
    shown = repr(name) if name.isidentifier() else "with a strange name"  # it may be the rest of a password
    like = get_close_matches(name, KNOWN, 1)
    meant = f" Did you mean {like[0]}?" if like else " Leave it out."
    return f"DATABASE_URL has a parameter {shown} that PostgreSQL's programs do not know.{meant}"


def _refuse_unreadable(name: str, file: Path) -> None:
    try:
        file.open("rb").close()
    except OSError as error:
        raise BadDatabaseUrl(f"DATABASE_URL has {name}={file}, which cannot be read: {error.strerror}.") from error


def whole_number(name: str, value: str) -> int:
    try:
        return int(value)
    except ValueError as error:
        raise BadDatabaseUrl(f"DATABASE_URL has {name}={value}, which is no whole number.") from error


def is_yes(name: str, value: str) -> bool:
    if value.lower() not in _YES + _NO:
        raise BadDatabaseUrl(f"DATABASE_URL has {name}={value}; write true or false.")
    return value.lower() in _YES
