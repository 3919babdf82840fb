import pytest
from selectolax.lexbor import LexborHTMLParser
from tests.timing import assert_quick

from scrapersky.extract.pages.bounds import MAX_CHARACTERS, MAX_DEPTH, bound_page


def test_an_ordinary_page_is_left_as_it_is() -> None:
    html = "<html><body>" + "<p class='a'>Hello <b>you</b></p>" * 2_000 + "</body></html>"
    assert bound_page(html).html == html
    assert bound_page(html).shortened == ()


def test_a_long_page_keeps_its_beginning_and_its_end() -> None:
    bounded = bound_page("<p>first</p>" + "x" * 5_000_000 + "<footer>last</footer>")
    assert bounded.html.startswith("<p>first")
    assert bounded.html.endswith("last</footer>")
    assert len(bounded.html) <= MAX_CHARACTERS + 1
    assert "5,000,033 characters" in bounded.shortened[0]


@pytest.mark.parametrize(("between", "is_left"), [("x", True), (" ", False)])
def test_a_long_page_of_few_tags_is_left_as_a_short_one_is_unless_it_has_room_for_many_attributes(
    between: str, is_left: bool
) -> None:
    html = "<div>" * 300 + between * 70_000
    assert (bound_page(html).html == html) is is_left


def test_tags_in_scripts_do_not_count_as_depth() -> None:
    html = "<script>" + "'<div>'" * 5_000 + "</script>" + "<p>x</p>" * 2_000
    assert bound_page(html).html == html


def test_unclosed_paragraphs_and_anchors_are_not_depth() -> None:
    html = "<p>x<li>y<a name=z>" * 3_000
    assert bound_page(html).html == html


@pytest.mark.parametrize(
    "piece", ["<ul><li>x<li>y</ul>", "<dl><dt>x<dd>y</dl>", "<ul><li><dl><dt>x<dd>y</dl></ul>", "<dt>x<dd>y"]
)
def test_items_of_lists_are_not_depth(piece: str) -> None:
    assert bound_page(piece * 3_000).html == piece * 3_000


@pytest.mark.parametrize("piece", ["<li><dd>", "<dt><li><dd>"])
def test_items_of_different_lists_nest_in_each_other(piece: str) -> None:
    node = LexborHTMLParser(bound_page(piece * 5_000).html).css("li, dd")[-1]
    depth = 0
    while node.parent is not None:
        node, depth = node.parent, depth + 1
    assert MAX_DEPTH - 20 < depth < MAX_DEPTH + 20


def test_a_close_tag_that_closes_nothing_does_not_hide_depth() -> None:
    bounded = bound_page("<div></b>" * 5_000)
    assert bounded.html.count("<div>") == 256


def test_self_closing_shapes_in_a_drawing_are_not_depth() -> None:
    html = "<svg>" + "<path d='M0 0'/>" * 3_000 + "</svg>"
    assert bound_page(html).html == html


@pytest.mark.parametrize(
    "piece",
    [
        "<div>",
        "<b>",
        "<p><b id={}>x",
        "<a id={}><div>",
        "<ul><li>",
        "<table><td>",
        "<svg><g>",
        "<font><a>",
        "<",
        "<a ",
        '<a b="',
        "</p>",
    ],
)
def test_hostile_pages_are_bounded_quickly(piece: str) -> None:
    html = "".join(piece.replace("{}", str(number)) for number in range(5_000_000 // len(piece)))
    assert_quick(lambda: bound_page(html), seconds=1)


def test_a_tag_of_a_hundred_thousand_attributes_keeps_the_first_few() -> None:
    html = "<a href='x' " + " ".join(f"x{number}='>'" for number in range(100_000)) + ">words</a>"
    bounded = bound_page(html)
    assert len(bounded.html) < 10_000
    assert bounded.html.endswith("words</a>")
