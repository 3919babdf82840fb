"""Facts from a home page."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.timing import assert_quick

from scrapersky.extract.pages.home_page import MAX_LINKS, HomePage, PageLink, read_home_page
from scrapersky.extract.urls import normalise_url

URL = "https://acme.example/"


def read(html: str, **headers: str) -> HomePage:
    return read_home_page(html, URL, {name.replace("_", "-"): value for name, value in headers.items()})


def test_the_facts_of_a_page_are_read() -> None:
    page = read(
        """<html lang="de-DE"><head><title> Zahnarzt
        Acme </title><meta name="Description" content="Ihr  Zahnarzt"><base href="/de/">
        <link rel="canonical" href="https://www.acme.example/"><meta name="generator" content="WordPress 6.5">
        <link rel="alternate" type="application/rss+xml" href="feed/"><link rel="sitemap" href="/map.xml">
        <script src="/wp-content/plugins/elementor/x.js"></script></head>
        <body><a href="kontakt">Kontakt</a> <a href="#top">x</a> <a href="/wp-sitemap.xml">S</a>
        <a href="mailto:a@b.example">M</a> <a href="/logo"><img alt="Logo"></a></body>""",
        server="nginx",
    )
    assert (page.title, page.description, page.language) == ("Zahnarzt Acme", "Ihr Zahnarzt", "de")
    assert page.canonical == "https://www.acme.example/"
    assert (page.cms, page.technologies) == ("WordPress", ("Elementor", "WordPress", "nginx"))
    assert page.feeds == ("https://acme.example/de/feed/",)
    assert page.sitemaps == ("https://acme.example/map.xml", "https://acme.example/wp-sitemap.xml")
    assert PageLink("https://acme.example/de/kontakt", "Kontakt") in page.links
    assert PageLink("https://acme.example/logo", "Logo") in page.links
    assert not any("mailto" in link.url for link in page.links)
    assert page.parked is None
    assert not page.needs_browser


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ("<html lang=EN>", "en"),
        ("<html xml:lang='fr-CA'>", "fr"),
        ("<meta http-equiv=content-language content='it, en'>", "it"),
        ("<meta property='og:locale' content='es_MX'>", "es"),
        ("<link rel=alternate hreflang=nl href='/'><link rel=alternate hreflang=en href='/en'>", "nl"),
        ("<html lang='{{ lang }}'>", "pl"),
    ],
)
def test_the_language_is_found_wherever_it_is_declared(html: str, language: str) -> None:
    assert read(html, Content_Language="pl").language == language


@pytest.mark.parametrize(
    ("html", "cms"),
    [
        ('<img src="https://static.wixstatic.com/a.png">', "Wix"),
        ('<link href="https://assets.squarespace.com/a.css">', "Squarespace"),
        ('<script src="//cdn.shopify.com/s/a.js"></script>', "Shopify"),
        ('<meta name="generator" content="Joomla! - Open Source">', "Joomla"),
        ('<link href="/typo3conf/ext/a.css">', "TYPO3"),
        ("<p>We moved from /wp-content/ to something else</p>", None),
    ],
)
def test_the_system_is_told_from_what_the_page_loads_not_from_what_it_says(html: str, cms: str | None) -> None:
    assert read(html).cms == cms


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        (
            "<title>acme.example</title><h1>acme.example is for sale</h1><p>The domain acme.example may be for sale.",
            "for_sale",
        ),
        ("<p>Diese Domain steht zum Verkauf", "for_sale"),
        ("<p>This domain is parked free, courtesy of a registrar", "parked"),
        ("<script src='https://img.sedoparking.com/a.js'></script>", "parked"),
        ("<h1>Account Suspended</h1>", "suspended"),
        ("<title>Apache2 Ubuntu Default Page: It works</title>", "default_page"),
        ("<title>Welcome to nginx!</title>", "default_page"),
        ("<h1>Coming soon</h1>", "under_construction"),
        ("<p>Hier entsteht eine neue Internetpräsenz", "under_construction"),
    ],
)
def test_a_page_without_a_site_behind_it_is_recognised(html: str, reason: str) -> None:
    parked = read(html).parked
    assert parked is not None
    assert parked.reason == reason


def test_a_real_site_that_mentions_such_words_is_not_parked() -> None:
    text = "Homes for sale in Austin. Our new kitchen is coming soon. " + "We have sold houses for thirty years. " * 60
    assert read(f"<title>Acme Realty</title><p>{text}").parked is None


def test_an_empty_page_with_a_script_needs_a_browser() -> None:
    assert read('<div id="root"></div><script src="/a.js"></script>').needs_browser
    assert read("<noscript>Please enable JavaScript</noscript><script src=a.js></script>").needs_browser
    assert not read('<div id="root">' + "words " * 60 + '</div><script src="/a.js"></script>').needs_browser
    assert not read("<p>Short page").needs_browser
    assert read("<my-shop>Loading</my-shop><script type=module src=a.js></script>").needs_browser
    assert not read("<p>Acme, roofers in Austin since 1990</p><script src=count.js></script>").needs_browser
    assert not read("<img src=poster.jpg><script src=count.js></script>").needs_browser


def test_a_refresh_and_frames_lead_on() -> None:
    page = read('<meta http-equiv="Refresh" content="0; URL=\'/de/\'"><frameset><frame src="main.html"></frameset>')
    assert page.redirects_to == "https://acme.example/de/"
    framed = read('<frameset><frame src="main.html"></frameset>')
    assert framed.links == (PageLink("https://acme.example/main.html", ""),)


@pytest.mark.parametrize(
    "passed",
    ['{"menu":[{"href":"/kontakt"},{"href": "/team"}]}', r'push([1,"{\"href\":\"/kontakt\"},{\"href\":\"/team\"}"])'],
)
def test_the_menu_of_a_page_that_scripts_build_is_in_what_they_are_given(passed: str) -> None:
    script = f"<div id=__next></div><script>{passed}</script>"
    assert [link.url for link in read(script).links] == ["https://acme.example/kontakt", "https://acme.example/team"]
    assert [link.url for link in read(f"<a href=/own>Own</a>{script}").links] == ["https://acme.example/own"]


def test_links_are_bounded_and_each_once() -> None:
    page = read("".join(f'<a href="/{number % 900}"></a><a href="/{number % 900}">t</a>' for number in range(2000)))
    assert len(page.links) == MAX_LINKS
    assert {link.text for link in page.links} == {"t"}


@pytest.mark.parametrize(
    "make",
    [
        lambda: "<div>" * 300_000,
        lambda: "<div></x>" * 200_000,
        lambda: "<ul><li>" * 150_000,
        lambda: "<span>" * 100_000 + "</p>" * 100_000,
        lambda: "<a " + " ".join(f"a{number}=1" for number in range(150_000)) + ">",
        lambda: "<a b=c" + "".join(f'"a{number}' for number in range(150_000)) + ">",
        lambda: "<a href=x>" * 100_000,
        lambda: "<" * 1_000_000,
        lambda: "a" * 2_000_000,
        lambda: "<script>" * 100_000,
        lambda: "<title>" * 100_000,
        lambda: "<select>" + "<option>x" * 100_000,
    ],
    ids=[
        "deep",
        "wrong-ends",
        "lists",
        "ends",
        "attributes",
        "quotes",
        "links",
        "angles",
        "word",
        "scripts",
        "titles",
        "choices",
    ],
)
def test_a_hostile_page_takes_little_time(make: Callable[[], str]) -> None:
    html = make()
    assert_quick(lambda: read(html), seconds=1)


@settings(deadline=None)
@given(
    st.text(max_size=300), st.text(max_size=40), st.dictionaries(st.text(max_size=10), st.text(max_size=10), max_size=3)
)
def test_any_text_is_read_without_an_error(html: str, url: str, headers: dict[str, str]) -> None:
    page = read_home_page(html, url, headers)
    assert all(normalise_url(link.url) == link.url for link in page.links)


markup = st.lists(
    st.sampled_from(
        [
            "<a href='",
            "'>",
            "<html lang=",
            "<meta name=description content=",
            "<title>",
            "</title>",
            "<base href=",
            "</",
            "<b",
            "x",
            " ",
            "\x00",
            "&#",
            "http://a.example",
        ]
    ),
    max_size=40,
).map("".join)


@settings(deadline=None)
@given(markup)
def test_any_markup_is_read_without_an_error(html: str) -> None:
    page = read(html)
    assert page.title is None or page.title == page.title.strip() != ""
    assert page.language is None or page.language.isalpha()
