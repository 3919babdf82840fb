"""People in Arabic letters, which have no capitals: a title tells where a name begins."""

import pytest
from tests.extract.test_people_evidence import own

from scrapersky.extract.pages.lines import Line
from scrapersky.extract.people.names import name_of
from scrapersky.extract.people.search import people_in


def found(text: str) -> list[str]:
    return [person.name for person in people_in([Line(text)])]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("د. سامي البستاني", "سامي البستاني"),
        ("د. لوجين شرباتي Dermatology · Zarqa", "لوجين شرباتي"),
        ("د/ كرم دوابشة", "كرم دوابشة"),
        ("أ.د. نبيل عبدالغفور", "نبيل عبدالغفور"),
        ("د. نبيل عبد الغفور", "نبيل عبد الغفور"),
        ("الدكتورة رنا شرباتي، أخصائية", "رنا شرباتي"),
        ("عيادة الدكتورة لوجين شرباتي لتقويم وتجميل الأسنان", "لوجين شرباتي"),
        ("عيادة د. كرم دوابشة — رعاية متخصصة", "كرم دوابشة"),
        ("مكتب المحامي ماجد دوابشة", "ماجد دوابشة"),
        ("د. ماجد عبدالغفور قضى أكثر من عشرين سنة هنا", "ماجد عبدالغفور"),
        ("د. ماجد سليم دوابشة", "ماجد سليم دوابشة"),
    ],
)
def test_a_title_tells_of_a_name_whether_a_list_has_it_or_not(line: str, name: str) -> None:
    assert found(line) == [name]


@pytest.mark.parametrize(
    "line",
    [
        *("الدكتور يقدم خدمات لجميع المرضى", "الدكتور المعالج يشرح كل خطوة", "دكتور متخصص، حجز سهل"),
        *("د. سامي وضّح لي كل خطوة", "المحامي في مكتبه", "عيادة الأسنان الحديثة", "مكتب المحامي للاستشارات القانونية"),
        *("الدكتور المدير العام", "طريق المطار د. 5 الدور الثاني"),
    ],
)
def test_other_words_behind_a_title_are_no_name(line: str) -> None:
    assert found(line) == []


def test_a_title_is_none_of_an_arabic_name() -> None:
    name = name_of("د. سامي البستاني")
    assert name is not None
    assert (name.title, name.given, name.family) == ("د.", "سامي", "البستاني")


def test_an_arabic_clinic_that_the_site_is_called_after_is_of_who_bears_the_name() -> None:
    page = "<title>تواصل معنا — عيادة د. كرم دوابشة</title><p>أهلا</p><p>عيادة د. كرم دوابشة</p>"
    assert list(own(page)) == ["كرم دوابشة"]
