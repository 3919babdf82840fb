from hypothesis import given
from hypothesis import strategies as st

from scrapersky.extract.html.visible_text import MAX_TEXT, TextBuilder, clean

steps = st.lists(st.one_of(st.text(max_size=8), st.sampled_from(["LINE", "CELL", " ", "\n", "\u00a0"])), max_size=30)


def build(parts: list[str]) -> TextBuilder:
    builder = TextBuilder()
    for part in parts:
        if part == "LINE":
            builder.break_line()
        elif part == "CELL":
            builder.break_cell()
        else:
            builder.add(part)
    return builder


def test_breaks_in_a_row_are_one_and_none_stands_at_the_ends() -> None:
    assert build(["LINE", "a", "LINE", "LINE", " ", "CELL", "b", "LINE"]).text() == "a\nb"


def test_white_space_between_inline_pieces_is_one_space() -> None:
    assert build(["a ", "\n", " b", "c", "\u00a0d"]).text() == "a bc d"


def test_a_text_that_is_full_says_so() -> None:
    builder = build(["x" * (MAX_TEXT + 1), "more"])
    assert builder.is_full
    assert len(builder.text()) == MAX_TEXT


@given(steps)
def test_places_in_the_text_are_true(parts: list[str]) -> None:
    builder = build(parts)
    assert builder.length == len(builder.text())
    place = builder.place
    builder.add("word")
    assert builder.text()[place:].lstrip(" ") == "word"


@given(st.text())
def test_cleaning_twice_changes_nothing(text: str) -> None:
    assert clean(clean(text)) == clean(text)
