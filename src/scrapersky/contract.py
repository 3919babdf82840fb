"""The phone book (generated; change a declaration and run `scrapersky generate`).

Each Python name that the specification promises, and what it is.
"""

from functools import partial

from scrapersky.curation_sdk.decisions import change_status
from scrapersky.curation_sdk.http import schemas_of
from scrapersky.curation_sdk.queue import process_single, run_job_loop, setup_scheduler
from scrapersky.workflows.wf1_single_search import single_search
from scrapersky.workflows.wf2_deep_scan import deep_scan
from scrapersky.workflows.wf3_domain_extraction import domain_extraction
from scrapersky.workflows.wf4_domain_curation import domain_curation
from scrapersky.workflows.wf5_sitemap_curation import sitemap_curation
from scrapersky.workflows.wf6_sitemap_import import sitemap_import
from scrapersky.workflows.wf7_page_curation import page_curation
from scrapersky.workflows.wf8_contact_curation import contact_curation
from scrapersky.workflows.wf9_contact_delivery import contact_delivery

SingleSearchCurationStatus = single_search.curation.curation_enum
SingleSearchProcessingStatus = single_search.curation.processing_enum
SingleSearchBatchStatusUpdateRequest = schemas_of(single_search).batch_request
SingleSearchBatchStatusUpdateResponse = schemas_of(single_search).batch_response
process_single_search_queue = partial(run_job_loop, single_search)
process_single_place_search_for_single_search = partial(process_single, single_search)
setup_single_search_scheduler = partial(setup_scheduler, single_search)
update_place_search_status_batch = partial(change_status, workflow=single_search)

DeepScanCurationStatus = deep_scan.curation.curation_enum
DeepScanProcessingStatus = deep_scan.curation.processing_enum
DeepScanBatchStatusUpdateRequest = schemas_of(deep_scan).batch_request
DeepScanBatchStatusUpdateResponse = schemas_of(deep_scan).batch_response
process_deep_scan_queue = partial(run_job_loop, deep_scan)
process_single_place_for_deep_scan = partial(process_single, deep_scan)
setup_deep_scan_scheduler = partial(setup_scheduler, deep_scan)
update_place_status_batch = partial(change_status, workflow=deep_scan)

DomainExtractionCurationStatus = domain_extraction.curation.curation_enum
DomainExtractionProcessingStatus = domain_extraction.curation.processing_enum
DomainExtractionBatchStatusUpdateRequest = schemas_of(domain_extraction).batch_request
DomainExtractionBatchStatusUpdateResponse = schemas_of(domain_extraction).batch_response
process_domain_extraction_queue = partial(run_job_loop, domain_extraction)
process_single_local_business_for_domain_extraction = partial(process_single, domain_extraction)
setup_domain_extraction_scheduler = partial(setup_scheduler, domain_extraction)
update_local_business_status_batch = partial(change_status, workflow=domain_extraction)

DomainCurationCurationStatus = domain_curation.curation.curation_enum
DomainCurationProcessingStatus = domain_curation.curation.processing_enum
DomainCurationBatchStatusUpdateRequest = schemas_of(domain_curation).batch_request
DomainCurationBatchStatusUpdateResponse = schemas_of(domain_curation).batch_response
process_domain_curation_queue = partial(run_job_loop, domain_curation)
process_single_domain_for_domain_curation = partial(process_single, domain_curation)
setup_domain_curation_scheduler = partial(setup_scheduler, domain_curation)
update_domain_status_batch = partial(change_status, workflow=domain_curation)

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

PageCurationCurationStatus = page_curation.curation.curation_enum
PageCurationProcessingStatus = page_curation.curation.processing_enum
PageCurationBatchStatusUpdateRequest = schemas_of(page_curation).batch_request
PageCurationBatchStatusUpdateResponse = schemas_of(page_curation).batch_response
process_page_curation_queue = partial(run_job_loop, page_curation)
process_single_page_for_page_curation = partial(process_single, page_curation)
setup_page_curation_scheduler = partial(setup_scheduler, page_curation)
update_page_status_batch = partial(change_status, workflow=page_curation)

ContactCurationCurationStatus = contact_curation.curation.curation_enum
ContactCurationProcessingStatus = contact_curation.curation.processing_enum
ContactCurationBatchStatusUpdateRequest = schemas_of(contact_curation).batch_request
ContactCurationBatchStatusUpdateResponse = schemas_of(contact_curation).batch_response
process_contact_curation_queue = partial(run_job_loop, contact_curation)
process_single_page_content_for_contact_curation = partial(process_single, contact_curation)
setup_contact_curation_scheduler = partial(setup_scheduler, contact_curation)
update_page_content_status_batch = partial(change_status, workflow=contact_curation)

ContactDeliveryCurationStatus = contact_delivery.curation.curation_enum
ContactDeliveryProcessingStatus = contact_delivery.curation.processing_enum
ContactDeliveryBatchStatusUpdateRequest = schemas_of(contact_delivery).batch_request
ContactDeliveryBatchStatusUpdateResponse = schemas_of(contact_delivery).batch_response
process_contact_delivery_queue = partial(run_job_loop, contact_delivery)
process_single_contact_for_contact_delivery = partial(process_single, contact_delivery)
setup_contact_delivery_scheduler = partial(setup_scheduler, contact_delivery)
update_contact_status_batch = partial(change_status, workflow=contact_delivery)
