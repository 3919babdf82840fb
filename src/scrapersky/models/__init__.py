"""One table per file; each says who curates it."""

from scrapersky.models.alert import ToldAlert
from scrapersky.models.api_call import ApiCall, Budget
from scrapersky.models.audit import AuditEntry
from scrapersky.models.base import Base
from scrapersky.models.contact import Contact, ContactValue
from scrapersky.models.delivery import Delivery, Suppression
from scrapersky.models.delivery_target import TenantTarget
from scrapersky.models.domain import Domain
from scrapersky.models.export_order import ExportOrder
from scrapersky.models.host import HostTurn, OriginRobots, OriginTrouble
from scrapersky.models.list import List
from scrapersky.models.local_business import LocalBusiness
from scrapersky.models.page import Page
from scrapersky.models.page_content import PageContent
from scrapersky.models.place import Place, PlacePair, PlaceSearchResult
from scrapersky.models.place_search import PlaceSearch
from scrapersky.models.saved_view import Preference, SavedView
from scrapersky.models.search_schedule import SearchReport, SearchSchedule
from scrapersky.models.sitemap_file import SitemapFile
from scrapersky.models.tenant import Tenant
from scrapersky.models.user import Role, User

__all__ = [
    "ApiCall",
    "AuditEntry",
    "Base",
    "Budget",
    "Contact",
    "ContactValue",
    "Delivery",
    "Domain",
    "ExportOrder",
    "HostTurn",
    "List",
    "LocalBusiness",
    "OriginRobots",
    "OriginTrouble",
    "Page",
    "PageContent",
    "Place",
    "PlacePair",
    "PlaceSearch",
    "PlaceSearchResult",
    "Preference",
    "Role",
    "SavedView",
    "SearchReport",
    "SearchSchedule",
    "SitemapFile",
    "Suppression",
    "Tenant",
    "TenantTarget",
    "ToldAlert",
    "User",
]
