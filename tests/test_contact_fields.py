"""Adding a field to a contact, tried on a copy: the declaration, the column and the SQL are all it takes."""

from pathlib import Path

import pytest
from tests.edited_copy import answer_of, edited_copy, with_text_before

from scrapersky.contact_fields import declared_fields
from scrapersky.models import Contact

ROOT = Path(__file__).parents[1]
DECLARED = '    title: str | None = _says("Dr. or Prof.", facts=("title",), hubspot="salutation")\n'
COLUMN = "    title: Mapped[str | None]\n"

SHOWS = """
import json
from uuid import UUID
from scrapersky.clients.delivery.contact import OutgoingContact
from scrapersky.clients.delivery.hubspot import properties
from scrapersky.contact_fields import values_of
from scrapersky.extract.contacts.cards import page_contacts
from scrapersky.extract.contacts.extraction import extract_contacts
from scrapersky.models.contact import Contact
from scrapersky.services.contacts.merging import _profile
from scrapersky.services.contact_delivery_service import _outgoing
from scrapersky.services.contacts.profile import SourcePage, merged
from scrapersky.services.exports.choices import Exportable
from scrapersky.services.exports.meanings import MEANINGS
from scrapersky.services.exports.tables import export_table

page = "<h3>Dr. Jane Doe</h3><p>Dentist</p><p>jane@acme.example</p>"
(card,) = page_contacts(extract_contacts(page, "https://acme.example/", "US")).cards
profile = merged(_profile(card, SourcePage(None, None)), _profile(card, SourcePage(None, None)))
row = Contact(id=UUID(int=1), **values_of(profile))
outgoing = _outgoing(row, "acme.example", None)
print(json.dumps({
    "sent": json.loads(outgoing.to_json())["title"],
    "hubspot": properties(outgoing)["salutation"],
    "exported": "title" in export_table(Exportable.CONTACTS).columns,
    "meaning": MEANINGS[Exportable.CONTACTS]["title"],
}))
"""


def test_a_field_that_is_declared_is_found_kept_sent_and_exported(tmp_path: Path) -> None:
    declaration, model = "scrapersky/contact_fields.py", "scrapersky/models/contact.py"
    edits = {
        declaration: with_text_before(declaration, "\n\n@cache", f"\n{DECLARED}"),
        model: with_text_before(model, "    confidence:", COLUMN),
    }
    assert answer_of(SHOWS, edited_copy(tmp_path, edits)) == {
        "sent": "Dr.",
        "hubspot": "Dr.",
        "exported": True,
        "meaning": "Dr. or Prof.",
    }


@pytest.mark.parametrize("name", declared_fields())
def test_the_table_has_a_column_for_each_field(name: str) -> None:
    assert name in Contact.__table__.c


def test_the_guide_names_every_file_that_a_field_takes() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text().partition("### Add a field to a contact")[2].partition("\n#")[0]
    for file in ("src/scrapersky/contact_fields.py", "src/scrapersky/models/contact.py", "schema/"):
        assert f"`{file}" in guide
