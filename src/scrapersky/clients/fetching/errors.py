"""What can go wrong on the way to a page, as a tree.

FetchError
├── UrlRefused                 the guard said no before anything was sent
│   ├── BadUrl                 bad_url
│   ├── SchemeRefused          scheme
│   ├── CredentialsRefused     credentials
│   ├── PortRefused            port
│   └── AddressRefused         refused_address
├── HostUnavailable            nothing usable came back; counts towards the host's circuit
│   ├── NameNotResolved        dns
│   ├── ConnectionFailed       connect
│   ├── CertificateRefused     tls
│   ├── TimedOut               timeout
│   └── AnswerBroken           disconnected, bad_response
├── HostBusy                   busy: a turn is too far away, or the host asked for a pause
├── HostDown                   the reason remembered from earlier failures
├── ProxyFailed                proxy
├── HostSuppressed             suppressed: whoever fetches has that host on their suppression list
├── RobotsRefused              robots
├── RobotsUnreachable          robots_unreachable
├── BadStatus                  http_404, http_503 …, blocked
├── BadRedirect                bad_redirect
├── WrongContent               not_html, wrong_type
├── TooLarge                   too_large
├── HeadersTooLarge            headers_too_large
└── BadEncoding                decompression
"""

from datetime import datetime, timedelta

from scrapersky.errors import ScraperSkyError


class FetchError(ScraperSkyError):
    """Something could not be fetched. The message is for the person curating, the reason for the grid."""

    code = "fetch"

    def __init__(
        self,
        url: str,
        message: str,
        *,
        reason: str,
        worth_retrying: bool = False,
        retry_after: timedelta | None = None,
    ) -> None:
        super().__init__(message)
        self.url = url
        self.reason = self.outcome = reason
        self.worth_retrying = worth_retrying
        self.retry_after = retry_after


class UrlRefused(FetchError):
    """The guard refused the URL; nothing was sent."""


class BadUrl(UrlRefused):
    def __init__(self, url: str, why: str) -> None:
        super().__init__(url, f"{shortened(url)} is not a usable web address: {why}.", reason="bad_url")


class SchemeRefused(UrlRefused):
    def __init__(self, url: str, scheme: str) -> None:
        message = f"{shortened(url)} begins with {scheme}:; only http: and https: are fetched."
        super().__init__(url, message, reason="scheme")


class CredentialsRefused(UrlRefused):
    """The URL carried a user name or password. Neither is repeated here."""

    def __init__(self, url_without_credentials: str) -> None:
        message = f"{shortened(url_without_credentials)} was given with a user name or password, which are never sent."
        super().__init__(url_without_credentials, message, reason="credentials")


class PortRefused(UrlRefused):
    def __init__(self, url: str, port: int) -> None:
        message = f"{shortened(url)} asks for port {port}; only the allowed ports (usually 80 and 443) are contacted."
        super().__init__(url, message, reason="port")
        self.port = port


class AddressRefused(UrlRefused):
    """The host is, or resolves to, an address that is not on the public internet."""

    def __init__(self, url: str, host: str, why: str) -> None:
        message = f"{shortened(host)} is not contacted: {why}."
        super().__init__(url, message, reason="refused_address")
        self.host = host


class HostUnavailable(FetchError):
    """Nothing usable came back from the host. Counts towards its circuit."""


class NameNotResolved(HostUnavailable):
    def __init__(self, url: str, host: str, why: str, *, worth_retrying: bool) -> None:
        message = f"The name {shortened(host)} could not be resolved: {why}."
        super().__init__(url, message, reason="dns", worth_retrying=worth_retrying)


class ConnectionFailed(HostUnavailable):
    def __init__(self, url: str, host: str, why: str) -> None:
        message = f"Could not connect to {shortened(host)}: {why}."
        super().__init__(url, message, reason="connect", worth_retrying=True)


class CertificateRefused(HostUnavailable):
    def __init__(self, url: str, host: str, why: str) -> None:
        message = f"The secure connection to {shortened(host)} failed: {why}."
        super().__init__(url, message, reason="tls")


class TimedOut(HostUnavailable):
    def __init__(self, url: str, what: str) -> None:
        super().__init__(url, f"{shortened(url)} took too long: {what}.", reason="timeout", worth_retrying=True)


class AnswerBroken(HostUnavailable):
    """The connection ended early, or what came over it was not HTTP."""

    def __init__(self, url: str, why: str, *, reason: str) -> None:
        message = f"{shortened(url)} sent a broken answer: {why}."
        super().__init__(url, message, reason=reason, worth_retrying=True)


class HostBusy(FetchError):
    """The host's next free turn is further away than we wait: the row goes back until then, at no attempt's cost."""

    costs_attempt = False

    def __init__(self, url: str, host: str, until: datetime, wait: timedelta, why: str) -> None:
        message = f"{shortened(host)} is not asked again before {until:%Y-%m-%d %H:%M:%S} UTC: {why}."
        super().__init__(url, message, reason="busy", worth_retrying=True, retry_after=wait)
        self.host, self.until = host, until


class HostDown(FetchError):
    """The host failed so often lately that it was not asked. Carries the reason of those failures."""

    def __init__(self, url: str, host: str, failures: int, reason: str, wait: timedelta) -> None:
        message = (
            f"{shortened(host)} failed {failures} times in a row ({reason}) and was not asked again;"
            f" the next try is in {round(wait.total_seconds())} seconds."
        )
        super().__init__(url, message, reason=reason, worth_retrying=True, retry_after=wait)
        self.host = host


class ProxyFailed(FetchError):
    def __init__(self, url: str, why: str) -> None:
        message = f"The proxy did not pass on the request for {shortened(url)}: {why}. Check the proxy setting."
        super().__init__(url, message, reason="proxy", worth_retrying=True)


class HostSuppressed(FetchError):
    """Nothing was sent, since the host is to be left alone; the row whose work this was is done."""

    completes = True

    def __init__(self, url: str, why: str) -> None:
        super().__init__(url, f"{shortened(url)} was not fetched. {why}", reason="suppressed")


class RobotsRefused(FetchError):
    def __init__(self, url: str) -> None:
        super().__init__(url, f"The site's robots.txt does not allow {shortened(url)} to be fetched.", reason="robots")


class RobotsUnreachable(FetchError):
    """RFC 9309: a robots.txt that should be there and cannot be read means that nothing may be fetched."""

    def __init__(self, url: str, why: str, wait: timedelta) -> None:
        message = f"The site's robots.txt could not be read ({why}), so {shortened(url)} is not fetched for now."
        super().__init__(url, message, reason="robots_unreachable", worth_retrying=True, retry_after=wait)


class BadStatus(FetchError):
    """The site answered, but with an error."""

    def __init__(self, url: str, status: int, *, is_blocked: bool, retry_after: timedelta | None) -> None:
        super().__init__(
            url,
            _told_of(shortened(url), status, is_blocked=is_blocked),
            reason="blocked" if is_blocked else f"http_{status}",
            worth_retrying=status in _PASSING_STATUSES,
            retry_after=retry_after,
        )
        self.status = status


def _told_of(url: str, status: int, *, is_blocked: bool) -> str:
    """A server that fails is one cause of errors, whichever number it says so with; "HTTP 404" names a cause."""
    if is_blocked:
        return f"{url} refused us with HTTP {status}."
    return (
        f"The site's server failed at {url} (HTTP status {status})."
        if status >= 500
        else f"{url} answered HTTP {status}."
    )


_PASSING_STATUSES = frozenset({408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 527, 530})


class BadRedirect(FetchError):
    def __init__(self, url: str, why: str) -> None:
        super().__init__(url, f"{shortened(url)} redirects {why}.", reason="bad_redirect")


class WrongContent(FetchError):
    def __init__(self, url: str, content_type: str, wanted: str) -> None:
        is_page_wanted = "html" in wanted
        what = "a web page" if is_page_wanted else wanted
        message = f"{shortened(url)} is {content_type}, not {what}."
        super().__init__(url, message, reason="not_html" if is_page_wanted else "wrong_type")
        self.content_type = content_type


class TooLarge(FetchError):
    def __init__(self, url: str, limit: int) -> None:
        message = f"{shortened(url)} is larger than the {limit:,} bytes that are read at most."
        super().__init__(url, message, reason="too_large")


class HeadersTooLarge(FetchError):
    def __init__(self, url: str) -> None:
        message = f"{shortened(url)} sent more or longer headers than are read."
        super().__init__(url, message, reason="headers_too_large")


class BadEncoding(FetchError):
    """The body could not be decompressed, or grew as only a decompression bomb does."""

    def __init__(self, url: str, why: str) -> None:
        super().__init__(url, f"{shortened(url)} could not be decompressed: {why}.", reason="decompression")


def shortened(text: str, most: int = 200) -> str:
    """Hostile URLs can be long; a message need not be.

    >>> shortened("abcdef", most=4)
    'abc…'
    """
    return text if len(text) <= most else text[: most - 1] + "…"
