"""The bytes of sitemaps and feeds."""

import zlib
from collections.abc import Iterator
from html import escape

from scrapersky.simulator.sites.dates import http_date, modified_at, written_date
from scrapersky.simulator.sites.routes import SimulatedPage
from scrapersky.simulator.sites.setting import Setting
from scrapersky.simulator.sites.sitemaps.files import SimulatedSitemapFile

_NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
_EXTENSIONS = {
    "image": ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
    "news": ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"',
    "video": ' xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"',
}
_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
STYLESHEET = "/main-sitemap.xsl"


def write_sitemap(setting: Setting, file: SimulatedSitemapFile) -> bytes:
    body = _BODIES[file.kind](setting, file).encode()
    if file.has_bom:
        body = b"\xef\xbb\xbf" + body
    return _gzip(body) if file.gzipped else body


def _gzip(body: bytes) -> bytes:
    # Without a time in its header, so that the bytes are the same every day.
    squeezer = zlib.compressobj(6, zlib.DEFLATED, 31)
    return squeezer.compress(body) + squeezer.flush()


def _pages(setting: Setting, file: SimulatedSitemapFile) -> Iterator[SimulatedPage]:
    return setting.routes.between(file.span)


def _urlset(setting: Setting, file: SimulatedSitemapFile) -> str:
    entries = [_entry(setting, file, position, page) for position, page in enumerate(_pages(setting, file))]
    namespaces = _NAMESPACE + _EXTENSIONS.get(file.extension or "", "")
    return _wrapped("urlset", namespaces, setting, file, entries)


def _entry(setting: Setting, file: SimulatedSitemapFile, position: int, page: SimulatedPage) -> str:
    date = written_date(file.dates, modified_at(setting.business.number, page.path), position)
    lastmod = f"<lastmod>{date}</lastmod>" if date else ""
    extra = _extension(setting, file, page) if file.extension else ""
    return f"<url><loc>{escape(setting.origin + page.path)}</loc>{lastmod}{extra}</url>\n"


def _extension(setting: Setting, file: SimulatedSitemapFile, page: SimulatedPage) -> str:
    picture = f"{setting.origin}{setting.variant.assets}/photo-{1 + page.number % 6}.png"
    if file.extension == "image":
        return f"<image:image><image:loc>{picture}</image:loc></image:image>"
    title = escape(f"{setting.brand} {page.number}")
    if file.extension == "video":
        return (
            f"<video:video><video:thumbnail_loc>{picture}</video:thumbnail_loc><video:title>{title}</video:title>"
            f"<video:description>{title}</video:description>"
            f"<video:content_loc>{setting.origin}/video.mp4</video:content_loc></video:video>"
        )
    published = f"{modified_at(setting.business.number, page.path):%Y-%m-%d}"
    return (
        f"<news:news><news:publication><news:name>{setting.brand_html}</news:name>"
        f"<news:language>{setting.language.code}</news:language></news:publication>"
        f"<news:publication_date>{published}</news:publication_date><news:title>{title}</news:title></news:news>"
    )


def _index(setting: Setting, file: SimulatedSitemapFile) -> str:
    entries = []
    for position, path in enumerate(file.children):
        date = written_date(file.dates, modified_at(setting.business.number, path), position)
        lastmod = f"<lastmod>{date}</lastmod>" if date else ""
        entries.append(f"<sitemap><loc>{escape(setting.origin + path)}</loc>{lastmod}</sitemap>\n")
    return _wrapped("sitemapindex", _NAMESPACE, setting, file, entries)


def _wrapped(root: str, namespaces: str, setting: Setting, file: SimulatedSitemapFile, entries: list[str]) -> str:
    sheet = f'<?xml-stylesheet type="text/xsl" href="{setting.origin}{STYLESHEET}"?>\n' if file.has_stylesheet else ""
    opening = f"{_DECLARATION}{sheet}<{root} {namespaces}>\n"
    if file.defect == "cut_off":
        return f"{opening}{''.join(entries[: file.listed])}<url><loc>{setting.origin[:12]}"
    if file.defect == "bad_entity":
        middle = len(entries) // 2
        return f"{opening}{''.join(entries[:middle])}<note>A & B &nbsp;</note>{''.join(entries[middle:])}</{root}>\n"
    return f"{opening}{''.join(entries)}</{root}>\n"


def _text(setting: Setting, file: SimulatedSitemapFile) -> str:
    return "".join(f"{setting.origin}{page.path}\n" for page in _pages(setting, file))


def _rss(setting: Setting, file: SimulatedSitemapFile) -> str:
    items = "".join(
        f"<item><title>{escape(_title(setting, page))}</title><link>{escape(setting.origin + page.path)}</link>"
        f"<pubDate>{http_date(modified_at(setting.business.number, page.path))}</pubDate>"
        f'<guid isPermaLink="true">{escape(setting.origin + page.path)}</guid></item>\n'
        for page in _newest_first(setting, file)
    )
    return (
        f'{_DECLARATION}<rss version="2.0"><channel><title>{setting.brand_html}</title>'
        f"<link>{setting.origin}/</link><description>{setting.brand_html}</description>"
        f"<language>{setting.language.code}</language>\n{items}</channel></rss>\n"
    )


def _atom(setting: Setting, file: SimulatedSitemapFile) -> str:
    entries = "".join(
        f"<entry><title>{escape(_title(setting, page))}</title>"
        f'<link rel="alternate" href="{escape(setting.origin + page.path)}"/>'
        f"<id>{escape(setting.origin + page.path)}</id>"
        f"<updated>{modified_at(setting.business.number, page.path):%Y-%m-%dT%H:%M:%SZ}</updated></entry>\n"
        for page in _newest_first(setting, file)
    )
    return (
        f'{_DECLARATION}<feed xmlns="http://www.w3.org/2005/Atom"><title>{setting.brand_html}</title>'
        f"<id>{setting.origin}/</id><updated>2026-10-31T08:00:00Z</updated>"
        f"<author><name>{setting.brand_html}</name></author>\n{entries}</feed>\n"
    )


def _newest_first(setting: Setting, file: SimulatedSitemapFile) -> list[SimulatedPage]:
    return list(_pages(setting, file))[::-1]


def _title(setting: Setting, page: SimulatedPage) -> str:
    headlines = setting.language.headlines
    return headlines[page.number % len(headlines)].format(city=setting.business.city)


_BODIES = {"urlset": _urlset, "index": _index, "text": _text, "rss": _rss, "atom": _atom}
