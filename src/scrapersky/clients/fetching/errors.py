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
    """Something could not be fetched. The message is for the person curating, the reason for the grid.

    A message names the `url` or the `host`, and says `why`.
    """

    code = "fetch"
    reason: str

    def __init__(
        self,
        url: str,
        why: str = "",
        *,
        host: str = "",
        reason: str | None = None,
        worth_retrying: bool | None = None,
        retry_after: timedelta | None = None,
    ) -> None:
        super().__init__(self.message.format(url=shortened(url), host=shortened(host), why=why))
        self.url, self.host, self.retry_after = url, host, retry_after
        self.reason = self.outcome = self.reason if reason is None else reason
        if worth_retrying is not None:
            self.worth_retrying = worth_retrying


class UrlRefused(FetchError):
    """The guard refused the URL; nothing was sent."""


class BadUrl(UrlRefused):
    message, reason = "{url} is not a usable web address: {why}.", "bad_url"


class SchemeRefused(UrlRefused):
    message, reason = "{url} begins with {why}:; only http: and https: are fetched.", "scheme"


class CredentialsRefused(UrlRefused):
    """The URL carried a user name or password. Neither is repeated here: it is given without them."""

    message, reason = "{url} was given with a user name or password, which are never sent.", "credentials"


class PortRefused(UrlRefused):
    message = "{url} asks for port {why}; only the allowed ports (usually 80 and 443) are contacted."
    reason = "port"

    def __init__(self, url: str, port: int) -> None:
        super().__init__(url, str(port))
        self.port = port


class AddressRefused(UrlRefused):
    """The host is, or resolves to, an address that is not on the public internet."""

    message, reason = "{host} is not contacted: {why}.", "refused_address"


class HostUnavailable(FetchError):
    """Nothing usable came back from the host. Counts towards its circuit."""


class NameNotResolved(HostUnavailable):
    message, reason = "The name {host} could not be resolved: {why}.", "dns"


class ConnectionFailed(HostUnavailable):
    message, reason = "Could not connect to {host}: {why}.", "connect"
    worth_retrying = True


class CertificateRefused(HostUnavailable):
    message, reason = "The secure connection to {host} failed: {why}.", "tls"


class TimedOut(HostUnavailable):
    message, reason = "{url} took too long: {why}.", "timeout"
    worth_retrying = True


class AnswerBroken(HostUnavailable):
    """The connection ended early, or what came over it was not HTTP: the reason says which."""

    message, reason = "{url} sent a broken answer: {why}.", "bad_response"
    worth_retrying = True


class HostBusy(FetchError):
    """The host's next free turn is further away than we wait: the row goes back until then, at no attempt's cost."""

    message, reason = "{host} is not asked again before {why}.", "busy"
    costs_attempt, worth_retrying = False, True

    def __init__(self, url: str, host: str, until: datetime, wait: timedelta, why: str) -> None:
        super().__init__(url, f"{until:%Y-%m-%d %H:%M:%S} UTC: {why}", host=host, retry_after=wait)
        self.until = until


class HostDown(FetchError):
    """The host failed so often lately that it was not asked. Carries the reason of those failures."""

    message = "{host} failed {why}."
    worth_retrying = True

    def __init__(self, url: str, host: str, failures: int, reason: str, wait: timedelta) -> None:
        next_try = f"the next try is in {round(wait.total_seconds())} seconds"
        why = f"{failures} times in a row ({reason}) and was not asked again; {next_try}"
        super().__init__(url, why, host=host, reason=reason, retry_after=wait)


class ProxyFailed(FetchError):
    message, reason = "The proxy did not pass on the request for {url}: {why}. Check the proxy setting.", "proxy"
    worth_retrying = True


class HostSuppressed(FetchError):
    """Nothing was sent, since the host is to be left alone; the row whose work this was is done."""

    message, reason = "{url} was not fetched. {why}", "suppressed"
    completes = True


class RobotsRefused(FetchError):
    message, reason = "The site's robots.txt does not allow {url} to be fetched.", "robots"


class RobotsUnreachable(FetchError):
    """RFC 9309: a robots.txt that should be there and cannot be read means that nothing may be fetched."""

    message = "The site's robots.txt could not be read ({why}), so {url} is not fetched for now."
    reason, worth_retrying = "robots_unreachable", True


class BadStatus(FetchError):
    """The site answered, but with an error."""

    message = "{why}"

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
    message, reason = "{url} redirects {why}.", "bad_redirect"


class WrongContent(FetchError):
    message = "{url} is {why}."

    def __init__(self, url: str, content_type: str, wanted: str) -> None:
        is_page_wanted = "html" in wanted
        why = f"{content_type}, not {'a web page' if is_page_wanted else wanted}"
        super().__init__(url, why, reason="not_html" if is_page_wanted else "wrong_type")
        self.content_type = content_type


class TooLarge(FetchError):
    message, reason = "{url} is larger than the {why} bytes that are read at most.", "too_large"


class HeadersTooLarge(FetchError):
    message, reason = "{url} sent more or longer headers than are read.", "headers_too_large"


class BadEncoding(FetchError):
    """The body could not be decompressed, or grew as only a decompression bomb does."""

    message, reason = "{url} could not be decompressed: {why}.", "decompression"


def shortened(text: str, most: int = 200) -> str:
    """Hostile URLs can be long; a message need not be.

    >>> shortened("abcdef", most=4)
    'abc…'
    """
    return text if len(text) <= most else text[: most - 1] + "…"
