"""What people may do."""

from enum import StrEnum


class Role(StrEnum):
    """What a user may do: look, decide, change settings and users of the tenant, or also what holds for all tenants."""

    VIEWER = "viewer"
    CURATOR = "curator"
    ADMIN = "admin"
    OPERATOR = "operator"


ADMINS = frozenset({Role.ADMIN.value, Role.OPERATOR.value})


class Scope(StrEnum):
    """How far a token reaches, within what its user may do."""

    READ = "read"
    DECIDE = "decide"
    EXPORT = "export"
    ADMIN = "admin"
