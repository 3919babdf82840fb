"""Texts without who was erased, however they are written, and with everybody else."""

from uuid import UUID

import pytest

from scrapersky.services.suppression.kinds import SuppressionKind
from scrapersky.services.suppression.marks import Mark
from scrapersky.services.suppression.redaction import Erasures

TENANT = UUID(int=7)
JANE = [
    Mark.read(SuppressionKind.EMAIL, "jane@acme.example"),
    Mark.read(SuppressionKind.PHONE, "+1 512 555 0177"),
    Mark.read(SuppressionKind.PERSON, "acme.example/Jane María Groß"),
    Mark.read(SuppressionKind.PROFILE, "https://www.linkedin.com/in/jmg80"),
]
REDACT = Erasures.by(TENANT, JANE).redactor("acme.example")


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("<a href='mailto:Jane@Acme.example?subject=x'>", "<a href='mailto:[erased]?subject=x'>"),
        ("to=x|jane@acme.example;", "[erased];"),
        ("jane [at] acme (dot) example", "[erased]"),
        ("&#106;ane&#x40;acme.example", "[erased]"),
        ("mailto:jane%40acme.example", "mailto:[erased]"),
        ("Call (512) 555-0100 / (512) 555-0177 / 512.555.0178", "Call (512) 555-0100 / (512) [erased] / 512.555.0178"),
        ("tel:+15125550177", "tel:+1512[erased]"),
        ("555 0177", "[erased]"),
        ("JANE MARIA GROSS, owner", "[erased], owner"),
        ("/team/jane-maria-gross.jpg", "/team/[erased].jpg"),
        ("Jane M. Mar&iacute;a Gro&szlig;", "[erased]"),
        ("<b>Jane</b> <i class='x'>María</i><u>Groß</u> here", "<b>[erased]</b><i class='x'></i><u></u> here"),
        ("see //linkedin.com/in/jmg80?x=1", "see [erased]"),
    ],
)
def test_every_way_of_writing_them_is_taken_out(written: str, left: str) -> None:
    assert REDACT(written) == left


@pytest.mark.parametrize(
    "written",
    [
        "maryjane@acme.example and jane@acme.example.org",
        "(512) 555-0178, 15125550177123",
        "Jane Groß, María Groß, Jane and María, Groß",
        "a &lt; b &amp;&#64; c %20 [at]",
        "https://www.linkedin.com/in/jmg8",
        "",
    ],
)
def test_others_stay_as_they_are_written(written: str) -> None:
    assert REDACT(written) == written


def test_a_name_is_theirs_where_they_work() -> None:
    assert Erasures.by(TENANT, JANE).redactor("other.example")("Jane María Groß") == "Jane María Groß"


def test_the_digits_of_an_address_are_no_number_and_a_local_number_is_one() -> None:
    marks = [Mark(SuppressionKind.EMAIL, "jane5550177@acme.example"), Mark(SuppressionKind.PHONE, "5550188")]
    assert Erasures.by(TENANT, marks).redactor()("555 0177, 555 0188") == "555 0177, [erased]"


def test_hashes_of_two_tenants_have_nothing_in_common() -> None:
    others = Erasures.by(UUID(int=8), JANE)
    assert others.hashes.isdisjoint(Erasures.by(TENANT, JANE).hashes)
    assert not [one for one in others.hashes if "jane" in one]


def test_names_deep_in_a_value_are_taken_out() -> None:
    assert REDACT.of_value({"a": ["x", {"jane@acme.example": None}], "n": 3}) == {
        "a": ["x", {"[erased]": None}],
        "n": 3,
    }


def test_a_domain_goes_with_every_host_and_address_under_it() -> None:
    redact = Erasures.by(TENANT, [Mark.read(SuppressionKind.DOMAIN, "acme.example")]).redactor()
    assert (
        redact("www.acme.example or x@mail.acme.example, not notacme.example")
        == "[erased] or [erased], not notacme.example"
    )
