"""What follows from the declarations on paper: SQL, its verification, documents, pictures, the phone book.

The top floor: it looks at all others and nobody needs it to run.
"""

from typing import TYPE_CHECKING

from scrapersky.curation_sdk import late_door

if TYPE_CHECKING:
    from scrapersky.curation_sdk.schema.connections import check_document as check_document
    from scrapersky.curation_sdk.schema.connections import check_registry as check_registry
    from scrapersky.curation_sdk.schema.ddl import STORAGE as STORAGE
    from scrapersky.curation_sdk.schema.ddl import type_statements as type_statements
    from scrapersky.curation_sdk.schema.ddl import workflow_sql as workflow_sql
    from scrapersky.curation_sdk.schema.documents import GENERATED as GENERATED
    from scrapersky.curation_sdk.schema.documents import canonical_yaml as canonical_yaml
    from scrapersky.curation_sdk.schema.documents import pipeline_graph as pipeline_graph
    from scrapersky.curation_sdk.schema.documents import reference_page as reference_page
    from scrapersky.curation_sdk.schema.drawing import pipeline_svg as pipeline_svg
    from scrapersky.curation_sdk.schema.verification import SchemaDifference as SchemaDifference
    from scrapersky.curation_sdk.schema.verification import verify as verify
else:
    __getattr__ = late_door(__name__, __file__)
