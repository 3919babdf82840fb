"""What a person chooses of an export: which rows, and which format."""

from enum import StrEnum


class Exportable(StrEnum):
    """What can be exported, as people call it."""

    CONTACTS = "contacts"
    BUSINESSES = "businesses"
    DOMAINS = "domains"
    PAGES = "pages"


class Format(StrEnum):
    CSV = "csv"
    XLSX = "xlsx"
    JSONL = "jsonl"
    PARQUET = "parquet"

    @property
    def media_type(self) -> str:
        return _MEDIA_TYPES[self]


class Preset(StrEnum):
    """For whom the file is."""

    PLAIN = "plain"
    HUBSPOT = "hubspot"
    SALESFORCE = "salesforce"
    GOOGLE_CONTACTS = "google-contacts"
    MAILCHIMP = "mailchimp"


_MEDIA_TYPES = {
    Format.CSV: "text/csv; charset=utf-8",
    Format.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    Format.JSONL: "application/jsonl",
    Format.PARQUET: "application/vnd.apache.parquet",
}
