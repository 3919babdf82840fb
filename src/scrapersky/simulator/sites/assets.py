"""The small files pages refer to."""

import re
from importlib.resources import files

from scrapersky.simulator.sites.bulk import picture, script_text, style_rules
from scrapersky.simulator.sites.contacts.planting import ENDPOINT
from scrapersky.simulator.sites.site import Site
from scrapersky.simulator.sites.sitemaps.writing import STYLESHEET

APP_SCRIPT = "\n" + files(__package__).joinpath("app_script.js").read_text("utf-8").replace("ENDPOINT", ENDPOINT)


_PHOTO = re.compile(r"photo-([1-6])\.png")
_PROTECTION_PAGE = (
    b"<!DOCTYPE html><html lang=en><head><title>Email Protection | Cloudflare</title></head><body><h1>Email Protection"
    b"</h1><p>You are unable to access this email address.</p></body></html>"
)
_BROCHURE = (
    b"%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
    b"trailer<</Root 1 0 R>>\n%%EOF\n"
)
_XSL = b'<?xml version="1.0"?><xsl:stylesheet version="2.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"/>'

Asset = tuple[str, bytes]
_FIXED: dict[str, Asset] = {
    "/favicon.ico": ("image/x-icon", picture(0)),
    "/cdn-cgi/l/email-protection": ("text/html", _PROTECTION_PAGE),
    STYLESHEET: ("text/xsl", _XSL),
    "/video.mp4": ("video/mp4", b"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom"),
}


def find_asset(site: Site, path: str) -> Asset | None:
    if fixed := _FIXED.get(path):
        return fixed
    if path == "/wp-json/" and site.setting.platform in {"wordpress", "wordpress_seo"}:
        return "application/json; charset=UTF-8", b'{"name":"WordPress","namespaces":["wp\\/v2"]}'
    folder, _, name = path.rpartition("/")
    if folder != site.setting.variant.assets:
        return None
    if name == "site.js" and site.setting.is_app:
        return "application/javascript", APP_SCRIPT.encode()
    return _named(name)


def _named(name: str) -> Asset | None:
    if name == "style.css":
        return "text/css", style_rules(2).encode()
    if name == "site.js":
        return "application/javascript", script_text().encode()
    if name in {"logo.png", "logo@2x.png"}:
        return "image/png", picture(1)
    if name == "brochure.pdf":
        return "application/pdf", _BROCHURE
    found = _PHOTO.fullmatch(name)
    return ("image/png", picture(int(found[1]))) if found else None
