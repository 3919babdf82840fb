"""What people may do."""

from enum import StrEnum


class Role(StrEnum):
    """What a user may do: look, decide, or also change settings and users."""

    VIEWER = "viewer"
    CURATOR = "curator"
    ADMIN = "admin"


class Scope(StrEnum):
    """How far a token reaches, within what its user may do."""

    READ = "read"
    DECIDE = "decide"
    EXPORT = "export"
    ADMIN = "admin"
