"""The visible lines of a page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.timing import assert_quick

from scrapersky.extract.folding import fold_space
from scrapersky.extract.html.document import read_document
from scrapersky.extract.pages.bounds import MAX_CHARACTERS
from scrapersky.extract.pages.lines import MAX_LINE_LENGTH, MAX_LINES, MAX_TEXT, Line


def read_lines(html: str) -> tuple[Line, ...]:
    return read_document(html).lines


def texts(html: str) -> list[str]:
    return [line.text for line in read_lines(html)]


def test_inline_tags_join_and_block_tags_part() -> None:
    assert texts("<div>Jane<b> Doe</b></div><span>a</span><span>b</span>") == ["Jane Doe", "ab"]


def test_lines_parted_by_br_share_a_block_and_paragraphs_do_not() -> None:
    first, second, third = read_lines("<p>Jane Doe<br/>Owner</p><p>Hello</p>")
    assert first.block == second.block != third.block


def test_cells_of_a_row_share_it_and_text_after_the_table_has_none() -> None:
    day, hours, after = read_lines("<table><tr><td>Mon</td><td>9-5</td></tr></table>Welcome")
    assert day.row == hours.row > 0
    assert after.row == 0


def test_a_term_and_its_definition_are_a_row() -> None:
    term, definition = read_lines("<dl><dt>Owner</dt><dd>Jane Doe</dd></dl>")
    assert term.row == definition.row > 0


def test_script_style_comments_and_choices_are_not_text() -> None:
    html = "<script>if (a<b) x()</script><STYLE>p{}</STYLE><!-- <p>no</p> --><select><option>US</select><p>yes</p>"
    assert texts(html) == ["yes"]


def test_headings_addresses_and_navigation_are_marked() -> None:
    heading, address, link = read_lines("<h2>Team</h2><address>1 Main St</address><nav><a href=/>Home</a></nav>")
    assert heading.is_heading
    assert not address.is_heading
    assert address.in_address
    assert not link.in_address
    assert link.in_navigation


def test_mail_and_phone_links_stay_with_their_line() -> None:
    (line,) = read_lines(
        '<p>Jane <a href="mailto:jane@acme.test?subject=x&amp;y=1">write</a> <a href=tel:+15125550100>call</a>'
    )
    assert line.links == ("mailto:jane@acme.test?subject=x&y=1", "tel:+15125550100")


def test_a_bracket_in_an_attribute_does_not_end_the_tag() -> None:
    assert texts('<p title="a > b">text</p>') == ["text"]


def test_a_link_without_words_is_a_line_of_its_own() -> None:
    name, link, role = read_lines("<p>Jane Doe</p><p><a href='mailto:jane@acme.test'><img src=i></a></p><p>Owner</p>")
    assert (name.links, link.text, link.links, role.links) == ((), "", ("mailto:jane@acme.test",), ())


def test_a_picture_parts_words_but_no_line() -> None:
    assert texts("<p>Jane<img src=a>Doe</p><p>a<button>b</button>c") == ["Jane Doe", "a", "b", "c"]


def test_what_stands_there_without_script_is_no_line() -> None:
    assert texts("<p>Jane <noscript>Please switch on scripts</noscript>Doe</p><textarea>note</textarea>") == [
        "Jane",
        "Doe",
    ]


def test_of_a_page_that_is_too_long_the_end_is_kept() -> None:
    assert texts("<p>x</p>" * 10 + " " * MAX_CHARACTERS + "<p>footer</p>")[-1] == "footer"


def test_of_a_page_with_too_much_text_the_end_is_kept() -> None:
    lines = texts("".join(f"<p>{number} {'word ' * 50}</p>" for number in range(1_500)) + "<p>footer</p>")
    assert lines[-1] == "footer"
    assert len(lines) < 1_500
    assert sum(map(len, lines)) <= MAX_TEXT + MAX_LINE_LENGTH


def test_code_that_is_cut_in_two_does_not_become_text() -> None:
    code = "<script>" + "x = 1; " * 60_000 + "</script>"
    page = "".join(f"<p>{number} {'word ' * 50}</p>" for number in range(1_000)) + code + "<p>footer</p>"
    assert texts(page)[-1] == "footer"
    assert not any("x = 1" in text for text in texts(page))


@pytest.mark.parametrize(
    "piece",
    [
        "<div>",
        "<p>x",
        "<",
        "<a ",
        '<a "',
        "<!--",
        "<script>",
        "<table><tr><td>",
        " ",
        "&",
        "<a '\"<a ' '\" ",
        "\n",
        "é",
    ],
)
def test_five_megabytes_of_anything_take_under_a_second(piece: str) -> None:
    page = piece * (5_000_000 // len(piece))
    assert_quick(lambda: read_lines(page), seconds=1)
    lines = read_lines(page)
    assert len(lines) <= MAX_LINES


def test_cells_that_span_many_others_are_read_as_fast() -> None:
    row = "<tr>" + "<td rowspan=60 colspan=60>x" * 9
    page = "<table>" + row * 1_000
    assert_quick(lambda: read_lines(page), seconds=1)


@given(
    st.text(max_size=400)
    | st.lists(st.sampled_from(["<p>", "</td>", "<br>", "&amp;", '"', "<", ">", "a"])).map("".join)
)
def test_any_text_gives_folded_bounded_lines(html: str) -> None:
    for line in read_lines(html):
        assert line.text == fold_space(line.text)
        assert len(line.text) <= MAX_LINE_LENGTH


@given(st.text(max_size=200))
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold_space(fold_space(text)) == fold_space(text)
