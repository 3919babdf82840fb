"""URLs: one form for duplicates, and which must not be fetched."""

import pytest
from ada_url import URL
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scrapersky.extract import urls
from scrapersky.extract.urls import MAX_URL_LENGTH, hostname, normalise_url, refusal_of_url

url_like = st.one_of(
    st.text(max_size=80),
    st.text(alphabet="htps:/.@?#&=%;aZ1-_~[]\\ \t\u00e9\ud800utm_jsessionid", max_size=80).map(
        "http://a.example/".__add__
    ),
    st.text(max_size=30).map(lambda host: f"https://{host}/path"),
)


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("HTTPS://Example.COM:443", "https://example.com/"),
        ("http://example.com:8080/a#b", "http://example.com:8080/a"),
        ("http://user:secret@example.com/", "http://example.com/"),
        ("http://example.com./a/./b/../c", "http://example.com/a/c"),
        ("http://example.com/%7Ejo/%c3%a9", "http://example.com/~jo/%C3%A9"),
        ("http://example.com/?utm_source=a&id=2&fbclid=x&gclid=y", "http://example.com/?id=2"),
        ("http://example.com/?utm_source=a", "http://example.com/"),
        ("http://example.com/a;jsessionid=1F2E?b=1", "http://example.com/a?b=1"),
        ("https://bücher.example/ä", "https://xn--bcher-kva.example/%C3%A4"),
        (" https:\\\\example.com\\a ", "https://example.com/a"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
    ],
)
def test_spellings_of_one_address_fold_to_one(written: str, folded: str) -> None:
    assert normalise_url(written) == folded


@pytest.mark.parametrize(
    "written",
    [
        "",
        "example.com",
        "/a",
        "mailto:a@example.com",
        "javascript:alert(1)",
        "http://",
        "ftp://a.example/",
        "http://a..b/",
    ],
)
def test_what_is_no_web_address_is_none(written: str) -> None:
    assert normalise_url(written) is None


def test_a_parameter_that_only_looks_like_tracking_is_kept() -> None:
    assert normalise_url("https://example.com/?utmost=1&ref=2") == "https://example.com/?utmost=1&ref=2"


def test_an_overlong_address_is_none() -> None:
    assert normalise_url("https://example.com/" + "a" * MAX_URL_LENGTH) is None
    assert normalise_url("https://example.com/" + "é" * (MAX_URL_LENGTH // 4)) is None


@settings(deadline=None)
@given(url_like)
@example("http://a.example/%%37E")
@example("http://a.example/%4%31")
@example("http://a.example/.;jsessionid=3/x")
@example("http://a.example?%75tm_source=1")
@example("http://\ud800/")
def test_the_folded_form_folds_to_itself_and_is_clean(text: str) -> None:
    folded = normalise_url(text)
    if folded is not None:
        assert normalise_url(folded) == folded
        parsed = URL(folded)
        assert parsed.protocol in {"http:", "https:"}
        assert (parsed.username, parsed.password, parsed.hash) == ("", "", "")
        assert folded.isascii()


@settings(deadline=None)
@given(st.from_regex(urls._FOLDED_ALREADY, fullmatch=True))
def test_an_address_taken_as_folded_at_first_sight_is_so(url: str) -> None:
    parsed = urls.parse_web_url(url)
    if parsed is not None:
        assert urls._folded(parsed) == url == normalise_url(url)


@settings(deadline=None)
@given(st.text(max_size=60), st.none() | st.text(max_size=40))
def test_a_host_name_is_read_from_any_text_without_an_error(text: str, base: str | None) -> None:
    assert hostname(text, base) is None or hostname(text, base)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("file:///etc/passwd", "neither http nor https"),
        ("http://user@example.com/", "carries credentials"),
        ("http://example.com:22/", "port 22 is not a web port"),
        ("http://2130706433/", "127.0.0.1 is a loopback address"),
        ("http://0251.0376.0251.0376/", "169.254.169.254 is a cloud metadata address"),
        ("http://[::ffff:10.0.0.1]/", "IPv4-mapped"),
        ("http://①②⑦.⓪.⓪.①/", "127.0.0.1 is a loopback address"),
        ("http://localhost/", "inner network"),
        ("http://app.localhost./", "inner network"),
        ("http://intranet/", "inner network"),
        ("http://printer.local/", "inner network"),
        ("http://metadata.google.internal/", "inner network"),
        ("http://10.0.0.1.nip.io/", "inner network"),
        ("http://7147006462/", "not a URL"),
        ("example.com", "not a URL"),
    ],
)
def test_an_address_that_leads_inward_is_refused_in_words(url: str, words: str) -> None:
    refusal = refusal_of_url(url)
    assert refusal is not None
    assert words in refusal


@pytest.mark.parametrize(
    "url", ["http://example.com/", "https://example.com:443/", "http://example.com:443/", "https://1.1.1.1/"]
)
def test_a_public_address_may_be_tried(url: str) -> None:
    assert refusal_of_url(url) is None
