"""Hosts that are nobody's website: a crawl may stumble into them, and contacts be sent to one."""

from scrapersky.simulator.exchange import SiteRequest, SiteResponse
from scrapersky.simulator.hosts import BUILDER_HOST

MUST_NEVER_BE_READ = "This answer comes from a private address and must never be read."

_HOME = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Sitebuilder: your website in an hour</title></head>
<body><h1>Your website in an hour</h1><p>Every site of ours has a name of its own under {BUILDER_HOST}.</p>
<footer><a href="mailto:support@{BUILDER_HOST}">support@{BUILDER_HOST}</a></footer></body></html>
"""


def answer_of_builder(request: SiteRequest) -> SiteResponse:
    """The firm under whose name small businesses have sites. Its address is nobody else's contact."""
    is_home = request.path == "/"
    return _page(200 if is_home else 404, _HOME if is_home else "<title>Not found</title>")


def answer_of_receiver(request: SiteRequest) -> SiteResponse:
    """Takes whatever is posted; that it came is in the request log."""
    if request.method == "POST":
        return SiteResponse(200, {"Content-Type": "text/plain; charset=utf-8"}, b"Thank you.")
    return _page(405, "<title>Post something</title>")


def answer_of_intranet(_: SiteRequest) -> SiteResponse:
    """What lies behind a name that resolves to a private address."""
    return _page(200, MUST_NEVER_BE_READ)


def _page(status: int, body: str) -> SiteResponse:
    return SiteResponse(status, {"Content-Type": "text/html; charset=utf-8"}, body.encode())
