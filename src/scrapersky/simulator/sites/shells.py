"""The frame around every page of a site: head, menu and footer, in the manner of its software and decade."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scrapersky.simulator.sites.charsets import Charset
from scrapersky.simulator.sites.routes import PageKind
from scrapersky.simulator.sites.setting import Setting
from scrapersky.simulator.sites.sitemaps.files import SimulatedSitemapFile, SitemapPlan
from scrapersky.simulator.sites.variants import Variant

_FOOTER_KINDS: tuple[PageKind, ...] = ("legal", "privacy")
_XHTML = (
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" '
    '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">\n<html xmlns="http://www.w3.org/1999/xhtml" lang="{}">'
)
_NINETIES = '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN">\n<html>'
_TAG = re.compile(r"<(/?[a-z][a-z0-9]{0,15})(?=[\s/>])")
_VOID_TAG = re.compile(r"<(br|hr|img|meta|link|input|base)\b([^<>]{0,600})>")


@dataclass(frozen=True, slots=True)
class Shell:
    """`opening` ends before the title, `middle` begins after what the page adds to the head."""

    opening: str
    middle: str
    closing: str


def build_shell(
    setting: Setting, charset: Charset, sitemaps: SitemapPlan, pieces: Mapping[tuple[str, str], str]
) -> Shell:
    head = f"{_document(setting)}\n<head>\n{_metas(setting, charset)}{_links(setting, sitemaps)}"
    everywhere = {slot: pieces.get((slot, "*"), "") for slot in ("head", "top", "footer", "end")}
    if setting.is_app:
        return Shell(head, f"{everywhere['head']}</head>\n<body>", "</body>\n</html>\n")
    middle = f"{everywhere['head']}</head>\n{_body_tag(setting)}\n{_header(setting, everywhere['top'])}"
    closing = (
        f"{_footer(setting, sitemaps, everywhere['footer'])}{everywhere['end']}{_scripts(setting)}</body>\n</html>\n"
    )
    return Shell(*map(dialect_of(setting.variant), (head, middle, closing)))


def _document(setting: Setting) -> str:
    dialect = setting.variant.dialect
    if dialect == "nineties":
        return _NINETIES
    if dialect == "xhtml":
        return _XHTML.format(setting.language.code)
    return f'<!DOCTYPE html>\n<html lang="{setting.language.code}">'


def _metas(setting: Setting, charset: Charset) -> str:
    old = setting.variant.dialect in {"nineties", "xhtml"}
    metas = []
    if charset.in_meta and old:
        metas.append(f'<meta http-equiv="Content-Type" content="text/html; charset={charset.name}">')
    elif charset.in_meta:
        metas.append(f'<meta charset="{charset.name}">')
    if not old:
        metas.append('<meta name="viewport" content="width=device-width, initial-scale=1">')
    if setting.variant.relative_links:
        metas.append(f'<base href="{setting.origin}/">')
    if setting.variant.generator:
        metas.append(f'<meta name="generator" content="{setting.variant.generator}">')
    if setting.platform == "wordpress_seo":
        metas.append("<!-- This site is optimized with the Yoast SEO plugin v22.7 - https://yoast.com/wordpress/ -->")
    return "\n".join(metas) + "\n"


def _links(setting: Setting, sitemaps: SitemapPlan) -> str:
    variant, links = setting.variant, []
    if variant.dialect != "nineties":
        links.append(f'<link rel="stylesheet" href="{variant.assets}/style.css">')
        links.append('<link rel="shortcut icon" href="/favicon.ico">')
    links += [_feed_link(sitemaps.files[path]) for path in sitemaps.feeds]
    if sitemaps.home_link and variant.dialect != "nineties":
        links.append(f'<link rel="sitemap" type="application/xml" href="{sitemaps.home_link}">')
    if setting.platform in {"wordpress", "wordpress_seo"}:
        links.append('<link rel="https://api.w.org/" href="/wp-json/">')
    token = f"{setting.dice('signature').bits():016x}"
    signed = variant.signature.format(assets=variant.assets, token=token)
    return "\n".join(links) + f"\n{signed}"


def _feed_link(feed: SimulatedSitemapFile) -> str:
    return f'<link rel="alternate" type="{feed.content_type.partition(";")[0]}" href="{feed.path}">'


def _body_tag(setting: Setting) -> str:
    if setting.variant.dialect == "nineties":
        return '<body bgcolor="#FFFFE0" text="#000080" link="#0000FF" vlink="#800080">'
    return f'<body class="{setting.variant.body_class}">' if setting.variant.body_class else "<body>"


def _menu(setting: Setting) -> list[tuple[str, str]]:
    pages = setting.routes.kinds
    return [(pages[kind].href, setting.language.navigation[kind]) for kind in pages if kind not in _FOOTER_KINDS]


def _header(setting: Setting, top: str) -> str:
    menu = _menu(setting)
    if setting.variant.dialect == "nineties":
        cells = "".join(
            f'<td align="center"><font face="Arial"><a href="{path}">{label}</a></font></td>' for path, label in menu
        )
        return (
            f'<center><font size="6" color="#800000"><b>{setting.brand_html}</b></font></center>{top}\n'
            f'<table border="1" cellpadding="4" width="100%"><tr>{cells}</tr></table>\n<hr>\n'
        )
    items = "".join(f'<li><a href="{path}">{label}</a></li>' for path, label in menu)
    if setting.variant.dialect == "xhtml":
        return (
            f'<div id="wrapper"><div id="header">{setting.brand_html}{top}</div>'
            f'<div id="nav"><ul>{items}</ul></div><div id="content">\n'
        )
    return (
        f'<header class="site-header"><a class="logo" href="/">{setting.brand_html}</a>{top}'
        f'<nav><ul class="menu">{items}</ul></nav></header>\n<main id="main">\n'
    )


def _footer(setting: Setting, sitemaps: SitemapPlan, footer: str) -> str:
    pages = setting.routes.kinds
    links = [(pages[kind].href, setting.language.navigation[kind]) for kind in _FOOTER_KINDS if kind in pages]
    if sitemaps.home_link:
        links.append((sitemaps.home_link, setting.language.labels["sitemap"]))
    anchors = " | ".join(f'<a href="{path}">{label}</a>' for path, label in links)
    notice = f"&copy; 2026 {setting.brand_html}. {setting.language.labels['rights']}"
    if setting.variant.dialect == "nineties":
        return f'<hr>\n<font size="2">{footer}{anchors}<br>{notice}</font>\n'
    if setting.variant.dialect == "xhtml":
        return f'</div><div id="footer">{footer}<p>{anchors}</p><p>{notice}</p></div></div>\n'
    return f'</main>\n<footer class="site-footer">{footer}<p>{anchors}</p><p>{notice}</p></footer>\n'


def _scripts(setting: Setting) -> str:
    if setting.variant.dialect == "nineties":
        return ""
    return f'<script src="{setting.variant.assets}/site.js"></script>\n'


def dialect_of(variant: Variant) -> Callable[[str], str]:
    if variant.relative_links:
        return _relative
    return {"nineties": _upper_case, "xhtml": _closed}.get(variant.dialect, str)


def _upper_case(html: str) -> str:
    """Tags in capitals, as editors of the 1990s wrote them."""
    return _TAG.sub(lambda tag: "<" + tag[1].upper(), html).replace(" href=", " HREF=").replace(" src=", " SRC=")


def _closed(html: str) -> str:
    """Every tag closed, as XHTML asks."""
    return _VOID_TAG.sub(r"<\1\2 />", html)


def _relative(html: str) -> str:
    """Addresses without their first slash, for pages that say where they start from."""
    return (
        _closed(html)
        .replace(' href="/"', ' href="index.php"')
        .replace(' href="/', ' href="')
        .replace(' src="/', ' src="')
    )
