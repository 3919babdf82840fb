"""Sitemaps of every format, read as they arrive."""

import gzip
import tracemalloc
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.timing import assert_quick

from scrapersky.extract.sitemaps import PROBLEM_WORDS, SitemapLimits, SitemapReader, parse_date, read_sitemap, xml

URL = "https://acme.example/sitemap.xml"
TWO = b"<urlset><url><loc>https://acme.example/a</loc></url><url><loc>https://acme.example/b</loc></url></urlset>"


def urls_of(body: bytes, content_type: str | None = None) -> list[str]:
    return [entry.url for entry in read_sitemap(body, URL, content_type)[1]]


def entry_xml(number: int) -> bytes:
    return b"<url><loc>https://acme.example/%d</loc><lastmod>2024-05-01</lastmod></url>\n" % number


def test_a_urlset_lists_pages_with_their_dates() -> None:
    body = (
        b'<?xml version="1.0"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        b"<url><loc> https://acme.example/a?b=1&amp;c=2 </loc><lastmod>2024-05-01T10:00:00+02:00</lastmod></url>"
        b"<url><lastmod>never</lastmod><loc><![CDATA[https://acme.example/b]]></loc></url></urlset>"
    )
    sitemap, entries = read_sitemap(body, URL)
    assert [(entry.url, entry.modified) for entry in entries] == [
        ("https://acme.example/a?b=1&c=2", datetime(2024, 5, 1, 8, tzinfo=UTC)),
        ("https://acme.example/b", None),
    ]
    assert (sitemap.kind, sitemap.format, sitemap.count, sitemap.problems) == ("pages", "urlset", 2, ())
    assert sitemap.newest == datetime(2024, 5, 1, 8, tzinfo=UTC)
    assert sitemap.sample == ("https://acme.example/a?b=1&c=2", "https://acme.example/b")


def test_an_index_lists_sitemaps() -> None:
    sitemap, entries = read_sitemap(b"<sitemapindex><sitemap><loc>/a.xml.gz</loc></sitemap></sitemapindex>", URL)
    assert (sitemap.kind, entries[0].url, entries[0].is_sitemap) == ("index", "https://acme.example/a.xml.gz", True)


RSS = b"""<rss><channel><link>https://acme.example/</link>
<item><link>/a</link><pubDate>Wed, 01 May 2024 10:00:00 GMT</pubDate></item></channel></rss>"""
RDF = b"""<rdf:RDF xmlns:rdf="x"><item><link>https://acme.example/r</link>
<dc:date>2024-05-01T10:00:00Z</dc:date></item></rdf:RDF>"""
ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom"><link href="/"/><entry>
<link rel="self" href="/x"/><link href="/e"/>
<updated>2024-05-01T10:00:00Z</updated></entry></feed>"""
PERMALINKS = b"<rss><channel><item><guid>https://acme.example/g</guid></item></channel></rss>"


@pytest.mark.parametrize(
    ("body", "url"),
    [
        (RSS, "https://acme.example/a"),
        (RDF, "https://acme.example/r"),
        (ATOM, "https://acme.example/e"),
        (PERMALINKS, "https://acme.example/g"),
    ],
)
def test_feeds_are_sitemaps_too(body: bytes, url: str) -> None:
    sitemap, entries = read_sitemap(body, URL)
    assert [entry.url for entry in entries] == [url]
    assert sitemap.kind == "pages"
    assert sitemap.newest in {None, datetime(2024, 5, 1, 10, tzinfo=UTC)}


@pytest.mark.parametrize(
    ("fields", "urls"),
    [
        ("<link/><guid>https://acme.example/g</guid>", ["https://acme.example/g"]),
        ("<link> \n </link><guid isPermaLink='true'>https://acme.example/g</guid>", ["https://acme.example/g"]),
        ("<link>https://acme.example/l</link><guid>https://acme.example/g</guid>", ["https://acme.example/l"]),
        ("<guid isPermaLink='False'>https://acme.example/g</guid>", []),
        ("<guid>4711</guid>", []),
        ("<title>Tom & Ann</title><guid>https://acme.example/g</guid>", ["https://acme.example/g"]),
        ("<title>Tom & Ann</title><guid ispermalink='false'>https://acme.example/g</guid>", []),
    ],
)
def test_what_names_an_entry_of_a_feed_is_its_address_where_no_link_is(fields: str, urls: list[str]) -> None:
    _, entries = read_sitemap(f"<rss><channel><item>{fields}</item></channel></rss>".encode(), "https://acme.example/")
    assert [entry.url for entry in entries] == urls


@pytest.mark.parametrize(
    "empty", ["<sitemap></sitemap>", "<sitemap/>", "<sitemap><lastmod>2024</lastmod>", "<sitemap>"]
)
def test_a_sitemap_without_an_address_loses_only_itself(empty: str) -> None:
    others = "".join(f"<sitemap><loc>https://acme.example/{number}.xml</loc></sitemap>" for number in range(9_000))
    body = f"<sitemapindex>{empty}{others}</sitemapindex>".encode()
    sitemap, entries = read_sitemap(body, "https://acme.example/sitemap.xml")
    assert (sitemap.kind, len(entries), len({entry.url for entry in entries})) == ("index", 9_000, 9_000)


@pytest.mark.parametrize("cut_off", ["https://acme.exam", "htt", "<![CDATA[https://acme.example/bo"])
def test_an_address_that_the_end_cuts_off_is_none(cut_off: str) -> None:
    sitemap, entries = read_sitemap(f"<urlset><url><loc>/a</loc></url><url><loc>{cut_off}".encode(), URL)
    assert [entry.url for entry in entries] == ["https://acme.example/a"]
    assert "truncated" in sitemap.problems


def test_a_rescued_address_keeps_parameters_that_look_like_a_sign() -> None:
    _, entries = read_sitemap(b"<urlset><url><loc>/a?x=1&copy=2&amp;y=&eacute;</loc></url></urlset>", URL)
    assert [entry.url for entry in entries] == ["https://acme.example/a?x=1&copy=2&y=%C3%A9"]


def test_pages_listed_inside_an_index_are_pages() -> None:
    body = b"<sitemapindex><sitemap><loc>/s</loc></sitemap><urlset><url><loc>/a</loc></url></urlset></sitemapindex>"
    sitemap, entries = read_sitemap(body, URL)
    assert [entry.is_sitemap for entry in entries] == [True, False]
    assert (sitemap.kind, sitemap.problems) == ("index", ("mixed",))


@pytest.mark.parametrize("written", ["acme.example/a", "//acme.example/a", "ACME.example/a", "/a", "a"])
def test_an_address_may_lack_its_scheme(written: str) -> None:
    _, entries = read_sitemap(f"<urlset><url><loc>{written}</loc></url></urlset>".encode(), URL)
    assert [entry.url for entry in entries] == ["https://acme.example/a"]


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"", "empty"),
        (b" \r\n ", "empty"),
        (b'{"error": "not found"}', "no_addresses"),
        (b"404 page not found", "no_addresses"),
        (b"<p>Not found</p>", "html_instead"),
        (gzip.compress(b"404 page not found", mtime=0)[:-8] + bytes(8), "bad_gzip"),
        (gzip.compress(b"404 page not found", mtime=0)[:-8], "truncated"),
    ],
)
def test_what_is_no_sitemap_is_called_what_it_is(body: bytes, problem: str) -> None:
    sitemap, entries = read_sitemap(body, URL)
    assert (sitemap.kind, sitemap.problems, entries) == ("none", (problem,), [])


def test_a_date_later_than_the_latest_is_none() -> None:
    body = b"<urlset><url><loc>/a</loc><lastmod>2099-01-01</lastmod></url>" + entry_xml(1) + b"</urlset>"
    sitemap, entries = read_sitemap(body, URL, limits=SitemapLimits(latest=datetime(2025, 1, 1, tzinfo=UTC)))
    assert [each.modified for each in entries] == [None, datetime(2024, 5, 1, tzinfo=UTC)]
    assert sitemap.newest == datetime(2024, 5, 1, tzinfo=UTC)


def test_a_damaged_file_is_read_up_to_the_damage() -> None:
    packed = gzip.compress(b"<urlset><url><loc>/a</loc></url></urlset>")
    sitemap, entries = read_sitemap(packed[:-8] + bytes(8), URL)
    assert [entry.url for entry in entries] == ["https://acme.example/a"]
    assert sitemap.problems == ("bad_gzip",)


def test_a_text_file_lists_one_address_a_line_and_junk_is_said_so() -> None:
    sitemap, entries = read_sitemap(b"\xef\xbb\xbfhttps://acme.example/a\r\nhello\r\n https://acme.example/b", URL)
    assert [entry.url for entry in entries] == ["https://acme.example/a", "https://acme.example/b"]
    assert (sitemap.format, sitemap.problems) == ("text", ("junk_lines",))


@pytest.mark.parametrize(
    "body",
    [
        gzip.compress(TWO, mtime=0),
        gzip.compress(gzip.compress(TWO, mtime=0), mtime=0),
        gzip.compress(TWO[:40], mtime=0) + gzip.compress(TWO[40:], mtime=0),
        gzip.compress(TWO, mtime=0) + b"trailing bytes of the server",
        TWO,
    ],
    ids=["packed", "packed twice", "two members", "junk after", "plain in spite of its name"],
)
def test_packed_or_not_is_seen_from_the_bytes(body: bytes) -> None:
    sitemap, entries = read_sitemap(body, "https://acme.example/sitemap.xml.gz", "application/gzip")
    assert len(entries) == 2
    assert sitemap.problems == ()


@pytest.mark.parametrize("size", [1, 7, 64, 1000])
def test_a_few_packed_bytes_may_unpack_to_much_text(size: int) -> None:
    body = gzip.compress(TWO.replace(b"</urlset>", b" " * 1_000_000 + b"</urlset>"), mtime=0)
    reader = SitemapReader(URL)
    entries = [entry for start in range(0, len(body), size) for entry in reader.feed(body[start : start + size])]
    entries += reader.close()
    assert len(entries) == 2
    assert reader.summary().problems == ()
    assert reader.summary().bytes_read == len(TWO) + 1_000_000


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_byte_order_marks_and_wide_encodings_are_read(encoding: str) -> None:
    body = "<urlset><url><loc>https://acme.example/ä</loc></url></urlset>".encode(encoding)
    assert urls_of(body) == ["https://acme.example/ä"]


def test_declared_and_transported_encodings_are_read() -> None:
    text = "<urlset><url><loc>https://acme.example/ä</loc></url></urlset>"
    assert urls_of(b'<?xml version="1.0" encoding="ISO-8859-1"?>' + text.encode("latin-1")) == [
        "https://acme.example/ä"
    ]
    assert urls_of(text.encode("latin-1"), "text/xml; charset=iso-8859-1") == ["https://acme.example/ä"]


@pytest.mark.parametrize(
    "extension",
    [
        b"<image:image><image:loc>https://acme.example/a.jpg</image:loc></image:image>",
        b"<image:loc>https://acme.example/a.jpg</image:loc>",
        b"<video:video><video:content_loc>https://acme.example/a.mp4</video:content_loc></video:video>",
        b'<xhtml:link rel="alternate" hreflang="de" href="https://acme.example/de"/>',
        b'<link rel="alternate" hreflang="de" href="https://acme.example/de"/>',
        b"<news:news><news:publication><loc>https://acme.example/n</loc></news:publication></news:news>",
    ],
)
def test_extensions_add_no_pages_even_undeclared(extension: bytes) -> None:
    assert urls_of(b"<urlset><url><loc>https://acme.example/p</loc>" + extension + b"</url></urlset>") == [
        "https://acme.example/p"
    ]


A = b"<url><loc>https://acme.example/a?x=1&amp;y=2</loc></url>"
B = b"<url><loc>https://acme.example/b</loc></url>"


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"<urlset>" + A.replace(b"&amp;", b"&") + B + b"</urlset>", "broken_xml"),
        (b"<urlset>" + A + B.removesuffix(b"</url>") + b"</urlset>", "broken_xml"),
        (b"<urlset>" + A + B.removesuffix(b"c></url>"), "truncated"),
        (
            b"<urlset>" + A + b"\x01" + B.replace(b"<loc>", b"<loc><![CDATA[").replace(b"</loc>", b"]]></loc>"),
            "broken_xml",
        ),
        (b"PHP Warning: x\n<?xml version='1.0'?><urlset>" + A + B + b"</urlset>", "junk_before"),
    ],
)
def test_broken_files_are_rescued_and_said_to_be_broken(body: bytes, problem: str) -> None:
    sitemap, entries = read_sitemap(body, URL)
    assert [entry.url for entry in entries] == ["https://acme.example/a?x=1&y=2", "https://acme.example/b"]
    assert sitemap.kind == "pages"
    assert problem in sitemap.problems


def test_blank_lines_before_the_first_tag_do_not_matter() -> None:
    assert len(urls_of(b"\r\n" * 5000 + TWO)) == 2


def test_all_that_an_index_lists_are_sitemaps_even_if_called_pages() -> None:
    body = b"<sitemapindex>" + entry_xml(1) * 3 + b"</sitemapindex>"
    assert [entry.is_sitemap for entry in read_sitemap(body, URL)[1]] == [True, True, True]


def test_a_rescue_keeps_dates_and_finds_no_images() -> None:
    body = (
        b"<urlset>&oops;<url><loc>/a</loc><lastmod>2024-05-01</lastmod><image:loc>/i.jpg</image:loc></url>"
        b"<url><loc>/b</loc></url>"
    )
    entries = read_sitemap(body, URL)[1]
    assert [(entry.url, entry.modified is not None) for entry in entries] == [
        ("https://acme.example/a", True),
        ("https://acme.example/b", False),
    ]


def test_a_fault_in_the_middle_of_a_large_file_loses_and_doubles_nothing() -> None:
    body = b"<urlset>" + b"".join(entry_xml(number) for number in range(5000)) + b"</urlset>"
    body = body.replace(b"/2500<", b"/2500?a&b<")
    sitemap, entries = read_sitemap(body, URL)
    assert len({entry.url for entry in entries}) == len(entries) == 5000
    assert sitemap.problems == ("broken_xml",)


@pytest.mark.parametrize(
    "body",
    [
        b"<!DOCTYPE html><html><body>Not found</body></html>",
        b"  <html><body><loc>https://acme.example/a</loc></body></html>",
        b"<?xml version='1.0'?><!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0//EN' 'x'><html/>",
        b"<!-- hi --><html></html>",
        b"",
        b"404 page not found",
        b'{"error": "not found"}',
        b"<root><element>text</element></root>",
        b"\x1f\x8bnot gzip at all",
        bytes(range(256)),
    ],
)
def test_what_is_no_sitemap_is_none(body: bytes) -> None:
    sitemap, entries = read_sitemap(body, URL)
    assert (sitemap.kind, entries) == ("none", [])


def test_a_document_type_is_refused_and_its_entities_are_not_read() -> None:
    body = b'<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + TWO.replace(b"/a<", b"/&x;<")
    sitemap, entries = read_sitemap(body, URL)
    assert entries == []
    assert sitemap.problems == ("dtd_refused",)


def test_pages_and_sitemaps_in_one_file_are_told_apart() -> None:
    body = TWO + b"<sitemapindex><sitemap><loc>https://acme.example/s.xml</loc></sitemap></sitemapindex>"
    sitemap, entries = read_sitemap(body, URL)
    assert [entry.is_sitemap for entry in entries] == [False, False, True]
    assert sitemap.kind == "pages"
    assert "mixed" in sitemap.problems


def test_what_is_no_web_address_is_left_out_and_said_so() -> None:
    body = b"<urlset><url><loc>mailto:a@b.example</loc></url><url><loc>http://</loc></url><url><loc>/a</loc></url></urlset>"
    sitemap, entries = read_sitemap(body, URL)
    assert [entry.url for entry in entries] == ["https://acme.example/a"]
    assert sitemap.problems == ("unusable_urls",)


@pytest.mark.parametrize(
    ("limits", "problem"),
    [
        (SitemapLimits(urls=3), "too_many_urls"),
        (SitemapLimits(bytes=9000), "too_large"),
        (SitemapLimits(depth=1), "too_deep"),
    ],
)
def test_a_limit_reached_is_named_and_ends_reading(limits: SitemapLimits, problem: str) -> None:
    body = b"<urlset>" + b"".join(entry_xml(number) for number in range(500)) + b"</urlset>"
    sitemap, entries = read_sitemap(body, URL, limits=limits)
    assert len(entries) < 500
    assert sitemap.problems == (problem,)
    assert sitemap.problems_for_people[0].endswith("reading stopped")


def test_a_decompression_bomb_is_stopped() -> None:
    sitemap, entries = read_sitemap(gzip.compress(bytes(64_000_000)), URL)
    assert (entries, sitemap.problems) == ([], ("decompression_ratio",))


def test_a_packed_file_that_ends_early_keeps_what_came_before() -> None:
    body = gzip.compress(b"<urlset>" + b"".join(entry_xml(number) for number in range(2000)))
    sitemap, entries = read_sitemap(body[: len(body) // 2], URL)
    assert entries
    assert "truncated" in sitemap.problems


@pytest.mark.parametrize(
    "piece",
    [
        b"<",
        b"<a ",
        b"<loc",
        b"<loc><![CDATA[",
        b"&",
        b"<url>",
        b"<!--",
        b"<loc>x",
        b"<url><loc>a</loc></url>&",
        b"</url>",
    ],
)
def test_hostile_repetition_takes_little_time(piece: bytes) -> None:
    assert_quick(lambda: read_sitemap(b"<urlset>" + piece * (500_000 // len(piece)), URL), seconds=5)


def chunks_of_a_large_file(count: int) -> Iterator[bytes]:
    yield b"<urlset>"
    for start in range(0, count, 500):
        yield b"".join(entry_xml(number) for number in range(start, start + 500))
    yield b"</urlset>"


def test_memory_stays_flat_at_any_size() -> None:
    reader = SitemapReader(URL, limits=SitemapLimits(urls=10**9, bytes=10**12))
    tracemalloc.start()
    try:
        count = sum(1 for chunk in chunks_of_a_large_file(50_000) for _ in reader.feed(chunk)) + sum(
            1 for _ in reader.close()
        )
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 50_000
    assert peak < 2_000_000


def test_every_problem_has_words() -> None:
    assert all(PROBLEM_WORDS.values())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024-05-01", "2024-05-01T00:00:00+00:00"),
        ("2024-05", "2024-05-01T00:00:00+00:00"),
        ("2024", "2024-01-01T00:00:00+00:00"),
        ("2024-05-01T10:00Z", "2024-05-01T10:00:00+00:00"),
        ("2024-05-01 10:00:00 +0200", "2024-05-01T08:00:00+00:00"),
        ("2024-05-01T10:00:00.1234567-05:00", "2024-05-01T15:00:00.123456+00:00"),
        ("2024-05-01 10:00:00 UTC", "2024-05-01T10:00:00+00:00"),
        ("2024-5-1", "2024-05-01T00:00:00+00:00"),
        ("2024/05/01", "2024-05-01T00:00:00+00:00"),
        ("Wed, 01 May 2024 10:00:00 EST", "2024-05-01T15:00:00+00:00"),
        ("1 May 24 10:00 +0100", "2024-05-01T09:00:00+00:00"),
        ("May 1st, 2024", "2024-05-01T00:00:00+00:00"),
        ("01.05.2024 10:30", "2024-05-01T10:30:00+00:00"),
        ("\n 2024-05-01 \n", "2024-05-01T00:00:00+00:00"),
        ("Wed May 01 2024 10:00:00 GMT+0200 (CEST)", "2024-05-01T08:00:00+00:00"),
        ("1714550400", "2024-05-01T08:00:00+00:00"),
        ("1714550400000", "2024-05-01T08:00:00+00:00"),
        ("1712120112345", "2024-04-03T04:55:12+00:00"),
        ("2024-05-01T10:00:00Z+00:00", "2024-05-01T00:00:00+00:00"),
    ],
)
def test_dates_in_many_forms_become_moments(text: str, expected: str) -> None:
    moment = parse_date(text)
    assert moment is not None
    assert moment.isoformat() == expected


@pytest.mark.parametrize(
    "text", ["", "never", "0000-00-00", "2024-13-01", "05/06/2024", "1970-01-01", "0001-01-01T00:00:00Z", "x" * 100]
)
def test_what_is_no_date_is_none(text: str) -> None:
    assert parse_date(text) is None


@settings(deadline=None)
@given(st.text(max_size=70))
def test_any_text_is_a_moment_in_utc_or_none(text: str) -> None:
    moment = parse_date(text)
    assert moment is None or (moment.tzinfo is UTC and parse_date(moment.isoformat()) == moment)


@settings(deadline=None)
@given(st.binary(max_size=400), st.none() | st.text(max_size=30))
def test_any_bytes_are_read_without_an_error(body: bytes, content_type: str | None) -> None:
    for each in (body, b"<urlset>" + body, gzip.compress(body, mtime=0)[:-1]):
        sitemap, entries = read_sitemap(each, URL, content_type)
        assert sitemap.count == len(entries)
        assert all(entry.url.lower().startswith(("http://", "https://")) for entry in entries)


FRAGMENTS = b"""<urlset> </urlset> <url> </url> <loc> </loc> /a http://b.example/ &amp; & <!-- --> <![CDATA[ ]]> \xff
<?xml?> <lastmod>2024-05-01</lastmod> <sitemap> </sitemap> <image:loc>"""
WITH_IMAGE = entry_xml(3).replace(
    b"</url>", b"<image:image><image:loc>/i.jpg</image:loc><image:title>a &amp; b</image:title></image:image></url>"
)
fragments = st.sampled_from([*FRAGMENTS.split(), b" ", b"\x01", b"&#39;", b"]", entry_xml(1), entry_xml(2), WITH_IMAGE])


@settings(max_examples=300, deadline=None)
@given(st.lists(fragments, max_size=40), st.integers(min_value=1, max_value=200))
@example([b"<url><loc>http://</loc></url>", entry_xml(1), b"<url> & </loc>", entry_xml(2)], 20)
@example([b"</urlset>", b"]]"], 1)
def test_how_a_file_is_cut_into_chunks_changes_nothing(pieces: list[bytes], size: int) -> None:
    # More than is held back for a first look, so that the chunks really reach the parser one by one.
    body = b"<urlset>" + b"".join(entry_xml(number) for number in range(60)) + b"".join(pieces)
    reader = SitemapReader(URL)
    entries = [entry for start in range(0, len(body), size) for entry in reader.feed(body[start : start + size])]
    entries += reader.close()
    whole, expected = read_sitemap(body, URL)
    assert entries == expected
    assert reader.summary() == whole


@settings(deadline=None)
@given(st.lists(fragments, max_size=40))
def test_the_short_way_for_common_entries_gives_what_the_parser_gives(pieces: list[bytes]) -> None:
    body = b"<urlset>" + entry_xml(0) + b"".join(pieces)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(xml, "MAX_MISSES", 0)
        by_parser_alone = read_sitemap(body, URL)
    assert read_sitemap(body, URL) == by_parser_alone
