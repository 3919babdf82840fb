-- When a row was last written. Statements of the application set it; a trigger would run for each row of the queue.
ALTER TABLE schema_log ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE workers ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE workflow_settings ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE runs ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE batches ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE changes ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE tenants ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE users ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE lists ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE place_searches ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE domains ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE local_businesses ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE places_staging ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE place_search_results ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE place_pairs ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE sitemap_files ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE pages ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE page_contents ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE contacts ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE contact_values ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE suppressions ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE deliveries ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE host_turns ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE origin_troubles ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE origin_robots ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE setting_changes ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE api_calls ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE saved_views ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE preferences ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE export_jobs ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE background_faults ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE ended_sessions ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE suspects ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();

-- Tables that packages brought have what every row of a tenant has.
DO $$
DECLARE
    brought text;
BEGIN
    FOR brought IN
        SELECT c.table_name FROM information_schema.columns c
         WHERE c.table_schema = current_schema() AND c.column_name = 'edited_fields'
           AND NOT EXISTS (SELECT FROM information_schema.columns o
                            WHERE o.table_schema = c.table_schema AND o.table_name = c.table_name
                              AND o.column_name = 'updated_at')
    LOOP
        EXECUTE format('ALTER TABLE %I ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now()', brought);
    END LOOP;
END
$$;
