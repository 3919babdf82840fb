-- How a page became known, and how many links it is away from its site's home page.
ALTER TABLE pages
    ADD COLUMN found_by text NOT NULL DEFAULT 'sitemap',
    ADD COLUMN depth smallint NOT NULL DEFAULT 0;
UPDATE pages SET found_by = CASE WHEN kind = 'home' THEN 'home' ELSE 'link' END WHERE sitemap_file_id IS NULL;
