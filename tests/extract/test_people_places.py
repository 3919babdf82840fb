"""Roles and names told by where they stand, whatever their words are."""

import pytest
from tests.extract.test_people_evidence import own, roles


@pytest.mark.parametrize("role", ["Teigflüsterin", "Leitung Backstube", "Asst. of the Oven", "Gute Seele (halbtags)"])
def test_a_short_line_below_a_heading_that_is_a_name_is_the_role(role: str) -> None:
    html = f"<h3>Maria Huber</h3><p>{role}</p><p>She has been with us since the doors opened in spring.</p>"
    assert roles(html) == {"Maria Huber": role.partition(" (")[0]}


@pytest.mark.parametrize(
    "line",
    [
        "Read more",
        "Mehr erfahren",
        "Zobacz profil",
        "Startseite",
        "Tel 0512 555 01 00",
        "I love bread.",
        "2 Oak Street",
    ],
)
def test_a_button_a_number_or_a_sentence_there_is_none(line: str) -> None:
    assert roles(f"<h3>Maria Huber</h3><p>{line}</p>") == {"Maria Huber": ""}


def test_two_of_a_list_may_have_the_same_role_though_no_list_has_it() -> None:
    cards = (("Anna Rossi", "Baker"), ("Paul Berger", "Dough Wrangler"), ("Maria Huber", "Dough Wrangler"))
    found = roles("".join(f"<div><b>{name}</b><br>{role}</div>" for name, role in (*cards, ("Eva Lang", "Baker"))))
    assert found["Paul Berger"] == found["Maria Huber"] == "Dough Wrangler"


def test_the_name_below_a_name_is_no_role() -> None:
    items = "".join(f"<li>{name}</li>" for name in ("Paula Winter", "Kenna O'Brady", "Sandra Keller", "Helen Brandt"))
    assert roles(f"<ul>{items}</ul>")["Paula Winter"] == ""


def test_a_heading_says_what_those_below_it_are_and_never_who_stands_above() -> None:
    html = (
        "<h3>Treasurer</h3><p>Anna Rossi</p><h3>Secretary</h3><p>Paul Berger</p>"
        "<h3>Sponsor Whisperer</h3><p>Maria Huber</p><h3>Chairman</h3><p>Eva Lang</p>"
    )
    assert roles(html) == {
        "Anna Rossi": "Treasurer",
        "Paul Berger": "Secretary",
        "Maria Huber": "Sponsor Whisperer",
        "Eva Lang": "Chairman",
    }
    labelled = html.replace("<p>", "<p>Name: ")
    assert roles(labelled) == roles(html)


def test_a_section_of_several_gives_each_its_role() -> None:
    html = "<h2>Attorneys</h2><ul><li>Anna Rossi</li><li>Paul Berger</li></ul><h2>Our Team</h2><p>Eva Lang</p>"
    assert roles(html) == {"Anna Rossi": "Attorneys", "Paul Berger": "Attorneys", "Eva Lang": ""}


def test_a_column_in_which_most_are_roles_is_the_column_of_roles() -> None:
    rows = (
        ("Chairman", "Anna Rossi", "Lecturer, Hill College"),
        ("Oversight", "Paul Berger", "Director, Oak Works"),
        ("Treasurer", "Eva Lang", "Retired"),
        ("Secretary", "Maria Huber", "Retired"),
    )
    cells = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
    found = roles(f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>")
    assert found == {name: role for role, name, _ in rows}


def test_an_unknown_name_among_cards_is_one_and_a_heading_that_stands_otherwise_is_none() -> None:
    names = ("Anna Rossi", "Madhir Patoria", "Eva Lang", "Paul Berger")
    cards = "".join(
        f"<div><div><h2>{name}</h2><p>Knows every corner of the town by heart.</p></div></div>" for name in names
    )
    assert list(roles(cards)) == list(names)
    assert "Mati Sorvo" not in roles(f"{cards}<h2>Mati Sorvo</h2><p>A lake not far from here.</p>")


@pytest.mark.parametrize("lead", ["Oberinspektorin", "Kanzleiangestellte", "Amtsrat"])
def test_a_word_before_a_name_is_the_role_where_others_have_theirs_there(lead: str) -> None:
    html = f"<h3>Notarin Anna Gruber</h3><h3>{lead} Paul Berger</h3><h3>Sekret\u00e4rin Eva Lang</h3>"
    assert roles(html)["Paul Berger"] == lead


def test_a_house_that_bears_a_name_is_its_owners_with_a_role_only() -> None:
    assert roles("<p>Ordination Dr. Paul Berger<br>Facharzt f\u00fcr Augenheilkunde</p>") == {
        "Paul Berger": "Facharzt f\u00fcr Augenheilkunde"
    }
    assert roles("<h3>Ordination Paul Berger</h3><p>Hauptstra\u00dfe 3</p>") == {}


@pytest.mark.parametrize("line", ["Anna Berger, Nilofer Baqa-Berger, Dr. Paul Berger", "v/ Anna Berger og Paul Berger"])
def test_a_line_of_names_names_them_all(line: str) -> None:
    found = roles(f"<p>Gemeinschaftspraxis<br>{line}<br>Hauptstr. 3</p>")
    assert {name.split()[-1].split("-")[-1] for name in found} == {"Berger"}
    assert len(found) == line.count("Berger")


def test_what_stands_before_two_capitals_is_a_town_but_for_a_list() -> None:
    assert own("<p>Rua das Flores, 4<br>Santa Rosa \u2013 RS</p><p>Clara Gomes \u2013 RS</p>") == {}
    listed = "<h2>Nora Harding \u2013 Manager</h2><p>Here since 2011.</p><h2>Paul Berger \u2013 QS</h2>"
    assert roles(listed)["Paul Berger"] == "QS"


def test_letters_and_short_capitals_of_a_name() -> None:
    assert roles("<p>Directeur de la publication : Lucie LY</p>") == {"Lucie Ly": "Directeur de la publication"}
    assert roles("<h3>Dr. Nora May Bright</h3><p>Dentist</p>") == {"Nora May Bright": "Dentist"}
    assert roles("<h3>R Sharma</h3><p>Advocate</p>") == {"R Sharma": "Advocate"}
    assert roles("<p>A Martin</p><p>R Sharma</p>") == {}


def test_a_title_and_one_name_is_somebody_with_a_role_or_among_others() -> None:
    assert roles("<h3>Dr. Satindar</h3><p>Dentist</p>") == {"Satindar": "Dentist"}
    assert roles("<h3>Dr. Satindar</h3><p>Ask for an appointment in the morning.</p>") == {}
    assert roles("<h3>Dr. Berger</h3><p>Dentist</p><h3>Dr. Paul Berger</h3><p>Dentist</p>") == {
        "Paul Berger": "Dentist"
    }
    assert roles("<h3>Mr. Plumber</h3><p>Owner</p>") == roles("<h3>Dr. Practice</h3><p>Owner</p>") == {}


def test_roles_of_a_list_may_end_with_a_stop_where_a_known_one_does() -> None:
    cards = (("Anna Rossi", "Loaf Science."), ("Paul Berger", "Baker."), ("Eva Lang", "Crumb and Crust Science."))
    html = "".join(f"<div><h3>{name}</h3><p>{line}<br>Reg. 1234.</p></div>" for name, line in cards)
    assert {name: role.rstrip(".") for name, role in roles(html).items()} == {
        name: line.rstrip(".") for name, line in cards
    }
    assert not roles(html.replace("Baker.", "Loves the sea."))["Anna Rossi"]


def test_paragraphs_that_each_begin_with_a_name_present_the_people_of_the_house() -> None:
    paragraphs = (
        "Anna Rossi has been working at the bakery since 2002. She is the office manager and loves long walks.",
        "Dr. Paul Berger graduated from the college of bread in 2011 and came to the village shortly after that.",
        "It was a hard winter when he came, and the oven had to be lit at three each morning to be warm in time.",
        "mgr Eva Lang Baker, teaches those who want to know on Mondays and Fridays, price of an evening 200 z\u0142",
        "Nora Harding joined in 2019. She is the daughter of the owner and a member of the chamber of crafts.",
    )
    found = own("".join(f"<p>{text}</p>" for text in paragraphs))
    assert found == {"Anna Rossi": "office manager", "Paul Berger": "", "Eva Lang": "Baker", "Nora Harding": ""}
    assert own("".join(f"<p>{text}</p>" for text in paragraphs[1:3])) == {}


@pytest.mark.parametrize(
    "line",
    [
        "Anna Rossi (Vorsitzende) | Eva Lang (Stellv. Vorsitzende) | Paul Berger (Brotbank)",
        "Anna Rossi (Vorsitzende), Eva Lang (Stellv. Vorsitzende), Paul Berger (Brotbank)",
        "Anna Rossi \u2013 Vorsitzende \u2022 Eva Lang \u2013 Stellv. Vorsitzende \u2022 Paul Berger \u2013 Brotbank",
    ],
)
def test_a_line_of_names_with_their_roles_names_them_all(line: str) -> None:
    expected = {"Anna Rossi": "Vorsitzende", "Eva Lang": "Stellv. Vorsitzende", "Paul Berger": "Brotbank"}
    assert own(f"<p>{line}</p>") == expected
    assert "Brotbank" not in own("<p>Anna Rossi (Hain) | Paul Berger (Brotbank)</p>").values()


def test_a_street_is_nobody_whatever_stands_behind_its_number() -> None:
    assert own("<p>R. Tom\u00e1s Almeida, 98 - Centro, Vila Nova - PB</p>") == {}


def test_reviewers_are_strangers_however_many_there_are() -> None:
    reviews = (
        "<div class='review'><div><p class='review-text'>Good.</p></div><div><p class='review-by'>A</p></div></div>"
    )
    last = "<div class='review'><p>Good bread.</p><p>Nora Harding</p></div>"
    assert own(reviews * 150 + last) == {}


def test_the_first_card_stands_as_the_others_do_though_none_closes_before_it() -> None:
    card = "<div><h3>{}</h3><p>Has kept the mill running for many a year now.</p></div>"
    names = ("Anna Rossi", "Mati Sorvo", "Paul Berger")
    assert list(roles(f"<p>Us.</p>{''.join(map(card.format, names))}")) == list(names)


def test_who_stands_among_names_has_a_role_at_their_place_too() -> None:
    cards = (("Anna Rossi", "Keeper of Keys"), ("Mati Sorvo", "Keeper of Bees"), ("Eva Lang", "Keeper of Hens"))
    html = "".join(f"<div><h3>{name}</h3><p>{role}</p><p>Here since the start.</p></div>" for name, role in cards)
    assert roles(f"<p>Us.</p>{html}") == dict(cards)


def test_below_a_list_of_names_stands_no_role_though_one_is_none() -> None:
    names = ("Paula Winter", "Karl Grube", "Linda Gruber", "Rita Seen Days", "Helen Brandt", "Sandra Keller")
    assert roles("<ul>" + "".join(f"<li>{name}</li>" for name in names) + "</ul>")["Linda Gruber"] == ""


def test_the_role_behind_a_name_in_brackets_is_its_own() -> None:
    html = "<p>Maria Huber (chair)</p><p>Paul Berger</p><p>Eva Lang [Treasurer]</p>"
    assert roles(html) == {"Maria Huber": "chair", "Paul Berger": "", "Eva Lang": "Treasurer"}


def test_what_stands_below_a_role_in_quotation_marks_is_said_by_the_one_above() -> None:
    card = "<div><b>{}</b><p>{}</p><p>\u201cWe steer by the stars, and by nothing but them.\u201d</p></div>"
    people = {"Anna Rossi": "Director", "Paul Berger": "Head of Investments", "Eva Lang": "Investment Analyst"}
    assert own("".join(card.format(*one) for one in people.items())) == people
    praise = "<p>\u201cThey steer by the stars, and by nothing but them.\u201d</p><div><p>Anna Rossi</p></div>"
    assert own(praise) == {}


def test_a_family_name_that_is_mostly_a_street_counts_below_a_heading_of_a_list_of_roles() -> None:
    others = "<h3>Secretary</h3><p>Anna Rossi</p><h3>Chairman</h3><p>Paul Berger</p>"
    assert roles(f"<h3>Treasurer</h3><p>Peter Close</p>{others}")["Peter Close"] == "Treasurer"
    assert "Peter Close" not in roles("<h3>Directions</h3><p>Peter Close</p>")


def test_a_given_name_and_any_word_are_somebody_in_a_line_of_people_and_roles() -> None:
    line = "Anna Rossi (Vorsitzende) | Nora Band (Jugendwartin)"
    assert roles(f"<p>{line}</p>") == {"Anna Rossi": "Vorsitzende", "Nora Band": "Jugendwartin"}


def test_a_role_keeps_its_brackets_and_goes_without_its_years() -> None:
    html = "<h3>Maria Huber</h3><p>Treasurer (acting)</p><h3>Paul Berger</h3><p>Presidente 2016-2019</p>"
    assert roles(html) == {"Maria Huber": "Treasurer (acting)", "Paul Berger": "Presidente"}


@pytest.mark.parametrize("word", ["Client", "Happy customer", "Patientin", "Cliente", "Клиент"])
def test_whom_the_next_line_calls_a_customer_is_one(word: str) -> None:
    assert own(f"<h4>Anna Rossi</h4><p>{word}</p>") == {}
    assert list(own("<h4>Anna Rossi</h4><p>Client Manager</p>")) == ["Anna Rossi"]


@pytest.mark.parametrize("street", ["Edgar Holms vej 14", "Viggo Lunds gade 3", "Hugo Robles N24-18"])
def test_a_street_that_bears_a_name_is_nobody(street: str) -> None:
    assert roles(f"<p>Eva Lang</p><p>{street}</p>") == {"Eva Lang": ""}


def test_who_gave_money_is_not_of_the_house() -> None:
    donors = "<p>Anna Rossi</p><p>Paul Berger</p>"
    assert own(f"<h2>Director</h2><p>Eva Lang</p><h3>Gala Sponsors</h3>{donors}") == {"Eva Lang": "Director"}
    assert own(f"<h2>Director</h2><p>Eva Lang</p><h3>Captain $2,500</h3>{donors}") == {"Eva Lang": "Director"}


def test_somebody_with_one_family_name_and_with_two_is_one_unless_each_has_a_line() -> None:
    card = "<h2>Ana Ruiz</h2><p>Abogada</p>"
    assert list(roles(f"{card}<p>Ana Ruiz Soto, abogada por la Universidad de Lima desde 1998.</p>")) == ["Ana Ruiz"]
    assert list(roles(f"{card}<h2>Ana Ruiz Soto</h2><p>Abogada</p>")) == ["Ana Ruiz", "Ana Ruiz Soto"]


def test_a_name_in_capitals_above_a_text_that_speaks_of_an_authority_is_of_the_house() -> None:
    told = "She came in 2011 from the General Hospital. Dr. Anna M. Rossi is glad to be here."
    assert own(f"<p>DR. ANNA M. ROSSI INDEPENDENT DIRECTOR</p><p>{told}</p>") == {
        "Anna M. Rossi": "INDEPENDENT DIRECTOR"
    }


def test_a_degree_and_its_subject_behind_a_name_leave_the_role_to_the_next_line() -> None:
    card = "<div><b>Paul Berger</b> <span>M.Sc. Marine Trade &amp; Law<br>Augenoptikermeister</span></div>"
    assert roles(card) == {"Paul Berger": "Augenoptikermeister"}


def test_all_that_somebody_is_stands_before_the_first_full_stop() -> None:
    assert roles("<p>Соколов Иван Петрович<br>Хирург, уролог. Кандидат медицинских наук</p>") == {
        "Соколов Иван Петрович": "Хирург, уролог"
    }


def test_a_role_that_no_list_has_may_have_a_number_behind_it() -> None:
    assert roles(
        '<h2>Eva Lang</h2><div>Kaivinkonety\u00f6t <a href="tel:+358401234567">+358 40 123 4567</a></div>'
    ) == {"Eva Lang": "Kaivinkonety\u00f6t"}
    assert roles('<h2>Eva Lang</h2><div>Cell <a href="tel:+15125550100">512-555-0100</a></div>') == {"Eva Lang": ""}


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ('Nazwa: P.P.H.U. "Max" Marek Nowak', "Marek Nowak"),
        ("Pavel Mlyn\u00e1\u0159", "Pavel Mlyn\u00e1\u0159"),
        ("Nora Dublin, CPNP", "Nora Dublin"),
        ("Мария Иванова- психолог", "Мария Иванова"),
    ],
)
def test_what_stands_around_a_name_is_no_part_of_it(line: str, name: str) -> None:
    assert list(roles(f"<h3>{line}</h3>")) == [name]


def test_a_picture_before_a_role_is_no_part_of_it() -> None:
    assert roles("<ul><li>\U0001f44bInhaberin Anna Berger</li></ul>") == {"Anna Berger": "Inhaberin"}


@pytest.mark.parametrize("workshop", ["Drechslerei Lechner", "Kwekerij Jansen"])
def test_a_workshop_that_bears_a_name_is_nobody(workshop: str) -> None:
    assert roles(f"<h3>{workshop}</h3><p>Owner</p>") == {}


def test_a_rows_first_cell_is_meant_for_the_rows_below_that_leave_theirs_empty() -> None:
    rows = (("Chairman", "Anna Rossi"), ("Committee", "Paul Berger"), ("", "Eva Lang"), ("", "Maria Huber"))
    cells = "".join(f"<tr><td>{role}</td><td>{name}</td></tr>" for role, name in (*rows, ("Treasurer", "Nora Harding")))
    assert [*roles(f"<table>{cells}</table>").values()] == ["Chairman", *["Committee"] * 3, "Treasurer"]
    alone = "<tr><td>Chairman</td><td>Anna Rossi</td></tr><tr><td>Paul Berger</td></tr>"
    assert roles(f"<table>{alone}</table>")["Paul Berger"] == ""


@pytest.mark.parametrize(
    ("people", "role", "told"),
    [
        (("Anna Rossi", "Marco Bianchi", "Giulia Conti"), "Avvocato", "Donata Terra Via"),
        (("Jane Miller", "Peter Brown", "Susan Clark"), "Accountant", "Mai See Vang"),
        (("Dr. Priya Sharma", "Dr. Anil Kumar", "Dr. Meena Rao"), "Physician", "Dr. Ramesan K"),
        (("Γεώργιος Παππάς", "Ιωάννης Νικολάου", "Μαρία Δημητρίου"), "Δικηγόρος", "Ζαμπέτα Ρούσση"),
        (("Anna Kowalska", "Piotr Nowak", "Ewa Zielińska"), "Fizjoterapeuta", "Le Thu Band"),
        (("Анна Петрова", "Иван Смирнов", "Мария Кузнецова"), "стоматолог", "Ернар Алтынбек"),
    ],
)
@pytest.mark.parametrize("card", ["<div><h3>{}</h3><p>{}</p></div>", "<li><b>{}</b><br>{}</li>", "<p>{}</p><p>{}</p>"])
def test_who_stands_above_a_role_as_three_others_do_is_somebody_whatever_the_words(
    people: tuple[str, ...], role: str, told: str, card: str
) -> None:
    html = "".join(card.format(name, role) for name in (*people[:2], told, *people[2:]))
    assert {told.removeprefix("Dr. "): role}.items() <= roles(html).items()
    assert told.removeprefix("Dr. ") not in own("".join(card.format(name, role) for name in (*people[:1], told)))


@pytest.mark.parametrize(
    "other", ["Certified in 2024", "Our Lawyers", "open on Sundays", "Practice", "A Line Of Many Words"]
)
def test_what_has_not_the_form_of_a_name_is_nobody_there(other: str) -> None:
    names = ("Jane Miller", "Peter Brown", "Susan Clark", other)
    assert [*own("".join(f"<h3>{name}</h3><p>Lawyer</p>" for name in names))] == [*names[:3]]


def test_three_names_tell_nothing_where_more_lines_than_they_stand_above_a_role() -> None:
    names = ("Jane Miller", "Peter Brown", "Susan Clark")
    things = ("Family Law", "Banking Law", "Estate Law", "Wind Energy")
    assert [*own("".join(f"<h3>{name}</h3><p>Lawyer</p>" for name in (*names, *things)))] == [*names]


def test_a_role_may_be_as_long_as_the_others_of_its_list() -> None:
    long = "Oven whisperer of the Northern Bakery Association, Winterbournewickshire"
    known = "Head baker of the Northern Bakeries Association of Greater Winterbournewick"
    cards = (("Anna Rossi", known), ("Paul Berger", long), ("Eva Lang", known))
    html = "".join(f"<h3>{name}</h3><p>{role}</p><p>Read more</p>" for name, role in cards)
    assert roles(html)["Paul Berger"] == long
    assert roles(html.replace(known, "Baker"))["Paul Berger"] == ""
