"""A database as large as an installation becomes: a million businesses, domains, pages and contacts, and their history.

Made inside the database, the same every time. Half of the rows of each table wait for a decision, a third is Complete,
one in twenty-five failed.
"""

from typing import Any
from uuid import UUID

import asyncpg

TENANT = UUID(int=7)
LIST = UUID(int=70)
SEARCH = UUID(int=700)
AT_ONCE = 100_000
_KINDS = "ARRAY['contact','about','team','blog','shop','other','location','legal_notice']"
_CITIES = "ARRAY['Austin','Dallas','Houston','El Paso','Waco','Plano','Laredo','Lubbock','Irving','Garland']"


def _statuses(workflow: str) -> tuple[str, str]:
    """The columns of a workflow's statuses, and the values for row `n`."""
    kind = workflow.replace("_", "")
    columns = (
        "curation_status",
        "processing_status",
        "processing_error",
        "outcome",
        "updated_at",
        "queue_order",
        "produced",
    )
    values = f"""
        (CASE WHEN n % 100 < 50 THEN 'New' WHEN n % 100 < 60 THEN 'Skipped' ELSE 'Queued' END)::{kind}curationstatus,
        (CASE WHEN n % 100 < 60 THEN NULL WHEN n % 100 < 62 THEN 'Queued' WHEN n % 100 < 66 THEN 'Error'
              ELSE 'Complete' END)::{kind}processingstatus,
        CASE n % 100 WHEN 62 THEN 'https://www.site' || n || '.example/p' || n || ' answered HTTP 503.'
                     WHEN 63 THEN 'TimeoutError: no answer from site' || n || '.example after 20 s'
                     WHEN 64 THEN 'TimeoutError: no answer from site' || n || '.example after 20 s'
                     WHEN 65 THEN 'The page is not HTML: application/pdf' END,
        CASE WHEN n % 100 > 95 THEN 'nothing_found' END,
        now() - (n % 1000) * interval '10 minutes',
        CASE WHEN n % 100 BETWEEN 60 AND 61 THEN now() + interval '1 day' END,
        CASE WHEN n % 100 > 95 THEN 0 WHEN n % 100 > 65 THEN 1 + n % 4 END"""
    return ", ".join(f"{workflow}_{column}" for column in columns), values


def _insert(table: str, workflow: str, columns: str, values: str, source: str) -> str:
    status_columns, status_values = _statuses(workflow)
    return (
        f"INSERT INTO {table} (tenant_id, {columns}, {status_columns})"
        f" SELECT $1::uuid, {values}, {status_values} FROM generate_series($2::int, $3::int) n {source}"
    )


_DOMAINS = _insert(
    "domains",
    "domain_curation",
    "name, home_url, http_status, title, language, cms, parked, sitemaps_found",
    "'site' || n || '.example', 'https://site' || n || '.example/', (ARRAY[200, 200, 200, 404, 503])[1 + n % 5],"
    " 'Harbor View Fitness ' || n, (ARRAY['en', 'es', 'fr', NULL])[1 + n % 4],"
    " (ARRAY['WordPress', 'Wix', 'Squarespace', NULL])[1 + n % 4], n % 50 = 0, n % 7",
    "",
)
_BUSINESSES = _insert(
    "local_businesses",
    "domain_extraction",
    "source, source_id, name, website, phone, city, category, latitude, longitude, domain, domain_id, attribution",
    "CASE WHEN n % 3 = 0 THEN 'google' ELSE 'overpass' END, n::text, 'Harbor Dental ' || n,"
    " CASE WHEN n % 5 > 0 THEN 'https://www.site' || n || '.example/' END, '+1512' || lpad(n::text, 7, '0'),"
    f" ({_CITIES})[1 + n % 10], (ARRAY['dentist', 'gym', 'bakery', 'plumber', 'florist'])[1 + n % 5],"
    " 25 + (n::bigint * 7919 % 100000) / 4000.0, -120 + (n::bigint * 104729 % 100000) / 2000.0,"
    " CASE WHEN d.id IS NOT NULL THEN d.name END, d.id, 'Credit'",
    "LEFT JOIN domains d ON n % 5 > 0 AND d.name = 'site' || n || '.example' AND d.tenant_id = $1",
)
_PLACES = _insert(
    "places_staging",
    "deep_scan",
    "source, place_id, name, address, latitude, longitude, category, rating, reviews, attribution, local_business_id",
    "CASE WHEN n % 3 = 0 THEN 'google' ELSE 'overpass' END, n::text, 'Place ' || n, n || ' Main Street',"
    " 25 + (n::bigint * 7919 % 100000) / 4000.0, -120 + (n::bigint * 104729 % 100000) / 2000.0, 'dentist',"
    " (n % 50) / 10.0, n % 900, 'Credit', b.id",
    "LEFT JOIN local_businesses b ON b.tenant_id = $1 AND b.source_id = n::text"
    " AND b.source = CASE WHEN n % 3 = 0 THEN 'google' ELSE 'overpass' END",
)
_PAGES = _insert(
    "pages",
    "page_curation",
    "domain_id, url, kind, score, title, words, contacts",
    "d.id, 'https://www.' || d.name || '/p' || n || '/' || md5(n::text), "
    f"({_KINDS})[1 + n % 8], (n::bigint * 7919) % 101, CASE WHEN n % 3 > 0 THEN 'Harbor View Fitness ' || n END,"
    " CASE WHEN n % 3 > 0 THEN n % 3000 END, CASE WHEN n % 3 > 0 THEN n % 6 END",
    "JOIN domains d ON d.name = 'site' || (1 + n / 500) || '.example' AND d.tenant_id = $1",
)
_CONTACTS = _insert(
    "contacts",
    "contact_delivery",
    "domain_id, local_business_id, identity, owner, name, role, email, phone, source_url, confidence, verification,"
    " delivered_at",
    "d.id, b.id, 'a' || n || '@' || d.name, 'business', 'Ana Lopez ' || n,"
    " (ARRAY['Owner', 'Manager', NULL])[1 + n % 3], 'a' || n || '@' || d.name,"
    " '+1512' || lpad(n::text, 7, '0'), 'https://' || d.name || '/contact',"
    " (n % 100) / 100.0, (ARRAY['good', 'risky', 'bad', NULL])[1 + n % 4],"
    " CASE WHEN n % 100 > 65 THEN now() - (n % 1000) * interval '10 minutes' END",
    "JOIN domains d ON d.name = 'site' || (1 + n / 5) || '.example' AND d.tenant_id = $1"
    " LEFT JOIN local_businesses b ON b.domain_id = d.id",
)
_CONTENTS = """
    INSERT INTO page_contents (tenant_id, page_id, domain_id, url, final_url, http_status, kind, title, words,
                               content_hash, body_text, contacts_found)
    SELECT tenant_id, id, domain_id, url, url, 200, kind, title, coalesce(words, 0), md5(url), repeat('words ', 50),
           contacts
      FROM pages WHERE tenant_id = $1 AND page_curation_state = 'Complete' LIMIT $2"""
_RUNS = """
    INSERT INTO runs (id, tenant_id, workflow, row_id, attempt, ending, outcome, message, produced,
                      started_at, ended_at)
    SELECT uuidv7({workflow}_updated_at - now()), tenant_id, '{workflow}', id, 1,
           CASE {workflow}_state WHEN 'Complete' THEN 'complete' ELSE 'error' END, {workflow}_outcome,
           {workflow}_processing_error, coalesce({workflow}_produced, 0),
           {workflow}_updated_at - interval '1 second', {workflow}_updated_at
      FROM {table} WHERE tenant_id = $1 AND {workflow}_state IN ('Complete', 'Error')
     ORDER BY {workflow}_updated_at"""
_FIRST = (
    """
    INSERT INTO tenants (id, name) VALUES ($1, 'bench')""",
    """
    INSERT INTO lists (id, tenant_id, name) VALUES ($2, $1, 'Texas')""",
    """
    INSERT INTO place_searches (id, tenant_id, list_id, source, phrase, what, area)
    SELECT CASE n WHEN 1 THEN $2::uuid ELSE uuidv7() END, $1, $3, 'overpass', 'dentists in city ' || n, 'dentists',
           'city ' || n FROM generate_series(1, 200) n""",
)
_LAST = (
    """
    INSERT INTO place_search_results (place_search_id, place_id, tenant_id)
    SELECT s.id, p.id, $1 FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS nr FROM place_searches) s
      JOIN (SELECT id, row_number() OVER (ORDER BY id) % 200 AS nr FROM places_staging) p USING (nr)""",
    """
    INSERT INTO place_pairs (tenant_id, first_id, second_id, likeness, why)
    SELECT $1, first, second, 0.7 + (n % 300) / 1000.0, 'names alike'
      FROM (SELECT id AS first, lead(id) OVER (ORDER BY id) AS second, row_number() OVER (ORDER BY id) AS n
              FROM places_staging) p WHERE second IS NOT NULL AND n % 3 = 0""",
)
CURATED = {
    "places_staging": "deep_scan",
    "local_businesses": "domain_extraction",
    "domains": "domain_curation",
    "pages": "page_curation",
    "contacts": "contact_delivery",
}


async def fill(address: str, rows: int) -> None:
    """So many businesses, domains, pages and contacts; a third as many places, a tenth as many pages read."""
    connection: Any = await asyncpg.connect(address.replace("+asyncpg", ""))
    await connection.execute("SET synchronous_commit = off")
    await connection.execute(_FIRST[0], TENANT)
    await connection.execute(_FIRST[1], TENANT, LIST)
    await connection.execute(_FIRST[2], TENANT, SEARCH, LIST)
    for statement, count in (
        (_DOMAINS, rows),
        (_BUSINESSES, rows),
        (_PLACES, rows // 3),
        (_PAGES, rows),
        (_CONTACTS, rows),
    ):
        await connection.execute("ANALYZE")
        for start in range(0, count, AT_ONCE):
            await connection.execute(statement, TENANT, start + 1, min(count, start + AT_ONCE))
    await connection.execute(_CONTENTS, TENANT, rows // 10)
    for table, workflow in CURATED.items():
        await connection.execute(_RUNS.format(table=table, workflow=workflow), TENANT)
    for statement in _LAST:
        await connection.execute(statement, TENANT)
    await connection.execute("VACUUM ANALYZE")
    await connection.close()
