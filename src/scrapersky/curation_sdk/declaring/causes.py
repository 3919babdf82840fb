"""What errors have in common: a message without the numbers, hosts, ids and quoted things that are one row's own."""

from sqlalchemy import ColumnElement, SQLColumnExpression, func, literal_column

LONGEST_SIGNATURE = 160
_LONGEST_MESSAGE = 400

_FILES = "txt|xml|html?|jsonl?|csv|xlsx|gz|parquet|py"
# PostgreSQL's own kind of pattern, tried in this order. Names of files look like hosts and are not.
_SPECIFIC_TO_ONE_ROW = (
    (r"\s+", " "),
    (r"""["][^"]*"|“[^”]*”|(?<![[:alnum:]])'[^']*'(?![[:alnum:]])""", "…"),
    (r'[a-z]{2,10}://[^\s"<>]*[^\s"<>.,;:)]', "address"),
    (r"[^\s@]+@[^\s@]+[[:alnum:]]", "address"),
    (r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "id"),
    (r"\m\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(:\d+)?\M", "host"),
    (rf"\m([[:alnum:]_-]+\.)+(?!({_FILES})\M)[[:alpha:]]{{2,24}}\M(:\d+)?(/[^\s]*[^\s.,;:)])?", "host"),
    (r"\m(?=[[:alpha:]_-]*\d)(?=[\d_-]*[[:alpha:]])[\w-]{12,}", "id"),
    (r"(?<!HTTP )\m\d+([.,:-]\d+)*", "#"),
    (r'"\s*', ""),
)


def signature(message: SQLColumnExpression[str | None]) -> ColumnElement[str]:
    """NULL without a message. The same in every place that groups or finds errors; has no double quote in it.

    An HTTP status stays, since 404 and 410 are two causes: `https://acme.example/a answered HTTP 404.` becomes
    `address answered HTTP 404.`
    """
    shortened: ColumnElement[str] = func.left(message, _literal(_LONGEST_MESSAGE))
    for pattern, instead in _SPECIFIC_TO_ONE_ROW:
        shortened = func.regexp_replace(shortened, _literal(pattern), _literal(instead), _literal("gi"))
    return func.left(func.btrim(shortened), _literal(LONGEST_SIGNATURE))


def _literal(value: str | int) -> ColumnElement[str]:
    """Spelled out, so that an index or a stored column on the signature is recognised."""
    written = str(value) if isinstance(value, int) else "'" + value.replace("'", "''") + "'"
    return literal_column(written)
