"""Works of art, books and records with their makers: who made what a house sells or shows is nobody of the house."""

import pytest
from tests.extract.test_people_evidence import own

HOUSE = "<h2>Your contact</h2><p>Jane Miller, Owner</p>"
MINE = {"Jane Miller": "Owner"}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Harbour at Night<br>$6,200", "Two Boats<br>SOLD"),
        ("Stiller Fluss<br>1.200 €", "Morgen am See<br>verkauft"),
        ("Le Port<br>Huile sur toile<br>900 €", "La Colline<br>Aquarelle<br>vendu"),
        ("El Puerto<br>Óleo sobre lienzo, 50 x 70 cm", "La Colina<br>Acuarela, 30 x 40 cm"),
        ("Il Porto<br>2019<br>Olio su tela", "La Collina<br>2021<br>Tecnica mista"),
        ("De Haven<br>€ 450,-", "De Heuvel<br>verkocht"),
        ("Port nocą<br>1200 zł<br>Do koszyka", "Wzgórze<br>sprzedane"),
        ("Přístav<br>12 000 Kč", "Kopec<br>prodáno"),
        ("Hamnen<br>4 500 kr", "Kullen<br>såld"),
        ("The Quiet River<br>Paperback<br>£8.99", "Hills of Home<br>Hardback<br>£14.99"),
        ("The Fisherman<br>40 \u00d7 60 in", "Dawn<br>24 \u00d7 36 in"),
    ],
)
def test_who_made_what_is_for_sale_is_of_no_house(first: str, second: str) -> None:
    shown = f"<div><p>Robert Arden<br>{first}</p></div><div><p>Anna Berger<br>{second}</p></div>"
    assert own(shown + HOUSE) == MINE
    cells = "".join(
        f"<tr><td>{name}</td>{''.join(f'<td>{cell}</td>' for cell in work.split('<br>'))}</tr>"
        for name, work in (("Robert Arden", first), ("Anna Berger", second))
    )
    assert own(f"<table>{cells}</table>{HOUSE}") == MINE


def test_a_label_on_one_line_names_a_maker() -> None:
    labels = "<p>Robert Arden, Harbour, oil on canvas</p><p>Anna Berger, Two Boats, bronze, 20 x 30 cm</p>"
    assert own(labels + HOUSE) == MINE


@pytest.mark.parametrize(
    "cards",
    [
        "<p>Anna Berger<br>Senior Stylist<br>£60</p><p>Jane Miller<br>Stylist<br>£45</p>",
        "<p>Anna Berger<br>Haarschnitt<br>45 €</p><p>Jane Miller<br>Haarschnitt<br>55 €</p>",
        "<p>Anna Berger<br>Coach<br>anna@acme.example<br>90 €</p><p>Jane Miller<br>Coach<br>80 €</p>",
    ],
)
def test_what_an_hour_with_somebody_costs_is_no_work(cards: str) -> None:
    assert set(own(cards)) == {"Anna Berger", "Jane Miller"}


def test_who_made_all_that_is_for_sale_may_be_the_house() -> None:
    cards = "<h3>Anna Berger</h3><p>Harbour</p><p>$900</p><h3>Anna Berger</h3><p>Two Boats</p><p>$800</p>"
    assert set(own(cards)) == {"Anna Berger"}


@pytest.mark.parametrize(
    "sentence",
    [
        'Robert Arden stated: "For me a work must be true, whatever my day was."',
        "Robert Arden schrieb: „Für mich muss ein Werk wahr sein.“",
        "Robert Arden disait : « Pour moi, mon œuvre doit être vraie. »",
        "Last year a Robert Arden sold for $105,000, yet we believe in love.",
        "A canvas by Robert Arden brought £61,000 and we were there.",
    ],
)
def test_who_is_quoted_or_sold_in_a_sentence_is_of_no_house(sentence: str) -> None:
    assert own(f"<p>{sentence}</p>{HOUSE}") == MINE


def test_who_says_our_in_quotation_marks_is_of_the_house() -> None:
    assert set(own('<p>Robert Arden says: "Our bread is baked at night."</p>')) == {"Robert Arden"}
