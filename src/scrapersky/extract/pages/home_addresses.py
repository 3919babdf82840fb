"""Where else a home page may be, when its usual address cannot be reached."""

from scrapersky.extract.domains import domain_of_host
from scrapersky.extract.urls import parse_web_url


def home_addresses(url: str) -> list[str]:
    """The address itself, then with or without www., then over the other scheme.

    >>> home_addresses("http://www.acme.example/")
    ['http://www.acme.example/', 'http://acme.example/', 'https://www.acme.example/', 'https://acme.example/']
    >>> home_addresses("https://shop.acme.example/")
    ['https://shop.acme.example/', 'http://shop.acme.example/']
    """
    parsed = parse_web_url(url)
    if parsed is None or parsed.port:
        return [url]
    schemes = ("https:", "http:") if parsed.protocol == "https:" else ("http:", "https:")
    path = parsed.pathname + parsed.search
    hosts = (parsed.hostname, *_other_host(parsed.hostname))
    return list(dict.fromkeys([url, *(f"{scheme}//{host}{path}" for scheme in schemes for host in hosts)]))


def _other_host(host: str) -> tuple[str, ...]:
    if host.startswith("www."):
        return (host.removeprefix("www."),)
    return (f"www.{host}",) if domain_of_host(host) == host else ()
