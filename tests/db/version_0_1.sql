-- A database of version 0.1.0 with a few rows in each table, as pg_dump --inserts wrote it, without its settings and comments.
CREATE TYPE public.contactcurationcurationstatus AS ENUM (
    'New',
    'Queued',
    'Processing',
    'Complete',
    'Error',
    'Skipped'
);
CREATE TYPE public.contactcurationprocessingstatus AS ENUM (
    'Queued',
    'Processing',
    'Complete',
    'Error'
);
CREATE TYPE public.contactdeliverycurationstatus AS ENUM (
    'New',
    'Queued',
    'Processing',
    'Complete',
    'Error',
    'Skipped'
);
CREATE TYPE public.contactdeliveryprocessingstatus AS ENUM (
    'Queued',
    'Processing',
    'Complete',
    'Error'
);
CREATE TYPE public.deepscancurationstatus AS ENUM (
    'New',
    'Queued',
    'Processing',
    'Complete',
    'Error',
    'Skipped'
);
CREATE TYPE public.deepscanprocessingstatus AS ENUM (
    'Queued',
    'Processing',
    'Complete',
    'Error'
);
CREATE TYPE public.domaincurationcurationstatus AS ENUM (
    'New',
    'Queued',
    'Processing',
    'Complete',
    'Error',
    'Skipped'
);
CREATE TYPE public.domaincurationprocessingstatus AS ENUM (
    'Queued',
    'Processing',
    'Complete',
    'Error'
);
CREATE TYPE public.domainextractioncurationstatus AS ENUM (
    'New',
    'Queued',
    'Processing',
    'Complete',
    'Error',
    'Skipped'
);
CREATE TYPE public.domainextractionprocessingstatus AS ENUM (
    'Queued',
    'Processing',
    'Complete',
    'Error'
);
CREATE TYPE public.pagecurationcurationstatus AS ENUM (
    'New',
    'Queued',
    'Processing',
    'Complete',
    'Error',
    'Skipped'
);
CREATE TYPE public.pagecurationprocessingstatus AS ENUM (
    'Queued',
    'Processing',
    'Complete',
    'Error'
);
CREATE TYPE public.singlesearchcurationstatus AS ENUM (
    'New',
    'Queued',
    'Processing',
    'Complete',
    'Error',
    'Skipped'
);
CREATE TYPE public.singlesearchprocessingstatus AS ENUM (
    'Queued',
    'Processing',
    'Complete',
    'Error'
);
CREATE TYPE public.sitemapcurationcurationstatus AS ENUM (
    'New',
    'Queued',
    'Processing',
    'Complete',
    'Error',
    'Skipped'
);
CREATE TYPE public.sitemapcurationprocessingstatus AS ENUM (
    'Queued',
    'Processing',
    'Complete',
    'Error'
);
CREATE TYPE public.sitemapimportcurationstatus AS ENUM (
    'New',
    'Queued',
    'Processing',
    'Complete',
    'Error',
    'Skipped'
);
CREATE TYPE public.sitemapimportprocessingstatus AS ENUM (
    'Queued',
    'Processing',
    'Complete',
    'Error'
);
CREATE TABLE public.api_calls (
    id uuid DEFAULT uuidv7() NOT NULL,
    tenant_id uuid NOT NULL,
    source text NOT NULL,
    calls integer NOT NULL,
    cost_micros bigint NOT NULL
);
CREATE TABLE public.background_faults (
    host text NOT NULL,
    pid integer NOT NULL,
    part text NOT NULL,
    message text NOT NULL,
    times integer DEFAULT 1 NOT NULL,
    first_at timestamp with time zone DEFAULT now() NOT NULL,
    last_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.batch_rows (
    batch_id uuid NOT NULL,
    row_id uuid NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    curation_status text NOT NULL,
    processing_status text,
    processing_error text,
    outcome text,
    queue_order timestamp with time zone,
    priority smallint NOT NULL,
    attempts integer NOT NULL,
    run_again boolean NOT NULL
);
CREATE TABLE public.batches (
    id uuid DEFAULT uuidv7() NOT NULL,
    tenant_id uuid NOT NULL,
    workflow text NOT NULL,
    status text NOT NULL,
    made_by text NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    state text DEFAULT 'done'::text NOT NULL,
    undo_seconds double precision DEFAULT 0 NOT NULL,
    priority smallint DEFAULT 0 NOT NULL,
    filter jsonb,
    row_ids uuid[],
    last_id uuid,
    total bigint DEFAULT 0 NOT NULL,
    done bigint DEFAULT 0 NOT NULL,
    restored bigint DEFAULT 0 NOT NULL,
    failure text,
    undone_at timestamp with time zone,
    lease_until timestamp with time zone,
    spread_seconds double precision DEFAULT 0 NOT NULL
);
CREATE TABLE public.changes (
    id uuid DEFAULT uuidv7() NOT NULL,
    tenant_id uuid NOT NULL,
    table_name text NOT NULL,
    row_id uuid NOT NULL,
    field text NOT NULL,
    before text,
    after text,
    made_by text NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.contact_values (
    id uuid DEFAULT uuidv7() NOT NULL,
    tenant_id uuid NOT NULL,
    contact_id uuid,
    page_content_id uuid NOT NULL,
    kind text NOT NULL,
    value text NOT NULL,
    raw text NOT NULL,
    way text NOT NULL,
    owner text NOT NULL,
    confidence double precision NOT NULL,
    snippet text,
    facts jsonb DEFAULT '{}'::jsonb NOT NULL,
    seen_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT ck_contact_values_value CHECK ((length(value) <= 1000))
);
CREATE TABLE public.contacts (
    id uuid DEFAULT uuidv7() NOT NULL,
    tenant_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    edited_fields text[] DEFAULT '{}'::text[] NOT NULL,
    domain_id uuid NOT NULL,
    local_business_id uuid,
    page_content_id uuid,
    identity text NOT NULL,
    owner text NOT NULL,
    name text,
    role text,
    email text,
    phone text,
    phone_kind text,
    fax text,
    whatsapp text,
    socials jsonb DEFAULT '{}'::jsonb NOT NULL,
    address jsonb,
    confidence double precision DEFAULT 0 NOT NULL,
    source_url text,
    sightings integer DEFAULT 0 NOT NULL,
    verification text,
    verified_at timestamp with time zone,
    verification_facts jsonb,
    delivered_to text[] DEFAULT '{}'::text[] NOT NULL,
    delivered_at timestamp with time zone,
    search_words tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, regexp_replace(((((((COALESCE(name, ''::text) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(phone, ''::text)) || ' '::text) || COALESCE(role, ''::text)), '[^[:alnum:]]+'::text, ' '::text, 'g'::text))) STORED NOT NULL,
    contact_delivery_curation_status public.contactdeliverycurationstatus DEFAULT 'New'::public.contactdeliverycurationstatus NOT NULL,
    contact_delivery_processing_status public.contactdeliveryprocessingstatus,
    contact_delivery_processing_error text,
    contact_delivery_updated_at timestamp with time zone DEFAULT now() NOT NULL,
    contact_delivery_state text GENERATED ALWAYS AS (
CASE
    WHEN (contact_delivery_curation_status = 'Queued'::public.contactdeliverycurationstatus) THEN
    CASE
        WHEN (contact_delivery_processing_status = 'Queued'::public.contactdeliveryprocessingstatus) THEN 'Queued'::text
        WHEN (contact_delivery_processing_status = 'Processing'::public.contactdeliveryprocessingstatus) THEN 'Processing'::text
        WHEN (contact_delivery_processing_status = 'Complete'::public.contactdeliveryprocessingstatus) THEN 'Complete'::text
        WHEN (contact_delivery_processing_status = 'Error'::public.contactdeliveryprocessingstatus) THEN 'Error'::text
        ELSE 'Queued'::text
    END
    WHEN (contact_delivery_curation_status = 'New'::public.contactdeliverycurationstatus) THEN 'New'::text
    WHEN (contact_delivery_curation_status = 'Processing'::public.contactdeliverycurationstatus) THEN 'Processing'::text
    WHEN (contact_delivery_curation_status = 'Complete'::public.contactdeliverycurationstatus) THEN 'Complete'::text
    WHEN (contact_delivery_curation_status = 'Error'::public.contactdeliverycurationstatus) THEN 'Error'::text
    WHEN (contact_delivery_curation_status = 'Skipped'::public.contactdeliverycurationstatus) THEN 'Skipped'::text
    ELSE NULL::text
END) STORED,
    contact_delivery_outcome text,
    contact_delivery_queue_order timestamp with time zone,
    contact_delivery_priority smallint DEFAULT '0'::smallint NOT NULL,
    contact_delivery_attempts integer DEFAULT 0 NOT NULL,
    contact_delivery_worker uuid,
    contact_delivery_claim uuid,
    contact_delivery_claimed_at timestamp with time zone,
    contact_delivery_run_again boolean DEFAULT false NOT NULL,
    contact_delivery_produced integer,
    contact_delivery_cause text GENERATED ALWAYS AS (
CASE
    WHEN (contact_delivery_processing_status = 'Error'::public.contactdeliveryprocessingstatus) THEN "left"(btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace("left"(contact_delivery_processing_error, 400), '\s+'::text, ' '::text, 'gi'::text), '["][^"]*"|“[^”]*”|(?<![[:alnum:]])''[^'']*''(?![[:alnum:]])'::text, '…'::text, 'gi'::text), '[a-z]{2,10}://[^\s"<>]*[^\s"<>.,;:)]'::text, 'address'::text, 'gi'::text), '[^\s@]+@[^\s@]+[[:alnum:]]'::text, 'address'::text, 'gi'::text), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'::text, 'id'::text, 'gi'::text), '\m\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(:\d+)?\M'::text, 'host'::text, 'gi'::text), '\m([[:alnum:]_-]+\.)+(?!(txt|xml|html?|jsonl?|csv|xlsx|gz|parquet|py)\M)[[:alpha:]]{2,24}\M(:\d+)?(/[^\s]*[^\s.,;:)])?'::text, 'host'::text, 'gi'::text), '\m(?=[[:alpha:]_-]*\d)(?=[\d_-]*[[:alpha:]])[\w-]{12,}'::text, 'id'::text, 'gi'::text), '(?<!HTTP )\m\d+([.,:-]\d+)*'::text, '#'::text, 'gi'::text), '"\s*'::text, ''::text, 'gi'::text)), 160)
    ELSE NULL::text
END) STORED,
    CONSTRAINT ck_contact_delivery_claim CHECK (((NOT (contact_delivery_processing_status IS DISTINCT FROM 'Processing'::public.contactdeliveryprocessingstatus)) = (contact_delivery_claim IS NOT NULL))),
    CONSTRAINT ck_contact_delivery_queued CHECK (((contact_delivery_curation_status <> 'Queued'::public.contactdeliverycurationstatus) OR (contact_delivery_processing_status IS NOT NULL)))
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='5000', autovacuum_vacuum_cost_delay='0');
CREATE TABLE public.deliveries (
    id uuid DEFAULT uuidv7() NOT NULL,
    tenant_id uuid NOT NULL,
    contact_id uuid NOT NULL,
    target text NOT NULL,
    idempotency_key text NOT NULL,
    answer text,
    delivered_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.domains (
    id uuid DEFAULT uuidv7() NOT NULL,
    tenant_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    edited_fields text[] DEFAULT '{}'::text[] NOT NULL,
    name text NOT NULL,
    home_url text NOT NULL,
    final_url text,
    http_status integer,
    title text,
    description text,
    language text,
    cms text,
    technologies text[] DEFAULT '{}'::text[] NOT NULL,
    robots_state text,
    parked boolean,
    sitemaps_found integer,
    checked_at timestamp with time zone,
    search_words tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, regexp_replace(((name || ' '::text) || COALESCE(title, ''::text)), '[^[:alnum:]]+'::text, ' '::text, 'g'::text))) STORED NOT NULL,
    domain_curation_curation_status public.domaincurationcurationstatus DEFAULT 'New'::public.domaincurationcurationstatus NOT NULL,
    domain_curation_processing_status public.domaincurationprocessingstatus,
    domain_curation_processing_error text,
    domain_curation_updated_at timestamp with time zone DEFAULT now() NOT NULL,
    domain_curation_state text GENERATED ALWAYS AS (
CASE
    WHEN (domain_curation_curation_status = 'Queued'::public.domaincurationcurationstatus) THEN
    CASE
        WHEN (domain_curation_processing_status = 'Queued'::public.domaincurationprocessingstatus) THEN 'Queued'::text
        WHEN (domain_curation_processing_status = 'Processing'::public.domaincurationprocessingstatus) THEN 'Processing'::text
        WHEN (domain_curation_processing_status = 'Complete'::public.domaincurationprocessingstatus) THEN 'Complete'::text
        WHEN (domain_curation_processing_status = 'Error'::public.domaincurationprocessingstatus) THEN 'Error'::text
        ELSE 'Queued'::text
    END
    WHEN (domain_curation_curation_status = 'New'::public.domaincurationcurationstatus) THEN 'New'::text
    WHEN (domain_curation_curation_status = 'Processing'::public.domaincurationcurationstatus) THEN 'Processing'::text
    WHEN (domain_curation_curation_status = 'Complete'::public.domaincurationcurationstatus) THEN 'Complete'::text
    WHEN (domain_curation_curation_status = 'Error'::public.domaincurationcurationstatus) THEN 'Error'::text
    WHEN (domain_curation_curation_status = 'Skipped'::public.domaincurationcurationstatus) THEN 'Skipped'::text
    ELSE NULL::text
END) STORED,
    domain_curation_outcome text,
    domain_curation_queue_order timestamp with time zone,
    domain_curation_priority smallint DEFAULT '0'::smallint NOT NULL,
    domain_curation_attempts integer DEFAULT 0 NOT NULL,
    domain_curation_worker uuid,
    domain_curation_claim uuid,
    domain_curation_claimed_at timestamp with time zone,
    domain_curation_run_again boolean DEFAULT false NOT NULL,
    domain_curation_produced integer,
    domain_curation_cause text GENERATED ALWAYS AS (
CASE
    WHEN (domain_curation_processing_status = 'Error'::public.domaincurationprocessingstatus) THEN "left"(btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace("left"(domain_curation_processing_error, 400), '\s+'::text, ' '::text, 'gi'::text), '["][^"]*"|“[^”]*”|(?<![[:alnum:]])''[^'']*''(?![[:alnum:]])'::text, '…'::text, 'gi'::text), '[a-z]{2,10}://[^\s"<>]*[^\s"<>.,;:)]'::text, 'address'::text, 'gi'::text), '[^\s@]+@[^\s@]+[[:alnum:]]'::text, 'address'::text, 'gi'::text), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'::text, 'id'::text, 'gi'::text), '\m\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(:\d+)?\M'::text, 'host'::text, 'gi'::text), '\m([[:alnum:]_-]+\.)+(?!(txt|xml|html?|jsonl?|csv|xlsx|gz|parquet|py)\M)[[:alpha:]]{2,24}\M(:\d+)?(/[^\s]*[^\s.,;:)])?'::text, 'host'::text, 'gi'::text), '\m(?=[[:alpha:]_-]*\d)(?=[\d_-]*[[:alpha:]])[\w-]{12,}'::text, 'id'::text, 'gi'::text), '(?<!HTTP )\m\d+([.,:-]\d+)*'::text, '#'::text, 'gi'::text), '"\s*'::text, ''::text, 'gi'::text)), 160)
    ELSE NULL::text
END) STORED,
    CONSTRAINT ck_domain_curation_claim CHECK (((NOT (domain_curation_processing_status IS DISTINCT FROM 'Processing'::public.domaincurationprocessingstatus)) = (domain_curation_claim IS NOT NULL))),
    CONSTRAINT ck_domain_curation_queued CHECK (((domain_curation_curation_status <> 'Queued'::public.domaincurationcurationstatus) OR (domain_curation_processing_status IS NOT NULL)))
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='5000', autovacuum_vacuum_cost_delay='0');
CREATE TABLE public.ended_sessions (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    ended_at timestamp with time zone DEFAULT now() NOT NULL,
    kept_until timestamp with time zone NOT NULL
);
CREATE TABLE public.export_jobs (
    id uuid DEFAULT uuidv7() NOT NULL,
    tenant_id uuid NOT NULL,
    workflow text NOT NULL,
    format text NOT NULL,
    filter jsonb NOT NULL,
    row_ids uuid[],
    excluded_ids uuid[],
    columns text[],
    filter_in_words text NOT NULL,
    file_name text NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    rows bigint DEFAULT 0 NOT NULL,
    total bigint,
    bytes bigint,
    made_by text NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    ready_at timestamp with time zone,
    expires_at timestamp with time zone,
    failure text,
    tries smallint DEFAULT 0 NOT NULL,
    claim uuid,
    lease_until timestamp with time zone,
    begun_at timestamp with time zone
);
CREATE TABLE public.host_turns (
    host text NOT NULL,
    free_at timestamp with time zone NOT NULL,
    promised_until timestamp with time zone NOT NULL,
    open_until timestamp with time zone[] DEFAULT '{}'::timestamp with time zone[] NOT NULL
);
CREATE TABLE public.lists (
    id uuid DEFAULT uuidv7() NOT NULL,
    tenant_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    edited_fields text[] DEFAULT '{}'::text[] NOT NULL,
    name text NOT NULL
);
CREATE TABLE public.local_businesses (
    id uuid DEFAULT uuidv7() NOT NULL,
    tenant_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    edited_fields text[] DEFAULT '{}'::text[] NOT NULL,
    source text NOT NULL,
    source_id text NOT NULL,
    name text NOT NULL,
    website text,
    phone text,
    street text,
    city text,
    region text,
    postal_code text,
    country text,
    category text,
    categories text[] DEFAULT '{}'::text[] NOT NULL,
    latitude double precision,
    longitude double precision,
    opening_hours text,
    business_status text,
    rating double precision,
    reviews integer,
    provenance jsonb DEFAULT '{}'::jsonb NOT NULL,
    attribution text,
    expires_at timestamp with time zone,
    domain text,
    domain_id uuid,
    search_words tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, regexp_replace(((((((name || ' '::text) || COALESCE(website, ''::text)) || ' '::text) || COALESCE(city, ''::text)) || ' '::text) || COALESCE(category, ''::text)), '[^[:alnum:]]+'::text, ' '::text, 'g'::text))) STORED NOT NULL,
    domain_extraction_curation_status public.domainextractioncurationstatus DEFAULT 'New'::public.domainextractioncurationstatus NOT NULL,
    domain_extraction_processing_status public.domainextractionprocessingstatus,
    domain_extraction_processing_error text,
    domain_extraction_updated_at timestamp with time zone DEFAULT now() NOT NULL,
    domain_extraction_state text GENERATED ALWAYS AS (
CASE
    WHEN (domain_extraction_curation_status = 'Queued'::public.domainextractioncurationstatus) THEN
    CASE
        WHEN (domain_extraction_processing_status = 'Queued'::public.domainextractionprocessingstatus) THEN 'Queued'::text
        WHEN (domain_extraction_processing_status = 'Processing'::public.domainextractionprocessingstatus) THEN 'Processing'::text
        WHEN (domain_extraction_processing_status = 'Complete'::public.domainextractionprocessingstatus) THEN 'Complete'::text
        WHEN (domain_extraction_processing_status = 'Error'::public.domainextractionprocessingstatus) THEN 'Error'::text
        ELSE 'Queued'::text
    END
    WHEN (domain_extraction_curation_status = 'New'::public.domainextractioncurationstatus) THEN 'New'::text
    WHEN (domain_extraction_curation_status = 'Processing'::public.domainextractioncurationstatus) THEN 'Processing'::text
    WHEN (domain_extraction_curation_status = 'Complete'::public.domainextractioncurationstatus) THEN 'Complete'::text
    WHEN (domain_extraction_curation_status = 'Error'::public.domainextractioncurationstatus) THEN 'Error'::text
    WHEN (domain_extraction_curation_status = 'Skipped'::public.domainextractioncurationstatus) THEN 'Skipped'::text
    ELSE NULL::text
END) STORED,
    domain_extraction_outcome text,
    domain_extraction_queue_order timestamp with time zone,
    domain_extraction_priority smallint DEFAULT '0'::smallint NOT NULL,
    domain_extraction_attempts integer DEFAULT 0 NOT NULL,
    domain_extraction_worker uuid,
    domain_extraction_claim uuid,
    domain_extraction_claimed_at timestamp with time zone,
    domain_extraction_run_again boolean DEFAULT false NOT NULL,
    domain_extraction_produced integer,
    domain_extraction_cause text GENERATED ALWAYS AS (
CASE
    WHEN (domain_extraction_processing_status = 'Error'::public.domainextractionprocessingstatus) THEN "left"(btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace("left"(domain_extraction_processing_error, 400), '\s+'::text, ' '::text, 'gi'::text), '["][^"]*"|“[^”]*”|(?<![[:alnum:]])''[^'']*''(?![[:alnum:]])'::text, '…'::text, 'gi'::text), '[a-z]{2,10}://[^\s"<>]*[^\s"<>.,;:)]'::text, 'address'::text, 'gi'::text), '[^\s@]+@[^\s@]+[[:alnum:]]'::text, 'address'::text, 'gi'::text), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'::text, 'id'::text, 'gi'::text), '\m\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(:\d+)?\M'::text, 'host'::text, 'gi'::text), '\m([[:alnum:]_-]+\.)+(?!(txt|xml|html?|jsonl?|csv|xlsx|gz|parquet|py)\M)[[:alpha:]]{2,24}\M(:\d+)?(/[^\s]*[^\s.,;:)])?'::text, 'host'::text, 'gi'::text), '\m(?=[[:alpha:]_-]*\d)(?=[\d_-]*[[:alpha:]])[\w-]{12,}'::text, 'id'::text, 'gi'::text), '(?<!HTTP )\m\d+([.,:-]\d+)*'::text, '#'::text, 'gi'::text), '"\s*'::text, ''::text, 'gi'::text)), 160)
    ELSE NULL::text
END) STORED,
    CONSTRAINT ck_domain_extraction_claim CHECK (((NOT (domain_extraction_processing_status IS DISTINCT FROM 'Processing'::public.domainextractionprocessingstatus)) = (domain_extraction_claim IS NOT NULL))),
    CONSTRAINT ck_domain_extraction_queued CHECK (((domain_extraction_curation_status <> 'Queued'::public.domainextractioncurationstatus) OR (domain_extraction_processing_status IS NOT NULL)))
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='5000', autovacuum_vacuum_cost_delay='0');
CREATE TABLE public.origin_robots (
    origin text NOT NULL,
    body bytea,
    why text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.origin_troubles (
    origin text NOT NULL,
    reason text NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    closed_until timestamp with time zone,
    paused_until timestamp with time zone
);
CREATE TABLE public.page_contents (
    id uuid DEFAULT uuidv7() NOT NULL,
    tenant_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    edited_fields text[] DEFAULT '{}'::text[] NOT NULL,
    page_id uuid NOT NULL,
    domain_id uuid NOT NULL,
    url text NOT NULL,
    final_url text NOT NULL,
    http_status integer NOT NULL,
    kind text NOT NULL,
    title text,
    description text,
    language text,
    encoding text,
    words integer DEFAULT 0 NOT NULL,
    body_text text,
    headings text[] DEFAULT '{}'::text[] NOT NULL,
    links jsonb DEFAULT '[]'::jsonb NOT NULL,
    structured jsonb DEFAULT '{}'::jsonb NOT NULL,
    needs_browser boolean DEFAULT false NOT NULL,
    rendered boolean DEFAULT false NOT NULL,
    content_hash text NOT NULL,
    html bytea,
    html_place text,
    etag text,
    last_modified text,
    fetched_at timestamp with time zone DEFAULT now() NOT NULL,
    contacts_found integer,
    contact_curation_curation_status public.contactcurationcurationstatus DEFAULT 'New'::public.contactcurationcurationstatus NOT NULL,
    contact_curation_processing_status public.contactcurationprocessingstatus,
    contact_curation_processing_error text,
    contact_curation_updated_at timestamp with time zone DEFAULT now() NOT NULL,
    contact_curation_state text GENERATED ALWAYS AS (
CASE
    WHEN (contact_curation_curation_status = 'Queued'::public.contactcurationcurationstatus) THEN
    CASE
        WHEN (contact_curation_processing_status = 'Queued'::public.contactcurationprocessingstatus) THEN 'Queued'::text
        WHEN (contact_curation_processing_status = 'Processing'::public.contactcurationprocessingstatus) THEN 'Processing'::text
        WHEN (contact_curation_processing_status = 'Complete'::public.contactcurationprocessingstatus) THEN 'Complete'::text
        WHEN (contact_curation_processing_status = 'Error'::public.contactcurationprocessingstatus) THEN 'Error'::text
        ELSE 'Queued'::text
    END
    WHEN (contact_curation_curation_status = 'New'::public.contactcurationcurationstatus) THEN 'New'::text
    WHEN (contact_curation_curation_status = 'Processing'::public.contactcurationcurationstatus) THEN 'Processing'::text
    WHEN (contact_curation_curation_status = 'Complete'::public.contactcurationcurationstatus) THEN 'Complete'::text
    WHEN (contact_curation_curation_status = 'Error'::public.contactcurationcurationstatus) THEN 'Error'::text
    WHEN (contact_curation_curation_status = 'Skipped'::public.contactcurationcurationstatus) THEN 'Skipped'::text
    ELSE NULL::text
END) STORED,
    contact_curation_outcome text,
    contact_curation_queue_order timestamp with time zone,
    contact_curation_priority smallint DEFAULT '0'::smallint NOT NULL,
    contact_curation_attempts integer DEFAULT 0 NOT NULL,
    contact_curation_worker uuid,
    contact_curation_claim uuid,
    contact_curation_claimed_at timestamp with time zone,
    contact_curation_run_again boolean DEFAULT false NOT NULL,
    contact_curation_produced integer,
    contact_curation_cause text GENERATED ALWAYS AS (
CASE
    WHEN (contact_curation_processing_status = 'Error'::public.contactcurationprocessingstatus) THEN "left"(btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace("left"(contact_curation_processing_error, 400), '\s+'::text, ' '::text, 'gi'::text), '["][^"]*"|“[^”]*”|(?<![[:alnum:]])''[^'']*''(?![[:alnum:]])'::text, '…'::text, 'gi'::text), '[a-z]{2,10}://[^\s"<>]*[^\s"<>.,;:)]'::text, 'address'::text, 'gi'::text), '[^\s@]+@[^\s@]+[[:alnum:]]'::text, 'address'::text, 'gi'::text), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'::text, 'id'::text, 'gi'::text), '\m\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(:\d+)?\M'::text, 'host'::text, 'gi'::text), '\m([[:alnum:]_-]+\.)+(?!(txt|xml|html?|jsonl?|csv|xlsx|gz|parquet|py)\M)[[:alpha:]]{2,24}\M(:\d+)?(/[^\s]*[^\s.,;:)])?'::text, 'host'::text, 'gi'::text), '\m(?=[[:alpha:]_-]*\d)(?=[\d_-]*[[:alpha:]])[\w-]{12,}'::text, 'id'::text, 'gi'::text), '(?<!HTTP )\m\d+([.,:-]\d+)*'::text, '#'::text, 'gi'::text), '"\s*'::text, ''::text, 'gi'::text)), 160)
    ELSE NULL::text
END) STORED,
    CONSTRAINT ck_contact_curation_claim CHECK (((NOT (contact_curation_processing_status IS DISTINCT FROM 'Processing'::public.contactcurationprocessingstatus)) = (contact_curation_claim IS NOT NULL))),
    CONSTRAINT ck_contact_curation_queued CHECK (((contact_curation_curation_status <> 'Queued'::public.contactcurationcurationstatus) OR (contact_curation_processing_status IS NOT NULL)))
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='5000', autovacuum_vacuum_cost_delay='0');
CREATE TABLE public.pages (
    id uuid DEFAULT uuidv7() NOT NULL,
    tenant_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    edited_fields text[] DEFAULT '{}'::text[] NOT NULL,
    domain_id uuid NOT NULL,
    sitemap_file_id uuid,
    url text NOT NULL,
    kind text DEFAULT 'other'::text NOT NULL,
    score smallint DEFAULT 0 NOT NULL,
    changed_at timestamp with time zone,
    title text,
    words integer,
    contacts integer,
    search_words tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, regexp_replace(((url || ' '::text) || COALESCE(title, ''::text)), '[^[:alnum:]]+'::text, ' '::text, 'g'::text))) STORED NOT NULL,
    page_curation_curation_status public.pagecurationcurationstatus DEFAULT 'New'::public.pagecurationcurationstatus NOT NULL,
    page_curation_processing_status public.pagecurationprocessingstatus,
    page_curation_processing_error text,
    page_curation_updated_at timestamp with time zone DEFAULT now() NOT NULL,
    page_curation_state text GENERATED ALWAYS AS (
CASE
    WHEN (page_curation_curation_status = 'Queued'::public.pagecurationcurationstatus) THEN
    CASE
        WHEN (page_curation_processing_status = 'Queued'::public.pagecurationprocessingstatus) THEN 'Queued'::text
        WHEN (page_curation_processing_status = 'Processing'::public.pagecurationprocessingstatus) THEN 'Processing'::text
        WHEN (page_curation_processing_status = 'Complete'::public.pagecurationprocessingstatus) THEN 'Complete'::text
        WHEN (page_curation_processing_status = 'Error'::public.pagecurationprocessingstatus) THEN 'Error'::text
        ELSE 'Queued'::text
    END
    WHEN (page_curation_curation_status = 'New'::public.pagecurationcurationstatus) THEN 'New'::text
    WHEN (page_curation_curation_status = 'Processing'::public.pagecurationcurationstatus) THEN 'Processing'::text
    WHEN (page_curation_curation_status = 'Complete'::public.pagecurationcurationstatus) THEN 'Complete'::text
    WHEN (page_curation_curation_status = 'Error'::public.pagecurationcurationstatus) THEN 'Error'::text
    WHEN (page_curation_curation_status = 'Skipped'::public.pagecurationcurationstatus) THEN 'Skipped'::text
    ELSE NULL::text
END) STORED,
    page_curation_outcome text,
    page_curation_queue_order timestamp with time zone,
    page_curation_priority smallint DEFAULT '0'::smallint NOT NULL,
    page_curation_attempts integer DEFAULT 0 NOT NULL,
    page_curation_worker uuid,
    page_curation_claim uuid,
    page_curation_claimed_at timestamp with time zone,
    page_curation_run_again boolean DEFAULT false NOT NULL,
    page_curation_produced integer,
    page_curation_cause text GENERATED ALWAYS AS (
CASE
    WHEN (page_curation_processing_status = 'Error'::public.pagecurationprocessingstatus) THEN "left"(btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace("left"(page_curation_processing_error, 400), '\s+'::text, ' '::text, 'gi'::text), '["][^"]*"|“[^”]*”|(?<![[:alnum:]])''[^'']*''(?![[:alnum:]])'::text, '…'::text, 'gi'::text), '[a-z]{2,10}://[^\s"<>]*[^\s"<>.,;:)]'::text, 'address'::text, 'gi'::text), '[^\s@]+@[^\s@]+[[:alnum:]]'::text, 'address'::text, 'gi'::text), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'::text, 'id'::text, 'gi'::text), '\m\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(:\d+)?\M'::text, 'host'::text, 'gi'::text), '\m([[:alnum:]_-]+\.)+(?!(txt|xml|html?|jsonl?|csv|xlsx|gz|parquet|py)\M)[[:alpha:]]{2,24}\M(:\d+)?(/[^\s]*[^\s.,;:)])?'::text, 'host'::text, 'gi'::text), '\m(?=[[:alpha:]_-]*\d)(?=[\d_-]*[[:alpha:]])[\w-]{12,}'::text, 'id'::text, 'gi'::text), '(?<!HTTP )\m\d+([.,:-]\d+)*'::text, '#'::text, 'gi'::text), '"\s*'::text, ''::text, 'gi'::text)), 160)
    ELSE NULL::text
END) STORED,
    CONSTRAINT ck_page_curation_claim CHECK (((NOT (page_curation_processing_status IS DISTINCT FROM 'Processing'::public.pagecurationprocessingstatus)) = (page_curation_claim IS NOT NULL))),
    CONSTRAINT ck_page_curation_queued CHECK (((page_curation_curation_status <> 'Queued'::public.pagecurationcurationstatus) OR (page_curation_processing_status IS NOT NULL))),
    CONSTRAINT ck_pages_url CHECK ((length(url) <= 2000))
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='5000', autovacuum_vacuum_cost_delay='0');
CREATE TABLE public.place_pairs (
    id uuid DEFAULT uuidv7() NOT NULL,
    tenant_id uuid NOT NULL,
    first_id uuid NOT NULL,
    second_id uuid NOT NULL,
    likeness double precision NOT NULL,
    why text NOT NULL,
    decision text DEFAULT 'open'::text NOT NULL,
    decided_by text,
    decided_at timestamp with time zone,
    undo jsonb
);
CREATE TABLE public.place_search_results (
    place_search_id uuid NOT NULL,
    place_id uuid NOT NULL,
    tenant_id uuid NOT NULL,
    found_at timestamp with time zone DEFAULT now() NOT NULL,
    run integer DEFAULT 1 NOT NULL,
    was_new boolean DEFAULT false NOT NULL
);
CREATE TABLE public.place_searches (
    id uuid DEFAULT uuidv7() NOT NULL,
    tenant_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    edited_fields text[] DEFAULT '{}'::text[] NOT NULL,
    list_id uuid,
    source text NOT NULL,
    phrase text NOT NULL,
    what text NOT NULL,
    area text NOT NULL,
    area_shape jsonb,
    category text,
    result_limit integer,
    started_by text,
    run integer DEFAULT 0 NOT NULL,
    cells integer,
    saturated_cells integer,
    coverage double precision,
    results integer,
    new_places integer,
    cost_micros bigint DEFAULT 0 NOT NULL,
    progress jsonb,
    search_words tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, regexp_replace(((phrase || ' '::text) || COALESCE(area, ''::text)), '[^[:alnum:]]+'::text, ' '::text, 'g'::text))) STORED NOT NULL,
    single_search_curation_status public.singlesearchcurationstatus DEFAULT 'New'::public.singlesearchcurationstatus NOT NULL,
    single_search_processing_status public.singlesearchprocessingstatus,
    single_search_processing_error text,
    single_search_updated_at timestamp with time zone DEFAULT now() NOT NULL,
    single_search_state text GENERATED ALWAYS AS (
CASE
    WHEN (single_search_curation_status = 'Queued'::public.singlesearchcurationstatus) THEN
    CASE
        WHEN (single_search_processing_status = 'Queued'::public.singlesearchprocessingstatus) THEN 'Queued'::text
        WHEN (single_search_processing_status = 'Processing'::public.singlesearchprocessingstatus) THEN 'Processing'::text
        WHEN (single_search_processing_status = 'Complete'::public.singlesearchprocessingstatus) THEN 'Complete'::text
        WHEN (single_search_processing_status = 'Error'::public.singlesearchprocessingstatus) THEN 'Error'::text
        ELSE 'Queued'::text
    END
    WHEN (single_search_curation_status = 'New'::public.singlesearchcurationstatus) THEN 'New'::text
    WHEN (single_search_curation_status = 'Processing'::public.singlesearchcurationstatus) THEN 'Processing'::text
    WHEN (single_search_curation_status = 'Complete'::public.singlesearchcurationstatus) THEN 'Complete'::text
    WHEN (single_search_curation_status = 'Error'::public.singlesearchcurationstatus) THEN 'Error'::text
    WHEN (single_search_curation_status = 'Skipped'::public.singlesearchcurationstatus) THEN 'Skipped'::text
    ELSE NULL::text
END) STORED,
    single_search_outcome text,
    single_search_queue_order timestamp with time zone,
    single_search_priority smallint DEFAULT '0'::smallint NOT NULL,
    single_search_attempts integer DEFAULT 0 NOT NULL,
    single_search_worker uuid,
    single_search_claim uuid,
    single_search_claimed_at timestamp with time zone,
    single_search_run_again boolean DEFAULT false NOT NULL,
    single_search_produced integer,
    single_search_cause text GENERATED ALWAYS AS (
CASE
    WHEN (single_search_processing_status = 'Error'::public.singlesearchprocessingstatus) THEN "left"(btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace("left"(single_search_processing_error, 400), '\s+'::text, ' '::text, 'gi'::text), '["][^"]*"|“[^”]*”|(?<![[:alnum:]])''[^'']*''(?![[:alnum:]])'::text, '…'::text, 'gi'::text), '[a-z]{2,10}://[^\s"<>]*[^\s"<>.,;:)]'::text, 'address'::text, 'gi'::text), '[^\s@]+@[^\s@]+[[:alnum:]]'::text, 'address'::text, 'gi'::text), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'::text, 'id'::text, 'gi'::text), '\m\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(:\d+)?\M'::text, 'host'::text, 'gi'::text), '\m([[:alnum:]_-]+\.)+(?!(txt|xml|html?|jsonl?|csv|xlsx|gz|parquet|py)\M)[[:alpha:]]{2,24}\M(:\d+)?(/[^\s]*[^\s.,;:)])?'::text, 'host'::text, 'gi'::text), '\m(?=[[:alpha:]_-]*\d)(?=[\d_-]*[[:alpha:]])[\w-]{12,}'::text, 'id'::text, 'gi'::text), '(?<!HTTP )\m\d+([.,:-]\d+)*'::text, '#'::text, 'gi'::text), '"\s*'::text, ''::text, 'gi'::text)), 160)
    ELSE NULL::text
END) STORED,
    CONSTRAINT ck_single_search_claim CHECK (((NOT (single_search_processing_status IS DISTINCT FROM 'Processing'::public.singlesearchprocessingstatus)) = (single_search_claim IS NOT NULL))),
    CONSTRAINT ck_single_search_queued CHECK (((single_search_curation_status <> 'Queued'::public.singlesearchcurationstatus) OR (single_search_processing_status IS NOT NULL)))
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='5000', autovacuum_vacuum_cost_delay='0');
CREATE TABLE public.places_staging (
    id uuid DEFAULT uuidv7() NOT NULL,
    tenant_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    edited_fields text[] DEFAULT '{}'::text[] NOT NULL,
    source text NOT NULL,
    place_id text NOT NULL,
    name text,
    address text,
    category text,
    categories text[] DEFAULT '{}'::text[] NOT NULL,
    latitude double precision,
    longitude double precision,
    website text,
    phone text,
    rating double precision,
    reviews integer,
    business_status text,
    facts jsonb DEFAULT '{}'::jsonb NOT NULL,
    known_fields text[] DEFAULT '{}'::text[] NOT NULL,
    attribution text,
    fetched_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone,
    cost_micros bigint DEFAULT 0 NOT NULL,
    spot bigint GENERATED ALWAYS AS ((((floor((latitude * (500)::double precision)))::bigint * 1000000) + (floor((longitude * (500)::double precision)))::bigint)) STORED,
    local_business_id uuid,
    search_words tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, regexp_replace(((((((COALESCE(name, ''::text) || ' '::text) || COALESCE(address, ''::text)) || ' '::text) || COALESCE(category, ''::text)) || ' '::text) || COALESCE(website, ''::text)), '[^[:alnum:]]+'::text, ' '::text, 'g'::text))) STORED NOT NULL,
    deep_scan_curation_status public.deepscancurationstatus DEFAULT 'New'::public.deepscancurationstatus NOT NULL,
    deep_scan_processing_status public.deepscanprocessingstatus,
    deep_scan_processing_error text,
    deep_scan_updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deep_scan_state text GENERATED ALWAYS AS (
CASE
    WHEN (deep_scan_curation_status = 'Queued'::public.deepscancurationstatus) THEN
    CASE
        WHEN (deep_scan_processing_status = 'Queued'::public.deepscanprocessingstatus) THEN 'Queued'::text
        WHEN (deep_scan_processing_status = 'Processing'::public.deepscanprocessingstatus) THEN 'Processing'::text
        WHEN (deep_scan_processing_status = 'Complete'::public.deepscanprocessingstatus) THEN 'Complete'::text
        WHEN (deep_scan_processing_status = 'Error'::public.deepscanprocessingstatus) THEN 'Error'::text
        ELSE 'Queued'::text
    END
    WHEN (deep_scan_curation_status = 'New'::public.deepscancurationstatus) THEN 'New'::text
    WHEN (deep_scan_curation_status = 'Processing'::public.deepscancurationstatus) THEN 'Processing'::text
    WHEN (deep_scan_curation_status = 'Complete'::public.deepscancurationstatus) THEN 'Complete'::text
    WHEN (deep_scan_curation_status = 'Error'::public.deepscancurationstatus) THEN 'Error'::text
    WHEN (deep_scan_curation_status = 'Skipped'::public.deepscancurationstatus) THEN 'Skipped'::text
    ELSE NULL::text
END) STORED,
    deep_scan_outcome text,
    deep_scan_queue_order timestamp with time zone,
    deep_scan_priority smallint DEFAULT '0'::smallint NOT NULL,
    deep_scan_attempts integer DEFAULT 0 NOT NULL,
    deep_scan_worker uuid,
    deep_scan_claim uuid,
    deep_scan_claimed_at timestamp with time zone,
    deep_scan_run_again boolean DEFAULT false NOT NULL,
    deep_scan_produced integer,
    deep_scan_cause text GENERATED ALWAYS AS (
CASE
    WHEN (deep_scan_processing_status = 'Error'::public.deepscanprocessingstatus) THEN "left"(btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace("left"(deep_scan_processing_error, 400), '\s+'::text, ' '::text, 'gi'::text), '["][^"]*"|“[^”]*”|(?<![[:alnum:]])''[^'']*''(?![[:alnum:]])'::text, '…'::text, 'gi'::text), '[a-z]{2,10}://[^\s"<>]*[^\s"<>.,;:)]'::text, 'address'::text, 'gi'::text), '[^\s@]+@[^\s@]+[[:alnum:]]'::text, 'address'::text, 'gi'::text), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'::text, 'id'::text, 'gi'::text), '\m\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(:\d+)?\M'::text, 'host'::text, 'gi'::text), '\m([[:alnum:]_-]+\.)+(?!(txt|xml|html?|jsonl?|csv|xlsx|gz|parquet|py)\M)[[:alpha:]]{2,24}\M(:\d+)?(/[^\s]*[^\s.,;:)])?'::text, 'host'::text, 'gi'::text), '\m(?=[[:alpha:]_-]*\d)(?=[\d_-]*[[:alpha:]])[\w-]{12,}'::text, 'id'::text, 'gi'::text), '(?<!HTTP )\m\d+([.,:-]\d+)*'::text, '#'::text, 'gi'::text), '"\s*'::text, ''::text, 'gi'::text)), 160)
    ELSE NULL::text
END) STORED,
    CONSTRAINT ck_deep_scan_claim CHECK (((NOT (deep_scan_processing_status IS DISTINCT FROM 'Processing'::public.deepscanprocessingstatus)) = (deep_scan_claim IS NOT NULL))),
    CONSTRAINT ck_deep_scan_queued CHECK (((deep_scan_curation_status <> 'Queued'::public.deepscancurationstatus) OR (deep_scan_processing_status IS NOT NULL)))
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='5000', autovacuum_vacuum_cost_delay='0');
CREATE TABLE public.preferences (
    user_id uuid NOT NULL,
    content jsonb NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.runs (
    id uuid DEFAULT uuidv7() NOT NULL,
    tenant_id uuid NOT NULL,
    workflow text NOT NULL,
    row_id uuid NOT NULL,
    attempt integer NOT NULL,
    worker uuid,
    ending text NOT NULL,
    outcome text,
    message text,
    produced integer DEFAULT 0 NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL
);
CREATE TABLE public.saved_views (
    id uuid DEFAULT uuidv7() NOT NULL,
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    workflow text NOT NULL,
    name text NOT NULL,
    shared boolean DEFAULT false NOT NULL,
    content jsonb NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.schema_log (
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL,
    applied_by text NOT NULL
);
CREATE TABLE public.setting_changes (
    id uuid DEFAULT uuidv7() NOT NULL,
    workflow text,
    field text NOT NULL,
    before text,
    after text,
    made_by text NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    undone_at timestamp with time zone,
    made_in uuid
);
CREATE TABLE public.sitemap_files (
    id uuid DEFAULT uuidv7() NOT NULL,
    tenant_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    edited_fields text[] DEFAULT '{}'::text[] NOT NULL,
    domain_id uuid NOT NULL,
    parent_id uuid,
    depth smallint DEFAULT 0 NOT NULL,
    url text NOT NULL,
    found_by text NOT NULL,
    kind text,
    size_bytes bigint,
    url_count integer,
    child_count integer,
    newest_at timestamp with time zone,
    problems text[] DEFAULT '{}'::text[] NOT NULL,
    sample_urls text[] DEFAULT '{}'::text[] NOT NULL,
    etag text,
    last_modified text,
    analysed_at timestamp with time zone,
    pages_imported integer,
    imported_at timestamp with time zone,
    search_words tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, regexp_replace(((url || ' '::text) || COALESCE(kind, ''::text)), '[^[:alnum:]]+'::text, ' '::text, 'g'::text))) STORED NOT NULL,
    sitemap_curation_curation_status public.sitemapcurationcurationstatus DEFAULT 'New'::public.sitemapcurationcurationstatus NOT NULL,
    sitemap_curation_processing_status public.sitemapcurationprocessingstatus,
    sitemap_curation_processing_error text,
    sitemap_curation_updated_at timestamp with time zone DEFAULT now() NOT NULL,
    sitemap_curation_state text GENERATED ALWAYS AS (
CASE
    WHEN (sitemap_curation_curation_status = 'Queued'::public.sitemapcurationcurationstatus) THEN
    CASE
        WHEN (sitemap_curation_processing_status = 'Queued'::public.sitemapcurationprocessingstatus) THEN 'Queued'::text
        WHEN (sitemap_curation_processing_status = 'Processing'::public.sitemapcurationprocessingstatus) THEN 'Processing'::text
        WHEN (sitemap_curation_processing_status = 'Complete'::public.sitemapcurationprocessingstatus) THEN 'Complete'::text
        WHEN (sitemap_curation_processing_status = 'Error'::public.sitemapcurationprocessingstatus) THEN 'Error'::text
        ELSE 'Queued'::text
    END
    WHEN (sitemap_curation_curation_status = 'New'::public.sitemapcurationcurationstatus) THEN 'New'::text
    WHEN (sitemap_curation_curation_status = 'Processing'::public.sitemapcurationcurationstatus) THEN 'Processing'::text
    WHEN (sitemap_curation_curation_status = 'Complete'::public.sitemapcurationcurationstatus) THEN 'Complete'::text
    WHEN (sitemap_curation_curation_status = 'Error'::public.sitemapcurationcurationstatus) THEN 'Error'::text
    WHEN (sitemap_curation_curation_status = 'Skipped'::public.sitemapcurationcurationstatus) THEN 'Skipped'::text
    ELSE NULL::text
END) STORED,
    sitemap_curation_outcome text,
    sitemap_curation_queue_order timestamp with time zone,
    sitemap_curation_priority smallint DEFAULT '0'::smallint NOT NULL,
    sitemap_curation_attempts integer DEFAULT 0 NOT NULL,
    sitemap_curation_worker uuid,
    sitemap_curation_claim uuid,
    sitemap_curation_claimed_at timestamp with time zone,
    sitemap_curation_run_again boolean DEFAULT false NOT NULL,
    sitemap_curation_produced integer,
    sitemap_curation_cause text GENERATED ALWAYS AS (
CASE
    WHEN (sitemap_curation_processing_status = 'Error'::public.sitemapcurationprocessingstatus) THEN "left"(btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace("left"(sitemap_curation_processing_error, 400), '\s+'::text, ' '::text, 'gi'::text), '["][^"]*"|“[^”]*”|(?<![[:alnum:]])''[^'']*''(?![[:alnum:]])'::text, '…'::text, 'gi'::text), '[a-z]{2,10}://[^\s"<>]*[^\s"<>.,;:)]'::text, 'address'::text, 'gi'::text), '[^\s@]+@[^\s@]+[[:alnum:]]'::text, 'address'::text, 'gi'::text), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'::text, 'id'::text, 'gi'::text), '\m\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(:\d+)?\M'::text, 'host'::text, 'gi'::text), '\m([[:alnum:]_-]+\.)+(?!(txt|xml|html?|jsonl?|csv|xlsx|gz|parquet|py)\M)[[:alpha:]]{2,24}\M(:\d+)?(/[^\s]*[^\s.,;:)])?'::text, 'host'::text, 'gi'::text), '\m(?=[[:alpha:]_-]*\d)(?=[\d_-]*[[:alpha:]])[\w-]{12,}'::text, 'id'::text, 'gi'::text), '(?<!HTTP )\m\d+([.,:-]\d+)*'::text, '#'::text, 'gi'::text), '"\s*'::text, ''::text, 'gi'::text)), 160)
    ELSE NULL::text
END) STORED,
    sitemap_import_curation_status public.sitemapimportcurationstatus DEFAULT 'New'::public.sitemapimportcurationstatus NOT NULL,
    sitemap_import_processing_status public.sitemapimportprocessingstatus,
    sitemap_import_processing_error text,
    sitemap_import_updated_at timestamp with time zone DEFAULT now() NOT NULL,
    sitemap_import_state text GENERATED ALWAYS AS (
CASE
    WHEN (sitemap_import_curation_status = 'Queued'::public.sitemapimportcurationstatus) THEN
    CASE
        WHEN (sitemap_import_processing_status = 'Queued'::public.sitemapimportprocessingstatus) THEN 'Queued'::text
        WHEN (sitemap_import_processing_status = 'Processing'::public.sitemapimportprocessingstatus) THEN 'Processing'::text
        WHEN (sitemap_import_processing_status = 'Complete'::public.sitemapimportprocessingstatus) THEN 'Complete'::text
        WHEN (sitemap_import_processing_status = 'Error'::public.sitemapimportprocessingstatus) THEN 'Error'::text
        ELSE 'Queued'::text
    END
    WHEN (sitemap_import_curation_status = 'New'::public.sitemapimportcurationstatus) THEN 'New'::text
    WHEN (sitemap_import_curation_status = 'Processing'::public.sitemapimportcurationstatus) THEN 'Processing'::text
    WHEN (sitemap_import_curation_status = 'Complete'::public.sitemapimportcurationstatus) THEN 'Complete'::text
    WHEN (sitemap_import_curation_status = 'Error'::public.sitemapimportcurationstatus) THEN 'Error'::text
    WHEN (sitemap_import_curation_status = 'Skipped'::public.sitemapimportcurationstatus) THEN 'Skipped'::text
    ELSE NULL::text
END) STORED,
    sitemap_import_outcome text,
    sitemap_import_queue_order timestamp with time zone,
    sitemap_import_priority smallint DEFAULT '0'::smallint NOT NULL,
    sitemap_import_attempts integer DEFAULT 0 NOT NULL,
    sitemap_import_worker uuid,
    sitemap_import_claim uuid,
    sitemap_import_claimed_at timestamp with time zone,
    sitemap_import_run_again boolean DEFAULT false NOT NULL,
    sitemap_import_produced integer,
    sitemap_import_cause text GENERATED ALWAYS AS (
CASE
    WHEN (sitemap_import_processing_status = 'Error'::public.sitemapimportprocessingstatus) THEN "left"(btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace("left"(sitemap_import_processing_error, 400), '\s+'::text, ' '::text, 'gi'::text), '["][^"]*"|“[^”]*”|(?<![[:alnum:]])''[^'']*''(?![[:alnum:]])'::text, '…'::text, 'gi'::text), '[a-z]{2,10}://[^\s"<>]*[^\s"<>.,;:)]'::text, 'address'::text, 'gi'::text), '[^\s@]+@[^\s@]+[[:alnum:]]'::text, 'address'::text, 'gi'::text), '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'::text, 'id'::text, 'gi'::text), '\m\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(:\d+)?\M'::text, 'host'::text, 'gi'::text), '\m([[:alnum:]_-]+\.)+(?!(txt|xml|html?|jsonl?|csv|xlsx|gz|parquet|py)\M)[[:alpha:]]{2,24}\M(:\d+)?(/[^\s]*[^\s.,;:)])?'::text, 'host'::text, 'gi'::text), '\m(?=[[:alpha:]_-]*\d)(?=[\d_-]*[[:alpha:]])[\w-]{12,}'::text, 'id'::text, 'gi'::text), '(?<!HTTP )\m\d+([.,:-]\d+)*'::text, '#'::text, 'gi'::text), '"\s*'::text, ''::text, 'gi'::text)), 160)
    ELSE NULL::text
END) STORED,
    CONSTRAINT ck_sitemap_curation_claim CHECK (((NOT (sitemap_curation_processing_status IS DISTINCT FROM 'Processing'::public.sitemapcurationprocessingstatus)) = (sitemap_curation_claim IS NOT NULL))),
    CONSTRAINT ck_sitemap_curation_queued CHECK (((sitemap_curation_curation_status <> 'Queued'::public.sitemapcurationcurationstatus) OR (sitemap_curation_processing_status IS NOT NULL))),
    CONSTRAINT ck_sitemap_files_url CHECK ((length(url) <= 2000)),
    CONSTRAINT ck_sitemap_import_claim CHECK (((NOT (sitemap_import_processing_status IS DISTINCT FROM 'Processing'::public.sitemapimportprocessingstatus)) = (sitemap_import_claim IS NOT NULL))),
    CONSTRAINT ck_sitemap_import_queued CHECK (((sitemap_import_curation_status <> 'Queued'::public.sitemapimportcurationstatus) OR (sitemap_import_processing_status IS NOT NULL)))
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='5000', autovacuum_vacuum_cost_delay='0');
CREATE TABLE public.suppressions (
    id uuid DEFAULT uuidv7() NOT NULL,
    tenant_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    kind text NOT NULL,
    value text NOT NULL,
    reason text,
    added_by text,
    CONSTRAINT ck_suppressions_kind CHECK ((kind = ANY (ARRAY['email'::text, 'domain'::text, 'phone'::text]))),
    CONSTRAINT ck_suppressions_value CHECK ((length(value) <= 320))
);
CREATE TABLE public.suspects (
    workflow text NOT NULL,
    row_id uuid NOT NULL,
    alone uuid,
    since timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.tenants (
    id uuid DEFAULT uuidv7() NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.users (
    id uuid DEFAULT uuidv7() NOT NULL,
    tenant_id uuid NOT NULL,
    name text NOT NULL,
    password_hash text NOT NULL,
    role text NOT NULL,
    tokens_valid_from timestamp with time zone DEFAULT now() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    disabled boolean DEFAULT false NOT NULL
);
CREATE TABLE public.workers (
    id uuid NOT NULL,
    host text NOT NULL,
    pid integer NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    lease_until timestamp with time zone NOT NULL,
    promises jsonb DEFAULT '{}'::jsonb NOT NULL
);
CREATE TABLE public.workflow_settings (
    workflow text NOT NULL,
    paused boolean DEFAULT false NOT NULL,
    changed_by text,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    schedule jsonb DEFAULT '{}'::jsonb NOT NULL,
    changed_in uuid
);
INSERT INTO public.api_calls VALUES ('01a1e355-49d5-719b-95d4-0ad18154ea23', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', 'harbor', 7, 7000);
INSERT INTO public.batch_rows VALUES ('01a1e355-4947-7fe0-8780-13f9489662eb', '01a1e355-48dd-726f-9bd6-d157f3cad5b3', '2026-11-16 07:49:39.60852+00', '2026-11-16 07:49:39.60852+00', 'New', NULL, NULL, NULL, NULL, 0, 0, false);
INSERT INTO public.batches VALUES ('01a1e355-4947-7fe0-8780-13f9489662eb', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', 'deep_scan', 'Queued', 'ana', '2026-11-16 07:49:39.60852+00', 'done', 0, 0, NULL, NULL, NULL, 1, 1, 0, NULL, NULL, NULL, 0);
INSERT INTO public.batches VALUES ('01a1e355-4949-7022-9040-13f7c4939c16', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', 'deep_scan', 'Queued', 'ana', '2026-11-16 07:49:39.60852+00', 'running', 0, 0, NULL, NULL, NULL, 1, 1, 0, NULL, NULL, NULL, 0);
INSERT INTO public.changes VALUES ('01a1e355-494c-7995-9abf-0f0068739fe7', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', 'places_staging', '01a1e355-48dd-726f-9bd6-d157f3cad5b3', 'name', 'harbor', 'harbor', 'ana', '2026-11-16 07:49:39.60852+00');
INSERT INTO public.contact_values VALUES ('01a1e355-4920-7f4a-bcdf-56b34cb37a6d', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '01a1e355-4914-706c-bb9c-57cc6ca01b3f', '01a1e355-490e-7f0f-bfa6-26352bf66709', 'email', 'ana@cedar.example', '', 'text', 'business', 1, NULL, '{}', '2026-11-16 07:49:39.60852+00');
INSERT INTO public.contact_values VALUES ('01a1e355-493d-792a-905c-88130e35498a', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '01a1e355-493c-7910-bbf4-b2bd04955841', '01a1e355-493b-7a74-8d67-2fdd56f493c1', 'email', 'ana@cedar.example', '', 'text', 'business', 1, NULL, '{}', '2026-11-16 07:49:39.60852+00');
INSERT INTO public.contacts VALUES ('01a1e355-4914-706c-bb9c-57cc6ca01b3f', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '2026-11-16 07:49:39.60852+00', '{}', '01a1e355-48c5-72fb-a32b-22a5590416f9', NULL, NULL, 'ana@cedar.example', 'business', NULL, NULL, 'ana@cedar.example', NULL, NULL, NULL, NULL, '{}', NULL, 0, NULL, 0, NULL, NULL, NULL, '{}', NULL, DEFAULT, 'New', NULL, NULL, '2026-11-16 07:49:39.60852+00', DEFAULT, NULL, NULL, 0, 0, NULL, NULL, NULL, false, NULL, DEFAULT);
INSERT INTO public.contacts VALUES ('01a1e355-493c-7910-bbf4-b2bd04955841', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '2026-11-16 07:49:39.60852+00', '{}', '01a1e355-4922-7cc9-9613-7fed76441898', NULL, NULL, 'ana@cedar.example', 'business', NULL, NULL, 'ana@cedar.example', NULL, NULL, NULL, NULL, '{}', NULL, 0, NULL, 0, NULL, NULL, NULL, '{}', NULL, DEFAULT, 'Error', 'Error', 'harbor did not answer', '2026-11-16 07:49:39.60852+00', DEFAULT, 'timeout', NULL, 0, 0, NULL, NULL, NULL, false, NULL, DEFAULT);
INSERT INTO public.deliveries VALUES ('01a1e355-49da-755e-9fb5-28533ed9c493', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '01a1e355-4914-706c-bb9c-57cc6ca01b3f', 'harbor', 'harbor', NULL, '2026-11-16 07:49:39.60852+00');
INSERT INTO public.domains VALUES ('01a1e355-48c5-72fb-a32b-22a5590416f9', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '2026-11-16 07:49:39.60852+00', '{}', 'harbor-0.example', 'https://harbor-0.example/', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, DEFAULT, 'New', NULL, NULL, '2026-11-16 07:49:39.60852+00', DEFAULT, NULL, NULL, 0, 0, NULL, NULL, NULL, false, NULL, DEFAULT);
INSERT INTO public.domains VALUES ('01a1e355-4922-7cc9-9613-7fed76441898', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '2026-11-16 07:49:39.60852+00', '{}', 'harbor-1.example', 'https://harbor-1.example/', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, DEFAULT, 'Error', 'Error', 'harbor did not answer', '2026-11-16 07:49:39.60852+00', DEFAULT, 'timeout', NULL, 0, 0, NULL, NULL, NULL, false, NULL, DEFAULT);
INSERT INTO public.export_jobs VALUES ('01a1e355-49ba-7b29-9803-77ea1d605f0a', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', 'contact_delivery', 'csv', '{"search": "harbor"}', NULL, NULL, NULL, 'harbor', 'harbor.csv', 'ready', 1, NULL, NULL, 'ana', '2026-11-16 07:49:39.60852+00', '2026-11-16 07:49:39.60852+00', NULL, NULL, NULL, 0, NULL, NULL, NULL);
INSERT INTO public.lists VALUES ('01a1e355-48b6-7226-b6ba-e590466e9ae1', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '2026-11-16 07:49:39.60852+00', '{}', 'harbor');
INSERT INTO public.local_businesses VALUES ('01a1e355-48ce-7d7e-a627-80b39f5ce7a7', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '2026-11-16 07:49:39.60852+00', '{}', 'test', '71978152-4d0e-49f1-b47d-f6e3be99f567', 'harbor 0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, '01a1e355-48c5-72fb-a32b-22a5590416f9', DEFAULT, 'New', NULL, NULL, '2026-11-16 07:49:39.60852+00', DEFAULT, NULL, NULL, 0, 0, NULL, NULL, NULL, false, NULL, DEFAULT);
INSERT INTO public.local_businesses VALUES ('01a1e355-492d-7629-9fec-0a14539ff856', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '2026-11-16 07:49:39.60852+00', '{}', 'test', '09708890-2021-4939-9550-ab8c154bb44f', 'harbor 1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, NULL, NULL, '{}', NULL, NULL, NULL, '01a1e355-4922-7cc9-9613-7fed76441898', DEFAULT, 'Error', 'Error', 'harbor did not answer', '2026-11-16 07:49:39.60852+00', DEFAULT, 'timeout', NULL, 0, 0, NULL, NULL, NULL, false, NULL, DEFAULT);
INSERT INTO public.page_contents VALUES ('01a1e355-490e-7f0f-bfa6-26352bf66709', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '2026-11-16 07:49:39.60852+00', '{}', '01a1e355-48ff-7cc8-99f8-c38abd0f4d92', '01a1e355-48c5-72fb-a32b-22a5590416f9', 'https://2d5a5f53-2c80-4226-b273-712865821278.example/', 'https://2d5a5f53-2c80-4226-b273-712865821278.example/', 200, 'home', NULL, NULL, NULL, NULL, 0, NULL, '{}', '[]', '{}', false, false, '0', NULL, NULL, NULL, NULL, '2026-11-16 07:49:39.60852+00', NULL, 'New', NULL, NULL, '2026-11-16 07:49:39.60852+00', DEFAULT, NULL, NULL, 0, 0, NULL, NULL, NULL, false, NULL, DEFAULT);
INSERT INTO public.page_contents VALUES ('01a1e355-493b-7a74-8d67-2fdd56f493c1', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '2026-11-16 07:49:39.60852+00', '{}', '01a1e355-493a-79df-b155-45606dbe5633', '01a1e355-4922-7cc9-9613-7fed76441898', 'https://71b43240-af79-482c-844b-b561cb7ef946.example/', 'https://71b43240-af79-482c-844b-b561cb7ef946.example/', 200, 'home', NULL, NULL, NULL, NULL, 0, NULL, '{}', '[]', '{}', false, false, '0', NULL, NULL, NULL, NULL, '2026-11-16 07:49:39.60852+00', NULL, 'Error', 'Error', 'harbor did not answer', '2026-11-16 07:49:39.60852+00', DEFAULT, 'timeout', NULL, 0, 0, NULL, NULL, NULL, false, NULL, DEFAULT);
INSERT INTO public.pages VALUES ('01a1e355-48f1-74bb-b3e7-0a1bfacd4002', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '2026-11-16 07:49:39.60852+00', '{}', '01a1e355-48c5-72fb-a32b-22a5590416f9', '01a1e355-48e9-78af-af44-031bc75d19c4', 'https://2d5a5f53-2c80-4226-b273-712865821278.example/contact', 'other', 0, NULL, NULL, NULL, NULL, DEFAULT, 'New', NULL, NULL, '2026-11-16 07:49:39.60852+00', DEFAULT, NULL, NULL, 0, 0, NULL, NULL, NULL, false, NULL, DEFAULT);
INSERT INTO public.pages VALUES ('01a1e355-48ff-7cc8-99f8-c38abd0f4d92', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '2026-11-16 07:49:39.60852+00', '{}', '01a1e355-48c5-72fb-a32b-22a5590416f9', NULL, 'https://2d5a5f53-2c80-4226-b273-712865821278.example/', 'other', 0, NULL, NULL, NULL, NULL, DEFAULT, 'New', NULL, NULL, '2026-11-16 07:49:39.60852+00', DEFAULT, NULL, NULL, 0, 0, NULL, NULL, NULL, false, NULL, DEFAULT);
INSERT INTO public.pages VALUES ('01a1e355-4936-7cee-9a8f-eed29ba9a03e', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '2026-11-16 07:49:39.60852+00', '{}', '01a1e355-4922-7cc9-9613-7fed76441898', '01a1e355-4931-746c-bc9f-de2e3aadeb23', 'https://71b43240-af79-482c-844b-b561cb7ef946.example/contact', 'other', 0, NULL, NULL, NULL, NULL, DEFAULT, 'New', NULL, NULL, '2026-11-16 07:49:39.60852+00', DEFAULT, NULL, NULL, 0, 0, NULL, NULL, NULL, false, NULL, DEFAULT);
INSERT INTO public.pages VALUES ('01a1e355-493a-79df-b155-45606dbe5633', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '2026-11-16 07:49:39.60852+00', '{}', '01a1e355-4922-7cc9-9613-7fed76441898', NULL, 'https://71b43240-af79-482c-844b-b561cb7ef946.example/', 'other', 0, NULL, NULL, NULL, NULL, DEFAULT, 'Error', 'Error', 'harbor did not answer', '2026-11-16 07:49:39.60852+00', DEFAULT, 'timeout', NULL, 0, 0, NULL, NULL, NULL, false, NULL, DEFAULT);
INSERT INTO public.place_pairs VALUES ('01a1e355-49d2-7eb2-a554-f84d8264b4f0', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '01a1e355-48dd-726f-9bd6-d157f3cad5b3', '01a1e355-492e-784b-8434-b0f42f7be0b0', 0.9, 'harbor', 'open', NULL, NULL, NULL);
INSERT INTO public.place_search_results VALUES ('01a1e355-48be-7f7e-be6d-f0c77a866993', '01a1e355-48dd-726f-9bd6-d157f3cad5b3', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '2026-11-16 07:49:39.60852+00', 1, false);
INSERT INTO public.place_search_results VALUES ('01a1e355-48be-7f7e-be6d-f0c77a866993', '01a1e355-492e-784b-8434-b0f42f7be0b0', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '2026-11-16 07:49:39.60852+00', 1, false);
INSERT INTO public.place_searches VALUES ('01a1e355-48be-7f7e-be6d-f0c77a866993', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '2026-11-16 07:49:39.60852+00', '{}', '01a1e355-48b6-7226-b6ba-e590466e9ae1', 'google', 'harbor in Austin', 'dentists', 'Austin, TX', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 0, NULL, DEFAULT, 'Error', 'Error', 'harbor did not answer', '2026-11-16 07:49:39.60852+00', DEFAULT, 'timeout', NULL, 0, 0, NULL, NULL, NULL, false, NULL, DEFAULT);
INSERT INTO public.places_staging VALUES ('01a1e355-48dd-726f-9bd6-d157f3cad5b3', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '2026-11-16 07:49:39.60852+00', '{}', 'overpass', 'ca630e3e-433b-4509-a070-d5453fd8fa98', 'harbor', NULL, NULL, '{}', 30.27, -97.74, NULL, NULL, NULL, NULL, NULL, '{}', '{}', NULL, '2026-11-16 07:49:39.60852+00', NULL, 0, DEFAULT, '01a1e355-48ce-7d7e-a627-80b39f5ce7a7', DEFAULT, 'New', NULL, NULL, '2026-11-16 07:49:39.60852+00', DEFAULT, NULL, NULL, 0, 0, NULL, NULL, NULL, false, NULL, DEFAULT);
INSERT INTO public.places_staging VALUES ('01a1e355-492e-784b-8434-b0f42f7be0b0', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '2026-11-16 07:49:39.60852+00', '{}', 'overpass', '25603e8e-d10d-471e-a743-9be28e5908b5', 'harbor', NULL, NULL, '{}', 30.27, -97.74, NULL, NULL, NULL, NULL, NULL, '{}', '{}', NULL, '2026-11-16 07:49:39.60852+00', NULL, 0, DEFAULT, '01a1e355-492d-7629-9fec-0a14539ff856', DEFAULT, 'Error', 'Error', 'harbor did not answer', '2026-11-16 07:49:39.60852+00', DEFAULT, 'timeout', NULL, 0, 0, NULL, NULL, NULL, false, NULL, DEFAULT);
INSERT INTO public.preferences VALUES ('01a1e355-48af-7959-8d15-e397d365d74e', '{"recent": ["harbor"]}', '2026-11-16 07:49:39.60852+00');
INSERT INTO public.runs VALUES ('01a1e355-494f-7c63-95c0-09efbdf23512', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', 'single_search', '01a1e355-48be-7f7e-be6d-f0c77a866993', 1, NULL, 'error', 'timeout', 'harbor did not answer', 0, '2026-11-16 07:49:39.60852+00', '2026-11-16 07:49:39.60852+00');
INSERT INTO public.runs VALUES ('01a1e355-495d-71bc-9af3-abc0e6e4b6e9', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', 'deep_scan', '01a1e355-492e-784b-8434-b0f42f7be0b0', 1, NULL, 'error', 'timeout', 'harbor did not answer', 0, '2026-11-16 07:49:39.60852+00', '2026-11-16 07:49:39.60852+00');
INSERT INTO public.runs VALUES ('01a1e355-4968-708b-bede-06e5bbec0c08', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', 'domain_extraction', '01a1e355-492d-7629-9fec-0a14539ff856', 1, NULL, 'error', 'timeout', 'harbor did not answer', 0, '2026-11-16 07:49:39.60852+00', '2026-11-16 07:49:39.60852+00');
INSERT INTO public.runs VALUES ('01a1e355-4972-7cae-8213-f44032b9fcbc', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', 'domain_curation', '01a1e355-4922-7cc9-9613-7fed76441898', 1, NULL, 'error', 'timeout', 'harbor did not answer', 0, '2026-11-16 07:49:39.60852+00', '2026-11-16 07:49:39.60852+00');
INSERT INTO public.runs VALUES ('01a1e355-4979-741f-8f25-5a6fcc14a4bc', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', 'sitemap_curation', '01a1e355-4931-746c-bc9f-de2e3aadeb23', 1, NULL, 'error', 'timeout', 'harbor did not answer', 0, '2026-11-16 07:49:39.60852+00', '2026-11-16 07:49:39.60852+00');
INSERT INTO public.runs VALUES ('01a1e355-4983-73bf-ba70-3491ca1e8088', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', 'sitemap_import', '01a1e355-4931-746c-bc9f-de2e3aadeb23', 1, NULL, 'error', 'timeout', 'harbor did not answer', 0, '2026-11-16 07:49:39.60852+00', '2026-11-16 07:49:39.60852+00');
INSERT INTO public.runs VALUES ('01a1e355-4994-75b3-93d1-4a20ab50816f', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', 'page_curation', '01a1e355-493a-79df-b155-45606dbe5633', 1, NULL, 'error', 'timeout', 'harbor did not answer', 0, '2026-11-16 07:49:39.60852+00', '2026-11-16 07:49:39.60852+00');
INSERT INTO public.runs VALUES ('01a1e355-499e-717b-9e42-e9aa5db9e432', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', 'contact_curation', '01a1e355-493b-7a74-8d67-2fdd56f493c1', 1, NULL, 'error', 'timeout', 'harbor did not answer', 0, '2026-11-16 07:49:39.60852+00', '2026-11-16 07:49:39.60852+00');
INSERT INTO public.runs VALUES ('01a1e355-49a7-7831-8238-1e7d096a09ab', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', 'contact_delivery', '01a1e355-493c-7910-bbf4-b2bd04955841', 1, NULL, 'error', 'timeout', 'harbor did not answer', 0, '2026-11-16 07:49:39.60852+00', '2026-11-16 07:49:39.60852+00');
INSERT INTO public.saved_views VALUES ('01a1e355-49bf-72db-a84b-88e4c4568242', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '01a1e355-48af-7959-8d15-e397d365d74e', 'deep_scan', 'harbor', true, '{"search": "harbor", "status": ["New"]}', '2026-11-16 07:49:39.60852+00');
INSERT INTO public.schema_log VALUES ('0001_log.sql', '20134662704fd5507db1910831f7ef268799a4f0b7508976bf488342245dcee9', '2026-11-16 07:49:38.725457+00', 'ana');
INSERT INTO public.schema_log VALUES ('0002_curation_sdk.sql', 'cf11f771d783a1d086aa8b938adfaa0c835f4c00bfa34d5659a3112f82680441', '2026-11-16 07:49:38.725457+00', 'ana');
INSERT INTO public.schema_log VALUES ('0003_tenants_and_users.sql', 'd612f147a2519b805e1e29288e0e41b7015ed68ef26fec08d07027ab3baad342', '2026-11-16 07:49:38.725457+00', 'ana');
INSERT INTO public.schema_log VALUES ('0004_businesses_and_domains.sql', '10e3954c745b8b412104df263a5e7132998f78d814b773352657f4bd4d05ef4e', '2026-11-16 07:49:38.725457+00', 'ana');
INSERT INTO public.schema_log VALUES ('0005_sitemaps_and_pages.sql', 'bfa2fb5277ffc2fbb3785b283c03434604aa036019464b54485b72bffb192b04', '2026-11-16 07:49:38.725457+00', 'ana');
INSERT INTO public.schema_log VALUES ('0006_contacts.sql', 'd6795e2e7ceeb39138936d7cedefb591b9e08daf46eeb2838dc9654bdae7b03a', '2026-11-16 07:49:38.725457+00', 'ana');
INSERT INTO public.schema_log VALUES ('0007_hosts.sql', '384acf2a6d24a899621cb762838f971f1acf4eb3017d65e6e83feda17d812f30', '2026-11-16 07:49:38.725457+00', 'ana');
INSERT INTO public.schema_log VALUES ('0008_settings.sql', '749483f71ffe16f6e5b1457abe0185bee5e74b8c89176ec8dd0a908a4a906909', '2026-11-16 07:49:38.725457+00', 'ana');
INSERT INTO public.schema_log VALUES ('0009_browser.sql', 'de2f5d0fa1f4ac5edf6c3bb311a7e4fe8cb7cf467126e7c49c8eed704f6d6d44', '2026-11-16 07:49:38.725457+00', 'ana');
INSERT INTO public.schema_log VALUES ('0010_background.sql', 'b424c4d3051ac56ff9af1325497f2d139865fb9de7ed9250451c51a1a87d78fa', '2026-11-16 07:49:38.725457+00', 'ana');
INSERT INTO public.schema_log VALUES ('0011_sessions.sql', '9f63a2d4f1668a916f0b2eeabde456de9eb195435b51b429375f258961ffd674', '2026-11-16 07:49:38.725457+00', 'ana');
INSERT INTO public.schema_log VALUES ('0012_suspects.sql', '456962c4b07eabce27ed7baf883051201cb51c666ee39aa07b2c8cbb87b38d2a', '2026-11-16 07:49:38.725457+00', 'ana');
INSERT INTO public.schema_log VALUES ('0013_names_in_any_case.sql', 'fdfc521b406b0f3f689c346611d90c5b39274d7c9f4c920fd4039a8228782067', '2026-11-16 07:49:38.725457+00', 'ana');
INSERT INTO public.schema_log VALUES ('workflows/contact_curation.sql', '8791e2e2c1f1aa143818c7711c08a03280cfb40086d9fb760053612e7b0379ed', '2026-11-16 07:49:38.725457+00', 'ana');
INSERT INTO public.schema_log VALUES ('workflows/contact_delivery.sql', '17f6456bebc795d3f1be196818111d2198ca14bd1b7ab73bfdf2d89ac18e82d3', '2026-11-16 07:49:38.725457+00', 'ana');
INSERT INTO public.schema_log VALUES ('workflows/deep_scan.sql', '17592ed81fc8f1bed9780b3a9fb677e2247ba9d7fd46c10c14f7af952861272e', '2026-11-16 07:49:38.725457+00', 'ana');
INSERT INTO public.schema_log VALUES ('workflows/domain_curation.sql', '9ce85e2123c7366043bc5905fcd484d224dcb0694bd2ed9c3577670b96c78f05', '2026-11-16 07:49:38.725457+00', 'ana');
INSERT INTO public.schema_log VALUES ('workflows/domain_extraction.sql', '867e104a8f57a722b9297b4eaa01c157664b3cce540121fd58df9eaa2bb3bac3', '2026-11-16 07:49:38.725457+00', 'ana');
INSERT INTO public.schema_log VALUES ('workflows/page_curation.sql', '49ec4d149bfec2319b496a3c229c9ad554f683139dc4396c096f2af947d40b58', '2026-11-16 07:49:38.725457+00', 'ana');
INSERT INTO public.schema_log VALUES ('workflows/single_search.sql', 'cec0786e9b5793d9745ab81ec8df68286b753345b881497ef4fb9ce35c77b83e', '2026-11-16 07:49:38.725457+00', 'ana');
INSERT INTO public.schema_log VALUES ('workflows/sitemap_curation.sql', '24c72b94283964d0df2a232f2b25cba9a29625330c89d69b0cf9dc3accd817c5', '2026-11-16 07:49:38.725457+00', 'ana');
INSERT INTO public.schema_log VALUES ('workflows/sitemap_import.sql', 'b1359eea128ff6c65bc8f9a9ff981c082d47e32dc1a7521bcbe9d55bb39509f6', '2026-11-16 07:49:38.725457+00', 'ana');
INSERT INTO public.sitemap_files VALUES ('01a1e355-48e9-78af-af44-031bc75d19c4', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '2026-11-16 07:49:39.60852+00', '{}', '01a1e355-48c5-72fb-a32b-22a5590416f9', NULL, 0, 'https://2d5a5f53-2c80-4226-b273-712865821278.example/sitemap.xml', 'robots', NULL, NULL, NULL, NULL, NULL, '{}', '{}', NULL, NULL, NULL, NULL, NULL, DEFAULT, 'New', NULL, NULL, '2026-11-16 07:49:39.60852+00', DEFAULT, NULL, NULL, 0, 0, NULL, NULL, NULL, false, NULL, DEFAULT, 'New', NULL, NULL, '2026-11-16 07:49:39.60852+00', DEFAULT, NULL, NULL, 0, 0, NULL, NULL, NULL, false, NULL, DEFAULT);
INSERT INTO public.sitemap_files VALUES ('01a1e355-4931-746c-bc9f-de2e3aadeb23', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '2026-11-16 07:49:39.60852+00', '{}', '01a1e355-4922-7cc9-9613-7fed76441898', NULL, 0, 'https://71b43240-af79-482c-844b-b561cb7ef946.example/sitemap.xml', 'robots', NULL, NULL, NULL, NULL, NULL, '{}', '{}', NULL, NULL, NULL, NULL, NULL, DEFAULT, 'Error', 'Error', 'harbor did not answer', '2026-11-16 07:49:39.60852+00', DEFAULT, 'timeout', NULL, 0, 0, NULL, NULL, NULL, false, NULL, DEFAULT, 'Error', 'Error', 'harbor did not answer', '2026-11-16 07:49:39.60852+00', DEFAULT, 'timeout', NULL, 0, 0, NULL, NULL, NULL, false, NULL, DEFAULT);
INSERT INTO public.suppressions VALUES ('01a1e355-49c1-7384-beee-c1f6a5ea0553', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', '2026-11-16 07:49:39.60852+00', 'email', 'harbor@cedar.example', NULL, NULL);
INSERT INTO public.tenants VALUES ('01a1e355-48a3-7305-a96c-fe7050c0f0b7', 'main', '2026-11-16 07:49:39.60852+00');
INSERT INTO public.users VALUES ('01a1e355-48af-7959-8d15-e397d365d74e', '01a1e355-48a3-7305-a96c-fe7050c0f0b7', 'ana', 'x', 'admin', '2026-11-16 07:49:39.60852+00', '2026-11-16 07:49:39.60852+00', false);
ALTER TABLE ONLY public.api_calls
    ADD CONSTRAINT api_calls_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.background_faults
    ADD CONSTRAINT background_faults_pkey PRIMARY KEY (host, pid, part);
ALTER TABLE ONLY public.batch_rows
    ADD CONSTRAINT batch_rows_pkey PRIMARY KEY (batch_id, row_id);
ALTER TABLE ONLY public.batches
    ADD CONSTRAINT batches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.changes
    ADD CONSTRAINT changes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.contact_values
    ADD CONSTRAINT contact_values_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.contacts
    ADD CONSTRAINT contacts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.domains
    ADD CONSTRAINT domains_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.ended_sessions
    ADD CONSTRAINT ended_sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.export_jobs
    ADD CONSTRAINT export_jobs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.host_turns
    ADD CONSTRAINT host_turns_pkey PRIMARY KEY (host);
ALTER TABLE ONLY public.lists
    ADD CONSTRAINT lists_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.local_businesses
    ADD CONSTRAINT local_businesses_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.origin_robots
    ADD CONSTRAINT origin_robots_pkey PRIMARY KEY (origin);
ALTER TABLE ONLY public.origin_troubles
    ADD CONSTRAINT origin_troubles_pkey PRIMARY KEY (origin);
ALTER TABLE ONLY public.page_contents
    ADD CONSTRAINT page_contents_page_id_key UNIQUE (page_id);
ALTER TABLE ONLY public.page_contents
    ADD CONSTRAINT page_contents_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.pages
    ADD CONSTRAINT pages_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.place_pairs
    ADD CONSTRAINT place_pairs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.place_search_results
    ADD CONSTRAINT place_search_results_pkey PRIMARY KEY (place_search_id, place_id);
ALTER TABLE ONLY public.place_searches
    ADD CONSTRAINT place_searches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.places_staging
    ADD CONSTRAINT places_staging_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.preferences
    ADD CONSTRAINT preferences_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.runs
    ADD CONSTRAINT runs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT saved_views_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.schema_log
    ADD CONSTRAINT schema_log_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.setting_changes
    ADD CONSTRAINT setting_changes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sitemap_files
    ADD CONSTRAINT sitemap_files_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.suppressions
    ADD CONSTRAINT suppressions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.suspects
    ADD CONSTRAINT suspects_pkey PRIMARY KEY (workflow, row_id);
ALTER TABLE ONLY public.tenants
    ADD CONSTRAINT tenants_name_key UNIQUE (name);
ALTER TABLE ONLY public.tenants
    ADD CONSTRAINT tenants_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.contact_values
    ADD CONSTRAINT uq_contact_values_sighting UNIQUE (page_content_id, kind, value);
ALTER TABLE ONLY public.contacts
    ADD CONSTRAINT uq_contacts_identity UNIQUE (domain_id, identity);
ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT uq_deliveries_key UNIQUE (contact_id, target, idempotency_key);
ALTER TABLE ONLY public.domains
    ADD CONSTRAINT uq_domains_name UNIQUE (tenant_id, name);
ALTER TABLE ONLY public.lists
    ADD CONSTRAINT uq_lists_name UNIQUE (tenant_id, name);
ALTER TABLE ONLY public.pages
    ADD CONSTRAINT uq_pages_url UNIQUE (domain_id, url);
ALTER TABLE ONLY public.place_pairs
    ADD CONSTRAINT uq_place_pairs UNIQUE (first_id, second_id);
ALTER TABLE ONLY public.places_staging
    ADD CONSTRAINT uq_places_staging_place UNIQUE (tenant_id, source, place_id);
ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT uq_saved_views_name UNIQUE (user_id, workflow, name);
ALTER TABLE ONLY public.sitemap_files
    ADD CONSTRAINT uq_sitemap_files_url UNIQUE (domain_id, url);
ALTER TABLE ONLY public.suppressions
    ADD CONSTRAINT uq_suppressions_value UNIQUE (tenant_id, kind, value);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_name_key UNIQUE (name);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.workers
    ADD CONSTRAINT workers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.workflow_settings
    ADD CONSTRAINT workflow_settings_pkey PRIMARY KEY (workflow);
CREATE INDEX ix_batches_tenant ON public.batches USING btree (tenant_id, id);
CREATE INDEX ix_batches_undone ON public.batches USING btree (undone_at) WHERE (undone_at IS NOT NULL);
CREATE INDEX ix_batches_unfinished ON public.batches USING btree (id) WHERE (state = ANY (ARRAY['running'::text, 'undoing'::text]));
CREATE INDEX ix_changes_row ON public.changes USING btree (row_id, id);
CREATE INDEX ix_contact_curation_errors ON public.page_contents USING btree (tenant_id, contact_curation_cause, contact_curation_updated_at, id) WHERE (contact_curation_state = 'Error'::text);
CREATE INDEX ix_contact_curation_in_work ON public.page_contents USING btree (contact_curation_worker) WHERE (contact_curation_processing_status = 'Processing'::public.contactcurationprocessingstatus);
CREATE INDEX ix_contact_curation_list ON public.page_contents USING btree (tenant_id, contact_curation_state, id) INCLUDE (contact_curation_curation_status, contact_curation_outcome, contact_curation_updated_at, contact_curation_produced);
CREATE INDEX ix_contact_curation_processing_queue ON public.page_contents USING btree (contact_curation_priority DESC, contact_curation_queue_order, id) WHERE (contact_curation_processing_status = 'Queued'::public.contactcurationprocessingstatus);
CREATE INDEX ix_contact_delivery_errors ON public.contacts USING btree (tenant_id, contact_delivery_cause, contact_delivery_updated_at, id) WHERE (contact_delivery_state = 'Error'::text);
CREATE INDEX ix_contact_delivery_in_work ON public.contacts USING btree (contact_delivery_worker) WHERE (contact_delivery_processing_status = 'Processing'::public.contactdeliveryprocessingstatus);
CREATE INDEX ix_contact_delivery_list ON public.contacts USING btree (tenant_id, contact_delivery_state, id) INCLUDE (contact_delivery_curation_status, contact_delivery_outcome, contact_delivery_updated_at, contact_delivery_produced);
CREATE INDEX ix_contact_delivery_processing_queue ON public.contacts USING btree (contact_delivery_priority DESC, contact_delivery_queue_order, id) WHERE (contact_delivery_processing_status = 'Queued'::public.contactdeliveryprocessingstatus);
CREATE INDEX ix_contact_values_contact ON public.contact_values USING btree (contact_id);
CREATE INDEX ix_contacts_business ON public.contacts USING btree (local_business_id);
CREATE INDEX ix_contacts_confidence ON public.contacts USING btree (tenant_id, confidence, id);
CREATE INDEX ix_contacts_delivered_at ON public.contacts USING btree (tenant_id, delivered_at, id);
CREATE INDEX ix_contacts_name ON public.contacts USING btree (tenant_id, "left"(name, 200), id);
CREATE INDEX ix_contacts_page_content ON public.contacts USING btree (page_content_id);
CREATE INDEX ix_contacts_words ON public.contacts USING gin (search_words) WITH (gin_pending_list_limit='16384');
CREATE INDEX ix_deep_scan_errors ON public.places_staging USING btree (tenant_id, deep_scan_cause, deep_scan_updated_at, id) WHERE (deep_scan_state = 'Error'::text);
CREATE INDEX ix_deep_scan_in_work ON public.places_staging USING btree (deep_scan_worker) WHERE (deep_scan_processing_status = 'Processing'::public.deepscanprocessingstatus);
CREATE INDEX ix_deep_scan_list ON public.places_staging USING btree (tenant_id, deep_scan_state, id) INCLUDE (deep_scan_curation_status, deep_scan_outcome, deep_scan_updated_at, deep_scan_produced);
CREATE INDEX ix_deep_scan_processing_queue ON public.places_staging USING btree (deep_scan_priority DESC, deep_scan_queue_order, id) WHERE (deep_scan_processing_status = 'Queued'::public.deepscanprocessingstatus);
CREATE INDEX ix_domain_curation_errors ON public.domains USING btree (tenant_id, domain_curation_cause, domain_curation_updated_at, id) WHERE (domain_curation_state = 'Error'::text);
CREATE INDEX ix_domain_curation_in_work ON public.domains USING btree (domain_curation_worker) WHERE (domain_curation_processing_status = 'Processing'::public.domaincurationprocessingstatus);
CREATE INDEX ix_domain_curation_list ON public.domains USING btree (tenant_id, domain_curation_state, id) INCLUDE (domain_curation_curation_status, domain_curation_outcome, domain_curation_updated_at, domain_curation_produced);
CREATE INDEX ix_domain_curation_processing_queue ON public.domains USING btree (domain_curation_priority DESC, domain_curation_queue_order, id) WHERE (domain_curation_processing_status = 'Queued'::public.domaincurationprocessingstatus);
CREATE INDEX ix_domain_extraction_errors ON public.local_businesses USING btree (tenant_id, domain_extraction_cause, domain_extraction_updated_at, id) WHERE (domain_extraction_state = 'Error'::text);
CREATE INDEX ix_domain_extraction_in_work ON public.local_businesses USING btree (domain_extraction_worker) WHERE (domain_extraction_processing_status = 'Processing'::public.domainextractionprocessingstatus);
CREATE INDEX ix_domain_extraction_list ON public.local_businesses USING btree (tenant_id, domain_extraction_state, id) INCLUDE (domain_extraction_curation_status, domain_extraction_outcome, domain_extraction_updated_at, domain_extraction_produced);
CREATE INDEX ix_domain_extraction_processing_queue ON public.local_businesses USING btree (domain_extraction_priority DESC, domain_extraction_queue_order, id) WHERE (domain_extraction_processing_status = 'Queued'::public.domainextractionprocessingstatus);
CREATE INDEX ix_domains_name ON public.domains USING btree (tenant_id, "left"(name, 200), id);
CREATE INDEX ix_domains_name_in_any_case ON public.domains USING btree (tenant_id, lower(name));
CREATE INDEX ix_domains_sitemaps_found ON public.domains USING btree (tenant_id, sitemaps_found, id);
CREATE INDEX ix_domains_words ON public.domains USING gin (search_words) WITH (gin_pending_list_limit='16384');
CREATE INDEX ix_ended_sessions_kept ON public.ended_sessions USING btree (kept_until);
CREATE INDEX ix_export_jobs_begun ON public.export_jobs USING btree (tenant_id, begun_at);
CREATE INDEX ix_export_jobs_changed ON public.export_jobs USING btree (tenant_id, changed_at);
CREATE INDEX ix_export_jobs_expiring ON public.export_jobs USING btree (expires_at) WHERE (state = 'ready'::text);
CREATE INDEX ix_export_jobs_tenant ON public.export_jobs USING btree (tenant_id, id);
CREATE INDEX ix_export_jobs_unfinished ON public.export_jobs USING btree (id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX ix_local_businesses_city ON public.local_businesses USING btree (tenant_id, "left"(city, 200), id);
CREATE INDEX ix_local_businesses_domain ON public.local_businesses USING btree (domain_id);
CREATE INDEX ix_local_businesses_name ON public.local_businesses USING btree (tenant_id, "left"(name, 200), id);
CREATE INDEX ix_local_businesses_words ON public.local_businesses USING gin (search_words) WITH (gin_pending_list_limit='16384');
CREATE INDEX ix_page_contents_contacts_found ON public.page_contents USING btree (tenant_id, contacts_found, id);
CREATE INDEX ix_page_contents_domain ON public.page_contents USING btree (domain_id);
CREATE INDEX ix_page_contents_html_place ON public.page_contents USING btree (html_place) WHERE (html_place IS NOT NULL);
CREATE INDEX ix_page_contents_words ON public.page_contents USING btree (tenant_id, words, id);
CREATE INDEX ix_page_curation_errors ON public.pages USING btree (tenant_id, page_curation_cause, page_curation_updated_at, id) WHERE (page_curation_state = 'Error'::text);
CREATE INDEX ix_page_curation_in_work ON public.pages USING btree (page_curation_worker) WHERE (page_curation_processing_status = 'Processing'::public.pagecurationprocessingstatus);
CREATE INDEX ix_page_curation_list ON public.pages USING btree (tenant_id, page_curation_state, id) INCLUDE (page_curation_curation_status, page_curation_outcome, page_curation_updated_at, page_curation_produced);
CREATE INDEX ix_page_curation_ordered ON public.pages USING btree (tenant_id, page_curation_state, score, id) INCLUDE (page_curation_outcome, page_curation_updated_at, page_curation_produced);
CREATE INDEX ix_page_curation_processing_queue ON public.pages USING btree (page_curation_priority DESC, page_curation_queue_order, id) WHERE (page_curation_processing_status = 'Queued'::public.pagecurationprocessingstatus);
CREATE INDEX ix_pages_contacts ON public.pages USING btree (tenant_id, contacts, id);
CREATE INDEX ix_pages_sitemap ON public.pages USING btree (sitemap_file_id);
CREATE INDEX ix_pages_words ON public.pages USING gin (search_words) WITH (gin_pending_list_limit='16384');
CREATE INDEX ix_place_pairs_likeness ON public.place_pairs USING btree (tenant_id, decision, likeness DESC, id);
CREATE INDEX ix_place_pairs_second ON public.place_pairs USING btree (second_id);
CREATE INDEX ix_place_search_results_place ON public.place_search_results USING btree (place_id);
CREATE INDEX ix_place_searches_cost_micros ON public.place_searches USING btree (tenant_id, cost_micros, id);
CREATE INDEX ix_place_searches_list ON public.place_searches USING btree (list_id);
CREATE INDEX ix_place_searches_new_places ON public.place_searches USING btree (tenant_id, new_places, id);
CREATE INDEX ix_place_searches_results ON public.place_searches USING btree (tenant_id, results, id);
CREATE INDEX ix_place_searches_words ON public.place_searches USING gin (search_words) WITH (gin_pending_list_limit='16384');
CREATE INDEX ix_places_staging_business ON public.places_staging USING btree (local_business_id);
CREATE INDEX ix_places_staging_name ON public.places_staging USING btree (tenant_id, "left"(name, 200), id);
CREATE INDEX ix_places_staging_rating ON public.places_staging USING btree (tenant_id, rating, id);
CREATE INDEX ix_places_staging_reviews ON public.places_staging USING btree (tenant_id, reviews, id);
CREATE INDEX ix_places_staging_spot ON public.places_staging USING btree (tenant_id, spot);
CREATE INDEX ix_places_staging_words ON public.places_staging USING gin (search_words) WITH (gin_pending_list_limit='16384');
CREATE INDEX ix_runs_row ON public.runs USING btree (row_id, id);
CREATE INDEX ix_saved_views_tenant ON public.saved_views USING btree (tenant_id, workflow);
CREATE INDEX ix_single_search_errors ON public.place_searches USING btree (tenant_id, single_search_cause, single_search_updated_at, id) WHERE (single_search_state = 'Error'::text);
CREATE INDEX ix_single_search_in_work ON public.place_searches USING btree (single_search_worker) WHERE (single_search_processing_status = 'Processing'::public.singlesearchprocessingstatus);
CREATE INDEX ix_single_search_list ON public.place_searches USING btree (tenant_id, single_search_state, id) INCLUDE (single_search_curation_status, single_search_outcome, single_search_updated_at, single_search_produced);
CREATE INDEX ix_single_search_processing_queue ON public.place_searches USING btree (single_search_priority DESC, single_search_queue_order, id) WHERE (single_search_processing_status = 'Queued'::public.singlesearchprocessingstatus);
CREATE INDEX ix_sitemap_curation_errors ON public.sitemap_files USING btree (tenant_id, sitemap_curation_cause, sitemap_curation_updated_at, id) WHERE (sitemap_curation_state = 'Error'::text);
CREATE INDEX ix_sitemap_curation_in_work ON public.sitemap_files USING btree (sitemap_curation_worker) WHERE (sitemap_curation_processing_status = 'Processing'::public.sitemapcurationprocessingstatus);
CREATE INDEX ix_sitemap_curation_list ON public.sitemap_files USING btree (tenant_id, sitemap_curation_state, id) INCLUDE (sitemap_curation_curation_status, sitemap_curation_outcome, sitemap_curation_updated_at, sitemap_curation_produced);
CREATE INDEX ix_sitemap_curation_processing_queue ON public.sitemap_files USING btree (sitemap_curation_priority DESC, sitemap_curation_queue_order, id) WHERE (sitemap_curation_processing_status = 'Queued'::public.sitemapcurationprocessingstatus);
CREATE INDEX ix_sitemap_files_newest_at ON public.sitemap_files USING btree (tenant_id, newest_at, id);
CREATE INDEX ix_sitemap_files_pages_imported ON public.sitemap_files USING btree (tenant_id, pages_imported, id);
CREATE INDEX ix_sitemap_files_parent ON public.sitemap_files USING btree (parent_id);
CREATE INDEX ix_sitemap_files_url_count ON public.sitemap_files USING btree (tenant_id, url_count, id);
CREATE INDEX ix_sitemap_files_words ON public.sitemap_files USING gin (search_words) WITH (gin_pending_list_limit='16384');
CREATE INDEX ix_sitemap_import_errors ON public.sitemap_files USING btree (tenant_id, sitemap_import_cause, sitemap_import_updated_at, id) WHERE (sitemap_import_state = 'Error'::text);
CREATE INDEX ix_sitemap_import_in_work ON public.sitemap_files USING btree (sitemap_import_worker) WHERE (sitemap_import_processing_status = 'Processing'::public.sitemapimportprocessingstatus);
CREATE INDEX ix_sitemap_import_list ON public.sitemap_files USING btree (tenant_id, sitemap_import_state, id) INCLUDE (sitemap_import_curation_status, sitemap_import_outcome, sitemap_import_updated_at, sitemap_import_produced);
CREATE INDEX ix_sitemap_import_processing_queue ON public.sitemap_files USING btree (sitemap_import_priority DESC, sitemap_import_queue_order, id) WHERE (sitemap_import_processing_status = 'Queued'::public.sitemapimportprocessingstatus);
CREATE UNIQUE INDEX uq_local_businesses_source ON public.local_businesses USING btree (tenant_id, source, source_id);
ALTER TABLE ONLY public.api_calls
    ADD CONSTRAINT api_calls_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.batch_rows
    ADD CONSTRAINT batch_rows_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES public.batches(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.contact_values
    ADD CONSTRAINT contact_values_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.contact_values
    ADD CONSTRAINT contact_values_page_content_id_fkey FOREIGN KEY (page_content_id) REFERENCES public.page_contents(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.contact_values
    ADD CONSTRAINT contact_values_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.contacts
    ADD CONSTRAINT contacts_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES public.domains(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.contacts
    ADD CONSTRAINT contacts_local_business_id_fkey FOREIGN KEY (local_business_id) REFERENCES public.local_businesses(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.contacts
    ADD CONSTRAINT contacts_page_content_id_fkey FOREIGN KEY (page_content_id) REFERENCES public.page_contents(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.contacts
    ADD CONSTRAINT contacts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES public.contacts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.domains
    ADD CONSTRAINT domains_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.ended_sessions
    ADD CONSTRAINT ended_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.export_jobs
    ADD CONSTRAINT export_jobs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.lists
    ADD CONSTRAINT lists_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.local_businesses
    ADD CONSTRAINT local_businesses_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES public.domains(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.local_businesses
    ADD CONSTRAINT local_businesses_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.page_contents
    ADD CONSTRAINT page_contents_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES public.domains(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.page_contents
    ADD CONSTRAINT page_contents_page_id_fkey FOREIGN KEY (page_id) REFERENCES public.pages(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.page_contents
    ADD CONSTRAINT page_contents_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.pages
    ADD CONSTRAINT pages_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES public.domains(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.pages
    ADD CONSTRAINT pages_sitemap_file_id_fkey FOREIGN KEY (sitemap_file_id) REFERENCES public.sitemap_files(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.pages
    ADD CONSTRAINT pages_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.place_pairs
    ADD CONSTRAINT place_pairs_first_id_fkey FOREIGN KEY (first_id) REFERENCES public.places_staging(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.place_pairs
    ADD CONSTRAINT place_pairs_second_id_fkey FOREIGN KEY (second_id) REFERENCES public.places_staging(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.place_pairs
    ADD CONSTRAINT place_pairs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.place_search_results
    ADD CONSTRAINT place_search_results_place_id_fkey FOREIGN KEY (place_id) REFERENCES public.places_staging(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.place_search_results
    ADD CONSTRAINT place_search_results_place_search_id_fkey FOREIGN KEY (place_search_id) REFERENCES public.place_searches(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.place_search_results
    ADD CONSTRAINT place_search_results_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.place_searches
    ADD CONSTRAINT place_searches_list_id_fkey FOREIGN KEY (list_id) REFERENCES public.lists(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.place_searches
    ADD CONSTRAINT place_searches_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.places_staging
    ADD CONSTRAINT places_staging_local_business_id_fkey FOREIGN KEY (local_business_id) REFERENCES public.local_businesses(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.places_staging
    ADD CONSTRAINT places_staging_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.preferences
    ADD CONSTRAINT preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT saved_views_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sitemap_files
    ADD CONSTRAINT sitemap_files_domain_id_fkey FOREIGN KEY (domain_id) REFERENCES public.domains(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sitemap_files
    ADD CONSTRAINT sitemap_files_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES public.sitemap_files(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sitemap_files
    ADD CONSTRAINT sitemap_files_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.suppressions
    ADD CONSTRAINT suppressions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(id) ON DELETE CASCADE;
