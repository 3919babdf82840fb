"""The hosts of the simulated internet that are no business's: a crawl may stumble into them."""

from scrapersky.simulator.exchange import SiteRequest, SiteResponse

GOOGLE_PLACES_HOST = "places.googleapis.com"
OVERPASS_HOST = "overpass-api.de"
NOMINATIM_HOST = "nominatim.openstreetmap.org"
PLACE_HOSTS = frozenset({GOOGLE_PLACES_HOST, OVERPASS_HOST, NOMINATIM_HOST})

CONTROL_HOST = "simulator.example"
"""Where out-of-process tests read the request log; `127.0.0.1` and `localhost` mean the same."""

BUILDER_HOST = "sitebuilder.example"
"""The firm whose customers' sites are names under its own."""

SITE_BUILDERS = frozenset({BUILDER_HOST})
"""What clients on the simulated internet have to be told, as no list of real site builders has it."""

HOOKS_HOST = "hooks.example"
"""Somebody's own server, which takes what it is sent: where a demonstration can deliver to."""

OTHER_HOSTS = PLACE_HOSTS | {CONTROL_HOST, BUILDER_HOST, HOOKS_HOST}

INTERNAL_HOST = "intranet.example"
"""A name that hostile redirects point at: it resolves to a private address."""
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
