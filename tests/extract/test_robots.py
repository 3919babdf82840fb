"""robots.txt by RFC 9309."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from protego import Protego
from tests.timing import assert_quick

from scrapersky.extract.robots.rules import MAX_ROBOTS_BYTES, parse_robots, rules_for_status

SITE = "https://acme.example"


def allowed(robots: str, path: str, agent: str = "ScraperSky") -> bool:
    return parse_robots(robots).allows(SITE + path, agent)


@pytest.mark.parametrize(
    ("rule", "path", "is_allowed"),
    [
        ("Disallow: /a", "/a/b", False),
        ("Disallow: /a", "/A", True),
        ("Disallow: /a/", "/a", True),
        ("Disallow: /*.pdf$", "/x/y.pdf", False),
        ("Disallow: /*.pdf$", "/x/y.pdf?z", True),
        ("Disallow: /a*b*c", "/a1b2c3", False),
        ("Disallow: /a*b*c", "/a1c2b3", True),
        ("Disallow: /$", "/", False),
        ("Disallow: /$", "/a", True),
        ("Disallow: /%7Ejo", "/~jo", False),
        ("Disallow: /ä", "/%C3%A4", False),
        ("Disallow: /a%2Fb", "/a/b", True),
        ("Disallow: /?s=", "/?s=x", False),
        ("Disallow:", "/a", True),
        ("Disallow: /\nAllow: /a", "/a", True),
        ("Disallow: /a\nAllow: /a", "/a", True),
        ("Disallow: /a/b\nAllow: /a", "/a/b", False),
        ("Disallow: / # all of it", "/a", False),
        ("Dissalow: /a", "/a", False),
        ("Disallow /a", "/a", False),
        ("Disallow: /", "/robots.txt", True),
    ],
)
def test_the_longest_rule_that_matches_decides(rule: str, path: str, *, is_allowed: bool) -> None:
    assert allowed(f"User-agent: *\n{rule}", path) is is_allowed


def test_the_most_exact_group_is_taken_and_the_others_are_not() -> None:
    robots = "User-agent: *\nDisallow: /\n\nUser-agent: scrapersky\nDisallow: /private\n\nUser-agent: sky\nDisallow: /a"
    assert allowed(robots, "/public")
    assert not allowed(robots, "/private")
    assert allowed(robots, "/a")
    assert not allowed(robots, "/public", agent="OtherBot")


def test_groups_of_the_same_agent_are_one() -> None:
    robots = "User-agent: a\nUser-agent: ScraperSky\nDisallow: /x\n\nUser-agent: ScraperSky\nDisallow: /y"
    assert not allowed(robots, "/x")
    assert not allowed(robots, "/y")
    assert allowed(robots, "/y", agent="a")


def test_a_whole_user_agent_header_finds_its_group() -> None:
    assert not allowed("User-agent: ScraperSky\nDisallow: /", "/", agent="ScraperSky/1.0 (+https://example.com)")


@pytest.mark.parametrize(
    "written", ["ScraperSky Crawler", "ScraperSky/1.0", "scrapersky/2 (+https://acme.test)", "ScraperSky*"]
)
def test_a_crawler_is_named_by_its_first_word_without_its_version(written: str) -> None:
    robots = parse_robots(f"User-agent: {written}\nDisallow: /a\n\nUser-agent: *\nDisallow: /b")
    assert [robots.allows(path, "ScraperSky/1.0") for path in ("/a", "/b")] == [False, True]
    assert [robots.allows(path, "Other/1.0") for path in ("/a", "/b")] == [True, False]


def test_words_after_the_star_do_not_matter() -> None:
    assert not parse_robots("User-agent: * and everybody else\nDisallow: /").allows("/a", "ScraperSky")


@pytest.mark.parametrize(
    "line", ["Content-Signal: search=yes", "Unknown: word", "Noindex: /b", "no directive at all", ""]
)
def test_a_line_that_means_nothing_closes_no_group(line: str) -> None:
    robots = parse_robots(f"User-agent: ScraperSky\n{line}\nUser-agent: Other\n{line}\nDisallow: /a")
    assert [robots.allows("/a", agent) for agent in ("ScraperSky", "Other", "Third")] == [False, False, True]


def test_a_misspelt_rule_is_a_rule_that_closes_the_list_of_agents() -> None:
    robots = parse_robots("User-agent: *\nDisalllow: /a\nUser-agent: Other\nDisallow: /")
    assert robots.allows("/a", "ScraperSky")
    assert not robots.allows("/a", "Other")


def test_sitemaps_are_read_whole_or_by_path_and_each_once() -> None:
    text = "Sitemap: /a.xml\nsitemap: https://b.example/B.xml\nSITEMAP:/a.xml\nSitemap: mailto:x\nSitemap https://c.example/"
    found = parse_robots(text, "https://acme.example/robots.txt").sitemaps
    assert found == ("https://acme.example/a.xml", "https://b.example/B.xml", "https://c.example/")


def test_a_sitemap_line_does_not_split_a_group() -> None:
    assert not allowed("User-agent: ScraperSky\nSitemap: /a.xml\nUser-agent: b\nDisallow: /", "/")


@pytest.mark.parametrize(
    ("lines", "seconds"),
    [
        ("Crawl-delay: 2.5", 2.5),
        ("Crawl-delay: x", None),
        ("Crawl-delay: inf", None),
        ("Request-rate: 1/5", 5.0),
        ("Crawl-delay: -1", None),
    ],
)
def test_the_delay_between_requests_is_read(lines: str, seconds: float | None) -> None:
    assert parse_robots(f"User-agent: *\n{lines}").rules_for("ScraperSky").crawl_delay == seconds


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_does_not_hide_the_first_line(encoding: str) -> None:
    assert not parse_robots("User-agent: *\nDisallow: /".encode(encoding)).allows(SITE, "a")


def test_a_web_page_answered_as_robots_holds_no_rules() -> None:
    robots = parse_robots("<!DOCTYPE html>\nUser-agent: *\nDisallow: /")
    assert robots.allows(SITE, "a")
    assert robots.problems == ("html_instead",)


def test_only_the_first_500_kib_count_and_whole_lines_of_them() -> None:
    body = b"User-agent: *\nDisallow: /a\n" + b"#" * MAX_ROBOTS_BYTES + b"\nDisallow: /b\n"
    robots = parse_robots(body)
    assert robots.problems == ("too_large",)
    assert not robots.allows(f"{SITE}/a", "x")
    assert robots.allows(f"{SITE}/b", "x")


@pytest.mark.parametrize(
    ("status", "meaning"),
    [
        (200, "read"),
        (204, "read"),
        (301, "allow_all"),
        (403, "allow_all"),
        (404, "allow_all"),
        (429, "disallow_all"),
        (503, "disallow_all"),
        (0, "disallow_all"),
    ],
)
def test_a_status_says_whether_there_are_rules(status: int, meaning: str) -> None:
    assert rules_for_status(status) == meaning


def test_many_agents_before_many_rules_take_no_time() -> None:
    agents = "".join(f"User-agent: a{number}\n" for number in range(12_000))
    rules = "".join(f"Disallow: /{number}/*x\n" for number in range(12_000))
    assert_quick(lambda: parse_robots(agents + rules).rules_for("a7").allows(f"{SITE}/9/yyx"), seconds=2)
    assert not parse_robots(agents + rules).rules_for("a7").allows(f"{SITE}/9/yyx")


@settings(deadline=None)
@given(st.text(max_size=300), st.text(max_size=40), st.text(max_size=40))
def test_any_text_is_read_without_an_error(text: str, url: str, agent: str) -> None:
    robots = parse_robots(text, url)
    assert robots.allows(url, agent) in {True, False}
    assert parse_robots(text.encode("utf-8", "replace"), url).problems == robots.problems


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_read_without_an_error(body: bytes) -> None:
    assert parse_robots(body).allows(SITE, "a") in {True, False}


rule_lines = st.lists(
    st.builds(
        "{}: {}".format, st.sampled_from(["Allow", "Disallow", "User-agent"]), st.text(alphabet="/ab*$.", max_size=6)
    ),
    max_size=8,
)


# Protego looks at a path as it is written; we, at the one that is asked for, in which "." and ".." are resolved.
paths = st.text(alphabet="/ab.", max_size=8).filter(lambda path: not {".", ".."} & set(path.split("/")))


def test_a_path_is_judged_as_it_is_asked_for() -> None:
    assert allowed("User-agent: *\nDisallow: /.", "/.")
    assert not allowed("User-agent: *\nDisallow: /b", "/a/../b")


@settings(deadline=None)
@example(["Allow: ", "User-agent: */", "Disallow: /"], "")
@given(rule_lines, paths)
def test_an_independent_parser_agrees(lines: list[str], path: str) -> None:
    robots = "\n".join(["User-agent: *", *lines])
    assert allowed(robots, f"/{path}", agent="sky") == Protego.parse(robots).can_fetch(f"{SITE}/{path}", "sky")
