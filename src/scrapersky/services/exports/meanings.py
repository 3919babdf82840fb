"""What each column of an export means: the words of the file beside this one, and those of a contact's own fields."""

import tomllib
from importlib.resources import files

from scrapersky.clients.mail.checks import MailVerdict
from scrapersky.contact_fields import ABSENCE_COLUMNS, Absence, declared_fields
from scrapersky.curation_sdk.declaring import State
from scrapersky.extract.submitted.headings import OWN_EXTRA
from scrapersky.services.delivery_outcomes import OUTCOMES
from scrapersky.services.exports.choices import Exportable
from scrapersky.services.exports.tables import ExportTable

_ABSENCES = "; ".join(
    f"{absence} ({absence.in_words[:1].lower()}{absence.in_words[1:]})"
    for absence in Absence
    if absence is not Absence.NOT_LOOKED_FOR
)
_OF_FILES = "What an imported file said in its column of this name."
_OF_CONTACTS = {
    "outcome": "Empty once it was sent. "
    + "; ".join(f"{name}: {words[:1].lower()}{words[1:]}" for name, words in OUTCOMES.items())
    + ". Else why it failed.",
    **{name: declared.meaning for name, declared in declared_fields().items()},
    **{column: f"Why there is no {name}, as one word: {_ABSENCES}." for name, column in ABSENCE_COLUMNS.items()},
}


def _written() -> dict[Exportable, dict[str, str]]:
    text = files(__package__).joinpath("meanings.toml").read_text("utf-8")
    tables = tomllib.loads(text.replace("{states}", ", ".join(State)).replace("{verdicts}", ", ".join(MailVerdict)))
    return {name: tables["everywhere"] | tables[name.value] for name in Exportable}


MEANINGS = {
    name: meanings | (_OF_CONTACTS if name is Exportable.CONTACTS else {}) for name, meanings in _written().items()
}


def meanings_of(table: ExportTable) -> dict[str, str]:
    """What each of its columns means; those of a workflow of a package may have no words."""
    known = MEANINGS[Exportable(table.name)] if table.name in set(Exportable) else {}
    own = {name: _OF_FILES for name in table.columns if name.startswith(OWN_EXTRA)}
    return {name: known.get(table.sources.get(name, name), "") for name in table.columns} | own
