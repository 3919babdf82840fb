"""The simulator's own certificate authority, and a certificate for whichever name a client asks for."""

import ssl
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import lru_cache

import trustme

_REMEMBERED_HOSTS = 1024


class CertificateAuthority:
    """Signs served names as they are asked for. Nobody trusts it who was not handed it."""

    def __init__(self, is_served: Callable[[str], bool], is_expired: Callable[[str], bool]) -> None:
        self._authority = trustme.CA(organization_name="ScraperSky simulator")
        self._is_served = is_served
        self._is_expired = is_expired
        self._context_for = lru_cache(_REMEMBERED_HOSTS)(self._make_context)

    @property
    def pem(self) -> bytes:
        return self._authority.cert_pem.bytes()

    def trusting_context(self) -> ssl.SSLContext:
        """A client's context that trusts this authority and no other."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self._authority.configure_trust(context)
        return context

    def server_context(self) -> ssl.SSLContext:
        """A server's context that shows each client a certificate for the name it asked for, if that is served."""
        context = self._make_context("localhost")
        context.sni_callback = self._choose
        return context

    def _choose(self, connection: ssl.SSLObject, name: str | None, _: ssl.SSLContext) -> None:
        host = (name or "").lower()
        if self._is_served(host):
            connection.context = self._context_for(host)

    def _make_context(self, host: str) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        not_after = datetime.now(UTC) - timedelta(days=1) if self._is_expired(host) else None
        not_before = not_after - timedelta(days=90) if not_after else None
        leaf = self._authority.issue_cert(host, not_before=not_before, not_after=not_after)
        leaf.configure_cert(context)
        return context
