from hypothesis import example, given
from tests.extract.page_strategies import any_text

from scrapersky.extract.html.document import read_document


def test_inline_tags_join_words_and_blocks_separate_them() -> None:
    page = read_document("<p>in<b>fo</b>@<i>acme</i>.com</p><div>Tel<br>512</div><ul><li>a<li>b</ul>")
    assert page.text == "info@acme.com\nTel\n512\na\nb"


def test_table_cells_are_apart_on_one_line() -> None:
    assert (
        read_document("<table><tr><td>Phone</td><td>512</td></tr><tr><td>Fax</td></tr></table>").text
        == "Phone\t512\nFax"
    )


def test_scripts_styles_and_comments_are_never_text() -> None:
    page = read_document("<p>a<script>var x = 'b@acme.com'</script><style>c</style><!-- d -->e</p>")
    assert page.text == "ae"
    assert [script.text for script in page.scripts] == ["var x = 'b@acme.com'"]


def test_inline_decoys_that_nobody_sees_are_left_out_but_hidden_blocks_are_read() -> None:
    page = read_document(
        '<p>info<span style="display: none">null</span>@acme.com</p><div style="display:none">menu</div>'
    )
    assert page.text == "info@acme.com\nmenu"


def test_characters_without_width_vanish_but_persian_keeps_its_joiners() -> None:
    assert read_document("in\u200bfo\u200d@ac\u00adme.com").text == "info@acme.com"
    assert read_document("می\u200cخ").text == "می\u200cخ"


def test_links_carry_the_place_of_their_words() -> None:
    page = read_document('<p>Write <a href="mailto:a@b.example">to us</a> now</p>')
    link = page.links[0]
    assert page.text[link.start : link.end] == "to us"


def test_a_link_at_the_start_of_a_block_begins_on_its_own_line() -> None:
    page = read_document('<p>Above</p><p><a href="/x">Link</a></p>')
    assert page.text[page.links[0].start :] == "Link"


def test_what_stands_in_a_footer_is_known() -> None:
    page = read_document("<main>Body</main><div class='site-footer'>Site by <b>Pixel</b></div>")
    assert not page.in_footer(page.text.index("Body"))
    assert page.in_footer(page.text.index("Pixel"))


def test_a_snippet_is_one_line_around_the_place() -> None:
    page = read_document("<p>" + "word " * 50 + "info@acme.com" + " word" * 50)
    start = page.text.index("info@")
    snippet = page.snippet(start, start + 13)
    assert "info@acme.com" in snippet
    assert "\n" not in snippet
    assert len(snippet) < 160


def test_a_missing_snippet_place_does_not_fail() -> None:
    assert read_document("").snippet(0, 0) == ""


@example("words<p><a href=''>")
@given(any_text)
def test_any_string_is_a_page(html: str) -> None:
    page = read_document(html, html)
    assert all(0 <= element.start <= element.end <= len(page.text) for element in page.elements)
    assert "\u200b" not in page.text


@given(any_text)
def test_the_text_of_a_page_s_text_is_that_text(html: str) -> None:
    text = read_document(html).text
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace("\n", "<br>").replace("\t", "<wbr>\t")
    assert read_document(escaped).text.split() == text.split()
