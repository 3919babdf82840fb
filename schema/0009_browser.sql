-- What the browser keeps, and what it searches in.

ALTER TABLE place_searches ADD COLUMN search_words tsvector NOT NULL GENERATED ALWAYS AS (
    to_tsvector('simple'::regconfig, regexp_replace(phrase || ' ' || coalesce(area, ''), '[^[:alnum:]]+', ' ', 'g'))
) STORED;
CREATE INDEX ix_place_searches_words ON place_searches USING gin (search_words);
