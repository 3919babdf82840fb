"""Every name the specification promises, derived from the workflow's name.

Each rule carries its example, so that a search for a promised name lands on the rule that makes it.
"""

import re
from dataclasses import dataclass

from scrapersky.curation_sdk.errors import DeclarationError

_SNAKE_CASE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
IDENTIFIER_LIMIT = 63


def check_workflow_name(name: str) -> None:
    """Refuse a name from which not every promised name could be made."""
    if not _SNAKE_CASE.fullmatch(name):
        raise DeclarationError(f"Workflow name {name!r} is not snake_case; type {snake_case(name)!r} instead.")
    longest = IDENTIFIER_LIMIT - len("ix__processing_queue")
    if len(name) > longest:
        raise DeclarationError(
            f"Workflow name {name!r} has {len(name)} characters;"
            f" PostgreSQL's identifiers end at {IDENTIFIER_LIMIT}, so use at most {longest}."
        )


def snake_case(name: str) -> str:
    """Turn any spelling into snake_case.

    >>> snake_case("PageCuration"), snake_case("Menu extraction"), snake_case("page-curation")
    ('page_curation', 'menu_extraction', 'page_curation')
    """
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    return re.sub(r"[^a-z0-9]+", "_", spaced.lower()).strip("_") or "my_workflow"


def pascal_case(name: str) -> str:
    """Turn snake_case into the spelling of classes.

    >>> pascal_case("page_curation")
    'PageCuration'
    """
    return "".join(word.capitalize() for word in name.split("_"))


def natural_order(text: str) -> list[tuple[int, str]]:
    """A sort key by which numbers count as numbers, as import sorters have it.

    >>> sorted(["wf10_menus", "wf3_domains"], key=natural_order)
    ['wf3_domains', 'wf10_menus']
    """
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", text)]


@dataclass(frozen=True, slots=True)
class Names:
    """The names of one workflow on one table.

    `owns_table_names` is true for a table's first workflow; a second uses its own name where the table's would collide.
    """

    workflow: str  # page_curation
    model: str  # Page
    table: str  # pages
    owns_table_names: bool = True

    def __post_init__(self) -> None:
        check_workflow_name(self.workflow)

    # Columns

    @property
    def curation_status(self) -> str:
        return f"{self.workflow}_curation_status"  # page_curation_curation_status

    @property
    def processing_status(self) -> str:
        return f"{self.workflow}_processing_status"  # page_curation_processing_status

    @property
    def processing_error(self) -> str:
        return f"{self.workflow}_processing_error"  # page_curation_processing_error

    @property
    def updated_at(self) -> str:
        return f"{self.workflow}_updated_at"  # page_curation_updated_at

    @property
    def state(self) -> str:
        return f"{self.workflow}_state"  # page_curation_state

    # Types and classes

    @property
    def pascal(self) -> str:
        return pascal_case(self.workflow)  # PageCuration

    @property
    def camel(self) -> str:
        return self.pascal[0].lower() + self.pascal[1:]  # pageCuration

    @property
    def kebab(self) -> str:
        return self.workflow.replace("_", "-")  # page-curation

    @property
    def curation_status_class(self) -> str:
        return f"{self.pascal}CurationStatus"  # PageCurationCurationStatus

    @property
    def processing_status_class(self) -> str:
        return f"{self.pascal}ProcessingStatus"  # PageCurationProcessingStatus

    @property
    def curation_status_type(self) -> str:
        return self.curation_status_class.lower()  # pagecurationcurationstatus

    @property
    def processing_status_type(self) -> str:
        return self.processing_status_class.lower()  # pagecurationprocessingstatus

    @property
    def batch_request_class(self) -> str:
        return f"{self.pascal}BatchStatusUpdateRequest"  # PageCurationBatchStatusUpdateRequest

    @property
    def batch_response_class(self) -> str:
        return f"{self.pascal}BatchStatusUpdateResponse"  # PageCurationBatchStatusUpdateResponse

    # Functions and jobs

    @property
    def singular(self) -> str:
        return snake_case(self.model)  # page

    @property
    def process_queue(self) -> str:
        return f"process_{self.workflow}_queue"  # process_page_curation_queue

    @property
    def setup_scheduler(self) -> str:
        return f"setup_{self.workflow}_scheduler"  # setup_page_curation_scheduler

    @property
    def process_single(self) -> str:
        return f"process_single_{self.singular}_for_{self.workflow}"  # process_single_page_for_page_curation

    @property
    def update_status_batch(self) -> str:
        subject = self.singular if self.owns_table_names else self.workflow
        return f"update_{subject}_status_batch"  # update_page_status_batch

    @property
    def job_id(self) -> str:
        return f"{self.workflow}_scheduler"  # page_curation_scheduler

    # Settings

    @property
    def settings_prefix(self) -> str:
        return f"{self.workflow.upper()}_SCHEDULER_"  # PAGE_CURATION_SCHEDULER_

    def setting(self, field: str) -> str:
        return self.settings_prefix + field.upper()  # PAGE_CURATION_SCHEDULER_INTERVAL_MINUTES

    # Addresses

    @property
    def path(self) -> str:
        return f"/{self.kebab}"  # /page-curation

    @property
    def table_path(self) -> str | None:
        return f"/{self.table.replace('_', '-')}" if self.owns_table_names else None  # /pages

    @property
    def tag(self) -> str:
        return f"{self.pascal} | {pascal_case(self.table)}"  # PageCuration | Pages

    # Elements in the browser

    @property
    def tab(self) -> str:
        return f"{self.kebab}-tab"  # page-curation-tab

    @property
    def table_element(self) -> str:
        return f"{self.camel}Table"  # pageCurationTable

    @property
    def table_body_element(self) -> str:
        return f"{self.camel}TableBody"  # pageCurationTableBody

    @property
    def select_all_checkbox(self) -> str:
        return f"selectAll{self.pascal}Checkbox"  # selectAllPageCurationCheckbox

    @property
    def row_checkbox_class(self) -> str:
        return f"{self.camel}-item-checkbox"  # pageCuration-item-checkbox

    @property
    def button_subject(self) -> str:
        return self.table.replace("_", "-") if self.owns_table_names else self.kebab  # pages

    def status_button(self, action: str) -> str:
        return f"update-{self.button_subject}-status-{action}"  # update-pages-status-selected

    # Indexes

    @property
    def queue_index(self) -> str:
        return f"ix_{self.workflow}_processing_queue"  # ix_page_curation_processing_queue

    @property
    def in_work_index(self) -> str:
        return f"ix_{self.workflow}_in_work"  # ix_page_curation_in_work

    @property
    def list_index(self) -> str:
        return f"ix_{self.workflow}_list"  # ix_page_curation_list

    @property
    def errors_index(self) -> str:
        return f"ix_{self.workflow}_errors"  # ix_page_curation_errors

    @property
    def ordered_index(self) -> str:
        return f"ix_{self.workflow}_ordered"  # ix_page_curation_ordered

    @property
    def claim_check(self) -> str:
        return f"ck_{self.workflow}_claim"  # ck_page_curation_claim

    @property
    def queued_check(self) -> str:
        return f"ck_{self.workflow}_queued"  # ck_page_curation_queued
