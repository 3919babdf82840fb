"""What each workflow does to one row, and chores. Whoever only names such a function here does not load it."""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk import LateFunction, late_door

if TYPE_CHECKING:
    from scrapersky.services.contact_curation_service import domain_of as domain_of
    from scrapersky.services.contact_curation_service import find_contacts as find_contacts
    from scrapersky.services.contact_curation_service import load_stored_pages as load_stored_pages
    from scrapersky.services.contact_curation_service import save_contacts as save_contacts
    from scrapersky.services.contact_curation_service import save_contacts_of_pages as save_contacts_of_pages
    from scrapersky.services.contact_delivery_service import deliver_contact as deliver_contact
    from scrapersky.services.contact_delivery_service import load_contacts as load_contacts
    from scrapersky.services.contact_delivery_service import save_handover as save_handover
    from scrapersky.services.deep_scan_service import save_business as save_business
    from scrapersky.services.deep_scan_service import scan_place as scan_place
    from scrapersky.services.domain_curation_service import load_tries as load_tries
    from scrapersky.services.domain_curation_service import save_survey as save_survey
    from scrapersky.services.domain_curation_service import survey_domain as survey_domain
    from scrapersky.services.domain_extraction_service import domain_order as domain_order
    from scrapersky.services.domain_extraction_service import find_domain as find_domain
    from scrapersky.services.domain_extraction_service import save_domain as save_domain
    from scrapersky.services.page_contents import save_page_content as save_page_content
    from scrapersky.services.page_contents import save_page_contents as save_page_contents
    from scrapersky.services.page_curation_service import load_earlier_readings as load_earlier_readings
    from scrapersky.services.page_curation_service import read_page as read_page
    from scrapersky.services.places.certain_pairs import sweep_certain_pairs as sweep_certain_pairs
    from scrapersky.services.places.expiry import forget_expired_places as forget_expired_places
    from scrapersky.services.single_search_service import load_searches as load_searches
    from scrapersky.services.single_search_service import save_search_part as save_search_part
    from scrapersky.services.single_search_service import search_places as search_places
    from scrapersky.services.sitemap_curation_service import analyse_sitemap as analyse_sitemap
    from scrapersky.services.sitemap_curation_service import save_analysis as save_analysis
    from scrapersky.services.sitemap_import_service import load_domains as load_domains
    from scrapersky.services.sitemap_import_service import read_addresses as read_addresses
    from scrapersky.services.sitemap_import_service import save_pages as save_pages
    from scrapersky.services.suppression.contacts import release_with as release_with
    from scrapersky.services.suppression.refusing import refuse_domains as refuse_domains
    from scrapersky.services.suppression.refusing import refuse_pages as refuse_pages
    from scrapersky.services.suppression.refusing import refuse_sitemaps as refuse_sitemaps
    from scrapersky.services.suppression.refusing import refuse_suppressed as refuse_suppressed
else:
    __getattr__ = late_door(__name__, __file__, LateFunction)
