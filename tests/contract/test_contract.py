"""The phone book holds every promised Python name, for every workflow, and each is what it says."""

from enum import Enum
from functools import partial

import pytest
from pydantic import BaseModel

from scrapersky import contract
from scrapersky.curation_sdk.decisions.batch import change_status
from scrapersky.curation_sdk.declaring.statuses import CURATION_VALUES, PROCESSING_VALUES
from scrapersky.curation_sdk.declaring.workflow import AnyWorkflow
from scrapersky.curation_sdk.queue.job_loop import process_single, run_job_loop
from scrapersky.curation_sdk.queue.schedulers import setup_scheduler
from scrapersky.workflows import product_workflows

every_workflow = pytest.mark.parametrize("workflow", product_workflows(), ids=lambda workflow: workflow.name)


@every_workflow
def test_the_status_classes_have_the_promised_values(workflow: AnyWorkflow) -> None:
    promised = {
        workflow.names.curation_status_class: CURATION_VALUES,
        workflow.names.processing_status_class: PROCESSING_VALUES,
    }
    for name, values in promised.items():
        status: type[Enum] = getattr(contract, name)
        assert status.__name__ == name
        assert tuple(member.value for member in status) == values
        assert issubclass(status, str)


@every_workflow
def test_the_batch_payloads_are_models_of_that_name(workflow: AnyWorkflow) -> None:
    for name in (workflow.names.batch_request_class, workflow.names.batch_response_class):
        payload: type[BaseModel] = getattr(contract, name)
        assert payload.__name__ == name
        assert issubclass(payload, BaseModel)


@every_workflow
def test_the_functions_are_the_sdks_bound_to_the_workflow(workflow: AnyWorkflow) -> None:
    names = workflow.names
    promised = {
        names.process_queue: run_job_loop,
        names.process_single: process_single,
        names.setup_scheduler: setup_scheduler,
    }
    for name, function in promised.items():
        bound: partial[object] = getattr(contract, name)
        assert (bound.func, bound.args) == (function, (workflow,))
    batch: partial[object] = getattr(contract, names.update_status_batch)
    assert (batch.func, batch.keywords) == (change_status, {"workflow": workflow})


def test_no_two_workflows_promise_the_same_name() -> None:
    promised = [
        name
        for workflow in product_workflows()
        for name in (
            workflow.names.process_queue,
            workflow.names.process_single,
            workflow.names.update_status_batch,
            workflow.names.setup_scheduler,
            workflow.names.job_id,
            workflow.names.path,
            workflow.names.tab,
        )
    ]
    assert len(promised) == len(set(promised))
