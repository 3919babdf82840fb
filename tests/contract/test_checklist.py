"""The specification's checklist, name by name, for every workflow of the product."""

import pytest

from scrapersky.curation_sdk.testing import NamesConformance
from scrapersky.models.page import Page
from scrapersky.workflows import product_workflows

WORKFLOWS = product_workflows()


class TestEveryWorkflow(NamesConformance):
    @pytest.fixture(autouse=True, params=WORKFLOWS, ids=lambda workflow: workflow.name)
    def choose(self, request: pytest.FixtureRequest) -> None:
        self.workflow = request.param


def test_the_checklists_own_example_is_spelled_as_it_says() -> None:
    names = Page.page_curation.names
    assert [
        names.curation_status,
        names.curation_status_type,
        names.batch_request_class,
        names.process_queue,
        names.process_single,
        names.update_status_batch,
        names.job_id,
        names.setting("interval_minutes"),
        names.tab,
        names.select_all_checkbox,
        names.row_checkbox_class,
        names.status_button("selected"),
    ] == [
        "page_curation_curation_status",
        "pagecurationcurationstatus",
        "PageCurationBatchStatusUpdateRequest",
        "process_page_curation_queue",
        "process_single_page_for_page_curation",
        "update_page_status_batch",
        "page_curation_scheduler",
        "PAGE_CURATION_SCHEDULER_INTERVAL_MINUTES",
        "page-curation-tab",
        "selectAllPageCurationCheckbox",
        "pageCuration-item-checkbox",
        "update-pages-status-selected",
    ]
