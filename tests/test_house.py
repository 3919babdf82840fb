"""The house as it is drawn is the house as it stands."""

from tests.house import GUIDE, ROOT, house, imports_between_rooms, picture, rooms, upward


def test_the_picture_and_the_layers_in_the_guide_are_as_the_code_is() -> None:
    stale = [name for name, text in house().items() if (ROOT / name).read_text(encoding="utf-8") != text]
    assert stale == [], "Run: make house"


def test_no_room_imports_one_above_it_and_one_that_did_would_be_named() -> None:
    order, imports = rooms(), imports_between_rooms()
    assert upward(order, imports) == []
    assert upward(order, imports | {("queue", "http")}) == ["queue imports http"]


def test_every_import_between_rooms_is_a_dot() -> None:
    imports = imports_between_rooms()
    assert len(imports) > 30
    assert picture(rooms(), imports).count("<circle") == len(imports)
    assert picture(rooms(), imports - {("declaring", "errors")}).count("<circle") == len(imports) - 1


def test_the_guide_names_every_layer() -> None:
    written = (ROOT / GUIDE).read_text(encoding="utf-8")
    assert [room for room in rooms() if room not in written] == []
