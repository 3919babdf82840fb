"""The phone book (generated; change a declaration and run `scrapersky generate`).

Each Python name that the specification promises, and what it is.
"""

from functools import partial

from scrapersky.curation_sdk.contract import change_status, process_single, run_job_loop, setup_scheduler
from scrapersky.curation_sdk.schemas import schemas_of
from scrapersky.workflows.wf3_domain_extraction import domain_extraction
from scrapersky.workflows.wf5_sitemap_curation import sitemap_curation
from scrapersky.workflows.wf6_sitemap_import import sitemap_import
from scrapersky.workflows.wf9_contact_delivery import contact_delivery

DomainExtractionCurationStatus = domain_extraction.curation.curation_enum
DomainExtractionProcessingStatus = domain_extraction.curation.processing_enum
DomainExtractionBatchStatusUpdateRequest = schemas_of(domain_extraction).batch_request
DomainExtractionBatchStatusUpdateResponse = schemas_of(domain_extraction).batch_response
process_domain_extraction_queue = partial(run_job_loop, domain_extraction)
process_single_local_business_for_domain_extraction = partial(process_single, domain_extraction)
setup_domain_extraction_scheduler = partial(setup_scheduler, domain_extraction)
update_local_business_status_batch = partial(change_status, workflow=domain_extraction)

SitemapCurationCurationStatus = sitemap_curation.curation.curation_enum
SitemapCurationProcessingStatus = sitemap_curation.curation.processing_enum
SitemapCurationBatchStatusUpdateRequest = schemas_of(sitemap_curation).batch_request
SitemapCurationBatchStatusUpdateResponse = schemas_of(sitemap_curation).batch_response
process_sitemap_curation_queue = partial(run_job_loop, sitemap_curation)
process_single_sitemap_file_for_sitemap_curation = partial(process_single, sitemap_curation)
setup_sitemap_curation_scheduler = partial(setup_scheduler, sitemap_curation)
update_sitemap_file_status_batch = partial(change_status, workflow=sitemap_curation)

SitemapImportCurationStatus = sitemap_import.curation.curation_enum
SitemapImportProcessingStatus = sitemap_import.curation.processing_enum
SitemapImportBatchStatusUpdateRequest = schemas_of(sitemap_import).batch_request
SitemapImportBatchStatusUpdateResponse = schemas_of(sitemap_import).batch_response
process_sitemap_import_queue = partial(run_job_loop, sitemap_import)
process_single_sitemap_file_for_sitemap_import = partial(process_single, sitemap_import)
setup_sitemap_import_scheduler = partial(setup_scheduler, sitemap_import)
update_sitemap_import_status_batch = partial(change_status, workflow=sitemap_import)

ContactDeliveryCurationStatus = contact_delivery.curation.curation_enum
ContactDeliveryProcessingStatus = contact_delivery.curation.processing_enum
ContactDeliveryBatchStatusUpdateRequest = schemas_of(contact_delivery).batch_request
ContactDeliveryBatchStatusUpdateResponse = schemas_of(contact_delivery).batch_response
process_contact_delivery_queue = partial(run_job_loop, contact_delivery)
process_single_contact_for_contact_delivery = partial(process_single, contact_delivery)
setup_contact_delivery_scheduler = partial(setup_scheduler, contact_delivery)
update_contact_status_batch = partial(change_status, workflow=contact_delivery)
