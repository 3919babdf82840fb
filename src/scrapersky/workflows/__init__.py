"""The pipeline, from top to bottom."""

from scrapersky.curation_sdk.workflow import AnyWorkflow
from scrapersky.workflows.wf3_domain_extraction import domain_extraction
from scrapersky.workflows.wf5_sitemap_curation import sitemap_curation
from scrapersky.workflows.wf6_sitemap_import import sitemap_import
from scrapersky.workflows.wf9_contact_delivery import contact_delivery


def product_workflows() -> list[AnyWorkflow]:
    """Every workflow of the product, in the order in which rows pass through them."""
    return [domain_extraction, sitemap_curation, sitemap_import, contact_delivery]
