"""What stands in the middle of each kind of page."""

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from scrapersky.simulator.sites.dates import modified_at
from scrapersky.simulator.sites.routes import LISTING_SIZE, PageKind, Series, SimulatedPage
from scrapersky.simulator.sites.site import Site

_PARAGRAPHS: dict[PageKind, int] = {
    "home": 8, "about": 14, "contact": 6, "team": 4, "legal": 8, "privacy": 30, "services": 8, "pricing": 5,
    "careers": 8, "blog": 1, "shop": 1, "media": 3, "post": 12, "product": 5,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PageDraft:
    """One page being written; the mark is its own source of variety."""

    site: Site
    page: SimulatedPage
    mark: int


_MORE_TEXT = {"nineties": 10, "xhtml": 6}
_PICTURES = 6


def page_title(site: Site, page: SimulatedPage) -> str:
    language = site.setting.language
    if page.kind == "home":
        return f"{site.setting.brand_html} - {escape(site.setting.business.city)}"
    if page.kind in {"post", "product"}:
        return f"{item_title(site, page.kind, page.number)} - {site.setting.brand_html}"
    return f"{language.navigation[page.kind]} - {site.setting.brand_html}"


def item_title(site: Site, kind: PageKind, number: int) -> str:
    language = site.setting.language
    if kind == "product":
        return f"{language.products[number % len(language.products)]} {number}"
    return language.headlines[number % len(language.headlines)].format(city=escape(site.setting.business.city))


def page_content(site: Site, page: SimulatedPage, mark: int) -> str:
    count = _PARAGRAPHS[page.kind] + mark % 5
    count += _MORE_TEXT.get(site.setting.variant.dialect, 0)
    texts = paragraphs(site.sentences, mark, count)
    heading = page_title(site, page).rpartition(" - ")[0]
    special = _SPECIAL[page.kind](PageDraft(site, page, mark)) if page.kind in _SPECIAL else ""
    rest = "</p>\n<p>".join(texts[1:])
    return f"<h1>{heading}</h1>\n<p>{texts[0]}</p>\n{site.piece('main', page.kind)}\n{special}\n" + (
        f"<p>{rest}</p>\n" if rest else ""
    )


def _home(view: PageDraft) -> str:
    services = "".join(f"<li>{service}</li>" for service in view.site.setting.language.services)
    newest = "".join(
        f"<li>{_item_link(view.site, series, number)}</li>"
        for series in view.site.setting.routes.series
        for number in range(series.count, max(0, series.count - 3), -1)
    )
    return f"<ul>{services}</ul>" + (f"<ul>{newest}</ul>" if newest else "")


def _item_link(site: Site, series: Series, number: int) -> str:
    return f'<a href="{series.path(number).replace("&", "&amp;")}">{item_title(site, series.kind, number)}</a>'


def _hours(view: PageDraft) -> str:
    periods = view.site.setting.business.opening_hours
    if not periods:
        return ""
    labels = view.site.setting.language.labels
    spans = ", ".join(f"{_clock(p.opens)} - {_clock(p.closes)}" for p in periods if p.day == periods[0].day)
    return f"<h2>{labels['hours']}</h2>\n<p>{labels['weekdays']}: {spans}</p>"


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def _services(view: PageDraft) -> str:
    rows = zip(view.site.setting.language.services, view.site.sentences, strict=False)
    return "".join(f"<h2>{service}</h2>\n<p>{sentence}</p>\n" for service, sentence in rows)


def _pricing(view: PageDraft) -> str:
    rows = "".join(
        f"<tr><td>{service}</td><td>{20 + (view.mark >> position) % 180},{position}0</td></tr>"
        for position, service in enumerate(view.site.setting.language.services)
    )
    return f'<table border="0"><tr><th></th><th>{view.site.setting.language.labels["price"]}</th></tr>{rows}</table>'


def _media(view: PageDraft) -> str:
    assets = view.site.setting.variant.assets
    pictures = "".join(
        f'<p><img src="{assets}/photo-{number}.png" alt="{view.site.setting.brand_html} {number}"></p>'
        for number in range(1, _PICTURES + 1)
    )
    return f'{pictures}<p><a href="{assets}/brochure.pdf">PDF</a></p>'


def _listing(view: PageDraft) -> str:
    site = view.site
    series = site.setting.routes.of_kind("post" if view.page.kind == "blog" else "product")
    if series is None:
        return ""
    newest = series.count - (view.page.number - 1) * LISTING_SIZE
    numbers = range(newest, max(0, newest - LISTING_SIZE), -1)
    teasers = [site.sentences[number % len(site.sentences)] for number in numbers]
    entries = "".join(
        f"<li><h2>{_item_link(site, series, number)}</h2><p>{teaser}</p></li>\n"
        for number, teaser in zip(numbers, teasers, strict=True)
    )
    return f"<ul>{entries}</ul>\n<p>{_turns(site, series, view.page.number)}</p>"


def _turns(site: Site, series: Series, number: int) -> str:
    """Links to the pages of the list before and after this one."""
    routes, labels = site.setting.routes, site.setting.language.labels
    turns = []
    if number > 1:
        turns.append(f'<a rel="prev" href="{escape(routes.listing_path(series, number - 1))}">{labels["newer"]}</a>')
    if number < routes.listing_pages(series):
        turns.append(f'<a rel="next" href="{escape(routes.listing_path(series, number + 1))}">{labels["older"]}</a>')
    return " ".join(turns)


def _post(view: PageDraft) -> str:
    language = view.site.setting.language
    day = modified_at(view.site.setting.business.number, view.page.path)
    written = f"{language.labels['published']} {day.day}. {language.months[day.month - 1]} {day.year}"
    return f"<p><small>{written}</small></p>{_neighbours(view.site, view.page)}"


def _product(view: PageDraft) -> str:
    labels = view.site.setting.language.labels
    price = f"{5 + view.mark % 300}.{view.mark % 10}0"
    photo = f"{view.site.setting.variant.assets}/photo-{1 + view.page.number % _PICTURES}.png"
    return (
        f'<div class="product"><p><img src="{photo}" alt=""></p>'
        f"<p>{labels['price']}: <b>{price}</b></p><button>{labels['cart']}</button></div>"
        f"{_neighbours(view.site, view.page)}"
    )


def _neighbours(site: Site, page: SimulatedPage) -> str:
    series = site.setting.routes.of_kind(page.kind)
    if series is None:
        return ""
    numbers = [number for number in (page.number - 1, page.number + 1) if 1 <= number <= series.count]
    return "".join(f"<p>{_item_link(site, series, number)}</p>" for number in numbers)


_SPECIAL: dict[PageKind, Callable[[PageDraft], str]] = {
    "home": _home,
    "contact": _hours,
    "services": _services,
    "pricing": _pricing,
    "media": _media,
    "blog": _listing,
    "shop": _listing,
    "post": _post,
    "product": _product,
}


def paragraphs(sentences: tuple[str, ...], mark: int, count: int) -> list[str]:
    """Paragraphs of three to five sentences, chosen by the mark."""
    total = len(sentences)
    step = 1 + 2 * (mark % 8)
    position = (mark >> 8) % total
    texts = []
    for number in range(count):
        length = 3 + (mark >> (number & 31)) % 3
        texts.append(" ".join([sentences[(position + step * turn) % total] for turn in range(length)]))
        position += step * length + 1
    return texts
