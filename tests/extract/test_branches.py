"""Lists of branches: a town, a dash, a street and its number on each line."""

import pytest
from tests.extract.readers import extract_addresses


def found(region: str, *lines: str) -> list[str]:
    return [finding.value for finding in extract_addresses(f"<ul><li>{'</li><li>'.join(lines)}</li></ul>", region)]


@pytest.mark.parametrize(
    ("region", "lines"),
    [
        ("CZ", ("Zlín \u2013 Lipová 1452", "Vsetín \u2013 Dolní náměstí 12", "Kroměříž \u2013 Sladovní 7")),
        ("SK", ("Nitra - Štúrova 22", "Trnava - Hlavná 5", "Žilina - Národná 14")),
        ("PL", ("Gdańsk - Długa 14", "Sopot - Morska 5a", "Gdynia - Świętojańska 33")),
        ("DE", ("Münster \u2013 Gartenstraße 14", "Hamm \u2013 Südring 5", "Soest \u2013 Am Markt 3")),
        ("SI", ("Kranj \u2013 Kidričeva cesta 15", "Celje \u2013 Stanetova 8", "Ptuj \u2013 Trstenjakova 9")),
    ],
)
def test_each_line_of_a_list_of_branches_is_an_address(region: str, lines: tuple[str, ...]) -> None:
    parted = (line.replace("\u2013", "-").split(" - ") for line in lines)
    assert found(region, *lines) == [f"{street}, {town}, {region}" for town, street in parted]


def test_a_telephone_beside_the_list_tells_that_its_lines_are_addresses() -> None:
    lines = ("Turku - Aura 14", "Pori - Kukko 5")
    assert found("FI", *lines) == []
    assert found("FI", *lines, "Puh. 02 123 4567") == ["Aura 14, Turku, FI", "Kukko 5, Pori, FI"]


@pytest.mark.parametrize(
    ("region", "lines"),
    [
        ("CZ", ("Balíček \u2013 Cena 1452", "Masáž \u2013 Délka 60", "Sauna \u2013 Osob 7")),
        ("PL", ("Polska - Niemcy 3", "Gdynia - Arka 2", "Warszawa - Legia 1")),
        ("DE", ("Gruppe Nord \u2013 Platz 12", "Gruppe Süd \u2013 Platz 5")),
        ("CZ", ("Zlín \u2013 Lipová 1452",)),
    ],
)
def test_prices_results_and_places_in_a_list_are_none(region: str, lines: tuple[str, ...]) -> None:
    assert found(region, *lines) == []
