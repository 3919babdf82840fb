"""The facts that a home page tells about its site."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from selectolax.lexbor import LexborHTMLParser, LexborNode

from scrapersky.extract.html.document import Document, read_document
from scrapersky.extract.pages.parked import Parked, recognise_parked
from scrapersky.extract.pages.technologies import recognise_technologies
from scrapersky.extract.urls import normalise_url

MAX_LINKS = 500
MAX_FEEDS = 20
_MAX_ELEMENTS = 3000
_MAX_TEXT = 20_000
_LOADING = ("src", "href", "action")

_LANGUAGE = re.compile(r"([A-Za-z]{2,3})(?:[-_][A-Za-z0-9_-]{1,30})?")
_FEED_TYPES = frozenset({"application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json"})
_SITEMAP_PATH = re.compile(r"sitemap[^/?#]{0,60}\.(?:xml|txt)(?:\.gz)?(?:[?#]|$)", re.IGNORECASE)
_REFRESH = re.compile(
    r"""\s{0,9}[\d.]{0,9}\s{0,9}[;,]\s{0,9}(?:url\s{0,9}=\s{0,9})?["']?([^"'\s]{1,2000})""", re.IGNORECASE
)
_GIVEN_LINK = re.compile(r"""\\?"href\\?"\s{0,3}:\s{0,3}\\?"(/[^"\\<>\s]{0,300})""")
_MAX_GIVEN = 400_000
_MOUNT_POINTS = "#root, #app, #__next, #__nuxt, #___gatsby, app-root, #svelte, #q-app, [ng-app], [data-reactroot]"
_NEXT_TO_NOTHING = 30
_LOADED = "body script[src], head script[src], script[type=module]"
_SHOWN = 'img, picture, svg, video, frame, iframe, object, embed, form, meta[http-equiv="refresh" i]'
_ASKS_FOR_SCRIPTS = re.compile(
    r"(?:enable|activate|requires?|need|turn on|aktivier|activer|activar|abilita)\W.{0,40}javascript|"
    r"javascript.{0,40}(?:enable|required|needed|aktivier|activ)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link: its normalised address and the words on it."""

    url: str
    text: str


@dataclass(frozen=True, slots=True)
class HomePage:
    """What a home page tells. `redirects_to` is a refresh written into the page, `parked` why there is no real site."""

    title: str | None
    description: str | None
    language: str | None
    canonical: str | None
    redirects_to: str | None
    cms: str | None
    technologies: tuple[str, ...]
    feeds: tuple[str, ...]
    sitemaps: tuple[str, ...]
    links: tuple[PageLink, ...]
    parked: Parked | None
    needs_browser: bool


def read_home_page(html: str, url: str, headers: Mapping[str, str] | None = None) -> HomePage:
    """Read the facts from a page's HTML; `headers` are those of the answer.

    >>> page = read_home_page('<html lang="de-AT"><title>Acme</title><a href="/kontakt">Kontakt</a>', "https://acme.example/")
    >>> page.title, page.language, page.links[0]
    ('Acme', 'de', PageLink(url='https://acme.example/kontakt', text='Kontakt'))
    """
    return home_page_of(read_document(html, url, is_for_contacts=False), headers)


def home_page_of(document: Document, headers: Mapping[str, str] | None = None) -> HomePage:
    """The facts from a page that is already parsed: a second parse would cost as much as all of this."""
    tree, url = document.tree, document.url
    base = _base(tree, url)
    title, text, shown, assets = _title(tree), _visible_text(document), _links(tree, base), _assets(tree)
    links = shown or _links_given_to_scripts(tree, base)
    generators = [_attribute(node, "content") for node in tree.css('meta[name="generator" i]')[:5]]
    technologies = recognise_technologies(generators, assets, headers)
    return HomePage(
        title=title,
        description=_meta(tree, "description") or _meta(tree, "og:description"),
        language=_language(tree, url, headers or {}),
        canonical=next(iter(_linked(tree, 'link[rel~="canonical" i]', base)), None),
        redirects_to=_refresh(tree, base),
        cms=technologies.cms,
        technologies=technologies.names,
        feeds=_feeds(tree, base),
        sitemaps=_sitemaps(tree, base, links),
        links=links,
        parked=recognise_parked(title or "", text, "\n".join(assets)),
        needs_browser=len(text) < 200 and len(shown) < 3 and _is_built_by_scripts(tree, text),
    )


def _attribute(node: LexborNode, name: str) -> str:
    return (node.attributes.get(name) or "").strip()


def _squeezed(text: str | None, limit: int) -> str:
    return " ".join((text or "")[: 4 * limit].split())[:limit]


def _base(tree: LexborHTMLParser, url: str) -> str:
    node = tree.css_first("base[href]")
    return (node and normalise_url(_attribute(node, "href"), url)) or url


def _title(tree: LexborHTMLParser) -> str | None:
    node = tree.css_first("head title") or tree.css_first("title")
    return (_squeezed(node.text(), 300) if node else "") or _meta(tree, "og:title")


def _meta(tree: LexborHTMLParser, name: str) -> str | None:
    for attribute in ("name", "property"):
        node = tree.css_first(f'meta[{attribute}="{name}" i]')
        text = _squeezed(_attribute(node, "content"), 500) if node else ""
        if text:
            return text
    return None


def _language(tree: LexborHTMLParser, url: str, headers: Mapping[str, str]) -> str | None:
    """Return the two or three letters of the language that page or answer declare."""
    named = _languages(tree, url, headers)
    matches = (_LANGUAGE.fullmatch(candidate.partition(",")[0].strip()) for candidate in named)
    return next((match[1].lower() for match in matches if match), None)


def _languages(tree: LexborHTMLParser, url: str, headers: Mapping[str, str]) -> Iterator[str]:
    """What names one, the most trusted first: nearly every page's own element does."""
    root = tree.css_first("html")
    yield from (_attribute(root, name) for name in ("lang", "xml:lang") if root)
    declared = tree.css_first('meta[http-equiv="content-language" i]')
    yield _attribute(declared, "content") if declared else ""
    yield _meta(tree, "og:locale") or ""
    own = (
        _attribute(node, "hreflang")
        for node in tree.css("link[hreflang][href]")[:100]
        if normalise_url(_attribute(node, "href"), url) == normalise_url(url)
    )
    yield next(own, "")
    yield next((value for name, value in headers.items() if name.lower() == "content-language"), "")


def _linked(tree: LexborHTMLParser, selector: str, base: str) -> tuple[str, ...]:
    urls = (
        normalise_url(_attribute(node, "href"), base) for node in tree.css(selector)[:200] if _attribute(node, "href")
    )
    return tuple(dict.fromkeys(url for url in urls if url))[:MAX_FEEDS]


def _feeds(tree: LexborHTMLParser, base: str) -> tuple[str, ...]:
    nodes = tree.css('link[rel~="alternate" i][type]')[:200]
    feeds = (
        normalise_url(_attribute(node, "href"), base)
        for node in nodes
        if _attribute(node, "type").lower() in _FEED_TYPES
    )
    return tuple(dict.fromkeys(feed for feed in feeds if feed))[:MAX_FEEDS]


def _sitemaps(tree: LexborHTMLParser, base: str, links: tuple[PageLink, ...]) -> tuple[str, ...]:
    named = (link.url for link in links if _SITEMAP_PATH.search(link.url))
    return tuple(dict.fromkeys((*_linked(tree, 'link[rel~="sitemap" i]', base), *named)))[:MAX_FEEDS]


def _refresh(tree: LexborHTMLParser, base: str) -> str | None:
    node = tree.css_first('meta[http-equiv="refresh" i]')
    match = _REFRESH.match(_attribute(node, "content")) if node else None
    return normalise_url(match[1], base) if match else None


def _links(tree: LexborHTMLParser, base: str) -> tuple[PageLink, ...]:
    texts: dict[str, str] = {}
    for node in tree.css("a[href], area[href], frame[src]")[:_MAX_ELEMENTS]:
        attributes = node.attributes
        url = normalise_url(((attributes.get("href") or "").strip() or attributes.get("src") or "").strip(), base)
        if url is None or (url not in texts and len(texts) >= MAX_LINKS):
            continue
        texts[url] = texts.get(url) or _words_on(node)
    return tuple(PageLink(url, text) for url, text in texts.items())


def _links_given_to_scripts(tree: LexborHTMLParser, base: str) -> tuple[PageLink, ...]:
    """A page that scripts build has no links, and most often its menu among what the scripts are given."""
    given = "\n".join(node.text() for node in tree.css("script:not([src])")[:_MAX_ELEMENTS])[:_MAX_GIVEN]
    urls = (normalise_url(found[1], base) for found in islice(_GIVEN_LINK.finditer(given), MAX_LINKS))
    return tuple(PageLink(url, "") for url in dict.fromkeys(urls) if url)


def _words_on(node: LexborNode) -> str:
    words = _squeezed(node.text(), 120) or _squeezed(_attribute(node, "aria-label") or _attribute(node, "title"), 120)
    if words:
        return words
    image = node.css_first("img[alt]")
    return _squeezed(_attribute(image, "alt") if image else "", 120)


def _assets(tree: LexborHTMLParser) -> list[str]:
    nodes = tree.css("script[src], link[href], img[src], iframe[src], frame[src], form[action]")[:_MAX_ELEMENTS]
    return [_loaded(node.attributes)[:300] for node in nodes]


def _loaded(attributes: Mapping[str, str | None]) -> str:
    return next((value for name in _LOADING if (value := (attributes.get(name) or "").strip())), "")


def _is_built_by_scripts(tree: LexborHTMLParser, text: str) -> bool:
    """Say whether there is a script, and a place for it to fill, a note that it is needed, or nothing else at all."""
    if tree.css_first("script") is None:
        return False
    if tree.css_first(_MOUNT_POINTS) is not None:
        return True
    notes = (node.text()[:2000] for node in [*tree.css("noscript")[:20], *tree.css("body")])
    if any(_ASKS_FOR_SCRIPTS.search(note) for note in notes):
        return True
    return len(text) < _NEXT_TO_NOTHING and tree.css_first(_LOADED) is not None and tree.css_first(_SHOWN) is None


def _visible_text(document: Document) -> str:
    """What can be read without choosing from a list or switching scripts off."""
    return _squeezed(" ".join(line.text for line in document.lines), _MAX_TEXT)
