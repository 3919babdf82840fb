"""What follows from the declarations on paper: SQL, its verification, documents, pictures, the phone book.

The top floor: it looks at all others and nobody needs it to run.
"""

from scrapersky.curation_sdk.schema.connections import check_document, check_registry
from scrapersky.curation_sdk.schema.ddl import STORAGE, type_statements, workflow_sql
from scrapersky.curation_sdk.schema.documents import GENERATED, canonical_yaml, pipeline_graph, reference_page
from scrapersky.curation_sdk.schema.drawing import pipeline_svg
from scrapersky.curation_sdk.schema.verification import SchemaDifference, verify

__all__ = [
    "GENERATED",
    "STORAGE",
    "SchemaDifference",
    "canonical_yaml",
    "check_document",
    "check_registry",
    "pipeline_graph",
    "pipeline_svg",
    "reference_page",
    "type_statements",
    "verify",
    "workflow_sql",
]
