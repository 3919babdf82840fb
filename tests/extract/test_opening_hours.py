"""Opening hours: structured values, OSM strings, and what people write in ten languages."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.extract.page_fuzz import dense_page, fuzzed_pages
from tests.extract.readers import extract_opening_hours
from tests.timing import assert_quick

from scrapersky.extract.finding import Kind
from scrapersky.extract.opening_hours.hours import Interval, OpeningHours
from scrapersky.extract.opening_hours.parsing import parse_opening_hours
from scrapersky.extract.opening_hours.structured import opening_hours_from_fields

PIECES = (
    "Mon",
    "Fri",
    " - ",
    "9:00",
    "5 pm",
    "17 Uhr",
    "closed",
    "täglich",
    "24/7",
    "lundi à vendredi",
    "9h-18h",
    "Mo-Fr 09:00-17:00; ",
    "12.30",
)
DAYS = st.none() | st.lists(
    st.tuples(st.sampled_from([0, 9, 13, 19]), st.integers(1, 3)), max_size=2, unique_by=lambda pair: pair[0]
)

# Nine to half past five on weekdays and nine to one on Saturday, in sixty languages.
ONE_WEEK = (Path(__file__).parent / "labelled" / "one_week.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Mon\u2013Fri 9am\u20135pm", "Mo-Fr 09:00-17:00"),
        ("M-F 8-5", "Mo-Fr 08:00-17:00"),
        ("Monday - Thursday 7:45-6:15 Friday 7:45-1:00", "Mo-Th 07:45-18:15; Fr 07:45-13:00"),
        ("8:15 am to 4:45 pm Tuesday - Friday", "Tu-Fr 08:15-16:45"),
        (
            "0745 to 1900 Monday to Thursday 1000 to 1400 Friday CLOSED Saturday",
            "Mo-Th 07:45-19:00; Fr 10:00-14:00; Sa off",
        ),
        ("Open daily 10am to midnight", "Mo-Su 10:00-24:00"),
        ("weekdays 9-5, weekends 10-4", "Mo-Fr 09:00-17:00; Sa-Su 10:00-16:00"),
        ("7 days a week between 6 a.m. and 9 p.m.", "Mo-Su 06:00-21:00"),
        ("Mo-Fr 9-17 Uhr, Sa geschlossen", "Mo-Fr 09:00-17:00; Sa off"),
        ("Montag bis Donnerstag 8.00 bis 12.00 und 14.00 bis 18.00 Uhr", "Mo-Th 08:00-12:00,14:00-18:00"),
        (
            "Mo-Fr 8-12 und 14-18 Uhr, Mittwoch Nachmittag geschlossen",
            "Mo-Tu 08:00-12:00,14:00-18:00; We 08:00-12:00; Th-Fr 08:00-12:00,14:00-18:00",
        ),
        ("Mon-Fri 9am-5pm, Wednesday in the afternoon closed", "Mo-Fr 09:00-17:00"),
        ("lundi à vendredi 9h-18h, fermé mercredi après-midi", "Mo-Fr 09:00-18:00"),
        ("Mon-Sat 9-17. Closed Monday holidays", "Mo-Sa 09:00-17:00"),
        ("Mon-Sat 9-17. Closed Wednesday and holidays", "Mo-Tu 09:00-17:00; We off; Th-Sa 09:00-17:00"),
        ("Mon-Fri 9-17, Sunday closed, Saturday morning 9-12", "Mo-Fr 09:00-17:00; Sa 09:00-12:00; Su off"),
        ("lundi à vendredi 9h-18h", "Mo-Fr 09:00-18:00"),
        ("Du lundi au samedi de 9h00 à 12h30, fermé le dimanche", "Mo-Sa 09:00-12:30; Su off"),
        ("Lunes a viernes de 9:00 a 14:00 y de 16:30 a 20:00", "Mo-Fr 09:00-14:00,16:30-20:00"),
        ("Lunedì - Venerdì 9.00 - 13.00 / 15.30 - 19.30", "Mo-Fr 09:00-13:00,15:30-19:30"),
        ("Maandag t/m vrijdag van 9.00 tot 18.00 uur", "Mo-Fr 09:00-18:00"),
        ("Di - do 08.45 tot 16.30 uur", "Tu-Th 08:45-16:30"),
        ("pon.-pt. 8:00-16:00, sob. 9-13", "Mo-Fr 08:00-16:00; Sa 09:00-13:00"),
        ("Segunda a sexta das 9h às 18h", "Mo-Fr 09:00-18:00"),
        ("mån-fre 10-18, lör 10-15", "Mo-Fr 10:00-18:00; Sa 10:00-15:00"),
        ("Man-fre 08.00-16.00 Lør 10.00-14.00", "Mo-Fr 08:00-16:00; Sa 10:00-14:00"),
        ("ma-pe 9-17, la 10-15", "Mo-Fr 09:00-17:00; Sa 10:00-15:00"),
        ("24/7", "Mo-Su 00:00-24:00"),
        ("Mo-Fr 08:00-12:00,13:00-17:30; Sa 08:00-12:00; PH off", "Mo-Fr 08:00-12:00,13:00-17:30; Sa 08:00-12:00"),
        ("Fr-Mo 18:00-02:00", "Mo 18:00-02:00; Fr-Su 18:00-02:00"),
        ("Mo,We 10:00-20:00; Tu off", "Mo 10:00-20:00; Tu off; We 10:00-20:00"),
        ("Sun - Closed; Mon - 9-5", "Mo 09:00-17:00; Su off"),
        ("Po-Pá 7:30-16:00, So 8-12, Ne zavřeno", "Mo-Fr 07:30-16:00; Sa 08:00-12:00; Su off"),
        ("Hétfő-Péntek: 8:00-18:00, Szombat: zárva", "Mo-Fr 08:00-18:00; Sa off"),
        ("Luni - Vineri: 9:00 - 18:00; Sâmbătă: Închis", "Mo-Fr 09:00-18:00; Sa off"),
        ("Pazartesi - Cuma: 09:00 - 19:00, Pazar: Kapal\u0131", "Mo-Fr 09:00-19:00; Su off"),
        ("Пн-Пт 9:00 до 18:00, воскресенье - выходной", "Mo-Fr 09:00-18:00; Su off"),
        ("Δευτέρα - Παρασκευή: 09:00 - 17:00", "Mo-Fr 09:00-17:00"),
        (
            "診療時間 月~金 9:00~12:30 / 14:00~19:00 土 9:00~13:00 日・祝 休診",
            "Mo-Fr 09:00-12:30,14:00-19:00; Sa 09:00-13:00; Su off",
        ),
        ("평일 09:30 ~ 18:30 토요일 09:30 ~ 14:00 일요일/공휴일 휴진", "Mo-Fr 09:30-18:30; Sa 09:30-14:00; Su off"),
        ("周一至周五 9:00-18:00", "Mo-Fr 09:00-18:00"),
        ("Mo-Fr 9-17 Uhr, geschlossen am Mittwoch", "Mo-Tu 09:00-17:00; We off; Th-Fr 09:00-17:00"),
        ("Lun-Ven 8:30/12:30 - 14:30/19:00", "Mo-Fr 08:30-12:30,14:30-19:00"),
        ("M-Th 9a-6p, F 9a-5p", "Mo-Th 09:00-18:00; Fr 09:00-17:00"),
        ("M/W/F 9-5; T/Th 9-7", "Mo 09:00-17:00; Tu 09:00-19:00; We 09:00-17:00; Th 09:00-19:00; Fr 09:00-17:00"),
        ("Open every day 9-6, Sundays 10-4", "Mo-Sa 09:00-18:00; Su 10:00-16:00"),
        ("Hours: 10-18 (Sat 10-15, Sun closed)", "Mo-Fr 10:00-18:00; Sa 10:00-15:00; Su off"),
        ("Mon-Thurs. 8-5, closed 12-1 for lunch", "Mo-Th 08:00-12:00,13:00-17:00"),
        ("Mon-Fri 8-6, Sat 9-12. Call-outs 24 hours", "Mo-Fr 08:00-18:00; Sa 09:00-12:00"),
        ("Mon-Sat 0800hrs-1800hrs; Sunday & public holidays: 0900hrs-1300hrs", "Mo-Sa 08:00-18:00; Su 09:00-13:00"),
        (
            "lundi au vendredi 9h-12h et 14h-18h (17 h le vendredi)",
            "Mo-Th 09:00-12:00,14:00-18:00; Fr 09:00-12:00,14:00-17:00",
        ),
    ],
)
def test_hours_are_read_in_every_manner_of_writing(text: str, canonical: str) -> None:
    assert str(parse_opening_hours(text)) == canonical


@pytest.mark.parametrize("text", ONE_WEEK)
def test_a_week_is_read_in_every_language(text: str) -> None:
    (found,) = extract_opening_hours(f"<h3>-</h3><p>{text}</p>")
    assert found.value.removesuffix("; Su off") == "Mo-Fr 09:00-17:30; Sa 09:00-13:00"


@pytest.mark.parametrize(
    "text",
    [
        "We have 3 to 5 people. I met him Sunday.",
        "Sat 5 May 2012 8-9 goals",
        "Call 512-555-0100 Monday",
        "so 12 of us",
        "",
        "2010-2014",
        "Monday",
    ],
)
def test_days_and_numbers_alone_are_no_hours(text: str) -> None:
    assert parse_opening_hours(text) is None


@pytest.mark.parametrize(
    "html",
    [
        "<table><tr><td>Mon - Fri</td><td>9am - 5pm</td></tr><tr><td>Saturday</td><td>10am - 2pm</td></tr></table>",
        "<p>Hours: Mon - Fri 9am - 5pm<br>Saturday 10am - 2pm</p>",
        "<ul><li>Monday</li><li>Tuesday</li><li>Wednesday</li><li>Thursday</li><li>Friday</li><li>Saturday</li></ul>"
        "<ul>" + "<li>9:00 - 17:00</li>" * 5 + "<li>10:00 - 14:00</li></ul>",
        "<dl><dt>Mon - Fri</dt><dd>9-5</dd><dt>Sat</dt><dd>10-2</dd></dl><p>Call 512-555-0100</p>",
    ],
)
def test_tables_lists_and_lines_give_one_week(html: str) -> None:
    assert [finding.value for finding in extract_opening_hours(html)] == ["Mo-Fr 09:00-17:00; Sa 10:00-14:00"]


def test_days_in_a_table_that_holds_another_are_read_also_where_words_stand_before_it() -> None:
    html = "<p>Acme</p><table><tr><td><table><tr><td>Logo</table><tr><td>Mon<td>Tue<tr><td>9-17<td>9-12</table>"
    assert [found.value for found in extract_opening_hours(html)] == ["Mo 09:00-17:00; Tu 09:00-12:00"]


@pytest.mark.parametrize("text", ["Werktags 9-18 Uhr", "平日 9:00~18:00", "Arkisin 9-18"])
def test_weekdays_by_one_word_begin_a_week(text: str) -> None:
    assert [one.value for one in extract_opening_hours(f"<p>{text}</p>")] == ["Mo-Fr 09:00-18:00"]


def test_two_shops_on_a_page_are_two_findings() -> None:
    html = "<p>Mon-Fri 9am-5pm</p><p>Our second shop in the old town has its own times.</p><p>Mon-Fri 10am-6pm</p>"
    values = [(finding.kind, finding.value) for finding in extract_opening_hours(html)]
    assert values == [(Kind.OPENING_HOURS, "Mo-Fr 09:00-17:00"), (Kind.OPENING_HOURS, "Mo-Fr 10:00-18:00")]


@pytest.mark.parametrize(
    "text",
    [
        "Webinar: Monday, March 4, 2-3pm",
        "Sunday Worship 9:00am & 11:00am",
        "Fri 12-03-2023, 10-12 Uhr",
        "2024年4月1日 10:00~12:00",
    ],
)
def test_an_event_is_no_week(text: str) -> None:
    assert extract_opening_hours(f"<p>{text}</p>") == []


@pytest.mark.parametrize("hours", ["1700-2000", "1700 to 2000", "2000-2300"])
def test_an_hour_of_the_evening_is_no_year(hours: str) -> None:
    assert len(extract_opening_hours(f"<p>Thursday {hours}</p>")) == 1
    assert extract_opening_hours(f"<p>Thursday {hours}, season 2025</p>") == []


def test_a_slogan_is_no_week() -> None:
    assert (
        extract_opening_hours("<h1>Cooking 24/7 Magazine</h1><p>Tuesday March 4, 2014</p><p>11-09-2010 news</p>") == []
    )


@pytest.mark.parametrize(
    ("values", "canonical"),
    [
        ("Mo-Fr 09:00-17:00", "Mo-Fr 09:00-17:00"),
        ("10:00-20:00", "Mo-Su 10:00-20:00"),
        (["Mo-Fr 09:00-17:00", "Sa 10:00-14:00"], "Mo-Fr 09:00-17:00; Sa 10:00-14:00"),
        ({"dayOfWeek": "http://schema.org/Monday", "opens": "09:00:00", "closes": "17:00:00"}, "Mo 09:00-17:00"),
        ([{"dayOfWeek": ["Saturday", "Sunday"], "opens": "00:00", "closes": "23:59"}], "Sa-Su 00:00-24:00"),
        ({"dayOfWeek": "Sunday", "opens": "00:00", "closes": "00:00"}, "Su off"),
        ({"dayOfWeek": "PublicHolidays", "opens": "09:00", "closes": "12:00"}, "None"),
        ({"dayOfWeek": 3, "opens": None}, "None"),
        (None, "None"),
    ],
)
def test_structured_values_become_a_week(values: object, canonical: str) -> None:
    assert str(opening_hours_from_fields(values)) == canonical


@given(st.tuples(*[DAYS] * 7))
def test_the_canonical_form_reads_back_as_the_same_week(week: tuple[list[tuple[int, int]] | None, ...]) -> None:
    days = [
        None if day is None else tuple(sorted(Interval(start * 60, (start + length) * 60) for start, length in day))
        for day in week
    ]
    hours = OpeningHours((days[0], days[1], days[2], days[3], days[4], days[5], days[6]))
    assert parse_opening_hours(str(hours)) == (hours if any(day is not None for day in days) else None)


@given(st.text(max_size=300))
def test_no_text_raises_and_what_is_found_is_canonical(text: str) -> None:
    parse_opening_hours(text)
    opening_hours_from_fields([text, {"opens": text, "closes": text, "dayOfWeek": [text]}])
    for finding in extract_opening_hours(text):
        assert str(parse_opening_hours(finding.value)) == finding.value


def test_fuzzed_pages_neither_raise_nor_take_long() -> None:
    def read() -> None:
        for page in fuzzed_pages(PIECES, 300):
            for finding in extract_opening_hours(page):
                assert str(parse_opening_hours(finding.value)) == finding.value

    assert_quick(read, seconds=5)


@pytest.mark.parametrize("piece", ["<p>Mon 9-5</p>", "Mon - ", "9:00 - ", "<p>Mon</p>", "mon tue ", "24 hours "])
def test_five_megabytes_take_under_a_second(piece: str) -> None:
    page = piece * (5_000_000 // len(piece))
    assert_quick(lambda: extract_opening_hours(page), seconds=1)


@pytest.mark.parametrize("piece", ["Mon 9-5 ", "a ", "1 A B "])
def test_a_page_full_of_candidates_takes_under_a_second(piece: str) -> None:
    page = dense_page(piece)
    assert_quick(lambda: extract_opening_hours(page), seconds=1)


@pytest.mark.parametrize(
    ("html", "week"),
    [
        ("<p>Mon to Thu 9am to 5.30pm, Fri till 8pm</p>", "Mo-Th 09:00-17:30; Fr 09:00-20:00"),
        (
            "<table><tr><td>Monday</td><td>9:00</td><td>17:00</td></tr><tr><td>Tuesday</td><td>10:00</td><td>16:00</td></tr>",
            "Mo 09:00-17:00; Tu 10:00-16:00",
        ),
        (
            "<dl><dt>\u55b6\u696d\u6642\u9593</dt><dd>10:00\uff5e19:00</dd><dt>\u5b9a\u4f11\u65e5</dt><dd>\u6708\u66dc\u65e5\u30fb\u706b\u66dc\u65e5</dd></dl>",
            "Mo-Tu off; We-Su 10:00-19:00",
        ),
        (
            "<table><tr><td>Monday<td rowspan=2>9:00 - 17:00<tr><td>Tuesday<tr><td>Wednesday<td>9:00 - 12:00</table>",
            "Mo-Tu 09:00-17:00; We 09:00-12:00",
        ),
        (
            "<table><tr><th><th colspan=2>Mo-Fr<th>Sa<tr><td>Büro<td>9-12 Uhr<td>14-18 Uhr<td>9-13 Uhr</table>",
            "Mo-Fr 09:00-12:00,14:00-18:00; Sa 09:00-13:00",
        ),
        (
            "<table><tr><th><th>Lyon<th>Nantes<tr><td>Lundi<td>9h-17h<td>10h-16h<tr><td>Mardi<td>9h-12h<td>fermé</table>",
            "Mo 09:00-17:00; Tu 09:00-12:00 | Mo 10:00-16:00; Tu off",
        ),
    ],
)
def test_ends_columns_and_days_off_make_a_week(html: str, week: str) -> None:
    assert [one.value for one in extract_opening_hours(html)] == week.split(" | ")


_FAR_APART = "<td><div><div><div><p>"


@pytest.mark.parametrize(
    ("html", "week"),
    [
        (
            "<p>maan. t/m don. 8.15- 16.45 vrij. 8.15-14.45 zat. 9-12</p>",
            "Mo-Th 08:15-16:45; Fr 08:15-14:45; Sa 09:00-12:00",
        ),
        ("<p>Mont. - Donn. 8-17 Uhr, Freit. 8-12 Uhr</p>", "Mo-Th 08:00-17:00; Fr 08:00-12:00"),
        ("<p>Ma-Fr 10-18, L\u00f6 10-15</p>", "Mo-Fr 10:00-18:00; Sa 10:00-15:00"),
        (
            "<h3>Du mardi au jeudi</h3><p>De 11h00 \u00e0 2h00</p><h3>Samedi</h3><p>De 17h00 \u00e0 2h00</p>",
            "Tu-Th 11:00-02:00; Sa 17:00-02:00",
        ),
        ("<p>P\u00e1tek 16:00 - 2:00, Sobota 10:00 - 2:00</p>", "Fr 16:00-02:00; Sa 10:00-02:00"),
        ("<p>Every day 10-2</p>", "Mo-Su 10:00-14:00"),
        ("<p>Mon-Fri 9:00-18:00 (12:30-13:30 closed)</p>", "Mo-Fr 09:00-12:30,13:30-18:00"),
        (
            "<p>\u9031\u4e00\u81f3\u9031\u4e9409:30~17:30<br>\u4e2d\u534812:00~13:30\u4f11\u606f</p>",
            "Mo-Fr 09:30-12:00,13:30-17:30",
        ),
        ("<p>Mo-Fr 8-18, Sa 9-12 closed bank holidays</p>", "Mo-Fr 08:00-18:00; Sa 09:00-12:00"),
        ("<p>Woensdag gesloten, overige dagen 9:00 - 18:00</p>", "Mo-Tu 09:00-18:00; We off; Th-Su 09:00-18:00"),
        ("<p>Chiuso il luned\u00ec. Tutti gli altri giorni 12-15 e 19-23</p>", "Mo off; Tu-Su 12:00-15:00,19:00-23:00"),
        ("<p>Mo 8-12 + 15-18 | Di 8-12 | Do 8-12</p>", "Mo 08:00-12:00,15:00-18:00; Tu 08:00-12:00; Th 08:00-12:00"),
        (
            "<p>geral@acme.org.pt</p><p>direcao@acme.org.pt</p><p>Segunda a Sexta: 9h - 17h</p><p>www.acme.pt</p>",
            "Mo-Fr 09:00-17:00",
        ),
        (
            f"<table><tr>{_FAR_APART}Mi und Do{_FAR_APART}17-23 Uhr<tr>{_FAR_APART}Freitag{_FAR_APART}17-1 Uhr</table>",
            "We-Th 17:00-23:00; Fr 17:00-01:00",
        ),
        (
            "<p>Lunes 9:00-13:00<p>Martes 9:00-13:00<p>Lunes 8:00-16:00<p>Martes 8:00-16:00",
            "Mo-Tu 09:00-13:00 | Mo-Tu 08:00-16:00",
        ),
        ("<p>Mon 8-12<p>Tue 8-12<p>Mon 14-18<p>Tue 14-18", "Mo-Tu 08:00-12:00,14:00-18:00"),
        ("<p>Office: Mo-Th 7.30-16.00<br>Workshop: Mo-Fr 7-17</p>", "Mo-Th 07:30-16:00 | Mo-Fr 07:00-17:00"),
        (
            "<p>Mo-Fr 08:00-12:00 / 13:30-17:30 (Friday 16:30)</p>",
            "Mo-Th 08:00-12:00,13:30-17:30; Fr 08:00-12:00,13:30-16:30",
        ),
    ],
)
def test_clocks_breaks_and_layouts_are_told_apart(html: str, week: str) -> None:
    assert [one.value for one in extract_opening_hours(html)] == week.split(" | ")


_LONG = "Words about a house that has stood here for long. " * 7


@pytest.mark.parametrize(
    ("lines", "week"),
    [
        ("Dienstag Ruhetag<br>\u00d6ffnungszeiten 11:00 - 22:00 Uhr", "Mo 11:00-22:00; Tu off; We-Su 11:00-22:00"),
        ("\u6c34\u66dc\u5b9a\u4f11<br>OPEN 17:00~23:00", "Mo-Tu 17:00-23:00; We off; Th-Su 17:00-23:00"),
        ("Open: Monday through Sunday, 10am to 6pm<br>Close: Thursday", "Mo-We 10:00-18:00; Th off; Fr-Su 10:00-18:00"),
        ("Open Mon-Fri 9am, close 5pm. Mon-Fri 9am-5pm", "Mo-Fr 09:00-17:00"),
        ("Montag: 9-12<br>Mitwoch: 9-12<br>Donnerstag: 9-17", "Mo 09:00-12:00; We 09:00-12:00; Th 09:00-17:00"),
        ("Tuesday 9-5<br>Wendesday 9-5<br>Thrusday 9-5<br>Saterday 10-2", "Tu-Th 09:00-17:00; Sa 10:00-14:00"),
        ("Fredag: 14:00-19:00<br>L\u00f8rdad-S\u00f8ndag: 11:00-15:00", "Fr 14:00-19:00; Sa-Su 11:00-15:00"),
        ("Mo-Fr 08:00-18:00<br>Warehouse: 07:00-15:00", "Mo-Fr 08:00-18:00"),
        ("Samedi<br>9h-12h<br>Veille de No\u00ebl: 9h-15h", "Sa 09:00-12:00"),
        (
            "Mo-Fr 8-12 Uhr<br>Offene Sprechstunde 10-11 Uhr<br>Mo-Fr 12-13 Uhr Telefonsprechstunde<br>Mo+Do 14-18 Uhr",
            "Mo 08:00-12:00,14:00-18:00; Tu-We 08:00-12:00; Th 08:00-12:00,14:00-18:00; Fr 08:00-12:00",
        ),
        ("Mon-Fri 9-17<br>Mon-Fri 7-9 (by telephone)<br>Sat 9-12", "Mo-Fr 09:00-17:00; Sa 09:00-12:00"),
        ("Luned\u00ec: 9:00-12:00<br>Pomeriggio: 15:00-19:00", "Mo 09:00-12:00,15:00-19:00"),
        (f"{_LONG} We are open Monday to Friday from 9:00 A.M. to 5:00 P.M. After that, call.", "Mo-Fr 09:00-17:00"),
    ],
)
def test_days_off_slips_and_other_hours_are_told_from_the_week(lines: str, week: str) -> None:
    assert [one.value for one in extract_opening_hours(f"<p>{lines}</p>")] == [week]


def weeks(html: str) -> list[str]:
    return [finding.value for finding in extract_opening_hours(html)]


@pytest.mark.parametrize(
    "html",
    [
        "<p>Open 24/7</p>",
        "<p>A\u00e7\u0131k 7/24</p>",
        "<p>Avoinna 24/7</p>",
        "<p>Otwarte całą dobę, 7 dni w tygodniu</p>",
        "<p>Aperto 24 ore su 24, 7 giorni su 7</p>",
        "<h4>Режим работы</h4><p>Круглосуточно, 7 дней в неделю</p>",
    ],
)
def test_a_house_that_never_closes_says_so_in_a_line_or_below_a_label(html: str) -> None:
    assert weeks(f"<p>Hello</p>{html}<p>Bye</p>") == ["Mo-Su 00:00-24:00"]


@pytest.mark.parametrize(
    "line",
    [
        "Emergency service 24/7",
        "Reception 24/7",
        "Круглосуточно, 7 дней в неделю",
        "Online booking is open 24/7 for all guests",
    ],
)
def test_what_else_is_there_at_all_hours_tells_none(line: str) -> None:
    assert weeks(f"<p>{line}</p>") == []


@pytest.mark.parametrize(
    ("days", "week"),
    [
        ("každý pracovný deň:", "Mo-Fr"),
        ("svakog radnog dana", "Mo-Fr"),
        ("dni powszednie", "Mo-Fr"),
        ("business days", "Mo-Fr"),
        ("平日", "Mo-Fr"),
        ("7 dni v týždni", "Mo-Su"),
        ("7 дней в неделю", "Mo-Su"),
        ("7 dana u nedelji", "Mo-Su"),
        ("без выходных", "Mo-Su"),
        ("vsak delovni dan", "Mo-Fr"),
    ],
)
def test_working_days_and_all_days_are_known_by_their_names(days: str, week: str) -> None:
    assert weeks(f"<p>{days} 8:00 - 16:30</p>") == [f"{week} 08:00-16:30"]


def test_days_that_brackets_leave_out_are_those_that_were_not_named() -> None:
    assert weeks("<p>受付時間 平日8:30~16:00(土日祝日及び年末年始を除く)</p>") == ["Mo-Fr 08:30-16:00"]
