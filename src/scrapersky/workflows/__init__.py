"""The pipeline, from top to bottom."""

from scrapersky.curation_sdk.workflow import AnyWorkflow
from scrapersky.workflows.wf3_domain_extraction import domain_extraction
from scrapersky.workflows.wf4_domain_curation import domain_curation


def product_workflows() -> list[AnyWorkflow]:
    """Every workflow of the product, in the order in which rows pass through them."""
    return [domain_extraction, domain_curation]
