"""The websites of the simulated businesses: every page computed when asked for, and the truth about all of them."""

from scrapersky.simulator.sites.answering import respond
from scrapersky.simulator.sites.site import NoWebsite
from scrapersky.simulator.sites.site_truth import SiteTruth, pages, truth

__all__ = ["NoWebsite", "SiteTruth", "pages", "respond", "truth"]
