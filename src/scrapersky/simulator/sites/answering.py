"""Answers requests to a site, as its server would."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from importlib.resources import files
from urllib.parse import quote

from scrapersky.simulator.business import SimulatedBusiness
from scrapersky.simulator.exchange import SiteRequest, SiteResponse
from scrapersky.simulator.sites.bulk import picture, script_text, style_rules
from scrapersky.simulator.sites.contacts.planting import ENDPOINT
from scrapersky.simulator.sites.dates import http_date, modified_at
from scrapersky.simulator.sites.rendering import endpoint_body, page_mark, render_not_found, render_page
from scrapersky.simulator.sites.routes import SimulatedPage
from scrapersky.simulator.sites.site import Site, site_of
from scrapersky.simulator.sites.sitemaps.writing import STYLESHEET, write_sitemap
from scrapersky.simulator.world import World

APP_SCRIPT = "\n" + files(__package__).joinpath("app_script.js").read_text("utf-8").replace("ENDPOINT", ENDPOINT)

_NAMING_PARAMETERS = frozenset({"page", "id", "page_number"})
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

Content = tuple[int, str, bytes]
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


def respond(world: World, business: SimulatedBusiness, request: SiteRequest) -> SiteResponse:
    """The same answer to the same request, always."""
    site = site_of(world, business)
    if request.method not in {"GET", "HEAD"}:
        return SiteResponse(405, {"Allow": "GET, HEAD", "Content-Type": "text/plain"}, b"Method not allowed.\n")
    if location := _redirect(site, request):
        return SiteResponse(301, {"Location": location, "Server": site.setting.variant.server}, b"")
    page = _find_page(site, request)
    kept = page.path if page else request.path
    validators = _validators(site, kept) if page or kept in site.sitemaps.files else {}
    if validators and _is_unchanged(request.headers, validators):
        return SiteResponse(304, _headers(site, validators), b"")
    status, content_type, body = _content(site, request.path, page)
    headers = _headers(site, validators) | {"Content-Type": content_type}
    if request.method == "HEAD":
        return SiteResponse(status, headers | {"Content-Length": str(len(body))}, b"")
    return SiteResponse(status, headers, body)


def _redirect(site: Site, request: SiteRequest) -> str | None:
    setting = site.setting
    wrong_scheme = setting.origin.startswith("https:") and not request.https
    path = _canonical_path(site, request)
    if request.host == setting.host and not wrong_scheme and path == request.path:
        return None
    return setting.origin + quote(path) + (f"?{request.query}" if request.query else "")


def _canonical_path(site: Site, request: SiteRequest) -> str:
    """The address under which the page is kept: with or without its last slash, never as an index file."""
    path, routes = request.path, site.setting.routes
    if moved := site.sitemaps.redirects.get(path):
        return moved
    if path == "/" or _find_page(site, request):
        return path
    if path in {"/index.html", "/index.htm", "/index.php"}:
        return "/"
    other = path[:-1] if path.endswith("/") else f"{path}/"
    return other if routes.find(other) else path


def _find_page(site: Site, request: SiteRequest) -> SimulatedPage | None:
    """By path alone, unless the site tells its pages apart by query."""
    query = ""
    if request.query and "?" in site.setting.variant.page_prefix:
        query = "&".join(part for part in request.query.split("&") if part.partition("=")[0] in _NAMING_PARAMETERS)
    return site.setting.routes.find(f"{request.path}?{query}" if query else request.path)


def _content(site: Site, path: str, page: SimulatedPage | None) -> Content:
    if page:
        return 200, site.charset.content_type, render_page(site, page)
    if path == "/robots.txt":
        return _robots(site)
    if file := site.sitemaps.files.get(path):
        return 200, file.content_type, write_sitemap(site.setting, file)
    if path == ENDPOINT and site.setting.variant.dialect == "app_endpoint":
        return 200, "application/json", endpoint_body(site)
    if asset := find_asset(site, path):
        return 200, *asset
    return 200 if site.soft_404 else 404, site.charset.content_type, render_not_found(site)


def _robots(site: Site) -> Content:
    robots = site.robots
    if robots.state in {"absent", "html"}:
        return robots.status, site.charset.content_type, render_not_found(site)
    if robots.state == "server_error":
        return robots.status, "text/html", b"<html><body><h1>503 Service Unavailable</h1></body></html>"
    return robots.status, "text/plain; charset=utf-8", robots.text().encode()


def _headers(site: Site, validators: Mapping[str, str]) -> dict[str, str]:
    variant = site.setting.variant
    headers = {"Server": variant.server, **validators}
    if variant.powered_by:
        headers["X-Powered-By"] = variant.powered_by
    if site.setting.platform in {"wordpress", "wordpress_seo"}:
        headers["Link"] = f'<{site.setting.origin}/wp-json/>; rel="https://api.w.org/"'
    return headers


def _validators(site: Site, path: str) -> dict[str, str]:
    kind = site.setting.variant.validators
    found = {}
    if kind in {"etag", "weak_etag", "both"}:
        found["ETag"] = f'{"W/" if kind == "weak_etag" else ""}"{page_mark(site, path):016x}"'
    if kind in {"modified", "both"}:
        found["Last-Modified"] = http_date(modified_at(site.setting.business.number, path))
    return found


def _is_unchanged(asked: Mapping[str, str], validators: Mapping[str, str]) -> bool:
    """By the rules of HTTP: a matching tag decides, and a date only counts when no tag was sent."""
    if tags := asked.get("if-none-match"):
        known = validators.get("ETag", "").removeprefix("W/")
        return tags.strip() == "*" or (
            bool(known) and known in {tag.strip().removeprefix("W/") for tag in tags.split(",")}
        )
    since = _moment(asked.get("if-modified-since", ""))
    changed = _moment(validators.get("Last-Modified", ""))
    return since is not None and changed is not None and changed <= since


def _moment(text: str) -> datetime | None:
    try:
        return parsedate_to_datetime(text).replace(tzinfo=UTC) if text else None
    except ValueError:
        return None
