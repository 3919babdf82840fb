"""Rows by the host of their address, its sub-domains included."""

import re
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, SQLColumnExpression, and_, func, or_

from scrapersky.curation_sdk.declaring import AnyWorkflow, ColumnKind, columns_by_key
from scrapersky.curation_sdk.lists.search.fields import host_column
from scrapersky.curation_sdk.lists.search.words import has_words

# PostgreSQL's kind of pattern: the host of an address, with or without its scheme.
_HOST_OF = r"^(?:[A-Za-z][A-Za-z0-9+.-]*://)?(?:[^/?#@]*@)?([^/?#:]+)"
_TYPED = re.compile(r"(?:[a-z][a-z0-9+.-]{0,20}://)?(?:[^/?#@\s]{0,200}@)?([^/?#:@\s]{1,253})(?:[:/?#].*)?", re.DOTALL)
_NAME = re.compile(r"[\w.-]{1,253}")


def read_host(text: str) -> str | None:
    """The host that a person means by it or by an address.

    >>> read_host("https://www.Acme.example:8080/contact"), read_host("a b")
    ('www.acme.example', None)
    """
    typed = _TYPED.fullmatch(text.strip().lower())
    name = typed[1].strip(".") if typed else ""
    return name if _NAME.fullmatch(name) else None


def at_host(workflow: AnyWorkflow, tenant_id: UUID, host: str) -> ColumnElement[bool]:
    """By the index of the domain where there is one, else by the words of the address, which is then looked at."""
    addresses = [_is_at(column, host) for column in _addresses(workflow)]
    if workflow.host is not None:
        own: SQLColumnExpression[Any] = getattr(workflow.model, workflow.host)
        return own.in_([host, *_parents(host)])
    key = host_column(workflow)
    looked_up = {each.key: each.looked_up for each in workflow.computed}.get(key or "")
    if looked_up is not None:
        # The first condition is the index's; an alternative in its place would have every row looked at.
        here_or_above = looked_up.where(tenant_id, looked_up.value.in_([host, *_parents(host)]))
        here = looked_up.where(tenant_id, looked_up.value == host)
        return and_(here_or_above, or_(here, *addresses)) if addresses else here_or_above
    if key == "domain":
        addresses.append(getattr(workflow.model, key) == host)
    found = or_(*addresses)
    return found if workflow.searches is None else and_(has_words(workflow, tenant_id, host, are_whole=True), found)


def _addresses(workflow: AnyWorkflow) -> list[Any]:
    own = columns_by_key(workflow.shows)
    return [
        getattr(workflow.model, column.key)
        for column in workflow.columns
        if column.kind is ColumnKind.URL and column.key in own
    ]


def _parents(host: str) -> list[str]:
    """
    >>> _parents("shop.blog.acme.example")
    ['blog.acme.example', 'acme.example']
    """
    labels = host.split(".")
    return [".".join(labels[start:]) for start in range(1, len(labels) - 1)]


def _is_at(column: SQLColumnExpression[Any], host: str) -> ColumnElement[bool]:
    own = func.lower(func.substring(column, _HOST_OF))
    return or_(own == host, own.endswith(f".{host}", autoescape=True))
