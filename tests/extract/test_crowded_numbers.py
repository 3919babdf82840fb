"""House numbers that something else follows without a comma: hours, a part of the town, a postal code."""

import pytest

from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.finding import Kind


def addresses(html: str, region: str) -> list[str]:
    found = extract_contacts(html, "https://rosenhof.example/", region).findings
    return [one.value for one in found if one.kind is Kind.ADDRESS]


@pytest.mark.parametrize(
    ("line", "region", "address"),
    [
        ("Лісове вул. Садова, 4Л Пн\u2013Пт 9:00 — 17:00", "UA", "вул. Садова 4Л, Лісове, UA"),
        ("Лісове вул. 30 Років Весни, 6 Пн-Пт 9:00 — 15:00", "UA", "вул. 30 Років Весни 6, Лісове, UA"),
        ("вул. Лугова, 12 понеділок 9:00 — 18:00", "UA", "вул. Лугова 12, UA"),
        ("ul. Polna, 7 pon.-pt. 8:00-16:00", "PL", "ul. Polna 7, PL"),
        (
            "Rua Frei Rosa, 172 Centro · Vila Clara — MG · CEP 35701-049",
            "BR",
            "Rua Frei Rosa 172, Vila Clara, MG 35701-049, BR",
        ),
        (
            "Av. Ana Luz, 25 Bairro Aurora · Vila Clara — MG · CEP 35701-293",
            "BR",
            "Av. Ana Luz 25, Vila Clara, MG 35701-293, BR",
        ),
        ("Rua Frei Rosa, 8 Jardim Aurora - Vila Clara - MG", "BR", "Rua Frei Rosa 8, Vila Clara, MG, BR"),
        ("Hafnarbraut 714 262 Reykjanesbær", "IS", "Hafnarbraut 714, Reykjanesbær 262, IS"),
        ("Lindarbraut 8b 200 Kópavogur", "IS", "Lindarbraut 8b, Kópavogur 200, IS"),
        ("Hafnarbraut 714<br>262 Reykjanesbær", "IS", "Hafnarbraut 714, Reykjanesbær 262, IS"),
    ],
)
def test_what_follows_a_house_number_is_none_of_it(line: str, region: str, address: str) -> None:
    assert addresses(f"<p>{line}</p>", region) == [address]


@pytest.mark.parametrize(
    ("line", "region"),
    [
        ("Rua Frei Rosa, 3 quartos e garagem", "BR"),
        ("вул. Садова, 4 кімнати для гостей", "UA"),
        ("Flug 714 262 farþegar", "IS"),
    ],
)
def test_a_count_of_something_is_no_house_number(line: str, region: str) -> None:
    assert not any(character.isdigit() for one in addresses(f"<p>{line}</p>", region) for character in one)


@pytest.mark.parametrize(
    ("line", "address"),
    [
        ("30 شارع البستان، القاهرة", "30 شارع البستان, القاهرة, EG"),
        ("30 شارع البستان (برج النور)", "30 شارع البستان, EG"),
        ("7 ميدان الورد، الجيزة", "7 ميدان الورد, الجيزة, EG"),
        ("12 Bustan St., Dokki, Cairo", "12 Bustan St, Cairo, EG"),
    ],
)
def test_an_egyptian_address_is_told_with_its_number_first(line: str, address: str) -> None:
    assert addresses(f"<p>{line}</p>", "EG") == [address]
