"""The whole world, computed on demand: any business from (seed, number), nothing stored."""

from scrapersky.simulator.business import (
    Business,
    OpeningPeriod,
    Person,
    Platform,
    SocialProfile,
    Status,
    Website,
    WebsiteKind,
)

__all__ = ["Business", "OpeningPeriod", "Person", "Platform", "SocialProfile", "Status", "Website", "WebsiteKind"]
