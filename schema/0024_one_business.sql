-- Places are compared by what two of one business share, and certain pairs are merged by themselves.
ALTER TABLE places_staging ADD COLUMN match_keys text[]; -- none while the place was not compared
CREATE INDEX ix_places_staging_match_keys ON places_staging USING gin (match_keys);
-- A pair that a person took apart again is never merged by itself.
ALTER TABLE place_pairs ADD COLUMN is_left_to_people boolean NOT NULL DEFAULT false;
