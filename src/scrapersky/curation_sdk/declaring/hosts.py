"""Whose site a row is about: the host in the address that its table has."""

from typing import Any

from sqlalchemy import ColumnElement, Text, func, literal_column

from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow

ADDRESSES = ("url", "website", "home_url", "domain")
# PostgreSQL's kind of pattern: what stands between the scheme, or a user's name, and the port, path or query.
_HOST = r"^(?:[A-Za-z][A-Za-z0-9+.-]*://)?(?:[^/@?#]*@)?([^/:?#]+)"


def host_of(workflow: AnyWorkflow) -> ColumnElement[str | None] | None:
    """Nothing where the table has no address."""
    columns = workflow.model.__table__.c
    address: Any = next((columns[key] for key in ADDRESSES if key in columns), None)
    if address is None or not isinstance(address.type, Text):
        return None
    host: ColumnElement[str | None] = func.lower(func.substring(address, literal_column(f"'{_HOST}'")))
    return host
