"""Contacts under the headings by which other programs know them, so that they import a file without being told more."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from scrapersky.curation_sdk.errors import BadRequest
from scrapersky.extract.people.parts import first_and_last
from scrapersky.services.exports.choices import Exportable, Preset
from scrapersky.services.exports.tables import ExportTable

NOT_PROVIDED = "[not provided]"  # what Salesforce writes itself where a name that it demands is missing

READS: Mapping[str, Callable[[Any], Any]] = {
    "first": lambda name: first_and_last(name)[0] or None,
    "last": lambda name: first_and_last(name)[1] or None,
    "last_or_stand_in": lambda name: first_and_last(name)[1] or NOT_PROVIDED,
    "name_or_stand_in": lambda name: name or NOT_PROVIDED,
    "site": lambda domain: f"https://{domain}/" if domain else None,
}
"""How a column is read, by the word behind its name in `presets.toml`."""


def with_preset(table: ExportTable, preset: Preset | None) -> ExportTable:
    """The same rows under that program's headings, those of one website together: people read these files."""
    if preset is None:
        return table
    if table.name != Exportable.CONTACTS:
        raise BadRequest(f"The preset {preset} is for contacts; {table.name} are exported with their own columns.")
    chosen = {heading: column.partition(":") for heading, column in _headings()[preset].items()}
    return replace(
        table,
        columns={heading: table.columns[source] for heading, (source, _, _) in chosen.items()},
        sources={heading: source for heading, (source, _, _) in chosen.items()},
        reads={heading: READS[read] for heading, (_, _, read) in chosen.items() if read},
        together=(table.model.domain_id,),
    )


@cache
def _headings() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(files(__package__).joinpath("presets.toml").read_text("utf-8"))
