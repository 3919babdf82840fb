"""Where sitemaps are found that nobody announces, the likeliest first."""

KNOWN_SITEMAP_PATHS = (
    "/sitemap.xml",
    "/sitemap_index.xml",
    "/wp-sitemap.xml",
    "/sitemap-index.xml",
    "/sitemap.xml.gz",
    "/sitemap_index.xml.gz",
    "/sitemaps.xml",
    "/sitemap/sitemap.xml",
    "/sitemap/index.xml",
    "/sitemap/sitemap-index.xml",
    "/sitemapindex.xml",
    "/sitemap1.xml",
    "/page-sitemap.xml",
    "/sitemap.txt",
    "/sitemap.php",
    "/sitemap/",
    "/feed/",
    "/rss.xml",
    "/atom.xml",
)
