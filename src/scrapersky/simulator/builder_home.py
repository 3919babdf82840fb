"""The home page of the firm under whose name small businesses have sites. Its address is nobody else's contact."""

from scrapersky.simulator.exchange import SiteRequest, SiteResponse
from scrapersky.simulator.hosts import BUILDER_HOST

_HOME = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Sitebuilder: your website in an hour</title></head>
<body><h1>Your website in an hour</h1><p>Every site of ours has a name of its own under {BUILDER_HOST}.</p>
<footer><a href="mailto:support@{BUILDER_HOST}">support@{BUILDER_HOST}</a></footer></body></html>
"""


class BuilderHome:
    def answer(self, request: SiteRequest) -> SiteResponse:
        is_home = request.path == "/"
        body = _HOME if is_home else "<title>Not found</title>"
        return SiteResponse(200 if is_home else 404, {"Content-Type": "text/html; charset=utf-8"}, body.encode())

    def busy(self) -> SiteResponse:
        return SiteResponse(503, {"Content-Type": "text/html; charset=utf-8"}, b"<title>Back soon</title>")
