"""What tells a name from other capitalised words: its letters, and what stands before and behind it."""

import pytest
from benchmarks.name_letters import TOLERANCE, changed, learnt, listed_words

from scrapersky.extract.html.document import read_document
from scrapersky.extract.people.name_letters import letter_weights
from scrapersky.extract.people.names import name_of
from scrapersky.extract.people.search import people_in


def roles(html: str) -> dict[str, str]:
    return {person.name: person.role_raw for person in people_in(read_document(html).lines)}


def test_the_table_of_letters_is_what_the_lists_teach() -> None:
    weights = learnt(*listed_words())
    assert changed(letter_weights(), weights) <= TOLERANCE < changed({}, weights)


@pytest.mark.parametrize(
    "heading", ["Mediation Capability", "Internationale Beziehungen", "Accessori Elettronici", "Servicios Directos"]
)
def test_words_above_a_role_are_no_name_where_their_letters_are_not(heading: str) -> None:
    assert roles(f"<h3>{heading}</h3><p>Sales Manager</p>") == {}
    assert roles("<h3>Thandolwethu Mkhabela</h3><p>Sales Manager</p>") == {"Thandolwethu Mkhabela": "Sales Manager"}


@pytest.mark.parametrize("text", ["Anna Logistik", "Kanzlei Maria Huber", "Centro Dr. Mario Rossi", "Tim Advokat"])
def test_a_firm_that_bears_a_given_name_is_nobody(text: str) -> None:
    assert text not in roles(f"<p>{text}</p>")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Dr.med.K.Brandl", "K. Brandl"),
        ("B.J van der Meulen", "B.J van der Meulen"),
        ("Anna Rossi, M.D., FACS", "Anna Rossi"),
        ("Ngozi Adeyemi Bello, SAN, FCIArb", "Ngozi Adeyemi Bello"),
        ("Naam Els Janssens", "Els Janssens"),
        ("ÔNG TRẦN VĂN ĐỨC", "Trần Văn Đức"),
        ("Halmosiné Kovács Piroska Mária", "Halmosiné Kovács Piroska Mária"),
        ("Telma Almeida Duarte Falcato", "Telma Almeida Duarte Falcato"),
        ("Ευφροσύνη Γ. Καλάθη", "Ευφροσύνη Γ. Καλάθη"),
        ("Rocío Pinto V.", "Rocío Pinto V."),
        ("Hope BAKER", "Hope Baker"),
        ("Vesma Liepiņa", "Vesma Liepiņa"),
        ("Trần Gia Bảo", "Trần Gia Bảo"),
        ("Громова (Белова) Ирина Львовна", "Громова Ирина Львовна"),
    ],
)
def test_what_stands_before_and_behind_a_name(text: str, name: str) -> None:
    found = name_of(text)
    assert found is not None
    assert found.full == name


@pytest.mark.parametrize("text", ["Rocío Elena V.", "Rocío V.", "Rocío Pinto V"])
def test_a_family_name_that_is_only_a_letter_is_none(text: str) -> None:
    assert name_of(text) is None


@pytest.mark.parametrize(
    "text", ["Bảo Trì Tận Nơi", "Gia Dụng Mới", "Vorname Nachname", "Stade Jean Dupont", "Filiale Ulm"]
)
def test_offers_stand_ins_and_places_are_no_names(text: str) -> None:
    assert name_of(text) is None


def test_a_degree_ends_a_name_in_a_sentence() -> None:
    assert list(roles("<p>\u00a9 2024 Anna Huber MSc. All rights reserved.</p>")) == ["Anna Huber"]


def test_a_role_and_two_parts_on_a_line_are_an_officer_of_the_firm() -> None:
    rows = "<tr><th>役員</th><td><p>取締役 赤嶺 邦</p><p>監査役 八重樫 勤</p></td></tr>"
    assert roles(f"<table>{rows}</table>") == {"赤嶺 邦": "取締役", "八重樫 勤": "監査役"}
    assert roles("<p>取締役 研修 案内 はこちら</p>") == {}


@pytest.mark.parametrize(
    "written",
    [
        *(
            "Ivana Horvat, dipl.oec.",
            "Ivana Horvat, dipl. ing.",
            "Ivana Horvat, mag. oec.",
            "Ivana Horvat, univ. bacc. ing.",
        ),
        *(
            "Ivana Horvat, univ.dipl.prav.",
            "Ivana Horvat, dr. med. dent.",
            "Ivana Horvat, mr. sc.",
            "Ivana Horvat, mgr inż.",
        ),
        *("Ivana Horvat, oec.", "Ivana Horvat, prof.", "Ivana Horvat, dipl.ing.arh., mag. oec."),
    ],
)
def test_a_degree_in_small_letters_behind_a_comma_is_no_part_of_a_name(written: str) -> None:
    name = name_of(written)
    assert name is not None
    assert (name.full, name.strength >= 5) == ("Ivana Horvat", True)


@pytest.mark.parametrize(
    "words", ["Ivana Horvat, moja mama.", "Ivana Horvat, the baker.", "Ivana Horvat, oec", "Ana, prof."]
)
def test_other_small_words_behind_a_comma_are_no_degree(words: str) -> None:
    assert name_of(words) is None


@pytest.mark.parametrize("name", ["Vid Krpedić", "Vid Lomnická", "Vid Ozoltiņš", "Vid Praskauskaitė", "Vid Tomzoğlu"])
def test_an_end_with_its_marks_is_a_family_name_s(name: str) -> None:
    found = name_of(name)
    assert found is not None
    assert found.strength > 0


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *(
            ("Prakash Kumar B K", "Prakash Kumar B K"),
            ("Vinod Kumar M S", "Vinod Kumar M S"),
            ("Usha Rani P", "Usha Rani P"),
        ),
        *(("Dr. Suresh BV", "Suresh BV"), ("Dr. Anand Kishore K R", "Anand Kishore K R"), ("Dr. Sunil K", "Sunil K")),
        *(("Dr. Harishankar TC", "Harishankar TC"), ("Dr. Vinod Kumar NT, MBBS, MD", "Vinod Kumar NT")),
    ],
)
def test_initials_without_dots_end_a_name_of_southern_india(text: str, name: str) -> None:
    found = name_of(text)
    assert found is not None
    assert found.full == name
    assert found.strength >= 3


@pytest.mark.parametrize(
    "text", ["Anil K", "Anil BV", "Suresh Kumar BV", "Dr. Jane Doe TX", "Dr. Austin TX", "Savannah GA", "Route B K"]
)
def test_letters_behind_other_words_end_no_name(text: str) -> None:
    assert name_of(text) is None


@pytest.mark.parametrize("text", ["MBBS, MD. Mysore", "MBBS, MD-MMC. Hubli", "BAMS, Hubli", "MDS, DNB. Kochi"])
def test_a_town_behind_degrees_is_no_name(text: str) -> None:
    assert name_of(text) is None


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("Pedro Luis Soto de los Montes Vidal", "Soto de los Montes Vidal"),
        ("Pedro Soto de los Montes Vidal", "Soto de los Montes Vidal"),
        ("Ana Ruiz de la Vega Soto", "Ruiz de la Vega Soto"),
        ("Ana Maria Ruiz de las Heras Soto", "Ruiz de las Heras Soto"),
        ("Ana de los Montes", "de los Montes"),
        ("Pedro Ruiz de la Vega", "de la Vega"),
    ],
)
def test_particles_do_not_count_among_the_words_of_a_name(name: str, family: str) -> None:
    found = name_of(name)
    assert found is not None
    assert (found.full, found.family) == (name, family)
    assert list(roles(f"<p>© 2026 Notaría {name}</p>")) == [name]


@pytest.mark.parametrize(
    "text",
    [
        *("Minas Gerais", "Paulo Motores", "Marcos Pneus", "Ana Móveis", "Carlos Repuestos", "Luis Neumáticos"),
        *("Rosa Tintas", "Bruno Autopeças", "Pedro Ferragens"),
    ],
)
def test_a_state_and_a_shop_with_its_goods_are_nobody(text: str) -> None:
    assert roles(f"<p>{text}</p>") == {}
    assert roles(f"<p>A {text} fica perto.</p>") == {}
