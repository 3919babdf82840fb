"""What people may do."""

from enum import StrEnum


class Role(StrEnum):
    """What a user may do: look, decide, or also change settings and users."""

    VIEWER = "viewer"
    CURATOR = "curator"
    ADMIN = "admin"
