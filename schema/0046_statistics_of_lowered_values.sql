-- Values are searched without regard to case. Without these the planner expects that few rows have any of them, and
-- collects all that do before the first page is cut.
CREATE STATISTICS st_contacts_role ON lower(role) FROM contacts;
CREATE STATISTICS st_contacts_verification ON lower(verification) FROM contacts;
CREATE STATISTICS st_contacts_verified_level ON lower(verified_level) FROM contacts;
CREATE STATISTICS st_domains_cms ON lower(cms) FROM domains;
CREATE STATISTICS st_domains_language ON lower(language) FROM domains;
CREATE STATISTICS st_local_businesses_category ON lower(category) FROM local_businesses;
CREATE STATISTICS st_local_businesses_city ON lower(city) FROM local_businesses;
CREATE STATISTICS st_local_businesses_domain ON lower(domain) FROM local_businesses;
CREATE STATISTICS st_page_contents_kind ON lower(kind) FROM page_contents;
CREATE STATISTICS st_page_contents_language ON lower(language) FROM page_contents;
CREATE STATISTICS st_pages_found_by ON lower(found_by) FROM pages;
CREATE STATISTICS st_pages_kind ON lower(kind) FROM pages;
CREATE STATISTICS st_place_searches_source ON lower(source) FROM place_searches;
CREATE STATISTICS st_place_searches_started_by ON lower(started_by) FROM place_searches;
CREATE STATISTICS st_places_staging_business_status ON lower(business_status) FROM places_staging;
CREATE STATISTICS st_places_staging_category ON lower(category) FROM places_staging;
CREATE STATISTICS st_places_staging_source ON lower(source) FROM places_staging;
CREATE STATISTICS st_sitemap_files_kind ON lower(kind) FROM sitemap_files;
ANALYZE contacts;
ANALYZE domains;
ANALYZE local_businesses;
ANALYZE page_contents;
ANALYZE pages;
ANALYZE place_searches;
ANALYZE places_staging;
ANALYZE sitemap_files;
