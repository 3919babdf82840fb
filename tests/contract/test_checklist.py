"""The specification's checklist, name by name, for every workflow of the product."""

from functools import partial

import pytest

from scrapersky import contract
from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow
from scrapersky.curation_sdk.testing import NamesConformance
from scrapersky.models.page import Page
from scrapersky.workflows import product_workflows

WORKFLOWS = product_workflows()


class TestEveryWorkflow(NamesConformance):
    @pytest.fixture(autouse=True, params=WORKFLOWS, ids=lambda workflow: workflow.name)
    def choose(self, request: pytest.FixtureRequest) -> None:
        self.workflow = request.param


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda workflow: workflow.name)
def test_the_phone_book_has_every_promised_python_name(workflow: AnyWorkflow) -> None:
    names = workflow.names
    assert getattr(contract, names.curation_status_class) is workflow.curation.curation_enum
    assert getattr(contract, names.processing_status_class) is workflow.curation.processing_enum
    assert getattr(contract, names.batch_request_class).__name__ == names.batch_request_class
    assert getattr(contract, names.batch_response_class).__name__ == names.batch_response_class
    for function in (names.process_queue, names.process_single, names.setup_scheduler, names.update_status_batch):
        assert isinstance(getattr(contract, function), partial), function


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
