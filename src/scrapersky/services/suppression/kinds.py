"""By what somebody can be left alone."""

from enum import StrEnum


class SuppressionKind(StrEnum):
    EMAIL = "email"
    DOMAIN = "domain"
    PHONE = "phone"
    PERSON = "person"
    PROFILE = "profile"
