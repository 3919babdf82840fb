"""Firms that are one person: the name that stands in theirs is the owner's, whatever the country calls such a firm."""

import pytest
from tests.extract.test_people_evidence import own

from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.extract.finding import Kind, Owner
from scrapersky.extract.people.names import name_of


@pytest.mark.parametrize(
    ("firm", "owner"),
    [
        ("Malerbetrieb Anna Berger e.K.", "Anna Berger"),
        ("Einzelunternehmen Anna Maria Berger", "Anna Maria Berger"),
        ("Frizerstvo Luna, Ana Novak s.p.", "Ana Novak"),
        ("MIZARSTVO, Janez Kovač s.p., Lipova 3, 4000 Kranj", "Janez Kovač"),
        ("Kovács János e.v.", "Kovács János"),
        ("Popescu Ion PFA, CUI 12345678", "Popescu Ion"),
        ("Snickeri Nord, Lars Svensson, enskild firma", "Lars Svensson"),
        ("Tmi Matti Virtanen, Y-tunnus 1234567-8", "Matti Virtanen"),
        ("FHU Dach Jan Kowalski, NIP 1234567890", "Jan Kowalski"),
        ("\u0415\u0422 „Роза \u2013 Иван Петров“", "Иван Петров"),
        ("ФОП Петренко Іван Миколайович", "Петренко Іван Миколайович"),
        ("Entreprise individuelle Sophie Bernard", "Sophie Bernard"),
        ("Ditta individuale Bianchi Luca", "Bianchi Luca"),
        ("Jane Miller trading as Green Thumb Gardens", "Jane Miller"),
        ("EI Jean Martin - SIRET 123 456 789 00012", "Jean Martin"),
    ],
)
def test_a_form_of_law_tells_who_the_firm_is(firm: str, owner: str) -> None:
    html = f"<footer><p>{firm}</p></footer>"
    people = [one for one in extract_contacts(html).findings if one.kind is Kind.PERSON]
    assert [(one.value, one.fact("role"), one.owner) for one in people] == [(owner, "owner", Owner.PERSON)]


@pytest.mark.parametrize(
    ("firm", "owner"),
    [
        ("Dolce Forno di Vallini Maria Grazia - P.IVA 01234567890", "Vallini Maria Grazia"),
        ("DOLCE FORNO DI VALLINI MARIA GRAZIA P.IVA 01234567890", "Vallini Maria Grazia"),
        ("Bar Sport di Rossi Mario &amp; C. snc", "Rossi Mario"),
        ("Officina Moderna di Bianchi Luca<br>Via Roma 3<br>P. IVA 01234567890", "Bianchi Luca"),
        ("© 2024 Trattoria del Ponte di Giulia Conti | P.I. 01234567890", "Giulia Conti"),
        ("Panadería Sol de Ana Ruiz López - NIF 12345678Z", "Ana Ruiz López"),
        ("Oficina Central de João Pereira - NIF 123456789", "João Pereira"),
        ("Atelier du Bois de Jean Martin - SIRET 123 456 789 00012", "Jean Martin"),
        ("Hoveniersbedrijf Groen van Jan de Vries - KvK 12345678", "Jan de Vries"),
    ],
)
def test_a_joint_beside_the_number_of_a_register_tells_whose_the_firm_is(firm: str, owner: str) -> None:
    assert list(own(f"<footer><p>{firm}</p></footer>")) == [owner]


@pytest.mark.parametrize(
    "line",
    [
        "Associazione Amici di Mario Rossi - C.F. 91234567890",
        "Istituto Leonardo da Vinci - C.F. 80012345678",
        "Rue de Jean Martin - SIRET 123 456 789 00012",
        "Ristorante di Villa Maria - P.IVA 01234567890",
        "Igreja de São João - NIF 500123456",
        "Realizzato da Mario Rossi - P.IVA 01234567890",
        "Webdesign: Anna Berger e.K.",
        "Förderverein Anna Berger e.V.",
    ],
)
def test_who_a_house_is_called_after_or_made_the_site_is_no_owner(line: str) -> None:
    assert own(f"<footer><p>{line}</p></footer>") == {}


def test_a_firm_of_somebody_is_no_name() -> None:
    assert name_of("Dolce Forno di Vallini Maria Grazia") is None
    assert all(map(name_of, ("Ana de la Cruz Soto", "Jan van der Berg", "Maria Rosa di Napoli")))
