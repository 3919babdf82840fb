"""The pipeline, from top to bottom."""

from scrapersky.curation_sdk.declaring import AnyWorkflow
from scrapersky.workflows.wf1_single_search import single_search
from scrapersky.workflows.wf2_deep_scan import deep_scan
from scrapersky.workflows.wf3_domain_extraction import domain_extraction
from scrapersky.workflows.wf4_domain_curation import domain_curation
from scrapersky.workflows.wf5_sitemap_curation import sitemap_curation
from scrapersky.workflows.wf6_sitemap_import import sitemap_import
from scrapersky.workflows.wf7_page_curation import page_curation
from scrapersky.workflows.wf8_contact_curation import contact_curation
from scrapersky.workflows.wf9_contact_delivery import contact_delivery


def product_workflows() -> list[AnyWorkflow]:
    """Every workflow of the product, in the order in which rows pass through them."""
    return [
        single_search,
        deep_scan,
        domain_extraction,
        domain_curation,
        sitemap_curation,
        sitemap_import,
        page_curation,
        contact_curation,
        contact_delivery,
    ]
