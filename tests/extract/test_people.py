"""People with roles: names judged, roles recognised, cards and sentences read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.extract.page_fuzz import dense_page, fuzzed_pages
from tests.extract.readers import extract_people
from tests.timing import assert_quick

from scrapersky.extract.finding import Kind, Owner
from scrapersky.extract.html.document import read_document
from scrapersky.extract.people.names import name_of
from scrapersky.extract.people.person import Person
from scrapersky.extract.people.roles import role_in
from scrapersky.extract.people.search import people_in
from scrapersky.extract.people.vocabulary import (
    GIVEN_NAMES,
    SURNAMES,
)

PIECES = (
    "Jane Doe",
    "Owner:",
    "Dr.",
    "Office Manager",
    "MARY O'NEIL",
    "van der",
    ", DDS",
    "jane@acme.test",
    "Geschäftsführer: ",
    "A. B.",
    "Jean-Luc",
)


def people(html: str) -> list[Person]:
    return people_in(read_document(html).lines)


def names(html: str) -> list[str]:
    return [person.name for person in people(html)]


@pytest.mark.parametrize(
    ("text", "given_name", "family"),
    [
        ("Jane Doe", "Jane", "Doe"),
        ("Dr. med. dent. Sabine Musterfrau", "Sabine", "Musterfrau"),
        ("JANE M DOE", "Jane M", "Doe"),
        ("DOE, JANE M", "Jane M", "Doe"),
        ("Sylvie MARTIN", "Sylvie", "Martin"),
        ("Jan van den Berg", "Jan", "van den Berg"),
        ("Anna von der Heide", "Anna", "von der Heide"),
        ("José Luis García Pérez", "José Luis", "García Pérez"),
        ("Mary-Ann O'Neill", "Mary-Ann", "O'Neill"),
        ("Ben “Big” Tester", "Ben", "Tester"),
        ("Jane Doe, DDS", "Jane", "Doe"),
        ("John F. Doe, Jr.", "John F.", "Doe Jr"),
        ("TANAKA Hiroshi", "Hiroshi", "Tanaka"),
        ("KIM, Min-Jun", "Min-Jun", "Kim"),
        ("Paolo Lo Cascio", "Paolo", "Lo Cascio"),
        ("Twila Mustermann", "Twila", "Mustermann"),
        ("Docteur Jeanne Exemple", "Jeanne", "Exemple"),
    ],
)
def test_a_name_is_split_into_given_and_family(text: str, given_name: str, family: str) -> None:
    name = name_of(text)
    assert name is not None
    assert (name.given, name.family) == (given_name, family)


@pytest.mark.parametrize(
    "text",
    [
        "Contact Us",
        "Main Street",
        "Acme Dental LLC",
        "New York",
        "Terms Of Use",
        "January Sale",
        "Grace Lutheran Church",
        "jane doe",
        "Jane",
        "Savannah GA",
        "Vice President",
        "Office Manager",
        "Jane Doe!",
        "Jane 2 Doe",
        "http://jane.doe",
        "Peter Oak Street",
        "Living Room",
        "Jens Muster und Katrin Beispiel",
        "Jens Muster Katrin Beispiel",
        "Dan MusterAt",
        "WELLNESS Martin",
        "",
        "A B",
    ],
)
def test_what_is_no_name(text: str) -> None:
    assert name_of(text) is None


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("Owner", "owner"),
        ("Inhaberin", "owner"),
        ("Geschäftsführer", "managing director"),
        ("Gérante", "managing director"),
        ("Titolare", "owner"),
        ("Directeur de la publication", "publisher"),
        ("Właściciel", "owner"),
        ("Zahnärztin", "dentist"),
        ("Tandlæge", "dentist"),
        ("Hammaslääkäri", "dentist"),
        ("Abogada", "lawyer"),
        ("Verkställande direktör", "chief executive"),
        ("Sócio-gerente", "managing director"),
        ("Eigenaar", "owner"),
        ("Senior Vice President, Sales", "vice president"),
        ("General Manager", "manager"),
        ("Living room", ""),
        ("", ""),
    ],
)
def test_a_role_has_one_normal_word_in_every_language(text: str, role: str) -> None:
    assert role_in(text) == role


@pytest.mark.parametrize(
    ("html", "name", "role"),
    [
        ("<p>Owner: Jane Doe</p>", "Jane Doe", "owner"),
        ("<p>Geschäftsführer: Max Mustermann</p>", "Max Mustermann", "managing director"),
        ("<p>Vertreten durch:<br>Dr. Sabine Musterfrau</p>", "Sabine Musterfrau", "representative"),
        ("<p>Directeur de la publication : Monsieur Jean Exemple</p>", "Jean Exemple", "publisher"),
        ("<h3>Jane Doe</h3><p>Office Manager</p>", "Jane Doe", "office manager"),
        ("<p>Office Manager</p><p>Jane Doe</p>", "Jane Doe", "office manager"),
        ("<p>Jane Doe, Office Manager</p>", "Jane Doe", "office manager"),
        ("<p>Jane Doe - Office Manager</p>", "Jane Doe", "office manager"),
        ("<table><tr><td>Jane Doe</td><td>Office Manager</td></tr></table>", "Jane Doe", "office manager"),
        ("<dl><dt>Owner</dt><dd>Jane Doe</dd></dl>", "Jane Doe", "owner"),
        ("<p>Our owner, Jane Doe, started in 1999.</p>", "Jane Doe", "owner"),
        ("<p>Rechtsanwältin Katrin Beispiel</p>", "Katrin Beispiel", "lawyer"),
        ("<h3>Dr. Jane Doe, DDS</h3>", "Jane Doe", "dentist"),
        ("<p>Kind regards,<br>Jane Doe<br>Sales Manager<br>Acme</p>", "Jane Doe", "sales"),
        ("<p>Posted by Jane Doe on May 5</p>", "Jane Doe", ""),
        ("<p>Hoy Hugo Bilbao (socio gerente) te asesora.</p>", "Hugo Bilbao", "managing director"),
        ("<p>Kinder 1 & 2: Jane Doe</p>", "Jane Doe", ""),
    ],
)
def test_a_person_is_found_with_the_role(html: str, name: str, role: str) -> None:
    (person,) = people(html)
    assert (person.name, person.role) == (name, role)
    assert person.name.split()[-1].lower() in person.snippet.lower()


@pytest.mark.parametrize(
    ("html", "name", "role"),
    [
        ("<table><tr><th>代表者</th><td>代表取締役　山田 太郎</td></tr></table>", "山田 太郎", "chief executive"),
        ("<table><tr><th>院長</th><td>佐藤花子</td></tr></table>", "佐藤花子", "director"),
        ("<p>联系人: 王建国 先生</p>", "王建国", "contact person"),
        ("<p>상호 : 한울 | 대표자 : 김민수 | 전화 : 02-555-1234</p>", "김민수", "chief executive"),
        ("<p>Генеральный директор: Иванов Иван Петрович</p>", "Иванов Иван Петрович", "chief executive"),
        ("<p>Директор: Петренко Г. Д.</p>", "Петренко Г. Д.", "director"),
        ("<p>院長 阿部美月</p>", "阿部美月", "director"),
        ("<p>弁護士　高橋健一</p>", "高橋健一", "lawyer"),
        ("<dl><dt>院長</dt><dd>蒲生 一郎</dd></dl>", "蒲生 一郎", "director"),
        ("<p>联系人: 张月</p>", "张月", "contact person"),
        ("<p>联系人: 王明月</p>", "王明月", "contact person"),
        ("<p>负责人: 李年丰</p>", "李年丰", "owner"),
        ("<p>변호사 정보람</p>", "정보람", "lawyer"),
        ("<p>대표 : 허준</p>", "허준", "chief executive"),
        ("<p>คุณสุดา แก้วมณี (เจ้าของ)</p>", "สุดา แก้วมณี", "owner"),
        ("<p>सुरेश चंद्र तिवारी<br>संचालक</p>", "सुरेश चंद्र तिवारी", "managing director"),
        ("<h3>ნინო ლომიძე</h3><p>დირექტორი</p>", "ნინო ლომიძე", "managing director"),
        ("<h3>Արամ Հակոբյան</h3><p>տնօրեն</p>", "Արամ Հակոբյան", "managing director"),
        ("<p>خدمة العملاء: لورا فرنانديز</p>", "لورا فرنانديز", "customer service"),
        ("<p>את המטבח מובילה השפית נועה בן-ארי.</p>", "נועה בן-ארי", "chef"),
        ("<p>Βοηθάει και η Μαρία Παππά, λογίστρια.</p>", "Μαρία Παππά", "accountant"),
        (
            "<p>Управител: тел. 0888 41 72 60. Фактури: Десислава Колева, счетоводител</p>",
            "Десислава Колева",
            "accountant",
        ),
    ],
)
def test_a_person_is_found_in_other_letters_after_a_role(html: str, name: str, role: str) -> None:
    assert [(person.name, person.role) for person in people(html)] == [(name, role)]


@pytest.mark.parametrize(
    ("written", "given", "family"),
    [
        ("Сергей Иванов", "Сергей", "Иванов"),
        ("Иванов Сергей", "Сергей", "Иванов"),
        ("Марина Петрова", "Марина", "Петрова"),
        ("Роман Абрамович", "Роман", "Абрамович"),
        ("Марина Петровна Кузьмина", "Марина Петровна", "Кузьмина"),
        ("Абрамович Роман Аркадьевич", "Роман Аркадьевич", "Абрамович"),
    ],
)
def test_a_russian_family_name_may_stand_first_or_last(written: str, given: str, family: str) -> None:
    (person,) = people(f"<p>Директор {written}</p>")
    assert (person.name, person.given, person.family) == (written, given, family)


@pytest.mark.parametrize(
    "html",
    [
        "<p>代表挨拶</p><p>院長紹介</p>",
        "<p>대표번호 1588-1234</p><p>대표전화 : 02-1234</p>",
        "<p>Директор школы</p>",
        "<p>弁護士費用一覧</p><p>税理士 顧問料</p><p>院長 診療時間</p><p>店長募集中</p><p>弁護士 無料相談</p>",
        "<ul><li>弁護士</li><li>無料 相談</li><li>院長</li><li>診療 時間</li></ul><p>弁護士 借金 問題</p>",
        "<p>責任者 関係者</p><p>店長 千葉支店</p>",
        "<p>변호사 소개</p><p>대표 서비스</p><p>대표이미지</p><p>대표 문의</p><p>원장 진료</p><p>변호사 선임비용</p>",
        "<p>대표 변호사</p><p>대표 이야기</p><p>담당자 : 문의</p>",
        "<p>联系人 方式</p><p>联系人: 方式</p><p>经理金融</p>",
        "<p>Главный врач Стоматологическая Клиника</p><p>Руководитель Магазин Одежды</p>",
        "<p>Менеджер Московский Филиал</p><p>Врач Анна Петровна</p><p>Директор Ростовская Область</p>",
    ],
)
def test_a_role_in_other_letters_before_anything_else_names_nobody(html: str) -> None:
    assert names(html) == []


@pytest.mark.parametrize(
    "html",
    [
        "<h2>What our clients say</h2><p>Great!</p><h4>Jane Doe</h4><p>CEO, Globex</p>",
        "<h2>Kundenstimmen</h2><p>Jane Doe, Office Manager</p>",
        "<p>Jane Doe says:</p><p>Nice post!</p>",
        "<h2>2 Comments</h2><h4>Jane Doe</h4><p>Office Manager</p>",
        "<h2>Comments (2)</h2><h4>Jane Doe</h4><p>Office Manager</p>",
        "<h2>Reviews</h2><blockquote>Great!<footer>Jane Doe, Office Manager</footer></blockquote>",
        "<p>★★★★★ Jane Doe</p>",
    ],
)
def test_who_is_named_among_customers_words_is_not_of_the_business(html: str) -> None:
    assert [(one.value, one.owner) for one in extract_people(html)] == [("Jane Doe", Owner.UNKNOWN)]


@pytest.mark.parametrize(
    "html",
    [
        "<h2>Comment prendre rendez-vous ?</h2><h4>Jane Doe</h4><p>Office Manager</p>",
        "<h2>Comments welcome</h2><h4>Jane Doe</h4><p>Office Manager</p>",
        "<h2>Questions or comments?</h2><h4>Jane Doe</h4><p>Office Manager</p>",
        "<h2>Testimonials</h2><p>Great!</p><footer><h4>Jane Doe</h4><p>Office Manager</p></footer>",
        "<h2>Testimonials</h2><p>Great!</p><p>Owner: Jane Doe</p>",
    ],
)
def test_who_is_named_beside_customers_words_is_of_the_business(html: str) -> None:
    assert [(one.value, one.owner) for one in extract_people(html)] == [("Jane Doe", Owner.PERSON)]


def test_below_the_next_heading_people_are_of_the_business_again() -> None:
    html = "<h2>Testimonials</h2><p>Great!</p><h2>Our team</h2><h3>Jane Doe</h3><p>Owner</p>"
    assert [one.owner for one in extract_people(html)] == [Owner.PERSON]


@pytest.mark.parametrize(
    "html",
    [
        "<p>We sell the Jane Doe Collection here.</p>",
        "<h3>The Jane Doe Musterson Reading Room</h3>",
        "<p>We all like Jane Doe's books very much.</p>",
        "<p>As knowledge increases, wonder deepens. Jane Doe</p>",
        "<p>The best doctor gives the least of all medicines. Jane Doe</p>",
        "<p>\u201cCall the owner, we got a wonderful free quote.\u201d Jane Doe</p>",
    ],
)
def test_a_name_of_a_thing_or_below_a_saying_is_nobody_here(html: str) -> None:
    assert names(html) == []


@pytest.mark.parametrize(
    "words",
    [
        "We look forward to meeting you and your family. Dr. Jane Doe",
        "Call the owner today for a free quote. Jane Doe",
    ],
)
def test_who_signs_for_the_business_is_of_it(words: str) -> None:
    assert names(f"<p>{words}</p>") == ["Jane Doe"]


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("Jane Miller & John Roe, notaires associés", [("Jane Miller", "lawyer"), ("John Roe", "lawyer")]),
        ("Unsere Inhaberinnen Anna Huber und Eva Roth", [("Anna Huber", "owner"), ("Eva Roth", "owner")]),
        ("La titolare e legale rappresentante pro tempore sig.ra Anna Rossi", [("Anna Rossi", "representative")]),
        ("Los hermanos Pedro y Rosa Garmendia dirigen", [("Rosa Garmendia", ""), ("Pedro Garmendia", "")]),
        ("The owner Jane Miller and John Roe met in 1999", [("Jane Miller", "owner"), ("John Roe", "")]),
    ],
)
def test_people_who_are_named_together_share_the_role_of_several(html: str, found: list[tuple[str, str]]) -> None:
    assert [(person.name, person.role) for person in people(f"<p>{html}.</p>")] == found


def test_a_dutch_family_name_may_have_a_capital_within() -> None:
    assert names("<p>Mike VanderMolen, Owner</p><h3>Jan VandenBerg</h3><p>Office Manager</p>") == [
        "Mike VanderMolen",
        "Jan VandenBerg",
    ]
    assert names("<p>Mike WatsonAt, Owner</p>") == []


def test_a_third_of_a_name_is_one_person() -> None:
    assert names("<h3>Tyrone Muster III</h3><p>VP, Sales</p>") == ["Tyrone Muster III"]


def test_a_title_tells_where_a_name_begins() -> None:
    assert names("<p>Studio Legale Avv. Giulia De Rossi</p>") == ["Giulia De Rossi"]
    assert names("<p>Fragen Sie Dr. João Carlos da Silva heute</p>") == ["João Carlos da Silva"]


def test_two_people_after_one_label_are_two() -> None:
    found = people("<p>Geschäftsführer: Max Mustermann, Erika Beispiel</p>")
    assert [(person.name, person.role) for person in found] == [
        ("Max Mustermann", "managing director"),
        ("Erika Beispiel", "managing director"),
    ]


@pytest.mark.parametrize(
    "html",
    [
        "<p>President: Jane Doe &nbsp; Vice President: Max Mustermann &nbsp; Treasurer: Erika Beispiel</p>",
        "<p>Jane Doe, President | Max Mustermann, Vice President | Erika Beispiel, Treasurer</p>",
        "<p>Jane Doe (President)</p><p>Max Mustermann (Vice President)</p><p>Erika Beispiel (Treasurer)</p>",
        (
            "<b>Board of Directors</b><br>Jane Doe<br>President<br>Max Mustermann<br>Vice President<br>Erika Beispiel"
            "<br>Treasurer"
        ),
        "<p>Jane Doe<br>President<br>Max Mustermann<br>Vice President<br>Erika Beispiel<br>Treasurer</p>",
        "<p>President<br>Jane Doe<br>Vice President<br>Max Mustermann<br>Treasurer<br>Erika Beispiel</p>",
    ],
)
def test_in_a_list_each_keeps_the_own_role(html: str) -> None:
    roles = [(person.name, person.role) for person in people(html)]
    assert roles == [("Jane Doe", "president"), ("Max Mustermann", "vice president"), ("Erika Beispiel", "finance")]


def test_a_mail_in_the_sentence_goes_to_the_person_it_fits() -> None:
    (person,) = people("<p>Ask Jane Doe on 020 7946 0000, jane.doe@acme.test or info@acme.test</p>")
    assert person.email == "jane.doe@acme.test"


def test_each_card_keeps_its_own_mail_and_phone() -> None:
    html = (
        "<div><h3>Jane Doe</h3><p>Dentist</p><a href='mailto:Jane@acme.test?subject=x'>Mail</a>"
        " <a href='tel:+15125550100'>Call</a></div>"
        "<div><h3>Tom Tester</h3><p>Office Manager</p><p>tom@acme.test</p></div>"
    )
    first, second = people(html)
    assert (first.email, first.phone) == ("jane@acme.test", "+15125550100")
    assert (second.email, second.phone) == ("tom@acme.test", "")


def test_a_shared_mail_a_fax_and_the_next_row_are_not_the_persons() -> None:
    html = "<h3>Jane Doe</h3><p>Owner</p><p>Fax 512-555-0199</p><p>info@acme.test</p>"
    rows = "<table><tr><td>Jane Doe</td><td>Owner</td></tr><tr><td>Front desk</td><td>512-555-0100</td></tr></table>"
    assert [(person.email, person.phone) for person in people(html) + people(rows)] == [("", ""), ("", "")]


@pytest.mark.parametrize("role", ["Gründung", "Büroleitung", "Projektleitung", "Gründung und Geschäftsführung"])
def test_german_names_roles_by_the_task_as_well(role: str) -> None:
    (person,) = people(f"<h3>Jörg Zimmermann</h3><p>{role}</p>")
    assert (person.name, person.role_raw) == ("Jörg Zimmermann", role)


@pytest.mark.parametrize(
    ("mail", "fits"),
    [("roe@acme.test", True), ("jane.roe@acme.test", True), ("heroes@acme.test", False), ("kontakt@acme.test", False)],
)
def test_a_short_family_name_inside_another_word_makes_no_mail_somebody_s(mail: str, fits: bool) -> None:
    assert (people(f"<h3>Jane Roe</h3><p>{mail}</p>")[0].email == mail) is fits


def test_who_has_one_name_only_stands_beside_a_mail() -> None:
    assert names("<p>שמואל. 050-1234567</p><p>garden@acme.test</p><p>wood@acme.test</p>") == ["שמואל"]


def test_a_name_with_accents_written_apart_is_whole() -> None:
    assert names("<p>Administrador: Antonio Herna\u0301ndez</p>") == ["Antonio Hernández"]


def test_half_a_name_before_a_letter_that_was_not_decoded_is_none() -> None:
    assert names("<p>Administrador: Antonio Hern\ufffdndez</p>") == []


def test_a_brand_that_bears_a_person_s_name_is_one_only_with_a_role() -> None:
    assert names("<h3>John Lewis</h3><p>We like to shop at John Lewis and Calvin Klein.</p>") == []
    assert names("<p>Managing director: John Lewis</p>") == ["John Lewis"]
    assert names("<h3>John Lewis</h3><p>Owner</p>") == ["John Lewis"]


def test_an_unknown_name_needs_a_role_and_a_contact_in_its_card() -> None:
    assert names("<p>Zorblat Quux</p><p>Technician</p><p>zquux@acme.test</p>") == ["Zorblat Quux"]
    assert names("<p>Zorblat Quux</p><p>Welcome</p>") == []


@pytest.mark.parametrize(
    "html",
    [
        "<li>New York</li><li>San Jose</li><li>Santa Barbara</li><li>St. Paul</li><li>Virginia Beach</li>",
        "<p>45 Caroline Street</p><p>Jane Doe Street 5</p><p>Savannah GA 31401</p>",
        "<p>Thomas Tester &amp; Sons</p><p>Jane Doe, Inc.</p><p>Jane Doe Dental Clinic</p>",
        "<nav><a>About Us</a><a>Our Team</a><a>Privacy Policy</a></nav>",
        "<p>Executive Vice President</p><p>Chief Financial Officer</p>",
        "<p>Garden Benches</p><p>Deck Chair Covers</p>",
        "<h3>Gasthaus Linden</h3><p>gasthaus.linden@acme.test</p>",
        "<h3>Panificio Rossi</h3><p>Owner</p><p>rossi@acme.test</p>",
        "<h3>Eken Tak</h3><p>kontakt@acme.test</p>",
        "<script>var name = 'Jane Doe';</script>",
    ],
)
def test_places_streets_firms_and_furniture_are_no_people(html: str) -> None:
    assert names(html) == []


@pytest.mark.parametrize("html", ["<p>Owner: Jane Doe</p>", "<p>Owner: | Jane Doe</p>", "<p>Jane Doe | Owner:</p>"])
def test_a_role_as_written_ends_without_its_colon(html: str) -> None:
    assert [found.fact("role_raw") for found in extract_people(html)] == ["Owner"]


def test_a_person_seen_twice_is_found_once_with_all_that_is_known() -> None:
    (person,) = people("<p>We thank Jane Doe for this.</p><h3>Jane Doe</h3><p>Owner</p><p>jane@acme.test</p>")
    assert (person.role, person.email) == ("owner", "jane@acme.test")


def test_a_finding_carries_the_facts() -> None:
    (finding,) = extract_people("<h3>Dr. Jane Doe</h3><p>Dentist</p><p>jane@acme.test</p>")
    assert (finding.kind, finding.owner, finding.value) == (Kind.PERSON, Owner.PERSON, "Jane Doe")
    assert (finding.fact("role"), finding.fact("email"), finding.fact("title")) == ("dentist", "jane@acme.test", "Dr.")
    assert [name for name, _ in finding.facts] == sorted(name for name, _ in finding.facts)


@given(st.text(max_size=300))
def test_no_text_raises_and_names_are_folded(text: str) -> None:
    for person in people(text):
        assert person.name == " ".join(person.name.split())
        assert person.given
        assert person.family
        assert 0 < person.confidence <= 1
    role_in(text)


@given(st.sampled_from(sorted(GIVEN_NAMES)), st.sampled_from(sorted(SURNAMES)))
def test_judging_a_judged_name_changes_nothing(given_name: str, family: str) -> None:
    name = name_of(f"{given_name.title()} {family.title()}")
    if name:
        assert name_of(name.full) == name


def test_fuzzed_pages_neither_raise_nor_take_long() -> None:
    assert_quick(lambda: [extract_people(page) for page in fuzzed_pages(PIECES, 300)], seconds=5)


@pytest.mark.parametrize(
    "piece",
    [
        "John Smith ",
        "<p>John Smith</p>",
        "<p>Owner: John Smith and Mary Jones</p>",
        "A",
        "Aa ",
        "A. ",
        "O'",
        "A-",
        "<p>Ab Cd</p><p>Owner</p>",
    ],
)
def test_five_megabytes_take_under_a_second(piece: str) -> None:
    page = piece * (5_000_000 // len(piece))
    assert_quick(lambda: extract_people(page), seconds=1)


@pytest.mark.parametrize("piece", ["John Smith ", "John Smith, Owner | ", "A. B. "])
def test_a_page_full_of_candidates_takes_under_a_second(piece: str) -> None:
    page = dense_page(piece)
    assert_quick(lambda: extract_people(page), seconds=1)


@pytest.mark.parametrize(
    ("line", "role"),
    [
        ("Dr. Jane Doe, DDS - Lead Dentist", "Lead Dentist"),
        ("Jane Doe, DDS", "DDS"),
        ("Ivo Roe, dr. med.<p>Ravnatelj", "Ravnatelj"),
    ],
)
def test_what_somebody_does_counts_more_than_a_degree(line: str, role: str) -> None:
    assert [one.role_raw for one in people(f"<p>{line}</p>")] == [role]


def test_a_role_that_no_list_has_is_told_by_its_place() -> None:
    cards = (("Tanner Smith", "Drone Pilot Wrangler"), ("Jane Miller", "Owner"), ("Peter Jones", "Read more"))
    html = "".join(f"<div><h4>{name}</h4><p>{below}</p></div>" for name, below in cards)
    html += "<div><h4>Anna Brown</h4><p>Office Manager</p></div><div><h4>Mary Clark</h4><p>Read more</p></div>"
    roles = {person.value: person.fact("role_raw") or "" for person in extract_people(html)}
    assert roles == {
        "Tanner Smith": "Drone Pilot Wrangler",
        "Jane Miller": "Owner",
        "Peter Jones": "",
        "Anna Brown": "Office Manager",
        "Mary Clark": "",
    }


@pytest.mark.parametrize(
    ("html", "name", "role"),
    [
        ("<p>Inh. Ekkehard Rauch</p>", "Ekkehard Rauch", "Inh."),
        ("<p>Dr. iur. utr. Henning Ohm, Notar</p>", "Henning Ohm", "Notar"),
        ("<h4>Av. Elif Yilmaz</h4><p>Kurucu Avukat</p>", "Elif Yilmaz", "Kurucu Avukat"),
        ("<p>Lieselot Vandenbroucke \u2013 osteopaat</p>", "Lieselot Vandenbroucke", "osteopaat"),
        ("<p>Jane Miller \u2013 kinesist</p>", "Jane Miller", "kinesist"),
        ("<p>Gatis Ozoliņš \u2013 ģitāra</p>", "Gatis Ozoliņš", "ģitāra"),
        ("<h4>Lê Thanh Sơn</h4><p>Lễ tân</p>", "Lê Thanh Sơn", "Lễ tân"),
        ("<h3>Jane Miller</h3><p>Yoga-Lehrerin</p>", "Jane Miller", "Yoga-Lehrerin"),
    ],
)
def test_a_person_is_known_by_the_form_of_a_title_a_role_or_a_name(html: str, name: str, role: str) -> None:
    assert [(person.value, person.fact("role_raw")) for person in extract_people(html)] == [(name, role)]


@pytest.mark.parametrize("text", ["Professor de M\u00fasica", "Av. Paulo Freire", "Owner-operated"])
def test_a_subject_an_avenue_and_a_manner_are_nobody(text: str) -> None:
    assert name_of(text) is None
    assert [person for person in extract_people(f"<h3>{text}</h3>") if person.fact("role")] == []
