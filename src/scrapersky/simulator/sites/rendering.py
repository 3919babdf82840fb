"""Whole pages as bytes, also of single-page apps, which are filled from JSON, and for an unknown address."""

import json
from html import escape, unescape

from scrapersky.simulator.business import Platform
from scrapersky.simulator.dice import keyed_hash
from scrapersky.simulator.sites.contacts.planting import ENDPOINT
from scrapersky.simulator.sites.contacts.structured import as_script_json
from scrapersky.simulator.sites.content import page_content, page_title, paragraphs
from scrapersky.simulator.sites.routes import SimulatedPage
from scrapersky.simulator.sites.shells import dialect_of
from scrapersky.simulator.sites.site import Site

_APACHE_NOT_FOUND = (
    b"<HTML><HEAD><TITLE>404 Not Found</TITLE></HEAD><BODY><H1>Not Found</H1>"
    b"The requested URL was not found on this server.<HR><ADDRESS>Apache Server</ADDRESS></BODY></HTML>"
)
_IIS_NOT_FOUND = (
    b"<HTML><HEAD><TITLE>The page cannot be found</TITLE></HEAD><BODY><H2>HTTP Error 404 - File or directory not "
    b"found.<BR>Internet Information Services (IIS)</H2></BODY></HTML>"
)
_WAY_OUT: dict[Platform, str] = {
    "wordpress": '<form role="search" class="search-form" action="/"><input type="search" name="s"></form>',
    "wordpress_seo": '<form role="search" method="get" action="/"><input type="search" name="s"></form>',
    "shop": '<form method="get" action="/"><input type="search" name="q"><button>&#8594;</button></form>',
    "builder": '<p class="error-page"><a class="button" href="/">&#8592;</a></p>',
}


def render_page(site: Site, page: SimulatedPage) -> bytes:
    setting = site.setting
    mark = page_mark(site, page.path)
    head = _page_head(site, page)
    content = app_body(site, page, mark) if setting.is_app else page_content(site, page, mark)
    return _framed(site, head, content)


def render_not_found(site: Site) -> bytes:
    labels = site.setting.language.labels
    if site.setting.is_app:
        return render_page(site, site.setting.routes.kinds["home"])
    if site.setting.variant.dialect == "nineties":
        return _IIS_NOT_FOUND if "IIS" in site.setting.variant.server else _APACHE_NOT_FOUND
    way_out = _WAY_OUT.get(site.setting.platform, "")
    content = f"<h1>{labels['not_found']}</h1>\n<p>{labels['not_found_text']}</p>\n{way_out}\n"
    title = f"<title>{labels['not_found']} - {site.setting.brand_html}</title>\n"
    return _framed(site, title, content)


def page_mark(site: Site, path: str) -> int:
    """64 bits that belong to one page of one site."""
    return keyed_hash(site.setting.seed, "page", site.setting.business.number, path)


def _page_head(site: Site, page: SimulatedPage) -> str:
    title = page_title(site, page)
    pieces = site.piece("head", page.kind)
    if site.setting.variant.dialect == "nineties":
        return f"<title>{title}</title>\n{pieces}"
    address = escape(site.setting.origin + page.path)
    return (
        f'<title>{title}</title>\n<meta name="description" content="{site.sentences[0]}">\n'
        f'<link rel="canonical" href="{address}">\n<meta property="og:url" content="{address}">\n'
        f'<meta property="og:title" content="{title}">\n{pieces}'
    )


def _framed(site: Site, head: str, content: str) -> bytes:
    encode, written = site.charset.encode, dialect_of(site.setting.variant)
    return b"".join(
        (site.opening, encode(written(head)), site.style, site.middle, encode(written(content)), site.closing)
    )


_TEXTS = 6


def app_body(site: Site, page: SimulatedPage, mark: int) -> str:
    setting = site.setting
    notice = f"<noscript>{setting.language.labels['enable_script']}</noscript>"
    script = f'<script src="{setting.variant.assets}/site.js" defer></script>'
    if setting.variant.dialect == "app_endpoint":
        return f'{notice}<div id="root"></div><link rel="preload" as="fetch" href="{ENDPOINT}">{script}'
    state = _state(site, page, mark)
    root, name = ("__nuxt", "__NUXT_DATA__") if setting.variant.name == "nuxt" else ("__next", "__NEXT_DATA__")
    return f'{notice}<div id="{root}"></div><script id="{name}" type="application/json">{state}</script>{script}'


def _state(site: Site, page: SimulatedPage, mark: int) -> str:
    shown = {
        "kind": page.kind,
        "title": unescape(page_title(site, page)),
        "text": [unescape(text) for text in paragraphs(site.sentences, mark, _TEXTS)],
        "menu": [{"href": fixed.path, "kind": kind} for kind, fixed in site.setting.routes.kinds.items()],
    }
    members = [f'"page":{as_script_json(shown)}', site.piece("data", "*"), site.piece("data", page.kind)]
    inside = ",".join(member for member in members if member)
    return (
        f'{{"props":{{"pageProps":{{{inside}}}}},"page":{json.dumps(page.path)},"buildId":"{mark & 0xFFFFFFFF:08x}"}}'
    )


def endpoint_body(site: Site) -> bytes:
    """What the script of an app without data in its pages asks for."""
    menu = [{"href": page.path, "kind": kind} for kind, page in site.setting.routes.kinds.items()]
    members = [f'"menu":{as_script_json(menu)}', site.piece("data", "*")]
    return f"{{{','.join(member for member in members if member)}}}".encode()
