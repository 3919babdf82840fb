-- Words are found however their accents are written: muller finds Müller, uber Über, strasse Straße. What is plain stays
-- as it is, and is not looked at further. Not STRICT, so that PostgreSQL puts the expression in the call's place.
CREATE FUNCTION without_accents(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN octet_length(written) = length(written) THEN written ELSE
    replace(replace(replace(replace(
        translate(
            lower(normalize(regexp_replace(normalize(written, NFD), '[\u0300-\u036f]+', '', 'g'), NFC)),
            'øłđðħŧı', 'olddhti'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
END;

ALTER TABLE place_searches DROP COLUMN search_words, ADD COLUMN search_words tsvector NOT NULL GENERATED ALWAYS AS (
    to_tsvector('simple'::regconfig, regexp_replace(
        without_accents(phrase || ' ' || coalesce(area, '')),
        '[^[:alnum:]]+', ' ', 'g'))
) STORED;
CREATE INDEX ix_place_searches_words ON place_searches USING gin (search_words) WITH (gin_pending_list_limit = 16384);

ALTER TABLE places_staging DROP COLUMN search_words, ADD COLUMN search_words tsvector NOT NULL GENERATED ALWAYS AS (
    to_tsvector('simple'::regconfig, regexp_replace(
        without_accents(coalesce(name, '') || ' ' || coalesce(address, '') || ' ' || coalesce(category, '') || ' ' || coalesce(website, '')),
        '[^[:alnum:]]+', ' ', 'g'))
) STORED;
CREATE INDEX ix_places_staging_words ON places_staging USING gin (search_words) WITH (gin_pending_list_limit = 16384);

ALTER TABLE local_businesses DROP COLUMN search_words, ADD COLUMN search_words tsvector NOT NULL GENERATED ALWAYS AS (
    to_tsvector('simple'::regconfig, regexp_replace(
        without_accents(name || ' ' || coalesce(website, '') || ' ' || coalesce(city, '') || ' ' || coalesce(category, '')),
        '[^[:alnum:]]+', ' ', 'g'))
) STORED;
CREATE INDEX ix_local_businesses_words ON local_businesses USING gin (search_words) WITH (gin_pending_list_limit = 16384);

ALTER TABLE domains DROP COLUMN search_words, ADD COLUMN search_words tsvector NOT NULL GENERATED ALWAYS AS (
    to_tsvector('simple'::regconfig, regexp_replace(
        without_accents(name || ' ' || coalesce(title, '')),
        '[^[:alnum:]]+', ' ', 'g'))
) STORED;
CREATE INDEX ix_domains_words ON domains USING gin (search_words) WITH (gin_pending_list_limit = 16384);

ALTER TABLE sitemap_files DROP COLUMN search_words, ADD COLUMN search_words tsvector NOT NULL GENERATED ALWAYS AS (
    to_tsvector('simple'::regconfig, regexp_replace(
        without_accents(url || ' ' || coalesce(kind, '')),
        '[^[:alnum:]]+', ' ', 'g'))
) STORED;
CREATE INDEX ix_sitemap_files_words ON sitemap_files USING gin (search_words) WITH (gin_pending_list_limit = 16384);

ALTER TABLE pages DROP COLUMN search_words, ADD COLUMN search_words tsvector NOT NULL GENERATED ALWAYS AS (
    to_tsvector('simple'::regconfig, regexp_replace(
        without_accents(url || ' ' || coalesce(title, '')),
        '[^[:alnum:]]+', ' ', 'g'))
) STORED;
CREATE INDEX ix_pages_words ON pages USING gin (search_words) WITH (gin_pending_list_limit = 16384);

ALTER TABLE contacts DROP COLUMN search_words, ADD COLUMN search_words tsvector NOT NULL GENERATED ALWAYS AS (
    to_tsvector('simple'::regconfig, regexp_replace(
        without_accents(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(role, '')),
        '[^[:alnum:]]+', ' ', 'g'))
) STORED;
CREATE INDEX ix_contacts_words ON contacts USING gin (search_words) WITH (gin_pending_list_limit = 16384);
