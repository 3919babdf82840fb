-- Sitemaps of a domain, the pages they list, and what the pages say.
CREATE TABLE sitemap_files (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    edited_fields text[] NOT NULL DEFAULT '{}',
    domain_id uuid NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
    parent_id uuid REFERENCES sitemap_files (id) ON DELETE CASCADE,
    depth smallint NOT NULL DEFAULT 0,
    url text NOT NULL,
    found_by text NOT NULL,
    kind text,
    size_bytes bigint,
    url_count integer,
    child_count integer,
    newest_at timestamptz,
    problems text[] NOT NULL DEFAULT '{}',
    sample_urls text[] NOT NULL DEFAULT '{}',
    etag text,
    last_modified text,
    analysed_at timestamptz,
    pages_imported integer,
    imported_at timestamptz,
    search_words tsvector NOT NULL GENERATED ALWAYS AS (
        to_tsvector('simple'::regconfig, regexp_replace(url || ' ' || coalesce(kind, ''), '[^[:alnum:]]+', ' ', 'g'))
    ) STORED,
    CONSTRAINT uq_sitemap_files_url UNIQUE (domain_id, url),
    CONSTRAINT ck_sitemap_files_url CHECK (length(url) <= 2000)
);
CREATE INDEX ix_sitemap_files_parent ON sitemap_files (parent_id);
CREATE INDEX ix_sitemap_files_url_count ON sitemap_files (tenant_id, url_count, id);
CREATE INDEX ix_sitemap_files_newest_at ON sitemap_files (tenant_id, newest_at, id);
CREATE INDEX ix_sitemap_files_pages_imported ON sitemap_files (tenant_id, pages_imported, id);
CREATE INDEX ix_sitemap_files_words ON sitemap_files USING gin (search_words) WITH (gin_pending_list_limit = 16384);

CREATE TABLE pages (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    edited_fields text[] NOT NULL DEFAULT '{}',
    domain_id uuid NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
    sitemap_file_id uuid REFERENCES sitemap_files (id) ON DELETE SET NULL,
    url text NOT NULL,
    kind text NOT NULL DEFAULT 'other',
    score smallint NOT NULL DEFAULT 0,
    changed_at timestamptz,
    title text,
    words integer,
    contacts integer,
    search_words tsvector NOT NULL GENERATED ALWAYS AS (
        to_tsvector('simple'::regconfig, regexp_replace(url || ' ' || coalesce(title, ''), '[^[:alnum:]]+', ' ', 'g'))
    ) STORED,
    CONSTRAINT uq_pages_url UNIQUE (domain_id, url),
    CONSTRAINT ck_pages_url CHECK (length(url) <= 2000)
);
CREATE INDEX ix_pages_sitemap ON pages (sitemap_file_id);
CREATE INDEX ix_pages_contacts ON pages (tenant_id, contacts, id);
CREATE INDEX ix_pages_words ON pages USING gin (search_words) WITH (gin_pending_list_limit = 16384);

CREATE TABLE page_contents (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    edited_fields text[] NOT NULL DEFAULT '{}',
    page_id uuid NOT NULL UNIQUE REFERENCES pages (id) ON DELETE CASCADE,
    domain_id uuid NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
    url text NOT NULL,
    final_url text NOT NULL,
    http_status integer NOT NULL,
    kind text NOT NULL,
    title text,
    description text,
    language text,
    encoding text,
    words integer NOT NULL DEFAULT 0,
    body_text text,
    headings text[] NOT NULL DEFAULT '{}',
    links jsonb NOT NULL DEFAULT '[]',
    structured jsonb NOT NULL DEFAULT '{}',
    needs_browser boolean NOT NULL DEFAULT false,
    rendered boolean NOT NULL DEFAULT false,
    content_hash text NOT NULL,
    html bytea,
    html_place text,
    etag text,
    last_modified text,
    fetched_at timestamptz NOT NULL DEFAULT now(),
    contacts_found integer
);
CREATE INDEX ix_page_contents_domain ON page_contents (domain_id);
CREATE INDEX ix_page_contents_contacts_found ON page_contents (tenant_id, contacts_found, id);
CREATE INDEX ix_page_contents_words ON page_contents (tenant_id, words, id);
CREATE INDEX ix_page_contents_html_place ON page_contents (html_place) WHERE html_place IS NOT NULL;
