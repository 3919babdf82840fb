"""The websites of the simulated businesses: every page computed when asked for, and the truth about all of them."""

from scrapersky.simulator.sites.answering import respond as respond
from scrapersky.simulator.sites.site import NoWebsite as NoWebsite
from scrapersky.simulator.sites.site_truth import SiteTruth as SiteTruth
from scrapersky.simulator.sites.site_truth import pages as pages
from scrapersky.simulator.sites.site_truth import truth as truth
